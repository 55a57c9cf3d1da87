//! What is being done, on one line that is written over and over, if somebody is looking.

use std::io::{IsTerminal, Write};

/// Shows a line in the place of the last one; an empty one clears it.
pub(crate) fn show(text: &str) {
    let mut terminal = std::io::stderr().lock();
    if terminal.is_terminal() {
        // Whether it can be shown makes no difference to the work.
        let _ = write!(terminal, "\r\x1b[K{text}").and_then(|()| terminal.flush());
    }
}

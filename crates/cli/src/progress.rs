//! Progress messages on one line of the terminal, each over the last one. Without a terminal there are none.

use std::io::{IsTerminal, Write};

/// Replaces the line; an empty text clears it.
pub(crate) fn show(text: &str) {
    let mut terminal = std::io::stderr().lock();
    if terminal.is_terminal() {
        // A failure to write progress is ignored.
        let _ = write!(terminal, "\r\x1b[K{text}").and_then(|()| terminal.flush());
    }
}

//! All output: answers on standard output, messages on standard error. Either may be closed or full, which
//! must not cause a panic: [`Out`] is the one place that handles a failure to write.

use serde::Serialize;
use std::fmt::Arguments;
use std::io::{ErrorKind, Write};
use std::process::exit;

/// The exit status for an answer that cannot be written.
const NOT_WRITTEN: i32 = 4;

/// Standard output. A failure to write ends the command: the answer is lost.
pub(crate) struct Out(std::io::StdoutLock<'static>);

/// Standard output, locked.
pub(crate) fn stdout() -> Out {
    Out(std::io::stdout().lock())
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(bytes).inspect_err(end)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush().inspect_err(end)
    }
}

/// Ends the command, quietly if the reader of its output has gone. A write that was merely interrupted is
/// tried again.
pub(crate) fn end(error: &std::io::Error) {
    match error.kind() {
        ErrorKind::Interrupted => {}
        ErrorKind::BrokenPipe => exit(0),
        _ => {
            message(format_args!("error: standard output cannot be written: {error}"));
            exit(NOT_WRITTEN)
        }
    }
}

/// Flushes standard output.
pub(crate) fn finish() {
    _ = stdout().flush();
}

/// Writes an answer as a line of JSON.
pub(crate) fn write_json(out: &mut impl Write, answer: &impl Serialize) -> anyhow::Result<()> {
    Ok(writeln!(out, "{}", serde_json::to_string(answer)?)?)
}

/// Writes text to standard output.
pub(crate) fn print(text: Arguments) {
    // `Out` ends the command on a failure.
    _ = write!(stdout(), "{}", visible(&text.to_string()));
}

/// Writes a line to standard error. A failure to write it is ignored.
pub(crate) fn message(text: Arguments) {
    _ = writeln!(std::io::stderr(), "{}", visible(&text.to_string()));
}

/// Text with its control characters escaped: foreign text must not control the terminal.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => shown.push(c),
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

// These macros replace those of the standard library, which panic if they cannot write.

macro_rules! print {
    ($($text:tt)*) => { $crate::output::print(format_args!($($text)*)) };
}

macro_rules! println {
    () => { $crate::output::print(format_args!("\n")) };
    ($($text:tt)*) => { $crate::output::print(format_args!("{}\n", format_args!($($text)*))) };
}

macro_rules! eprintln {
    ($($text:tt)*) => { $crate::output::message(format_args!($($text)*)) };
}

//! What went wrong in a script, and where: file and line, what it was asked, and for a syntax error the line
//! itself with a caret.

use crate::script::Script;
use mlua::Error;
use rules::RuleError;

/// The maximum length of a position, or of what a script says, in a message.
const MAX_SHOWN: usize = 400;

/// A failure of a script.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) message: String,
    /// Was the memory full?
    pub(crate) is_memory: bool,
}

impl From<Fault> for RuleError {
    fn from(fault: Fault) -> Self {
        Self::Failed(fault.message)
    }
}

/// An error about something that a script has returned, or done.
pub(crate) fn nonsense(message: String) -> Error {
    Error::RuntimeError(message)
}

impl Fault {
    /// The failure of a script in a function that begins in this line.
    pub(crate) fn new(error: &Error, script: &Script, line: Option<usize>) -> Self {
        let Script { file, source, limits, .. } = script;
        let message = message(error, file, source, limits.bytes, line);
        Self { message, is_memory: is_memory(error) }
    }
}

/// The start of a text that is too long for a message.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn is_memory(error: &Error) -> bool {
    match error {
        Error::MemoryError(_) => true,
        Error::CallbackError { cause, .. } => is_memory(cause),
        _ => false,
    }
}

/// The error of a script in this file. `line` is said where nothing more precise is known.
pub(crate) fn message(error: &Error, file: &str, source: &str, bytes: usize, line: Option<usize>) -> String {
    if is_memory(error) {
        return format!("{file}: the script needs more than {} MiB of memory", bytes >> 20);
    }
    match error {
        Error::SyntaxError { message, .. } => with_caret(message, file, source),
        Error::CallbackError { cause, .. } => message(cause, file, source, bytes, line),
        Error::RuntimeError(text) => {
            let (text, traceback) = text.split_once("\nstack traceback:").unwrap_or((text, ""));
            let text = shortened(text);
            // An error inside the library is one of the line that called it.
            let text = match text.split_once(": ") {
                Some((place, rest)) if place.starts_with("library:") => rest,
                _ => text.as_str(),
            };
            match place_in(traceback, file) {
                _ if text.starts_with(&format!("{file}:")) => text.to_owned(),
                Some(place) => format!("{place}: {text}"),
                None => match line {
                    Some(line) => format!("{file}:{line}: {text}"),
                    None => format!("{file}: {text}"),
                },
            }
        }
        other => format!("{file}: {other}"),
    }
}

/// The first place of the file in a traceback: `FILE:LINE`.
fn place_in(traceback: &str, file: &str) -> Option<String> {
    let line = traceback.lines().find_map(|line| line.trim_start().strip_prefix(file)?.strip_prefix(':'))?;
    let digits = line.split(|c: char| !c.is_ascii_digit()).next().filter(|digits| !digits.is_empty())?;
    Some(format!("{file}:{digits}"))
}

/// `FILE:LINE: … near 'TOKEN'`, the line, and a caret below the token.
fn with_caret(message: &str, file: &str, source: &str) -> String {
    let parts = message.strip_prefix(file).and_then(|rest| rest.strip_prefix(':')?.split_once(':'));
    let line =
        parts.and_then(|(number, _)| source.lines().nth(number.parse::<usize>().ok()?.checked_sub(1)?));
    let Some(line) = line else { return message.to_owned() };
    let token = message.rsplit_once(" near '").and_then(|(_, token)| token.strip_suffix('\''));
    // A token that is there twice may be either.
    let at = match token {
        Some(token) if line.matches(token).count() == 1 => line.find(token),
        _ => None,
    };
    let caret = at.map_or_else(String::new, |at| {
        let blank = line[..at].chars().map(|c| if c == '\t' { '\t' } else { ' ' });
        format!("\n  {}^", blank.collect::<String>())
    });
    format!("{message}\n  {line}{caret}")
}

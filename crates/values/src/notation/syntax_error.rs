//! Why a text cannot be read: the place, and what was expected there. It prints as a message, the line, and a
//! caret under the place.

use std::fmt;

/// The place where a text cannot be read further, and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// The line that was read.
    text: String,
    /// The byte where it went wrong.
    offset: usize,
    message: String,
}

impl SyntaxError {
    /// A message about the place at this byte of a text.
    #[must_use]
    pub fn new(text: &str, offset: usize, message: String) -> Self {
        Self { text: text.to_owned(), offset, message }
    }

    /// The byte where it went wrong.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// What is wrong there.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for SyntaxError {
    /// The message, the line, and a caret under the place. Of a long line only the surroundings are printed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const AROUND: usize = 50;
        let (before, after) = self.text.split_at(self.offset);
        let before: Vec<char> = before.chars().collect();
        let cut = before.len().saturating_sub(AROUND);
        let visible = |c: char| if c.is_control() { ' ' } else { c };
        let start: String = before[cut..].iter().map(|&c| visible(c)).collect();
        let end: String = after.chars().take(AROUND).map(visible).collect();
        let dots = |cut: bool| if cut { "..." } else { "" };
        let margin = " ".repeat(before.len() - cut + dots(cut > 0).len());
        writeln!(f, "{}", self.message)?;
        writeln!(f, "  {}{start}{end}{}", dots(cut > 0), dots(after.chars().nth(AROUND).is_some()))?;
        write!(f, "  {margin}^ here")
    }
}

impl std::error::Error for SyntaxError {}

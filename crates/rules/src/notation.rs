//! Reading positions. `Display` writes them.

use crate::BoardError;
use std::fmt::Display;

/// A position that can be read from the text that `Display` writes.
pub trait Notation: Display + Sized {
    /// Reads a position. The game's module describes the notation.
    fn read(text: &str) -> Result<Self, BoardError>;
}

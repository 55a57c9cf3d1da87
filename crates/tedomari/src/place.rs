//! Where in a text is an error? The characters that a message is about, so that an editor can point at them.

use crate::EngineError;
use rules::{BoardError, OpenError};
use std::ops::Range;
use sums::{ReadError, Sum};

impl EngineError {
    /// The characters of the question that the message is about, counted from 0. `None` means that it is about the
    /// text as a whole.
    ///
    /// ```
    /// use tedomari::prelude::*;
    ///
    /// let engine = Engine::new();
    /// let text = "nogo:.x|.q";
    /// let error = engine.position(text).unwrap_err();
    /// assert_eq!(error.place(text), Some(9..10));
    /// ```
    #[must_use]
    pub fn place(&self, text: &str) -> Option<Range<usize>> {
        let bytes = match self {
            Self::Syntax(error) => {
                let offset = error.offset();
                // The question may have been rewritten before it was read.
                (text.is_char_boundary(offset) && offset <= text.len()).then(|| offset..end(text, offset))
            }
            Self::Position(error) => of_position(error, text, 0..text.len()),
            Self::Sum(ReadError::Position { part, error }) => {
                let part = of_part(text, part)?;
                of_position(error, text, part.clone()).or(Some(part))
            }
            Self::Sum(ReadError::Value { part, .. } | ReadError::Limit { part, .. }) => of_part(text, part),
            Self::Sum(ReadError::Empty(error)) => Some(error.offset()..end(text, error.offset())),
            _ => None,
        }?;
        let characters = |bytes: usize| text.get(..bytes).map(|before| before.chars().count());
        Some(characters(bytes.start)?..characters(bytes.end)?)
    }
}

/// The end of the character at this byte, or the byte itself at the end of the text.
fn end(text: &str, start: usize) -> usize {
    let next = text.get(start..).and_then(|rest| rest.chars().next());
    start + next.map_or(0, char::len_utf8)
}

/// The bytes of a part of a sum.
fn of_part(text: &str, part: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for found in text.split(Sum::JOINT) {
        if found.trim() == part {
            let start = start + found.len() - found.trim_start().len();
            return Some(start..start + part.len());
        }
        start += found.len() + Sum::JOINT.len();
    }
    None
}

/// The bytes of an error in `GAME:POSITION`, which has these bytes of the text.
fn of_position(error: &OpenError, text: &str, all: Range<usize>) -> Option<Range<usize>> {
    let (game, position) = text.get(all.clone())?.split_once(':')?;
    let start = all.start + game.len() + 1;
    match error {
        OpenError::UnknownGame { .. } => Some(all.start..all.start + game.len()),
        OpenError::Board(BoardError::UnknownCell { row, column, .. }) => {
            let row = row_at(position, *row)?;
            let cell = position[row.clone()].char_indices().nth(column - 1)?.0;
            let cell = start + row.start + cell;
            Some(cell..end(text, cell))
        }
        OpenError::Board(BoardError::Ragged { row, .. }) => {
            let row = row_at(position, *row)?;
            Some(start + row.start..start + row.end)
        }
        OpenError::Board(_) => Some(start..all.end),
        _ => None,
    }
}

/// The bytes of a row, counted from 1, without the spaces around it.
fn row_at(position: &str, number: usize) -> Option<Range<usize>> {
    let rows = position.len() - position.trim_start().len();
    let row = position.trim().split(['|', '\n']).nth(number - 1)?;
    let before: usize = position.trim().split(['|', '\n']).take(number - 1).map(|row| row.len() + 1).sum();
    let start = rows + before + row.len() - row.trim_start().len();
    Some(start..start + row.trim().len())
}

//! The names of cells and moves on a board.

use crate::bitboard::Cell;
use derive_more::Display;
use std::fmt;

/// The name of a cell: column letters from the left, `AA` after `Z`, rows counted from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellName {
    /// From the left, from 0.
    column: u8,
    row: u8,
}

impl CellName {
    /// The cell in this column, from the left from 0, and in this row, from the bottom from 1.
    pub(crate) fn new(column: u8, row: u8) -> Self {
        Self { column, row }
    }
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |number: u8| char::from(b'A' + number);
        if let Some(before) = (self.column / 26).checked_sub(1) {
            write!(f, "{}", letter(before))?;
        }
        write!(f, "{}{}", letter(self.column % 26), self.row)
    }
}

/// A move named by its cell, written `B2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
#[display("{name}")]
pub struct Spot {
    /// The cell.
    pub cell: Cell,
    pub(super) name: CellName,
}

/// A move named by two cells, such as the move of a stone from one to the other, written `A1-A2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
#[display("{}-{}", names[0], names[1])]
pub struct Walk {
    /// The origin of the stone.
    pub from: Cell,
    /// The target of the stone.
    pub to: Cell,
    pub(super) names: [CellName; 2],
}

//! Positions that are sums of rows. Each row is a line of up to 64 cells, and a cell belongs to Left, to
//! Right, to both or to neither player.
//!
//! Rows are joined by `|` and may differ in length.

use crate::BoardError;
use crate::board::list;
use smallvec::SmallVec;
use std::fmt;
use std::ops::Range;
use values::{ByPlayer, Player};

/// The maximum length of a row, and the maximum number of rows.
const MOST: usize = 64;

/// A row; bit `i` of `cells` stands for the cell `i` from the left.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Row {
    /// The number of cells.
    pub length: u8,
    /// The cells of Left and of Right.
    pub cells: ByPlayer<u64>,
}

impl Row {
    /// The cells of a player.
    #[must_use]
    pub fn of(&self, player: Player) -> u64 {
        self.cells[player]
    }

    /// All cells of the row.
    #[must_use]
    pub fn inside(&self) -> u64 {
        u64::MAX.checked_shr(64 - u32::from(self.length)).unwrap_or(0)
    }

    /// The cells that belong to at least one player.
    #[must_use]
    pub fn taken(&self) -> u64 {
        self.cells.left | self.cells.right
    }

    /// The mirror image of the row.
    pub fn mirrored(&self) -> Self {
        let mirrored =
            |cells: u64| cells.reverse_bits().checked_shr(64 - u32::from(self.length)).unwrap_or(0);
        Self { cells: self.cells.map(mirrored), ..*self }
    }

    /// The row with the players exchanged.
    pub fn exchanged(&self) -> Self {
        Self { cells: self.cells.swapped(), ..*self }
    }

    /// These cells as a row of their own.
    pub fn cut(&self, range: Range<u8>) -> Self {
        let part = Self { length: range.end - range.start, cells: ByPlayer::both(0) };
        Self { cells: self.cells.map(|cells| cells >> range.start & part.inside()), ..part }
    }
}

/// The indices of the set bits.
pub fn bits(cells: impl Into<u64>) -> impl Iterator<Item = u8> {
    let mut cells = cells.into();
    std::iter::from_fn(move || {
        let first = cells.trailing_zeros() as u8;
        cells &= cells.wrapping_sub(1);
        (first < 64).then_some(first)
    })
}

/// The maximal runs of set bits.
pub fn runs(mut cells: u64) -> impl Iterator<Item = Range<u8>> {
    std::iter::from_fn(move || {
        let start = cells.trailing_zeros();
        let length = (!cells.checked_shr(start)?).trailing_zeros();
        cells &= u64::MAX.checked_shl(start + length).unwrap_or(0);
        Some(start as u8..(start + length) as u8)
    })
}

/// The characters of rows, in lower case, each with two flags: does its cell belong to Left, and to Right?
#[derive(Clone, Copy, Debug)]
pub struct RowSymbols(pub &'static [(char, [bool; 2])]);

/// The rows of a position.
#[must_use]
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Rows(pub SmallVec<[Row; 1]>);

impl Rows {
    /// Reads rows of these symbols.
    pub fn read(text: &str, symbols: &RowSymbols) -> Result<Self, BoardError> {
        let rows: Vec<Vec<char>> =
            text.trim().split('|').map(|row| row.trim().to_lowercase().chars().collect()).collect();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        if width == 0 {
            return Err(BoardError::Empty);
        }
        if width > MOST || rows.len() > MOST {
            return Err(BoardError::TooLarge { width, height: rows.len(), most: [MOST; 2] });
        }
        if let Some(row) = rows.iter().position(Vec::is_empty) {
            refuse!("row {} is empty", row + 1);
        }
        let read_row = |(y, row): (usize, &Vec<char>)| {
            let mut read = Row { length: row.len() as u8, cells: ByPlayer::both(0) };
            for (x, &found) in row.iter().enumerate() {
                let known = symbols.0.iter().find(|&&(symbol, _)| symbol == found);
                let unknown = || BoardError::UnknownCell {
                    row: y + 1,
                    column: x + 1,
                    found,
                    known: list(symbols.0.iter().map(|&(symbol, _)| symbol)),
                };
                let owned = ByPlayer::from(known.ok_or_else(unknown)?.1);
                for player in Player::BOTH {
                    read.cells[player] |= u64::from(owned[player]) << x;
                }
            }
            Ok(read)
        };
        rows.iter().enumerate().map(read_row).collect::<Result<_, _>>().map(Self)
    }

    /// Writes the rows with these symbols.
    pub fn write(&self, f: &mut fmt::Formatter<'_>, symbols: &RowSymbols) -> fmt::Result {
        let symbol =
            |owned| symbols.0.iter().find(|&&(_, known)| known == owned).map_or('?', |&(symbol, _)| symbol);
        for (y, row) in self.0.iter().enumerate() {
            let cell = |x| symbol(row.cells.map(|cells| cells >> x & 1 == 1).into_array());
            let text: String = (0..row.length).map(cell).collect();
            write!(f, "{}{text}", if y == 0 { "" } else { "|" })?;
        }
        Ok(())
    }

    /// The changed rows in sorted order. Rows are a sum, so their order does not matter.
    fn sorted(&self, change: impl Fn(&Row) -> Row) -> Self {
        let mut rows: SmallVec<_> = self.0.iter().map(change).collect();
        rows.sort_unstable();
        Self(rows)
    }

    /// The first of the rows and their negative, each with its rows changed and sorted, and whether it is the
    /// negative.
    pub fn normal_form(&self, same: fn(&Row) -> Row, negative: fn(&Row) -> Row) -> (Self, bool) {
        let (same, negative) = (self.sorted(same), self.sorted(negative));
        if negative < same { (negative, true) } else { (same, false) }
    }

    /// The rows with the one at this index replaced.
    pub fn with(&self, number: u8, row: Row) -> Self {
        let mut rows = self.clone();
        rows.0[usize::from(number)] = row;
        rows
    }

    /// The name of a cell, given by row and cell from 0: its number from 1, after that of the row if there
    /// are several.
    #[must_use]
    pub fn place(&self, row: u8, cell: u8) -> Place {
        Place { row, cell, named: self.0.len() > 1 }
    }
}

impl From<Row> for Rows {
    fn from(row: Row) -> Self {
        Self(SmallVec::from([row]))
    }
}

/// A cell of a row, written `5`, or `2:5` for the fifth cell of the second row if there are several rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The row, from the top, from 0.
    pub row: u8,
    /// The cell, from the left, from 0.
    pub cell: u8,
    named: bool,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.named {
            write!(f, "{}:", self.row + 1)?;
        }
        write!(f, "{}", self.cell + 1)
    }
}

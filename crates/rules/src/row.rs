//! Positions made of rows that have nothing to do with each other: each a line of
//! up to 64 cells that belong to Left, to Right, to both or to nobody.
//!
//! Rows are joined by `|` and may differ in length.

use crate::BoardError;
use crate::board::list;
use smallvec::SmallVec;
use std::fmt;
use std::ops::Range;
use values::Player;

/// The longest row, and the most rows.
const MOST: usize = 64;

/// A row; bit `i` of `cells` stands for the cell `i` from the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Row {
    /// How many cells there are.
    pub length: u8,
    /// What belongs to Left and to Right.
    pub cells: [u64; 2],
}

impl Row {
    /// What belongs to a player.
    #[must_use]
    pub fn of(&self, player: Player) -> u64 {
        self.cells[player as usize]
    }

    /// The cells of the row.
    #[must_use]
    pub fn inside(&self) -> u64 {
        u64::MAX.checked_shr(64 - u32::from(self.length)).unwrap_or(0)
    }

    /// What belongs to anybody.
    #[must_use]
    pub fn taken(&self) -> u64 {
        self.cells[0] | self.cells[1]
    }

    /// The row seen from the other side.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mirrored =
            |cells: u64| cells.reverse_bits().checked_shr(64 - u32::from(self.length)).unwrap_or(0);
        Self { cells: self.cells.map(mirrored), ..*self }
    }

    /// The row with the players exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        let [left, right] = self.cells;
        Self { cells: [right, left], ..*self }
    }

    /// These cells as a row of their own.
    #[must_use]
    pub fn cut(&self, range: Range<u8>) -> Self {
        let part = Self { length: range.end - range.start, cells: [0; 2] };
        Self { cells: self.cells.map(|cells| cells >> range.start & part.inside()), ..part }
    }
}

/// The numbers of the bits that are set.
pub fn bits(mut cells: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = cells.trailing_zeros() as u8;
        cells &= cells.wrapping_sub(1);
        (first < 64).then_some(first)
    })
}

/// The unbroken runs of bits that are set.
pub fn runs(mut cells: u64) -> impl Iterator<Item = Range<u8>> {
    std::iter::from_fn(move || {
        let start = cells.trailing_zeros();
        let length = (!cells.checked_shr(start)?).trailing_zeros();
        cells &= u64::MAX.checked_shl(start + length).unwrap_or(0);
        Some(start as u8..(start + length) as u8)
    })
}

/// The characters of rows, in lower case: whether what each stands for belongs to Left, and to Right.
#[derive(Clone, Copy, Debug)]
pub struct RowSymbols(pub &'static [(char, [bool; 2])]);

/// The rows of a position.
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
            return Err(BoardError::Other(format!("row {} is empty", row + 1)));
        }
        let read_row = |(y, row): (usize, &Vec<char>)| {
            let mut read = Row { length: row.len() as u8, cells: [0; 2] };
            for (x, &found) in row.iter().enumerate() {
                let known = symbols.0.iter().find(|&&(symbol, _)| symbol == found);
                let unknown = || BoardError::UnknownCell {
                    row: y + 1,
                    column: x + 1,
                    found,
                    known: list(symbols.0.iter().map(|&(symbol, _)| symbol)),
                };
                let owned = known.ok_or_else(unknown)?.1;
                for player in Player::BOTH {
                    read.cells[player as usize] |= u64::from(owned[player as usize]) << x;
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
            let cell = |x| symbol(row.cells.map(|cells| cells >> x & 1 == 1));
            let text: String = (0..row.length).map(cell).collect();
            write!(f, "{}{text}", if y == 0 { "" } else { "|" })?;
        }
        Ok(())
    }

    /// Every row changed, in an order of its own: rows are a sum.
    #[must_use]
    pub fn sorted(&self, change: impl Fn(&Row) -> Row) -> Self {
        let mut rows: SmallVec<_> = self.0.iter().map(change).collect();
        rows.sort_unstable();
        Self(rows)
    }

    /// With another row instead of the one with this number.
    #[must_use]
    pub fn with(&self, number: u8, row: Row) -> Self {
        let mut rows = self.clone();
        rows.0[usize::from(number)] = row;
        rows
    }

    /// The name of a cell, both from 0: its number from 1, after that of the row where there are several.
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

/// A cell of a row, written `5`, or `2:5` for the fifth cell of the second row where there are several.
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

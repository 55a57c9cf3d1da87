//! The coordinates that moves use for cells, for drawing boards.

/// The coordinates that moves use for cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Coordinates {
    /// Letters for columns from the left, `AA` after `Z`, then numbers for rows from the bottom: `C2`.
    #[default]
    Board,
    /// Numbers along a row. With several rows, the number of the row from the top comes first: `5`, `2:5`.
    Rows,
    /// Letters for rows from the top, then numbers along each: `C2`.
    Triangle,
}

impl Coordinates {
    /// The name of a column, counted from 0 from the left.
    #[must_use]
    pub fn column(self, column: usize) -> String {
        match self {
            Self::Board => letters(column),
            Self::Rows | Self::Triangle => (column + 1).to_string(),
        }
    }

    /// The name of a row, counted from 0 from the top, on a board with `height` rows.
    #[must_use]
    pub fn row(self, row: usize, rows: usize) -> String {
        match self {
            Self::Board => (rows - row).to_string(),
            Self::Rows if rows == 1 => String::new(),
            Self::Rows => (row + 1).to_string(),
            Self::Triangle => letters(row),
        }
    }
}

fn letters(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8).to_string();
    match (number / 26).checked_sub(1) {
        Some(before) => letters(before) + &letter,
        None => letter,
    }
}

//! The text of a board as rows of characters. A text is parsed once; its size then selects the bitboard.

use super::BoardError;
use crate::bitboard::Shape;

/// Rows of characters in lower case, all of the same length, with at least one cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    rows: Vec<Vec<char>>,
}

impl Grid {
    /// Reads rows that are joined by `|` or stand on lines of their own.
    pub fn read(text: &str) -> Result<Self, BoardError> {
        let characters = |row: &str| row.trim().to_lowercase().chars().collect();
        let rows: Vec<Vec<char>> = text.trim().split(['|', '\n']).map(characters).collect();
        let width = rows[0].len();
        if rows.iter().all(Vec::is_empty) {
            return Err(BoardError::Empty);
        }
        if let Some(row) = rows.iter().position(|row| row.len() != width) {
            return Err(BoardError::Ragged { row: row + 1, found: rows[row].len(), expected: width });
        }
        Ok(Self { rows })
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows[0].len()
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The bitboard for this size.
    #[must_use]
    pub fn shape(&self, strips: bool) -> Shape {
        Shape::of(self.width(), self.height(), strips)
    }

    /// Returns an error if there are more columns or rows than `most`.
    pub fn at_most(self, most: [usize; 2]) -> Result<Self, BoardError> {
        let (width, height) = (self.width(), self.height());
        if width > most[0] || height > most[1] {
            return Err(BoardError::TooLarge { width, height, most });
        }
        Ok(self)
    }

    /// The character in a column and a row, both from 0.
    #[must_use]
    pub fn at(&self, x: usize, y: usize) -> char {
        self.rows[y][x]
    }

    /// All characters with their columns and rows, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, char)> {
        let row = |(y, row): (usize, &'_ Vec<char>)| {
            row.iter().enumerate().map(move |(x, &found)| (x, y, found)).collect::<Vec<_>>()
        };
        self.rows.iter().enumerate().flat_map(row)
    }
}

/// The text of a board: its rows and, in games with points, the points of Left behind them.
#[must_use]
pub fn rows_and_points(text: &str) -> (&str, Option<&str>) {
    text.split_once('/').map_or((text, None), |(rows, points)| (rows, Some(points)))
}

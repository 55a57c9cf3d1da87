//! The text of a board as rows of characters. A text is parsed once; its size then selects the bitboard.

use super::BoardError;
use crate::bitboard::Shape;

/// Rows of characters in lower case, all of the same length, with at least one cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    width: usize,
    /// Row by row.
    characters: Vec<char>,
}

impl Grid {
    /// Reads rows that are joined by `|` or stand on lines of their own.
    pub fn read(text: &str) -> Result<Self, BoardError> {
        let (mut characters, mut width, mut ragged) = (Vec::with_capacity(text.len()), 0, None);
        for (y, row) in text.trim().split(['|', '\n']).enumerate() {
            let before = characters.len();
            characters.extend(row.trim().chars().flat_map(char::to_lowercase));
            let found = characters.len() - before;
            if y == 0 {
                width = found;
            } else if found != width && ragged.is_none() {
                ragged = Some(BoardError::Ragged { row: y + 1, found, expected: width });
            }
        }
        match ragged {
            _ if characters.is_empty() => Err(BoardError::Empty),
            Some(ragged) => Err(ragged),
            None => Ok(Self { width, characters }),
        }
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.characters.len() / self.width
    }

    /// The bitboard for this size.
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

    /// All characters with their columns and rows, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, char)> {
        let placed = |(i, &found): (usize, &char)| (i % self.width, i / self.width, found);
        self.characters.iter().enumerate().map(placed)
    }
}

/// The text of a board: its rows and, in games with points, the points of Left behind them.
#[must_use]
pub fn rows_and_points(text: &str) -> (&str, Option<&str>) {
    text.split_once('/').map_or((text, None), |(rows, points)| (rows, Some(points)))
}

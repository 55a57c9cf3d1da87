//! Triangular Nim: from a triangle of pieces, a player removes one or more pieces that lie next to each other
//! on a straight line, in any of the three directions. In normal play the player who takes the last piece
//! wins; in misère play, common in Taiwan and China, that player loses (Shan 2013, §2.1).
//!
//! Rows from the top are joined by `|`, `x` is a piece and `.` an empty place. A place is named by its row,
//! from `A` at the top, and its number in the row.
//!
//! ```
//! use rules::{Notation, Position, games::triangular_nim::TriangularNim};
//! use values::Player;
//!
//! let triangle = TriangularNim::read("x|x.|xxx")?;
//! let moves: Vec<String> = triangle.moves(Player::Left).iter().map(ToString::to_string).collect();
//! assert_eq!(moves, ["A1", "A1-B1", "A1-C1", "B1", "B1-C1", "B1-C2", "C1", "C1-C2", "C1-C3", "C2", "C2-C3", "C3"]);
//! assert_eq!(triangle.number(), 0b111_01_1);
//! # Ok::<(), rules::BoardError>(())
//! ```

use crate::bitboard::Bitboard;
use crate::{BoardError, Coordinates, Notation, Position, Regions};
use derive_more::Display;
use std::fmt;
use values::Player;

/// The pieces on a triangle, row by row as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TriangularNim {
    layers: u8,
    pub(super) pieces: u64,
}

/// A place: row from the top and column from the left, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
#[display("{}{}", char::from(b'A' + row), column + 1)]
struct Place {
    row: u8,
    column: u8,
}

/// The places of the largest triangle, in the order of their bits.
const PLACES: [Place; 55] = {
    let mut places = [Place { row: 0, column: 0 }; 55];
    let mut i = 1;
    while i < 55 {
        let Place { row, column } = places[i - 1];
        places[i] =
            if column < row { Place { row, column: column + 1 } } else { Place { row: row + 1, column: 0 } };
        i += 1;
    }
    places
};

/// From a place down to the left, down to the right, and to the right in its row.
const DIRECTIONS: [(u8, u8); 3] = [(1, 0), (1, 1), (0, 1)];

impl Place {
    /// All places of a triangle, row by row.
    fn all(layers: u8) -> impl Iterator<Item = Self> {
        PLACES.into_iter().take_while(move |place| place.row < layers)
    }

    fn bit(self) -> u64 {
        let above = u32::from(self.row) * (u32::from(self.row) + 1) / 2;
        1 << (above + u32::from(self.column))
    }

    /// The places next to this one, as bits; those below may be outside of the triangle.
    fn beside(self) -> u64 {
        let Self { row, column } = self;
        let bit = self.bit();
        let left = if column > 0 { bit >> 1 | bit >> (row + 1) } else { 0 };
        let right = if column < row { bit << 1 | bit >> row } else { 0 };
        left | right | bit << (row + 1) | bit << (row + 2)
    }

    /// The places from this one on in one direction, this one included.
    fn line(self, layers: u8, (down, right): (u8, u8)) -> impl Iterator<Item = Self> {
        let step = move |place: &Self| Some(Self { row: place.row + down, column: place.column + right });
        std::iter::successors(Some(self), step)
            .take_while(move |place| place.row < layers && place.column <= place.row)
    }
}

/// The pieces that a move removes, written `C1-C3`, or `B2` for a single one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    ends: [Place; 2],
    pieces: u64,
}

impl Run {
    /// All runs over these pieces.
    fn all(layers: u8, pieces: u64) -> impl Iterator<Item = Self> {
        let from = move |first: Place| {
            let single = Self { ends: [first, first], pieces: first.bit() };
            let longer = DIRECTIONS.into_iter().flat_map(move |direction| {
                let line = first.line(layers, direction).take_while(move |place| pieces & place.bit() != 0);
                line.scan(0, move |run, last| {
                    *run |= last.bit();
                    Some(Self { ends: [first, last], pieces: *run })
                })
                .skip(1)
            });
            std::iter::once(single).chain(longer)
        };
        Place::all(layers).filter(move |place| pieces & place.bit() != 0).flat_map(from)
    }

    /// The pieces as bits, see [`TriangularNim::number`].
    #[must_use]
    pub fn pieces(&self) -> u64 {
        self.pieces
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, last] = self.ends;
        if first == last { first.fmt(f) } else { write!(f, "{first}-{last}") }
    }
}

impl TriangularNim {
    /// The maximum number of layers: its triangle fits into a word.
    pub const MOST_LAYERS: u8 = 10;

    /// The full triangle with this number of layers.
    pub fn full(layers: u8) -> Result<Self, BoardError> {
        Self::check(layers.into())?;
        Ok(Self { layers, pieces: Place::all(layers).fold(0, |pieces, place| pieces | place.bit()) })
    }

    /// The position with this [number](Self::number).
    pub fn from_number(layers: u8, number: u64) -> Result<Self, BoardError> {
        let full = Self::full(layers)?;
        if number > full.pieces {
            let most = full.pieces;
            refuse!("positions of {layers} layers have numbers from 0 to {most}, {number} is beyond");
        }
        Ok(Self { pieces: number, ..full })
    }

    /// The number of rows of the triangle.
    #[must_use]
    pub fn layers(&self) -> u8 {
        self.layers
    }

    /// The pieces as bits: the lowest is the top of the triangle, then row by row from the left.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.pieces
    }

    /// The coordinates of a place: its distances from the left, the right and the lower side.
    #[must_use]
    pub fn distances(layers: u8, place: u8) -> Option<[u8; 3]> {
        let Place { row, column } = *PLACES.get(usize::from(place))?;
        Some([column, row - column, layers.checked_sub(row + 1)?])
    }

    fn check(layers: usize) -> Result<(), BoardError> {
        match layers {
            0 => Err(BoardError::Empty),
            _ if layers <= Self::MOST_LAYERS.into() => Ok(()),
            _ => refuse!("a triangle of {layers} layers is too large: at most {}", Self::MOST_LAYERS),
        }
    }

    /// The places of the pieces.
    fn places(&self) -> impl Iterator<Item = Place> + Clone {
        let next = |rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
        let rests = std::iter::successors(Some(self.pieces).filter(|&pieces| pieces != 0), next);
        rests.map(|rest| PLACES[rest.trailing_zeros() as usize])
    }
}

impl Position for TriangularNim {
    fn cells(&self) -> Option<Coordinates> {
        Some(Coordinates::Triangle)
    }

    type Move = Run;

    fn moves(&self, _: Player) -> Vec<Run> {
        Run::all(self.layers, self.pieces).collect()
    }

    fn play(&self, _: Player, action: Run) -> Self {
        Self { pieces: self.pieces & !action.pieces, ..*self }
    }

    fn regions(&self) -> Regions<Self> {
        // The pieces of one move are adjacent, so they belong to one component.
        let of = |pieces: u64| Self { pieces, ..*self };
        let beside = |pieces| of(pieces).places().fold(0, |beside, place| beside | place.beside());
        self.pieces.parts(beside).map(of).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        // All three directions are equivalent, and the empty places around the pieces do not matter.
        const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let distances =
            self.places().map(|Place { row, column }| [column, row - column, self.layers - 1 - row]);
        let nearest = distances.clone().reduce(|a, b| std::array::from_fn(|side| a[side].min(b[side])));
        let nearest = nearest.unwrap_or_default();
        let alike = ORDERS.into_iter().map(|[left, right, _]| {
            let place = |distances: [u8; 3]| {
                let column = distances[left] - nearest[left];
                Place { row: column + distances[right] - nearest[right], column }
            };
            distances.clone().fold(0, |pieces, distances| pieces | place(distances).bit())
        });
        let layers = self.layers - nearest.iter().sum::<u8>();
        (Self { layers, pieces: alike.min().unwrap_or(0) }, false)
    }
}

impl Notation for TriangularNim {
    fn read(text: &str) -> Result<Self, BoardError> {
        let rows: Vec<&str> = text.trim().split('|').map(str::trim).collect();
        if rows.iter().all(|row| row.is_empty()) {
            return Err(BoardError::Empty);
        }
        Self::check(rows.len())?;
        let mut pieces = 0;
        for (y, row) in rows.iter().enumerate() {
            let found = row.chars().count();
            if found != y + 1 {
                let row = y + 1;
                refuse!("row {row} of a triangle has {row} places, not {found}");
            }
            for (x, found) in row.chars().enumerate() {
                match found {
                    'x' | 'X' => pieces |= Place { row: y as u8, column: x as u8 }.bit(),
                    '.' => {}
                    _ => {
                        let (row, column) = (y + 1, x + 1);
                        return Err(BoardError::UnknownCell {
                            row,
                            column,
                            found,
                            known: "x and .".to_owned(),
                        });
                    }
                }
            }
        }
        Ok(Self { layers: rows.len() as u8, pieces })
    }
}

impl fmt::Display for TriangularNim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in Place::all(self.layers) {
            let separator = if place.column == 0 && place.row > 0 { "|" } else { "" };
            write!(f, "{separator}{}", if self.pieces & place.bit() != 0 { 'x' } else { '.' })?;
        }
        Ok(())
    }
}

/// The play convention: does taking the last piece win or lose?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Convention {
    /// The last piece wins.
    Normal,
    /// The last piece loses.
    Misere,
}

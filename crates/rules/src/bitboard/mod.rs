//! Sets of cells of a board, as bits: the empty cells, the stones of a player. A [`Bitboard`] has neighbours
//! and symmetries, and does not depend on a game. [`Small`], [`Large`], [`Huge`] and [`Strip`] are chosen by
//! the size of a board, in one place: [`Shape::of`].

mod packed;
mod rows;
mod small;
mod strip;

pub use packed::Turning;
pub use rows::{Huge, Large};
pub use small::Small;
pub use strip::Strip;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

/// A cell of a board: column from the left and row from the top, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Cell {
    /// The column, from the left.
    pub x: u8,
    /// The row, from the top.
    pub y: u8,
}

/// A symmetry of the square: one of its eight rotations and reflections.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    /// Exchange rows and columns first.
    pub transpose: bool,
    /// Then exchange left and right.
    pub mirror: bool,
    /// Then exchange top and bottom.
    pub flip: bool,
}

impl Symmetry {
    /// All eight, the identity first; the last four transpose.
    pub const ALL: [Self; 8] = {
        let mut all = [Self { transpose: false, mirror: false, flip: false }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Self { transpose: i & 4 != 0, mirror: i & 1 != 0, flip: i & 2 != 0 };
            i += 1;
        }
        all
    };
}

/// The smallest bitboard on which a board fits.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Up to 8×8.
    Small,
    /// Up to 16×16.
    Large,
    /// Up to 19×19.
    Huge,
    /// A single row of up to 64 cells.
    Strip,
}

impl Shape {
    /// The shape for a board of this size. A row too long for a square is a strip in games that have
    /// `strips`. A board too large for all shapes gets the shape whose limit an error should name.
    pub fn of(width: usize, height: usize, strips: bool) -> Self {
        match width.max(height) {
            0..=8 => Self::Small,
            _ if strips && height == 1 => Self::Strip,
            9..=16 => Self::Large,
            _ => Self::Huge,
        }
    }
}

/// A shift of all cells of a bitboard in one direction.
pub type Step<P> = fn(P) -> P;

/// A set of cells of a board with `WIDTH` by `HEIGHT` cells. Smaller boards use the corner at the top left.
pub trait Bitboard:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
{
    /// The maximum number of columns.
    const WIDTH: u8;
    /// The maximum number of rows.
    const HEIGHT: u8;
    /// The number of symmetries of this bitboard: they are the first ones of [`Symmetry::ALL`].
    const SYMMETRIES: usize;
    /// The empty set.
    const NONE: Self;
    /// The four directions along rows and columns, each with its opposite.
    const WAYS: [[Step<Self>; 2]; 4] = [
        [Self::east, Self::west],
        [Self::west, Self::east],
        [Self::north, Self::south],
        [Self::south, Self::north],
    ];

    /// The eight directions of a queen.
    const DIRECTIONS: [Step<Self>; 8] = [
        Self::east,
        Self::west,
        Self::north,
        Self::south,
        |cells| cells.north().east(),
        |cells| cells.north().west(),
        |cells| cells.south().east(),
        |cells| cells.south().west(),
    ];

    /// A single cell.
    fn cell(cell: Cell) -> Self;
    /// The first cell, row by row. `None` means that the set is empty.
    fn first(self) -> Option<Cell>;
    /// The number of cells.
    fn count(self) -> u32;
    /// All cells moved one to the right. Cells at the edge are dropped, here and in the next three methods.
    fn east(self) -> Self;
    /// All cells moved one to the left.
    fn west(self) -> Self;
    /// All cells moved one down.
    fn south(self) -> Self;
    /// All cells moved one up.
    fn north(self) -> Self;
    /// The cells after a symmetry of the bitboard, see [`Self::SYMMETRIES`].
    fn turned(self, turn: Symmetry) -> Self;
    /// The cells after each of [`Symmetry::ALL`].
    fn all_turned(self) -> [Self; 8] {
        Symmetry::ALL.map(|turn| self.turned(turn))
    }
    /// The cells moved left by `x` and up by `y`.
    fn moved(self, x: u8, y: u8) -> Self;

    /// The first row with a cell and the row after the last such row. Both are 0 for the empty set.
    fn rows(self) -> (u8, u8) {
        let upside_down = self.turned(Symmetry { transpose: false, mirror: false, flip: true });
        match (self.first(), upside_down.first()) {
            (Some(first), Some(last)) => (first.y, Self::HEIGHT - last.y),
            _ => (0, 0),
        }
    }

    /// The same for the columns.
    fn columns(self) -> (u8, u8) {
        self.turned(Symmetry { transpose: true, mirror: false, flip: false }).rows()
    }

    /// Is the set empty?
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Is the cell in the set?
    fn contains(self, cell: Cell) -> bool {
        !(self & Self::cell(cell)).is_empty()
    }

    /// The difference of two sets.
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// The rectangle of `width` by `height` cells at the top left.
    fn rectangle(width: u8, height: u8) -> Self {
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell { x, y }));
        cells.fold(Self::NONE, |bitboard, cell| bitboard | Self::cell(cell))
    }

    /// The cells above, below, left and right of these.
    fn beside(self) -> Self {
        self.east() | self.west() | self.north() | self.south()
    }

    /// The cells beside these, diagonally too.
    fn around(self) -> Self {
        let row = self | self.east() | self.west();
        (row | row.north() | row.south()).without(self)
    }

    /// Flood fill: all cells of `within` that are reachable from these step by step, and these cells.
    fn spread(self, within: Self, step: impl Fn(Self) -> Self) -> Self {
        let mut reached = self & within;
        loop {
            let next = (reached | step(reached)) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The connected components of these cells.
    fn parts(mut self, step: impl Fn(Self) -> Self) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let part = Self::cell(self.first()?).spread(self, &step);
            self = self.without(part);
            Some(part)
        })
    }

    /// All cells on the straight lines of a queen from these cells over `free` ones.
    fn lines(self, free: Self) -> Self {
        // All eight directions at once, until all are blocked.
        let (mut fronts, mut reached) = ([self; 8], Self::NONE);
        loop {
            for (front, direction) in fronts.iter_mut().zip(Self::DIRECTIONS) {
                *front = direction(*front) & free;
            }
            let all = fronts.into_iter().fold(Self::NONE, |all, front| all | front);
            if all.is_empty() {
                return reached;
            }
            reached = reached | all;
        }
    }

    /// The same cells on the smallest bitboard. `None` means that they do not fit.
    fn small(self) -> Option<Small> {
        let fits = |cell: &Cell| cell.x < Small::WIDTH && cell.y < Small::HEIGHT;
        self.cells().try_fold(0, |all, cell| fits(&cell).then(|| all | Small::cell(cell)))
    }

    /// The cells one by one, row by row.
    fn cells(mut self) -> impl Iterator<Item = Cell> {
        std::iter::from_fn(move || {
            let cell = self.first()?;
            self = self.without(Self::cell(cell));
            Some(cell)
        })
    }
}

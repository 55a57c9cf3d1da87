//! Sets of cells of a board, as bits: which cells are empty, which hold a stone. A [`Bitboard`] knows its
//! neighbours and its mirror images, and nothing of any game. [`Small`], [`Large`], [`Huge`] and [`Strip`]
//! are chosen by the size of a board, in one place: [`Shape::of`].

mod rows;
mod small;
mod strip;

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

/// A rotation or reflection: one of the eight ways to lay a square on itself.
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

    /// Which of [`Self::ALL`].
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.transpose) << 2 | usize::from(self.flip) << 1 | usize::from(self.mirror)
    }
}

/// The smallest bitboard on which a board fits.
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
    /// `strips`. What is too large for all shapes gets the one whose limit an error should name.
    #[must_use]
    pub fn of(width: usize, height: usize, strips: bool) -> Self {
        match width.max(height) {
            0..=8 => Self::Small,
            9..=16 => Self::Large,
            _ if strips && height == 1 => Self::Strip,
            _ => Self::Huge,
        }
    }
}

/// Moves all cells of a bitboard the same way.
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
    /// The most columns.
    const WIDTH: u8;
    /// The most rows.
    const HEIGHT: u8;
    /// The number of elements of [`Symmetry::ALL`], from the first, that lay the bitboard on itself. The
    /// others mean nothing to it.
    const SYMMETRIES: usize;
    /// No cell.
    const NONE: Self;
    /// The four ways along rows and columns, each with the way back.
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
    /// The first cell, row by row, if there is any.
    fn first(self) -> Option<Cell>;
    /// How many cells.
    fn count(self) -> u32;
    /// All cells moved one to the right, those at the edge dropped; and so on.
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

    /// The first row with a cell and the one after the last such row; twice 0 if there is no cell.
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

    /// Is there no cell?
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Is the cell among them?
    fn contains(self, cell: Cell) -> bool {
        !(self & Self::cell(cell)).is_empty()
    }

    /// These cells without those.
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

    /// All cells of `within` that can be reached from these step by step, these included.
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

    /// The connected parts of these cells.
    fn parts<F: Fn(Self) -> Self>(self, step: F) -> Parts<Self, F> {
        Parts { rest: self, step }
    }

    /// All cells on the straight lines of a queen from these cells over `free` ones.
    fn lines(self, free: Self) -> Self {
        // All eight directions at once, until none goes on.
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

    /// The same cells on the smallest bitboard. `None` means that it has no room for them.
    fn small(self) -> Option<Small> {
        let fits = |cell: &Cell| cell.x < Small::WIDTH && cell.y < Small::HEIGHT;
        self.cells().try_fold(0, |all, cell| fits(&cell).then(|| all | Small::cell(cell)))
    }

    /// The cells one by one, row by row.
    fn cells(self) -> Cells<Self> {
        Cells { rest: self }
    }
}

/// The cells of a bitboard, see [`Bitboard::cells`].
pub struct Cells<P> {
    rest: P,
}

impl<P: Bitboard> Iterator for Cells<P> {
    type Item = Cell;
    fn next(&mut self) -> Option<Cell> {
        let cell = self.rest.first()?;
        self.rest = self.rest.without(P::cell(cell));
        Some(cell)
    }
}

/// The connected parts of a bitboard, see [`Bitboard::parts`].
pub struct Parts<P, F> {
    rest: P,
    step: F,
}

impl<P: Bitboard, F: Fn(P) -> P> Iterator for Parts<P, F> {
    type Item = P;
    fn next(&mut self) -> Option<P> {
        let part = P::cell(self.rest.first()?).spread(self.rest, &self.step);
        self.rest = self.rest.without(part);
        Some(part)
    }
}

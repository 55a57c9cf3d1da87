//! Sets of cells of a board, as bits: which cells are empty, which hold a stone.
//! A [`Bitboard`] knows its neighbours, its mirror images and nothing of any game.

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

/// The eight ways to lay a square on itself.
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
    /// How many of [`Symmetry::ALL`], the first ones, lay the bitboard on itself; those after them mean nothing to it.
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

    /// The same cells on the smallest bitboard, if it has room.
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

/// Boards of up to 8×8 cells: one word, a byte for each row.
pub type Small = u64;

impl Bitboard for u64 {
    const WIDTH: u8 = 8;
    const HEIGHT: u8 = 8;
    const SYMMETRIES: usize = 8;
    const NONE: Self = 0;

    fn small(self) -> Option<Small> {
        Some(self)
    }

    fn cell(cell: Cell) -> Self {
        1 << (8 * cell.y + cell.x)
    }

    fn first(self) -> Option<Cell> {
        let bit = self.trailing_zeros() as u8;
        (bit < 64).then_some(Cell { x: bit % 8, y: bit / 8 })
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn east(self) -> Self {
        (self & 0x7f7f_7f7f_7f7f_7f7f) << 1
    }

    fn west(self) -> Self {
        self >> 1 & 0x7f7f_7f7f_7f7f_7f7f
    }

    fn south(self) -> Self {
        self << 8
    }

    fn north(self) -> Self {
        self >> 8
    }

    fn all_turned(self) -> [Self; 8] {
        let transposed = self.turned(Symmetry { transpose: true, mirror: false, flip: false });
        let [a, b] = [self, transposed].map(|bitboard| (bitboard, bitboard.reverse_bits()));
        let four =
            |(bitboard, round): (Self, Self)| [bitboard, round.swap_bytes(), bitboard.swap_bytes(), round];
        let ([a, b, c, d], [e, f, g, h]) = (four(a), four(b));
        [a, b, c, d, e, f, g, h]
    }

    fn turned(self, turn: Symmetry) -> Self {
        // Exchanges the bits of `low` with those `distance` higher.
        let swap = |bitboard: Self, low: Self, distance: u32| {
            let changed = (bitboard ^ bitboard >> distance) & low;
            bitboard ^ changed ^ changed << distance
        };
        let mut bitboard = self;
        if turn.transpose {
            bitboard = swap(bitboard, 0x00aa_00aa_00aa_00aa, 7);
            bitboard = swap(bitboard, 0x0000_cccc_0000_cccc, 14);
            bitboard = swap(bitboard, 0x0000_0000_f0f0_f0f0, 28);
        }
        match (turn.mirror, turn.flip) {
            (false, false) => bitboard,
            (false, true) => bitboard.swap_bytes(),
            (true, false) => bitboard.swap_bytes().reverse_bits(),
            (true, true) => bitboard.reverse_bits(),
        }
    }

    fn moved(self, x: u8, y: u8) -> Self {
        self >> (8 * y + x)
    }
}

/// Boards of up to 16×16 cells: a word for each row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Large([u16; 16]);

impl Large {
    fn map(self, row: impl Fn(u16) -> u16) -> Self {
        Self(self.0.map(row))
    }

    fn zip(self, other: Self, row: impl Fn(u16, u16) -> u16) -> Self {
        Self(std::array::from_fn(|y| row(self.0[y], other.0[y])))
    }
}

impl BitAnd for Large {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Large {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl Not for Large {
    type Output = Self;
    fn not(self) -> Self {
        self.map(|row| !row)
    }
}

impl Bitboard for Large {
    const WIDTH: u8 = 16;
    const HEIGHT: u8 = 16;
    const SYMMETRIES: usize = 8;
    const NONE: Self = Self([0; 16]);

    fn cell(cell: Cell) -> Self {
        Self(std::array::from_fn(|y| if y == usize::from(cell.y) { 1 << cell.x } else { 0 }))
    }

    fn first(self) -> Option<Cell> {
        let y = self.0.iter().position(|&row| row != 0)?;
        Some(Cell { x: self.0[y].trailing_zeros() as u8, y: y as u8 })
    }

    fn count(self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    fn east(self) -> Self {
        self.map(|row| row << 1)
    }

    fn west(self) -> Self {
        self.map(|row| row >> 1)
    }

    fn south(self) -> Self {
        Self(std::array::from_fn(|y| if y == 0 { 0 } else { self.0[y - 1] }))
    }

    fn north(self) -> Self {
        self.moved(0, 1)
    }

    fn turned(self, turn: Symmetry) -> Self {
        let mut rows = self.0;
        if turn.transpose {
            let column = |x: usize| (0..16).fold(0, |row, y| row | (self.0[y] >> x & 1) << y);
            rows = std::array::from_fn(column);
        }
        if turn.mirror {
            rows = rows.map(u16::reverse_bits);
        }
        if turn.flip {
            rows.reverse();
        }
        Self(rows)
    }

    fn moved(self, x: u8, y: u8) -> Self {
        Self(std::array::from_fn(|row| self.0.get(row + usize::from(y)).map_or(0, |row| row >> x)))
    }
}

/// Boards of a single row of up to 64 cells, which can be mirrored but not transposed: one word.
///
/// ```
/// use rules::{Position, games::clobber::Clobber, bitboard::Strip};
/// use values::Player;
///
/// let row = Clobber::<Strip>::read(&"xo".repeat(20))?;
/// let moves = row.moves(Player::Left);
/// assert_eq!(moves.len(), 39);
/// assert_eq!(moves[19].to_string(), "AM1-AN1");
/// assert_eq!(row.play(Player::Left, moves[19]).to_string(), format!("{}.X", "XO".repeat(19)));
/// # Ok::<(), rules::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Strip(u64);

impl BitAnd for Strip {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Strip {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Strip {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Bitboard for Strip {
    const WIDTH: u8 = 64;
    const HEIGHT: u8 = 1;
    const SYMMETRIES: usize = 2;
    const NONE: Self = Self(0);

    fn cell(cell: Cell) -> Self {
        Self(1 << cell.x)
    }

    fn first(self) -> Option<Cell> {
        (!self.is_empty()).then(|| Cell { x: self.0.trailing_zeros() as u8, y: 0 })
    }

    fn count(self) -> u32 {
        self.0.count_ones()
    }

    fn east(self) -> Self {
        Self(self.0 << 1)
    }

    fn west(self) -> Self {
        Self(self.0 >> 1)
    }

    fn south(self) -> Self {
        Self::NONE
    }

    fn north(self) -> Self {
        Self::NONE
    }

    fn turned(self, turn: Symmetry) -> Self {
        if turn.mirror { Self(self.0.reverse_bits()) } else { self }
    }

    fn columns(self) -> (u8, u8) {
        match self.first() {
            Some(first) => (first.x, Self::WIDTH - self.0.leading_zeros() as u8),
            None => (0, 0),
        }
    }

    fn moved(self, x: u8, _: u8) -> Self {
        Self(self.0 >> x)
    }
}

//! Square boards with a word for each row: [`Large`] up to 16×16 and [`Huge`] up to 19×19.

use super::{Bitboard, Cell, Symmetry};
use num_traits::{ConstOne, ConstZero, PrimInt};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

/// Boards of up to 16×16 cells.
pub type Large = Rows<u16, 16>;

/// Boards of up to 19×19 cells, the size of a Go board.
pub type Huge = Rows<u32, 19>;

/// A board of `SIDE` rows, each in the lowest `SIDE` bits of a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Rows<W, const SIDE: usize>([W; SIDE]);

/// A row of cells.
pub trait Word: PrimInt + ConstZero + ConstOne + Hash + Debug + Send + Sync + 'static {}

impl Word for u16 {}
impl Word for u32 {}

impl<W: Word, const SIDE: usize> Rows<W, SIDE> {
    /// The number of bits of a row that are not cells.
    const SPARE: usize = 8 * size_of::<W>() - SIDE;

    // Plain loops over the rows become vector instructions; `array::map` and `from_fn` did not.
    #[inline]
    fn map(mut self, change: impl Fn(W) -> W) -> Self {
        for row in &mut self.0 {
            *row = change(*row);
        }
        self
    }

    #[inline]
    fn zip(mut self, other: Self, change: impl Fn(W, W) -> W) -> Self {
        for (row, other) in self.0.iter_mut().zip(other.0) {
            *row = change(*row, other);
        }
        self
    }

    /// The bits of a row that are cells.
    fn inside(row: W) -> W {
        row << Self::SPARE >> Self::SPARE
    }
}

impl<W: Word, const SIDE: usize> BitAnd for Rows<W, SIDE> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<W: Word, const SIDE: usize> BitOr for Rows<W, SIDE> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<W: Word, const SIDE: usize> Not for Rows<W, SIDE> {
    type Output = Self;
    fn not(self) -> Self {
        self.map(|row| Self::inside(!row))
    }
}

impl<W: Word, const SIDE: usize> Bitboard for Rows<W, SIDE> {
    const WIDTH: u8 = SIDE as u8;
    const HEIGHT: u8 = SIDE as u8;
    const SYMMETRIES: usize = 8;
    const NONE: Self = Self([W::ZERO; SIDE]);

    fn cell(cell: Cell) -> Self {
        let mut rows = [W::ZERO; SIDE];
        rows[usize::from(cell.y)] = W::ONE << usize::from(cell.x);
        Self(rows)
    }

    fn first(self) -> Option<Cell> {
        let y = self.0.iter().position(|&row| row != W::ZERO)?;
        Some(Cell { x: self.0[y].trailing_zeros() as u8, y: y as u8 })
    }

    fn count(self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    fn east(self) -> Self {
        self.map(|row| Self::inside(row << 1))
    }

    fn west(self) -> Self {
        self.map(|row| row >> 1)
    }

    fn south(self) -> Self {
        let mut rows = [W::ZERO; SIDE];
        rows[1..].copy_from_slice(&self.0[..SIDE - 1]);
        Self(rows)
    }

    fn north(self) -> Self {
        let mut rows = [W::ZERO; SIDE];
        rows[..SIDE - 1].copy_from_slice(&self.0[1..]);
        Self(rows)
    }

    fn turned(self, symmetry: Symmetry) -> Self {
        let mut rows = self.0;
        if symmetry.transpose {
            let bit = |y: usize, x: usize| (self.0[y] >> x & W::ONE) << y;
            rows = std::array::from_fn(|x| (0..SIDE).fold(W::ZERO, |row, y| row | bit(y, x)));
        }
        if symmetry.mirror {
            rows = rows.map(|row| row.reverse_bits() >> Self::SPARE);
        }
        if symmetry.flip {
            rows.reverse();
        }
        Self(rows)
    }

    fn moved(self, x: u8, y: u8) -> Self {
        let mut rows = [W::ZERO; SIDE];
        let from = &self.0[usize::from(y).min(SIDE)..];
        rows[..from.len()].copy_from_slice(from);
        Self(rows).map(|row| row >> usize::from(x))
    }
}

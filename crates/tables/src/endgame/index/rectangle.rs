//! Which positions does a table hold, and how many? A rectangle and the layout of the game fix the set of
//! positions; binomial coefficients count the positions of a shape, so that no position is stored.

use super::shapes::{Cells, MAX_CELLS, choose};
use rules::Layout;
use std::ops::Range;
use values::ByPlayer;

/// Which positions a table holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rectangle {
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// What tells positions of the game apart.
    pub layout: Layout,
    /// The number of queens of Left and of Right. Only [`Layout::Queens`] uses it.
    pub queens: ByPlayer<u8>,
}

impl Rectangle {
    /// The maximum number of cells.
    pub const MAX_CELLS: u32 = MAX_CELLS as u32;

    /// Is there a table for this rectangle? A rectangle that is empty or too large has none, nor has one with
    /// fewer cells than queens.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        let fits = [self.width, self.height].iter().all(|side| (1..=8).contains(side));
        let queens: u32 = self.queens.iter().copied().map(u32::from).sum();
        let enough = self.layout != Layout::Queens || (1..=self.cells()).contains(&queens);
        fits && self.cells() <= Self::MAX_CELLS && enough
    }

    pub(super) fn cells(&self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }

    /// Does a translation of a position give an equal position?
    pub(super) fn translates(&self) -> bool {
        self.layout != Layout::Placed
    }

    /// Is a position with colours exchanged a position of the same table?
    pub(super) fn exchanges(&self) -> bool {
        match self.layout {
            Layout::Cells => false,
            Layout::Stones | Layout::Placed => true,
            Layout::Queens => self.queens.left == self.queens.right,
        }
    }

    /// The number of colourings of `coloured` cells, up to exchange of colours where that is a symmetry.
    pub(super) fn colourings(&self, coloured: u32) -> u64 {
        let all = match self.layout {
            Layout::Cells => 1,
            Layout::Stones | Layout::Placed => 1 << coloured,
            Layout::Queens => choose(coloured, self.queens.left.into()),
        };
        if self.exchanges() && coloured > 0 { all / 2 } else { all }
    }

    /// The number of coloured cells in a shape of `cells` cells.
    pub(super) fn coloured(&self, cells: u32) -> u32 {
        match self.layout {
            Layout::Cells => 0,
            Layout::Stones | Layout::Placed => cells,
            Layout::Queens => self.queens.iter().copied().map(u32::from).sum(),
        }
    }

    /// The number of positions of a shape of `cells` cells.
    pub(super) fn positions(&self, cells: u32) -> u64 {
        let coloured = self.coloured(cells);
        choose(cells, coloured) * self.colourings(coloured)
    }

    /// The number of positions before symmetry, illegal ones included. The rectangle must be
    /// [possible](Self::is_possible).
    #[must_use]
    pub fn all_positions(&self) -> u128 {
        let exchanged = |cells| if self.exchanges() && self.coloured(cells) > 0 { 2 } else { 1 };
        let sets = |cells| u128::from(choose(self.cells(), cells));
        (0..=self.cells())
            .map(|cells| sets(cells) * u128::from(self.positions(cells) * exchanged(cells)))
            .sum()
    }

    /// The approximate size of an index in bytes.
    #[must_use]
    pub fn index_bytes(&self) -> u64 {
        // A bit for each set of cells, and half as much to count them.
        (3 << self.cells()) / 16
    }

    /// The entries of each level.
    pub(super) fn levels(&self) -> Vec<Range<u64>> {
        let counts = self.shape_counts();
        let mut end = 0;
        let level = |level| {
            let (start, cells) = (end, self.cells_of(level));
            end += counts[cells as usize] * self.positions(cells);
            start..end
        };
        (0..=self.cells()).map(level).collect()
    }

    /// The number of entries of a table. The rectangle must be [possible](Self::is_possible).
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.levels().last().expect("there is a level for each number of cells from 0 on").end
    }

    /// The distance, in cells, by which a set can be translated towards the first corner.
    pub(super) fn shift(&self, cells: Cells) -> u32 {
        if !self.translates() || cells == 0 || cells & 1 != 0 {
            return 0;
        }
        let width = u32::from(self.width);
        let rows = cells.trailing_zeros() / width;
        let row =
            (0..u32::from(self.height)).fold(0, |row, y| row | cells >> (y * width)) & ((1 << width) - 1);
        rows * width + row.trailing_zeros()
    }

    /// The columns and rows of the smallest box around a set, which must not be empty.
    pub(super) fn size(&self, cells: Cells) -> [u32; 2] {
        let width = u32::from(self.width);
        let rows = (0..u32::from(self.height)).map(|y| cells >> (y * width) & ((1 << width) - 1));
        let (columns, lines) = rows
            .enumerate()
            .fold((0, 0u32), |(all, lines), (y, row)| (all | row, lines | u32::from(row != 0) << y));
        let length = |bits: u32| 32 - bits.leading_zeros() - bits.trailing_zeros();
        [length(columns), length(lines)]
    }

    /// The level of positions with `cells` cells. A move leads to a lower level.
    pub(super) fn level(&self, cells: u32) -> usize {
        (if self.layout == Layout::Placed { self.cells() - cells } else { cells }) as usize
    }

    /// The number of cells of the shapes of a level.
    pub(super) fn cells_of(&self, level: u32) -> u32 {
        if self.layout == Layout::Placed { self.cells() - level } else { level }
    }
}

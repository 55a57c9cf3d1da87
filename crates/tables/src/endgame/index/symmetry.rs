//! How many shapes are there, and which sets of cells are alike? The symmetries of the rectangle act on sets
//! of cells by table look-up. Burnside's lemma counts the shapes without looking for them.

use super::rectangle::Rectangle;
use super::shapes::{Cells, MAX_CELLS};
use rules::bitboard::Symmetry;

impl Rectangle {
    /// The symmetries of the rectangle.
    fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        let square = self.width == self.height;
        Symmetry::ALL.into_iter().filter(move |symmetry| !symmetry.transpose || square)
    }

    /// The number of shapes for each number of cells. By Burnside's lemma it is the mean, over all
    /// symmetries, of the number of sets that the symmetry fixes. A set that can be translated counts by the
    /// smallest box around it.
    pub(super) fn shape_counts(&self) -> Vec<u64> {
        let all = self.cells() as usize;
        let boxes: Vec<[u8; 2]> = match self.translates() {
            true => (1..=self.width).flat_map(|w| (1..=self.height).map(move |h| [w, h])).collect(),
            false => vec![[self.width, self.height]],
        };
        let mut fixed = vec![0; all + 1];
        for symmetry in self.symmetries() {
            // The empty set has no box around it.
            fixed[0] += i64::from(self.translates());
            for size in boxes.iter().filter(|[w, h]| !symmetry.transpose || w == h) {
                for (total, ways) in fixed.iter_mut().zip(fixed_sets(symmetry, *size, self.translates())) {
                    *total += ways;
                }
            }
        }
        let symmetries = self.symmetries().count() as i64;
        let count = |(cells, fixed): (usize, i64)| match self.positions(cells as u32) {
            0 => 0,
            _ => (fixed / symmetries) as u64,
        };
        fixed.into_iter().enumerate().map(count).collect()
    }
}

/// The number of sets of each size in a box that a symmetry fixes. With `touching`, only sets that touch all
/// four sides of the box count.
fn fixed_sets(symmetry: Symmetry, [width, height]: [u8; 2], touching: bool) -> [i64; MAX_CELLS + 1] {
    let sides = |cell: u8| {
        let (x, y) = (cell % width, cell / width);
        [x == 0, x == width - 1, y == 0, y == height - 1]
            .iter()
            .enumerate()
            .fold(0u8, |sides, (i, at)| sides | u8::from(*at) << i)
    };
    // A fixed set is a union of cycles. Each cycle has a length and the sides that it touches.
    let (mut cycles, mut seen) = (Vec::new(), 0 as Cells);
    for first in 0..width * height {
        let (mut cell, mut length, mut touched) = (first, 0, 0);
        while seen >> cell & 1 == 0 {
            seen |= 1 << cell;
            (length, touched) = (length + 1, touched | sides(cell));
            cell = symmetry.image(cell, width, height);
        }
        if length > 0 {
            cycles.push((length, touched));
        }
    }
    // Inclusion and exclusion over the sides that a set avoids.
    let mut total = [0; MAX_CELLS + 1];
    for avoided in 0..if touching { 16u8 } else { 1 } {
        let mut ways = [0; MAX_CELLS + 1];
        ways[0] = 1;
        for (length, _) in cycles.iter().filter(|(_, touched)| touched & avoided == 0) {
            for cells in (*length..=MAX_CELLS).rev() {
                ways[cells] += ways[cells - length];
            }
        }
        let sign = if avoided.count_ones() % 2 == 0 { 1 } else { -1 };
        total.iter_mut().zip(ways).for_each(|(total, ways)| *total += sign * ways);
    }
    total
}

//! How does a set of cells lie? The first of all sets that are like it after turns and shifts, and the cells
//! that a queen hides from another.

use rules::bitboard::{Bitboard, Small, Symmetry};
use std::sync::LazyLock;

/// The indices of the bits of a set.
pub(super) fn bits(cells: Small) -> impl Iterator<Item = usize> {
    rules::row::bits(cells).map(usize::from)
}

/// The number of cells of a set before this one.
pub(super) fn rank(cells: Small, cell: usize) -> usize {
    (cells & ((1 << cell) - 1)).count_ones() as usize
}

/// A set of cells turned and moved into the corner.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// The first of all sets that are like this one.
    pub(super) cells: Small,
    symmetry: Symmetry,
    shift: u8,
}

impl Shape {
    /// The shape of a set that is not empty.
    pub(super) fn of(cells: Small) -> Self {
        let moved = |(turned, symmetry): (Small, Symmetry)| {
            let columns = turned.to_le_bytes().into_iter().fold(0, |all, row| all | row);
            let shift = (turned.trailing_zeros() & !7 | columns.trailing_zeros()) as u8;
            Self { cells: turned >> shift, symmetry, shift }
        };
        let alike = cells.all_turned().into_iter().zip(Symmetry::ALL).map(moved);
        alike.min_by_key(|shape| shape.cells).expect("there are eight symmetries")
    }

    /// The number of cells of the shape before the image of a cell.
    pub(super) fn rank(&self, cell: usize) -> usize {
        let image = self.symmetry.image(cell as u8, Small::WIDTH, Small::HEIGHT) - self.shift;
        rank(self.cells, image.into())
    }
}

/// The cells that a piece on `by` hides from a queen on `from`, and `by` itself. The set is empty where no
/// straight line leads from one to the other.
pub(super) fn hidden(from: usize, by: usize) -> Small {
    static HIDDEN: LazyLock<Vec<[Small; 64]>> =
        LazyLock::new(|| (0..64).map(|from| std::array::from_fn(|by| hidden_cells(from, by))).collect());
    HIDDEN[from][by]
}

fn hidden_cells(from: usize, by: usize) -> Small {
    Small::DIRECTIONS.into_iter().map(|step| ray(1 << from, step)).find(|ray| ray >> by & 1 == 1).map_or(
        0,
        |seen| {
            // The ray from `by` on is the one that lies within the ray from `from`.
            let rays = Small::DIRECTIONS.into_iter().map(|step| ray(1 << by, step));
            1 << by | rays.filter(|ray| ray & !seen == 0).fold(0, |all, ray| all | ray)
        },
    )
}

/// All cells in a direction.
fn ray(mut cell: Small, step: impl Fn(Small) -> Small) -> Small {
    let mut ray = 0;
    while cell != 0 {
        cell = step(cell);
        ray |= cell;
    }
    ray
}

//! The symmetries of a small rectangle. Its sets of cells are packed into a word, row by row without gaps,
//! and a symmetry acts on them by table look-up, a byte at a time.

use super::Symmetry;

/// A symmetry of a rectangle of at most 32 cells, as it acts on sets of cells.
#[derive(Clone, Debug)]
pub struct Turning {
    /// The symmetry.
    pub symmetry: Symmetry,
    /// The image of each cell.
    pub cells: Vec<u8>,
    /// The images of the subsets of the first eight cells, of the next eight, and so on.
    bytes: Vec<[u32; 256]>,
}

impl Turning {
    /// All symmetries of a rectangle, in the order of [`Symmetry::ALL`]. Only a square can be transposed.
    #[must_use]
    pub fn all(width: u8, height: u8) -> Vec<Self> {
        let turning = |symmetry: Symmetry| {
            let cells: Vec<u8> =
                (0..width * height).map(|cell| symmetry.image(cell, width, height)).collect();
            let image = |set: usize, (i, to): (usize, &u8)| ((set >> i & 1) as u32) << to;
            let images = |cells: &[u8]| {
                std::array::from_fn(|set| {
                    cells.iter().enumerate().fold(0, |all, cell| all | image(set, cell))
                })
            };
            Self { symmetry, bytes: cells.chunks(8).map(images).collect(), cells }
        };
        let symmetries = Symmetry::ALL.into_iter();
        symmetries.filter(|symmetry| !symmetry.transpose || width == height).map(turning).collect()
    }

    /// The image of a set.
    #[must_use]
    #[inline]
    pub fn apply(&self, cells: u32) -> u32 {
        let parts = self.bytes.iter().zip(cells.to_le_bytes());
        parts.fold(0, |all, (byte, part)| all | byte[usize::from(part)])
    }
}

impl Symmetry {
    /// The image of a cell of a rectangle, whose cells are counted row by row.
    #[must_use]
    pub fn image(self, cell: u8, width: u8, height: u8) -> u8 {
        let (x, y) = (cell % width, cell / width);
        let (x, y) = if self.transpose { (y, x) } else { (x, y) };
        let x = if self.mirror { width - 1 - x } else { x };
        let y = if self.flip { height - 1 - y } else { y };
        y * width + x
    }
}

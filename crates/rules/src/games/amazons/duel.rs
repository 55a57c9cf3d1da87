//! Duels: positions with one queen of each player on a small board, the keys of the tables of duels.

use super::Amazons;
use crate::Board;
use crate::bitboard::{Bitboard, Cell, Huge, Large, Small};
use std::any::Any;
use values::ByPlayer;

/// The cells in play, row by row from the lowest bit, and the indices of the cells of Left's and Right's
/// queens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Duel {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// The cells in play, including those of the queens.
    pub cells: u32,
    /// The cells of the queens.
    pub queens: [u8; 2],
}

impl Duel {
    /// A position of Amazons as a duel. `None` means that it is not one, or that it has more than 32 cells.
    #[must_use]
    pub fn of(position: &dyn Any) -> Option<Self> {
        if let Some(position) = position.downcast_ref::<Amazons<Small>>() {
            return Self::on(position.board());
        }
        if let Some(position) = position.downcast_ref::<Amazons<Large>>() {
            return Self::on(position.board());
        }
        Self::on(position.downcast_ref::<Amazons<Huge>>()?.board())
    }

    fn on<B: Bitboard>(board: &Board<B>) -> Option<Self> {
        let Board { width, height, .. } = *board;
        let single = board.stones.iter().all(|queens| queens.count() == 1);
        if !single || u32::from(width) * u32::from(height) > u32::BITS {
            return None;
        }
        let number = |cell: Cell| cell.y * width + cell.x;
        let ByPlayer { left, right } = board.stones.map(|queens| queens.first().map(number));
        let cells = board.inside().cells().fold(0, |cells, cell| cells | 1 << number(cell));
        Some(Self { width, height, cells, queens: [left?, right?] })
    }

    /// The number of duels on these cells and on parts of them.
    #[must_use]
    pub fn positions(&self) -> u64 {
        // An ordered pair of cells for the queens, and any subset of the others.
        let cells = u64::from(self.cells.count_ones());
        (cells * (cells - 1)) << (cells - 2)
    }
}

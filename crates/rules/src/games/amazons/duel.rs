//! Duels: positions with one queen of each player on a small board, the keys of the tables of duels.

use super::Amazons;
use crate::Board;
use crate::bitboard::{Bitboard, Huge, Large, Small};
use std::any::Any;
use values::Player;

/// The cells in play as on a board of 8×8, a byte for each row, and the bits of Left's and Right's queens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Duel {
    /// The cells in play, including those of the queens.
    pub cells: Small,
    /// The cells of the queens, by the index of their bit.
    pub queens: [u8; 2],
}

impl Duel {
    /// A position of Amazons as a duel. `None` means that it is not one, or that it is larger than 8×8.
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
        if board.stones.iter().any(|queens| queens.count() != 1) {
            return None;
        }
        let queen = |player| Some(board.of(player).small()?.trailing_zeros() as u8);
        let queens = [queen(Player::Left)?, queen(Player::Right)?];
        Some(Self { cells: board.inside().small()?, queens })
    }

    /// An estimate of the number of duels on these cells and on connected parts of them.
    #[must_use]
    pub fn positions(&self) -> u64 {
        // An ordered pair of cells for the queens, and any subset of the others. About a quarter of the
        // subsets are connected.
        let cells = u64::from(self.cells.count_ones());
        let subsets = 1_u64.checked_shl(self.cells.count_ones().saturating_sub(4)).unwrap_or(u64::MAX);
        (cells * (cells - 1)).saturating_mul(subsets)
    }
}

//! Static knowledge about NoGo: each player's future moves are among the cells that are open now.

use super::NoGo;
use crate::Hints;
use crate::bitboard::Bitboard;
use values::{ByPlayer, Dyadic};

impl<B: Bitboard> Hints for NoGo<B> {
    fn longest_play(&self) -> Option<u32> {
        let open = self.open();
        Some((open.left | open.right).count())
    }

    /// A player can move at most once on each cell that is open to the player now.
    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        let ByPlayer { left, right } = self.open().map(|cells| Dyadic::from(cells.count() as i32));
        Some((-right, left))
    }
}

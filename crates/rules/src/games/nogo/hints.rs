//! Static knowledge about NoGo: each player's future moves are among the cells that are open now.

use super::NoGo;
use crate::bitboard::Bitboard;
use crate::forecast::{lead, total};
use crate::{Counts, Features, Hints, Weights};
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

    fn features(&self) -> Option<Features> {
        let open = self.open();
        let contested = open.left & open.right;
        let own = open.map(|cells| cells.without(contested));
        // Cells beside a player's stones or borders, where a stone may keep the other out.
        let beside = ByPlayer::from_fn(|player| {
            let held = own[player] | self.board.of(player) | self.firm[player];
            (held.beside() & contested).count()
        });
        // The last liberty but one of a block: a stone there bars the last one.
        let short = ByPlayer::from_fn(|player| {
            let blocks = self.board.of(player).parts(Bitboard::beside);
            let liberties = blocks.map(|block| block.beside() & self.board.empty);
            liberties.filter(|liberties| liberties.count() == 2).fold(B::NONE, |all, two| all | two).count()
        });
        let own = own.map(Bitboard::count);
        let size = f64::from(contested.count());
        let share = size / 8.0;
        let leads = [lead(own), lead(beside), lead(short)];
        Some(Features {
            score: 0.0,
            mean: leads.into_iter().chain(leads.map(|lead| lead * share)).collect(),
            temperature: Counts::from_slice(&[
                1.0,
                size,
                size * share,
                total(own),
                leads[0].abs(),
                total(beside),
                leads[1].abs(),
                total(short),
                f64::from((contested & contested.beside()).count()),
            ]),
            weights: &WEIGHTS,
        })
    }
}

const WEIGHTS: Weights = Weights {
    mean: &[0.5258, 0.1145, 0.0021, -0.2217, 0.0273, 0.0198],
    temperature: &[-0.4358, 0.2979, -0.1365, 0.0439, -0.0379, -0.0676, 0.0522, 0.0198, 0.0053],
};

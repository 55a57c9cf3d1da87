//! A random move: the yardstick for all other players, and a quick opponent for tests.

use super::{Choice, NoMove, Player};
use crate::{Move, State};
use rules::surely;
use values::{Budget, Player as Side};

/// Chooses among all moves with equal probability. The choice depends only on the seeds and the moves played.
pub(super) struct Random {
    seed: u64,
    chance: u64,
}

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, chance: 0 }
    }
}

impl Player for Random {
    fn begin(&mut self, _: &State, _: Side, seed: u64) {
        self.chance = seed;
    }

    fn choose(&mut self, state: &State, _: &Budget) -> Result<Choice, NoMove> {
        let moves = |part| (0..surely(state.moves_in(part)).len()).map(move |index| Move { part, index });
        let actions: Vec<Move> = (0..state.parts()).flat_map(moves).collect();
        // A resumed match has to go on as if it had not been interrupted.
        let played = state.past().iter().flat_map(|(_, action)| [action.part as u64, action.index as u64]);
        let seed = played.fold(self.seed ^ self.chance, |seed, x| {
            (seed ^ x).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
        });
        let action = fastrand::Rng::with_seed(seed).choice(actions).ok_or(NoMove::None)?;
        Ok(Choice { action, depth: None, reason: "any move".to_owned() })
    }
}

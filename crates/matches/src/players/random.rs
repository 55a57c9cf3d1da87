//! A random move: the yardstick for all other players, and a quick opponent for tests.

use super::{Choice, Player};
use crate::{Move, State};
use values::Budget;

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
    fn begin(&mut self, chance: u64) {
        self.chance = chance;
    }

    fn choose(&mut self, state: &State, _deadline: &Budget) -> Option<Choice> {
        let player = state.to_move();
        let mut actions = Vec::new();
        for (part, position) in state.sum().parts.iter().map(|part| &part.position).enumerate() {
            actions.extend((0..position.moves(player).len()).map(|index| Move { part, index }));
        }
        // A resumed match has to go on as if it had not been interrupted.
        let played = state.past().iter().flat_map(|(_, action)| [action.part as u64, action.index as u64]);
        let seed = played.fold(self.seed ^ self.chance, |seed, x| {
            (seed ^ x).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
        });
        let action = fastrand::Rng::with_seed(seed).choice(actions)?;
        Some(Choice { action, reason: "any move".to_owned() })
    }
}

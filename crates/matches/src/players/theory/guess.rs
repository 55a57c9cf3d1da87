//! A guess where the last move decides and nobody knows who makes it: Monte Carlo tree search of the whole sum
//! with random play to the end.

use crate::memory::Memory;
use crate::players::{Choice, NoMove, Player, part_of_time};
use crate::{Ending, Move, State};
use adversary::mcts::Mcts;
use fastrand::Rng;
use rules::{Contest, Deterministic, Position};
use sums::{Whole, WholeMove};
use values::{Budget, Player as Side};

/// A sum that the last move decides, and the player to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct LastMove {
    sum: Whole,
    player: Side,
    ending: Ending,
}

impl Contest for LastMove {
    type Move = WholeMove;

    const MOST: i32 = 1;

    fn to_move(&self) -> Side {
        self.player
    }

    fn moves(&self) -> Vec<WholeMove> {
        self.sum.moves(self.player)
    }

    fn score(&self) -> Option<i32> {
        if self.sum.can_move(self.player) {
            return None;
        }
        self.ending.winner_without_moves(self.player).map(|winner| winner.sees(1))
    }
}

impl Deterministic for LastMove {
    fn play(&self, action: WholeMove) -> Self {
        Self { sum: self.sum.play(self.player, action), player: self.player.opponent(), ..self.clone() }
    }
}

/// The player.
pub(in crate::players) struct Guess {
    memory: Memory,
    random: Rng,
}

impl Guess {
    pub(in crate::players) fn new(memory: Memory) -> Self {
        Self { memory, random: Rng::with_seed(0) }
    }
}

impl Player for Guess {
    fn begin(&mut self, _: &State, _: Side, seed: u64) {
        self.random = Rng::with_seed(seed);
    }

    fn choose(&mut self, state: &State, deadline: &Budget) -> Result<Choice, NoMove> {
        let contest =
            LastMove { sum: Whole::new(state.sum()), player: state.to_move(), ending: state.ending() };
        let bytes = deadline.bytes().min(self.memory.tree);
        let budget = part_of_time(deadline, 1.0).with_bytes(bytes);
        let search =
            Mcts { seed: self.random.u64(..), transpositions: true, proofs: true, ..Mcts::default() };
        let plan = search.search(&contest, &budget);
        let action = plan.action.or_else(|| contest.moves().first().copied()).ok_or(NoMove::None)?;
        let won = 50.0 * (1.0 + state.to_move().sees(plan.mean));
        let reason = format!("{won:.0} % won in {} simulations", plan.simulations);
        Ok(Choice { action: Move { part: action.part(), index: action.index() }, depth: None, reason })
    }
}

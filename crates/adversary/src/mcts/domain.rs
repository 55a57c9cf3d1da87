//! What does Monte Carlo tree search need to know about a game? A [`Domain`] says it: states, moves in an
//! order, outcomes with weights, and how a simulation goes on and ends. Every contest is a domain that is
//! simulated by random play.

use crate::alphabeta::Plain;
use fastrand::Rng;
use rules::{Outcomes, Stochastic};
use std::hash::Hash;
use values::Player;

/// A game, with the memory that it needs.
pub trait Domain {
    /// A state of play.
    type State: Clone + Eq + Hash;
    /// A move.
    type Move: Copy;

    /// Do all paths to a state share its node?
    const SHARES_STATES: bool;

    /// The player to move.
    fn to_move(&self, state: &Self::State) -> Player;

    /// All moves, in the order in which they are considered.
    fn moves(&mut self, state: &Self::State, random: &mut Rng) -> Vec<Self::Move>;

    /// The outcomes of a move with their weights.
    fn outcomes(&mut self, state: &Self::State, action: Self::Move) -> Outcomes<Self::State>;

    /// The score of Left at the end of a simulation, between −1 and 1; if it is cut, the static evaluation.
    /// `None` means that the simulation goes on.
    fn score(&mut self, state: &Self::State, is_cut: bool) -> Option<f64>;

    /// The state after a random move of a simulation.
    fn random_play(&mut self, state: &Self::State, random: &mut Rng) -> Self::State;

    /// Has the domain room for the moves of more states? Without it, the tree does not grow.
    fn has_room(&self) -> bool {
        true
    }
}

impl<S: Stochastic> Domain for Plain<S> {
    type State = S;
    type Move = S::Move;

    const SHARES_STATES: bool = false;

    fn to_move(&self, state: &S) -> Player {
        state.to_move()
    }

    /// The moves in random order.
    fn moves(&mut self, state: &S, random: &mut Rng) -> Vec<S::Move> {
        let mut moves = state.moves();
        random.shuffle(&mut moves);
        moves
    }

    fn outcomes(&mut self, state: &S, action: S::Move) -> Outcomes<S> {
        state.outcomes(action)
    }

    #[inline]
    fn score(&mut self, state: &S, is_cut: bool) -> Option<f64> {
        let score = state.score().or_else(|| Some(self.knowledge.ending(state)?.score));
        let score = score.or_else(|| is_cut.then(|| state.evaluation()))?;
        Some(f64::from(score) / f64::from(state.most().max(1)))
    }

    #[inline]
    fn random_play(&mut self, state: &S, random: &mut Rng) -> S {
        let action = random.choice(state.moves()).expect("there is a move until play is over");
        state.toss(action, random.u64(..))
    }
}

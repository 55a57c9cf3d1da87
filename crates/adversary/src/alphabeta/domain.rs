//! What does αβ search need to know about a game? A [`Domain`] says it, with all scores for the player to
//! move; every contest is a domain that keeps no memory of its own ([`Plain`]).

use super::{POINT, Score, Window};
use positions::{Ending, Knowledge};
use rules::{Outcomes, Stochastic};
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::Arc;
use values::{Error, Player};

/// A game, with the memory that it needs. All scores are for the player to move.
pub trait Domain {
    /// A state of play.
    type State: Clone;
    /// A move.
    type Move: Copy + Eq + Hash;
    /// The key of a state in the transposition table. States with the same key have the same value, but for
    /// the [offset](Self::offset).
    type Key: Clone + Eq + Hash;

    /// The largest absolute score.
    fn most(&self) -> Score;

    /// The key of a state.
    fn key(&mut self, state: &Self::State) -> Self::Key;

    /// The key of the chance node after a move, with the value for the player who moved. It differs from those of
    /// states. `None` means that the node is not remembered.
    fn key_after(&mut self, _state: &Self::State, _action: Self::Move) -> Option<Self::Key> {
        None
    }

    /// The part of the score that is certain and not in the key, such as the points of parts that are over.
    fn offset(&self, _state: &Self::State) -> Score {
        0
    }

    /// The player to move.
    fn to_move(&self, state: &Self::State) -> Player;

    /// The final score. `None` means that play goes on; where there are no moves even so, the static
    /// evaluation counts.
    fn score(&mut self, _state: &Self::State) -> Option<Score> {
        None
    }

    /// Static bounds on the value. Static evaluations have to lie between them too, otherwise the result
    /// depends on the window. An error ends the search.
    fn range(&mut self, _state: &Self::State) -> Result<Window, Error> {
        Ok(Window { alpha: -self.most(), beta: self.most() })
    }

    /// The static evaluation.
    fn evaluation(&mut self, state: &Self::State) -> Score;

    /// All moves, each with its move-ordering score; higher is searched first. An error ends the search.
    fn moves(&mut self, state: &Self::State) -> Result<Vec<(i32, Self::Move)>, Error>;

    /// The outcomes of a move with their weights. An error ends the search.
    fn outcomes(&mut self, state: &Self::State, action: Self::Move) -> Result<Outcomes<Self::State>, Error>;

    /// The static evaluation of a move for the player who makes it, before chance answers. At depth 0 it
    /// replaces the mean of the evaluations of all outcomes. `None` means that it has to be computed from
    /// them.
    fn evaluation_after(&mut self, _state: &Self::State, _action: Self::Move) -> Option<Score> {
        None
    }

    /// The number of plies that a move counts as.
    fn plies(&self, _state: &Self::State, _action: Self::Move) -> u32 {
        1
    }

    /// The noisy moves, such as captures: the static evaluation is unreliable while there are some.
    fn noisy_moves(&mut self, _state: &Self::State) -> Vec<Self::Move> {
        Vec::new()
    }

    /// The value at depth 1. `None` means that it is found by trying all moves.
    fn frontier(&mut self, _state: &Self::State) -> Option<Score> {
        None
    }

    /// The moves of a state are searched next. For domains in which values depend on the path.
    fn enter(&mut self, _state: &Self::State) {}

    /// The moves of the state that was entered last were searched, with these bounds on its value.
    fn leave(&mut self, _state: &Self::State, _found: Window) {}
}

/// A contest as a domain without memory, which may ask what is known about its endgames.
#[derive(Clone)]
pub struct Plain<S> {
    pub(crate) knowledge: Arc<Knowledge>,
    states: PhantomData<S>,
}

impl<S> Default for Plain<S> {
    fn default() -> Self {
        Self::knowing(Arc::default())
    }
}

impl<S> Plain<S> {
    /// The domain with these sources of knowledge.
    pub fn knowing(knowledge: Arc<Knowledge>) -> Self {
        Self { knowledge, states: PhantomData }
    }
}

/// Points for Left, as a score for a player.
fn seen_by(player: Player, points: i32) -> Score {
    let score = Score::from(points) * POINT;
    player.sees(score)
}

impl<S: Stochastic> Domain for Plain<S> {
    type State = S;
    type Move = S::Move;
    type Key = S;

    fn most(&self) -> Score {
        Score::from(S::MOST) * POINT
    }

    fn key(&mut self, state: &S) -> S {
        state.normal_form()
    }

    fn key_after(&mut self, state: &S, action: S::Move) -> Option<S> {
        state.before_chance(action)
    }

    fn to_move(&self, state: &S) -> Player {
        state.to_move()
    }

    /// The final score, or the score that is known. A win that takes fewer moves is better by the least unit of
    /// a score for each.
    fn score(&mut self, state: &S) -> Option<Score> {
        if let Some(points) = state.score() {
            return Some(seen_by(state.to_move(), points));
        }
        let Ending { score, moves } = self.knowledge.ending(state)?;
        Some(seen_by(state.to_move(), score) - state.to_move().sees(score.signum() * moves as i32) as Score)
    }

    fn range(&mut self, state: &S) -> Result<Window, Error> {
        let (low, high) = state.range();
        let window = Window { alpha: Score::from(low) * POINT, beta: Score::from(high) * POINT };
        Ok(state.to_move().sees(window))
    }

    fn evaluation(&mut self, state: &S) -> Score {
        seen_by(state.to_move(), state.evaluation())
    }

    fn moves(&mut self, state: &S) -> Result<Vec<(i32, S::Move)>, Error> {
        Ok(state.moves().into_iter().map(|action| (state.ordering(action), action)).collect())
    }

    fn outcomes(&mut self, state: &S, action: S::Move) -> Result<Outcomes<S>, Error> {
        Ok(state.outcomes(action))
    }

    fn evaluation_after(&mut self, state: &S, action: S::Move) -> Option<Score> {
        state.evaluation_after(action).map(|points| seen_by(state.to_move(), points))
    }

    fn plies(&self, state: &S, action: S::Move) -> u32 {
        state.plies(action)
    }

    fn noisy_moves(&mut self, state: &S) -> Vec<S::Move> {
        state.noisy_moves()
    }
}

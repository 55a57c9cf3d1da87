//! What αβ search needs to know of a game.

use super::{POINT, Score, Window};
use rules::{Outcomes, Stochastic};
use std::hash::Hash;
use std::marker::PhantomData;
use values::Player;

/// A game, and whatever has to be remembered to play it; all values are for the player to move.
pub trait Domain {
    /// A state of play.
    type State: Clone;
    /// A move.
    type Move: Copy + Eq + Hash;
    /// The same for states that are worth the same.
    type Key: Clone + Eq + Hash;

    /// No value is farther from 0.
    fn most(&self) -> Score;

    /// What the table knows a state by.
    fn key(&mut self, state: &Self::State) -> Self::Key;

    /// Whose turn it is.
    fn to_move(&self, state: &Self::State) -> Player;

    /// The value, if play is over. It may be nothing even then: where there are no moves the estimate counts.
    fn score(&mut self, state: &Self::State) -> Option<Score>;

    /// Bounds of the value that are known without search. Estimates lie between them too, or what is found depends on
    /// the window.
    fn range(&mut self, _state: &Self::State) -> Window {
        Window { alpha: -self.most(), beta: self.most() }
    }

    /// A guess of the value.
    fn evaluation(&mut self, state: &Self::State) -> Score;

    /// All moves, each with a guess of how good it is.
    fn moves(&mut self, state: &Self::State) -> Vec<(i32, Self::Move)>;

    /// What may follow a move, with weights.
    fn outcomes(&mut self, state: &Self::State, action: Self::Move) -> Outcomes<Self::State>;

    /// A guess of the value of a move for the player who makes it, before chance answers; at the end of a search it takes
    /// the place of the mean of the guesses after all answers.
    fn evaluation_after(&mut self, _state: &Self::State, _action: Self::Move) -> Option<Score> {
        None
    }

    /// As how many moves a move counts.
    fn plies(&self, _state: &Self::State, _action: Self::Move) -> u32 {
        1
    }

    /// Moves after which an estimate is not yet to be trusted.
    fn loud(&mut self, _state: &Self::State) -> Vec<Self::Move> {
        Vec::new()
    }

    /// The value when one more move is looked at, where it is found faster than by trying all moves.
    fn frontier(&mut self, _state: &Self::State) -> Option<Score> {
        None
    }
}

/// A contest, which needs nothing remembered.
pub struct Plain<S>(PhantomData<S>);

impl<S> Default for Plain<S> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// Points of Left as a player sees them.
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

    fn to_move(&self, state: &S) -> Player {
        state.to_move()
    }

    fn score(&mut self, state: &S) -> Option<Score> {
        state.score().map(|points| seen_by(state.to_move(), points))
    }

    fn range(&mut self, state: &S) -> Window {
        let (low, high) = state.range();
        let window = Window { alpha: Score::from(low) * POINT, beta: Score::from(high) * POINT };
        state.to_move().sees(window)
    }

    fn evaluation(&mut self, state: &S) -> Score {
        seen_by(state.to_move(), state.evaluation())
    }

    fn moves(&mut self, state: &S) -> Vec<(i32, S::Move)> {
        state.moves().into_iter().map(|action| (state.ordering(action), action)).collect()
    }

    fn outcomes(&mut self, state: &S, action: S::Move) -> Outcomes<S> {
        state.outcomes(action)
    }

    fn evaluation_after(&mut self, state: &S, action: S::Move) -> Option<Score> {
        state.evaluation_after(action).map(|points| seen_by(state.to_move(), points))
    }

    fn plies(&self, state: &S, action: S::Move) -> u32 {
        state.plies(action)
    }

    fn loud(&mut self, state: &S) -> Vec<S::Move> {
        state.noisy_moves()
    }
}

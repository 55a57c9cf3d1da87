//! The final phase of a contest, without further chance events, as a deterministic contest.

use crate::{Contest, Deterministic, Stochastic};
use std::fmt;
use values::{ByPlayer, Player};

/// A state of a contest without further chance events.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settled<S>(S);

impl<S: Stochastic> Settled<S> {
    /// The state as a deterministic one. `None` means that a chance event may follow one of its moves. Once
    /// chance events have ended they must not return: in dark chess they end when no piece lies face down.
    #[must_use]
    pub fn new(state: S) -> Option<Self> {
        let certain = state.moves().into_iter().all(|action| state.outcomes(action).len() == 1);
        certain.then_some(Self(state))
    }
}

impl<S: Stochastic> Contest for Settled<S> {
    type Move = S::Move;

    const MOST: i32 = S::MOST;

    fn most(&self) -> i32 {
        self.0.most()
    }

    fn to_move(&self) -> Player {
        self.0.to_move()
    }

    fn moves(&self) -> Vec<S::Move> {
        self.0.moves()
    }

    fn score(&self) -> Option<i32> {
        self.0.score()
    }

    fn range(&self) -> (i32, i32) {
        self.0.range()
    }

    fn distances(&self, least: i32) -> ByPlayer<u32> {
        self.0.distances(least)
    }

    fn evaluation(&self) -> i32 {
        self.0.evaluation()
    }

    fn ordering(&self, action: S::Move) -> i32 {
        self.0.ordering(action)
    }

    fn noisy_moves(&self) -> Vec<S::Move> {
        self.0.noisy_moves()
    }

    fn plies(&self, action: S::Move) -> u32 {
        self.0.plies(action)
    }

    fn normal_form(&self) -> Self {
        Self(self.0.normal_form())
    }
}

impl<S: Stochastic> Deterministic for Settled<S> {
    fn play(&self, action: S::Move) -> Self {
        let (_, next) = self.0.outcomes(action).into_iter().next().expect("a move has an outcome");
        Self(next)
    }
}

impl<S: fmt::Display> fmt::Display for Settled<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

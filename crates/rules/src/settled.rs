//! The final phase of a contest, without further chance events, as a deterministic contest.

use crate::{Contest, Deterministic, Stochastic};
use delegate::delegate;
use derive_more::Display;
use values::{ByPlayer, Player};

/// A state of a contest without further chance events and [without its past](Contest::without_past).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
pub struct Settled<S>(S);

impl<S: Stochastic> Settled<S> {
    /// The state as a deterministic one. `None` means that a chance event may follow one of its moves. Once
    /// chance events have ended they must not return: in dark chess they end when no piece lies face down.
    #[must_use]
    pub fn new(state: &S) -> Option<Self> {
        let certain = state.moves().into_iter().all(|action| state.outcomes(action).len() == 1);
        certain.then(|| Self(state.without_past()))
    }
}

impl<S: Stochastic> Contest for Settled<S> {
    type Move = S::Move;

    const MOST: i32 = S::MOST;

    delegate! {
        to self.0 {
            fn most(&self) -> i32;
            fn to_move(&self) -> Player;
            fn moves(&self) -> Vec<S::Move>;
            fn score(&self) -> Option<i32>;
            fn range(&self) -> (i32, i32);
            fn distances(&self, least: i32) -> ByPlayer<u32>;
            fn evaluation(&self) -> i32;
            fn ordering(&self, action: S::Move) -> i32;
            fn noisy_moves(&self) -> Vec<S::Move>;
            fn plies(&self, action: S::Move) -> u32;
            fn moves_left(&self) -> Option<u32>;
        }
    }

    fn without_past(&self) -> Self {
        self.clone()
    }

    fn with_moves_left(&self, left: u32) -> Self {
        Self(self.0.with_moves_left(left))
    }

    fn repetition(cycle: &[Self]) -> i32 {
        let cycle: Vec<S> = cycle.iter().map(|state| state.0.clone()).collect();
        S::repetition(&cycle)
    }

    fn normal_form(&self) -> Self {
        Self(self.0.normal_form())
    }
}

impl<S: Stochastic> Deterministic for Settled<S> {
    fn play(&self, action: S::Move) -> Self {
        let (_, next) = self.0.outcomes(action).into_iter().next().expect("a move has an outcome");
        Self(next.without_past())
    }
}

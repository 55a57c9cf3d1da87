//! Which scores does a search have to tell apart, and what did it find? A window asks, a bound answers; both
//! change sides with the player to move.

use super::Score;
use std::ops::Neg;

/// The αβ window: only scores strictly between `alpha` and `beta` have to be exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The lower bound α: the player to move already has this score.
    pub alpha: Score,
    /// The upper bound β: the opponent avoids this score.
    pub beta: Score,
}

impl Window {
    /// The answer of these bounds on a value to a search that asks with a window: the value, or a bound on it
    /// outside that window. `None` means that they do not decide.
    pub(super) fn answer(self, asked: Self) -> Option<Score> {
        if self.alpha >= asked.beta {
            Some(self.alpha)
        } else if self.beta <= asked.alpha || self.alpha == self.beta {
            Some(self.beta)
        } else {
            None
        }
    }

    /// These bounds on a value after a search with this window has found a score.
    pub(super) fn narrowed(self, asked: Self, score: Score) -> Self {
        Self {
            alpha: if score > asked.alpha { score } else { self.alpha },
            beta: if score < asked.beta { score } else { self.beta },
        }
    }

    /// The same bounds with a constant added to the value.
    pub(super) fn shifted(self, by: Score) -> Self {
        Self { alpha: self.alpha + by, beta: self.beta + by }
    }
}

impl Neg for Window {
    type Output = Self;

    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A value or a bound on it, and whether a deeper search can change it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The score for the player to move.
    pub score: Score,
    /// The number of moves in which all play that matters ended. `None` means that some play was cut off at
    /// the depth, so the score rests on static evaluations.
    pub ends: Option<u32>,
}

impl Bound {
    /// A score that no search can change.
    pub(super) fn settled(score: Score) -> Self {
        Self { score, ends: Some(0) }
    }

    /// A score from the static evaluation.
    pub(super) fn evaluation(score: Score) -> Self {
        Self { score, ends: None }
    }

    /// The same bound before a move that counts as this many plies.
    pub(super) fn later(self, plies: u32) -> Self {
        Self { ends: self.ends.map(|ends| ends + plies), ..self }
    }

    /// The number of moves in which play ends both here and there. `None` means that it was cut off in one of
    /// them.
    pub(super) fn together(self, other: Option<u32>) -> Option<u32> {
        Some(self.ends?.max(other?))
    }
}

impl Neg for Bound {
    type Output = Self;

    fn neg(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

//! What a search finds out, and what it guesses when there was not time enough.

use super::Variation;
use values::{Dyadic, Error};

/// What to take for the temperature when time is up, no search is finished, and only coupons were taken
/// on the line being searched, the lowest of them worth `t_min` (Zhang 2015, Table 4.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Guess {
    /// `t_min`.
    Lowest,
    /// `t_min − δ`.
    Next,
    /// 0.
    Zero,
    /// −1, as in the original search.
    MinusOne,
    /// `t_min/2`, which did best.
    #[default]
    HalfLowest,
    /// `(t_min − δ)/2`.
    HalfNext,
    /// `(t_min + 1)/2`.
    HalfLowestPlusOne,
    /// `(t_min − δ + 1)/2`.
    HalfNextPlusOne,
}

impl Guess {
    /// All eight.
    pub const ALL: [Self; 8] = [
        Self::Lowest,
        Self::Next,
        Self::Zero,
        Self::MinusOne,
        Self::HalfLowest,
        Self::HalfNext,
        Self::HalfLowestPlusOne,
        Self::HalfNextPlusOne,
    ];

    /// The temperature, from the lowest coupon and the gap.
    pub fn temperature(self, lowest: Dyadic, delta: Dyadic) -> Result<Dyadic, Error> {
        let next = lowest.minus(delta)?;
        match self {
            Self::Lowest => Ok(lowest),
            Self::Next => Ok(next),
            Self::Zero => Ok(Dyadic::ZERO),
            Self::MinusOne => Ok(Dyadic::MINUS_ONE),
            Self::HalfLowest => lowest.half(),
            Self::HalfNext => next.half(),
            Self::HalfLowestPlusOne => lowest.plus(Dyadic::ONE)?.half(),
            Self::HalfNextPlusOne => next.plus(Dyadic::ONE)?.half(),
        }
    }
}

/// What a search has found out.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// The mean; if the search did not finish, the best guess.
    pub mean: Dyadic,
    /// The temperature; if the search did not finish, the best guess.
    pub temperature: Dyadic,
    /// Are both certain? So it is if the search finished and its gap was fine enough.
    pub exact: bool,
    /// The limit that ended the search, if it did not finish.
    pub ended_by: Option<Error>,
    /// The gap of the search that found this, or that was stopped.
    pub delta: Dyadic,
    /// The top coupon of that search.
    pub t_max: Dyadic,
    /// Best play of board and coupons, Left first, until the board is settled or time is up; of coupons and
    /// moves that are as good, the move. If the search did not finish, the line it was at.
    pub variation: Variation,
    /// How many states were visited.
    pub nodes: u64,
}

impl Discovery {
    /// Did the search finish?
    #[must_use]
    pub fn finished(&self) -> bool {
        self.ended_by.is_none()
    }
}

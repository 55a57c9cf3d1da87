//! The result of a search: mean and temperature if it finished, otherwise estimates by a rule of the caller's
//! choice.

use super::Variation;
use values::{Dyadic, Error};

/// The estimate of the temperature when time is up before any search has finished, and the line being
/// searched has only coupons, the lowest of them worth `t_min` (Zhang 2015, Table 4.2).
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
    /// All eight rules.
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

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// The mean; an estimate if the search did not finish.
    pub mean: Dyadic,
    /// The temperature; an estimate if the search did not finish.
    pub temperature: Dyadic,
    /// Are both certain? They are if the search finished and its gap was fine enough.
    pub exact: bool,
    /// The limit that ended the search. `None` means that it finished.
    pub ended_by: Option<Error>,
    /// The number of moves on the board after which a static evaluation ended play. `None` means that play was
    /// followed to its end.
    pub horizon: Option<u32>,
    /// The gap of the last search, finished or not.
    pub delta: Dyadic,
    /// The top coupon of that search.
    pub t_max: Dyadic,
    /// Best play of board and coupons, Left first, until the board is a number, the horizon is reached or time
    /// is up. A move on the board is preferred to a coupon that is as good. If no search has finished, the
    /// line that was being searched.
    pub variation: Variation,
    /// The number of visited states.
    pub nodes: u64,
}

impl Discovery {
    /// Did the search finish?
    #[must_use]
    pub fn finished(&self) -> bool {
        self.ended_by.is_none()
    }
}

//! The stops of a game, and what they say about the order of two games. A stop is a number, adorned with
//! whether the game goes past it, which decides comparisons with that very number (Siegel, *Combinatorial
//! Game Theory*).
//!
//! Both are packed into one integer, twice the number plus the adornment, chosen so that minimax over the
//! options and all comparisons are plain integer ones.

use crate::{Dyadic, Error};
use std::ops::Bound;

/// The adorned stops of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stops {
    /// Twice the left stop, plus 1 unless the game is at most its left stop.
    left: i128,
    /// Twice the right stop, plus 1 if the game is at least its right stop.
    right: i128,
}

impl Stops {
    /// The stops of `x` plus an infinitesimal that is or is not `≤ 0`, and is or is not `≥ 0`.
    pub(super) fn near(x: Dyadic, at_most: bool, at_least: bool) -> Self {
        let twice = x.to_fixed() << 1;
        Self { left: twice + i128::from(!at_most), right: twice + i128::from(at_least) }
    }

    /// The left stop.
    pub(super) fn left(&self) -> Dyadic {
        Dyadic::from_fixed(self.left >> 1)
    }

    /// The right stop.
    pub(super) fn right(&self) -> Dyadic {
        Dyadic::from_fixed(self.right >> 1)
    }

    /// Are both stops the same number?
    pub(super) fn meet(&self) -> bool {
        self.left >> 1 == self.right >> 1
    }

    /// The stops of the negative.
    pub(super) fn negated(&self) -> Self {
        Self { left: 1 - self.right, right: 1 - self.left }
    }

    /// The stops of the game plus a number.
    pub(super) fn plus(&self, x: Dyadic) -> Result<Self, Error> {
        // The sums themselves must be numbers that fit.
        _ = (self.left().plus(x)?, self.right().plus(x)?);
        let twice = x.to_fixed() << 1;
        Ok(Self { left: self.left + twice, right: self.right + twice })
    }

    /// Is a game with these stops `≤` one with the other stops? `None` means the stops alone do not decide
    /// it. They always do if one of the two games is a number.
    #[inline]
    pub(super) fn le(&self, other: &Self) -> Option<bool> {
        if self.left > other.left || self.right > other.right {
            Some(false)
        } else if self.left < other.right {
            Some(true)
        } else {
            None
        }
    }
}

/// What the stops of the options say about a game.
pub(super) enum Verdict {
    /// It is the simplest number with room between its options.
    Number(Dyadic),
    /// It is not a number, and these are its stops.
    Stops(Stops),
}

impl Verdict {
    /// Left moves to the option with the highest right stop, Right to the option with the lowest left stop.
    pub(super) fn of_options<'a>(
        left: impl Iterator<Item = &'a Stops>,
        right: impl Iterator<Item = &'a Stops>,
    ) -> Result<Self, Error> {
        let left = left.map(|option| option.right).max();
        let right = right.map(|option| option.left).min();
        if let (Some(left), Some(right)) = (left, right)
            && left >= right
        {
            return Ok(Self::Stops(Stops { left, right }));
        }
        // A number x has room if no Left option is ≥ x and no Right option is ≤ x.
        let bound = |stop: i128, open: i128| {
            let end = Dyadic::from_fixed(stop >> 1);
            if stop & 1 == open { Bound::Excluded(end) } else { Bound::Included(end) }
        };
        let lower = left.map_or(Bound::Unbounded, |stop| bound(stop, 1));
        let upper = right.map_or(Bound::Unbounded, |stop| bound(stop, 0));
        // Either the ends differ, or both belong to the interval: 2x < 2x + 1 is the only way for equal ends.
        let simplest = Dyadic::simplest_between(lower, upper)?;
        Ok(Self::Number(simplest.expect("the left stop is below the right one, so there is room")))
    }
}

/// The largest integer `n` such that no game with one of these stops is `≤ n`. `None` means there are no
/// stops.
pub(super) fn largest_integer_below<'a>(values: impl Iterator<Item = &'a Stops>) -> Option<i64> {
    let lowest = values.map(|stops| stops.left).min()?;
    // A game is at most n if its adorned left stop is at most 2n.
    Some(((lowest - 1) >> (1 + Dyadic::MAX_EXPONENT)) as i64)
}

//! Contests played: players that choose moves before a deadline, by name, and matches between two of them.

mod allowance;
mod matches;
mod players;

pub use allowance::{Allowance, GRACE};
pub use matches::{Match, Record, Tally, wilson};
pub use players::{Choice, ContestPlayer, PlayerName, UnknownPlayer};

use fastrand::Rng;
use rules::Outcomes;

/// What chance does: one of the outcomes, by their weights.
pub fn chance<S>(outcomes: Outcomes<S>, random: &mut Rng) -> Option<S> {
    let all: u32 = outcomes.iter().map(|(weight, _)| weight).sum();
    let mut left = if all == 0 { 0 } else { random.u32(..all) };
    let place = outcomes.iter().position(|(weight, _)| {
        let here = left < *weight;
        left = left.saturating_sub(*weight);
        here
    });
    outcomes.into_iter().nth(place?).map(|(_, state)| state)
}

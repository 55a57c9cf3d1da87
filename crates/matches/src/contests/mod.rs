//! Contests played: players that choose moves before a deadline, by name, and matches between two of them.

mod allowance;
mod matches;
mod players;

pub use allowance::{Allowance, GRACE};
pub use matches::{Match, Record, Tally, wilson};
pub use players::{Choice, ContestPlayer, PlayerName, UnknownPlayer};

use fastrand::Rng;
use rules::{Outcomes, drawn};

/// What chance does: one of the outcomes, by their weights.
pub fn chance<S>(outcomes: Outcomes<S>, random: &mut Rng) -> Option<S> {
    let place = drawn(outcomes.iter().map(|(weight, _)| *weight), random.u64(..));
    outcomes.into_iter().nth(place).map(|(_, state)| state)
}

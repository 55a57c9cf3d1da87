//! Who plays contests, which are games with chance, and who wins matches? Players choose moves before a
//! deadline.

mod allowance;
mod any_player;
mod matches;
mod players;

pub use allowance::{Allowance, GRACE};
pub use any_player::AnyPlayer;
pub use matches::{Match, Record, Tally, wilson};
pub use players::{Choice, ContestPlayer, PlayerName, UnknownPlayer};

use fastrand::Rng;
use rules::{Outcomes, drawn};

/// A random outcome, by the weights. `None` means that there are no outcomes.
pub fn chance<S>(outcomes: Outcomes<S>, random: &mut Rng) -> Option<S> {
    let place = drawn(outcomes.iter().map(|(weight, _)| *weight), random.u64(..));
    outcomes.into_iter().nth(place).map(|(_, state)| state)
}

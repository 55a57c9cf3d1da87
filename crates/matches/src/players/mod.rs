//! Who plays? At sums, strategies that look at thermographs, searches over the whole sum, combinations of both,
//! and theories that know the winner. At games with chance, *-minimax and Monte Carlo tree search, sparse sampling, and searches with a
//! model of the opponent. At both, a random player and other
//! programs.
//!
//! All see the same [`State`] and answer with a [`Choice`] before a deadline. Players of sums work on regions:
//! a part that has fallen apart counts as several components, each in normal form. In the end the chosen
//! option is found again among the moves of the parts, so a player always chooses one of the moves that the
//! rules list.

mod alphabeta;
mod contest;
mod ending;
mod estimate;
mod follow;
mod hotstrat;
mod informed;
mod local;
mod mcts;
mod mean;
mod modelling;
mod name;
mod nogo;
mod random;
mod scene;
mod sentestrat;
mod source;
mod strategies;
mod style;
mod theory;
mod thermostrat;

pub use contest::Memories;
pub use estimate::Estimate;
pub use modelling::{Belief, Recogniser};
pub use name::{Kind, NameError, PlayerName};
pub use nogo::Propositions;
pub use source::Source;
pub use strategies::Strategy;
pub use style::{Style, StyleError};

use crate::{Move, State};
use std::time::Duration;
use values::{Budget, Player as Side};

/// A move and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub action: Move,
    /// The depth of a search that the deadline ended. `None` means that the player does not search by depth,
    /// or that the search was complete.
    pub depth: Option<u32>,
    /// The reason in words: `hottest component, t = 15/4, orthodox move`.
    pub reason: String,
}

/// Why a player chooses no move.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// There is no move.
    #[error("there is no move")]
    None,
    /// The player failed, for this reason.
    #[error("{0}")]
    Failed(String),
}

/// A player. It may keep what it has found out from move to move, but not from game to game.
pub trait Player: Send {
    /// Begins a new game on this side: forgets everything, and seeds random choices. This takes the time that
    /// the player needs to prepare.
    fn begin(&mut self, start: &State, side: Side, seed: u64);

    /// Chooses a move for the player to move. The deadline is a time or a number of nodes. Rules that fail
    /// [unwind](rules::attempt).
    fn choose(&mut self, state: &State, deadline: &Budget) -> Result<Choice, NoMove>;

    /// About the bytes of what the player keeps from move to move.
    fn bytes(&self) -> usize {
        0
    }
}

/// The time before the deadline at which searches end. With little time it is a third of that.
const MARGIN: Duration = Duration::from_millis(10);

/// A budget that ends when this part of the time until the deadline, less the margin, is over.
fn part_of_time(deadline: &Budget, part: f64) -> Budget {
    deadline.earlier(MARGIN).part(part)
}

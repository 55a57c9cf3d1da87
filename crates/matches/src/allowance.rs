//! How much may a player spend on a move? Time by the clock, processor time, or nodes of searches.

use std::time::{Duration, Instant};
use values::{Budget, processor_time};

/// The usual grace: a move is late only if it takes longer than the limit by more than this.
pub const GRACE: Duration = Duration::from_millis(20);
/// The memory that the search of a move may take, in bytes.
const MEMORY: usize = 256 << 20;

/// What a player may spend on a move. Games by nodes are the same on every machine, however busy it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowance {
    /// Time by the clock. A player loses with a move that takes longer than limit and grace together.
    Time {
        /// The time that players may plan with.
        limit: Duration,
        /// The additional time until a move is late.
        grace: Duration,
    },
    /// Processor time of the thread of the game, with the usual [`GRACE`]. A busy machine costs no player a game.
    /// Players that are other programs have as much time by the clock, and are never late.
    Processor(Duration),
    /// Nodes of searches. No move is ever late.
    Nodes(u64),
}

impl Allowance {
    /// Time by the clock, with the usual [`GRACE`].
    #[must_use]
    pub fn time(limit: Duration) -> Self {
        Self::Time { limit, grace: GRACE }
    }

    /// The limits of a move that begins now: a part of the budget of its match, whose end is the end of the move.
    pub(crate) fn within(self, whole: &Budget) -> Budget {
        let budget = match self {
            Self::Time { limit, .. } => whole.slice(limit),
            Self::Processor(limit) => whole.processor_slice(limit),
            Self::Nodes(nodes) => whole.slice(Duration::MAX).with_nodes(nodes),
        };
        budget.with_bytes(MEMORY)
    }

    /// The time now by the clock of these limits, counted from any moment.
    pub(crate) fn now(self) -> Moment {
        match self {
            Self::Processor(_) => Moment::Processor(processor_time()),
            Self::Time { .. } | Self::Nodes(_) => Moment::Clock(Instant::now()),
        }
    }

    /// Is a move late that took this time?
    #[must_use]
    pub fn is_exceeded(self, taken: Duration) -> bool {
        match self {
            Self::Time { limit, grace } => taken > limit.saturating_add(grace),
            Self::Processor(limit) => taken > limit.saturating_add(GRACE),
            Self::Nodes(_) => false,
        }
    }
}

/// A moment by one of two clocks.
#[derive(Clone, Copy)]
pub(crate) enum Moment {
    Clock(Instant),
    Processor(Duration),
}

impl Moment {
    /// The time since then.
    pub(crate) fn elapsed(self) -> Duration {
        match self {
            Self::Clock(then) => then.elapsed(),
            Self::Processor(then) => processor_time().saturating_sub(then),
        }
    }
}

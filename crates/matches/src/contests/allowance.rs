//! What a player may spend on a move.

use std::time::Duration;
use values::Budget;

/// So much longer than allowed a move may take, as a rule.
pub const GRACE: Duration = Duration::from_millis(20);

/// What a player may spend on a move. Games by nodes are the same on every machine, however busy it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowance {
    /// Time by the clock, and how much longer a move may take; whoever takes more has lost.
    Time(Duration, Duration),
    /// Nodes of searches. Nobody is ever late.
    Nodes(u64),
}

impl Allowance {
    /// Time by the clock, with the usual [`GRACE`].
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self::Time(time, GRACE)
    }

    /// The deadline of a move that begins now.
    #[must_use]
    pub fn deadline(self) -> Budget {
        match self {
            Self::Time(time, _) => Budget::after(time),
            Self::Nodes(nodes) => Budget::after_nodes(nodes),
        }
    }

    /// Has a move that took so long come too late?
    #[must_use]
    pub fn is_exceeded(self, taken: Duration) -> bool {
        match self {
            Self::Time(time, grace) => taken > time.saturating_add(grace),
            Self::Nodes(_) => false,
        }
    }
}

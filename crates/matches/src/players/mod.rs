//! Who plays sums: strategies that look at thermographs, searches over the whole sum, and combinations of both.
//!
//! All see the same [`State`] and answer with a [`Choice`] before a deadline. They think in regions: a part that
//! has fallen apart counts as several components, each in normal form, and only at the end the move
//! is one of a part again. Moves are never made up: a player picks from those that the rules list.

mod alphabeta;
mod follow;
mod hotstrat;
mod informed;
mod local;
mod mcts;
mod mean;
mod random;
mod scene;
mod sentestrat;
mod source;
mod strategies;
mod thermostrat;

pub use source::Source;
pub use strategies::Strategy;

use crate::{Move, State};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use values::Budget;

/// A move, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub action: Move,
    /// The reason in words: `hottest component, t = 15/4, orthodox move`.
    pub reason: String,
}

/// Someone who plays sums, and may remember what it has learned.
pub trait Player: Send {
    /// A new game begins: forgets everything, and starts chance from this seed.
    fn begin(&mut self, chance: u64);

    /// Chooses a move for the player whose turn it is, before the deadline, which may be a time or a number of nodes; `None` if
    /// there is no move.
    fn choose(&mut self, state: &State, deadline: &Budget) -> Option<Choice>;
}

/// A kind of player, as it is named: `hotstrat:tds+`, `informed`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerName {
    /// A strategy without search, and where it has its temperatures from.
    Local(Strategy, Source),
    /// Global αβ search.
    AlphaBeta,
    /// Global search that knows means and temperatures.
    Informed,
    /// Monte Carlo tree search.
    Mcts,
    /// Any move.
    Random {
        /// Where chance starts from.
        seed: u64,
    },
}

/// Why there is no such player.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// Not a player.
    #[error("there is no player '{0}'; the players are {names}", names = PlayerName::list())]
    Player(String),
    /// Not a source of temperatures.
    #[error("there is no source of temperatures '{0}'; the sources are {names}", names = Source::list())]
    Source(String),
    /// Something after a colon that the player cannot use.
    #[error("'{0}' takes nothing after a colon")]
    NoSource(String),
}

impl PlayerName {
    /// All players, with what they do in a line; those marked `true` take a source of temperatures after a colon.
    pub const ALL: &[(&str, bool, &str)] = &[
        ("hotstrat", true, "moves in the hottest component"),
        ("hotstrat+", true, "like hotstrat, but makes threats that are hotter than everything else first"),
        (
            "sentestrat",
            true,
            "answers a move that leaves a component above the ambient temperature, else hotstrat",
        ),
        ("thermostrat", true, "moves in the component that is widest at the ambient temperature"),
        ("mean", true, "answers where the opponent has made a component hotter, else moves in the hottest"),
        ("follow", true, "follows the leader: moves where the opponent moved whenever that is possible"),
        ("alphabeta", false, "searches the whole sum, with the estimates of the rules"),
        (
            "informed",
            false,
            "searches the whole sum, led by means and temperatures; the best player of the house",
        ),
        ("mcts", false, "Monte Carlo tree search over the whole sum"),
        ("random", false, "makes any move; a number after a colon is the seed"),
    ];

    fn list() -> String {
        Self::ALL.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", ")
    }

    /// A player of this kind, who knows nothing yet.
    #[must_use]
    pub fn player(self) -> Box<dyn Player> {
        match self {
            Self::Local(strategy, source) => Box::new(strategies::Local::new(strategy, source)),
            Self::AlphaBeta => Box::new(alphabeta::AlphaBeta::default()),
            Self::Informed => Box::new(informed::Informed::default()),
            Self::Mcts => Box::new(mcts::Mcts::default()),
            Self::Random { seed } => Box::new(random::Random::new(seed)),
        }
    }
}

impl FromStr for PlayerName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let (name, after) = text.split_once(':').map_or((text, None), |(name, after)| (name, Some(after)));
        if let Some(strategy) = Strategy::ALL.into_iter().find(|strategy| strategy.name() == name) {
            return Ok(Self::Local(strategy, after.map_or(Ok(Source::Exact), str::parse)?));
        }
        let plain = match name {
            "alphabeta" => Self::AlphaBeta,
            "informed" => Self::Informed,
            "mcts" => Self::Mcts,
            "random" => {
                let seed = after.map_or(Ok(0), str::parse);
                return seed
                    .map(|seed| Self::Random { seed })
                    .map_err(|_| NameError::NoSource(name.to_owned()));
            }
            _ => return Err(NameError::Player(name.to_owned())),
        };
        if after.is_some() { Err(NameError::NoSource(name.to_owned())) } else { Ok(plain) }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local(strategy, source) => write!(f, "{}:{}", strategy.name(), source.name()),
            Self::AlphaBeta => f.write_str("alphabeta"),
            Self::Informed => f.write_str("informed"),
            Self::Mcts => f.write_str("mcts"),
            Self::Random { seed: 0 } => f.write_str("random"),
            Self::Random { seed } => write!(f, "random:{seed}"),
        }
    }
}

/// So long before the deadline players start to make up their minds; with little time, a third of it.
const MARGIN: Duration = Duration::from_millis(10);

/// Stops when this part of the time until the deadline is over, less a margin.
fn part_of_time(deadline: &Budget, part: f64) -> Budget {
    deadline.earlier(MARGIN).part(part)
}

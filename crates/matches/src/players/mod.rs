//! Who plays sums? Strategies that look at thermographs, searches over the whole sum, and combinations of
//! both.
//!
//! All see the same [`State`] and answer with a [`Choice`] before a deadline. They work on regions: a part
//! that has fallen apart counts as several components, each in normal form. In the end the chosen option is
//! found again among the moves of the parts, so a player always chooses one of the moves that the rules list.

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
use positions::Knowledge;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use values::Budget;

/// A move and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub action: Move,
    /// The reason in words: `hottest component, t = 15/4, orthodox move`.
    pub reason: String,
}

/// A player of sums. It may keep what it has found out from move to move.
pub trait Player: Send {
    /// Begins a new game: forgets everything, and seeds random choices.
    fn begin(&mut self, chance: u64);

    /// Chooses a move for the player to move. The deadline is a time or a number of nodes. `None` means that
    /// there is no move.
    fn choose(&mut self, state: &State, deadline: &Budget) -> Option<Choice>;
}

/// A kind of player and its name: `hotstrat:tds+`, `informed`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerName {
    /// A strategy without search, and the source of its temperatures.
    Local(Strategy, Source),
    /// Global αβ search.
    AlphaBeta,
    /// Global search led by means and temperatures.
    Informed,
    /// Monte Carlo tree search.
    Mcts,
    /// A random move.
    Random {
        /// The seed of the random choices.
        seed: u64,
    },
}

/// Why a name is not that of a player.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// There is no such player.
    #[error("there is no player '{0}'; the players are {names}", names = PlayerName::list())]
    Player(String),
    /// There is no such source of temperatures.
    #[error("there is no source of temperatures '{0}'; the sources are {names}", names = Source::list())]
    Source(String),
    /// The text after the colon is not allowed for this player.
    #[error("'{0}' takes nothing after a colon")]
    NoSource(String),
}

impl PlayerName {
    /// All players, each with a description. `true` means that a source of temperatures can follow after a
    /// colon.
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
        self.player_knowing(&exact::knowledge())
    }

    /// A player of this kind who asks these sources.
    #[must_use]
    pub fn player_knowing(self, knowledge: &Knowledge) -> Box<dyn Player> {
        let knowledge = knowledge.afresh();
        match self {
            Self::Local(strategy, source) => Box::new(strategies::Local::new(strategy, source, knowledge)),
            Self::AlphaBeta => Box::new(alphabeta::AlphaBeta::new(knowledge)),
            Self::Informed => Box::new(informed::Informed::new(knowledge)),
            Self::Mcts => Box::new(mcts::Mcts::new(knowledge)),
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

/// The time before the deadline at which searches end. With little time it is a third of that.
const MARGIN: Duration = Duration::from_millis(10);

/// A budget that ends when this part of the time until the deadline, less the margin, is over.
fn part_of_time(deadline: &Budget, part: f64) -> Budget {
    deadline.earlier(MARGIN).part(part)
}

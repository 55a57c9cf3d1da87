//! Which players are there? All of them by name: `hotstrat:tds+`, `informed`, `star2`, `exec:COMMAND`.

use super::{Player, Source, Strategy, alphabeta, contest, informed, mcts, random, strategies};
use crate::exec::Program;
use adversary::alphabeta::{Probing, Star};
use positions::Knowledge;
use std::fmt;
use std::str::FromStr;

/// What is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Sums.
    Sum,
    /// Games with chance.
    Contest,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sum => "sums",
            Self::Contest => "games with chance",
        })
    }
}

/// A kind of player and its name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PlayerName {
    /// A strategy without search, and the source of its temperatures.
    Local(Strategy, Source),
    /// αβ search over the whole game.
    AlphaBeta,
    /// Search of the whole sum, led by means and temperatures.
    Informed,
    /// Monte Carlo tree search.
    Mcts,
    /// A random move.
    Random {
        /// The seed of the random choices.
        seed: u64,
    },
    /// The move with the best mean evaluation.
    Greedy,
    /// *-minimax search.
    Star(Star),
    /// Another program, by the command that starts it.
    Exec(String),
}

/// Why a name is not that of a player.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// There is no such player.
    #[error("there is no player '{0}'; the players are {names}", names = PlayerName::list(None))]
    Player(String),
    /// The player does not play this.
    #[error("there is no player '{0}' of {1}; the players are {names}", names = PlayerName::list(Some(*.1)))]
    Kind(PlayerName, Kind),
    /// There is no such source of temperatures.
    #[error("there is no source of temperatures '{0}'; the sources are {names}", names = Source::list())]
    Source(String),
    /// The text after the colon is not allowed for this player.
    #[error("'{0}' takes nothing after a colon")]
    NoSource(String),
    /// A command has to follow.
    #[error("a command has to follow exec:, such as 'exec:tedomari player informed'")]
    Command,
}

/// The searches of games with chance.
const STARS: [(&str, Star); 4] = [
    ("star0", Star::Star0),
    ("star1", Star::Star1),
    ("star2", Star::Star2 { factor: 1, probing: Probing::Sequential }),
    ("star2.5", Star::Star2 { factor: 3, probing: Probing::Cyclic }),
];

impl PlayerName {
    /// All players but `exec:COMMAND`, each with a description. After a [`Local`](Self::Local) one a colon and
    /// a source of temperatures can follow.
    pub const ALL: &[(&str, &str)] = &[
        ("hotstrat", "moves in the hottest component"),
        ("hotstrat+", "like hotstrat, but makes threats that are hotter than everything else first"),
        ("sentestrat", "answers a move that leaves a component above the ambient temperature, else hotstrat"),
        ("thermostrat", "moves in the component that is widest at the ambient temperature"),
        ("mean", "answers where the opponent has made a component hotter, else moves in the hottest"),
        ("follow", "follows the leader: moves where the opponent moved whenever that is possible"),
        ("informed", "searches the whole sum, led by means and temperatures; the best player of the house"),
        ("alphabeta", "αβ search, with the estimates of the rules; in games with chance it is star2"),
        ("greedy", "makes the move after which the estimate is best on average"),
        ("star0", "αβ search that looks at every outcome of chance with a full window"),
        ("star1", "αβ search that leaves outcomes out when the others decide"),
        ("star2", "like star1, but probes one answer to each outcome first"),
        ("star2.5", "like star2, with up to three answers to each outcome in turn"),
        ("mcts", "Monte Carlo tree search"),
        ("random", "makes any move; a number after a colon is the seed"),
    ];

    /// The players of this kind of games, but `exec:COMMAND`, each with a description.
    pub fn of(kind: Kind) -> impl Iterator<Item = (&'static str, &'static str)> {
        let plays = move |name: &str| name.parse::<Self>().is_ok_and(|player| player.plays(kind));
        Self::ALL.iter().copied().filter(move |(name, _)| plays(name))
    }

    fn list(kind: Option<Kind>) -> String {
        let plays = |name: &str| kind.is_none_or(|kind| Self::of(kind).any(|(known, _)| known == name));
        let names = Self::ALL.iter().map(|(name, _)| *name).filter(|name| plays(name));
        names.chain(["exec:COMMAND"]).collect::<Vec<_>>().join(", ")
    }

    /// Does the player play this?
    #[must_use]
    pub fn plays(&self, kind: Kind) -> bool {
        match self {
            Self::Local(..) | Self::Informed => kind == Kind::Sum,
            Self::Greedy | Self::Star(_) => kind == Kind::Contest,
            Self::AlphaBeta | Self::Mcts | Self::Random { .. } | Self::Exec(_) => true,
        }
    }

    /// A player of this kind, who knows nothing yet but asks these sources.
    pub fn player(&self, kind: Kind, knowledge: &Knowledge) -> Result<Box<dyn Player>, NameError> {
        use contest::{Contestant, Method};
        let knowledge = knowledge.clone();
        Ok(match (self, kind) {
            (Self::Exec(command), _) => Box::new(Program::new(command)),
            (Self::Random { seed }, _) => Box::new(random::Random::new(*seed)),
            (Self::Local(strategy, source), Kind::Sum) => {
                Box::new(strategies::Local::new(*strategy, *source, knowledge))
            }
            (Self::AlphaBeta, Kind::Sum) => Box::new(alphabeta::AlphaBeta::new(knowledge)),
            (Self::Informed, Kind::Sum) => Box::new(informed::Informed::new(knowledge)),
            (Self::Mcts, Kind::Sum) => Box::new(mcts::Mcts::new(knowledge)),
            (Self::Greedy, Kind::Contest) => Box::new(Contestant::new(Method::Greedy)),
            (Self::Star(star), Kind::Contest) => Box::new(Contestant::new(Method::Star(*star))),
            (Self::AlphaBeta, Kind::Contest) => Box::new(Contestant::new(Method::Star(STARS[2].1))),
            (Self::Mcts, Kind::Contest) => Box::new(Contestant::new(Method::Mcts)),
            _ => return Err(NameError::Kind(self.clone(), kind)),
        })
    }

    /// Can the player be started? The message says why a program cannot.
    pub(crate) fn check(&self) -> Result<(), String> {
        match self {
            Self::Exec(command) => Program::check(command),
            _ => Ok(()),
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
        let plain = match (name, after) {
            ("alphabeta", _) => Self::AlphaBeta,
            ("informed", _) => Self::Informed,
            ("mcts", _) => Self::Mcts,
            ("greedy", _) => Self::Greedy,
            ("random", None) => Self::Random { seed: 0 },
            ("random", Some(seed)) => {
                let seed = seed.parse().map_err(|_| NameError::NoSource(name.to_owned()))?;
                return Ok(Self::Random { seed });
            }
            ("exec", Some(command)) if Program::is_command(command) => {
                return Ok(Self::Exec(command.to_owned()));
            }
            ("exec", _) => return Err(NameError::Command),
            _ => {
                let star = STARS.into_iter().find(|(known, _)| *known == name);
                Self::Star(star.ok_or_else(|| NameError::Player(name.to_owned()))?.1)
            }
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
            Self::Greedy => f.write_str("greedy"),
            Self::Star(star) => {
                let known = STARS.iter().find(|(_, known)| known == star);
                f.write_str(known.map_or("star2 of another kind", |(name, _)| name))
            }
            Self::Exec(command) => write!(f, "exec:{command}"),
        }
    }
}

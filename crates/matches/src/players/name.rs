//! Which players are there? All of them by name: `hotstrat:tds+`, `informed`, `star2`, `exec:COMMAND`.

use super::Strategy::{Follow, HotStrat, HotStratPlus, Mean, SenteStrat, ThermoStrat};
use super::contest::{Contestant, Memories, Method};
use super::modelling::{Belief, Modeller};
use super::nogo::{NoGo, Propositions};
use super::style::Style;
use super::theory::{Nim, Solve, Theorist, Xt};
use super::{Player, Source, Strategy, alphabeta, informed, mcts, random, strategies};
use crate::exec::Program;
use crate::memory::Memory;
use crate::{Board, State};
use adversary::alphabeta::{Approximate, Chance, Options, OutcomeOrder, Probing, Shares, Star};
use derive_more::Display;
use positions::Knowledge;
use std::fmt;
use std::str::FromStr;

/// What is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Display)]
pub enum Kind {
    /// Sums.
    #[display("sums")]
    Sum,
    /// Games with chance.
    #[display("games with chance")]
    Contest,
}

/// A kind of player and its name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PlayerName {
    /// A strategy without search, and the source of its temperatures.
    Local(Strategy, Source),
    /// Search of the whole sum, led by means and temperatures.
    Informed,
    /// Search of the whole sum until its winner is known.
    Solve,
    /// Nim values of impartial games, and tables of misère play.
    Nim,
    /// The values of XT Domineering on 3×3.
    Xt,
    /// Monte Carlo tree search of the last move, with propositions about NoGo.
    NoGo(Propositions),
    /// αβ search over the whole game.
    AlphaBeta,
    /// The move with the best mean evaluation.
    Greedy,
    /// *-minimax search.
    Star(Star),
    /// *-minimax search with late move reduction, an order of outcomes and a limit of flips.
    StarPlus,
    /// *-minimax search of utilities; the number is that of [`Risk::new`](adversary::alphabeta::Risk::new).
    Risk(u16),
    /// Monte Carlo tree search, and what it remembers in games with chance.
    Mcts(Memories),
    /// Sparse sampling.
    SparseSampling,
    /// Search with a model of the opponent to this depth. `None` means as deep as time allows.
    Modelling(Belief, Option<u32>),
    /// A random move, by this seed.
    Random(u64),
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
    /// The text after the `@` of a source is not a gap between coupons.
    #[error(
        "'{0}' is not a source of temperatures: after tds@, tds+@ and mts@ comes a gap between coupons, 1, 1/2, 1/4 …"
    )]
    Gap(String),
    /// The text after the colon is not allowed for this player.
    #[error("'{0}' takes nothing after a colon")]
    NoSource(String),
    /// The seed is not a number.
    #[error("'{0}' is not a seed; a seed is a whole number, such as in random:7")]
    Seed(String),
    /// The text after the colon is not a list of styles.
    #[error(
        "'{0}' does not say how opponents think: after {1}: comes a style of the game with a depth, such as usual@1, or several joined by commas"
    )]
    Style(String, String),
    /// The game does not have a style.
    #[error("there is no style '{0}' in this game; its styles are {1}")]
    UnknownStyle(String, String),
    /// The text after the `@` of a player is not a depth.
    #[error("'{0}' is not a depth: a number from 1 to {DEEPEST}, such as in om@3", DEEPEST = Belief::DEEPEST)]
    Depth(String),
    /// The text after `mcts:` is not a list of what it remembers.
    #[error("'{0}' is not what mcts remembers: keep, share and prove, joined by +, or none")]
    Memories(String),
    /// The text after `nogo:` is not a list of propositions.
    #[error("'{0}' is not a list of propositions: 1, 2 and 3, joined by +, where 2 and 3 need 1; or none")]
    Propositions(String),
    /// The text after `risk:` is not a number.
    #[error("'{0}' is not a risk: a whole number from 0 to 1000, such as in risk:8")]
    Risk(String),
    /// A command has to follow.
    #[error("a command has to follow exec:, such as 'exec:tedomari player informed'")]
    Command,
}

/// The search of games with chance that probes one answer to each outcome.
const STAR2: Star = Star::Star2 { factor: 1, probing: Probing::Sequential };
/// The search that probes up to three answers to each outcome, in turn.
const STAR2_5: Star = Star::Star2 { factor: 3, probing: Probing::Cyclic };

/// What `star+` does about chance, beside late move reduction.
const PLUS: Chance = Chance {
    order: OutcomeOrder::BestWhenAhead,
    shares: Shares::Equal,
    approximate: Approximate::None,
    flips: Some(2),
};
/// The usual risk: a lead of an eighth of the largest score counts like half of a win.
const RISK: u16 = 8;
/// The largest risk.
const LARGEST_RISK: u16 = 1000;

/// A strategy with exact temperatures.
const fn local(strategy: Strategy) -> PlayerName {
    PlayerName::Local(strategy, Source::Exact)
}

impl PlayerName {
    /// All players but [`Exec`](Self::Exec), each with its name and a description.
    pub const ALL: &[(&str, Self, &str)] = &[
        ("hotstrat", local(HotStrat), "moves in the hottest component"),
        ("hotstrat+", local(HotStratPlus), "like hotstrat, but makes threats hotter than all else first"),
        (
            "sentestrat",
            local(SenteStrat),
            "answers in a component left above the ambient temperature, else hotstrat",
        ),
        (
            "thermostrat",
            local(ThermoStrat),
            "moves in the component that is widest at the ambient temperature",
        ),
        ("mean", local(Mean), "answers where the opponent has made a component hotter, else hotstrat"),
        ("follow", local(Follow), "follows the leader: moves where the opponent moved whenever possible"),
        (
            "informed",
            Self::Informed,
            "searches the sum, led by means and temperatures; the strongest player here",
        ),
        (
            "solve",
            Self::Solve,
            "perfect where it can solve the sum in its time: normal and misère play, and the best score",
        ),
        ("nim", Self::Nim, "impartial games by nim values, misère Triangular Nim by table, else like solve"),
        ("xt", Self::Xt, "XT Domineering within 3×3 by its values, else like solve"),
        (
            "nogo",
            Self::NoGo(Propositions::ALL),
            "Monte Carlo tree search for who makes the last move, with values of settled regions; nogo:none without",
        ),
        ("alphabeta", Self::AlphaBeta, "αβ search, with the estimates of the rules; with chance it is star2"),
        ("greedy", Self::Greedy, "makes the move after which the estimate is best on average"),
        ("star0", Self::Star(Star::Star0), "αβ search of every outcome of chance with a full window"),
        ("star1", Self::Star(Star::Star1), "αβ search that leaves outcomes out when the others decide"),
        ("star2", Self::Star(STAR2), "like star1, but probes one answer to each outcome first"),
        ("star2.5", Self::Star(STAR2_5), "like star2, with up to three answers to each outcome in turn"),
        (
            "star+",
            Self::StarPlus,
            "like star2, with late moves less deep, the most decisive outcomes first, and at most two flips on a line",
        ),
        (
            "risk",
            Self::Risk(RISK),
            "star2 that takes risks when behind and avoids them when ahead; risk:N more for larger N",
        ),
        (
            "mcts",
            Self::Mcts(Memories::ALL),
            "Monte Carlo tree search; with chance mcts:keep+share+prove keeps its tree, shares states and proves wins, mcts:none does not",
        ),
        ("sparse", Self::SparseSampling, "sparse sampling of outcomes, and how far it may be off"),
        (
            "minimax",
            Self::Modelling(Belief::Same(Style::USUAL), None),
            "minimax search in a style; minimax:usual@2 to two plies",
        ),
        (
            "om",
            Self::Modelling(Belief::One(Style::GREEDY), None),
            "believes in an opponent of one style; om is om:usual@1; om@3:STYLE looks three plies ahead",
        ),
        (
            "prom",
            Self::Modelling(Belief::Several(Vec::new()), None),
            "believes in several, such as prom:usual@1,runner@1; prom in all",
        ),
        (
            "learner",
            Self::Modelling(Belief::Learned(Vec::new()), None),
            "learns the style from the opponent's moves",
        ),
        ("random", Self::Random(0), "makes any move; a number after a colon is the seed"),
    ];

    /// The names of all players, or of those of one kind.
    fn list(kind: Option<Kind>) -> String {
        let known = Self::ALL.iter().filter(|(_, player, _)| kind.is_none_or(|kind| player.plays(kind)));
        known.map(|(name, ..)| *name).chain(["exec:COMMAND"]).collect::<Vec<_>>().join(", ")
    }

    /// Does the player play this?
    #[must_use]
    pub fn plays(&self, kind: Kind) -> bool {
        match self {
            Self::Local(..) | Self::Informed | Self::Solve | Self::Nim | Self::Xt | Self::NoGo(_) => {
                kind == Kind::Sum
            }
            Self::Greedy
            | Self::Star(_)
            | Self::StarPlus
            | Self::Risk(_)
            | Self::SparseSampling
            | Self::Modelling(..) => kind == Kind::Contest,
            Self::Mcts(memories) => kind == Kind::Contest || *memories == Memories::ALL,
            Self::AlphaBeta | Self::Random(_) | Self::Exec(_) => true,
        }
    }

    /// A player of this kind, who knows nothing yet but asks these sources. It has the memory of players in
    /// matches.
    pub fn player(&self, kind: Kind, knowledge: &Knowledge) -> Result<Box<dyn Player>, NameError> {
        self.with_memory(kind, knowledge, Memory::default())
    }

    /// The same with at most about this many bytes of memory. A search that has used them up ends, as at the
    /// end of its time. Other programs know nothing of this limit.
    pub fn player_within(
        &self,
        kind: Kind,
        knowledge: &Knowledge,
        bytes: usize,
    ) -> Result<Box<dyn Player>, NameError> {
        self.with_memory(kind, knowledge, Memory::of(bytes))
    }

    fn with_memory(
        &self,
        kind: Kind,
        knowledge: &Knowledge,
        memory: Memory,
    ) -> Result<Box<dyn Player>, NameError> {
        let knowledge = knowledge.afresh();
        let solve = || Solve::new(knowledge.afresh(), memory);
        let contestant = |method| Box::new(Contestant::new(method, knowledge.afresh(), memory));
        let star = |star, risk| contestant(Method::Star(Options { star, ..Options::default() }, risk));
        Ok(match (self, kind) {
            (Self::Exec(command), _) => Box::new(Program::new(command)),
            (Self::Random(seed), _) => Box::new(random::Random::new(*seed)),
            (Self::Local(strategy, source), Kind::Sum) => {
                Box::new(strategies::Local::new(*strategy, *source, knowledge, memory))
            }
            (Self::Informed, Kind::Sum) => Box::new(informed::Informed::new(knowledge, memory)),
            (Self::Solve, Kind::Sum) => Box::new(Theorist::new(solve(), knowledge, memory)),
            (Self::Nim, Kind::Sum) => Box::new(Theorist::new(Nim::new(solve()), knowledge, memory)),
            (Self::Xt, Kind::Sum) => Box::new(Theorist::new(Xt::new(solve()), knowledge, memory)),
            (Self::NoGo(propositions), Kind::Sum) => Box::new(NoGo::new(*propositions, memory)),
            (Self::AlphaBeta, Kind::Sum) => Box::new(alphabeta::AlphaBeta::new(knowledge, memory)),
            (Self::Mcts(Memories::ALL), Kind::Sum) => Box::new(mcts::Mcts::new(knowledge, memory)),
            (Self::Greedy, Kind::Contest) => contestant(Method::Greedy),
            (Self::AlphaBeta, Kind::Contest) => star(STAR2, 0),
            (Self::Star(of), Kind::Contest) => star(*of, 0),
            (Self::Risk(risk), Kind::Contest) => star(STAR2, *risk),
            (Self::StarPlus, Kind::Contest) => {
                let plain = Options::default();
                contestant(Method::Star(Options { star: STAR2, chance: PLUS, reduction: true, ..plain }, 0))
            }
            (Self::Mcts(memories), Kind::Contest) => contestant(Method::Mcts(*memories)),
            (Self::SparseSampling, Kind::Contest) => contestant(Method::SparseSampling),
            (Self::Modelling(belief, plies), Kind::Contest) => {
                Box::new(Modeller::new(belief.clone(), *plies, memory))
            }
            _ => return Err(NameError::Kind(self.clone(), kind)),
        })
    }

    /// Does the player play the game of this state? An error says why not.
    pub fn suits(&self, state: &State) -> Result<(), NameError> {
        if !self.plays(state.kind()) {
            return Err(NameError::Kind(self.clone(), state.kind()));
        }
        let (Self::Modelling(belief, _), Board::Contest(contest, _)) = (self, state.board()) else {
            return Ok(());
        };
        let known = Style::known(contest);
        let unknown = belief.styles().iter().find(|style| !known.contains(&style.name()));
        let unknown = unknown.map(|style| NameError::UnknownStyle(style.name().to_owned(), known.join(", ")));
        unknown.map_or(Ok(()), Err)
    }

    /// Can the player be started? The message says why a program cannot.
    pub(crate) fn check(&self) -> Result<(), String> {
        if let Self::Exec(command) = self { Program::check(command) } else { Ok(()) }
    }
}

impl FromStr for PlayerName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let (name, after) = text.split_once(':').map_or((text, None), |(name, after)| (name, Some(after)));
        if name == "exec" {
            let command = after.filter(|command| Program::is_command(command));
            return command.map(|command| Self::Exec(command.to_owned())).ok_or(NameError::Command);
        }
        let (name, plies) = name.split_once('@').map_or((name, None), |(name, plies)| (name, Some(plies)));
        let known = Self::ALL.iter().find(|(known, ..)| *known == name);
        let (_, player, _) = known.ok_or_else(|| NameError::Player(name.to_owned()))?;
        let nothing = || NameError::NoSource(name.to_owned());
        let styles = |most| {
            let list = after.and_then(Style::list).filter(|list| (1..=most).contains(&list.len()));
            list.ok_or_else(|| NameError::Style(after.unwrap_or_default().to_owned(), name.to_owned()))
        };
        if let Self::Modelling(belief, _) = player {
            let plies = match (belief, plies) {
                (_, None) => None,
                (Belief::Same(_), Some(_)) => return Err(NameError::Player(text.to_owned())),
                (_, Some(plies)) => {
                    let known = plies.parse().ok().filter(|plies| (1..=Belief::DEEPEST).contains(plies));
                    Some(known.ok_or_else(|| NameError::Depth(plies.to_owned()))?)
                }
            };
            let belief = match (belief, after) {
                (_, None) => belief.clone(),
                (Belief::Same(_), _) => Belief::Same(styles(1)?.swap_remove(0)),
                (Belief::One(_), _) => Belief::One(styles(1)?.swap_remove(0)),
                (Belief::Several(_), _) => Belief::Several(styles(Belief::MOST)?),
                (Belief::Learned(_), _) => Belief::Learned(styles(Belief::MOST)?),
            };
            return Ok(Self::Modelling(belief, plies));
        }
        if plies.is_some() {
            return Err(NameError::Player(text.to_owned()));
        }
        match (player, after) {
            (_, None) => Ok(player.clone()),
            (Self::Mcts(_), Some(text)) => {
                Memories::read(text).map(Self::Mcts).ok_or_else(|| NameError::Memories(text.to_owned()))
            }
            (Self::NoGo(_), Some(text)) => {
                let read = Propositions::read(text).map(Self::NoGo);
                read.ok_or_else(|| NameError::Propositions(text.to_owned()))
            }
            (Self::Risk(_), Some(text)) => {
                let risk = text.parse().ok().filter(|risk| *risk <= LARGEST_RISK);
                risk.map(Self::Risk).ok_or_else(|| NameError::Risk(text.to_owned()))
            }
            (Self::Local(strategy, _), Some(source)) => Ok(Self::Local(*strategy, source.parse()?)),
            (Self::Random(_), Some(seed)) => {
                seed.parse().map(Self::Random).map_err(|_| NameError::Seed(seed.to_owned()))
            }
            _ => Err(nothing()),
        }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = match self {
            Self::Exec(command) => return write!(f, "exec:{command}"),
            Self::Modelling(belief, plies) => return belief.write(f, *plies),
            Self::Local(strategy, _) => local(*strategy),
            Self::Random(_) => Self::Random(0),
            Self::Mcts(_) => Self::Mcts(Memories::ALL),
            Self::Risk(_) => Self::Risk(RISK),
            Self::NoGo(_) => Self::NoGo(Propositions::ALL),
            other => other.clone(),
        };
        let known = Self::ALL.iter().find(|(_, player, _)| *player == listed);
        f.write_str(known.map_or("star2 of another kind", |(name, ..)| name))?;
        match self {
            Self::Local(_, source) => write!(f, ":{source}"),
            Self::Random(seed) if *seed > 0 => write!(f, ":{seed}"),
            Self::Mcts(memories) if *memories != Memories::ALL => write!(f, ":{memories}"),
            Self::NoGo(propositions) if *propositions != Propositions::ALL => write!(f, ":{propositions}"),
            Self::Risk(risk) if *risk != RISK => write!(f, ":{risk}"),
            _ => Ok(()),
        }
    }
}

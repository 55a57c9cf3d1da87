//! Who plays contests? Random and greedy players, *-minimax searches and Monte Carlo tree search, by name.

use adversary::alphabeta::{AlphaBeta, Options, POINT, Plain, Probing, Star};
use adversary::mcts::Mcts;
use fastrand::Rng;
use rules::Stochastic;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use values::{Budget, Player};

/// A move and the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub action: M,
    /// The depth of a search that the deadline ended. `None` means that the player does not search by depth,
    /// or that the search was complete.
    pub depth: Option<u32>,
    /// The reason in a few words.
    pub reason: String,
}

/// A player of contests. It may keep what it has found out from move to move, but not from game to game.
pub trait ContestPlayer<S: Stochastic>: Send {
    /// Begins a new game, with a seed for random choices.
    fn begin(&mut self, seed: u64);

    /// Chooses a move for the player to move. The deadline is a time or a number of nodes. `None` means that
    /// there is no move.
    fn choose(&mut self, state: &S, deadline: &Budget) -> Option<Choice<S::Move>>;
}

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerName {
    /// A random move.
    Random,
    /// The move with the best mean evaluation.
    Greedy,
    /// *-minimax search.
    Star(Star),
    /// Monte Carlo tree search.
    Mcts,
}

/// There is no player of this name.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
#[error("there is no player '{0}' of games with chance; the players are {names}", names = PlayerName::list())]
pub struct UnknownPlayer(String);

impl PlayerName {
    /// All players, each with its name and a description.
    pub const ALL: &[(&str, Self, &str)] = &[
        ("random", Self::Random, "makes any move"),
        ("greedy", Self::Greedy, "makes the move after which the estimate is best on average"),
        (
            "star0",
            Self::Star(Star::Star0),
            "αβ search that looks at every outcome of chance with a full window",
        ),
        ("star1", Self::Star(Star::Star1), "αβ search that leaves outcomes out when the others decide"),
        (
            "star2",
            Self::Star(Star::Star2 { factor: 1, probing: Probing::Sequential }),
            "like star1, but probes one answer to each outcome first",
        ),
        (
            "star2.5",
            Self::Star(Star::Star2 { factor: 3, probing: Probing::Cyclic }),
            "like star2, with up to three answers to each outcome in turn",
        ),
        ("mcts", Self::Mcts, "Monte Carlo tree search, by random games to the end"),
    ];

    fn list() -> String {
        Self::ALL.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", ")
    }

    /// A new player of this kind.
    #[must_use]
    pub fn player<S: Stochastic>(self) -> Box<dyn ContestPlayer<S>> {
        match self {
            Self::Random => Box::new(Random(Rng::with_seed(0))),
            Self::Greedy => Box::new(Greedy(Rng::with_seed(0))),
            Self::Mcts => Box::new(Simulator(Mcts::default())),
            Self::Star(star) => {
                let options = Options { bytes: TABLE, star, ..Options::default() };
                Box::new(Searcher(AlphaBeta::new(Plain::<S>::default(), options)))
            }
        }
    }
}

impl FromStr for PlayerName {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, UnknownPlayer> {
        let known = Self::ALL.iter().find(|(name, ..)| *name == text);
        known.map(|(_, player, _)| *player).ok_or_else(|| UnknownPlayer(text.to_owned()))
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Self::ALL.iter().find(|(_, player, _)| player == self);
        f.write_str(known.map_or("star2 of another kind", |(name, ..)| name))
    }
}

/// The approximate size of a transposition table in bytes.
const TABLE: usize = 32 << 20;
/// The time before the deadline at which searches end. With little time it is a third of that.
const MARGIN: Duration = Duration::from_millis(3);
/// The maximum depth of a search.
const DEEPEST: u32 = 64;

struct Random(Rng);

impl<S: Stochastic> ContestPlayer<S> for Random {
    fn begin(&mut self, seed: u64) {
        self.0 = Rng::with_seed(seed);
    }

    fn choose(&mut self, state: &S, _: &Budget) -> Option<Choice<S::Move>> {
        let action = self.0.choice(state.moves())?;
        Some(Choice { action, depth: None, reason: "by chance".to_owned() })
    }
}

struct Greedy(Rng);

impl<S: Stochastic> ContestPlayer<S> for Greedy {
    fn begin(&mut self, seed: u64) {
        self.0 = Rng::with_seed(seed);
    }

    fn choose(&mut self, state: &S, _: &Budget) -> Option<Choice<S::Move>> {
        let sign = if state.to_move() == Player::Left { 1 } else { -1 };
        let mut moves = state.moves();
        // A random one of equal moves comes last, which `max_by_key` prefers.
        self.0.shuffle(&mut moves);
        let evaluation = |action: S::Move| {
            let outcomes = state.outcomes(action);
            let all: i128 = outcomes.iter().map(|(weight, _)| i128::from(*weight)).sum();
            let points = |next: &S| i128::from(next.score().unwrap_or_else(|| next.evaluation()));
            let total: i128 = outcomes.iter().map(|(weight, next)| i128::from(*weight) * points(next)).sum();
            // A mean of 32 bits times a point has fewer than 64 bits.
            (sign * total * i128::from(POINT) / all.max(1)) as i64
        };
        let evaluated = moves.into_iter().map(|action| (evaluation(action), action));
        let (best, action) = evaluated.max_by_key(|(evaluation, _)| *evaluation)?;
        Some(Choice { action, depth: None, reason: format!("the estimate after it is {}", points(best)) })
    }
}

/// Points for the player to move, rounded.
fn points(score: i64) -> i64 {
    (score + POINT / 2).div_euclid(POINT)
}

struct Searcher<S: Stochastic>(AlphaBeta<Plain<S>>);

impl<S: Stochastic> ContestPlayer<S> for Searcher<S> {
    /// Forgets what searches have found, so that games do not depend on earlier ones.
    fn begin(&mut self, _: u64) {
        self.0.forget();
    }

    fn choose(&mut self, state: &S, deadline: &Budget) -> Option<Choice<S::Move>> {
        let Some(thought) = self.0.think(state, DEEPEST, &deadline.earlier(MARGIN)) else {
            let action = state.moves().into_iter().max_by_key(|&action| state.ordering(action))?;
            return Some(Choice { action, depth: Some(0), reason: "no time to think".to_owned() });
        };
        let score = points(thought.score);
        let reason = if thought.complete {
            format!("worth {score}, whatever comes later")
        } else {
            format!("worth {score}, {} moves ahead", thought.depth)
        };
        Some(Choice { action: thought.best, depth: (!thought.complete).then_some(thought.depth), reason })
    }
}

struct Simulator(Mcts);

impl<S: Stochastic> ContestPlayer<S> for Simulator {
    fn begin(&mut self, seed: u64) {
        self.0.seed = seed;
    }

    fn choose(&mut self, state: &S, deadline: &Budget) -> Option<Choice<S::Move>> {
        let plan = self.0.search(state, &deadline.earlier(MARGIN));
        let reason = format!("Left wins {:.0} on average in {} simulations", plan.mean, plan.simulations);
        Some(Choice { action: plan.action?, depth: None, reason })
    }
}

//! Who plays games with chance? A greedy player, *-minimax searches, of scores or of utilities, Monte Carlo tree
//! search and sparse sampling. Their searches
//! are compiled for built-in games, and go by number of moves for all others.

use super::ending::known_move;
use super::{Choice, NoMove, Player};
use crate::memory::Memory;
use crate::{Board, Move, State};
use adversary::alphabeta::{AlphaBeta, Options, POINT, Plain, Risk};
use adversary::mcts::{Grown, Mcts};
use adversary::sparse_sampling::{Sparse, Widening, error_bound};
use fastrand::Rng;
use positions::Knowledge;
use rules::{ContestSearch, Stochastic};
use std::any::Any;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;
use values::{Budget, Player as Side};

/// The approximate size of a transposition table in bytes. A player may have less memory.
const TABLE: usize = 32 << 20;
/// The time before the deadline at which searches end. With little time it is a third of that.
const MARGIN: Duration = Duration::from_millis(3);
/// The maximum depth of a search.
const DEEPEST: u32 = 64;
/// The rule of sparse sampling: twice the square root of the visits, which are four times as many with each ply.
const SAMPLED: Option<Widening> = Widening::new((2, 1), (1, 2));
/// The maximum depth of sparse sampling.
const SAMPLED_DEPTH: u32 = 12;
/// The probability with which its error may be larger than it says.
const RISK_OF_ERROR: f64 = 0.05;

/// How a move is chosen.
#[derive(Clone, Copy)]
pub(super) enum Method {
    Greedy,
    /// *-minimax, and the risk as in [`Risk::new`].
    Star(Options, u16),
    Mcts(Memories),
    SparseSampling,
}

/// What Monte Carlo tree search remembers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Memories {
    /// Is the tree kept from move to move?
    pub keep: bool,
    /// Do all paths to a state share a node?
    pub share: bool,
    /// Are decided states no longer visited?
    pub prove: bool,
}

impl Memories {
    /// All of them.
    pub const ALL: Self = Self { keep: true, share: true, prove: true };

    /// Their names, each with whether it is there.
    pub(super) fn named(self) -> [(&'static str, bool); 3] {
        [("keep", self.keep), ("share", self.share), ("prove", self.prove)]
    }

    /// Reads names joined by `+`, or `none`. `None` means that one is unknown.
    pub(super) fn read(text: &str) -> Option<Self> {
        let names: Vec<&str> = if text == "none" { Vec::new() } else { text.split('+').collect() };
        let [keep, share, prove] = Self::ALL.named().map(|(name, _)| names.contains(&name));
        let found = Self { keep, share, prove };
        let count = found.named().iter().filter(|(_, is_there)| *is_there).count();
        (count == names.len()).then_some(found)
    }
}

impl Display for Memories {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let there = self.named().into_iter().filter(|(_, is_there)| *is_there);
        let names: Vec<&str> = there.map(|(name, _)| name).collect();
        f.write_str(&if names.is_empty() { "none".to_owned() } else { names.join("+") })
    }
}

/// A player of any game with chance.
pub(super) struct Contestant {
    method: Method,
    knowledge: Arc<Knowledge>,
    memory: Memory,
    seed: u64,
    random: Rng,
    /// The search of the game that was begun last, an `AlphaBeta<Risk<S>>` or the trees that were grown. `None`
    /// means that there was none, or that the method needs no memory.
    search: Option<Box<dyn Any + Send>>,
}

/// A move with its depth and reason.
type Found<M> = (M, Option<u32>, String);

impl Contestant {
    pub(super) fn new(method: Method, knowledge: Knowledge, memory: Memory) -> Self {
        let knowledge = Arc::new(knowledge);
        Self { method, knowledge, memory, seed: 0, random: Rng::with_seed(0), search: None }
    }

    /// The search of states of this type.
    fn search<S: Stochastic>(&mut self, options: Options, risk: u16) -> &mut AlphaBeta<Risk<S>> {
        let options = Options { bytes: TABLE.min(self.memory.whole), ..options };
        let domain = Risk::new(risk).knowing(self.knowledge.clone());
        self.kept(|| AlphaBeta::new(domain, options))
    }

    /// What was kept, or something new.
    fn kept<T: Any + Send>(&mut self, new: impl FnOnce() -> T) -> &mut T {
        if !self.search.as_ref().is_some_and(|search| search.is::<T>()) {
            self.search = Some(Box::new(new()));
        }
        let search = self.search.as_mut().and_then(|search| search.downcast_mut());
        search.expect("a search of this type was put there if there was none")
    }

    /// The move of Monte Carlo tree search.
    fn simulate<S: Stochastic>(
        &mut self,
        state: &S,
        memories: Memories,
        deadline: &Budget,
    ) -> Option<Found<S::Move>> {
        let bytes = deadline.bytes().min(self.memory.whole);
        let budget = deadline.clone().with_bytes(bytes).earlier(MARGIN);
        let Memories { keep, share: transpositions, prove: proofs } = memories;
        // A tree that goes on needs new random numbers, one that begins again had always the same.
        let seed = if keep { self.random.u64(..) } else { self.seed };
        let search = Mcts { seed, transpositions, proofs, ..Mcts::default() };
        let trees: &mut Vec<Grown<Plain<S>>> = self.kept(Vec::new);
        if !keep {
            trees.clear();
        }
        let plan = search.search_on(trees, state, &budget);
        let best = plan.best()?;
        let reason = match best.proved {
            Some(score) => format!("Left wins {score:.0}, whatever comes later"),
            None => format!("Left wins {:.0} on average in {} simulations", plan.mean, plan.simulations),
        };
        Some((best.action, None, reason))
    }

    /// The move of sparse sampling: deeper and with more samples, until time is up.
    fn sample<S: Stochastic>(&mut self, state: &S, deadline: &Budget) -> Option<Found<S::Move>> {
        let (budget, sparse) = (deadline.earlier(MARGIN), Sparse { moves: None, outcomes: SAMPLED });
        let mut found = None;
        for depth in 1..=SAMPLED_DEPTH {
            let visits = 1 << (2 * depth);
            match sparse.choose(state, depth, visits, &mut self.random, &budget) {
                Ok(best) => found = Some((best?, depth, visits)),
                Err(_) => break,
            }
        }
        let Some(((action, value), depth, visits)) = found else {
            let action = state.moves().into_iter().max_by_key(|&action| state.ordering(action))?;
            return Some((action, Some(0), "no time to think".to_owned()));
        };
        let most_outcomes = |moves: Vec<S::Move>| {
            moves.into_iter().map(|action| state.outcomes(action).len() as u64).max().unwrap_or(1)
        };
        let all = most_outcomes(state.moves()).max(1);
        let sampled = SAMPLED.map_or(all, |rule| rule.choices(visits)).min(all);
        let error = error_bound(sampled, all, depth, state.most().max(1).into(), RISK_OF_ERROR);
        let certain = match error {
            _ if sampled == all => "nothing is left out".to_owned(),
            Some(error) => format!("95 % sure within {error:.0}"),
            None => "too few for a bound".to_owned(),
        };
        let reason = format!(
            "Left wins {value:.0} on average, {depth} moves ahead, {sampled} of {all} outcomes sampled: {certain}"
        );
        Some((action, Some(depth), reason))
    }
}

impl Player for Contestant {
    fn begin(&mut self, start: &State, _: Side, seed: u64) {
        (self.seed, self.random) = (seed, Rng::with_seed(seed));
        if let Board::Contest(opening, _) = start.board() {
            opening.search(Begin(self));
        }
    }

    fn choose(&mut self, state: &State, deadline: &Budget) -> Result<Choice, NoMove> {
        let Board::Contest(contest, _) = state.board() else {
            return Err(NoMove::Failed("the player plays games with chance".to_owned()));
        };
        let found = contest.search(Choose(self, deadline));
        let (index, depth, reason) = found.ok_or(NoMove::None)?;
        Ok(Choice { action: Move { part: 0, index }, depth, reason })
    }
}

/// Prepares a search, or lets it forget what it has found, so that games do not depend on earlier ones.
struct Begin<'a>(&'a mut Contestant);

impl ContestSearch for Begin<'_> {
    type Output = ();

    fn run<S: Stochastic + Display>(self, _: &S) {
        match self.0.method {
            Method::Star(options, risk) => self.0.search::<S>(options, risk).forget(),
            Method::Mcts(_) => self.0.search = None,
            Method::Greedy | Method::SparseSampling => {}
        }
    }
}

/// Chooses a move, by its place in the list of moves. `None` means that there is no move.
struct Choose<'a>(&'a mut Contestant, &'a Budget);

impl ContestSearch for Choose<'_> {
    type Output = Option<Found<usize>>;

    fn run<S: Stochastic + Display>(self, state: &S) -> Self::Output {
        let Self(player, deadline) = self;
        let place = |action: S::Move| {
            let place = state.moves().iter().position(|known| *known == action);
            place.expect("players choose from the list of moves")
        };
        let searches = !matches!(player.method, Method::Greedy);
        if let Some((action, reason)) = known_move(state, &player.knowledge).filter(|_| searches) {
            return Some((place(action), None, reason));
        }
        let (action, depth, reason) = match player.method {
            Method::Greedy => greedy(state, &mut player.random),
            Method::Mcts(memories) => player.simulate(state, memories, deadline),
            Method::SparseSampling => player.sample(state, deadline),
            Method::Star(options, risk) => search(player.search(options, risk), state, deadline),
        }?;
        Some((place(action), depth, reason))
    }
}

/// The move with the best mean evaluation.
fn greedy<S: Stochastic>(state: &S, random: &mut Rng) -> Option<Found<S::Move>> {
    let sign = if state.to_move() == Side::Left { 1 } else { -1 };
    let mut moves = state.moves();
    // A random one of equal moves comes last, which `max_by_key` prefers.
    random.shuffle(&mut moves);
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
    Some((action, None, format!("the estimate after it is {}", points(best))))
}

/// Points for the player to move, rounded.
fn points(score: i64) -> i64 {
    (score + POINT / 2).div_euclid(POINT)
}

/// The move of *-minimax search.
fn search<S: Stochastic>(
    search: &mut AlphaBeta<Risk<S>>,
    state: &S,
    deadline: &Budget,
) -> Option<Found<S::Move>> {
    let Some(thought) = search.think(state, DEEPEST, &deadline.earlier(MARGIN)) else {
        let action = state.moves().into_iter().max_by_key(|&action| state.ordering(action))?;
        return Some((action, Some(0), "no time to think".to_owned()));
    };
    let score = points(thought.score);
    let reason = if thought.complete {
        format!("worth {score}, whatever comes later")
    } else {
        format!("worth {score}, {} moves ahead", thought.depth)
    };
    Some((thought.best, (!thought.complete).then_some(thought.depth), reason))
}

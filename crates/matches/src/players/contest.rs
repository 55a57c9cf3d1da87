//! Who plays games with chance? A greedy player, *-minimax searches and Monte Carlo tree search. Their searches
//! are compiled for built-in games, and go by number of moves for all others.

use super::ending::known_move;
use super::{Choice, NoMove, Player};
use crate::memory::Memory;
use crate::{Board, Move, State};
use adversary::alphabeta::{AlphaBeta, Chance, Options, POINT, Plain, Star};
use adversary::mcts::Mcts;
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

/// How a move is chosen.
#[derive(Clone, Copy)]
pub(super) enum Method {
    Greedy,
    Star(Star, Chance),
    Mcts,
}

/// A player of any game with chance.
pub(super) struct Contestant {
    method: Method,
    knowledge: Arc<Knowledge>,
    memory: Memory,
    seed: u64,
    random: Rng,
    /// The search of the game that was begun last, an `AlphaBeta<Plain<S>>`. `None` means that there was none,
    /// or that the method needs no memory.
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
    fn search<S: Stochastic>(&mut self, star: Star, chance: Chance) -> &mut AlphaBeta<Plain<S>> {
        if !self.search.as_ref().is_some_and(|search| search.is::<AlphaBeta<Plain<S>>>()) {
            let bytes = TABLE.min(self.memory.whole);
            let options = Options { bytes, star, chance, ..Options::default() };
            let domain = Plain::<S>::knowing(self.knowledge.clone());
            self.search = Some(Box::new(AlphaBeta::new(domain, options)));
        }
        let search = self.search.as_mut().and_then(|search| search.downcast_mut());
        search.expect("a search of this type was put there if there was none")
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
        if let Method::Star(star, chance) = self.0.method {
            self.0.search::<S>(star, chance).forget();
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
            Method::Mcts => {
                let bytes = deadline.bytes().min(player.memory.whole);
                simulate(state, player.seed, &deadline.clone().with_bytes(bytes))
            }
            Method::Star(star, chance) => search(player.search(star, chance), state, deadline),
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

/// The move of Monte Carlo tree search.
fn simulate<S: Stochastic>(state: &S, seed: u64, deadline: &Budget) -> Option<Found<S::Move>> {
    let plan = Mcts { seed, ..Mcts::default() }.search(state, &deadline.earlier(MARGIN));
    let reason = format!("Left wins {:.0} on average in {} simulations", plan.mean, plan.simulations);
    Some((plan.action?, None, reason))
}

/// The move of *-minimax search.
fn search<S: Stochastic>(
    search: &mut AlphaBeta<Plain<S>>,
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

//! What is the best move, searching to some depth? The one αβ search, for players, solvers and scores:
//! negamax, fail-soft, with iterative deepening, null windows, killer moves, the history heuristic, a
//! transposition table of fixed size, quiescence search and threads. At chance nodes it becomes *-minimax
//! search (see [`Star`]); what it needs to know about a game is a [`Domain`].
//!
//! Scores are integers. Those of contests are in units of 1/[`POINT`] of a point, and the mean at a chance
//! node is rounded towards 0. This rounding is odd and monotone, so every cut is right for the rounded mean,
//! in any order of search.
//!
//! `search` finds the value at a fixed depth, `threads` the same in several threads, `deepening` the best
//! move in a time; `ordering` sorts the moves.

mod bound;
mod deepening;
mod domain;
mod ordering;
mod search;
pub mod star;
mod threads;
mod utility;

pub use bound::{Bound, Window};
pub use domain::{Domain, Plain};
pub use star::{Approximate, Chance, OutcomeOrder, Probing, Shares, Star, expectimax};
pub use utility::Risk;

use fastrand::Rng;
use ordering::Ordering;
use positions::TranspositionTable;
use search::{Entry, Place};
use std::sync::Arc;
use values::{Budget, Error};

/// A score, in units of the domain.
pub type Score = i64;

/// One point, in the units of contests.
pub const POINT: Score = 1 << 16;

/// The settings of a search. All of them but [`quiescence`](Self::quiescence), [`reduction`](Self::reduction) and
/// parts of [`chance`](Self::chance) leave the values the same.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The approximate size of the transposition table in bytes; 0 means no table.
    pub bytes: usize,
    /// The search of chance nodes.
    pub star: Star,
    /// Additions to it.
    pub chance: Chance,
    /// Search moves after the first with a null window first (NegaScout)?
    pub scout: bool,
    /// Order moves by the cutoffs that they caused elsewhere (killer moves and history heuristic)?
    pub killers: bool,
    /// Search noisy moves beyond the depth (quiescence search)?
    pub quiescence: bool,
    /// Search moves late in the order one ply less deep first, and only those that turn out well to the whole
    /// depth (late move reduction)?
    pub reduction: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            star: Star::default(),
            chance: Chance::default(),
            scout: true,
            killers: true,
            quiescence: true,
            reduction: false,
        }
    }
}

/// The result of iterative deepening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought<M> {
    /// The best move found.
    pub best: M,
    /// The score of that move for the player to move.
    pub score: Score,
    /// The depth of the last search that finished.
    pub depth: u32,
    /// Is the score final, because all play that matters was searched to its end?
    pub complete: bool,
}

type Table<D> = TranspositionTable<<D as Domain>::Key, Entry<<D as Domain>::Move>>;

/// An αβ search and its memory. A clone shares the transposition table.
#[derive(Clone)]
pub struct AlphaBeta<D: Domain> {
    /// The game.
    pub domain: D,
    options: Options,
    /// The transposition table, which threads share. `None` means no table.
    table: Option<Arc<Table<D>>>,
    ordering: Ordering<D::Move>,
    budget: Budget,
    /// The choice of outcomes that are probed.
    random: Rng,
    nodes: u64,
}

impl<D: Domain> AlphaBeta<D> {
    /// A search with empty memory.
    pub fn new(domain: D, options: Options) -> Self {
        let table = (options.bytes > 0).then(|| Arc::new(TranspositionTable::with_bytes(options.bytes)));
        let (ordering, budget, random) = (Ordering::default(), Budget::endless(), Rng::with_seed(0));
        Self { domain, options, table, ordering, budget, random, nodes: 0 }
    }

    /// The number of visited states.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// About the bytes of the transposition table.
    pub fn bytes(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.bytes())
    }

    /// Empties the transposition table and the move ordering.
    pub fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            match Arc::get_mut(table) {
                Some(table) => table.clear(),
                None => *table = Arc::new(TranspositionTable::with_bytes(self.options.bytes)),
            }
        }
        self.ordering = Ordering::default();
    }

    /// The place of the root.
    fn start(&self, depth: u32) -> Place {
        Place { depth, ply: 0, flips: self.options.chance.flips.unwrap_or(u32::MAX) }
    }

    /// The full window: it contains every score.
    pub fn everything(&self) -> Window {
        let most = self.domain.most();
        Window { alpha: -most, beta: most }
    }

    /// The value for the player to move if it is in the window, otherwise a bound on it from that side. The
    /// window must not be empty.
    pub fn value(
        &mut self,
        state: &D::State,
        depth: u32,
        window: Window,
        budget: &Budget,
    ) -> Result<Bound, Error> {
        self.budget = budget.clone();
        self.search(state, self.start(depth), window)
    }
}

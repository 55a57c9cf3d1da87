//! Which moves are searched first? The move from the transposition table, then killer moves, which caused a
//! cutoff at the same ply elsewhere, then the others by their move-ordering score plus the history of their
//! cutoffs. Of several threads, each goes on after the first move at a place of its own.

use super::search::Place;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::hash::Hash;

/// The number of killer moves for each ply.
const KILLERS: usize = 2;
/// The maximum number of moves whose history outlives a search.
const MOST_CUTOFFS: usize = 50_000;
/// The maximum history score of a move.
const MOST_HISTORY: i32 = 1 << 20;

/// Killer moves and history scores.
#[derive(Clone)]
pub(super) struct Ordering<M> {
    /// The number of this thread, and the number of threads.
    pub(super) thread: (usize, usize),
    killers: Vec<[Option<M>; KILLERS]>,
    history: FxHashMap<M, i32>,
}

impl<M> Default for Ordering<M> {
    fn default() -> Self {
        Self { thread: (0, 1), killers: Vec::new(), history: FxHashMap::default() }
    }
}

impl<M: Copy + Eq + Hash> Ordering<M> {
    /// Starts a new search: killer moves are forgotten, history scores are halved.
    pub(super) fn begin(&mut self) {
        self.killers.clear();
        if self.history.len() > MOST_CUTOFFS {
            self.history.clear();
        }
        for count in self.history.values_mut() {
            *count /= 2;
        }
    }

    /// Records a move that caused a cutoff.
    pub(super) fn cut(&mut self, action: M, place: Place) {
        let ply = place.ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; KILLERS]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let count = self.history.entry(action).or_default();
        let weight = place.depth.min(1 << 8).pow(2) as i32;
        *count = count.saturating_add(weight).min(MOST_HISTORY);
    }

    /// The moves in the order of search.
    pub(super) fn sorted(&self, mut moves: Vec<(i32, M)>, ply: u32, known: Option<M>) -> Vec<M> {
        let killers = self.killers.get(ply as usize).copied().unwrap_or([None; KILLERS]);
        let rank = |&(ordering, action): &(i32, M)| {
            let killer = killers.iter().position(|killer| *killer == Some(action));
            let history = self.history.get(&action).copied().unwrap_or(0);
            let look = i64::from(ordering) + i64::from(history);
            Reverse((known == Some(action), killer.map(Reverse), look))
        };
        moves.sort_by_cached_key(rank);
        if let [_, others @ ..] = &mut moves[..] {
            others.rotate_left(others.len() * self.thread.0 / self.thread.1);
        }
        moves.into_iter().map(|(_, action)| action).collect()
    }
}

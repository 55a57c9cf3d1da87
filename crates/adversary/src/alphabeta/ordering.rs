//! Which moves are looked at first: what the table remembers, then killer moves, which cut the
//! search short at the same depth elsewhere, then those that look good and often cut it short.

use super::Place;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::hash::Hash;

/// So many moves are remembered for each depth.
const KILLERS: usize = 2;
/// So many cutoffs are remembered.
const MOST_CUTOFFS: usize = 50_000;
/// History never counts for more than this.
const MOST_HISTORY: i32 = 1 << 20;

pub(super) struct Ordering<M> {
    killers: Vec<[Option<M>; KILLERS]>,
    history: FxHashMap<M, i32>,
}

impl<M> Default for Ordering<M> {
    fn default() -> Self {
        Self { killers: Vec::new(), history: FxHashMap::default() }
    }
}

impl<M: Copy + Eq + Hash> Ordering<M> {
    /// A new search begins: what was good before counts for half.
    pub(super) fn begin(&mut self) {
        self.killers.clear();
        if self.history.len() > MOST_CUTOFFS {
            self.history.clear();
        }
        for count in self.history.values_mut() {
            *count /= 2;
        }
    }

    /// A move made all others needless.
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

    /// The moves, the most promising first.
    pub(super) fn sorted(&self, mut moves: Vec<(i32, M)>, ply: u32, known: Option<M>) -> Vec<M> {
        let killers = self.killers.get(ply as usize).copied().unwrap_or([None; KILLERS]);
        let rank = |&(ordering, action): &(i32, M)| {
            let killer = killers.iter().position(|killer| *killer == Some(action));
            let history = self.history.get(&action).copied().unwrap_or(0);
            let look = i64::from(ordering) + i64::from(history);
            Reverse((known == Some(action), killer.map(Reverse), look))
        };
        moves.sort_by_cached_key(rank);
        moves.into_iter().map(|(_, action)| action).collect()
    }
}

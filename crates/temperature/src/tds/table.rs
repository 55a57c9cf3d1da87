//! The transposition table of the search: bounds on the values of states. A full table is emptied, so that
//! its size never exceeds the limit.

use super::coupons::{CouponStack, Score};
use rustc_hash::FxHashMap;
use values::Player;

/// The key of a state. Height and gap identify the stack, so searches with different gaps share only entries
/// for the same stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    id: u32,
    /// The gap, the player to move and the number of coupons of −1 taken.
    tag: u32,
    height: i64,
    gained: Score,
}

impl Key {
    pub(super) fn new(id: u32, player: Player, stack: CouponStack, passes: u8, gained: Score) -> Self {
        let tag = stack.places << 3 | (player as u32) << 2 | u32::from(passes);
        Self { id, tag, height: stack.height, gained }
    }
}

/// Bounds on a value.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) low: Score,
    pub(super) high: Score,
}

impl Bounds {
    pub(super) const UNKNOWN: Self =
        Self { low: -super::alphabeta::INFINITY, high: super::alphabeta::INFINITY };
}

/// The largest number of entries, `limit` at most, that fills a hash table before it doubles: 7/8 of a power
/// of two.
fn most_of_a_power(limit: usize) -> usize {
    let power = 1 << limit.max(1).ilog2();
    power - power / 8
}

/// A table with at most `limit` entries. When it is full it is emptied.
pub(super) struct Table {
    known: FxHashMap<Key, Bounds>,
    limit: usize,
}

impl Table {
    /// An empty table with at most `limit` entries.
    pub(super) fn new(limit: usize) -> Self {
        // Hash tables double: a limit just beyond a power of two would cost twice the memory.
        let limit = most_of_a_power(limit);
        Self { known: FxHashMap::default(), limit }
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    pub(super) fn get(&self, key: Key) -> Option<Bounds> {
        self.known.get(&key).copied()
    }

    pub(super) fn insert(&mut self, key: Key, bounds: Bounds) {
        if self.known.len() >= self.limit && !self.known.contains_key(&key) {
            self.known.clear();
        }
        self.known.insert(key, bounds);
    }

    pub(super) fn clear(&mut self) {
        self.known.clear();
    }
}

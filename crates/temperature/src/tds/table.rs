//! The transposition table of the search: bounds on the values of states. A full table is emptied, so that
//! its size never exceeds the limit.

use super::alphabeta::{INFINITY, State};
use super::coupons::Score;
use rustc_hash::FxHashMap;

/// The transposition table.
pub(super) type Table = FxHashMap<Key, Bounds>;

/// The key of a state. Height and gap identify the stack, so searches with different gaps share only entries
/// for the same stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    id: u32,
    /// The horizon, the gap, the player to move and the number of coupons of −1 taken.
    tag: u32,
    height: i64,
    gained: Score,
}

impl Key {
    /// The key of a state, which tells apart scores if `gained` is not the same.
    pub(super) fn new(State { id, player, stack, passes, left, .. }: State, gained: Score) -> Self {
        let tag = u32::from(left) << 16 | stack.places << 3 | (player as u32) << 2 | u32::from(passes);
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
    pub(super) const UNKNOWN: Self = Self { low: -INFINITY, high: INFINITY };
}

/// The largest number of entries, `limit` at most, that fills a hash table before it doubles: 7/8 of a power
/// of two. A limit just beyond it would cost twice the memory.
pub(super) fn most_of_a_power(limit: usize) -> usize {
    let power = 1 << limit.max(1).ilog2();
    power - power / 8
}

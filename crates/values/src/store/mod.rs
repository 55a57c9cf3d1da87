//! Games in canonical form, each stored once. A [`ValueId`] is an id: equal ids are equal values, and all
//! that is worked out about a game is remembered. Many threads can share a store ([`Values`]). Every
//! operation is a method of it, and gives an [`Error`] rather than exceed its [`Limits`].

mod across;
mod atomic;
mod canonical;
mod closed;
mod counts;
mod enumerate;
mod fingerprint;
mod graph;
mod limits;
mod named;
mod node;
mod order;
mod products;
mod reduced;
mod stops;
mod sum;
mod temperature;
mod thermal;
mod transfer;
mod uptimal;

pub(crate) use across::compare_across;
pub use canonical::mex;
pub use closed::NumberUpStar;
pub use counts::{Kind, Temper};
pub use graph::GraphError;
pub use limits::Limits;
pub use uptimal::Uptimal;

use crate::intern::{Interner, MAX_ID, PairCache, SHARDS, TruthCache};
use crate::{Budget, Error, Thermographs};
use node::{Node, Shape};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::Cell;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A value: the id of a canonical form in the [`Values`] it came from. It has no meaning in any other store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ValueId(u32);

impl ValueId {
    /// The game without moves, with the same id in every store.
    pub const ZERO: Self = Self(0);

    /// The id as a plain number: ids count up from 0, and are less than 2^28.
    #[must_use]
    pub fn index(self) -> u32 {
        self.0
    }

    /// The id with that number.
    #[must_use]
    pub fn from_index(index: u32) -> Self {
        Self(index)
    }
}

/// A store of games.
#[must_use]
pub struct Values {
    nodes: Interner<Node>,
    order: TruthCache,
    sums: PairCache,
    thermographs: Thermographs,
    limits: Limits,
    /// Memory beyond the canonical forms, in words: options of closed forms, tables of positions.
    listed: AtomicUsize,
    /// Those that were asked for, see [`Self::fingerprint`].
    fingerprints: Mutex<FxHashMap<ValueId, u64>>,
}

impl Default for Values {
    fn default() -> Self {
        Self::with_limits(Limits::default())
    }
}

impl Values {
    /// No stored game lasts longer than this before it is a number.
    pub const MAX_HEIGHT: u32 = 40_000;

    /// A store with the default limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// A store with these limits.
    pub fn with_limits(limits: Limits) -> Self {
        // Zero has to be there, and the caches hold no larger ids. Each shard may let one thread past the
        // limit.
        let limits = Limits { values: limits.values.clamp(1, MAX_ID - SHARDS as u32), ..limits };
        let values = Self {
            nodes: Interner::new(),
            order: TruthCache::new(limits.cache_bits),
            sums: PairCache::new(limits.cache_bits),
            thermographs: Thermographs::with_cache_bits(limits.cache_bits),
            limits,
            listed: AtomicUsize::new(0),
            fingerprints: Mutex::default(),
        };
        let zero = values.insert_closed(NumberUpStar::ZERO).expect("an empty store has room for one form");
        debug_assert_eq!(zero, ValueId::ZERO);
        values
    }

    /// The limits of this store.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The budget of the work with this store.
    pub fn budget(&self) -> &Budget {
        &self.limits.budget
    }

    /// Replaces the budget, for the next question asked of the same store.
    pub fn set_budget(&mut self, budget: Budget) {
        self.limits.budget = budget;
    }

    /// Gives back the memory of the caches. All results stay the same; they may take longer.
    pub fn drop_caches(&mut self) {
        self.order = TruthCache::new(0);
        self.sums = PairCache::new(0);
        self.thermographs.drop_caches();
    }

    /// The number of canonical forms stored.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is nothing stored? Never: zero is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Counts memory that a caller keeps about the games of this store against its limit.
    pub fn count_bytes(&self, bytes: usize) {
        self.listed.fetch_add(bytes / size_of::<ValueId>(), Ordering::Relaxed);
    }

    /// Gives back memory that was [counted](Self::count_bytes).
    pub fn release_bytes(&self, bytes: usize) {
        self.listed.fetch_sub(bytes / size_of::<ValueId>(), Ordering::Relaxed);
    }

    /// The room in use, counted in canonical forms: what [`Limits::values`] bounds.
    #[must_use]
    pub fn load(&self) -> usize {
        self.len() + self.listed.load(Ordering::Relaxed) / 32
    }

    /// An error once the store's budget is spent. Long computations with this store call it.
    pub fn check(&self) -> Result<(), Error> {
        self.limits.budget.check()
    }

    /// An error once the room is used up.
    pub fn check_room(&self) -> Result<(), Error> {
        let limit = self.limits.values;
        if self.load() < limit as usize { Ok(()) } else { Err(Error::TooManyValues(limit)) }
    }
}

/// A list that needs no allocation while it is short. Most games have few options.
pub(crate) type List<T> = SmallVec<[T; 12]>;

/// The results for each of some things, or the first error.
pub(crate) fn each<T: Copy, R>(
    things: &[T],
    work: impl FnMut(T) -> Result<R, Error>,
) -> Result<List<R>, Error> {
    things.iter().copied().map(work).collect()
}

/// A recursion over positions without an end: positions repeat, or play never ends. [`deep`] unwinds with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Endless;

/// The stack that a level of a recursion may need.
const LEVEL: usize = 64 * 1024;
/// The stack that is added at once.
const SEGMENT: usize = 4 * 1024 * 1024;
/// The maximum number of pieces that are added. Values have at most [`Values::MAX_HEIGHT`] levels, which need
/// far less, so only positions whose rules are wrong come here.
const MOST_SEGMENTS: usize = 128;

/// Runs one level of a recursion over games or positions, on more stack if little is left. A recursion that
/// has used 512 MiB unwinds with [`Endless`].
#[inline]
pub fn deep<R>(level: impl FnOnce() -> R) -> R {
    match stacker::remaining_stack() {
        Some(left) if left >= LEVEL => level(),
        _ => on_more_stack(level),
    }
}

#[cold]
fn on_more_stack<R>(level: impl FnOnce() -> R) -> R {
    thread_local! {
        static SEGMENTS: Cell<usize> = const { Cell::new(0) };
    }
    /// Counts a piece as long as it is in use, also when its level unwinds.
    struct Segment;
    impl Drop for Segment {
        fn drop(&mut self) {
            SEGMENTS.set(SEGMENTS.get() - 1);
        }
    }
    if SEGMENTS.get() == MOST_SEGMENTS {
        resume_unwind(Box::new(Endless));
    }
    SEGMENTS.set(SEGMENTS.get() + 1);
    let _segment = Segment;
    stacker::grow(SEGMENT, level)
}

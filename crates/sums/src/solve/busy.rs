//! Which sums is another thread searching now? Counters for hashes of sums: two sums may share one, so a
//! thread may keep away from a sum without need, but never waits.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

const COUNTERS: usize = 1 << 12;

/// The number of threads inside of each sum. Without counters there is one thread.
#[derive(Default)]
pub(super) struct Busy {
    counters: Box<[AtomicU16]>,
}

/// A thread inside of a sum, until it is dropped.
pub(super) struct Inside<'a>(Option<&'a AtomicU16>);

impl Busy {
    /// For this number of threads.
    pub(super) fn new(threads: usize) -> Self {
        let counters = if threads > 1 { COUNTERS } else { 0 };
        Self { counters: (0..counters).map(|_| AtomicU16::new(0)).collect() }
    }

    fn counter(&self, key: &impl Hash) -> Option<&AtomicU16> {
        let place = || FxBuildHasher.hash_one(key) as usize % COUNTERS;
        self.is_shared().then(|| &self.counters[place()])
    }

    /// Are there several threads?
    pub(super) fn is_shared(&self) -> bool {
        !self.counters.is_empty()
    }

    /// Counts this thread.
    pub(super) fn enter(&self, key: &impl Hash) -> Inside<'_> {
        let counter = self.counter(key);
        counter.inspect(|counter| _ = counter.fetch_add(1, Relaxed));
        Inside(counter)
    }

    /// Is a thread inside?
    pub(super) fn is_inside(&self, key: &impl Hash) -> bool {
        self.counter(key).is_some_and(|counter| counter.load(Relaxed) > 0)
    }
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.inspect(|counter| _ = counter.fetch_sub(1, Relaxed));
    }
}

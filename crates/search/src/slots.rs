//! The transposition table that searches share: it has a fixed size, so it never has to grow and never
//! delays a move. States are kept whole, so no two are ever mistaken for each other; where a bucket
//! is full, what took the least work gives way.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// So many states may share a place.
const BUCKET: usize = 4;

/// How much work it was to find something out.
pub trait Effort {
    /// A number that grows with the work.
    fn effort(&self) -> u64;
}

/// What is known about states.
pub struct Slots<K, T> {
    slots: Vec<Option<Slot<K, T>>>,
    /// How often everything was forgotten; what is older is not there any more.
    age: u32,
}

#[derive(Clone)]
struct Slot<K, T> {
    age: u32,
    key: K,
    found: T,
}

impl<K: Hash + Eq + Clone, T: Copy + Effort> Slots<K, T> {
    /// A table that takes about so many bytes: as many states as fit, at least a few.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        let buckets = bytes / (BUCKET * size_of::<Option<Slot<K, T>>>()).max(1);
        Self::with_slots(buckets * BUCKET)
    }

    /// A table for about so many states.
    #[must_use]
    pub fn with_slots(slots: usize) -> Self {
        Self { slots: vec![None; slots.next_multiple_of(BUCKET).max(BUCKET)], age: 0 }
    }

    fn bucket(&self, key: &K) -> usize {
        let buckets = (self.slots.len() / BUCKET) as u128;
        // Its lower bits hang on all bits that were hashed; the upper ones do not.
        let hash = FxBuildHasher.hash_one(key).rotate_left(38);
        ((u128::from(hash) * buckets) >> 64) as usize * BUCKET
    }

    /// What is known about a state.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<T> {
        let bucket = self.bucket(key);
        let mut slots = self.slots[bucket..bucket + BUCKET].iter().flatten();
        slots.find(|slot| slot.age == self.age && slot.key == *key).map(|slot| slot.found)
    }

    /// Remembers what was found out about a state, in the place of what was known about it, or of what took
    /// the least work.
    pub fn put(&mut self, key: K, found: T) {
        let bucket = self.bucket(&key);
        let age = self.age;
        let work = |slot: &Option<Slot<K, T>>| match slot {
            Some(slot) if slot.key == key => (0, 0),
            Some(slot) if slot.age == age => (2, slot.found.effort()),
            _ => (1, 0),
        };
        let slots = self.slots[bucket..bucket + BUCKET].iter_mut();
        if let Some(slot) = slots.min_by_key(|slot| work(slot)) {
            *slot = Some(Slot { age, key, found });
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.slots.fill(None);
        }
    }
}

//! The transposition table that searches share: it has a fixed size, of which pages are taken as they are needed, so it
//! never has to be copied and never delays a move. States are kept whole, so no two are ever mistaken for each other; where a bucket
//! is full, what took the least work gives way.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// So many states may share a place.
const BUCKET: usize = 4;
/// So many places make a page.
const PAGE: usize = 64;

/// How much work it was to find something out.
pub trait Priority {
    /// A number that grows with the work.
    fn priority(&self) -> u64;
}

/// What is known about states.
pub struct TranspositionTable<K, T> {
    pages: Vec<Option<Page<K, T>>>,
    buckets: usize,
    /// How often everything was forgotten; what is older is not there any more.
    age: u32,
}

/// Some buckets side by side.
type Page<K, T> = Box<[[Option<Entry<K, T>>; BUCKET]]>;

#[derive(Clone)]
struct Entry<K, T> {
    age: u32,
    key: K,
    found: T,
}

impl<K: Hash + Eq + Clone, T: Copy + Priority> TranspositionTable<K, T> {
    /// A table that takes at most about so many bytes: as many states as fit, at least a few.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        Self::with_entries(bytes / size_of::<Option<Entry<K, T>>>())
    }

    /// A table for about so many states.
    #[must_use]
    pub fn with_entries(slots: usize) -> Self {
        let buckets = (slots / BUCKET).max(1);
        Self {
            pages: std::iter::repeat_with(|| None).take(buckets.div_ceil(PAGE)).collect(),
            buckets,
            age: 0,
        }
    }

    /// The page and the place there where a state belongs.
    fn place(&self, key: &K) -> (usize, usize) {
        // Its lower bits hang on all bits that were hashed; the upper ones do not.
        let hash = FxBuildHasher.hash_one(key).rotate_left(38);
        let bucket = ((u128::from(hash) * self.buckets as u128) >> 64) as usize;
        (bucket / PAGE, bucket % PAGE)
    }

    /// What is known about a state.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<T> {
        let (page, place) = self.place(key);
        let mut slots = self.pages[page].as_ref()?[place].iter().flatten();
        slots.find(|slot| slot.age == self.age && slot.key == *key).map(|slot| slot.found)
    }

    /// Remembers what was found out about a state, in the place of what was known about it, or of what took
    /// the least work.
    pub fn put(&mut self, key: K, found: T) {
        let ((page, place), age) = (self.place(&key), self.age);
        let size = PAGE.min(self.buckets - page * PAGE);
        let empty = || std::iter::repeat_with(|| [const { None }; BUCKET]).take(size).collect();
        let work = |slot: &Option<Entry<K, T>>| match slot {
            Some(slot) if slot.age == age && slot.key == key => (0, 0),
            Some(slot) if slot.age == age => (2, slot.found.priority()),
            _ => (1, 0),
        };
        let slots = &mut self.pages[page].get_or_insert_with(empty)[place];
        if let Some(slot) = slots.iter_mut().min_by_key(|slot| work(slot)) {
            *slot = Some(Entry { age, key, found });
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.pages.fill_with(|| None);
        }
    }
}

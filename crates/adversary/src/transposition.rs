//! The transposition table that all searches share. It has a fixed size and allocates its pages when they are
//! needed, so it never has to be copied and never delays a move. Keys are kept whole, so no two states are
//! ever confused. In a full bucket the entry of lowest priority is replaced.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// The number of entries in a bucket.
const BUCKET: usize = 4;
/// The number of buckets in a page.
const PAGE: usize = 64;

/// Data with a priority for replacement, usually the work that it took to find.
pub trait Priority {
    /// The replacement priority; the entry with the lowest one is replaced first.
    fn priority(&self) -> u64;
}

/// A transposition table from keys `K` to data `T`.
pub struct TranspositionTable<K, T> {
    /// The pages. `None` means that none of its buckets was used.
    pages: Vec<Option<Page<K, T>>>,
    buckets: usize,
    /// The number of times that the table was emptied; entries of another age count as empty.
    age: u32,
}

/// Consecutive buckets.
type Page<K, T> = Box<[[Option<Entry<K, T>>; BUCKET]]>;

/// An entry: a key and its data.
#[derive(Clone)]
struct Entry<K, T> {
    age: u32,
    key: K,
    data: T,
}

impl<K: Hash + Eq + Clone, T: Copy + Priority> TranspositionTable<K, T> {
    /// A table of about this many bytes: the number of entries that fit, at least one bucket.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        Self::with_entries(bytes / size_of::<Option<Entry<K, T>>>())
    }

    /// A table with about this many entries, at least one bucket.
    #[must_use]
    pub fn with_entries(entries: usize) -> Self {
        let buckets = (entries / BUCKET).max(1);
        Self {
            pages: std::iter::repeat_with(|| None).take(buckets.div_ceil(PAGE)).collect(),
            buckets,
            age: 0,
        }
    }

    /// The page and the bucket in it for a key.
    fn bucket(&self, key: &K) -> (usize, usize) {
        // The lower bits of the hash depend on all bits of the key, the upper ones do not.
        let hash = FxBuildHasher.hash_one(key).rotate_left(38);
        let bucket = ((u128::from(hash) * self.buckets as u128) >> 64) as usize;
        (bucket / PAGE, bucket % PAGE)
    }

    /// The data of a key. `None` means that the table has no entry for it.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<T> {
        let (page, bucket) = self.bucket(key);
        let mut entries = self.pages[page].as_ref()?[bucket].iter().flatten();
        entries.find(|entry| entry.age == self.age && entry.key == *key).map(|entry| entry.data)
    }

    /// Stores the data of a key. It replaces the entry of the same key, an empty entry, or the entry of
    /// lowest priority in the bucket.
    pub fn put(&mut self, key: K, data: T) {
        let ((page, bucket), age) = (self.bucket(&key), self.age);
        let size = PAGE.min(self.buckets - page * PAGE);
        let empty = || std::iter::repeat_with(|| [const { None }; BUCKET]).take(size).collect();
        let rank = |entry: &Option<Entry<K, T>>| match entry {
            Some(entry) if entry.age == age && entry.key == key => (0, 0),
            Some(entry) if entry.age == age => (2, entry.data.priority()),
            _ => (1, 0),
        };
        let entries = &mut self.pages[page].get_or_insert_with(empty)[bucket];
        let replaced = entries.iter_mut().min_by_key(|entry| rank(entry)).expect("a bucket has entries");
        *replaced = Some(Entry { age, key, data });
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.pages.fill_with(|| None);
        }
    }
}

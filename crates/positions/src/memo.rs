//! What a search found out about positions, shared by many threads.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, MutexGuard, PoisonError};

const SHARDS: usize = 64;

/// A map that many threads read and write; each shard has its own lock.
pub struct Memo<K, V> {
    shards: [Mutex<FxHashMap<K, V>>; SHARDS],
}

impl<K: Hash + Eq, V: Copy> Default for Memo<K, V> {
    fn default() -> Self {
        Self { shards: std::array::from_fn(|_| Mutex::default()) }
    }
}

impl<K: Hash + Eq, V: Copy> Memo<K, V> {
    fn shard(&self, key: &K) -> MutexGuard<'_, FxHashMap<K, V>> {
        // The map inside uses the top bits and the lowest ones; mixed once more, all bits count.
        let hash = FxBuildHasher.hash_one(key).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        self.shards[hash as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is remembered about a key.
    pub fn get(&self, key: &K) -> Option<V> {
        self.shard(key).get(key).copied()
    }

    /// Remembers a fact.
    pub fn insert(&self, key: K, value: V) {
        self.shard(&key).insert(key, value);
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().unwrap_or_else(PoisonError::into_inner).len()).sum()
    }

    /// Is nothing remembered?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

//! What was found out about a state, also if it was reached by other moves, or by another thread? The
//! transposition table that all searches use. It grows up to a fixed size, then the entries that took least
//! work are replaced. Keys are kept whole, so no two states are ever confused.
//!
//! Many threads share a table, and none of them ever waits for it: what a thread cannot read at once
//! counts as unknown, and what it cannot write at once is not kept. That costs work, never a wrong answer.

use crate::hash::hash;
use hashbrown::HashTable;
use std::cmp::Reverse;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// The maximum number of parts that are used apart from each other.
const SHARDS: usize = 64;
/// The number of entries among which the one that took least work is replaced.
const CANDIDATES: usize = 4;

/// An entry of a table.
#[derive(Clone, Copy, Debug)]
pub struct Entry<K, T> {
    /// The state, or the question about it.
    pub key: K,
    /// What was found out.
    pub data: T,
    /// The work that it took, usually in nodes. More work than this type can count is the most that it can.
    pub work: u32,
}

/// A transposition table from keys `K` to data `T`.
#[must_use]
pub struct TranspositionTable<K, T> {
    shards: Box<[Mutex<Shard<K, T>>]>,
    /// The maximum number of entries of a shard.
    most: usize,
    /// The number of entries.
    len: AtomicUsize,
}

/// A part of the table. Neighbours are in different lines of the cache.
#[repr(align(128))]
struct Shard<K, T> {
    entries: Vec<Entry<K, T>>,
    /// For each key the index of its entry.
    places: HashTable<u32>,
    /// The first of the entries that are replaced next.
    hand: usize,
}

impl<K, T> Default for Shard<K, T> {
    fn default() -> Self {
        Self { entries: Vec::new(), places: HashTable::new(), hand: 0 }
    }
}

impl<K: Hash + Eq, T: Copy> TranspositionTable<K, T> {
    /// About the bytes of an entry. Places take 5 bytes each, and are at least 7/16 full.
    const BYTES: usize = size_of::<Entry<K, T>>() + 12;

    /// A table of at most about this many bytes, and at least a few entries.
    pub fn with_bytes(bytes: usize) -> Self {
        Self::with_entries(bytes / Self::BYTES)
    }

    /// A table of at most about this many entries, and at least a few.
    pub fn with_entries(entries: usize) -> Self {
        let shards = (entries / CANDIDATES).clamp(1, SHARDS);
        let most = (entries / shards).clamp(CANDIDATES, u32::MAX as usize);
        let shards = std::iter::repeat_with(Mutex::default).take(shards).collect();
        Self { shards, most, len: AtomicUsize::new(0) }
    }

    /// The shard for a hash. `None` means that another thread is using it.
    fn shard(&self, hash: u64) -> Option<MutexGuard<'_, Shard<K, T>>> {
        match self.shards[(hash >> 32) as usize % self.shards.len()].try_lock() {
            Ok(shard) => Some(shard),
            Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// The data of a key. `None` means that it is unknown.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<T> {
        let hashed = hash(key);
        let shard = self.shard(hashed)?;
        let place = shard.places.find(hashed, |&place| shard.entries[place as usize].key == *key)?;
        Some(shard.entries[*place as usize].data)
    }

    /// Stores the data of a key, and the work that it took. In a full table it replaces an entry that took little.
    pub fn put(&self, key: K, data: T, work: u64) {
        let hashed = hash(&key);
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        if let Some(mut shard) = self.shard(hashed)
            && shard.put(hashed, Entry { key, data, work }, self.most)
        {
            self.len.fetch_add(1, Relaxed);
        }
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        for shard in &mut self.shards {
            let shard = shard.get_mut().unwrap_or_else(PoisonError::into_inner);
            shard.entries.clear();
            shard.places.clear();
            shard.hand = 0;
        }
        self.len = AtomicUsize::new(0);
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len.load(Relaxed)
    }

    /// About the bytes that the entries use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.len() * Self::BYTES
    }

    /// Is the table empty?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The maximum number of entries.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.most * self.shards.len()
    }

    /// The entries that took at least this work, those with most work first. If there are more than `most`, only
    /// that many: the last of them are then any entries of about the same work, as a list of all takes memory.
    #[must_use]
    pub fn best(&mut self, least: u32, most: usize) -> Vec<&Entry<K, T>> {
        let level = |entry: &Entry<K, T>| entry.work.checked_ilog2().map_or(0, |log| log as usize + 1);
        let mut shards: Vec<&Shard<K, T>> = Vec::new();
        let mut levels = [0_usize; 33];
        for shard in &mut self.shards {
            let shard = &*shard.get_mut().unwrap_or_else(PoisonError::into_inner);
            let entries = shard.entries.iter().filter(|entry| entry.work >= least);
            entries.for_each(|entry| levels[level(entry)] += 1);
            shards.push(shard);
        }
        // All levels above the last one are listed, and of the last one what there is room for.
        let (mut last, mut room) = (levels.len() - 1, most);
        while last > 0 && levels[last] < room {
            room -= levels[last];
            last -= 1;
        }
        let mut best = Vec::new();
        for entry in shards.into_iter().flat_map(|shard| &shard.entries) {
            let level = level(entry);
            if entry.work >= least && (level > last || level == last && room > 0) {
                room -= usize::from(level == last);
                best.push(entry);
            }
        }
        best.sort_unstable_by_key(|entry| Reverse(entry.work));
        best
    }

    /// A table of the same size with other entries in place of these. `None` leaves an entry out.
    pub fn rewritten(self, mut rewrite: impl FnMut(Entry<K, T>) -> Option<Entry<K, T>>) -> Self {
        let new = Self::with_entries(self.capacity());
        for shard in self.shards {
            for entry in shard.into_inner().unwrap_or_else(PoisonError::into_inner).entries {
                if let Some(Entry { key, data, work }) = rewrite(entry) {
                    new.put(key, data, work.into());
                }
            }
        }
        new
    }
}

impl<K: Hash + Eq, T> Shard<K, T> {
    /// Stores an entry. Is this one more than before?
    fn put(&mut self, hashed: u64, entry: Entry<K, T>, most: usize) -> bool {
        let Self { entries, places, hand } = self;
        if let Some(&place) = places.find(hashed, |&place| entries[place as usize].key == entry.key) {
            entries[place as usize] = entry;
            return false;
        }
        let is_new = entries.len() < most;
        let place = if is_new {
            if entries.len() == entries.capacity() {
                entries.reserve_exact(entries.len().max(CANDIDATES).min(most - entries.len()));
            }
            entries.push(entry);
            entries.len() - 1
        } else {
            let next = (*hand..*hand + CANDIDATES).map(|place| place % most);
            let replaced = next.min_by_key(|&place| entries[place].work);
            let place = replaced.expect("there are candidates");
            *hand = (*hand + CANDIDATES) % most;
            let old = hash(&entries[place].key);
            if let Ok(found) = places.find_entry(old, |&known| known as usize == place) {
                found.remove();
            }
            entries[place] = entry;
            place
        };
        places.insert_unique(hashed, place as u32, |&place| hash(&entries[place as usize].key));
        is_new
    }
}

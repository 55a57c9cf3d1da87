//! The tables below all stores: an [`Interner`] that gives every distinct thing a small id, and caches of the
//! results of operations on two ids. Many threads may use them at once.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of parts that can be locked apart from each other.
pub(crate) const SHARDS: usize = 64;

/// Things stored once each and found by id. Ids count up from 0 and stay valid.
pub struct Interner<T> {
    things: boxcar::Vec<T>,
    ids: [Mutex<HashTable<u32>>; SHARDS],
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Interner<T> {
    /// An interner without things.
    #[must_use]
    pub fn new() -> Self {
        Self { things: boxcar::Vec::new(), ids: std::array::from_fn(|_| Mutex::default()) }
    }

    /// The number of things.
    #[must_use]
    pub fn len(&self) -> usize {
        self.things.count()
    }

    /// Is nothing stored?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The thing with an id of this interner.
    #[must_use]
    #[inline]
    pub fn get(&self, id: u32) -> &T {
        &self.things[id as usize]
    }

    /// The id of the thing for which `same` holds. `None` means it is not stored.
    pub fn find(&self, hash: u64, same: impl Fn(&T) -> bool) -> Option<u32> {
        self.shard(hash).find(hash, |&id| same(self.get(id))).copied()
    }

    /// The id of the thing for which `same` holds, made by `make` if it is new. `hash_of` must agree with
    /// `hash` on it.
    pub fn intern_with<E>(
        &self,
        hash: u64,
        same: impl Fn(&T) -> bool,
        hash_of: impl Fn(&T) -> u64,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<u32, E> {
        self.intern_key((), hash, |(), thing| same(thing), hash_of, |()| make())
    }

    /// The same with a key that becomes a part of the thing.
    pub fn intern_key<K, E>(
        &self,
        key: K,
        hash: u64,
        same: impl Fn(&K, &T) -> bool,
        hash_of: impl Fn(&T) -> u64,
        make: impl FnOnce(K) -> Result<T, E>,
    ) -> Result<u32, E> {
        let mut ids = self.shard(hash);
        if let Some(&id) = ids.find(hash, |&id| same(&key, self.get(id))) {
            return Ok(id);
        }
        let id = self.things.push(make(key)?) as u32;
        ids.insert_unique(hash, id, |&id| hash_of(self.get(id)));
        Ok(id)
    }

    /// Bits in the middle of a hash choose the shard; the table inside uses the lowest and the highest ones.
    fn shard(&self, hash: u64) -> MutexGuard<'_, HashTable<u32>> {
        self.ids[(hash >> 20) as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A fast hash whose top bits are good too. It is for tables in memory only.
pub(crate) fn hash_of<T: Hash + ?Sized>(thing: &T) -> u64 {
    let mut hasher = FxHasher::default();
    thing.hash(&mut hasher);
    hasher.finish()
}

/// Ids that go through a [`PairCache`] are below this.
pub(crate) const MAX_ID: u32 = (1 << 28) - 1;

/// A cache `(a, b) → c` of fixed size. A newer pair replaces an older one, so the cache forgets but is never
/// wrong.
///
/// A slot is one 64-bit word, which threads read and write whole without a lock. The place of the slot and
/// `a` together determine `b` modulo the size, so the word holds `a`, the rest of `b`, and the result. For
/// one `a`, neighbouring `b` are neighbours in memory.
pub(crate) struct PairCache {
    slots: Box<[AtomicU64]>,
    bits: u32,
}

impl PairCache {
    /// A cache of `2^bits` slots of 8 bytes. Pages that are never used take no memory.
    pub(crate) fn new(bits: u32) -> Self {
        let bits = bits.clamp(10, 28);
        Self { slots: bytemuck::allocation::zeroed_slice_box(1 << bits), bits }
    }

    /// The slot of a pair, and its word without the result. `None` means that `b` is too large for a cache of
    /// this size.
    #[inline]
    fn place(&self, a: u32, b: u32) -> Option<(usize, u64)> {
        let mask = (1u32 << self.bits) - 1;
        let slot = a.wrapping_mul(0x9E37_79B1).wrapping_add(b) & mask;
        let rest = b >> self.bits;
        (rest < 256).then(|| (slot as usize, (u64::from(rest) << 28 | u64::from(a)) << 28))
    }

    #[inline]
    pub(crate) fn get(&self, a: u32, b: u32) -> Option<u32> {
        let (slot, key) = self.place(a, b)?;
        // Acquire and Release: a thread that finds an id here also sees the thing behind it.
        let word = self.slots[slot].load(Ordering::Acquire);
        let result = (word & u64::from(MAX_ID)) as u32;
        // Results are stored one higher, so that an empty slot matches no key.
        (word - u64::from(result) == key && result != 0).then(|| result - 1)
    }

    #[inline]
    pub(crate) fn put(&self, a: u32, b: u32, result: u32) {
        debug_assert!(a <= MAX_ID && b <= MAX_ID && result < MAX_ID);
        let Some((slot, key)) = self.place(a, b) else { return };
        self.slots[slot].store(key | u64::from(result + 1), Ordering::Release);
    }
}

/// A cache of truth values for pairs `(a, b)`. Pairs of the first ids, which are the simplest things and are
/// asked about most, have one byte each and are never forgotten. The others go to a [`PairCache`].
pub(crate) struct TruthCache {
    young: Box<[AtomicU8]>,
    /// Ids below this are young.
    limit: u32,
    old: PairCache,
}

impl TruthCache {
    pub(crate) fn new(bits: u32) -> Self {
        // As many bytes as the other cache, up to 16 MiB.
        let limit: u32 = 1 << (bits.clamp(10, 21) + 3).div_ceil(2).min(12);
        let young = bytemuck::allocation::zeroed_slice_box((limit * limit) as usize);
        Self { young, limit, old: PairCache::new(bits) }
    }

    #[inline]
    fn young(&self, a: u32, b: u32) -> Option<&AtomicU8> {
        ((a | b) < self.limit).then(|| &self.young[(a * self.limit + b) as usize])
    }

    #[inline]
    pub(crate) fn get(&self, a: u32, b: u32) -> Option<bool> {
        match self.young(a, b) {
            // 0 while unknown.
            Some(byte) => match byte.load(Ordering::Relaxed) {
                0 => None,
                known => Some(known == 2),
            },
            None => self.old.get(a, b).map(|known| known != 0),
        }
    }

    #[inline]
    pub(crate) fn put(&self, a: u32, b: u32, holds: bool) {
        match self.young(a, b) {
            Some(byte) => byte.store(1 + u8::from(holds), Ordering::Relaxed),
            None => self.old.put(a, b, u32::from(holds)),
        }
    }
}

//! The tables below all stores: an [`Interner`] that gives every distinct thing a small id, and caches of the
//! results of operations on two ids. Many threads may use them at once.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of parts that can be locked apart from each other.
pub(crate) const SHARDS: usize = 64;

/// Things stored once each and found by id. Ids count up from 0 and stay valid.
pub struct Interner<T> {
    things: boxcar::Vec<T>,
    ids: [Mutex<Index>; SHARDS],
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

    /// The same, to change what its hash does not depend on.
    #[inline]
    pub fn get_mut(&mut self, id: u32) -> &mut T {
        self.things.get_mut(id as usize).expect("ids are given out by this interner")
    }

    /// All things, in the order of their ids.
    pub fn into_things(self) -> boxcar::IntoIter<T> {
        self.things.into_iter()
    }

    /// The id of the thing for which `same` holds. `None` means it is not stored.
    pub fn find(&self, hash: u64, same: impl Fn(&T) -> bool) -> Option<u32> {
        self.shard(hash).find(tag(hash), |id| same(self.get(id)))
    }

    /// The first id whose thing may have this hash. `None` means that no thing has it. No lock is taken, and
    /// no thing is read.
    #[inline]
    pub fn candidate(&mut self, hash: u64) -> Option<u32> {
        let ids = self.ids[Self::shard_of(hash)].get_mut().unwrap_or_else(PoisonError::into_inner);
        ids.find(tag(hash), |_| true)
    }

    /// The id of the thing for which `same` holds, made by `make` if it is new.
    pub fn intern_with<E>(
        &self,
        hash: u64,
        same: impl Fn(&T) -> bool,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<u32, E> {
        self.intern_key((), hash, |(), thing| same(thing), |()| make())
    }

    /// The same with a key that becomes a part of the thing.
    pub fn intern_key<K, E>(
        &self,
        key: K,
        hash: u64,
        same: impl Fn(&K, &T) -> bool,
        make: impl FnOnce(K) -> Result<T, E>,
    ) -> Result<u32, E> {
        let mut ids = self.shard(hash);
        if let Some(id) = ids.find(tag(hash), |id| same(&key, self.get(id))) {
            return Ok(id);
        }
        let id = self.things.push(make(key)?) as u32;
        ids.insert(tag(hash), id);
        Ok(id)
    }

    #[inline]
    fn shard_of(hash: u64) -> usize {
        (hash >> 20) as usize % SHARDS
    }

    /// The part of the index for a hash.
    #[inline]
    fn shard(&self, hash: u64) -> MutexGuard<'_, Index> {
        self.ids[Self::shard_of(hash)].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bits of a hash that an index keeps. They depend on all bits, unlike those that choose the shard.
#[inline]
fn tag(hash: u64) -> u32 {
    ((hash ^ hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

/// The ids of things by the tags of their hashes. Tag and id are neighbours, and slots are probed one after
/// the other, so a look-up reads one line of the cache and then the thing. To grow takes tags only, not the
/// things.
#[derive(Default)]
struct Index {
    /// In the upper half of a slot the id plus one, in the lower half the tag. 0 means that the slot is
    /// empty. The number of slots is a power of two, or 0.
    slots: Vec<u64>,
    used: usize,
}

impl Index {
    /// The id with this tag for which `same` holds.
    #[inline]
    fn find(&self, tag: u32, same: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut place = tag as usize & mask;
        loop {
            let slot = self.slots[place];
            let id = ((slot >> 32) as u32).checked_sub(1)?;
            if slot as u32 == tag && same(id) {
                return Some(id);
            }
            place = (place + 1) & mask;
        }
    }

    /// Adds an id that is not there.
    fn insert(&mut self, tag: u32, id: u32) {
        if 4 * self.used >= 3 * self.slots.len() {
            let larger = vec![0; (2 * self.slots.len()).max(16)];
            let old = std::mem::replace(&mut self.slots, larger);
            old.into_iter().filter(|&slot| slot != 0).for_each(|slot| self.fill(slot));
        }
        self.fill(u64::from(id + 1) << 32 | u64::from(tag));
        self.used += 1;
    }

    /// Fills the first empty slot for a tag.
    fn fill(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut place = slot as u32 as usize & mask;
        while self.slots[place] != 0 {
            place = (place + 1) & mask;
        }
        self.slots[place] = slot;
    }
}

/// A fast hash. It is for tables in memory only.
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

    /// The slot of a pair, and its word without the result. `None` means that an id is too large for a cache
    /// of this size.
    #[inline]
    fn place(&self, a: u32, b: u32) -> Option<(usize, u64)> {
        let mask = (1u32 << self.bits) - 1;
        let slot = a.wrapping_mul(0x9E37_79B1).wrapping_add(b) & mask;
        let rest = b >> self.bits;
        (rest < 256 && a <= MAX_ID).then(|| (slot as usize, (u64::from(rest) << 28 | u64::from(a)) << 28))
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
        let Some((slot, key)) = self.place(a, b).filter(|_| result < MAX_ID) else { return };
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

//! A table of fixed size, where what is new replaces what was there: it never has to grow, and so never delays a move.

/// Slots for what is known about states, found by their hashes.
pub(super) struct Slots<T> {
    slots: Vec<Option<(u64, T)>>,
    /// Mixed into the hashes; a new one makes all that is stored unknown.
    salt: u64,
}

impl<T: Copy> Slots<T> {
    /// A table with `2^bits` slots.
    pub(super) fn new(bits: u32) -> Self {
        Self { slots: vec![None; 1 << bits], salt: 0 }
    }

    pub(super) fn get(&self, hash: u64) -> Option<T> {
        let hash = hash ^ self.salt;
        let slot = self.slots[hash as usize % self.slots.len()];
        slot.filter(|(known, _)| *known == hash).map(|(_, entry)| entry)
    }

    pub(super) fn put(&mut self, hash: u64, entry: T) {
        let hash = hash ^ self.salt;
        let slot = hash as usize % self.slots.len();
        self.slots[slot] = Some((hash, entry));
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.salt = self.salt.wrapping_add(0x9E37_79B9_7F4A_7C15);
    }
}

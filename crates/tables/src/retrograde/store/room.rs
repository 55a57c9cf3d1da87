//! Which block leaves when memory is full? The order of the work is known, so the one that is not needed for the longest
//! time: it is forgotten if it has a file or a packed copy, and packed if it has neither.

use super::Store;
use super::state::{Entry, State, Status};
use crate::retrograde::pack::Packed;
use crate::retrograde::solve::Error;
use crate::retrograde::words::Block;
use std::sync::{Arc, MutexGuard, PoisonError};

/// A packed block has at most this part of its size, where packing is worth while.
const PACKED: f64 = 0.4;

/// The part of the memory for plain blocks, if blocks of `alive` bytes have to be in memory, the others packed.
pub(super) fn plain_part(memory: u64, alive: u64) -> u64 {
    if alive <= memory {
        return memory;
    }
    ((memory as f64 - PACKED * alive as f64).max(0.0) / (1.0 - PACKED)) as u64
}

impl Store<'_> {
    /// Takes back the memory of a plain block from the last one who has it.
    pub(super) fn recycle(&self, state: &mut State, block: Arc<Block>) {
        if let Some(block) = Arc::into_inner(block) {
            state.pool.push(block);
            self.trim(state);
        }
    }

    /// Gives memory of the pool back until all of it is within the limits.
    pub(super) fn trim(&self, state: &mut State) {
        let left = self.memory.saturating_sub(state.used).min(self.plain.saturating_sub(state.plain));
        let room = left / self.layout.block_bytes() + self.spare;
        state.pool.truncate(usize::try_from(room).unwrap_or(usize::MAX));
    }

    /// The bytes that one more plain block lacks.
    fn lacking(&self, state: &State) -> u64 {
        let bytes = self.layout.block_bytes();
        let plain = (state.plain + bytes).saturating_sub(self.plain);
        plain.max((state.used + bytes).saturating_sub(self.memory))
    }

    /// Keeps a plain copy of a block if there is room for it.
    pub(super) fn remember(&self, number: u32, block: &Arc<Block>) -> Result<(), Error> {
        let mut state = self.make_room(Some(number))?;
        let bytes = self.layout.block_bytes();
        if self.lacking(&state) == 0
            && let Some(entry) = state.entries.get_mut(&number)
            && entry.plain.is_none()
            && entry.status == Status::Done
        {
            entry.plain = Some(block.clone());
            state.used += bytes;
            state.plain += bytes;
            self.trim(&mut state);
        }
        Ok(())
    }

    /// Frees memory for one more plain block. With `reluctant`, blocks that are needed earlier than that one,
    /// and blocks that would have to be packed, stay.
    pub(super) fn make_room(&self, reluctant: Option<u32>) -> Result<MutexGuard<'_, State>, Error> {
        let bytes = self.layout.block_bytes();
        let mut state = self.lock();
        while self.lacking(&state) > 0 {
            let Some(block) = self.farthest(&state, reluctant) else {
                if reluctant.is_some() {
                    break;
                }
                if Self::forget_packed(&mut state) {
                    continue;
                }
                if state.entries.values().any(|entry| entry.is_being_packed) {
                    state = self.change.wait(state).unwrap_or_else(PoisonError::into_inner);
                    continue;
                }
                return Err(Error::Full { lacking: self.lacking(&state).div_ceil(1 << 20) });
            };
            let entry = state.entries.get_mut(&block).expect("the block was just found");
            if entry.has_copy() {
                let plain = entry.plain.take().expect("a block that leaves is plain");
                state.used -= bytes;
                state.plain -= bytes;
                self.recycle(&mut state, plain);
                continue;
            }
            entry.is_being_packed = true;
            let plain = entry.plain.clone().expect("a block that leaves is plain");
            drop(state);
            let packed = Arc::new(Packed::new(&plain));
            state = self.lock();
            // The block may have been dropped in the meantime.
            if let Some(entry) = state.entries.get_mut(&block) {
                entry.is_being_packed = false;
                if entry.plain.take().is_some() {
                    let size = packed.bytes();
                    entry.packed = Some(packed);
                    state.used = state.used + size - bytes;
                    state.plain -= bytes;
                }
            }
            self.recycle(&mut state, plain);
            self.change.notify_all();
        }
        Ok(state)
    }

    /// The plain block that is not needed for the longest time.
    fn farthest(&self, state: &State, reluctant: Option<u32>) -> Option<u32> {
        let next = |block: u32| {
            let uses = self.schedule.uses(block);
            uses.get(uses.partition_point(|&place| place <= state.place)).copied().unwrap_or(usize::MAX)
        };
        let limit = reluctant.map(next);
        let leaves = |(block, entry): (&u32, &Entry)| {
            let may = entry.plain.is_some() && !entry.is_being_packed && entry.status == Status::Done;
            let when = may.then(|| next(*block))?;
            let wanted = limit.is_none_or(|limit| entry.has_copy() && when > limit);
            wanted.then_some((when, *block))
        };
        state.entries.iter().filter_map(leaves).max().map(|(_, block)| block)
    }

    /// Forgets a packed block that has a file. Returns whether there was one.
    fn forget_packed(state: &mut State) -> bool {
        let has_file = |entry: &&mut Entry| entry.packed.is_some() && entry.in_file.is_some();
        if let Some(entry) = state.entries.values_mut().find(has_file) {
            let size = entry.packed.take().map_or(0, |packed| packed.bytes());
            state.used -= size;
            return true;
        }
        false
    }
}

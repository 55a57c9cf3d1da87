//! Which blocks stay in memory? Those that were used last, up to a limit, and all that are not written yet.

use crate::retrograde::words::Block;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The blocks that were used last.
pub(super) struct Cache {
    blocks: HashMap<u32, Kept>,
    /// The number of blocks to keep. A block that is not written yet is kept in any case.
    room: usize,
    /// Counts uses.
    clock: u64,
}

struct Kept {
    block: Arc<Block>,
    /// The clock at the last use.
    used: u64,
    is_written: bool,
}

impl Cache {
    pub(super) fn new(room: usize) -> Self {
        Self { blocks: HashMap::new(), room, clock: 0 }
    }

    pub(super) fn get(&mut self, block: u32) -> Option<Arc<Block>> {
        self.clock += 1;
        let kept = self.blocks.get_mut(&block)?;
        kept.used = self.clock;
        Some(kept.block.clone())
    }

    pub(super) fn put(&mut self, number: u32, block: Arc<Block>, is_written: bool) {
        self.clock += 1;
        self.blocks.insert(number, Kept { block, used: self.clock, is_written });
        self.tidy();
    }

    pub(super) fn set_written(&mut self, block: u32) {
        if let Some(kept) = self.blocks.get_mut(&block) {
            kept.is_written = true;
        }
        self.tidy();
    }

    /// Removes the blocks that were not used for the longest time, until there is room.
    fn tidy(&mut self) {
        while self.blocks.len() > self.room {
            let written = self.blocks.iter().filter(|(_, kept)| kept.is_written);
            let Some((&oldest, _)) = written.min_by_key(|(_, kept)| kept.used) else { return };
            self.blocks.remove(&oldest);
        }
    }
}

/// Locks a cache. A panic of another thread cannot leave it half changed, so a poisoned lock is as good.
pub(super) fn lock(cache: &Mutex<Cache>) -> MutexGuard<'_, Cache> {
    cache.lock().unwrap_or_else(PoisonError::into_inner)
}

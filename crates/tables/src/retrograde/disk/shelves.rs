//! Where do blocks come from while a table is solved, and while it is read? From the cache, then from the
//! folder; while a table is solved, a block that is in neither is computed.

use super::cache::{Cache, lock};
use super::{Folder, Written};
use crate::file::FileError;
use crate::retrograde::solve::{Error, Shelf, work_out};
use crate::retrograde::words::{Block, Worker};
use std::collections::HashMap;
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, Mutex, OnceLock};

/// A folder whose blocks are being computed.
pub(super) struct Cabinet<'a> {
    pub(super) folder: &'a Folder,
    pub(super) worker: Worker<'a>,
    /// For each block to be computed, whether that succeeded. An empty slot is not done yet.
    pub(super) slots: HashMap<u32, OnceLock<bool>>,
    pub(super) cache: Mutex<Cache>,
    pub(super) warn: &'a (dyn Fn(&str) + Sync),
}

impl Cabinet<'_> {
    /// Reads a block, or computes it and hands it to the writer.
    pub(super) fn obtain(
        &self,
        block: u32,
        turned: &mut Vec<Block>,
        writer: &SyncSender<Written>,
    ) -> Result<(), Error> {
        if let Some(found) = self.folder.read(block, self.warn)? {
            lock(&self.cache).put(block, Arc::new(found), true);
            return Ok(());
        }
        let done = Arc::new(work_out(&self.worker, &self.folder.layout, self, block, turned)?);
        let written = self.folder.encode(block, &done)?;
        lock(&self.cache).put(block, done, false);
        writer.send(written).map_err(|_| Error::Abandoned(block))
    }

    /// Writes finished blocks until the sender is gone.
    pub(super) fn write_behind(&self, written: Receiver<Written>) -> Result<(), Error> {
        for written in written {
            self.folder.write(&written)?;
            lock(&self.cache).set_written(written.block);
        }
        Ok(())
    }

    /// Loads into the cache what the blocks at these places of the list will need.
    pub(super) fn read_ahead(&self, blocks: &[u32], places: Receiver<usize>) {
        for place in places {
            // A block that has a file is only checked, so it needs no others.
            let open = blocks.get(place).into_iter().filter(|&&block| !self.folder.file(block).exists());
            for child in open.flat_map(|&block| self.folder.layout.children(block)) {
                let is_finished = self.slots.get(&child).is_none_or(|slot| slot.get() == Some(&true));
                if is_finished {
                    // The thread that needs the block gets the same error.
                    _ = self.get(child);
                }
            }
        }
    }
}

impl Shelf for Cabinet<'_> {
    fn get(&self, block: u32) -> Result<Arc<Block>, Error> {
        if self.slots.get(&block).is_some_and(|slot| !slot.wait()) {
            return Err(Error::Abandoned(block));
        }
        if let Some(found) = lock(&self.cache).get(block) {
            return Ok(found);
        }
        let found = match self.folder.read(block, self.warn)? {
            Some(found) => found,
            None if !self.folder.file(block).exists() => return Err(Error::Missing(block)),
            None => {
                let done = work_out(&self.worker, &self.folder.layout, self, block, &mut Vec::new())?;
                self.folder.write(&self.folder.encode(block, &done)?)?;
                done
            }
        };
        let found = Arc::new(found);
        lock(&self.cache).put(block, found.clone(), true);
        Ok(found)
    }
}

/// A folder whose blocks are only read.
pub(super) struct Library {
    pub(super) folder: Folder,
    pub(super) cache: Mutex<Cache>,
}

impl Shelf for Library {
    fn get(&self, block: u32) -> Result<Arc<Block>, Error> {
        if let Some(found) = lock(&self.cache).get(block) {
            return Ok(found);
        }
        let found = self.folder.read(block, &|_| ())?;
        let damaged = || FileError::Damaged {
            path: self.folder.file(block),
            reason: "solve the table again, and this block will be mended",
        };
        let found = Arc::new(found.ok_or_else(damaged)?);
        lock(&self.cache).put(block, found.clone(), true);
        Ok(found)
    }
}

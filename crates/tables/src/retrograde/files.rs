//! How does a machine other than the processor keep a table in files? It asks for the blocks that are missing, hands each
//! of them over when it is done, and reads the others back. The files are those that the processor would write.

use super::folder::{Folder, Found};
use super::layout::Layout;
use super::missing::Missing;
use super::pack::Packed;
use super::schedule::Schedule;
use super::solve::Error;
use super::store::Work;
use std::collections::{BTreeSet, HashMap};

/// The files of a table that is being solved by one thread.
pub struct Files<'a> {
    folder: &'a Folder,
    schedule: Schedule,
    /// The blocks that are never dropped while the table is solved.
    kept: BTreeSet<u32>,
    /// The number of P-positions of each finished block.
    lost: HashMap<u32, u64>,
    /// The size of the file of each block.
    sizes: HashMap<u32, u64>,
    /// The number of blocks to come that need each block.
    parents: HashMap<u32, usize>,
    disk: u64,
    on_disk: u64,
}

impl<'a> Files<'a> {
    /// Looks at all files of a folder. `whole` has all blocks in the order of their computation.
    pub(super) fn new(folder: &'a Folder, work: &Work, whole: Schedule) -> Result<Self, Error> {
        let layout = folder.layout();
        let missing = Missing::find(layout, Some(folder), work, whole, work.threads)?;
        let idle = missing.idle(layout);
        let Missing { schedule, kept, done } = missing;
        let (mut lost, mut sizes) = (HashMap::new(), HashMap::new());
        for (block, found) in done {
            match found {
                Found::Block(count, size) => {
                    lost.insert(block, count);
                    sizes.insert(block, size);
                }
                Found::Stub(count) => _ = lost.insert(block, count),
            }
        }
        let on_disk = sizes.values().sum();
        let parents = layout.blocks().into_iter().map(|block| (block, schedule.uses(block).len())).collect();
        let mut files = Self { folder, schedule, kept, lost, sizes, parents, disk: work.disk, on_disk };
        idle.into_iter().try_for_each(|block| files.drop_block(block))?;
        Ok(files)
    }

    /// The blocks that are to be computed.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// How positions are numbered.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        self.folder.layout()
    }

    /// The number of P-positions of the blocks that are done. `None` means that some are not.
    #[must_use]
    pub fn lost(&self) -> Option<u64> {
        let layout = self.layout();
        layout.blocks().into_iter().map(|block| Some(layout.group(block) * self.lost.get(&block)?)).sum()
    }

    /// Reads a block that is done and was not dropped.
    pub fn read(&self, block: u32) -> Result<Packed, Error> {
        Ok(self.folder.read(block)?)
    }

    /// Takes a finished block with its number of P-positions, and drops what only this one needed.
    pub fn put(&mut self, block: u32, lost: u64, packed: &Packed) -> Result<(), Error> {
        let size = self.folder.size(block, lost, packed);
        let on_disk = self.on_disk + size;
        if on_disk > self.disk {
            return Err(Error::Disk { needed: on_disk.div_ceil(1 << 20), allowed: self.disk >> 20 });
        }
        self.folder.write(block, lost, packed)?;
        self.on_disk = on_disk;
        self.lost.insert(block, lost);
        self.sizes.insert(block, size);
        for child in self.layout().children(block) {
            let parents = self.parents.entry(child).or_default();
            *parents = parents.saturating_sub(1);
            self.drop_if_idle(child)?;
        }
        self.drop_if_idle(block)
    }

    fn drop_if_idle(&mut self, block: u32) -> Result<(), Error> {
        let is_idle = !self.kept.contains(&block) && self.parents.get(&block) == Some(&0);
        if is_idle { self.drop_block(block) } else { Ok(()) }
    }

    fn drop_block(&mut self, block: u32) -> Result<(), Error> {
        if let (Some(size), Some(&lost)) = (self.sizes.remove(&block), self.lost.get(&block)) {
            self.on_disk = self.on_disk + self.folder.drop_block(block, lost)? - size;
        }
        Ok(())
    }
}

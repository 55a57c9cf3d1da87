//! How is one block computed where other processes compute the others? Its children are taken one at a time from their
//! files, or from whatever hands over their bytes; each is unpacked once and turned for every link that leads to it. A
//! thread needs three plain blocks and a packed one, half a gibibyte for nine layers of Triangular Nim; what memory is
//! allowed beyond that keeps blocks that were plain lately.

use super::folder::{Folder, Found};
use super::pack::Packed;
use super::schedule::{Keep, Schedule};
use super::solve::{Error, lost};
use super::words::{Block, Worker};
use crate::file;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The blocks of a table in a folder that several processes share.
pub struct Blocks {
    folder: Folder,
    memory: u64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Plain blocks, with the moment of their last use.
    plain: HashMap<u32, (Arc<Block>, u64)>,
    moment: u64,
    /// Memory of plain blocks that are not needed any more.
    pool: Vec<Block>,
}

/// A block that was computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// The number of P-positions.
    pub lost: u64,
    /// The size of the packed block in bytes.
    pub bytes: u64,
    /// The checksum of the packed block.
    pub checksum: u32,
}

impl Done {
    fn of(packed: &Packed, lost: u64) -> Self {
        let mut checksum = crc32fast::Hasher::new();
        packed.parts().for_each(|part| checksum.update(&part));
        Self { lost, bytes: packed.bytes(), checksum: checksum.finalize() }
    }
}

impl Blocks {
    /// The blocks of a folder. At most `memory` bytes are for plain blocks beside those that threads work on.
    #[must_use]
    pub fn new(folder: Folder, memory: u64) -> Self {
        Self { folder, memory, state: Mutex::default() }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// All stored blocks, children first.
    #[must_use]
    pub fn order(&self, keep: Keep) -> Vec<u32> {
        Schedule::new(self.folder.layout(), keep).blocks().to_vec()
    }

    /// What the file of a block says about itself; with `thorough` every byte is checked, and a damaged file is none.
    pub fn look(&self, block: u32, thorough: bool) -> Result<Option<Found>, Error> {
        match thorough {
            true => self.folder.check(block, &|_| ()),
            false => match self.folder.look(block) {
                Err(error) if error.is_damaged() => Ok(None),
                found => Ok(found?),
            },
        }
    }

    /// Computes a block from the files of its children and writes its file. [`Error::Unusable`] names a child whose
    /// file is missing, dropped or damaged.
    pub fn solve(&self, block: u32) -> Result<Done, Error> {
        let (packed, lost) = self.compute(block, |child| {
            self.folder.read(child).map_err(|error| match error {
                error if error.is_missing() || error.is_damaged() => {
                    Error::Unusable(child, error.to_string())
                }
                error => error.into(),
            })
        })?;
        self.folder.write(block, lost, &packed)?;
        Ok(Done::of(&packed, lost))
    }

    /// Computes a block from the bytes of its children, which are asked for one after the other, each once. Returns its
    /// packed bytes.
    pub fn solve_from<E: From<Error>>(
        &self,
        block: u32,
        mut child: impl FnMut(u32) -> Result<Vec<u8>, E>,
    ) -> Result<(Vec<u8>, Done), E> {
        let (packed, lost) = self.compute::<E>(block, |number| {
            let bytes = child(number)?;
            self.packed(&bytes)
                .ok_or_else(|| Error::Unusable(number, "its bytes are not a block".to_owned()).into())
        })?;
        Ok((bytes_of(&packed), Done::of(&packed, lost)))
    }

    /// The packed bytes of a block in its file.
    pub fn read(&self, block: u32) -> Result<Vec<u8>, Error> {
        Ok(bytes_of(&self.folder.read(block)?))
    }

    /// Writes the file of a block that has these packed bytes.
    pub fn write(&self, block: u32, lost: u64, bytes: &[u8]) -> Result<(), Error> {
        let damaged = || Error::Unusable(block, "its bytes are not a block".to_owned());
        let packed = self.packed(bytes).ok_or_else(damaged)?;
        Ok(self.folder.write(block, lost, &packed)?)
    }

    /// Replaces the file of a block by a stub with its number of P-positions.
    pub fn drop_block(&self, block: u32, lost: u64) -> Result<(), Error> {
        self.recycle_plain(block);
        Ok(self.folder.drop_block(block, lost).map(drop)?)
    }

    /// Is it a table that keeps no block, whose facts are known?
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.folder.facts().is_some()
    }

    /// Removes what killed processes have left under temporary names.
    pub fn clean(&self) -> Result<(), Error> {
        Ok(file::remove_remains(self.folder.path(), |name| Folder::is_file(name, |_| true))?)
    }

    /// Leaves the folder as a run of one process does, once all blocks are done: remains of killed processes are removed,
    /// blocks that do not stay are dropped, and a table that keeps no block gets the file with its facts.
    pub fn finish(&self, keep: Keep) -> Result<(), Error> {
        self.clean()?;
        if keep == Keep::None {
            return self.folder.leave_facts();
        }
        let kept = keep.at_the_end(self.folder.layout());
        for block in self.folder.layout().blocks() {
            match self.folder.look(block)? {
                Some(Found::Block(lost, _)) if !kept.contains(&block) => {
                    _ = self.folder.drop_block(block, lost)?;
                }
                Some(Found::Stub(_)) if kept.contains(&block) => return Err(Error::Dropped(block)),
                Some(_) => {}
                None => return Err(Error::Missing(block)),
            }
        }
        Ok(())
    }

    fn packed(&self, bytes: &[u8]) -> Option<Packed> {
        Packed::from_bytes(self.folder.layout().block_bytes() as usize / 8, bytes)
    }

    /// A block and its number of P-positions.
    fn compute<E: From<Error>>(
        &self,
        number: u32,
        mut child: impl FnMut(u32) -> Result<Packed, E>,
    ) -> Result<(Packed, u64), E> {
        let layout = self.folder.layout();
        if number >= layout.all_blocks() || layout.stored(number).0 != number {
            return Err(Error::NoBlocks(layout.all_blocks() - 1).into());
        }
        let worker = Worker::new(layout, self.folder.convention());
        let mut block = worker.start(number, self.room());
        let mut turned = self.room();
        let mut links: Vec<_> =
            layout.outward(number).map(|link| (layout.stored(number ^ link.part()), link)).collect();
        // Links to the same child come together, first those that need no turn.
        links.sort_by_key(|((stored, turn), _)| (*stored, *turn));
        for links in links.chunk_by(|((one, _), _), ((other, _), _)| one == other) {
            let stored = links[0].0.0;
            let below = match self.known(stored) {
                Some(plain) => plain,
                None => {
                    let packed = child(stored)?;
                    let mut plain = self.room();
                    packed.unpack(&mut plain);
                    drop(packed);
                    let plain = Arc::new(plain);
                    self.remember(stored, &plain);
                    plain
                }
            };
            for ((_, turn), link) in links {
                if *turn == 0 {
                    worker.update(&mut block, link, &below);
                } else {
                    worker.turn(&below, &layout.turns()[*turn], layout.row(), &mut turned);
                    worker.update(&mut block, link, &turned);
                }
            }
            self.recycle(below);
        }
        self.lock().pool.push(turned);
        worker.settle(&mut block);
        let lost = lost(layout, &block);
        let packed = Packed::new(&block);
        let block = Arc::new(block);
        self.remember(number, &block);
        self.recycle(block);
        Ok((packed, lost))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Memory for a plain block.
    fn room(&self) -> Block {
        self.lock().pool.pop().unwrap_or_default()
    }

    fn known(&self, block: u32) -> Option<Arc<Block>> {
        let mut state = self.lock();
        state.moment += 1;
        let moment = state.moment;
        let (plain, used) = state.plain.get_mut(&block)?;
        *used = moment;
        Some(plain.clone())
    }

    /// Keeps a plain block, in place of those that were not used for the longest time.
    fn remember(&self, number: u32, block: &Arc<Block>) {
        let most = (self.memory / self.folder.layout().block_bytes()) as usize;
        if most == 0 {
            return;
        }
        let mut state = self.lock();
        while state.plain.len() >= most {
            let oldest = state.plain.iter().min_by_key(|(_, (_, used))| *used).map(|(block, _)| *block);
            let oldest = oldest.and_then(|block| state.plain.remove(&block));
            state.pool.extend(oldest.and_then(|(block, _)| Arc::into_inner(block)));
        }
        state.moment += 1;
        let moment = state.moment;
        state.plain.insert(number, (block.clone(), moment));
    }

    /// Takes back the memory of a plain block from the last one who has it.
    fn recycle(&self, block: Arc<Block>) {
        let mut state = self.lock();
        state.pool.extend(Arc::into_inner(block));
    }

    fn recycle_plain(&self, block: u32) {
        let mut state = self.lock();
        let plain = state.plain.remove(&block);
        state.pool.extend(plain.and_then(|(block, _)| Arc::into_inner(block)));
    }
}

fn bytes_of(packed: &Packed) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(packed.bytes() as usize);
    packed.parts().for_each(|part| bytes.extend_from_slice(&part));
    bytes
}

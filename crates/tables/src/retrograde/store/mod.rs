//! Where is a block while a table is solved? Plain in memory, packed in memory, in a file, or dropped after its
//! last parent.

mod memory;
mod room;
mod state;

use super::folder::{Folder, Found};
use super::layout::Layout;
use super::missing::Missing;
use super::pack::Packed;
use super::schedule::{Keep, Schedule};
use super::solve::{Error, Facts, Probe, Progress, lost, share, word_of};
use super::words::{Block, Worker};
use memory::{Kept, Memory};
use room::plain_part;
use rules::games::triangular_nim::Convention;
use state::{Entry, State, Status};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use values::Budget;

/// Which blocks to solve, and with which means.
#[derive(Clone)]
pub struct Work<'a> {
    /// The numbers of the blocks.
    pub blocks: Range<u32>,
    /// Which blocks stay.
    pub keep: Keep,
    /// The maximum memory in bytes.
    pub memory: u64,
    /// The maximum size of all files in bytes.
    pub disk: u64,
    /// The number of threads that compute blocks.
    pub threads: usize,
    /// When the work ends.
    pub budget: &'a Budget,
    /// Called with the number of finished blocks.
    pub progress: Progress<'a>,
    /// Called with a message about each damaged block.
    pub warn: &'a (dyn Fn(&str) + Sync),
}

/// The blocks of a table that is being solved.
pub(crate) struct Store<'a> {
    layout: &'a Layout,
    folder: Option<&'a Folder>,
    schedule: Schedule,
    /// The blocks that are never dropped while the table is solved.
    kept: BTreeSet<u32>,
    /// The maximum memory for blocks.
    memory: u64,
    /// The part of it for plain blocks. It is fixed, so that their memory is used again as it is: the allocator
    /// would cut it into pieces.
    plain: u64,
    /// The number of plain blocks that the pool may have beside the limit.
    spare: u64,
    disk: u64,
    state: Mutex<State>,
    /// Notified when a block is done, abandoned or packed.
    change: Condvar,
}

/// The memory of a thread beside the store.
#[derive(Default)]
struct Room {
    turned: Block,
}

impl<'a> Store<'a> {
    /// Computes all chosen blocks that the folder lacks, or all blocks where there is no folder.
    pub(crate) fn run(
        layout: &'a Layout,
        convention: Convention,
        folder: Option<&'a Folder>,
        work: &Work,
    ) -> Result<Self, Error> {
        // A thread holds the block that it computes, one that its moves lead to, a turned copy of that one, and
        // a packed block that is written.
        let each = (4 + spare(layout)) * layout.block_bytes();
        let threads = (work.memory / each).min(work.threads.max(1) as u64) as usize;
        if threads == 0 {
            return Err(Error::Memory { needed: each.div_ceil(1 << 20), allowed: work.memory >> 20 });
        }
        let store = Self::prepare(layout, folder, work, work.memory - threads as u64 * each, threads)?;
        let worker = Worker::new(layout, convention);
        let blocks = store.schedule.blocks();
        share(blocks, threads, work.budget, work.progress, Room::default, |place, room, go_on| {
            let done = go_on
                .and_then(|()| store.work_out(&worker, blocks[place], place, room))
                .and_then(|(block, lost)| store.put(blocks[place], block, lost));
            if done.is_err() {
                store.abandon(blocks[place]);
            }
            done
        })?;
        Ok(store)
    }

    /// A store that knows which blocks are in the folder, and which are to be computed.
    fn prepare(
        layout: &'a Layout,
        folder: Option<&'a Folder>,
        work: &Work,
        memory: u64,
        threads: usize,
    ) -> Result<Self, Error> {
        let missing = Missing::find(layout, folder, work, Schedule::new(layout, work.keep), threads)?;
        let idle = missing.idle(layout);
        let Missing { schedule, kept, done } = missing;
        let mut state =
            State { entries: HashMap::new(), used: 0, plain: 0, on_disk: 0, place: 0, pool: Vec::new() };
        for (block, found) in done {
            let (lost, in_file) = match found {
                Found::Block(lost, size) => (lost, Some(size)),
                Found::Stub(lost) => (lost, None),
            };
            state.on_disk += in_file.unwrap_or_default();
            let entry = Entry { status: Status::Done, in_file, lost, ..Entry::default() };
            state.entries.insert(block, entry);
        }
        for &block in schedule.blocks() {
            state.entries.insert(block, Entry::default());
        }
        for (block, entry) in &mut state.entries {
            entry.parents = schedule.uses(*block).len();
        }
        let (state, change) = (Mutex::new(state), Condvar::new());
        let alive = schedule.most_alive(&kept) as u64 * layout.block_bytes();
        let plain = if folder.is_some() { memory } else { plain_part(memory, alive) };
        let (spare, disk) = (spare(layout) * threads as u64, work.disk);
        let store = Self { layout, folder, schedule, kept, memory, plain, spare, disk, state, change };
        idle.into_iter().try_for_each(|block| store.drop_if_idle(block))?;
        Ok(store)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic of another thread cannot leave the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The results of a block and its number of P-positions, from the blocks that its moves lead to.
    fn work_out(
        &self,
        worker: &Worker,
        number: u32,
        place: usize,
        room: &mut Room,
    ) -> Result<(Block, u64), Error> {
        let room_for_it = {
            let mut state = self.lock();
            state.place = state.place.max(place);
            state.pool.pop()
        };
        let mut block = worker.start(number, room_for_it.unwrap_or_default());
        for link in self.layout.outward(number) {
            let (stored, turn) = self.layout.stored(number ^ link.part);
            let below = self.get(stored)?;
            if turn == 0 {
                worker.update(&mut block, link, &below);
            } else {
                worker.turn(&below, &self.layout.turns()[turn], self.layout.row(), &mut room.turned);
                worker.update(&mut block, link, &room.turned);
            }
            self.recycle(&mut self.lock(), below);
        }
        worker.settle(&mut block);
        let lost = lost(self.layout, &block);
        Ok((block, lost))
    }

    /// A block. Waits until it is finished.
    fn get(&self, number: u32) -> Result<Arc<Block>, Error> {
        let mut state = self.lock();
        let packed = loop {
            let entry = state.entries.get(&number).ok_or(Error::Missing(number))?;
            match (entry.status, &entry.plain, &entry.packed) {
                (Status::Abandoned, ..) => return Err(Error::Abandoned(number)),
                (Status::Open, ..) => {
                    state = self.change.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                (Status::Done, Some(plain), _) => return Ok(plain.clone()),
                (Status::Done, None, packed) => break packed.clone(),
            }
        };
        drop(state);
        let packed = match (packed, self.folder) {
            (Some(packed), _) => packed,
            (None, Some(folder)) => Arc::new(folder.read(number)?),
            (None, None) => return Err(Error::Dropped(number)),
        };
        let mut block = self.lock().pool.pop().unwrap_or_default();
        packed.unpack(&mut block);
        let block = Arc::new(block);
        self.remember(number, &block)?;
        Ok(block)
    }

    /// Takes a finished block.
    fn put(&self, number: u32, block: Block, lost: u64) -> Result<(), Error> {
        let block = Arc::new(block);
        let is_plain = match self.make_room(None) {
            Ok(mut state) => {
                state.used += self.layout.block_bytes();
                state.plain += self.layout.block_bytes();
                self.trim(&mut state);
                self.finish(&mut state, number, lost, |entry| entry.plain = Some(block.clone()));
                true
            }
            Err(Error::Full { .. }) => false,
            Err(error) => return Err(error),
        };
        match self.folder {
            Some(folder) => {
                let packed = Packed::new(&block);
                drop(block);
                let size = self.write(folder, number, lost, &packed)?;
                self.finish(&mut self.lock(), number, lost, |entry| entry.in_file = Some(size));
            }
            None if !is_plain => {
                let packed = Packed::new(&block);
                let mut state = self.lock();
                let used = state.used + packed.bytes();
                if used > self.memory {
                    return Err(Error::Full { lacking: (used - self.memory).div_ceil(1 << 20) });
                }
                state.used = used;
                self.finish(&mut state, number, lost, |entry| entry.packed = Some(Arc::new(packed)));
            }
            None => {}
        }
        for child in self.layout.children(number) {
            if let Some(entry) = self.lock().entries.get_mut(&child) {
                entry.parents = entry.parents.saturating_sub(1);
            }
            self.drop_if_idle(child)?;
        }
        self.drop_if_idle(number)
    }

    /// Says where a finished block is.
    fn finish(&self, state: &mut State, number: u32, lost: u64, place: impl FnOnce(&mut Entry)) {
        let entry = state.entries.entry(number).or_default();
        place(entry);
        (entry.lost, entry.status) = (lost, Status::Done);
        self.change.notify_all();
    }

    /// Writes the file of a block, if the limit allows it. Returns its size.
    fn write(&self, folder: &Folder, number: u32, lost: u64, packed: &Packed) -> Result<u64, Error> {
        let size = folder.size(number, lost, packed);
        let mut state = self.lock();
        let on_disk = state.on_disk + size;
        if on_disk > self.disk {
            return Err(Error::Disk { needed: on_disk.div_ceil(1 << 20), allowed: self.disk >> 20 });
        }
        state.on_disk = on_disk;
        drop(state);
        folder.write(number, lost, packed)?;
        Ok(size)
    }

    /// Drops a block that no parent needs, unless it is kept.
    fn drop_if_idle(&self, block: u32) -> Result<(), Error> {
        let mut state = self.lock();
        let entry = state.entries.get(&block);
        let is_idle = |entry: &Entry| entry.status == Status::Done && entry.parents == 0;
        if self.kept.contains(&block) || !entry.is_some_and(is_idle) {
            return Ok(());
        }
        self.forget(&mut state, block)
    }

    /// Drops a block: memory is freed, and its file becomes a stub.
    fn forget(&self, state: &mut State, block: u32) -> Result<(), Error> {
        let Some(entry) = state.entries.get_mut(&block) else { return Ok(()) };
        let plain = entry.plain.take();
        let packed = entry.packed.take().map_or(0, |packed| packed.bytes());
        let (in_file, lost) = (entry.in_file.take(), entry.lost);
        state.used -= packed;
        if let Some(plain) = plain {
            state.used -= self.layout.block_bytes();
            state.plain -= self.layout.block_bytes();
            self.recycle(state, plain);
        }
        if let (Some(size), Some(folder)) = (in_file, self.folder) {
            let stub = folder.drop_block(block, lost)?;
            state.on_disk = state.on_disk + stub - size;
        }
        Ok(())
    }

    /// Drops all blocks.
    pub(crate) fn drop_all(&self) -> Result<(), Error> {
        let mut state = self.lock();
        let blocks: Vec<u32> = state.entries.keys().copied().collect();
        blocks.into_iter().try_for_each(|block| self.forget(&mut state, block))
    }

    /// Releases the threads that wait for a block.
    fn abandon(&self, block: u32) {
        let mut state = self.lock();
        let entry = state.entries.entry(block).or_default();
        if entry.status == Status::Open {
            entry.status = Status::Abandoned;
        }
        drop(state);
        self.change.notify_all();
    }

    /// What is known about the whole table, if all blocks are done.
    pub(crate) fn facts(&self) -> Result<Facts, Error> {
        let lost =
            self.lock().entries.iter().map(|(&block, entry)| self.layout.group(block) * entry.lost).sum();
        Facts::find(self.layout, lost, |block, index| self.word(block, index))
    }

    /// The blocks in memory.
    pub(crate) fn into_memory(self) -> Memory {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let kept = |(block, entry): (u32, Entry)| match (entry.plain, entry.packed) {
            (Some(plain), _) => Some((block, Kept::Plain(plain))),
            (None, Some(packed)) => Some((block, Kept::Packed(packed))),
            (None, None) => None,
        };
        Memory { blocks: state.entries.into_iter().filter_map(kept).collect() }
    }
}

/// The number of plain blocks for each thread that are not given back to the allocator. It cannot use their memory for
/// the next block, since that is aligned. Large blocks have pages of their own, which are given back as a whole.
fn spare(layout: &Layout) -> u64 {
    if layout.block_bytes() < 1 << 25 { 2 } else { 0 }
}

impl Probe for Store<'_> {
    fn word(&self, block: u32, index: usize) -> Result<u64, Error> {
        let state = self.lock();
        let entry = state.entries.get(&block).ok_or(Error::Missing(block))?;
        match (&entry.plain, &entry.packed, self.folder) {
            (Some(plain), ..) => Ok(word_of(plain, index)),
            (_, Some(packed), _) => Ok(packed.word(index)),
            (_, _, Some(folder)) if entry.in_file.is_some() => Ok(folder.read(block)?.word(index)),
            _ => Err(Error::Dropped(block)),
        }
    }
}

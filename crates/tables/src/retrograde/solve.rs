//! In which order are the blocks computed, and by which thread? Threads take them one after the other from a
//! list in which children come first, and wait for a child that another thread still computes.

use super::layout::{Layout, LayoutError};
use super::words::{Block, Worker};
use crate::file::FileError;
use rules::BoardError;
use rules::Position;
use rules::games::triangular_nim::{Convention, Run, TriangularNim};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use thiserror::Error;
use values::{Budget, Outcome, Player};

/// Why a table is not finished, or cannot be used.
#[derive(Error, Debug)]
pub enum Error {
    /// There is no such layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// There is no such position.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The budget is spent.
    #[error("stopped before all blocks were finished; in a folder the finished ones are kept")]
    Stopped,
    /// A block that is needed is missing.
    #[error("block {0} is needed, and not there yet")]
    Missing(u32),
    /// A block that is needed was abandoned; another error says why.
    #[error("block {0} could not be worked out")]
    Abandoned(u32),
    /// The position has more layers than the table.
    #[error("the position has {position} layers, the table only {table}")]
    TooManyLayers {
        /// Layers of the position.
        position: u8,
        /// Layers of the table.
        table: u8,
    },
    /// The allowed memory is less than one block needs.
    #[error(
        "{needed} MiB are needed to work on one block, {allowed} are allowed: allow more, or name blocks by more pieces"
    )]
    Memory {
        /// MiB needed.
        needed: u64,
        /// MiB allowed.
        allowed: u64,
    },
    /// There are no blocks with these numbers; this is the last one.
    #[error("there are blocks 0 to {0} only")]
    NoBlocks(u32),
}

/// Called with the number of finished blocks and the number of all blocks.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// A source of finished blocks.
pub(crate) trait Shelf: Send + Sync {
    /// A block as it is stored. Waits until it is finished.
    fn get(&self, block: u32) -> Result<Arc<Block>, Error>;
}

/// The results of a block, from the blocks that its moves lead to. `turned` has buffers for blocks that are
/// stored in another orientation.
pub(crate) fn work_out(
    worker: &Worker,
    layout: &Layout,
    shelf: &dyn Shelf,
    block: u32,
    turned: &mut Vec<Block>,
) -> Result<Block, Error> {
    let mut room = std::mem::take(turned).into_iter();
    let mut below = Vec::new();
    for link in layout.outward(block) {
        let (stored, turn) = layout.stored(block ^ link.part);
        let found = shelf.get(stored)?;
        below.push(if turn == 0 {
            Below::Stored(found)
        } else {
            let mut block = room.next().unwrap_or_default();
            worker.turn(&found, &layout.turns()[turn], &mut block);
            Below::Turned(block)
        });
    }
    let blocks: Vec<_> = layout.outward(block).zip(below.iter().map(Below::block)).collect();
    let done = worker.evaluate(block, &blocks);
    turned.extend(room);
    turned.extend(below.into_iter().filter_map(|below| match below {
        Below::Stored(_) => None,
        Below::Turned(block) => Some(block),
    }));
    Ok(done)
}

/// A block that moves lead to.
enum Below {
    Stored(Arc<Block>),
    Turned(Block),
}

impl Below {
    fn block(&self) -> &Block {
        match self {
            Self::Stored(block) => block,
            Self::Turned(block) => block,
        }
    }
}

/// Hands out blocks to threads until all are done or one fails. Even if it fails, `each` must release the
/// threads that wait for the block.
pub(crate) fn share(
    blocks: &[u32],
    threads: usize,
    budget: &Budget,
    progress: Progress,
    each: impl Fn(usize, &mut Vec<Block>, Result<(), Error>) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let (next, finished, failure) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(None));
    let failure = || failure.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        let mut room = Vec::new();
        while failure().is_none() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= blocks.len() {
                return;
            }
            let go_on = if budget.is_spent() { Err(Error::Stopped) } else { Ok(()) };
            match each(index, &mut room, go_on) {
                Ok(()) => progress(finished.fetch_add(1, Ordering::Relaxed) + 1, blocks.len()),
                // A thread that waited for an abandoned block does not know the cause, so any other error is
                // better.
                Err(Error::Abandoned(block)) => _ = failure().get_or_insert(Error::Abandoned(block)),
                Err(error) => *failure() = Some(error),
            }
        }
    };
    std::thread::scope(|scope| (0..threads.max(1)).for_each(|_| _ = scope.spawn(work)));
    failure().take().map_or(Ok(()), Err)
}

/// A solved triangle.
pub struct Solved {
    layout: Layout,
    convention: Convention,
    lost: u64,
    shelf: Box<dyn Shelf>,
}

/// Blocks in memory. A block is empty until it is finished, and `None` if it was abandoned.
struct Memory {
    blocks: Vec<OnceLock<Option<Arc<Block>>>>,
}

impl Shelf for Memory {
    fn get(&self, block: u32) -> Result<Arc<Block>, Error> {
        self.blocks[block as usize].wait().clone().ok_or(Error::Abandoned(block))
    }
}

impl Solved {
    /// Solves a triangle with all blocks in memory.
    pub fn in_memory(
        layout: Layout,
        convention: Convention,
        threads: usize,
        budget: &Budget,
        progress: Progress,
    ) -> Result<Self, Error> {
        let memory = Memory { blocks: (0..layout.all_blocks()).map(|_| OnceLock::new()).collect() };
        let blocks = layout.blocks();
        let worker = Worker::new(&layout, convention);
        share(&blocks, threads, budget, progress, |index, room, go_on| {
            let block = blocks[index];
            let done = go_on.and_then(|()| work_out(&worker, &layout, &memory, block, room));
            let (kept, error) = match done {
                Ok(done) => (Some(Arc::new(done)), Ok(())),
                Err(error) => (None, Err(error)),
            };
            _ = memory.blocks[block as usize].set(kept);
            error
        })?;
        let lost = blocks.iter().map(|&block| Ok(layout.group(block) * lost(&layout, &*memory.get(block)?)));
        let lost = lost.sum::<Result<u64, Error>>()?;
        Ok(Self::new(layout, convention, lost, Box::new(memory)))
    }

    pub(crate) fn new(layout: Layout, convention: Convention, lost: u64, shelf: Box<dyn Shelf>) -> Self {
        Self { layout, convention, lost, shelf }
    }

    /// How positions are numbered.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Normal or misère play.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The number of P-positions.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// The outcome of a position of this triangle or of a smaller one. The pieces of a smaller triangle have
    /// the same numbers in this one.
    pub fn outcome(&self, position: TriangularNim) -> Result<Outcome, Error> {
        if position.layers() > self.layout.layers() {
            return Err(Error::TooManyLayers { position: position.layers(), table: self.layout.layers() });
        }
        let won = self.is_won(position.number())?;
        Ok(if won { Outcome::Next } else { Outcome::Previous })
    }

    /// Does the next player win the position with this number?
    fn is_won(&self, number: u64) -> Result<bool, Error> {
        let (block, place) = self.layout.index(number);
        let (stored, turn) = self.layout.stored(block);
        Ok(is_won(&*self.shelf.get(stored)?, self.layout.turns()[turn].apply(place)))
    }

    /// The moves to P-positions.
    pub fn winning_moves(&self, position: TriangularNim) -> Result<Vec<Run>, Error> {
        let mut winning = Vec::new();
        for run in position.moves(Player::Left) {
            if self.outcome(position.play(Player::Left, run))? == Outcome::Previous {
                winning.push(run);
            }
        }
        Ok(winning)
    }
}

fn is_won(block: &Block, place: u64) -> bool {
    let row = &block[(place >> super::words::TILE) as usize][(place >> 9) as usize % super::words::ROWS];
    row.0[(place >> 6) as usize % 8] >> (place % 64) & 1 == 1
}

/// The number of P-positions of a block.
pub(crate) fn lost(layout: &Layout, block: &Block) -> u64 {
    let spare = layout.spare();
    if spare == 0 {
        let words = block.iter().flatten().flat_map(|row| row.0);
        return words.map(|word| u64::from(word.count_zeros())).sum();
    }
    let places = (0..layout.block_bytes() * 8).filter(|place| place & spare == 0);
    places.filter(|&place| !is_won(block, place)).count() as u64
}

//! Which thread computes which block, and what is known in the end? Threads take blocks one after the other from
//! a list in which children come first, and wait for a child that another thread still computes.

use super::layout::{Layout, LayoutError};
use super::pack::Packed;
use super::schedule::Keep;
use super::store::{Store, Work};
use super::words::{Block, ROWS, Worker};
use crate::file::FileError;
use rules::BoardError;
use rules::Position;
use rules::games::triangular_nim::{Convention, Run, TriangularNim};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
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
    /// A block was dropped after its last use.
    #[error("block {0} was dropped when it was not needed any more: solve the table with --keep all")]
    Dropped(u32),
    /// A block that is needed has no usable file: the reason.
    #[error("block {0} has to be worked out again: {1}")]
    Unusable(u32, String),
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
    /// The table is about another game.
    #[error("the table is about {0}")]
    OtherGame(String),
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
    /// All blocks in memory are packed and needed, and there is no room for one more.
    #[error(
        "at least {lacking} MiB more are needed: --memory allows more, --keep needed needs less, --dir keeps the table in files"
    )]
    Full {
        /// MiB that are lacking.
        lacking: u64,
    },
    /// The files would be larger than allowed.
    #[error(
        "the files take {needed} MiB, {allowed} are allowed: --disk allows more, --keep needed needs less"
    )]
    Disk {
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

/// Hands out blocks to threads until all are done or one fails. Even if it fails, `each` must release the
/// threads that wait for the block.
pub(crate) fn share<R>(
    blocks: &[u32],
    threads: usize,
    budget: &Budget,
    progress: Progress,
    room: impl Fn() -> R + Sync,
    each: impl Fn(usize, &mut R, Result<(), Error>) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let (next, finished, failure) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(None));
    let failure = || failure.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        let mut room = room();
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

/// A source of results.
pub(crate) trait Probe: Send + Sync {
    /// A word of a block as it is stored.
    fn word(&self, block: u32, index: usize) -> Result<u64, Error>;
}

/// Does the next player win this position?
fn is_won<E>(
    layout: &Layout,
    position: u64,
    mut word: impl FnMut(u32, usize) -> Result<u64, E>,
) -> Result<bool, E> {
    let (block, place) = layout.index(position);
    let (stored, turn) = layout.stored(block);
    let place = layout.turns()[turn].apply(place);
    Ok(word(stored, (place >> 6) as usize)? >> (place % 64) & 1 == 1)
}

/// What is known about a table as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The number of P-positions.
    pub lost: u64,
    /// Does the next player win the start, with all pieces?
    pub is_won: bool,
    /// The moves at the start that lead to P-positions, as sets of pieces.
    pub winning: Vec<u64>,
}

impl Facts {
    /// Finds the facts of a table from its number of P-positions and from the words of stored blocks.
    pub fn find<E>(
        layout: &Layout,
        lost: u64,
        mut word: impl FnMut(u32, usize) -> Result<u64, E>,
    ) -> Result<Self, E> {
        let full = layout.game().full();
        let mut winning = Vec::new();
        for taken in layout.game().moves_of(full) {
            if !is_won(layout, full ^ taken, &mut word)? {
                winning.push(taken);
            }
        }
        Ok(Self { lost, is_won: is_won(layout, full, &mut word)?, winning })
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({ "lost": self.lost, "won": self.is_won, "winning": self.winning })
    }

    pub(crate) fn from_json(text: &[u8]) -> Option<Self> {
        let value: Value = serde_json::from_slice(text).ok()?;
        let winning = value["winning"].as_array()?.iter().map(Value::as_u64).collect::<Option<_>>()?;
        Some(Self { lost: value["lost"].as_u64()?, is_won: value["won"].as_bool()?, winning })
    }
}

/// A solved game.
pub struct Solved {
    layout: Layout,
    convention: Convention,
    facts: Facts,
    probe: Box<dyn Probe>,
}

impl Solved {
    /// Solves a game with all blocks in memory.
    pub fn in_memory(
        layout: Layout,
        convention: Convention,
        threads: usize,
        budget: &Budget,
        progress: Progress,
    ) -> Result<Self, Error> {
        let blocks = 0..layout.all_blocks();
        let (memory, disk, keep) = (u64::MAX, 0, Keep::All);
        let work = Work { blocks, keep, memory, disk, threads, budget, progress, warn: &|_| () };
        Self::solve(layout, convention, &work)
    }

    /// Solves a game in limited memory, plain or packed.
    pub fn solve(layout: Layout, convention: Convention, work: &Work) -> Result<Self, Error> {
        let store = Store::run(&layout, convention, None, work)?;
        let facts = store.facts()?;
        if work.keep == Keep::None {
            store.drop_all()?;
        }
        let probe = Box::new(store.into_memory());
        Ok(Self::new(layout, convention, facts, probe))
    }

    pub(crate) fn new(layout: Layout, convention: Convention, facts: Facts, probe: Box<dyn Probe>) -> Self {
        Self { layout, convention, facts, probe }
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

    /// The number of P-positions, and what is known about the start.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The number of P-positions.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.facts.lost
    }

    /// The outcome of a position, a set of pieces as bits.
    pub fn outcome_of(&self, position: u64) -> Result<Outcome, Error> {
        let full = self.layout.game().full();
        let is_won = if position == full {
            self.facts.is_won
        } else {
            is_won(&self.layout, position & full, |block, index| self.probe.word(block, index))?
        };
        Ok(if is_won { Outcome::Next } else { Outcome::Previous })
    }

    /// The moves of a position that lead to P-positions, as sets of pieces.
    pub fn winning_moves_of(&self, position: u64) -> Result<Vec<u64>, Error> {
        if position == self.layout.game().full() {
            return Ok(self.facts.winning.clone());
        }
        let mut winning = Vec::new();
        for taken in self.layout.game().moves_of(position) {
            if self.outcome_of(position ^ taken)? == Outcome::Previous {
                winning.push(taken);
            }
        }
        Ok(winning)
    }

    /// The words of a stored block: 64 results each, 1 for an N-position.
    pub fn words(&self, block: u32) -> Result<Vec<u64>, Error> {
        let words = self.layout.block_bytes() as usize / 8;
        (0..words).map(|index| self.probe.word(block, index)).collect()
    }

    /// The outcome of a position of this triangle or of a smaller one. The pieces of a smaller triangle have
    /// the same numbers in this one.
    pub fn outcome(&self, position: TriangularNim) -> Result<Outcome, Error> {
        self.check(position)?;
        self.outcome_of(position.number())
    }

    /// The moves of a triangle to P-positions.
    pub fn winning_moves(&self, position: TriangularNim) -> Result<Vec<Run>, Error> {
        self.check(position)?;
        let winning = self.winning_moves_of(position.number())?;
        let mut runs = position.moves(Player::Left);
        runs.retain(|run| winning.contains(&run.pieces()));
        Ok(runs)
    }

    fn check(&self, position: TriangularNim) -> Result<(), Error> {
        let game = self.layout.game();
        let table = game.layers().ok_or_else(|| Error::OtherGame(game.name().to_owned()))?;
        if position.layers() > table {
            return Err(Error::TooManyLayers { position: position.layers(), table });
        }
        Ok(())
    }
}

/// Computes single blocks on the processor, to compare another machine with it.
pub struct Processor<'a> {
    layout: &'a Layout,
    worker: Worker<'a>,
}

impl<'a> Processor<'a> {
    /// A processor for the blocks of a table.
    #[must_use]
    pub fn new(layout: &'a Layout, convention: Convention) -> Self {
        Self { layout, worker: Worker::new(layout, convention) }
    }

    /// Is this the result of a block, if these are the stored blocks that its moves lead to?
    #[must_use]
    pub fn agrees(&self, number: u32, children: &HashMap<u32, Packed>, found: &Packed) -> bool {
        let mut block = self.worker.start(number, Block::new());
        let (mut below, mut turned) = (Block::new(), Block::new());
        for link in self.layout.outward(number) {
            let (stored, turn) = self.layout.stored(number ^ link.part);
            children[&stored].unpack(&mut below);
            self.worker.turn(&below, &self.layout.turns()[turn], self.layout.row(), &mut turned);
            self.worker.update(&mut block, link, &turned);
        }
        self.worker.settle(&mut block);
        found.unpack(&mut below);
        block == below
    }
}

/// A word of a block.
pub(crate) fn word_of(block: &Block, index: usize) -> u64 {
    block[index / 8 / ROWS][index / 8 % ROWS].0[index % 8]
}

/// The number of P-positions of a block.
pub(crate) fn lost(layout: &Layout, block: &Block) -> u64 {
    let words = block.iter().flatten().flat_map(|row| row.0);
    let zeros: u64 = words.map(|word| u64::from(word.count_zeros())).sum();
    // No move takes a spare piece, so each position is there once for each set of them.
    zeros >> layout.spare()
}

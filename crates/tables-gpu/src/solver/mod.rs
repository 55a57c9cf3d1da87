//! How does a device solve a table? Blocks are computed in the order of a [`Schedule`], and packed blocks stay in the
//! device's memory until their last parent is done. Beside it the processor can compute a sample of blocks from the
//! same children.

mod constants;
mod run;

use crate::device::{Device, DeviceError};
use crate::source::{TILE_BITS, WORD};
use rules::games::triangular_nim::Convention;
use run::Run;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::thread::ScopedJoinHandle;
use std::time::Instant;
use tables::retrograde::{Facts, Keep, Layout, Processor, Schedule};
use thiserror::Error;
use values::Budget;

/// Why a table is not solved.
#[derive(Error, Debug)]
pub enum Error {
    /// The device failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// Blocks are smaller than a tile.
    #[error("blocks of {0} bits are too small for a GPU: name them by fewer pieces")]
    Small(u32),
    /// The memory of the device is too small.
    #[error("{needed} MiB of the device's memory are needed, {allowed} are free: name blocks by more pieces")]
    Memory {
        /// MiB needed.
        needed: u64,
        /// MiB free.
        allowed: u64,
    },
    /// The packed blocks do not fit.
    #[error("packed blocks take more than the {allowed} MiB for them; {done} of {blocks} blocks were done")]
    Full {
        /// MiB for packed blocks.
        allowed: u64,
        /// The number of finished blocks.
        done: usize,
        /// The number of all blocks.
        blocks: usize,
    },
    /// The budget is spent.
    #[error("stopped before all blocks were finished")]
    Stopped,
    /// The processor computed another block.
    #[error("the processor and the device disagree about blocks {0:?}")]
    Different(Vec<u32>),
}

/// How to solve.
pub struct Options<'a> {
    /// When the work ends.
    pub budget: &'a Budget,
    /// Called with the number of finished blocks and of all blocks.
    pub progress: &'a dyn Fn(usize, usize),
    /// The number of blocks that the processor computes too, from the same children.
    pub check: usize,
    /// The maximum memory of the device in bytes.
    pub memory: u64,
    /// Blocks in numeric order instead of the greedy one.
    pub is_numeric: bool,
    /// The maximum number of plain blocks in the cache, beside those that one block needs.
    pub slots: u64,
}

/// What was found, and what it took.
#[derive(Clone, Debug)]
pub struct Report {
    /// The facts of the table.
    pub facts: Facts,
    /// The number of P-positions of each stored block, in the order of their computation.
    pub lost: Vec<(u32, u64)>,
    /// The blocks that the processor computed too, all with the same result.
    pub checked: Vec<u32>,
    /// The maximum size of the packed blocks.
    pub most_bytes: u64,
    /// The number of times that a block was unpacked.
    pub expanded: u64,
    /// The size of all packed blocks together, as a part of their plain size.
    pub ratio: f64,
    /// Seconds for blocks and facts.
    pub seconds: f64,
}

/// The maximum number of checks that run at a time.
const CHECKS: usize = 10;

/// Solves a table.
pub fn solve<D: Device>(
    device: &mut D,
    layout: &Layout,
    convention: Convention,
    options: &Options,
) -> Result<Report, Error> {
    if layout.within() < WORD + TILE_BITS {
        return Err(Error::Small(layout.within()));
    }
    let started = Instant::now();
    let schedule = Schedule::new(layout, if options.is_numeric { Keep::All } else { Keep::Needed });
    let first = Keep::Needed.at_the_end(layout);
    let chosen = chosen(layout, &schedule, options.check);
    let mut run = Run::new(device, layout, convention, &schedule, options)?;
    let processor = Processor::new(layout, convention);
    let mut checked = Vec::new();
    std::thread::scope(|scope| -> Result<(), Error> {
        let mut checks = VecDeque::new();
        let blocks = schedule.blocks();
        for (place, &block) in blocks.iter().enumerate() {
            if options.budget.is_spent() {
                return Err(Error::Stopped);
            }
            run.block(block, place, first.contains(&block))?;
            if chosen.contains(&block) {
                let mut children = HashMap::new();
                for child in layout.children(block) {
                    children.insert(child, run.download(child)?);
                }
                let found = run.download(block)?;
                if checks.len() == CHECKS {
                    join(&mut checks, &mut checked)?;
                }
                let processor = &processor;
                checks.push_back((block, scope.spawn(move || processor.agrees(block, &children, &found))));
            }
            run.forget(block, place, &first);
            (options.progress)(place + 1, blocks.len());
        }
        while !checks.is_empty() {
            join(&mut checks, &mut checked)?;
        }
        Ok(())
    })?;
    let lost = run.counts()?;
    let total = lost.iter().map(|(block, count)| layout.group(*block) * count).sum();
    let last = schedule.blocks().len();
    let facts = Facts::find(layout, total, |block, index| run.word(block, index, last))?;
    let plain = schedule.blocks().len() as u64 * layout.block_bytes();
    Ok(Report {
        facts,
        lost,
        checked,
        most_bytes: run.arena.most(),
        expanded: run.expanded,
        ratio: run.packed_bytes as f64 / plain as f64,
        seconds: started.elapsed().as_secs_f64(),
    })
}

type Checks<'scope> = VecDeque<(u32, ScopedJoinHandle<'scope, bool>)>;

/// Waits for the oldest check.
fn join(checks: &mut Checks, checked: &mut Vec<u32>) -> Result<(), Error> {
    if let Some((block, check)) = checks.pop_front() {
        if !check.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)) {
            return Err(Error::Different(vec![block]));
        }
        checked.push(block);
    }
    Ok(())
}

/// Blocks spread over all numbers of block pieces.
fn chosen(layout: &Layout, schedule: &Schedule, count: usize) -> BTreeSet<u32> {
    let levels = layout.block_pieces().len() as u32 + 1;
    let mut by_level: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &block in schedule.blocks() {
        by_level.entry(block.count_ones()).or_default().push(block);
    }
    let mut chosen = BTreeSet::new();
    let mut round = 0;
    while chosen.len() < count.min(schedule.blocks().len()) {
        for level in 0..levels {
            let blocks = by_level.get(&level).map_or(&[][..], Vec::as_slice);
            // A step that is prime to most lengths spreads the choice over a level.
            if let Some(&block) = blocks.get((round * 7919) % blocks.len().max(1))
                && chosen.len() < count
            {
                chosen.insert(block);
            }
        }
        round += 1;
        if round > 100_000 {
            break;
        }
    }
    chosen
}

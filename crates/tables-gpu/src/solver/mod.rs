//! How does a device solve a table? Blocks are computed in the order of a [`Schedule`], and packed blocks stay in the
//! device's memory until their last parent is done. Beside it the processor can compute a sample of blocks from the
//! same children.

mod constants;
mod run;

use crate::device::{Device, DeviceError};
use rules::games::triangular_nim::Convention;
use run::Run;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::thread::ScopedJoinHandle;
use std::time::Instant;
use tables::retrograde::{Facts, Folder, Keep, Layout, Processor, Schedule, Work};
use thiserror::Error;

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
    /// The packed blocks do not fit, and have no files.
    #[error(
        "packed blocks take more than the {allowed} MiB for them; {done} of {blocks} blocks were done: --dir keeps them in files"
    )]
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
    /// The files of a table cannot be used, or a limit was reached.
    #[error(transparent)]
    Table(#[from] tables::retrograde::Error),
    /// The processor computed another block.
    #[error("the processor and the device disagree about blocks {0:?}")]
    Different(Vec<u32>),
}

/// How to solve.
pub struct Options<'a> {
    /// Which blocks, with which limits. The memory is that of the device, and the threads are those of the checks.
    pub work: Work<'a>,
    /// The number of blocks that the processor computes too, from the same children.
    pub check: usize,
    /// The maximum number of plain blocks in the cache, beside those that one block needs.
    pub slots: u64,
}

/// What was found, and what it took.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The facts of the table. `None` means that they are in a folder.
    pub facts: Option<Facts>,
    /// The number of P-positions of each block that was computed, in the order of their computation.
    pub lost: Vec<(u32, u64)>,
    /// The blocks that the processor computed too, all with the same result.
    pub checked: Vec<u32>,
    /// The maximum size of the packed blocks on the device.
    pub most_bytes: u64,
    /// The number of times that a block was unpacked.
    pub expanded: u64,
    /// The size of all packed blocks together, as a part of their plain size. `None` means that there were none.
    pub ratio: Option<f64>,
    /// Seconds for blocks and facts.
    pub seconds: f64,
}

/// Solves a table in the memory of a device. All blocks are computed, and none is left.
pub fn solve<D: Device>(
    device: &mut D,
    layout: &Layout,
    convention: Convention,
    options: &Options,
) -> Result<Report, Error> {
    let started = Instant::now();
    let schedule = Schedule::new(layout, Keep::Needed);
    let mut run = Run::new(device, layout, convention, &schedule, options, None)?;
    let mut report = blocks(&mut run, &Processor::new(layout, convention), options)?;
    let total = report.lost.iter().map(|(block, count)| layout.group(*block) * count).sum();
    let last = schedule.blocks().len();
    report.facts = Some(Facts::find(layout, total, |block, index| run.word(block, index, last))?);
    report.seconds = started.elapsed().as_secs_f64();
    Ok(report)
}

/// Computes the blocks that are missing in a folder on a device.
pub fn solve_in<D: Device>(device: &mut D, folder: &Folder, options: &Options) -> Result<Report, Error> {
    let started = Instant::now();
    let (layout, convention) = (folder.layout(), folder.convention());
    let mut report = Report::default();
    folder.solve_with(&options.work, Schedule::new(layout, Keep::Needed), |files| -> Result<(), Error> {
        let schedule = files.schedule().clone();
        let mut run = Run::new(device, layout, convention, &schedule, options, Some(files))?;
        report = blocks(&mut run, &Processor::new(layout, convention), options)?;
        Ok(())
    })?;
    report.seconds = started.elapsed().as_secs_f64();
    Ok(report)
}

/// Computes all blocks of a run.
fn blocks<D: Device>(
    run: &mut Run<'_, '_, D>,
    processor: &Processor,
    options: &Options,
) -> Result<Report, Error> {
    let (layout, schedule) = (run.layout, run.schedule);
    let chosen = chosen(schedule, options.check);
    let mut checked = Vec::new();
    std::thread::scope(|scope| -> Result<(), Error> {
        let mut checks = VecDeque::new();
        let blocks = schedule.blocks();
        for (place, &block) in blocks.iter().enumerate() {
            if options.work.budget.is_spent() {
                return Err(Error::Stopped);
            }
            run.block(block, place)?;
            if chosen.contains(&block) {
                let mut children = HashMap::new();
                for child in layout.children(block) {
                    children.insert(child, run.download(child)?);
                }
                let found = run.download(block)?;
                if checks.len() == options.work.threads.max(1) {
                    join(&mut checks, &mut checked)?;
                }
                checks.push_back((block, scope.spawn(move || processor.agrees(block, &children, &found))));
            }
            run.finish(block, place)?;
            (options.work.progress)(place + 1, blocks.len());
        }
        while !checks.is_empty() {
            join(&mut checks, &mut checked)?;
        }
        Ok(())
    })?;
    let plain = schedule.blocks().len() as u64 * layout.block_bytes();
    Ok(Report {
        lost: run.counts()?,
        checked,
        most_bytes: run.arena.most(),
        expanded: run.expanded,
        ratio: (plain > 0).then(|| run.packed_bytes as f64 / plain as f64),
        ..Report::default()
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

/// Blocks spread over all numbers of block pieces, and over the blocks with each number.
fn chosen(schedule: &Schedule, count: usize) -> BTreeSet<u32> {
    let mut levels: BTreeMap<u32, (usize, Vec<u32>)> = BTreeMap::new();
    for &block in schedule.blocks() {
        levels.entry(block.count_ones()).or_default().1.push(block);
    }
    let mut left = count.min(schedule.blocks().len());
    while left > 0 {
        for (quota, blocks) in levels.values_mut() {
            if left > 0 && *quota < blocks.len() {
                *quota += 1;
                left -= 1;
            }
        }
    }
    let spread = |(quota, blocks): &(usize, Vec<u32>)| {
        (0..*quota).map(|i| blocks[i * blocks.len() / quota]).collect::<Vec<u32>>()
    };
    levels.values().flat_map(spread).collect()
}

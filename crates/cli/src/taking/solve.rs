//! All positions of a taking game, solved in memory or in files.

use super::{Failure, Kept, Limits, Machine, Solving, block_bytes, report};
use crate::progress;
use crate::report::Report;
use anyhow::ensure;
use serde_json::json;
use std::path::Path;
use std::time::Instant;
use tedomari::answers::{NimCost, NimSolution};
use tedomari::prelude::Budget;
use tedomari::rules::games::triangular_nim::Convention;
use tedomari::tables::retrograde::{Error, Folder, Keep, Layout, Sample, Schedule, Solved, TakingGame, Work};

/// No block of a large table was packed to less than this part of its size.
const LEAST_RATIO: f64 = 0.2;

/// The MiB of blocks that a worker of a cluster keeps, if nothing else is said.
const OF_A_WORKER: u64 = 1024;

/// The least number of pieces of a game for which `--device auto` takes a device: smaller ones take seconds.
const LARGE: u8 = 36;

pub(super) fn solve(game: &TakingGame, solving: &Solving) -> anyhow::Result<Report> {
    let started = Instant::now();
    let is_on_device = uses_device(game, solving)?;
    check_scheduler(solving)?;
    let layout = solving.shape.layout(game, block_bytes(game, solving.dir.is_some(), is_on_device))?;
    let convention = solving.play.into();
    let mut answer = NimSolution::of(&layout, convention);
    let result = match &solving.dir {
        Some(path) if on_cluster(game, solving, path, &layout)? => {
            from_files(path, &solving.limits, &mut answer)
        }
        Some(path) => in_files(solving, is_on_device, path, &layout, &mut answer),
        None if is_on_device => {
            let budget = solving.limits.budget();
            let work =
                Work { memory: solving.limits.device_bytes(), ..work(&layout, &solving.limits, &budget) };
            on_device(&layout, convention, None, work, solving.check, &mut answer)
        }
        None => {
            let advice = "--memory allows more, --symmetry and --keep needed need less, --dir keeps the table in files";
            in_memory(layout, convention, solving.keep(), &solving.limits, advice)
                .and_then(|solved| Ok(answer.add(&solved)?))
        }
    };
    if let Err(failure) = result {
        answer.error = Some(failure.limit()?);
    }
    answer.seconds = started.elapsed().as_secs_f64();
    Ok(report(&answer, answer.error.as_ref()))
}

/// A cluster works in a folder, and until the table is done.
fn check_scheduler(solving: &Solving) -> anyhow::Result<()> {
    if !solving.scheduler.is_given() {
        return Ok(());
    }
    ensure!(
        solving.dir.is_some(),
        "--scheduler needs --dir, a folder that all machines see under the same path"
    );
    let Solving { blocks, device, check, disk, limits, .. } = solving;
    let is_whole =
        blocks.is_none() && *device == Machine::Cpu && *check == 0 && disk.is_none() && limits.is_endless();
    ensure!(
        is_whole,
        "with --scheduler the whole table is solved: leave --blocks, --device, --check, --disk, --threads and --time out"
    );
    Ok(())
}

/// Lets a cluster solve the table in its folder, if there is one.
fn on_cluster(game: &TakingGame, solving: &Solving, path: &Path, layout: &Layout) -> anyhow::Result<bool> {
    let Solving { play, keep, limits, .. } = solving;
    let worked: Option<()> = solving.scheduler.work("taking", || {
        let keep = match keep {
            Some(Kept::Needed) => "needed",
            Some(Kept::None) => "none",
            Some(Kept::All) | None => "all",
        };
        let (play, memory) = (play.name(), limits.memory.unwrap_or(OF_A_WORKER));
        let (bid, symmetry) = (layout.block_pieces(), layout.has_symmetry());
        let folder = std::path::absolute(path)?;
        let name = game.name();
        Ok(json!({
            "name": name, "folder": folder, "play": play, "symmetry": symmetry, "bid": bid, "keep": keep, "memory": memory,
        }))
    })?;
    Ok(worked.is_some())
}

/// The facts of a table that a cluster has solved.
fn from_files(path: &Path, limits: &Limits, answer: &mut NimSolution) -> Result<(), Failure> {
    let folder = Folder::open(path)?;
    answer.missing_blocks = Some(folder.progress(0..folder.layout().all_blocks()).1);
    Ok(answer.add(&folder.solved(limits.bytes())?)?)
}

/// Is the table solved on a device? An error says why it cannot be.
fn uses_device(game: &TakingGame, solving: &Solving) -> anyhow::Result<bool> {
    // Without files no block outlives the run.
    let is_possible = solving.dir.is_some() || matches!(solving.keep, None | Some(Kept::None));
    let is_on_device = match solving.device {
        Machine::Cpu => false,
        Machine::Auto => game.pieces() >= LARGE && is_possible && find_device().is_ok(),
        Machine::Cuda => {
            ensure!(
                is_possible,
                "--device cuda keeps blocks in files: --keep all and --keep needed need --dir"
            );
            find_device()?;
            true
        }
    };
    ensure!(
        is_on_device || solving.check == 0,
        "--check compares a device with the processor: it needs --device cuda"
    );
    Ok(is_on_device)
}

#[cfg(feature = "cuda")]
use super::gpu::{find_device, on_device};

#[cfg(not(feature = "cuda"))]
fn find_device() -> anyhow::Result<()> {
    anyhow::bail!("this program was built without the feature cuda: cargo build --features cuda")
}

#[cfg(not(feature = "cuda"))]
fn on_device(
    _: &Layout,
    _: Convention,
    _: Option<&Folder>,
    _: Work,
    _: usize,
    _: &mut NimSolution,
) -> Result<(), Failure> {
    Ok(find_device()?)
}

/// All blocks, in memory, within these limits.
fn work<'a>(layout: &Layout, limits: &Limits, budget: &'a Budget) -> Work<'a> {
    Work {
        blocks: 0..layout.all_blocks(),
        keep: Keep::All,
        memory: limits.bytes(),
        disk: 0,
        threads: limits.threads(),
        budget,
        progress: &show,
        warn: &warn,
    }
}

/// The least memory for the blocks of a table.
fn least(layout: &Layout, keep: Keep) -> u64 {
    let alive = Schedule::new(layout, keep).most_alive(&keep.at_the_end(layout)) as u64;
    ((alive * layout.block_bytes()) as f64 * LEAST_RATIO) as u64
}

/// Solves a table in memory. The advice is for a table that has no room there.
pub(super) fn in_memory(
    layout: Layout,
    convention: Convention,
    keep: Keep,
    limits: &Limits,
    advice: &str,
) -> Result<Solved, Failure> {
    let (needed, allowed) = (mebibytes(least(&layout, keep)), limits.bytes() >> 20);
    if needed > allowed {
        let message = format!("the table takes at least {needed} MiB, {allowed} are allowed: {advice}");
        return Err(Failure::Limit(message));
    }
    let budget = limits.budget();
    let work = Work { keep, ..work(&layout, limits, &budget) };
    Ok(Solved::solve(layout, convention, &work)?)
}

fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

fn warn(text: &str) {
    progress::show("");
    eprintln!("warning: {text}");
}

fn show(done: usize, of: usize) {
    progress::show(&format!("{done} of {of} blocks"));
}

/// Solves a table in files, or a part of it.
fn in_files(
    solving: &Solving,
    is_on_device: bool,
    path: &Path,
    layout: &Layout,
    answer: &mut NimSolution,
) -> Result<(), Failure> {
    let all = 0..layout.all_blocks();
    let blocks = solving.blocks.clone().unwrap_or_else(|| all.clone());
    if blocks.is_empty() || blocks.end > all.end {
        return Err(Error::NoBlocks(all.end - 1).into());
    }
    let keep = solving.keep();
    // Small tables are solved faster than their cost is estimated. Large ones are estimated first.
    let is_large = layout.game().pieces() > 36;
    if is_large {
        progress::show("measuring a block");
    }
    let budget = solving.limits.budget();
    let sample = Sample::measure(layout, &budget).map_err(|_| Error::Stopped)?;
    if is_large {
        progress::show("");
        answer.cost = Some(NimCost::of(&answer.blocks, &sample));
        eprintln!("{}", report(answer, None).hiding(&["seconds"]).text().trim_end());
    }
    let there = Folder::open(path).map_or(0, |folder| folder.progress(blocks.clone()).0);
    let mut missing = layout.stored_blocks(blocks.clone()).saturating_sub(there);
    if keep != Keep::All {
        missing = missing.min(answer.blocks.blocks_alive);
    }
    let needed = (missing as f64 * layout.block_bytes() as f64 * sample.ratio) as u64;
    if let Some(free) = free(path)
        && free < needed
    {
        let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
        return Err(Failure::Limit(format!(
            "{} has {:.1} GiB left, and the blocks to come take about {:.1} GiB: --blocks A..B solves a part, \
             --keep needed needs less, another --dir may have more room",
            path.display(),
            gib(free),
            gib(needed)
        )));
    }
    let (limits, convention) = (&solving.limits, solving.play.into());
    let disk = solving.disk.map_or(u64::MAX, |disk| disk << 20);
    let work = Work { blocks, keep, disk, ..work(layout, limits, &budget) };
    let folder = Folder::create(path, layout.clone(), convention)?;
    if is_on_device {
        let work = Work { memory: limits.device_bytes(), ..work };
        on_device(layout, convention, Some(&folder), work, solving.check, answer)?;
    } else {
        folder.solve(&work)?;
    }
    let missing = folder.progress(all).1;
    answer.missing_blocks = Some(missing);
    if missing == 0 {
        answer.add(&folder.solved(limits.bytes())?)?;
    }
    Ok(())
}

/// The free bytes on the disk of this folder, which need not exist. `None` means that they are unknown.
pub(super) fn free(path: &Path) -> Option<u64> {
    let path = std::path::absolute(path).ok()?;
    fs4::available_space(path.ancestors().find(|path| path.exists())?).ok()
}

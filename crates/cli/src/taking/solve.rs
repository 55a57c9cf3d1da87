//! All positions of a taking game, solved in memory or in files.

use super::{Limits, Machine, Solving, block_bytes, limit, report};
use crate::progress;
use crate::report::Report;
use anyhow::ensure;
use std::path::Path;
use std::time::Instant;
use tedomari::answers::{NimCost, NimSolution};
use tedomari::rules::games::triangular_nim::Convention;
use tedomari::tables::retrograde::{Error, Folder, Keep, Layout, Sample, Schedule, Solved, TakingGame, Work};

/// No block of a large table was packed to less than this part of its size.
const LEAST_RATIO: f64 = 0.2;

pub(super) fn solve(game: &TakingGame, solving: &Solving) -> anyhow::Result<Report> {
    let started = Instant::now();
    if uses_device(game, solving)? {
        return on_device(game, solving);
    }
    let layout = solving.shape.layout(game, block_bytes(game, solving.dir.is_some()))?;
    let convention = solving.play.into();
    let mut answer = NimSolution::of(&layout, convention);
    let solved = match &solving.dir {
        None => {
            let (limits, keep) = (&solving.limits, solving.keep.into());
            let needed = mebibytes(least(&layout, keep));
            let solved = in_memory(layout, convention, keep, limits);
            if let Ok(None) = solved {
                let allowed = limits.memory;
                let advice = "--memory allows more, --symmetry and --keep needed need less, --dir keeps the table in files";
                answer.error =
                    Some(format!("the table takes at least {needed} MiB, {allowed} are allowed: {advice}"));
            }
            solved
        }
        Some(path) => in_files(solving, path, layout, &mut answer),
    };
    match solved {
        Ok(Some(solved)) => answer.add(&solved)?,
        Ok(None) => {}
        Err(error) => answer.error = Some(limit(error)?),
    }
    answer.seconds = started.elapsed().as_secs_f64();
    Ok(report(&answer, answer.error.as_ref()))
}

/// The least number of pieces of a game for which `--device auto` takes a device: smaller ones take seconds.
const LARGE: u8 = 36;

/// Is the table solved on a device? An error says why it cannot be.
fn uses_device(game: &TakingGame, solving: &Solving) -> anyhow::Result<bool> {
    match solving.device {
        Machine::Cpu => Ok(false),
        Machine::Auto => Ok(game.pieces() >= LARGE && solving.dir.is_none() && find_device().is_ok()),
        Machine::Cuda => {
            ensure!(
                solving.dir.is_none(),
                "--device cuda keeps blocks in the memory of the device, not in --dir"
            );
            find_device().map(|()| true)
        }
    }
}

#[cfg(feature = "cuda")]
use super::gpu::{find_device, on_device};

#[cfg(not(feature = "cuda"))]
fn find_device() -> anyhow::Result<()> {
    anyhow::bail!("this program was built without the feature cuda: cargo build --features cuda")
}

#[cfg(not(feature = "cuda"))]
fn on_device(_: &TakingGame, _: &Solving) -> anyhow::Result<Report> {
    find_device().map(|()| Report::new())
}

/// The least memory for the blocks of a table.
fn least(layout: &Layout, keep: Keep) -> u64 {
    let alive = Schedule::new(layout, keep).most_alive(&keep.at_the_end(layout)) as u64;
    ((alive * layout.block_bytes()) as f64 * LEAST_RATIO) as u64
}

/// Solves a table in memory. `None` means that there is no room.
pub(super) fn in_memory(
    layout: Layout,
    convention: Convention,
    keep: Keep,
    limits: &Limits,
) -> Result<Option<Solved>, Error> {
    if mebibytes(least(&layout, keep)) > limits.memory {
        return Ok(None);
    }
    let budget = limits.budget();
    let work = Work {
        blocks: 0..layout.all_blocks(),
        keep,
        memory: limits.bytes(),
        disk: 0,
        threads: limits.threads(),
        budget: &budget,
        progress: &show,
        warn: &|_| (),
    };
    Solved::solve(layout, convention, &work).map(Some)
}

fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

pub(super) fn show(done: usize, of: usize) {
    progress::show(&format!("{done} of {of} blocks"));
}

/// Solves a table in files. `None` means that blocks are missing still, or that there is no room for them.
fn in_files(
    solving: &Solving,
    path: &Path,
    layout: Layout,
    answer: &mut NimSolution,
) -> Result<Option<Solved>, Error> {
    let all = 0..layout.all_blocks();
    let blocks = solving.blocks.clone().unwrap_or_else(|| all.clone());
    if blocks.is_empty() || blocks.end > all.end {
        return Err(Error::NoBlocks(all.end - 1));
    }
    let keep = solving.keep.into();
    // Small tables are solved faster than their cost is estimated. Large ones are estimated first.
    let is_large = layout.game().pieces() > 36;
    if is_large {
        progress::show("measuring a block");
    }
    let sample = Sample::measure(&layout);
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
        answer.error = Some(format!(
            "{} has {:.1} GiB left, and the blocks to come take about {:.1} GiB: --blocks A..B solves a part, \
             --keep needed needs less, another --dir may have more room",
            path.display(),
            gib(free),
            gib(needed)
        ));
        return Ok(None);
    }
    let folder = Folder::create(path, layout, solving.play.into())?;
    folder.solve(&Work {
        blocks: blocks.clone(),
        keep,
        memory: solving.limits.bytes(),
        disk: solving.disk.map_or(u64::MAX, |disk| disk << 20),
        threads: solving.limits.threads(),
        budget: &solving.limits.budget(),
        progress: &show,
        warn: &|text| {
            progress::show("");
            eprintln!("warning: {text}");
        },
    })?;
    let missing = folder.progress(all).1;
    answer.missing_blocks = Some(missing);
    if missing > 0 { Ok(None) } else { folder.solved(solving.limits.bytes()).map(Some) }
}

/// The free bytes on the disk of this folder, which need not exist. `None` means that they are unknown.
pub(super) fn free(path: &Path) -> Option<u64> {
    let path = std::path::absolute(path).ok()?;
    fs4::available_space(path.ancestors().find(|path| path.exists())?).ok()
}

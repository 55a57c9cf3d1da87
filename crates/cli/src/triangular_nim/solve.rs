//! `tedomari triangular-nim solve`: all positions, in memory or in files.

use super::{Limits, Solve, block_bytes, limit, report};
use crate::progress;
use crate::report::Report;
use std::path::Path;
use std::time::Instant;
use tedomari::answers::{NimCost, NimSolution};
use tedomari::rules::games::triangular_nim::Convention;
use tedomari::tables::retrograde::{Error, Folder, Layout, Sample, Solved, Work};

pub(super) fn solve(arguments: &Solve) -> anyhow::Result<Report> {
    let started = Instant::now();
    let layers = arguments.layers;
    let layout = arguments.shape.layout(layers, block_bytes(layers, arguments.dir.is_some()))?;
    let convention = arguments.play.into();
    let mut answer = NimSolution::of(&layout, convention);
    let solved = match &arguments.dir {
        None => {
            let (limits, bytes) = (&arguments.limits, answer.blocks.bytes);
            let solved = in_memory(layout, bytes, convention, limits);
            if let Ok(None) = solved {
                let (needed, allowed) = (mebibytes(bytes), limits.memory);
                let advice = "--memory allows more, --symmetry needs less, --dir keeps the table in files";
                answer.error = Some(format!("the table takes {needed} MiB, {allowed} are allowed: {advice}"));
            }
            solved
        }
        Some(path) => in_files(arguments, path, layout, &mut answer),
    };
    match solved {
        Ok(Some(solved)) => answer.add(&solved)?,
        Ok(None) => {}
        Err(error) => answer.error = Some(limit(error)?),
    }
    answer.seconds = started.elapsed().as_secs_f64();
    Ok(report(&answer, answer.error.as_ref()))
}

/// Solves a table of this size in memory. `None` means that there is no room.
pub(super) fn in_memory(
    layout: Layout,
    bytes: u64,
    convention: Convention,
    limits: &Limits,
) -> Result<Option<Solved>, Error> {
    if mebibytes(bytes) > limits.memory {
        return Ok(None);
    }
    Solved::in_memory(layout, convention, limits.threads(), &limits.budget(), &show).map(Some)
}

fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

fn show(done: usize, of: usize) {
    progress::show(&format!("{done} of {of} blocks"));
}

/// Solves a table in files. `None` means that blocks are missing still, or that there is no room for them.
fn in_files(
    arguments: &Solve,
    path: &Path,
    layout: Layout,
    answer: &mut NimSolution,
) -> Result<Option<Solved>, Error> {
    let all = 0..layout.all_blocks();
    let blocks = arguments.blocks.clone().unwrap_or_else(|| all.clone());
    if blocks.is_empty() || blocks.end > all.end {
        return Err(Error::NoBlocks(all.end - 1));
    }
    // Small tables are solved faster than their cost is estimated. Large ones are estimated first.
    let is_large = arguments.layers > 8;
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
    let missing = layout.stored_blocks(blocks.clone()).saturating_sub(there);
    let needed = (missing as f64 * layout.block_bytes() as f64 * sample.ratio) as u64;
    if let Some(free) = free(path)
        && free < needed
    {
        let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
        answer.error = Some(format!(
            "{} has {:.1} GiB left, and the blocks to come take about {:.1} GiB: --blocks A..B solves a part, \
             another --dir may have more room",
            path.display(),
            gib(free),
            gib(needed)
        ));
        return Ok(None);
    }
    let folder = Folder::create(path, layout, arguments.play.into())?;
    folder.solve(&Work {
        blocks: blocks.clone(),
        memory: arguments.limits.bytes(),
        threads: arguments.limits.threads(),
        budget: &arguments.limits.budget(),
        progress: &show,
        warn: &|text| {
            progress::show("");
            eprintln!("warning: {text}");
        },
    })?;
    let missing = folder.progress(all).1;
    answer.missing_blocks = Some(missing);
    if missing > 0 { Ok(None) } else { folder.solved(arguments.limits.bytes()).map(Some) }
}

/// The free bytes on the disk of this folder, which need not exist. `None` means that they are unknown.
pub(super) fn free(path: &Path) -> Option<u64> {
    let path = std::path::absolute(path).ok()?;
    fs4::available_space(path.ancestors().find(|path| path.exists())?).ok()
}

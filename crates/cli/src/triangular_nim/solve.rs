//! `tedomari triangular-nim solve`: all positions, in memory or in files.

use super::{Limits, Play, Solve, block_bytes, fail, names, say_counts};
use crate::report::Report;
use crate::{Ending, progress};
use serde_json::json;
use std::path::Path;
use std::time::Instant;
use tedomari::rules::games::triangular_nim::{Convention, TriangularNim};
use tedomari::tables::retrograde::{Error, Folder, Layout, Sample, Solved, Work};

pub(super) fn solve(arguments: &Solve) -> anyhow::Result<Report> {
    let started = Instant::now();
    let layers = arguments.layers;
    let layout = arguments.shape.layout(layers, block_bytes(layers, arguments.dir.is_some()))?;
    let mut report = Report::new();
    report.say("layers", json!(layers));
    report.say("play", json!(if arguments.play == Play::Normal { "normal" } else { "misere" }));
    let solved = match &arguments.dir {
        None => in_memory(layout, arguments.play.into(), &arguments.limits, &mut report),
        Some(path) => in_files(arguments, path, layout, &mut report),
    };
    match solved {
        Ok(Some(solved)) => {
            let full = TriangularNim::full(layers)?;
            let winning = solved.winning_moves(full)?;
            let positions = 1u64 << full.number().count_ones();
            report.say("outcome", json!(solved.outcome(full)?.to_string()));
            report.say("winning_moves", names(&winning));
            report.say("positions", json!(positions));
            report.say("lost", json!(solved.lost()));
            report.say("share", json!(solved.lost() as f64 / positions as f64));
        }
        Ok(None) => {}
        Err(error) => fail(&mut report, error)?,
    }
    report.say("seconds", json!(started.elapsed().as_secs_f64()));
    Ok(report)
}

pub(super) fn in_memory(
    layout: Layout,
    convention: Convention,
    limits: &Limits,
    report: &mut Report,
) -> Result<Option<Solved>, Error> {
    let counts = say_counts(report, &layout);
    let needed = (counts.blocks * layout.block_bytes()).div_ceil(1 << 20);
    if needed > limits.memory {
        let advice = "--memory allows more, --symmetry needs less, --dir keeps the table in files";
        let message = format!("the table takes {needed} MiB, {} are allowed: {advice}", limits.memory);
        report.fail(Ending::LimitReached, &message);
        return Ok(None);
    }
    Solved::in_memory(layout, convention, limits.threads(), &limits.budget(), &show).map(Some)
}

fn show(done: usize, of: usize) {
    progress::show(&format!("{done} of {of} blocks"));
}

fn in_files(
    arguments: &Solve,
    path: &Path,
    layout: Layout,
    report: &mut Report,
) -> Result<Option<Solved>, Error> {
    say_counts(report, &layout);
    let all = 0..layout.all_blocks();
    let blocks = arguments.blocks.clone().unwrap_or_else(|| all.clone());
    if blocks.is_empty() || blocks.end > all.end {
        return Err(Error::NoBlocks(all.end - 1));
    }
    // Small tables are solved faster than their cost is estimated. Large ones are estimated first.
    let ratio = if arguments.layers > 8 {
        let ratio = say_plan(report, &layout).ratio;
        progress::show("");
        eprintln!("{}", report.text().trim_end());
        ratio
    } else {
        Sample::measure(&layout).ratio
    };
    let there = Folder::open(path).map_or(0, |folder| folder.progress(blocks.clone()).0);
    let missing = layout.stored_blocks(blocks.clone()).saturating_sub(there);
    let needed = (missing as f64 * layout.block_bytes() as f64 * ratio) as u64;
    if let Some(free) = free(path)
        && free < needed
    {
        let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
        let message = format!(
            "{} has {:.1} GiB left, and the blocks to come take about {:.1} GiB: --blocks A..B solves a part, \
             another --dir may have more room",
            path.display(),
            gib(free),
            gib(needed)
        );
        report.fail(Ending::LimitReached, &message);
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
    report.say("missing_blocks", json!(missing));
    if missing > 0 { Ok(None) } else { folder.solved(arguments.limits.bytes()).map(Some) }
}

/// The free bytes on the disk of this folder, which need not exist. `None` means that they are unknown.
pub(super) fn free(path: &Path) -> Option<u64> {
    let path = std::path::absolute(path).ok()?;
    fs4::available_space(path.ancestors().find(|path| path.exists())?).ok()
}

/// Reports the cost of a whole table.
pub(super) fn say_plan(report: &mut Report, layout: &Layout) -> Sample {
    progress::show("measuring a block");
    let sample = Sample::measure(layout);
    let counts = layout.counts();
    let bytes = counts.blocks * layout.block_bytes();
    let (memory, files) = sample.seconds(counts.blocks, counts.updates);
    report.say("seconds_of_a_block", json!(sample.alone));
    report.say("seconds_of_an_update", json!(sample.update));
    report.say("seconds_to_turn_a_block", json!(sample.turn));
    report.say("seconds_to_compress_a_block", json!(sample.compress));
    report.say("seconds_to_expand_a_block", json!(sample.expand));
    report.say("compressed_to", json!(sample.ratio));
    report.say("bytes_in_files", json!((bytes as f64 * sample.ratio) as u64));
    let read = (counts.updates * layout.block_bytes()) as f64 * sample.ratio;
    report.say("bytes_to_read_at_most", json!(read as u64));
    report.say("cpu_hours_in_memory", json!(memory / 3600.0));
    report.say("cpu_hours_in_files", json!(files / 3600.0));
    sample
}

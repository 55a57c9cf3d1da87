//! The work for a table, counted without doing it.

use super::solve::free;
use super::{Counting, block_bytes};
use crate::report::Report;
use crate::{Ending, output, progress};
use anyhow::ensure;
use std::io::Write;
use tedomari::answers::{NimRepresentation, NimStats};
use tedomari::tables::retrograde::TakingGame;
use tedomari::values::Budget;

pub(super) fn stats(game: &TakingGame, counting: &Counting) -> anyhow::Result<Report> {
    let layout = counting.shape.layout(game, block_bytes(game, counting.dir.is_some(), false))?;
    progress::show("measuring a block, and estimating the size of all");
    let bytes_free = counting.dir.as_deref().and_then(free);
    let stats = NimStats::of(&layout, &Budget::endless())?;
    Ok(Report::of(&NimStats { bytes_free, ..stats }, None, ""))
}

/// Recounts Tables 1 to 4 of the paper.
pub(super) fn paper(counting: &Counting) -> anyhow::Result<Ending> {
    let shape = &counting.shape;
    ensure!(shape.bid.is_none() && !shape.symmetry, "--bid and --symmetry need --layers");
    ensure!(counting.dir.is_none(), "--dir needs --layers");
    let lines = NimRepresentation::of_paper()?;
    let mut out = output::stdout();
    if counting.json {
        output::write_json(&mut out, &lines)?;
        return Ok(Ending::Complete);
    }
    writeln!(out, "table  layers  updates  blocks  block MiB  total GiB  factor  block pieces")?;
    for NimRepresentation { table, layers, updates, blocks, block_bytes, factor, bid, .. } in &lines {
        let bid = bid.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        writeln!(
            out,
            "{table:<5}  {layers:>6}  {updates:>7}  {blocks:>6}  {:>9}  {:>9}  {factor:>6.2}  [{bid}]",
            *block_bytes as f64 / f64::from(1 << 20),
            *blocks as f64 * *block_bytes as f64 / f64::from(1 << 30),
        )?;
    }
    Ok(Ending::Complete)
}

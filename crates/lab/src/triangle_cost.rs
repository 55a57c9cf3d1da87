//! Tables 1 to 4 of Shan 2013 with times: what it takes to solve Triangular Nim in each of the representations
//! by blocks. Blocks and updates are counted. Times follow from a block of each representation that is computed,
//! updated and turned: the work on a block does not depend on its contents. `triangular-nim solve` runs them.

use crate::table::row;
use crate::{Cell, Outcome, Settings, Table, Work};
use serde::{Deserialize, Serialize};
use tables::retrograde::{Layout, PAPER, Representation, Sample, TakingGame};
use values::Budget;

/// The thesis's aggregated times in seconds, by the names of the representations.
const THESIS: [(&str, f64); 12] = [
    ("1a", 8992.0),
    ("1b", 8472.0),
    ("1c", 13_453.0),
    ("1d", 11_042.0),
    ("1e", 12_339.0),
    ("1f", 13_128.0),
    ("2c", 8423.0),
    ("2e", 4161.0),
    ("2f", 3705.0),
    ("3c", 129.21 * 86_400.0),
    ("4b", 33.23 * 86_400.0),
    ("4c", 27.93 * 86_400.0),
];

/// The largest blocks that are measured, in bytes.
const LARGEST: u64 = 1 << 27;

/// What one representation takes.
#[derive(Serialize, Deserialize)]
struct Cost {
    updates: u64,
    blocks: u64,
    block_bytes: u64,
    /// Seconds of one core. `None` means that its blocks are too large to be measured.
    seconds: Option<f64>,
}

fn cost(line: &Representation, budget: &Budget) -> anyhow::Result<Cost> {
    let layout = Layout::new(&TakingGame::triangular_nim(line.layers)?, line.block_pieces, line.symmetry)?;
    let counts = layout.counts();
    let small = layout.block_bytes() <= LARGEST;
    let sample = small.then(|| Sample::measure(&layout, budget)).transpose()?;
    let seconds = sample.map(|sample| sample.seconds(counts.blocks, counts.updates).0);
    Ok(Cost { updates: counts.updates, blocks: counts.blocks, block_bytes: layout.block_bytes(), seconds })
}

pub(crate) fn run(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    let mut rows = Vec::new();
    let mut ratios = Vec::new();
    for line in &PAPER {
        settings.next(line.name)?;
        let found = if line.layers <= 8 || settings.full {
            work.unit(line.name, || cost(line, &settings.budget))?
        } else {
            None
        };
        let Some(cost) = found else { continue };
        anyhow::ensure!(
            (cost.updates, cost.blocks) == (line.updates, line.blocks),
            "{} is counted otherwise",
            line.name
        );
        let thesis = THESIS.iter().find(|(name, _)| *name == line.name).map(|(_, seconds)| *seconds);
        ratios.extend(cost.seconds.zip(thesis).map(|(ours, theirs)| theirs / ours));
        let time = |seconds: Option<f64>| {
            seconds.map_or(Cell::from("–"), |seconds| Cell::Seconds(seconds.round()))
        };
        rows.push(row![
            line.name,
            u64::from(line.layers),
            cost.updates,
            cost.blocks,
            cost.block_bytes >> 20,
            Cell::Decimal((cost.blocks * cost.block_bytes) as f64 / f64::from(1 << 30), 1),
            time(cost.seconds),
            time(thesis),
        ]);
    }
    let (least, most) = ratios.iter().fold((f64::MAX, 0f64), |(low, high), r| (low.min(*r), high.max(*r)));
    let title = "Representations of Triangular Nim (Tables 1 to 4): all counts are as printed";
    let columns = "table|layers|updates|blocks|block MiB|total GiB|estimated time of one core|thesis, summed over cores";
    let table = Table::new(title, columns, rows).note(format!(
        "Estimated times are {least:.0} to {most:.0} times shorter than the thesis's of 2013. Blocks of more than {} MiB are not \
         measured. The tables of the thesis have no time where it prints N/A.",
        LARGEST >> 20
    ));
    Ok(table.into())
}

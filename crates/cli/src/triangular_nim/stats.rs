//! `tedomari triangular-nim stats`: the work for a table, counted without doing it.

use super::solve::{free, say_plan};
use super::{Stats, block_bytes, say_counts};
use crate::report::Report;
use crate::{Ending, output};
use anyhow::ensure;
use serde_json::{Value, json};
use std::io::Write;
use tedomari::tables::retrograde::{Layout, PAPER};

pub(super) fn stats(arguments: &Stats, layers: u8) -> anyhow::Result<Report> {
    let layout = arguments.shape.layout(layers, block_bytes(layers, arguments.dir.is_some()))?;
    let mut report = Report::new();
    report.say("layers", json!(layers));
    let counts = say_counts(&mut report, &layout);
    report.say("groups_of_1_2_3_6", json!(counts.groups));
    report.say("space_factor", json!(f64::from(layout.all_blocks()) / counts.blocks as f64));
    say_plan(&mut report, &layout);
    if let Some(free) = arguments.dir.as_deref().and_then(free) {
        report.say("bytes_free", json!(free));
    }
    Ok(report)
}

/// Recounts Tables 1 to 4 of the paper.
pub(super) fn paper(arguments: &Stats) -> anyhow::Result<Ending> {
    ensure!(arguments.shape.bid.is_none() && !arguments.shape.symmetry, "--bid and --symmetry need --layers");
    let mut lines = Vec::new();
    for line in &PAPER {
        let layout = Layout::new(line.layers, line.block_pieces, line.symmetry)?;
        let counts = layout.counts();
        lines.push(json!({
            "table": line.name, "layers": line.layers, "symmetry": line.symmetry, "updates": counts.updates,
            "blocks": counts.blocks, "block_bytes": layout.block_bytes(),
            "factor": f64::from(layout.all_blocks()) / counts.blocks as f64, "bid": line.block_pieces,
        }));
    }
    let mut out = output::stdout();
    if arguments.json {
        writeln!(out, "{}", Value::Array(lines))?;
        return Ok(Ending::Complete);
    }
    writeln!(out, "table  layers  updates  blocks  block MiB  total GiB  factor  block pieces")?;
    for line in &lines {
        let number = |key: &str| line[key].as_f64().unwrap_or_default();
        let total = number("blocks") * number("block_bytes") / f64::from(1 << 30);
        writeln!(
            out,
            "{:<5}  {:>6}  {:>7}  {:>6}  {:>9}  {:>9}  {:>6.2}  {}",
            line["table"].as_str().unwrap_or_default(),
            number("layers"),
            number("updates"),
            number("blocks"),
            number("block_bytes") / f64::from(1 << 20),
            total,
            number("factor"),
            line["bid"]
        )?;
    }
    Ok(Ending::Complete)
}

//! `tedomari triangular-nim query`: the winner and the winning moves of a position.

use super::solve::in_memory;
use super::{Play, Query, block_bytes, limit, report};
use crate::report::Report;
use anyhow::{Context, ensure};
use tedomari::answers::{NimAnswer, NimBlocks};
use tedomari::prelude::Notation;
use tedomari::rules::games::triangular_nim::TriangularNim;
use tedomari::tables::retrograde::{Error, Folder, Layout, Solved};

/// A position, drawn or as a number.
fn read(text: &str, layers: Option<u8>) -> anyhow::Result<TriangularNim> {
    let number = text.trim();
    if !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit()) {
        let layers =
            layers.with_context(|| format!("--layers says which triangle {number} is a position of"))?;
        let number = number.parse().with_context(|| format!("{number} is too large"))?;
        return Ok(TriangularNim::from_number(layers, number)?);
    }
    Ok(TriangularNim::read(text)?)
}

pub(super) fn query(arguments: &Query) -> anyhow::Result<Report> {
    let read =
        |text: &String| read(text, arguments.layers).with_context(|| format!("'{text}' is no position"));
    let positions = arguments.positions.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?;
    let answer = match positions[..] {
        [position] => look_up(arguments, position)?,
        _ => {
            ensure!(
                arguments.play == Play::Normal,
                "sums are known in normal play only: in misère play values do not add up"
            );
            ensure!(arguments.dir.is_none(), "sums are known by nim values, without the table of --dir");
            NimAnswer::of_sum(&positions)?
        }
    };
    Ok(report(&answer, answer.error.as_ref()))
}

/// Looks up a position, in a table that is solved first where none is given.
fn look_up(arguments: &Query, position: TriangularNim) -> anyhow::Result<NimAnswer> {
    let ended = |message| NimAnswer { error: Some(message), ..NimAnswer::of(&[position]) };
    let layers = position.layers();
    let solved = match table(arguments, layers) {
        Ok(Some(solved)) => solved,
        Ok(None) => {
            let message = "takes too much memory; --dir names one in files";
            return Ok(ended(format!("a table of {layers} layers {message}")));
        }
        Err(error) => return Ok(ended(limit(error)?)),
    };
    ensure!(solved.convention() == arguments.play.into(), "the table is for the other kind of play");
    Ok(NimAnswer::look_up(position, &solved)?)
}

/// The table. `None` means that it takes too much memory.
fn table(arguments: &Query, layers: u8) -> Result<Option<Solved>, Error> {
    if let Some(path) = &arguments.dir {
        return Folder::open(path)?.solved(arguments.limits.bytes()).map(Some);
    }
    let layout = Layout::with_room(layers, true, block_bytes(layers, false))?;
    let bytes = NimBlocks::of(&layout).bytes;
    in_memory(layout, bytes, arguments.play.into(), &arguments.limits)
}

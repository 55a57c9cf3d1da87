//! The winner and the winning moves of a position, in a table that is solved first where none is given.

use super::solve::in_memory;
use super::{Failure, Play, Table, block_bytes, find, report};
use crate::report::Report;
use anyhow::{Context, anyhow, ensure};
use tedomari::answers::NimAnswer;
use tedomari::prelude::Notation;
use tedomari::rules::games::triangular_nim::TriangularNim;
use tedomari::tables::retrograde::{Error, Folder, Keep, Layout, Solved, TakingGame};

/// A position of Triangular Nim, drawn or as a number.
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

/// A position of Triangular Nim, or a sum of several.
pub(super) fn query(positions: &[String], layers: Option<u8>, table: &Table) -> anyhow::Result<Report> {
    let read = |text: &String| read(text, layers).with_context(|| format!("'{text}' is not a position"));
    let positions = positions.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?;
    let answer = match positions[..] {
        [position] => {
            let game = TakingGame::triangular_nim(position.layers())?;
            match solved(&game, table).and_then(|solved| Ok(NimAnswer::look_up(position, &solved)?)) {
                Ok(answer) => answer,
                Err(failure) => NimAnswer { error: Some(failure.limit()?), ..NimAnswer::of(&[position]) },
            }
        }
        _ => {
            ensure!(
                table.play == Play::Normal,
                "sums are known in normal play only: in misère play values do not add up"
            );
            ensure!(table.dir.is_none(), "sums are known by nim values, without the table of --dir");
            NimAnswer::of_sum(&positions)?
        }
    };
    Ok(report(&answer, answer.error.as_ref()))
}

/// A position of any taking game.
pub(super) fn query_set(game: &str, text: &str, table: &Table) -> anyhow::Result<Report> {
    let game = find(game)?;
    let position = game.position(text).with_context(|| format!("'{text}' is not a position"))?;
    let look_up = |solved: Solved| -> Result<NimAnswer, Failure> {
        let found = solved.layout().game();
        if *found != game {
            return Err(anyhow!("the table is about {}", found.name()).into());
        }
        Ok(NimAnswer::look_up_set(text, position, &solved)?)
    };
    let answer = match solved(&game, table).and_then(look_up) {
        Ok(answer) => answer,
        Err(failure) => NimAnswer { error: Some(failure.limit()?), ..NimAnswer::of_set(text, position) },
    };
    Ok(report(&answer, answer.error.as_ref()))
}

/// The table in which positions are looked up.
fn solved(game: &TakingGame, table: &Table) -> Result<Solved, Failure> {
    let convention = table.play.into();
    let solved = match &table.dir {
        Some(path) => Folder::open(path)?.solved(table.limits.bytes())?,
        None => {
            let layout =
                Layout::with_room(game, true, block_bytes(game, false, false)).map_err(Error::from)?;
            in_memory(layout, convention, Keep::All, &table.limits, "--dir names a table in files")?
        }
    };
    if solved.convention() != convention {
        return Err(anyhow!("the table is for the other kind of play").into());
    }
    Ok(solved)
}

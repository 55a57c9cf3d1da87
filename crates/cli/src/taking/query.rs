//! The winner and the winning moves of a position, in a table that is solved first where none is given.

use super::solve::in_memory;
use super::{Play, Table, block_bytes, find, limit, report};
use crate::report::Report;
use anyhow::{Context, ensure};
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
            match solved(&game, table)? {
                Ok(solved) => NimAnswer::look_up(position, &solved)?,
                Err(message) => NimAnswer { error: Some(message), ..NimAnswer::of(&[position]) },
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
    let ended = |message| NimAnswer { error: Some(message), ..NimAnswer::default() };
    let answer = match solved(&game, table)? {
        Err(message) => ended(message),
        Ok(solved) => {
            ensure!(*solved.layout().game() == game, "the table is about {}", solved.layout().game().name());
            match NimAnswer::look_up_set(text, position, &solved) {
                Ok(answer) => answer,
                Err(error) => ended(limit(error)?),
            }
        }
    };
    Ok(report(&answer, answer.error.as_ref()))
}

/// The table, or the limit that was reached.
fn solved(game: &TakingGame, table: &Table) -> anyhow::Result<Result<Solved, String>> {
    let solved = match find_table(game, table) {
        Ok(Some(solved)) => solved,
        Ok(None) => {
            let message =
                format!("a table of {} takes too much memory; --dir names one in files", game.name());
            return Ok(Err(message));
        }
        Err(error) => return Ok(Err(limit(error)?)),
    };
    ensure!(solved.convention() == table.play.into(), "the table is for the other kind of play");
    Ok(Ok(solved))
}

/// The table. `None` means that it takes too much memory.
fn find_table(game: &TakingGame, table: &Table) -> Result<Option<Solved>, Error> {
    if let Some(path) = &table.dir {
        return Folder::open(path)?.solved(table.limits.bytes()).map(Some);
    }
    let layout = Layout::with_room(game, true, block_bytes(game, false))?;
    in_memory(layout, table.play.into(), Keep::All, &table.limits)
}

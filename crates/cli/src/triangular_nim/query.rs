//! `tedomari triangular-nim query`: the winner and the winning moves of a position.

use super::solve::in_memory;
use super::{Play, Query, block_bytes, fail, names};
use crate::Ending;
use crate::report::Report;
use anyhow::{Context, bail, ensure};
use serde_json::json;
use tedomari::prelude::{Notation, Outcome, Player, Position};
use tedomari::rules::games::triangular_nim::TriangularNim;
use tedomari::tables::retrograde::{Error, Folder, Layout, Nimbers, Solved};

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
    let mut report = Report::new();
    report.say("positions", names(&positions));
    let nimbers = Nimbers::new(Nimbers::MOST_LAYERS)?;
    if let [position] = positions[..] {
        let solved = match table(arguments, position.layers(), &mut report) {
            Ok(Some(solved)) => solved,
            Ok(None) => return Ok(report),
            Err(error) => {
                fail(&mut report, error)?;
                return Ok(report);
            }
        };
        ensure!(solved.convention() == arguments.play.into(), "the table is for the other kind of play");
        report.say("number", json!(position.number()));
        report.say("outcome", json!(solved.outcome(position)?.to_string()));
        report.say("winning_moves", names(&solved.winning_moves(position)?));
        if arguments.play == Play::Normal {
            report.say("nim_value", json!(nim_value(&nimbers, &position)));
        }
        return Ok(report);
    }
    ensure!(
        arguments.play == Play::Normal,
        "sums are known in normal play only: in misère play values do not add up"
    );
    ensure!(arguments.dir.is_none(), "sums are known by nim values, without the table of --dir");
    let mut values = Vec::new();
    for position in &positions {
        let Some(value) = nim_value(&nimbers, position) else {
            bail!(
                "{position} has a part of more than {} layers, so its nim value is not known",
                Nimbers::MOST_LAYERS
            );
        };
        values.push(value);
    }
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    let mut winning = Vec::new();
    for ((position, value), part) in positions.iter().zip(&values).zip(1..) {
        for run in position.moves(Player::Left) {
            // A move to the nim-sum of all others leaves the nim-sum 0.
            if nim_value(&nimbers, &position.play(Player::Left, run)) == Some(sum ^ value) {
                winning.push(format!("{run} in part {part}"));
            }
        }
    }
    let outcome = if sum == 0 { Outcome::Previous } else { Outcome::Next };
    report.say("outcome", json!(outcome.to_string()));
    report.say("winning_moves", json!(winning));
    report.say("nim_values", json!(values));
    report.say("nim_value", json!(sum));
    Ok(report)
}

/// The nim-sum of the connected components. `None` means that one of them is too large.
fn nim_value(nimbers: &Nimbers, position: &TriangularNim) -> Option<u8> {
    let parts = position.regions();
    parts.iter().try_fold(0, |sum, part| Some(sum ^ nimbers.of(&part.normal_form().0)?))
}

fn table(arguments: &Query, layers: u8, report: &mut Report) -> Result<Option<Solved>, Error> {
    if let Some(path) = &arguments.dir {
        return Folder::open(path)?.solved(arguments.limits.bytes()).map(Some);
    }
    let layout = Layout::with_room(layers, true, block_bytes(layers, false))?;
    let solved = in_memory(layout, arguments.play.into(), &arguments.limits, &mut Report::new())?;
    if solved.is_none() {
        let message = format!("a table of {layers} layers takes too much memory; --dir names one in files");
        report.fail(Ending::LimitReached, &message);
    }
    Ok(solved)
}

//! `tedomari show`: a position as a picture.

use crate::files::write_files;
use crate::report::explained;
use crate::{Ending, output, position};
use anyhow::Context;
use clap::Args;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use tedomari::pictures;
use tedomari::prelude::Engine;
use tedomari::rules::{OpenError, rows_and_points};

/// Show a position, in the terminal or as a picture
#[derive(Args)]
#[command(after_help = "Example:\n  tedomari show amazons 'x.#.|....|.##.|...o' --svg board.svg")]
pub(crate) struct Arguments {
    /// The game, see `tedomari games`
    game: String,
    /// The position, or @FILE to read it from a file
    #[arg(allow_hyphen_values = true)]
    position: OsString,
    /// Write the picture to this file as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the position to this file as SGF (Amazons only)
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Write the picture to this file as PNG
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

pub(crate) fn run(arguments: Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let known = |error: OpenError| anyhow::anyhow!(explained(&error.into()));
    let ruleset = engine.rulesets().get(&arguments.game).map_err(known)?;
    let shown = ruleset.read(&position(arguments.position)?).map_err(known)?;
    let (text, names) = (shown.to_string(), shown.cells());
    let (board, points) = rows_and_points(&text);
    let height = board.split('|').count();
    let picture = || {
        let drawn = names.map(|names| pictures::board(board, |x| names.column(x), |y| names.row(y, height)));
        drawn.with_context(|| format!("there are no pictures of {} positions like this one", arguments.game))
    };
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    #[cfg(feature = "png")]
    if let Some(path) = arguments.png {
        files.push((path, picture()?.png()?));
    }
    if let Some(path) = arguments.svg {
        files.push((path, picture()?.svg().into_bytes()));
    }
    if let Some(path) = arguments.sgf {
        let record =
            ruleset.record(&shown).with_context(|| format!("{} has no SGF records", arguments.game))?;
        files.push((path, record.into_bytes()));
    }
    write_files(&files)?;
    if files.is_empty() {
        if names.is_none() {
            writeln!(output::stdout(), "{text}")?;
            return Ok(Ending::Complete);
        }
        writeln!(output::stdout(), "{}", board.replace('|', "\n"))?;
        if let Some(points) = points {
            writeln!(output::stdout(), "and {points} points for Left")?;
        }
    }
    Ok(Ending::Complete)
}

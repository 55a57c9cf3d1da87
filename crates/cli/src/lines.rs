//! Line mode for other programs: a question on each line of standard input, and an answer to each.

use crate::files::MAX_TEXT;
use crate::report::Report;
use crate::{Ending, output};
use anyhow::Context;
use clap::Args;
use indicatif::ProgressBar;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};

/// A position on the command line, or many on standard input.
#[derive(Args)]
pub(crate) struct Given {
    /// The game, see `tedomari games`; or - to read games and positions from standard input
    game: String,
    /// The position, or @FILE to read it from a file
    #[arg(allow_hyphen_values = true)]
    position: Option<OsString>,
}

impl Given {
    /// The game and the position. `None` means that they come from standard input.
    pub(crate) fn read(&self) -> anyhow::Result<Option<(String, String)>> {
        if self.game == "-" {
            anyhow::ensure!(
                self.position.is_none(),
                "positions come from standard input here, not from the command"
            );
            return Ok(None);
        }
        let position = self.position.clone();
        let position = position.with_context(|| format!("expected a position of {}", self.game))?;
        Ok(Some((self.game.clone(), crate::position(position)?)))
    }
}

/// Answers a game, a tab and a position on every line of standard input.
pub(crate) fn answer_positions(
    json: bool,
    mut report: impl FnMut(&str, &str) -> Report,
) -> anyhow::Result<Ending> {
    answer(json, |line| match line.split_once('\t') {
        Some((game, position)) => report(game, position),
        None => Report::of_error("expected a game, a tab and a position"),
    })
}

/// Answers every line of standard input.
pub(crate) fn answer(json: bool, mut report: impl FnMut(&str) -> Report) -> anyhow::Result<Ending> {
    let mut ending = Ending::Complete;
    let mut out = std::io::BufWriter::new(output::stdout());
    let mut input = BufReader::new(std::io::stdin());
    let progress = ProgressBar::new_spinner();
    while let Some(line) = read_line(&mut input)? {
        let report = match &line {
            // Some editors begin a file with a byte-order mark.
            Ok(text) => report(text.trim_start_matches('\u{feff}')),
            Err(message) => Report::of_error(message),
        };
        if !json {
            let heading: String = line.as_deref().unwrap_or_default().chars().take(100).collect();
            writeln!(out, "{}", output::visible(&heading))?;
        }
        ending = ending.max(write_report(&mut out, &report, json)?);
        if !json {
            writeln!(out)?;
        }
        progress.inc(1);
        progress.set_message(format!("{} lines", progress.position()));
        // Flushes only when no further line is waiting: a program that waits for an answer gets it, and many
        // lines are not slowed down.
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
    }
    progress.finish_and_clear();
    out.flush()?;
    Ok(ending)
}

/// Writes a report, and says how it ended.
pub(crate) fn write_report(out: &mut impl Write, report: &Report, json: bool) -> anyhow::Result<Ending> {
    if json {
        writeln!(out, "{}", report.json())?;
        return Ok(report.ending);
    }
    write!(out, "{}", report.text())?;
    if let Some(error) = report.error() {
        out.flush()?;
        eprintln!("error: {error}");
    }
    Ok(report.ending)
}

/// The next line, or an error about its text. `None` means the end of input.
pub(crate) fn read_line(input: &mut impl BufRead) -> anyhow::Result<Option<Result<String, String>>> {
    let mut line = Vec::new();
    let read = input.take(MAX_TEXT).read_until(b'\n', &mut line).context("standard input cannot be read")?;
    if read == 0 {
        return Ok(None);
    }
    let complete = line.last() == Some(&b'\n') || (read as u64) < MAX_TEXT;
    // The rest of the line is not skipped: it may have no end either.
    anyhow::ensure!(complete, "a line of standard input is longer than {} MiB", MAX_TEXT >> 20);
    while matches!(line.last(), Some(b'\n' | b'\r')) {
        line.pop();
    }
    Ok(Some(String::from_utf8(line).map_err(|_| "the line is not valid UTF-8 text".to_owned())))
}

//! `tedomari value`: everything about a value in notation, or about a stream of them.

use crate::report::Report;
use crate::{Ending, Reach, utf8};
use anyhow::Context;
use clap::Args;
use indicatif::ProgressBar;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};

const EXAMPLES: &str = "\
Examples:
  tedomari value '10|8||2'
  tedomari value '{0||0|-2} + ^^*' --all
  tedomari value '(+-1).Heat(1/2)'
  tedomari value - --json < expressions.txt

Notation:
  3, -1/2, {a,b|c}, a|b||c, *3, ^, v*, ^3, ^[2], ^<2>, ^(1/2), +-x, +-(x,y), Tiny(x), Miny(x)
  g+h, g-h, 3*(g), g:h (ordinal sum)

Operations behind a game:
  g.Heat(t), g.Cool(t), g.Freeze, g.Overheat(s,t), g.NortonProduct(u), g.ConwayProduct(h),
  g.OrdinalSum(h), g.Companion, g.ReducedCanonicalForm, g.AtomicWeight, g.Mean, g.Temperature,
  g.LeftStop, g.RightStop, g.Pow(n), g.PowTo(n)

Exit status: 0 if all went well, 2 for bad input, 3 if a limit was reached.";

/// Say what a value is worth: canonical form, outcome, mean, temperature, atomic weight …
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The value in notation, or - to read one from each line of standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: OsString,
    /// Write one JSON object for each expression
    #[arg(long)]
    json: bool,
    /// Say everything: options, incentives, reduced form, companion, counts …
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    reach: Reach,
}

pub(crate) fn run(arguments: Arguments) -> anyhow::Result<Ending> {
    let Arguments { expression, json, all, reach } = arguments;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut games = reach.games();
    if expression != "-" {
        let report = match utf8(expression) {
            Ok(text) => Report::of(&text, &mut games, reach, all),
            Err(error) => Report::of_error(&error.to_string()),
        };
        write_report(&mut out, &report, json)?;
        out.flush()?;
        return Ok(report.ending);
    }
    let mut ending = Ending::Complete;
    let mut input = BufReader::new(std::io::stdin());
    let progress = ProgressBar::new_spinner().with_message("expressions read");
    while let Some(line) = read_line(&mut input)? {
        // What one expression left behind must not use up the room of those after it.
        if games.len() as u32 > reach.max_games / 2 {
            games = reach.games();
        }
        let report = match &line {
            Ok(text) => Report::of(text, &mut games, reach, all),
            Err(message) => Report::of_error(message),
        };
        write_report(&mut out, &report, json)?;
        ending = ending.max(report.ending);
        progress.set_message(format!("{} expressions", progress.position() + 1));
        progress.inc(1);
        // A program that waits for each answer gets it; one that sends many lines is not slowed down.
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
    }
    progress.finish_and_clear();
    out.flush()?;
    Ok(ending)
}

fn write_report(out: &mut impl Write, report: &Report, json: bool) -> anyhow::Result<()> {
    if json {
        writeln!(out, "{}", report.json())?;
        return Ok(());
    }
    write!(out, "{}", report.text())?;
    if let Some(error) = report.error() {
        out.flush()?;
        eprintln!("error: {error}");
    }
    Ok(())
}

/// The longest line that is read.
const MAX_LINE: u64 = 64 << 20;

/// The next line, or what is wrong with it; `None` at the end.
fn read_line(input: &mut impl BufRead) -> anyhow::Result<Option<Result<String, String>>> {
    let mut line = Vec::new();
    let read = input.take(MAX_LINE).read_until(b'\n', &mut line).context("standard input cannot be read")?;
    if read == 0 {
        return Ok(None);
    }
    let complete = line.last() == Some(&b'\n') || (read as u64) < MAX_LINE;
    if !complete {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!("the line is longer than {MAX_LINE} bytes"))));
    }
    while matches!(line.last(), Some(b'\n' | b'\r')) {
        line.pop();
    }
    Ok(Some(String::from_utf8(line).map_err(|_| "the line is not valid UTF-8 text".to_owned())))
}

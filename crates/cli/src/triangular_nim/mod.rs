//! `tedomari triangular-nim`: solves all positions of Triangular Nim, looks them up, and estimates the cost.

mod query;
mod solve;
mod stats;

use crate::report::Report;
use crate::{Ending, lines, output, progress, seconds};
use clap::{Args, Subcommand, ValueEnum};
use query::query;
use serde::Serialize;
use solve::solve;
use stats::{paper, stats};
use std::io::ErrorKind;
use std::ops::Range;
use std::path::PathBuf;
use tedomari::prelude::Budget;
use tedomari::rules::games::triangular_nim::Convention;
use tedomari::tables::file::FileError;
use tedomari::tables::retrograde::{Error, Layout};

const EXAMPLES: &str = "\
Examples:
  tedomari triangular-nim solve --layers 7 --play misere
  tedomari triangular-nim solve --layers 8 --play normal --symmetry --dir table8
  tedomari triangular-nim query 'x|xx|x.x|xxxx' --play misere
  tedomari triangular-nim query --layers 5 13771 --play normal
  tedomari triangular-nim query 'x|xx|x.x' 'x|xx' --play normal
  tedomari triangular-nim stats
  tedomari triangular-nim stats --layers 9 --symmetry

Pieces are counted from 0 at the top, row by row; a position as a number has a bit for each. Block pieces (--bid) name
the blocks that a table is cut into. A table in a folder (--dir) can be interrupted at any time and goes on where it was.
Exit status: 0 if all is well, 2 for bad input, 3 if a limit was reached.";

/// Solve all positions of Triangular Nim, and look them up
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve all positions of a triangle
    Solve(Solve),
    /// Look up the winner and the winning moves of a position. Several positions make a sum
    Query(Query),
    /// Count blocks and updates without solving; without --layers, for Tables 1 to 4 of the paper
    Stats(Stats),
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Play {
    /// The player who takes the last piece wins
    Normal,
    /// The player who takes the last piece loses
    Misere,
}

impl From<Play> for Convention {
    fn from(play: Play) -> Self {
        match play {
            Play::Normal => Self::Normal,
            Play::Misere => Self::Misere,
        }
    }
}

/// The layout of a table.
#[derive(Args)]
struct Shape {
    /// The pieces that name a block, such as 0,4,12,24 [default: those with the fewest updates]
    #[arg(long, value_name = "PIECES", value_delimiter = ',')]
    bid: Option<Vec<u8>>,
    /// Store symmetric blocks once
    #[arg(long)]
    symmetry: bool,
}

impl Shape {
    fn layout(&self, layers: u8, block_bytes: u64) -> Result<Layout, Error> {
        Ok(match &self.bid {
            Some(pieces) => Layout::new(layers, pieces, self.symmetry)?,
            None => Layout::with_room(layers, self.symmetry, block_bytes)?,
        })
    }
}

#[derive(Args)]
struct Solve {
    /// Layers of the triangle
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=10))]
    layers: u8,
    /// The play convention
    #[arg(long, value_enum)]
    play: Play,
    #[command(flatten)]
    shape: Shape,
    /// Keep the blocks in files in this folder, and resume from those that are there
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// Only the blocks with these numbers, the last one not included; the blocks they need must be there
    #[arg(long, value_name = "A..B", value_parser = range, requires = "dir")]
    blocks: Option<Range<u32>>,
    #[command(flatten)]
    limits: Limits,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Limits {
    /// Approximate memory limit in MiB
    #[arg(long, value_name = "MIB", default_value_t = 9216, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    memory: u64,
    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Time limit, such as 60, 60s or 2h
    #[arg(long, default_value = "1000h", value_parser = seconds)]
    time: f64,
}

impl Limits {
    fn bytes(&self) -> u64 {
        self.memory << 20
    }

    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.threads.map_or_else(all, |threads| threads as usize)
    }

    fn budget(&self) -> Budget {
        Budget::seconds(self.time)
    }
}

#[derive(Args)]
struct Query {
    /// Positions, drawn or as numbers; several make a sum
    #[arg(required = true)]
    positions: Vec<String>,
    /// Layers of the positions that are numbers
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=10))]
    layers: Option<u8>,
    /// The play convention
    #[arg(long, value_enum)]
    play: Play,
    /// Use the table in this folder, of as many layers or more [default: solve it in memory first]
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Stats {
    /// Layers of the triangle
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=10))]
    layers: Option<u8>,
    #[command(flatten)]
    shape: Shape,
    /// The folder of the table, to check its free space; blocks in files are larger than those in memory
    #[arg(long, value_name = "FOLDER", requires = "layers")]
    dir: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn range(text: &str) -> Result<Range<u32>, String> {
    let parsed = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    parsed.filter(|range| !range.is_empty()).ok_or_else(|| "expected a range such as 0..64".to_owned())
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    let (report, json) = match &arguments.command {
        Command::Solve(arguments) => (solve(arguments), arguments.json),
        Command::Query(arguments) => (query(arguments), arguments.json),
        Command::Stats(arguments) => match arguments.layers {
            None => return paper(arguments),
            Some(layers) => (stats(arguments, layers), arguments.json),
        },
    };
    progress::show("");
    let report = report?;
    lines::write_report(&mut output::stdout(), &report, json)?;
    Ok(report.ending)
}

/// The size of blocks. Blocks in memory should fit the caches; blocks in files should not be too many.
fn block_bytes(layers: u8, in_files: bool) -> u64 {
    match (layers, in_files) {
        (9.., _) => 1 << 27,
        (_, true) => 1 << 21,
        (_, false) => 1 << 18,
    }
}

/// The message about a limit that was reached. Any other error ends the command.
fn limit(error: Error) -> anyhow::Result<String> {
    match error {
        Error::Stopped | Error::Memory { .. } | Error::Missing(_) => Ok(error.to_string()),
        Error::File(FileError::Io { error: ref cause, .. }) if cause.kind() == ErrorKind::StorageFull => {
            Ok(error.to_string())
        }
        error => Err(error.into()),
    }
}

/// The report on an answer, which has the limit that was reached.
fn report(answer: &impl Serialize, error: Option<&String>) -> Report {
    let mut report = Report::of(answer, None, "");
    if error.is_some() {
        report.ending = Ending::LimitReached;
    }
    report
}

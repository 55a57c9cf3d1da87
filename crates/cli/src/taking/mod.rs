//! `tedomari taking` and `tedomari triangular-nim`: solve all positions of a game in which moves take pieces,
//! look them up, and estimate the cost.

#[cfg(feature = "cuda")]
mod gpu;
mod query;
mod solve;
mod stats;
pub(crate) mod triangular_nim;

use crate::cluster::Scheduler;
use crate::report::Report;
use crate::{Ending, lines, output, progress, seconds};
use clap::{Args, Subcommand, ValueEnum};
use query::query_set;
use serde::Serialize;
use solve::solve;
use stats::stats;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::PathBuf;
use tedomari::prelude::Budget;
use tedomari::rules::games::triangular_nim::Convention;
use tedomari::tables::file::FileError;
use tedomari::tables::retrograde::{Error, GameError, Keep, Layout, TakingGame};

const EXAMPLES: &str = "\
Examples:
  tedomari taking solve cram:6x6 --play misere --symmetry
  tedomari taking solve tactix:6x6 --play normal --symmetry --keep needed --memory 1000
  tedomari taking solve moves.txt --play normal
  tedomari taking query cram:4x4 '....|.##.|....|....' --play normal
  tedomari taking stats triangular-nim:9 --symmetry

A game is triangular-nim:LAYERS, cram:WIDTHxHEIGHT, tactix:WIDTHxHEIGHT, or a file with a move on each line: the
numbers of the pieces that it takes, from 0. A line 'symmetry' with the image of each piece makes tables smaller. A
position is a number with a bit for each piece, or drawn.";

/// Solve all positions of a game in which moves take pieces, and look them up
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve all positions of a game
    #[command(after_help = "Example:\n  tedomari taking solve cram:6x6 --play misere --symmetry")]
    Solve {
        /// The game, such as cram:6x6, or a file with moves
        game: String,
        #[command(flatten)]
        solving: Solving,
    },
    /// Look up the winner and the winning moves of a position
    #[command(after_help = "Example:\n  tedomari taking query cram:4x4 '....|.##.|....|....' --play normal")]
    Query {
        /// The game, such as cram:6x6, or a file with moves
        game: String,
        /// The position, drawn or as a number
        position: String,
        #[command(flatten)]
        table: Table,
    },
    /// Count blocks and updates without solving
    #[command(after_help = "Example:\n  tedomari taking stats triangular-nim:9 --symmetry")]
    Stats {
        /// The game, such as cram:6x6, or a file with moves
        game: String,
        #[command(flatten)]
        counting: Counting,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Play {
    /// The player who takes the last piece wins
    Normal,
    /// The player who takes the last piece loses
    Misere,
}

impl Play {
    fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Misere => "misere",
        }
    }
}

impl From<Play> for Convention {
    fn from(play: Play) -> Self {
        match play {
            Play::Normal => Self::Normal,
            Play::Misere => Self::Misere,
        }
    }
}

/// Which blocks stay.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kept {
    /// All of them
    All,
    /// Those that are still used; at the end the start and what first moves lead to
    Needed,
    /// Those that are still used; at the end none
    None,
}

impl From<Kept> for Keep {
    fn from(kept: Kept) -> Self {
        match kept {
            Kept::All => Self::All,
            Kept::Needed => Self::Needed,
            Kept::None => Self::None,
        }
    }
}

/// What computes blocks.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Machine {
    /// The processor
    Cpu,
    /// A CUDA device; packed blocks live in its memory, and in --dir
    Cuda,
    /// A CUDA device if there is one and the table is large, and else the processor
    Auto,
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
    fn layout(&self, game: &TakingGame, block_bytes: u64) -> Result<Layout, Error> {
        Ok(match &self.bid {
            Some(pieces) => Layout::new(game, pieces, self.symmetry)?,
            None => Layout::with_room(game, self.symmetry, block_bytes)?,
        })
    }
}

/// How a table is solved.
#[derive(Args)]
struct Solving {
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
    scheduler: Scheduler,
    /// Which blocks stay [default: all; none on a device without --dir]
    #[arg(long, value_enum)]
    keep: Option<Kept>,
    /// What computes blocks
    #[arg(long, value_enum, default_value_t = Machine::Cpu)]
    device: Machine,
    /// With a device: the number of blocks that the processor computes too, to compare them
    #[arg(long, value_name = "BLOCKS", default_value_t = 0)]
    check: usize,
    /// Limit of the size of all files in MiB
    #[arg(long, value_name = "MIB", requires = "dir", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    disk: Option<u64>,
    #[command(flatten)]
    limits: Limits,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

impl Solving {
    fn keep(&self) -> Keep {
        self.keep.map_or(Keep::All, Keep::from)
    }
}

/// The seconds of the default limit of time.
const ENDLESS: f64 = 3_600_000.0;

#[derive(Args)]
struct Limits {
    /// Memory limit in MiB; with --scheduler for the blocks that each worker keeps beside those it works on [default: 9216;
    /// all memory of a device; 1024 with --scheduler]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    memory: Option<u64>,
    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Time limit, such as 60, 60s or 2h
    #[arg(long, default_value = "1000h", value_parser = seconds)]
    time: f64,
}

impl Limits {
    /// The memory of the processor.
    fn bytes(&self) -> u64 {
        self.memory.unwrap_or(9216) << 20
    }

    /// The memory of a device.
    fn device_bytes(&self) -> u64 {
        self.memory.map_or(u64::MAX, |memory| memory << 20)
    }

    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.threads.map_or_else(all, |threads| threads as usize)
    }

    /// Are neither threads nor time limited?
    fn is_endless(&self) -> bool {
        self.threads.is_none() && self.time >= ENDLESS
    }

    fn budget(&self) -> Budget {
        Budget::seconds(self.time)
    }
}

/// The table in which positions are looked up.
#[derive(Args)]
struct Table {
    /// The play convention
    #[arg(long, value_enum)]
    play: Play,
    /// Use the table in this folder [default: solve it in memory first]
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// What is counted.
#[derive(Args)]
struct Counting {
    #[command(flatten)]
    shape: Shape,
    /// The folder of the table, to check its free space; blocks in files are larger than those in memory
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn range(text: &str) -> Result<Range<u32>, String> {
    let parsed = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    parsed.filter(|range| !range.is_empty()).ok_or_else(|| "expected a range such as 0..64".to_owned())
}

/// A game with a built-in name, or with the moves in a file.
fn find(name: &str) -> anyhow::Result<TakingGame> {
    TakingGame::find(name, |path| std::fs::read_to_string(path)).map_err(|error| match error {
        GameError::Unknown { .. } => error.into(),
        error => anyhow::Error::from(error).context(format!("{name} is not a taking game")),
    })
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    let (report, json) = match &arguments.command {
        Command::Solve { game, solving } => (find(game).and_then(|game| solve(&game, solving)), solving.json),
        Command::Query { game, position, table } => (query_set(game, position, table), table.json),
        Command::Stats { game, counting } => {
            (find(game).and_then(|game| stats(&game, counting)), counting.json)
        }
    };
    write(report, json)
}

fn write(report: anyhow::Result<Report>, json: bool) -> anyhow::Result<Ending> {
    progress::show("");
    let report = report?;
    lines::write_report(&mut output::stdout(), &report, json)?;
    Ok(report.ending)
}

/// The size of blocks. Blocks in memory should fit the caches or keep a device busy; blocks in files should not be too
/// many, and of a large game neither should. A folder has the same blocks for every machine.
fn block_bytes(game: &TakingGame, in_files: bool, is_on_device: bool) -> u64 {
    let least = match (in_files, is_on_device) {
        (true, _) => 1 << 21,
        (false, true) => 1 << 23,
        (false, false) => 1 << 18,
    };
    least.max(1 << game.pieces().saturating_sub(18))
}

/// Why there is no answer, or only a part of it.
enum Failure {
    /// A limit was reached, which the message names.
    Limit(String),
    /// The input or a file is bad.
    Bad(anyhow::Error),
}

impl Failure {
    /// The message about a limit. Any other failure ends the command.
    fn limit(self) -> anyhow::Result<String> {
        match self {
            Self::Limit(message) => Ok(message),
            Self::Bad(error) => Err(error),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Bad(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let is_limit = match &error {
            Error::Stopped
            | Error::Memory { .. }
            | Error::Full { .. }
            | Error::Disk { .. }
            | Error::Missing(_)
            | Error::Dropped(_) => true,
            Error::File(FileError::Io { error, .. }) => error.kind() == ErrorKind::StorageFull,
            _ => false,
        };
        if is_limit { Self::Limit(error.to_string()) } else { Self::Bad(error.into()) }
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

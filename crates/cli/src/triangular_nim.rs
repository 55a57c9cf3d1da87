//! `tedomari triangular-nim`: all positions of Triangular Nim solved at once, looked up, and counted before.

use crate::report::Report;
use crate::{Ending, lines, output, progress, seconds};
use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};
use std::io::{ErrorKind, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tedomari::prelude::{Budget, Notation, Outcome, Player, Position};
use tedomari::rules::games::triangular_nim::{Convention, TriangularNim};
use tedomari::tables::file::FileError;
use tedomari::tables::retrograde::{Counts, Error, Folder, Layout, Nimbers, PAPER, Sample, Solved, Work};

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
    /// Who wins a position, and with which moves? Several positions make a sum
    Query(Query),
    /// Count blocks and updates without solving; without --layers, for Tables 1 to 4 of the paper
    Stats(Stats),
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Play {
    /// Whoever takes the last piece wins
    Normal,
    /// Whoever takes the last piece loses
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

/// Which piece is what in a table.
#[derive(Args)]
struct Shape {
    /// The pieces that name a block, such as 0,4,12,24 [default: those with the fewest updates]
    #[arg(long, value_name = "PIECES", value_delimiter = ',')]
    bid: Option<Vec<u8>>,
    /// Store blocks once that are turned or mirror images of each other
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
    /// Who wins at the end
    #[arg(long, value_enum)]
    play: Play,
    #[command(flatten)]
    shape: Shape,
    /// Keep the blocks in files in this folder, and go on with what is there
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
    /// Use no more than about this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 9216, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    memory: u64,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Stop after this time, such as 60, 60s or 2h
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
        Budget::after(Duration::from_secs_f64(self.time))
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
    /// Who wins at the end
    #[arg(long, value_enum)]
    play: Play,
    /// Look into the table in this folder, of as many layers or more [default: it is solved in memory first]
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
    /// Where the table would be, to see whether there is room; blocks in files are larger than those in memory
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

/// Blocks that caches like, if they stay in memory; else not too many files.
fn block_bytes(layers: u8, in_files: bool) -> u64 {
    match (layers, in_files) {
        (9.., _) => 1 << 27,
        (_, true) => 1 << 21,
        (_, false) => 1 << 18,
    }
}

fn solve(arguments: &Solve) -> anyhow::Result<Report> {
    let started = Instant::now();
    let layers = arguments.layers;
    let layout = arguments.shape.layout(layers, block_bytes(layers, arguments.dir.is_some()))?;
    let mut report = Report::new();
    report.say("layers", json!(layers));
    report.say("play", json!(if arguments.play == Play::Normal { "normal" } else { "misere" }));
    let solved = match &arguments.dir {
        None => in_memory(layout, arguments.play.into(), &arguments.limits, &mut report),
        Some(path) => in_files(arguments, path, layout, &mut report),
    };
    match solved {
        Ok(Some(solved)) => {
            let full = TriangularNim::full(layers)?;
            let winning = solved.winning_moves(full)?;
            let positions = 1u64 << full.number().count_ones();
            report.say("outcome", json!(solved.outcome(full)?.to_string()));
            report.say("winning_moves", names(&winning));
            report.say("positions", json!(positions));
            report.say("lost", json!(solved.lost()));
            report.say("share", json!(solved.lost() as f64 / positions as f64));
        }
        Ok(None) => {}
        Err(error) => fail(&mut report, error)?,
    }
    report.say("seconds", json!(started.elapsed().as_secs_f64()));
    Ok(report)
}

fn names(moves: &[impl ToString]) -> Value {
    json!(moves.iter().map(ToString::to_string).collect::<Vec<_>>())
}

/// A limit that was reached belongs into the report, anything else ends the command.
fn fail(report: &mut Report, error: Error) -> anyhow::Result<()> {
    match error {
        Error::Stopped | Error::Memory { .. } | Error::Missing(_) => {
            report.fail(Ending::LimitReached, &error.to_string());
            Ok(())
        }
        Error::File(FileError::Io { error: ref cause, .. }) if cause.kind() == ErrorKind::StorageFull => {
            report.fail(Ending::LimitReached, &error.to_string());
            Ok(())
        }
        error => Err(error.into()),
    }
}

fn say_counts(report: &mut Report, layout: &Layout) -> Counts {
    let counts = layout.counts();
    report.say("bid", json!(layout.block_pieces()));
    report.say("symmetry", json!(layout.has_symmetry()));
    report.say("all_blocks", json!(layout.all_blocks()));
    report.say("blocks", json!(counts.blocks));
    report.say("block_bytes", json!(layout.block_bytes()));
    report.say("updates", json!(counts.updates));
    report.say("bytes", json!(counts.blocks * layout.block_bytes()));
    counts
}

fn in_memory(
    layout: Layout,
    convention: Convention,
    limits: &Limits,
    report: &mut Report,
) -> Result<Option<Solved>, Error> {
    let counts = say_counts(report, &layout);
    let needed = (counts.blocks * layout.block_bytes()).div_ceil(1 << 20);
    if needed > limits.memory {
        let advice = "--memory allows more, --symmetry needs less, --dir keeps the table in files";
        let message = format!("the table takes {needed} MiB, {} are allowed: {advice}", limits.memory);
        report.fail(Ending::LimitReached, &message);
        return Ok(None);
    }
    Solved::in_memory(layout, convention, limits.threads(), &limits.budget(), &show).map(Some)
}

fn show(done: usize, of: usize) {
    progress::show(&format!("{done} of {of} blocks"));
}

fn in_files(
    arguments: &Solve,
    path: &Path,
    layout: Layout,
    report: &mut Report,
) -> Result<Option<Solved>, Error> {
    say_counts(report, &layout);
    let all = 0..layout.all_blocks();
    let blocks = arguments.blocks.clone().unwrap_or_else(|| all.clone());
    if blocks.is_empty() || blocks.end > all.end {
        return Err(Error::NoBlocks(all.end - 1));
    }
    // Small tables are solved sooner than planned, for large ones the plan comes first.
    let ratio = if arguments.layers > 8 {
        let ratio = say_plan(report, &layout).ratio;
        progress::show("");
        eprintln!("{}", report.text().trim_end());
        ratio
    } else {
        Sample::measure(&layout).ratio
    };
    let there = Folder::open(path).map_or(0, |folder| folder.progress(blocks.clone()).0);
    let missing = layout.stored_blocks(blocks.clone()).saturating_sub(there);
    let needed = (missing as f64 * layout.block_bytes() as f64 * ratio) as u64;
    if let Some(free) = free(path)
        && free < needed
    {
        let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
        let message = format!(
            "{} has {:.1} GiB left, and the blocks to come take about {:.1} GiB: --blocks A..B solves a part, \
             another --dir may have more room",
            path.display(),
            gib(free),
            gib(needed)
        );
        report.fail(Ending::LimitReached, &message);
        return Ok(None);
    }
    let folder = Folder::create(path, layout, arguments.play.into())?;
    folder.solve(&Work {
        blocks: blocks.clone(),
        memory: arguments.limits.bytes(),
        threads: arguments.limits.threads(),
        budget: &arguments.limits.budget(),
        progress: &show,
        warn: &|text| {
            progress::show("");
            eprintln!("warning: {text}");
        },
    })?;
    let missing = folder.progress(all).1;
    report.say("missing_blocks", json!(missing));
    if missing > 0 { Ok(None) } else { folder.solved(arguments.limits.bytes()).map(Some) }
}

/// Bytes left where this folder is or would be.
fn free(path: &Path) -> Option<u64> {
    let path = std::path::absolute(path).ok()?;
    fs4::available_space(path.ancestors().find(|path| path.exists())?).ok()
}

/// What a whole table would cost.
fn say_plan(report: &mut Report, layout: &Layout) -> Sample {
    progress::show("measuring a block");
    let sample = Sample::measure(layout);
    let counts = layout.counts();
    let bytes = counts.blocks * layout.block_bytes();
    let (memory, files) = sample.seconds(counts.blocks, counts.updates);
    report.say("seconds_of_a_block", json!(sample.alone));
    report.say("seconds_of_an_update", json!(sample.update));
    report.say("seconds_to_turn_a_block", json!(sample.turn));
    report.say("seconds_to_compress_a_block", json!(sample.compress));
    report.say("seconds_to_expand_a_block", json!(sample.expand));
    report.say("compressed_to", json!(sample.ratio));
    report.say("bytes_in_files", json!((bytes as f64 * sample.ratio) as u64));
    let read = (counts.updates * layout.block_bytes()) as f64 * sample.ratio;
    report.say("bytes_to_read_at_most", json!(read as u64));
    report.say("cpu_hours_in_memory", json!(memory / 3600.0));
    report.say("cpu_hours_in_files", json!(files / 3600.0));
    sample
}

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

fn query(arguments: &Query) -> anyhow::Result<Report> {
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
            // A move to the value that all others have together leaves nothing.
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

/// The xor of the nim values of the parts that hang together, if all are small enough.
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

fn stats(arguments: &Stats, layers: u8) -> anyhow::Result<Report> {
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

/// Tables 1 to 4 of the paper, counted anew.
fn paper(arguments: &Stats) -> anyhow::Result<Ending> {
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

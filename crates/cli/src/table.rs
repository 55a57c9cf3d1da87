//! `tedomari table`: builds, looks up, checks and counts endgame tables.

use crate::cluster::Scheduler;
use crate::ending::{CheckFailed, Ending};
use crate::facts::Facts;
use crate::given::from_file;
use crate::options::{LongTime, Seed, Tables, mebibytes};
use crate::output::stdout;
use crate::report::refusal;
use crate::{census, files, progress};
use anyhow::{Context, ensure};
use clap::{Args, Subcommand};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use tedomari::answers::{BuildAnswer, ListedTable};
use tedomari::prelude::{Budget, Engine};
use tedomari::rules::{LISTED, Layout};
use tedomari::tables::dark_chess::{Endings, Material};
use tedomari::tables::endgame::{
    Build, BuildFailure, Kind, Progress, Rectangle, Shelf, Subject, Table, layout, merge,
};
use tedomari::tables::file::FileError;
use tedomari::{Sample, VerifyError};

const EXAMPLES: &str = "\
Examples:
  tedomari table build amazons 4x4
  tedomari table build amazons 4x4 --queens 1v2 --out queens.table
  tedomari table build nogo 4x4 --values
  tedomari table build dark-chess 3
  tedomari table build dark-chess KvPP
  tedomari table probe dark-chess '.p..|....|.GG.|....|....|....|....|.... left'
  tedomari table probe amazons 'x..|.#.|..o'
  tedomari table verify queens.table --sample 100000
  tedomari table census nogo 4x4 --svg temperatures.svg
  tedomari table census nogo 4x4 --values --find '{4*|0}' --find '{0|v*}'
  tedomari table list

A build that was interrupted goes on where it was when it is started again. Tables are used by analyze,
thermograph, temperature, solve, match, play and player, wherever a region of a position is in one; they
change no result. They are looked for in the folder given with --tables or by the environment variable
TEDOMARI_TABLES, otherwise in the folder for data of your system. A position that no table has, and a
table that is too large for --memory, count as a limit.";

/// Build, look up, check and count endgame tables
#[derive(Subcommand)]
#[command(after_help = EXAMPLES)]
pub(crate) enum Command {
    /// Compute all positions of a game on a rectangle
    #[command(
        after_help = "Examples:\n  tedomari table build amazons 4x4\n  tedomari table build nogo 4x4 --values --time 1h\n\nA build that was interrupted goes on where it was when it is started again."
    )]
    Build(BuildArguments),
    /// Look up a position in the tables
    #[command(after_help = "Example:\n  tedomari table probe amazons 'x..|.#.|..o'")]
    Probe {
        /// The game
        game: String,
        /// The position, or @FILE
        position: String,
        /// Write one JSON object
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        tables: Tables,
    },
    /// Check all bytes of tables, and a sample of their entries against search
    #[command(
        after_help = "Examples:\n  tedomari table build amazons 3x3 --out small.table\n  tedomari table verify small.table --sample 100000\n\n`tedomari table list` prints the files in the folder of tables. A table that is damaged or wrong is a check that failed."
    )]
    Verify {
        /// The tables
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Number of entries that are recomputed from the rules alone; a smaller table is recomputed as a
        /// whole
        #[arg(long, value_name = "N", default_value_t = 1000)]
        sample: u64,
        #[command(flatten)]
        time: LongTime,
        #[command(flatten)]
        seed: Seed,
    },
    /// Count the positions of a table by size, length of play and temperature; a missing table is built first
    #[command(
        after_help = "Examples:\n  tedomari table census nogo 4x4 --svg temperatures.svg\n  tedomari table census nogo 4x4 --values --find '{4*|0}' --find '{0|v*}'"
    )]
    Census(census::Arguments),
    /// Merge the files that a build has kept in its folder into a table
    #[command(
        after_help = "Example:\n  tedomari table merge small.table --out copy.table\n\nA build merges its own pieces at the end; this is for pieces that were made on several machines."
    )]
    Merge {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The table
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// List the tables of the folder
    #[command(after_help = "Example:\n  tedomari table list --json")]
    List {
        /// Write one JSON object for each file
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        tables: Tables,
    },
}

impl Command {
    /// The folder of tables of a command that uses it. `None` means that it names its files.
    pub(crate) fn tables(&mut self) -> Option<&mut Option<PathBuf>> {
        match self {
            Self::Build(arguments) => Some(&mut arguments.tables.tables),
            Self::Census(arguments) => Some(&mut arguments.tables.tables),
            Self::Probe { tables, .. } | Self::List { tables, .. } => Some(&mut tables.tables),
            Self::Verify { .. } | Self::Merge { .. } => None,
        }
    }
}

/// The table to build or count.
#[derive(Args)]
pub(crate) struct Which {
    /// The game: amazons, clobber, domineering or nogo, and for builds dark-chess
    game: String,
    /// Columns and rows, such as 4x4; for dark-chess a material such as KGvP, or a number of pieces, which stands for all
    /// materials of that many or fewer
    size: String,
    /// Queens of Left and Right, in Amazons
    #[arg(long, default_value = "1v1")]
    queens: String,
    /// Canonical forms in place of thermographs
    #[arg(long)]
    values: bool,
}

impl Which {
    pub(crate) fn subject(&self) -> anyhow::Result<Subject> {
        let game = LISTED.iter().copied().find(|game| *game == self.game);
        let game = game.with_context(|| {
            format!("there are no tables of '{}'; there are tables of {}", self.game, LISTED.join(", "))
        })?;
        let pair = |text: &str, mark: char| {
            let (a, b) = text.split_once(mark)?;
            Some([a.parse::<u8>().ok()?, b.parse::<u8>().ok()?])
        };
        let [width, height] =
            pair(&self.size, 'x').with_context(|| format!("'{}' is not a size such as 4x4", self.size))?;
        let queens = pair(&self.queens, 'v')
            .with_context(|| format!("'{}' is not a pair of numbers of queens such as 1v2", self.queens))?;
        let layout = layout(game).context("the game has no tables")?;
        ensure!(queens == [1, 1] || layout == Layout::Queens, "there are no queens in {game}");
        let queens = if layout == Layout::Queens { queens } else { [0, 0] };
        let kind = if self.values { Kind::Value } else { Kind::Thermograph };
        Ok(Subject { game, rectangle: Rectangle { width, height, layout, queens: queens.into() }, kind })
    }
}

#[derive(Args)]
pub(crate) struct BuildArguments {
    #[command(flatten)]
    which: Which,
    /// The file [default: in the folder of tables]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    memory: TableMemory,
    #[command(flatten)]
    time: LongTime,
    #[command(flatten)]
    scheduler: Scheduler,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: Tables,
}

/// The memory of a build.
#[derive(Args, Clone, Copy)]
pub(crate) struct TableMemory {
    /// Memory limit for building in MiB; a table that needs more is refused before the work begins
    #[arg(long, value_name = "MIB", default_value_t = 12_288, value_parser = mebibytes())]
    memory: u64,
}

/// The game whose tables are files of a folder, one for each material.
const DARK_CHESS: &str = "dark-chess";

/// The folder of tables.
pub(crate) fn folder(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    let usual = || dirs::data_dir().map(|folder| folder.join("tedomari").join("tables"));
    given.map(Path::to_owned).or_else(usual).context("there is no folder for data; name one with --tables")
}

/// An engine that uses the tables of a folder. The default folder may be missing.
pub(crate) fn engine(given: Option<&Path>) -> anyhow::Result<Engine> {
    let Ok(folder) = folder(given) else { return Ok(Engine::new()) };
    if given.is_none() && !folder.is_dir() {
        return Ok(Engine::new());
    }
    let engine = || -> anyhow::Result<Engine> {
        let endings = Endings::in_folder(&endings(&folder))?;
        endings.warn(Box::new(|error| eprintln!("warning: {error}; endgames are searched instead")));
        Ok(Engine::with_endings(endings))
    };
    let (shelf, errors) = Shelf::open(&folder);
    for error in errors {
        match (&error, given) {
            (FileError::Io { path, .. }, Some(_)) if *path == folder => return Err(error.into()),
            _ => eprintln!("warning: {error}; it is not used"),
        }
    }
    if shelf.tables().is_empty() {
        return engine();
    }
    shelf.warn(Box::new(|error| {
        eprintln!("warning: {error}; positions are searched instead");
    }));
    Ok(engine()?.knowing(Arc::new(shelf)))
}

pub(crate) fn run(command: Command, engine: &Engine) -> anyhow::Result<Ending> {
    match command {
        Command::Build(arguments) => build(&arguments),
        Command::Probe { game, position, json, tables } if game == DARK_CHESS => {
            probe_ending(&from_file(&position)?, json, tables.tables.as_deref())
        }
        Command::Probe { game, position, json, tables } => {
            probe(engine, &game, &from_file(&position)?, json, tables.tables.as_deref())
        }
        Command::Verify { files, sample, time, seed } => {
            verify(&files, Sample { count: sample, seed: seed.get() }, time)
        }
        Command::Census(arguments) => census::run(&arguments, engine),
        Command::Merge { files: pieces, out } => {
            files::ensure_regular(&out)?;
            let pieces = pieces.iter().map(|file| Table::open(file)).collect::<Result<Vec<_>, _>>()?;
            let table = merge(&out, &pieces)?;
            files::announce(&out);
            writeln!(stdout(), "{}: {} entries, {} bytes", out.display(), table.entries(), table.bytes())?;
            Ok(Ending::Complete)
        }
        Command::List { json, tables } => list(&folder(tables.tables.as_deref())?, json),
    }
}

/// Lists the tables of a folder. A folder that is not there has none.
fn list(folder: &Path, json: bool) -> anyhow::Result<Ending> {
    let mut out = stdout();
    let listed = tedomari::list_tables(folder)?;
    for answer in &listed {
        if json {
            crate::output::write_json(&mut out, answer)?;
            continue;
        }
        let ListedTable { file, game, size, queens, kind, entries, bytes, error, .. } = answer;
        match (game, size, kind, entries, error) {
            (Some(game), Some(size), Some(kind), Some(entries), None) => {
                let queens = queens.as_ref().map(|queens| format!(" {queens}")).unwrap_or_default();
                writeln!(out, "{file}  {game} {size}{queens}, {kind}: {entries} entries, {bytes} bytes")?;
            }
            (.., error) => {
                let reason = error.as_deref().unwrap_or("it is not complete");
                writeln!(out, "{file}  {bytes} bytes, cannot be used: {reason}")?;
            }
        }
    }
    let materials = Endings::in_folder(&endings(folder))?.materials()?;
    if !materials.is_empty() && !json {
        let most = materials.iter().map(Material::pieces).max().unwrap_or(0);
        let (folder, count) = (endings(folder), materials.len());
        writeln!(out, "{}  {DARK_CHESS}: {count} materials of up to {most} pieces", folder.display())?;
    }
    if listed.is_empty() && materials.is_empty() {
        eprintln!("there are no tables in {}; `tedomari table build` makes them", folder.display());
    }
    Ok(Ending::Complete)
}

/// Builds a table and shows the progress.
pub(crate) fn built(
    subject: Subject,
    path: &Path,
    memory: TableMemory,
    budget: Budget,
) -> Result<(BuildAnswer, Option<Table>), BuildFailure> {
    let started = Instant::now();
    let shown = AtomicU64::new(0);
    let tell = |Progress { level, levels, done, left }: &Progress| {
        // Ten times a second is enough.
        let now = started.elapsed().as_millis() as u64 / 100;
        if shown.swap(now, Ordering::Relaxed) == now {
            return;
        }
        let seconds = started.elapsed().as_secs_f64() * *left as f64 / (*done).max(1) as f64;
        progress::show(&format!(
            "level {level} of {}, {left} entries left, {seconds:.0} s to go",
            levels - 1
        ));
    };
    let work = Build { subject, path, memory: memory.memory << 20, budget, progress: &tell };
    let built = tedomari::build(&work);
    progress::show("");
    built
}

pub(crate) fn place(
    given: Option<&PathBuf>,
    subject: &Subject,
    tables: Option<&Path>,
) -> anyhow::Result<PathBuf> {
    if let Some(path) = given {
        return Ok(path.clone());
    }
    let folder = folder(tables)?;
    std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    Ok(folder.join(subject.file_name()))
}

/// The folder of endgames of dark chess in the folder of tables.
fn endings(tables: &Path) -> PathBuf {
    tables.join(DARK_CHESS)
}

/// Builds tables of endgames of dark chess.
fn build_endings(arguments: &BuildArguments) -> anyhow::Result<Ending> {
    ensure!(arguments.out.is_none(), "tables of dark-chess are files of a folder: name it with --tables");
    ensure!(!arguments.which.values, "there are no canonical forms in dark-chess");
    let materials = tedomari::materials(&arguments.which.size)?;
    let endings = Endings::in_folder(&endings(&folder(arguments.tables.tables.as_deref())?))?;
    let budget = arguments.time.budget().with_bytes((arguments.memory.memory << 20) as usize);
    let tell = |done: usize, all: usize| progress::show(&format!("{done} of {all} materials"));
    let built = tedomari::build_endings(&endings, &materials, &budget, &tell);
    progress::show("");
    let answer = built?;
    Facts::of(&answer).print(arguments.json)?;
    Ok(if answer.error.is_some() { Ending::LimitReached } else { Ending::Complete })
}

/// Looks up an endgame of dark chess.
fn probe_ending(text: &str, json: bool, tables: Option<&Path>) -> anyhow::Result<Ending> {
    let endings = Endings::in_folder(&endings(&folder(tables)?))?;
    let answer = tedomari::probe_ending(&endings, text)?;
    Facts::of(&answer).print(json)?;
    Ok(if answer.error.is_some() { Ending::LimitReached } else { Ending::Complete })
}

fn build(arguments: &BuildArguments) -> anyhow::Result<Ending> {
    if arguments.which.game == DARK_CHESS {
        ensure!(
            !arguments.scheduler.is_given(),
            "tables of dark-chess are not built on clusters: leave --scheduler out"
        );
        return build_endings(arguments);
    }
    let subject = arguments.which.subject()?;
    let path = place(arguments.out.as_ref(), &subject, arguments.tables.tables.as_deref())?;
    files::ensure_writable(&path)?;
    on_cluster(arguments, &subject, &path)?;
    let (answer, table) = built(subject, &path, arguments.memory, arguments.time.budget())?;
    if table.is_some() {
        files::announce(&path);
    }
    report(&answer, arguments.json)
}

/// Lets a cluster build the table, if there is one; then it is there.
fn on_cluster(arguments: &BuildArguments, subject: &Subject, path: &Path) -> anyhow::Result<()> {
    let _: Option<()> = arguments.scheduler.work("table", || {
        let Rectangle { width, height, queens, .. } = subject.rectangle;
        Ok(json!({
            "game": subject.game, "size": [width, height], "path": std::path::absolute(path)?,
            "queens": [queens.left.max(1), queens.right.max(1)], "values": subject.kind == Kind::Value,
            "memory": arguments.memory.memory,
        }))
    })?;
    Ok(())
}

/// Prints the answer of a build.
pub(crate) fn report(answer: &BuildAnswer, json: bool) -> anyhow::Result<Ending> {
    let mut facts = Facts::of(answer);
    if !json && answer.error.is_some() {
        facts.withdraw("seconds");
    }
    facts.print(json)?;
    Ok(if answer.error.is_some() { Ending::LimitReached } else { Ending::Complete })
}

fn probe(
    engine: &Engine,
    game: &str,
    text: &str,
    json: bool,
    tables: Option<&Path>,
) -> anyhow::Result<Ending> {
    let folder = folder(tables)?;
    let (shelf, errors) = Shelf::open(&folder);
    for error in &errors {
        eprintln!("warning: {error}; it is not used");
    }
    let position = engine.rulesets().open(game, text).map_err(|error| refusal(error.into()))?;
    let mut answer = tedomari::probe(&shelf, game, &position)?;
    if !answer.complete {
        let folder = folder.display();
        answer.error = Some(format!("no table in {folder} has this position, or one of its regions"));
    }
    Facts::of(&answer).print(json)?;
    Ok(if answer.complete { Ending::Complete } else { Ending::LimitReached })
}

fn verify(files: &[PathBuf], sample: Sample, time: LongTime) -> anyhow::Result<Ending> {
    let budget = time.budget();
    let tell = |checked: u64, of: u64| {
        if checked.is_multiple_of(256) {
            progress::show(&format!("{checked} of {of} entries"));
        }
    };
    for file in files {
        let table = Table::open(file)?;
        let verified = tedomari::verify(&table, sample, &budget, &tell);
        progress::show("");
        let held = table.range().end - table.range().start;
        let (file, bytes) = (file.display(), table.bytes());
        let right = |checked: u64| {
            let entries = match checked {
                all if all == held => format!("all {held} entries"),
                some => format!("{some} entries of {held}"),
            };
            format!("{file}: {bytes} bytes and their checksums are right, and so are {entries}")
        };
        match verified {
            Ok(checked) => writeln!(stdout(), "{}", right(checked))?,
            Err(error @ VerifyError::Bytes(_)) => {
                eprintln!("error: {file}: {error}");
                return Ok(Ending::LimitReached);
            }
            Err(VerifyError::Entries(checked, limit)) if limit.is_limit() => {
                eprintln!("error: {}; {limit}", right(checked));
                return Ok(Ending::LimitReached);
            }
            Err(VerifyError::File(error @ FileError::Io { .. })) => return Err(error.into()),
            Err(error) => return Err(CheckFailed(error.into()).into()),
        }
    }
    Ok(Ending::Complete)
}

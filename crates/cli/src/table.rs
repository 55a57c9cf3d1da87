//! `tedomari table`: endgame tables built, looked up, checked and counted.

use crate::output::stdout;
use crate::report::walls;
use crate::{Ending, census, files, position, progress, seconds};
use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tedomari::exact::ThermographTable;
use tedomari::prelude::{Budget, Dyadic, Limits, Outcome, Player, Position, ValueId, ValueTable, Values};
use tedomari::rules::{self, LISTED, Layout, Listed, ListedVisitor, Tabled, Visitor, listed, open};
use tedomari::tables::endgame::{
    Build, BuildFailure, Found, GraphEntry, Kind, Progress, Rectangle, Shelf, Subject, Table, layout, merge,
};
use tedomari::tables::file::FileError;
use tedomari::values::Error;

const EXAMPLES: &str = "\
Examples:
  tedomari table build amazons 4x4
  tedomari table build amazons 4x4 --queens 1v2 --out queens.table
  tedomari table build nogo 4x4 --values
  tedomari table probe amazons 'x..|.#.|..o'
  tedomari table verify amazons-4x4-1v1.table --sample 100000
  tedomari table census nogo 4x4 --svg temperatures.svg
  tedomari table census nogo 4x4 --values --find '{4*|0}' --find '{0|v*}'

A build that was interrupted goes on where it was when it is started again. Tables are used by analyze,
temperature, solve, match and play, wherever a region of a position is in one; they change no result. They are looked for in the folder given
with --tables, otherwise in the folder for data of your system.
Exit status: 0 if all is well, 2 for bad input, 3 if a limit was reached.";

/// Build, look up, check and count endgame tables
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Work out all positions of a game on a rectangle
    Build(BuildArguments),
    /// What do the tables say about a position?
    Probe {
        /// The game
        game: String,
        /// The position, or @FILE
        position: OsString,
        /// Write one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Check all bytes of tables, and a sample of their entries against search
    Verify {
        /// The tables
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// So many entries are worked out anew, from the rules alone; all of them, if there are no more
        #[arg(long, value_name = "N", default_value_t = 1000)]
        sample: u64,
        /// Stop after this time, such as 60s or 2h
        #[arg(long, default_value = "1000h", value_parser = seconds)]
        time: f64,
        /// Where chance starts from
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Count the positions of a table by size, length of play and temperature
    Census(census::Arguments),
    /// Make a table of the files that a build has kept in its folder
    Merge {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The table
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
}

/// Which table.
#[derive(Args)]
pub(crate) struct Which {
    /// The game: amazons, clobber, domineering or nogo
    game: String,
    /// Columns and rows, such as 4x4
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
        let game = LISTED.into_iter().find(|game| *game == self.game);
        let game = game.with_context(|| {
            format!("there are no tables of '{}'; there are tables of {}", self.game, LISTED.join(", "))
        })?;
        let pair = |text: &str, mark: char| {
            let (a, b) = text.split_once(mark)?;
            Some([a.parse::<u8>().ok()?, b.parse::<u8>().ok()?])
        };
        let [width, height] = pair(&self.size, 'x')
            .with_context(|| format!("'{}' is no size; one is written 4x4", self.size))?;
        let queens = pair(&self.queens, 'v')
            .with_context(|| format!("'{}' are no queens; they are written 1v2", self.queens))?;
        let layout = layout(game).context("the game has no tables")?;
        ensure!(queens == [1, 1] || layout == Layout::Queens, "there are no queens in {game}");
        let queens = if layout == Layout::Queens { queens } else { [0, 0] };
        let kind = if self.values { Kind::Value } else { Kind::Thermograph };
        Ok(Subject { game, rectangle: Rectangle { width, height, layout, queens }, kind })
    }
}

#[derive(Args)]
struct BuildArguments {
    #[command(flatten)]
    which: Which,
    /// The file [default: in the folder of tables]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Use no more than about this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 12_288, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    memory: u64,
    /// Stop after this time, such as 60s or 2h; what is done by then is kept
    #[arg(long, default_value = "1000h", value_parser = seconds)]
    time: f64,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// Facts in order, for people and for programs; what went wrong is the fact `error`.
#[derive(Default)]
pub(crate) struct Facts(Map<String, Value>);

impl Facts {
    pub(crate) fn say(&mut self, key: &str, value: Value) {
        self.0.insert(key.to_owned(), value);
    }

    pub(crate) fn print(mut self, json: bool) -> anyhow::Result<()> {
        if json {
            writeln!(stdout(), "{}", Value::Object(self.0))?;
            return Ok(());
        }
        let error = self.0.remove("error");
        write!(stdout(), "{}", lines(&self.0, 2))?;
        if let Some(error) = error.as_ref().and_then(Value::as_str) {
            eprintln!("error: {error}");
        }
        Ok(())
    }
}

impl Facts {
    /// What is known about a position in which nobody can move.
    fn tell_nothing_left(&mut self) -> anyhow::Result<()> {
        let values = Values::new();
        let graph = values.thermograph(ValueId::ZERO)?;
        self.say_graph(&GraphEntry { graph: graph.clone(), outcome: Outcome::Previous });
        for side in ["left_moves", "right_moves"] {
            self.say(side, json!([]));
        }
        self.say("canonical", json!("0"));
        Ok(())
    }

    fn say_graph(&mut self, entry: &GraphEntry) {
        self.say("outcome", json!(entry.outcome.to_string()));
        self.say("mean", json!(entry.graph.mean().to_string()));
        self.say("temperature", json!(entry.graph.temperature().to_string()));
        self.say("thermograph", walls(&entry.graph));
    }

    /// What tables say about a region.
    fn tell<P: Position>(&mut self, region: &P, tabled: &Tabled, shelf: &Shelf) -> anyhow::Result<()> {
        if let Some(entry) = shelf.graph(tabled)? {
            self.say_graph(&entry);
            for (player, side) in Player::BOTH.into_iter().zip(["left_moves", "right_moves"]) {
                self.say(side, json!(orthodox(region, player, entry.graph.temperature(), shelf)?));
            }
        }
        if let Some((_, Found::Value(value, negative))) = shelf.probe(tabled, Kind::Value)? {
            let values = Values::new();
            let value = values.parse(&value)?;
            let value = if negative { values.negative(value)? } else { value };
            self.say("canonical", json!(values.print(value)?));
        }
        Ok(())
    }
}

/// A line for each fact; facts about facts are set in.
fn lines(facts: &Map<String, Value>, indent: usize) -> String {
    let width = facts.keys().map(|key| key.chars().count()).max().unwrap_or(0).max(17);
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut text = String::new();
    for (key, value) in facts {
        let key = key.replace('_', " ");
        let line = match value {
            Value::Object(inner) if inner.len() == 2 && inner.contains_key("all") => {
                format!("{:>13} {:>13}", inner["all"].to_string(), inner["distinct"].to_string())
            }
            Value::Object(inner) => {
                text += &format!("{:indent$}{key}\n{}", "", lines(inner, indent + 2));
                continue;
            }
            Value::Array(list) if list.iter().all(Value::is_object) && !list.is_empty() => {
                text += &format!("{:indent$}{key}\n", "");
                for inner in list.iter().filter_map(Value::as_object) {
                    text += &lines(inner, indent + 2);
                }
                continue;
            }
            Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(" "),
            value => plain(value),
        };
        text += &format!("{:indent$}{key:<width$} {line}\n", "");
    }
    text
}

/// The folder of tables.
fn folder(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    let usual = || dirs::data_dir().map(|folder| folder.join("tedomari").join("tables"));
    given.map(Path::to_owned).or_else(usual).context("there is no folder for data; name one with --tables")
}

/// Lets everything look into the tables of a folder; the usual one need not be there.
pub(crate) fn learn(given: Option<&Path>) -> anyhow::Result<()> {
    let Ok(folder) = folder(given) else { return Ok(()) };
    if given.is_none() && !folder.is_dir() {
        return Ok(());
    }
    let (shelf, errors) = Shelf::open(&folder);
    for error in errors {
        match (&error, given) {
            (FileError::Io { path, .. }, Some(_)) if *path == folder => return Err(error.into()),
            _ => eprintln!("warning: {error}; it is not used"),
        }
    }
    if !shelf.tables().is_empty() {
        shelf.warn(Box::new(|error| {
            eprintln!("warning: {error}; positions are searched instead");
        }));
        rules::learn(Box::new(shelf));
    }
    Ok(())
}

pub(crate) fn run(arguments: Arguments, tables: Option<&Path>) -> anyhow::Result<Ending> {
    match arguments.command {
        Command::Build(arguments) => build(&arguments, tables),
        Command::Probe { game, position: text, json } => probe(&game, &position(text)?, json, tables),
        Command::Verify { files, sample, time, seed } => verify(&files, sample, time, seed),
        Command::Census(arguments) => census::run(&arguments, tables),
        Command::Merge { files: pieces, out } => {
            files::ensure_regular(&out)?;
            let pieces = pieces.iter().map(|file| Table::open(file)).collect::<Result<Vec<_>, _>>()?;
            let table = merge(&out, &pieces)?;
            files::announce(&out);
            writeln!(stdout(), "{}: {} entries, {} bytes", out.display(), table.entries(), table.bytes())?;
            Ok(Ending::Complete)
        }
    }
}

/// Builds a table, showing how far it is.
pub(crate) fn built(subject: Subject, path: &Path, memory: u64, time: f64) -> Result<Table, BuildFailure> {
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
    let budget = Budget::after(Duration::from_secs_f64(time));
    let table = Build { subject, path, memory: memory << 20, budget, progress: &tell }.run();
    progress::show("");
    table
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

fn build(arguments: &BuildArguments, tables: Option<&Path>) -> anyhow::Result<Ending> {
    let subject = arguments.which.subject()?;
    let path = place(arguments.out.as_ref(), &subject, tables)?;
    files::ensure_regular(&path)?;
    let started = Instant::now();
    let rectangle = subject.rectangle;
    let table = match built(subject, &path, arguments.memory, arguments.time) {
        Ok(table) => table,
        Err(failure) => return limit(failure, arguments.json),
    };
    files::announce(&path);
    let entries = table.entries();
    let mut report = Facts::default();
    report.say("file", json!(path.display().to_string()));
    report.say("boards", json!(u64::try_from(rectangle.all_positions()).unwrap_or(u64::MAX)));
    report.say("entries", json!(entries));
    let kinds = if table.subject().kind == Kind::Value { "values" } else { "thermographs" };
    report.say(kinds, json!(table.words()));
    report.say("bytes", json!(table.bytes()));
    report.say("bytes_per_entry", json!((1000.0 * table.bytes() as f64 / entries as f64).round() / 1000.0));
    report.say("seconds", json!(started.elapsed().as_secs_f64()));
    report.print(arguments.json)?;
    Ok(Ending::Complete)
}

/// Says which limit was reached; anything else that failed is bad input.
pub(crate) fn limit(failure: BuildFailure, json: bool) -> anyhow::Result<Ending> {
    let message = match &failure {
        BuildFailure::Memory { .. } => failure.to_string(),
        BuildFailure::Value(error) if error.is_limit() => {
            format!("{failure}; finished parts of levels are kept")
        }
        _ => return Err(failure.into()),
    };
    let mut report = Facts::default();
    report.say("error", json!(message));
    report.print(json)?;
    Ok(Ending::LimitReached)
}

fn probe(game: &str, text: &str, json: bool, tables: Option<&Path>) -> anyhow::Result<Ending> {
    /// In a game that has tables or not.
    struct Probe<'a>(&'a Shelf, bool);
    impl Visitor for Probe<'_> {
        type Output = anyhow::Result<(Facts, Ending)>;
        fn visit<P: Position>(self, position: P) -> Self::Output {
            let mut report = Facts::default();
            report.say("position", json!(position.to_string()));
            let Self(shelf, has_tables) = self;
            let has = |tabled: &Tabled| -> anyhow::Result<bool> {
                Ok(shelf.graph(tabled)?.is_some() || shelf.probe(tabled, Kind::Value)?.is_some())
            };
            let whole = position.tabled().map(|tabled| has(&tabled)).transpose()? == Some(true);
            let regions = if whole { vec![position.clone()] } else { position.regions().into_vec() };
            let several = regions.len() > 1;
            let (mut ending, mut said) = (Ending::Complete, Vec::new());
            if regions.is_empty() {
                // Nobody can move, so no table is needed; elsewhere the end of play may have a score.
                match has_tables {
                    true => report.tell_nothing_left()?,
                    false => ending = Ending::LimitReached,
                }
            }
            for region in &regions {
                let mut one = Facts::default();
                if several {
                    one.say("region", json!(region.to_string()));
                }
                match region.tabled() {
                    Some(tabled) if has(&tabled)? => one.tell(region, &tabled, shelf)?,
                    _ => ending = Ending::LimitReached,
                }
                said.push(one);
            }
            if several {
                report
                    .say("regions", Value::Array(said.into_iter().map(|one| Value::Object(one.0)).collect()));
            } else if let Some(one) = said.into_iter().next() {
                report.0.extend(one.0);
            }
            Ok((report, ending))
        }
    }
    let folder = folder(tables)?;
    let (shelf, errors) = Shelf::open(&folder);
    for error in &errors {
        eprintln!("warning: {error}; it is not used");
    }
    let (mut report, ending) = open(game, text, Probe(&shelf, LISTED.contains(&game)))??;
    if ending == Ending::LimitReached {
        let message = format!("no table in {} has this position, or one of its regions", folder.display());
        report.say("error", json!(message));
    }
    report.print(json)?;
    Ok(ending)
}

/// The moves that are best at the temperature, from what tables say about all moves.
fn orthodox<P: Position>(
    position: &P,
    player: Player,
    t: Dyadic,
    shelf: &Shelf,
) -> anyhow::Result<Vec<String>> {
    let mut best: Option<(Dyadic, Vec<String>)> = None;
    for action in position.moves(player) {
        let after = position.play(player, action).tabled().map(|after| shelf.graph(&after)).transpose()?;
        let Some(after) = after.flatten() else { return Ok(Vec::new()) };
        let reached = after.graph.wall(player.opponent()).at(t)?;
        let reached = player.sees(reached);
        match &mut best {
            Some((most, moves)) if *most == reached => moves.push(action.to_string()),
            Some((most, _)) if *most > reached => {}
            _ => best = Some((reached, vec![action.to_string()])),
        }
    }
    Ok(best.map_or_else(Vec::new, |(_, moves)| moves))
}

/// Who wins, by nothing but the rules.
fn winner<P: Position>(
    position: &P,
    first: Player,
    known: &mut HashMap<(P, Player), Player>,
    budget: &Budget,
) -> Result<Player, Error> {
    budget.check()?;
    let (form, negative) = position.normal_form();
    let seen = |player: Player| if negative { player.opponent() } else { player };
    let key = (form, seen(first));
    if let Some(won) = known.get(&key) {
        return Ok(seen(*won));
    }
    let (form, mover) = &key;
    let mut won = mover.opponent();
    for option in form.options(*mover) {
        if winner(&option, mover.opponent(), known, budget)? == *mover {
            won = *mover;
            break;
        }
    }
    known.insert(key, won);
    Ok(seen(won))
}

/// Which entries of a table are worked out anew: some by chance, or all of them once.
fn sample(range: Range<u64>, count: u64, seed: u64) -> impl Iterator<Item = u64> {
    let held = range.end - range.start;
    let mut random = fastrand::Rng::with_seed(seed);
    let count = count.min(held);
    // One from each of as many stretches, so that none is taken twice.
    let start = move |i: u64| range.start + (u128::from(held) * u128::from(i) / u128::from(count)) as u64;
    (0..count).map(move |i| random.u64(start(i)..start(i + 1)))
}

fn verify(files: &[PathBuf], count: u64, time: f64, seed: u64) -> anyhow::Result<Ending> {
    /// Counts the entries that are right.
    struct Check<'a> {
        table: &'a Table,
        count: u64,
        seed: u64,
        budget: &'a Budget,
        checked: &'a mut u64,
    }
    impl ListedVisitor for Check<'_> {
        type Output = anyhow::Result<()>;
        fn visit<P: Listed>(self) -> Self::Output {
            let Self { table, count, seed, budget, checked } = self;
            let values = Values::with_limits(Limits { budget: budget.clone(), ..Limits::default() });
            let (search, exact) = (ThermographTable::default(), ValueTable::default());
            let mut winners = HashMap::new();
            let range = table.range();
            let of = count.min(range.end - range.start);
            for entry in sample(range, count, seed) {
                budget.check_now()?;
                let position = P::on(table.board(entry));
                let said = table.entry(entry)?.map(|word| table.word(word, false)).transpose()?;
                let right = match (&position, said) {
                    (None, None) => true,
                    (Some(position), Some(Found::Graph(said, _))) => {
                        let id = search.thermograph(&values, position)?;
                        let left = winner(position, Player::Left, &mut winners, budget)?;
                        let right = winner(position, Player::Right, &mut winners, budget)?;
                        *values.thermographs().get(id) == said.graph
                            && Outcome::of_winners(left, right) == said.outcome
                    }
                    (Some(position), Some(Found::Value(said, _))) => {
                        exact.value(&values, position)? == values.parse(&said)?
                    }
                    _ => false,
                };
                if !right {
                    let board = position
                        .map_or_else(|| "an illegal position".to_owned(), |position| position.to_string());
                    bail!("{} is wrong about {board}", table.path().display());
                }
                *checked += 1;
                if *checked % 256 == 0 {
                    progress::show(&format!("{checked} of {of} entries"));
                }
            }
            Ok(())
        }
    }
    let budget = Budget::after(Duration::from_secs_f64(time));
    for file in files {
        let table = Table::open(file)?;
        match table.verify(&budget) {
            Err(BuildFailure::Value(limit)) if limit.is_limit() => {
                eprintln!("error: {}: {limit} before all bytes were checked", file.display());
                return Ok(Ending::LimitReached);
            }
            verified => verified?,
        }
        let mut checked = 0;
        // The words of a piece may be in another one.
        let count = if table.is_complete() { count } else { 0 };
        let check = Check { table: &table, count, seed, budget: &budget, checked: &mut checked };
        let ended = listed(table.subject().game, check).context("the game has no tables")?;
        progress::show("");
        let held = table.range().end - table.range().start;
        let (file, bytes) = (file.display(), table.bytes());
        let checked = match checked {
            all if all == held => format!("all {held} entries"),
            some => format!("{some} entries of {held}"),
        };
        if let Err(error) = ended {
            match error.downcast_ref::<Error>() {
                Some(limit) if limit.is_limit() => {
                    eprintln!(
                        "error: {file}: {bytes} bytes and their checksums are right, and so are {checked}; {limit}"
                    );
                    return Ok(Ending::LimitReached);
                }
                _ => return Err(error),
            }
        }
        writeln!(stdout(), "{file}: {bytes} bytes and their checksums are right, and so are {checked}")?;
    }
    Ok(Ending::Complete)
}

//! `tedomari table`: endgame tables built, looked up, checked and counted.

use crate::report::walls;
use crate::{Ending, files, position, progress, seconds};
use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand};
use lab::{Axis, Plot, Series};
use serde_json::{Map, Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tedomari::prelude::{Dyadic, Games, Player, Position, Stop, ValueTable};
use tedomari::rules::{self, LISTED, Layout, Listed, ListedVisitor, Visitor, listed, open};
use tedomari::search::ThermographTable;
use tedomari::tables::endgame::{
    Build, BuildFailure, CLASSES, Census, Count, Found, Kind, Rectangle, Shelf, Subject, Table, layout, merge,
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

A build that was interrupted goes on where it was when it is started again. Tables are used by all other
commands, wherever a region of a position is in one; they change no result. They are looked for in the folder given
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
        /// So many entries are worked out anew, from the rules alone
        #[arg(long, value_name = "N", default_value_t = 1000)]
        sample: u64,
        /// Where chance starts from
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Count the positions of a table by size, length of play and temperature
    Census(CensusArguments),
    /// Make a table of level files that builds have kept
    Merge {
        /// The level files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The table
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
}

/// Which table.
#[derive(Args)]
struct Which {
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
    fn subject(&self) -> anyhow::Result<Subject> {
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

#[derive(Args)]
struct CensusArguments {
    #[command(flatten)]
    which: Which,
    /// The file [default: in the folder of tables; it is built if it is not there]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Look for a position with this value, in a table of values
    #[arg(long, value_name = "VALUE", requires = "values", allow_hyphen_values = true)]
    find: Vec<String>,
    /// Draw how many positions have which temperature
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// Facts in order, for people and for programs.
#[derive(Default)]
struct Facts(Map<String, Value>);

impl Facts {
    fn say(&mut self, key: &str, value: Value) {
        self.0.insert(key.to_owned(), value);
    }

    fn print(&self, json: bool) {
        if json {
            println!("{}", Value::Object(self.0.clone()));
        } else {
            print!("{}", lines(&self.0, 2));
        }
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
        rules::learn(Box::new(shelf));
    }
    Ok(())
}

pub(crate) fn run(arguments: Arguments, tables: Option<&Path>) -> anyhow::Result<Ending> {
    match arguments.command {
        Command::Build(arguments) => build(&arguments, tables),
        Command::Probe { game, position: text, json } => probe(&game, &position(text)?, json, tables),
        Command::Verify { files, sample, seed } => verify(&files, sample, seed),
        Command::Census(arguments) => census(&arguments, tables),
        Command::Merge { files, out } => {
            let levels = files.iter().map(|file| Table::open(file)).collect::<Result<Vec<_>, _>>()?;
            let table = merge(&out, &levels)?;
            println!("{}: {} entries, {} bytes", out.display(), table.index().len(), table.bytes());
            Ok(Ending::Complete)
        }
    }
}

/// Builds a table, showing how far it is.
fn built(subject: Subject, path: &Path, memory: u64, time: f64) -> Result<Table, BuildFailure> {
    let started = Instant::now();
    let shown = AtomicU64::new(0);
    let tell = |level: usize, levels: usize, done: u64, all: u64| {
        // Ten times a second is enough.
        let now = started.elapsed().as_millis() as u64 / 100;
        if shown.swap(now, Ordering::Relaxed) == now {
            return;
        }
        let seconds = started.elapsed().as_secs_f64() * (all as f64 / done.max(1) as f64 - 1.0);
        progress::show(&format!(
            "level {level} of {}, {done} of {all} entries, {seconds:.0} s to go",
            levels - 1
        ));
    };
    let stop = Stop::after(Duration::from_secs_f64(time));
    let table = Build { subject, path, memory: memory << 20, stop, progress: &tell }.run();
    progress::show("");
    table
}

fn place(given: Option<&PathBuf>, subject: &Subject, tables: Option<&Path>) -> anyhow::Result<PathBuf> {
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
    let started = Instant::now();
    let all = subject.rectangle.all_positions();
    let table = match built(subject, &path, arguments.memory, arguments.time) {
        Ok(table) => table,
        Err(
            error @ (BuildFailure::Memory { .. } | BuildFailure::Value(Error::Stopped | Error::OutOfRoom)),
        ) => {
            eprintln!("{error}; finished levels are kept");
            return Ok(Ending::LimitReached);
        }
        Err(error) => return Err(error.into()),
    };
    let entries = table.index().len();
    let mut report = Facts::default();
    report.say("file", json!(path.display().to_string()));
    report.say("positions", json!(u64::try_from(all).unwrap_or(u64::MAX)));
    report.say("entries", json!(entries));
    report.say("distinct", json!(table.words().len()));
    report.say("bytes", json!(table.bytes()));
    report.say("bytes_per_entry", json!((1000.0 * table.bytes() as f64 / entries as f64).round() / 1000.0));
    report.say("seconds", json!(started.elapsed().as_secs_f64()));
    report.print(arguments.json);
    Ok(Ending::Complete)
}

fn probe(game: &str, text: &str, json: bool, tables: Option<&Path>) -> anyhow::Result<Ending> {
    struct Probe<'a>(&'a Shelf);
    impl Visitor for Probe<'_> {
        type Output = anyhow::Result<(Facts, Ending)>;
        fn visit<P: Position>(self, position: P) -> Self::Output {
            let mut report = Facts::default();
            report.say("position", json!(position.to_string()));
            let whole = position.tabled().and_then(|tabled| self.0.graph(&tabled));
            let regions: Vec<P> = match whole {
                Some(_) => vec![position.clone()],
                None => position.regions().into_vec(),
            };
            let several = regions.len() > 1;
            let mut ending = Ending::Complete;
            let mut said = Vec::new();
            for region in &regions {
                let Some(tabled) = region.tabled() else {
                    ending = Ending::LimitReached;
                    continue;
                };
                let mut one = Facts::default();
                if several {
                    one.say("region", json!(region.to_string()));
                }
                match self.0.graph(&tabled) {
                    Some(entry) => {
                        one.say("outcome", json!(entry.outcome.to_string()));
                        one.say("mean", json!(entry.graph.mean().to_string()));
                        one.say("temperature", json!(entry.graph.temperature().to_string()));
                        one.say("thermograph", walls(&entry.graph));
                        for player in Player::BOTH {
                            let moves = orthodox(region, player, entry.graph.temperature(), self.0)?;
                            let side = if player == Player::Left { "left_moves" } else { "right_moves" };
                            one.say(side, json!(moves));
                        }
                    }
                    None => ending = Ending::LimitReached,
                }
                if let Ok(Some((_, Found::Value(value, negative)))) = self.0.probe(&tabled, Kind::Value) {
                    let games = Games::new();
                    let value = games.parse(value)?;
                    let value = if negative { games.negative(value)? } else { value };
                    one.say("canonical", json!(games.print(value)?));
                    ending = Ending::Complete;
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
    let (report, ending) = open(game, text, Probe(&shelf))??;
    report.print(json);
    if ending == Ending::LimitReached {
        eprintln!("no table in {} has this position, or one of its regions", folder.display());
    }
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
        let after = position.play(player, action).tabled().and_then(|after| shelf.graph(&after));
        let Some(after) = after else { return Ok(Vec::new()) };
        let reached = after.graph.wall(player.opponent()).at(t)?;
        let reached = if player == Player::Left { reached } else { -reached };
        match &mut best {
            Some((most, moves)) if *most == reached => moves.push(action.to_string()),
            Some((most, _)) if *most > reached => {}
            _ => best = Some((reached, vec![action.to_string()])),
        }
    }
    Ok(best.map_or_else(Vec::new, |(_, moves)| moves))
}

fn verify(files: &[PathBuf], sample: u64, seed: u64) -> anyhow::Result<Ending> {
    struct Check<'a>(&'a Table, u64, u64);
    impl ListedVisitor for Check<'_> {
        type Output = anyhow::Result<u64>;
        fn visit<P: Listed>(self) -> Self::Output {
            let Self(table, sample, seed) = self;
            let (games, search, values) = (Games::new(), ThermographTable::default(), ValueTable::default());
            let mut random = fastrand::Rng::with_seed(seed);
            let mut checked = 0;
            for _ in 0..sample {
                let entry = random.u64(0..table.index().len());
                let position = P::on(table.board(entry));
                let said = table.entry(entry)?.map(|word| table.word(word, false));
                let right = match (&position, said) {
                    (None, None) => true,
                    (Some(position), Some(Found::Graph(said, _))) => {
                        let id = search.thermograph(&games, position)?;
                        *games.thermographs().get(id) == said.graph
                    }
                    (Some(position), Some(Found::Value(said, _))) => {
                        values.value(&games, position)? == games.parse(said)?
                    }
                    _ => false,
                };
                if !right {
                    let board = position
                        .map_or_else(|| "an illegal position".to_owned(), |position| position.to_string());
                    bail!("{} is wrong about {board}", table.path().display());
                }
                checked += 1;
                if checked % 256 == 0 {
                    progress::show(&format!("{checked} of {sample} entries"));
                }
            }
            progress::show("");
            Ok(checked)
        }
    }
    for file in files {
        let table = Table::open(file)?;
        table.verify()?;
        let checked =
            listed(table.subject().game, Check(&table, sample, seed)).context("the game has no tables")??;
        println!(
            "{}: {} bytes and their checksums are right, and so are {checked} of {} entries",
            file.display(),
            table.bytes(),
            table.index().len()
        );
    }
    Ok(Ending::Complete)
}

/// The values of Shan 2013, Tables 8 to 11.
const FAMOUS: [&str; 17] = [
    "2",
    "1",
    "0",
    "-1",
    "-2",
    "*",
    "^",
    "^*",
    "^^",
    "^^*",
    "{0|v*}",
    "{4*|3*||2*}",
    "{-2|-3}",
    "{3*|2||1}",
    "{4*|0}",
    "{4*|*,v}",
    "{3|2||-1}",
];

fn census(arguments: &CensusArguments, tables: Option<&Path>) -> anyhow::Result<Ending> {
    let subject = arguments.which.subject()?;
    let path = place(arguments.file.as_ref(), &subject, tables)?;
    let table = match Table::open(&path) {
        Ok(table) => table,
        Err(error) if error.is_missing() && arguments.file.is_none() => {
            built(subject.clone(), &path, 12_288, 3.6e6)?
        }
        Err(error) => return Err(error.into()),
    };
    ensure!(*table.subject() == subject && table.is_complete(), "{} is another table", path.display());
    progress::show("counting");
    let census = Census::of(&table)?;
    progress::show("");
    let count = |count: &Count| json!({ "all": count.all, "distinct": count.distinct });
    let mut report = Facts::default();
    report.say("file", json!(path.display().to_string()));
    report.say("positions", json!(census.total.all));
    report.say("distinct", json!(census.total.distinct));
    report.say("kinds", json!(table.words().len()));
    let by = |counts: &std::collections::BTreeMap<u32, Count>| {
        Value::Object(counts.iter().map(|(n, counted)| (n.to_string(), count(counted))).collect())
    };
    let level = match subject.rectangle.layout {
        Layout::Stones => "by_stones",
        Layout::Placed | Layout::Cells => "by_empty_cells",
        Layout::Queens => "by_cells",
    };
    report.say(level, by(&census.by_level));
    report.say("by_longest_play", by(&census.by_longest));
    let classes = CLASSES.iter().zip(census.by_class());
    let classes = classes.map(|(class, counted)| (class.name.to_owned(), count(&counted)));
    report.say("by_temperature", Value::Object(classes.collect()));
    let extreme = |key: fn(Dyadic, Dyadic) -> Dyadic| {
        // An entry stands for its negative, too, if that can be shown.
        let graphs = census.by_graph.iter().flat_map(|((mean, t), (count, example))| {
            [(*mean, false), (-*mean, true)]
                .map(|(mean, negative)| (key(mean, *t), mean, *t, count.distinct, *example, negative))
        });
        let shown: Vec<_> = graphs
            .filter_map(|(key, mean, t, distinct, example, negative)| {
                Some((key, mean, t, distinct, shown(&table, example, negative)?))
            })
            .collect();
        let most = shown.iter().map(|(key, ..)| *key).max()?;
        let found: Vec<_> = shown.into_iter().filter(|(key, ..)| *key == most).collect();
        let examples: Vec<Value> = found.iter().map(|(_, mean, t, distinct, board)| {
            json!({ "mean": mean.to_string(), "temperature": t.to_string(), "distinct": distinct, "example": board })
        }).collect();
        Some(Value::Array(examples))
    };
    report.say("hottest", extreme(|_, t| t).unwrap_or(Value::Null));
    report.say("highest_mean", extreme(|mean, _| mean).unwrap_or(Value::Null));
    report.say("lowest_mean", extreme(|mean, _| -mean).unwrap_or(Value::Null));
    if subject.kind == Kind::Value {
        let wanted: Vec<String> = match arguments.find.is_empty() {
            true => FAMOUS.iter().map(|value| (*value).to_owned()).collect(),
            false => arguments.find.clone(),
        };
        report.say("values", find(&table, &census, &wanted)?);
    }
    report.print(arguments.json);
    if let Some(path) = &arguments.svg {
        files::write_file(path, plot(&census, &subject).svg()?.as_bytes())?;
    }
    Ok(Ending::Complete)
}

/// The board of an entry, or one of its negative, if there is one in the table.
fn shown(table: &Table, entry: u64, negative: bool) -> Option<String> {
    struct Show(rules::Board<rules::plane::Small>);
    impl ListedVisitor for Show {
        type Output = Option<String>;
        fn visit<P: Listed>(self) -> Option<String> {
            P::on(self.0).map(|position| position.to_string())
        }
    }
    let board = table.board(entry);
    let board = if negative { table.index().negated(&board)? } else { board };
    listed(table.subject().game, Show(board))?
}

/// A position for each value.
fn find(table: &Table, census: &Census, wanted: &[String]) -> anyhow::Result<Value> {
    let games = Games::new();
    let mut found = serde_json::Map::new();
    for text in wanted {
        let value = games.parse(text).with_context(|| format!("'{text}' is no value"))?;
        let entry = |value| -> anyhow::Result<Option<u64>> {
            let text = games.print(value)?;
            let word = table.words().iter().position(|word| *word == text);
            Ok(word.map(|word| census.by_word[word].1))
        };
        let place = match entry(value)? {
            Some(entry) => shown(table, entry, false),
            None => entry(games.negative(value)?)?.and_then(|entry| shown(table, entry, true)),
        };
        found.insert(text.clone(), json!(place.unwrap_or_else(|| "does not occur".to_owned())));
    }
    Ok(Value::Object(found))
}

fn plot(census: &Census, subject: &Subject) -> Plot {
    let mut counts: std::collections::BTreeMap<Dyadic, u64> = std::collections::BTreeMap::new();
    for ((_, t), (count, _)) in &census.by_graph {
        *counts.entry(*t).or_default() += count.all;
    }
    let points = counts.into_iter().map(|(t, count)| (t.to_f64(), count as f64)).collect();
    let Rectangle { width, height, .. } = subject.rectangle;
    Plot {
        title: format!("{} {width}×{height}: positions by temperature", subject.game),
        x: Axis::linear("temperature"),
        y: Axis::logarithmic("positions"),
        series: vec![Series { name: subject.game.to_owned(), points, joined: false }],
    }
}

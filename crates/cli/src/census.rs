//! `tedomari table census`: what is in a table.

use crate::table::{Facts, Which, built, limit, place};
use crate::{Ending, files, progress};
use anyhow::{Context, ensure};
use clap::Args;
use lab::{Axis, Plot, Series};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tedomari::prelude::{Dyadic, Values};
use tedomari::rules::bitboard::Small;
use tedomari::rules::{Board, Layout, Listed, ListedVisitor, listed};
use tedomari::tables::endgame::{CLASSES, Census, Count, Kind, Rectangle, Subject, Table};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    which: Which,
    /// The file [default: in the folder of tables; it is built if it is not there]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Use no more than about this many MiB to build it
    #[arg(long, value_name = "MIB", default_value_t = 12_288, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    memory: u64,
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
    "{4*||3*|2*}",
    "{-2|-3}",
    "{3*||2|1}",
    "{4*|0}",
    "{4*|*,v}",
    "{3|2||-1}",
];

pub(crate) fn run(arguments: &Arguments, tables: Option<&Path>) -> anyhow::Result<Ending> {
    let subject = arguments.which.subject()?;
    let path = place(arguments.file.as_ref(), &subject, tables)?;
    if let Some(drawing) = &arguments.svg {
        files::ensure_writable(drawing)?;
    }
    let table = match Table::open(&path) {
        Ok(table) => table,
        Err(error) if error.is_missing() && arguments.file.is_none() => {
            files::ensure_regular(&path)?;
            match built(subject.clone(), &path, arguments.memory, f64::from(u32::MAX)) {
                Ok(table) => table,
                Err(failure) => return limit(failure, arguments.json),
            }
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
    let kinds = if subject.kind == Kind::Value { "values_that_occur" } else { "thermographs" };
    report.say(kinds, json!(table.words()));
    let by = |counts: &BTreeMap<u32, Count>| {
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
    let graphs = boards_by_graph(&table, &census);
    let extreme = |key: fn(Dyadic, Dyadic) -> Dyadic| {
        let most = graphs.keys().map(|&(mean, t)| key(mean, t)).max();
        let found = graphs.iter().filter(|(graph, _)| Some(key(graph.0, graph.1)) == most);
        let row = |((mean, t), (boards, example, negative)): (&(Dyadic, Dyadic), &(u64, u64, bool))| {
            let example = shown(&table, *example, *negative);
            json!({ "mean": mean.to_string(), "temperature": t.to_string(), "boards": boards, "example": example })
        };
        Value::Array(found.map(row).collect())
    };
    report.say("hottest", extreme(|_, t| t));
    report.say("highest_mean", extreme(|mean, _| mean));
    report.say("lowest_mean", extreme(|mean, _| -mean));
    if subject.kind == Kind::Value {
        let wanted: Vec<String> = match arguments.find.is_empty() {
            true => FAMOUS.iter().map(|value| (*value).to_owned()).collect(),
            false => arguments.find.clone(),
        };
        report.say("values", find(&table, &census, &wanted)?);
    }
    // The file first: nobody may read the answer to its end.
    if let Some(path) = &arguments.svg {
        files::write_file(path, plot(&census, &subject).svg()?.as_bytes())?;
    }
    report.print(arguments.json)?;
    Ok(Ending::Complete)
}

/// How many boards that differ by more than a turn have which mean and temperature, with an entry that has it, or
/// its negative if `true`.
fn boards_by_graph(table: &Table, census: &Census) -> BTreeMap<(Dyadic, Dyadic), (u64, u64, bool)> {
    let mut graphs = BTreeMap::new();
    let mirrored = table.index().negated(&table.board(0)).is_some();
    for ((mean, t), (count, example)) in &census.by_graph {
        for (mean, negative) in [(*mean, false), (-*mean, true)] {
            if !negative || mirrored && mean != Dyadic::ZERO {
                graphs.entry((mean, *t)).or_insert((0, *example, negative)).0 += count.distinct;
            }
        }
    }
    graphs
}

/// The board of an entry, or one of its negative, if there is one in the table.
fn shown(table: &Table, entry: u64, negative: bool) -> Option<String> {
    struct Show(Board<Small>);
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
    let values = Values::new();
    let mut found = serde_json::Map::new();
    let words = table.texts()?;
    for text in wanted {
        let value = values.parse(text).with_context(|| format!("'{text}' is no value"))?;
        let entry = |value| -> anyhow::Result<Option<u64>> {
            let text = values.print(value)?;
            let word = words.iter().position(|word| *word == text);
            Ok(word.map(|word| census.by_word[word].1))
        };
        let place = match entry(value)? {
            Some(entry) => shown(table, entry, false),
            None => entry(values.negative(value)?)?.and_then(|entry| shown(table, entry, true)),
        };
        found.insert(text.clone(), json!(place.unwrap_or_else(|| "does not occur".to_owned())));
    }
    Ok(Value::Object(found))
}

fn plot(census: &Census, subject: &Subject) -> Plot {
    let mut counts: BTreeMap<Dyadic, u64> = BTreeMap::new();
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

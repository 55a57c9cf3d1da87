//! `tedomari table census`: statistics of a table.

use crate::draw::Pictures;
use crate::ending::Ending;
use crate::facts::Facts;
use crate::options::{LongTime, Tables};
use crate::table::{TableMemory, Which, built, place, report};
use crate::{files, progress};
use anyhow::ensure;
use clap::Args;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tedomari::pictures::{Axis, Plot, Series};
use tedomari::prelude::{Budget, Dyadic, Engine};
use tedomari::tables::endgame::{Census, Rectangle, Subject, Table};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    which: Which,
    /// The file [default: in the folder of tables; a missing table is built]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    memory: TableMemory,
    #[command(flatten)]
    time: LongTime,
    /// Look for a position with this value, in a table of values
    #[arg(long, value_name = "VALUE", requires = "values", allow_hyphen_values = true)]
    find: Vec<String>,
    /// A picture is the distribution of temperatures
    #[command(flatten)]
    pictures: Pictures,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(crate) tables: Tables,
}

/// The values of Shan 2013, Tables 8 to 11.
const FAMOUS: &str =
    "2 1 0 -1 -2 * ^ ^* ^^ ^^* {0|v*} {4*||3*|2*} {-2|-3} {3*||2|1} {4*|0} {4*|*,v} {3|2||-1}";

pub(crate) fn run(arguments: &Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let subject = arguments.which.subject()?;
    let path = place(arguments.file.as_ref(), &subject, arguments.tables.tables.as_deref())?;
    arguments.pictures.ensure_writable()?;
    let table = match Table::open(&path) {
        Ok(table) => table,
        Err(error) if error.is_missing() && arguments.file.is_none() => {
            files::ensure_regular(&path)?;
            let (answer, table) = built(subject.clone(), &path, arguments.memory, arguments.time.budget())?;
            let Some(table) = table else { return report(&answer, arguments.json) };
            table
        }
        Err(error) => return Err(error.into()),
    };
    ensure!(*table.subject() == subject && table.is_complete(), "{} is another table", path.display());
    progress::show("counting");
    let wanted: Vec<String> = match arguments.find.is_empty() {
        true => FAMOUS.split(' ').map(str::to_owned).collect(),
        false => arguments.find.clone(),
    };
    let counted = engine.census(&table, &wanted, &Budget::endless());
    progress::show("");
    let (answer, census) = counted?;
    let mut facts = Facts::of(&answer);
    if !arguments.json {
        facts.withdraw("seconds");
    }
    // The file comes first: the reader of the answer may leave before its end.
    arguments.pictures.write(&plot(&census, &subject).picture())?;
    facts.print(arguments.json)?;
    Ok(Ending::Complete)
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

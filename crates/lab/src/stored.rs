//! What did a run find, and how can it be repeated? A stored result is a file of JSON with the tables and plots
//! of a run and with its command, seed, version, machine and date. Pages are made from these files alone, so
//! documents cannot drift away from data.

use crate::{Cell, Experiment, Outcome, Settings, Table};
use anyhow::{Context, ensure};
use cpu_time::ProcessTime;
use pictures::{Axis, Plot, Series};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::{SystemTime, UNIX_EPOCH};

/// The version of the format.
const SCHEMA: u32 = 1;

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stored {
    /// The version of the format.
    pub schema: u32,
    /// The name of the experiment.
    pub experiment: String,
    /// What it shows, and the paper.
    pub about: String,
    /// The command of the run.
    pub command: String,
    /// The seed. `None` means that the experiment makes no random choices.
    pub seed: Option<u64>,
    /// The version of the program.
    pub version: String,
    /// The machine.
    pub machine: String,
    /// The day on which the run ended.
    pub date: String,
    /// The processor time of all its units, in seconds.
    pub processor_seconds: f64,
    /// The number of units of the whole run, and of those that were done. `None` means that the run has no
    /// units: it is whole.
    pub units: Option<(usize, usize)>,
    /// The tables.
    pub tables: Vec<StoredTable>,
    /// The plots.
    pub plots: Vec<StoredPlot>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredTable {
    /// The title.
    pub title: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, with a cell for each column.
    pub rows: Vec<Vec<StoredCell>>,
    /// Sentences under the table.
    pub notes: Vec<String>,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StoredCell {
    /// The text.
    pub text: String,
    /// The number. `None` means words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<f64>,
}

/// A plot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredPlot {
    /// The title.
    pub title: String,
    /// The axes, the horizontal one first: the quantity, and whether the axis is logarithmic.
    pub axes: [(String, bool); 2],
    /// The series.
    pub series: Vec<StoredSeries>,
}

/// A series of a plot: its name, its points, and whether these are joined by a line.
pub type StoredSeries = (String, Vec<(f64, f64)>, bool);

impl Experiment {
    /// Runs the experiment and stores what it finds.
    pub fn store(&self, settings: &Settings, command: String) -> anyhow::Result<(Outcome, Stored)> {
        let began = ProcessTime::now();
        let outcome = self.run(settings)?;
        let (units, done, seconds) = settings.work.counts();
        let own = began.elapsed().as_secs_f64();
        let stored = Stored {
            schema: SCHEMA,
            experiment: self.name.to_owned(),
            about: self.about.to_owned(),
            command,
            seed: self.is_random.then_some(settings.seed),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            machine: machine(),
            date: today(),
            processor_seconds: if units > 0 { seconds } else { own },
            units: (units > 0).then_some((units, done)),
            tables: outcome.tables.iter().map(StoredTable::of).collect(),
            plots: outcome.plots.iter().map(StoredPlot::of).collect(),
        };
        Ok((outcome, stored))
    }
}

impl Stored {
    /// Reads a stored result.
    pub fn read(text: &str) -> anyhow::Result<Self> {
        let stored: Self = serde_json::from_str(text).context("not a stored result")?;
        ensure!(stored.schema == SCHEMA, "a stored result of another version");
        for table in &stored.tables {
            ensure!(table.rows.iter().all(|row| row.len() == table.columns.len()), "a row has other columns");
        }
        Ok(stored)
    }

    /// The text of the file.
    pub fn write(&self) -> anyhow::Result<String> {
        let mut text = String::new();
        // A row on each line keeps differences between versions readable.
        for line in serde_json::to_string_pretty(self)?.lines() {
            let indent = line.len() - line.trim_start().len();
            if indent > 8 || (indent == 8 && line.trim_start().starts_with([']', '}'])) {
                text += line.trim_start();
            } else {
                text += if text.is_empty() { "" } else { "\n" };
                text += line;
            }
        }
        Ok(text + "\n")
    }
}

impl StoredTable {
    pub(crate) fn of(table: &Table) -> Self {
        let cell = |cell: &Cell| StoredCell { text: cell.to_string(), number: cell.number() };
        Self {
            title: table.title.clone(),
            columns: table.columns.clone(),
            rows: table.rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
            notes: table.notes.clone(),
        }
    }

    /// The table as comma-separated values. Numbers stand alone: the unit of a time is in the name of its
    /// column.
    #[must_use]
    pub fn csv(&self) -> String {
        let quoted = |cell: &String| match cell.contains([',', '"', '\n']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        let line = |cells: Vec<String>| cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n";
        let is_time = |column: usize| self.rows.iter().any(|row| row[column].time().is_some());
        let name =
            |(i, name): (usize, &String)| if is_time(i) { format!("{name} (s)") } else { name.clone() };
        let bare = |cell: &StoredCell| cell.time().unwrap_or(&cell.text).to_owned();
        let header = line(self.columns.iter().enumerate().map(name).collect());
        let rows = self.rows.iter().map(|row| line(row.iter().map(bare).collect()));
        std::iter::once(header).chain(rows).collect()
    }
}

impl StoredCell {
    /// The number of seconds, as text. `None` means that the cell is not a time.
    fn time(&self) -> Option<&str> {
        self.number.and(self.text.strip_suffix(" s"))
    }
}

impl StoredPlot {
    fn of(plot: &Plot) -> Self {
        Self {
            title: plot.title.clone(),
            axes: [&plot.x, &plot.y].map(|axis| (axis.label.clone(), axis.logarithmic)),
            series: plot.series.iter().map(|s| (s.name.clone(), s.points.clone(), s.joined)).collect(),
        }
    }

    /// The drawing.
    #[must_use]
    pub fn plot(&self) -> Plot {
        let [x, y] = self.axes.clone().map(|(label, logarithmic)| Axis { label, logarithmic });
        let series = self.series.iter().cloned();
        let series = series.map(|(name, points, joined)| Series { name, points, joined });
        Plot::new(self.title.clone(), x, y, series.collect())
    }
}

/// The processor and the number of its cores.
fn machine() -> String {
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores, {}", std::env::consts::OS)
}

/// The day in UTC, as in `2026-11-19`.
fn today() -> String {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    day(days)
}

/// The day that begins this many days after that of 1970-01-01.
fn day(days: u64) -> String {
    let length = |year: u64| {
        if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) {
            366
        } else {
            365
        }
    };
    let (mut year, mut left) = (1970, days);
    while left >= length(year) {
        left -= length(year);
        year += 1;
    }
    let months = [31, length(year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while left >= months[month] {
        left -= months[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, left + 1)
}

#[cfg(test)]
mod tests {
    use super::{Stored, day};
    use crate::{EXPERIMENTS, Settings};
    use anyhow::Context;

    #[test]
    fn days_have_names() {
        let names = [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_776, "2026-11-19")];
        assert!(names.into_iter().all(|(days, name)| day(days) == name), "{}", day(20_776));
    }

    #[test]
    fn results_are_read_as_they_were_written() -> anyhow::Result<()> {
        let settings = Settings::short(1);
        let experiment =
            EXPERIMENTS.iter().find(|known| known.name == "xt-domineering-3x3").context("known")?;
        let (_, stored) = experiment.store(&settings, "a command".to_owned())?;
        assert_eq!(Stored::read(&stored.write()?)?, stored);
        assert!(
            Stored::read("{}").is_err()
                && Stored::read(&stored.write()?.replace("\"schema\": 1", "\"schema\": 9")).is_err()
        );
        Ok(())
    }
}

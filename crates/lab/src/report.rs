//! A stored result as programs and the page take it: tables with their comma-separated values, plots as drawings.

use crate::stored::{Stored, StoredCell, StoredTable};
use schemars::JsonSchema;
use serde::Serialize;

/// The result of an experiment, with the command that makes it again.
#[derive(Serialize, JsonSchema, Clone, Debug)]
pub struct Report {
    /// The name of the experiment.
    pub name: String,
    /// The command of the whole run.
    pub command: String,
    /// How much of the whole run was done, in words.
    pub extent: String,
    /// The version of the program.
    pub version: String,
    /// The machine: its processor and the number of its cores.
    pub machine: String,
    /// The day on which the run ended, in UTC: `2026-11-19`.
    pub date: String,
    /// Its processor time in seconds.
    pub seconds: f64,
    /// The tables.
    pub tables: Vec<ReportTable>,
    /// The plots.
    pub plots: Vec<ReportPlot>,
    /// The version of this answer.
    pub schema: u32,
}

/// A table of results.
#[derive(Serialize, JsonSchema, Clone, Debug)]
pub struct ReportTable {
    /// The title.
    pub title: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, with a cell for each column.
    pub rows: Vec<Vec<StoredCell>>,
    /// Sentences under the table.
    pub notes: Vec<String>,
    /// The table as comma-separated values.
    pub csv: String,
}

/// A plot.
#[derive(Serialize, JsonSchema, Clone, Debug)]
pub struct ReportPlot {
    /// The title.
    pub title: String,
    /// The picture.
    pub svg: String,
}

impl Report {
    /// The report of a stored result. `schema` is the version of all answers.
    #[must_use]
    pub fn of(stored: &Stored, schema: u32) -> Self {
        let plot = |plot: &crate::StoredPlot| ReportPlot {
            title: plot.title.clone(),
            svg: plot.plot().picture().svg(),
        };
        Self {
            name: stored.experiment.clone(),
            command: stored.command.clone(),
            extent: stored.extent(),
            version: stored.version.clone(),
            machine: stored.machine.clone(),
            date: stored.date.clone(),
            seconds: stored.processor_seconds,
            tables: stored.tables.iter().map(ReportTable::from).collect(),
            plots: stored.plots.iter().map(plot).collect(),
            schema,
        }
    }
}

impl From<&StoredTable> for ReportTable {
    fn from(table: &StoredTable) -> Self {
        let StoredTable { title, columns, rows, notes } = table.clone();
        Self { csv: table.csv(), title, columns, rows, notes }
    }
}

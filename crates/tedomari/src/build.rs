//! Building a table of all positions of a board, within limits. A build that a limit ended can be resumed.

use crate::answers::{BuildAnswer, Built, SCHEMA};
use std::time::Instant;
use tables::endgame::{Build, BuildFailure, Kind, Table};

/// Builds a table. `None` means that a limit ended the build, and the answer says which one. A failure of any
/// other kind is an error.
pub fn build(work: &Build<'_>) -> Result<(BuildAnswer, Option<Table>), BuildFailure> {
    let started = Instant::now();
    let (table, error) = match work.run() {
        Ok(table) => (Some(table), None),
        Err(failure @ BuildFailure::Memory { .. }) => (None, Some(failure.to_string())),
        Err(BuildFailure::Value(limit)) if limit.is_limit() => {
            (None, Some(format!("{limit}; finished parts of levels are kept")))
        }
        Err(failure) => return Err(failure),
    };
    let answer = BuildAnswer {
        table: table.as_ref().map(Built::from),
        seconds: started.elapsed().as_secs_f64(),
        error,
        schema: SCHEMA,
    };
    Ok((answer, table))
}

impl From<&Table> for Built {
    fn from(table: &Table) -> Self {
        let (entries, bytes, words) = (table.entries(), table.bytes(), Some(table.words()));
        let is_of_values = table.subject().kind == Kind::Value;
        Self {
            file: table.path().display().to_string(),
            boards: u64::try_from(table.subject().rectangle.all_positions()).unwrap_or(u64::MAX),
            entries,
            values: words.filter(|_| is_of_values),
            thermographs: words.filter(|_| !is_of_values),
            bytes,
            bytes_per_entry: (1000.0 * bytes as f64 / entries as f64).round() / 1000.0,
        }
    }
}

//! Building a table of all positions of a board, within limits, and listing those of a folder. A build that a
//! limit ended can be resumed.

use crate::answers::{BuildAnswer, Built, ListedTable, SCHEMA};
use std::path::Path;
use std::time::Instant;
use tables::endgame::{Build, BuildFailure, Kind, Rectangle, Table};
use tables::file::FileError;
use values::ByPlayer;

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

/// The tables of a folder by the names of their files, those that cannot be read as well. A folder that does
/// not exist has none.
pub fn list_tables(folder: &Path) -> Result<Vec<ListedTable>, FileError> {
    let io = |error| FileError::Io { path: folder.to_owned(), error };
    let files = match std::fs::read_dir(folder) {
        Ok(files) => files,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(io(error)),
    };
    let paths = files.map(|file| file.map(|file| file.path())).collect::<Result<Vec<_>, _>>().map_err(io)?;
    let is_table = |path: &Path| path.extension().is_some_and(|ending| ending == "table");
    let mut listed: Vec<ListedTable> =
        paths.iter().filter(|path| is_table(path)).map(|path| ListedTable::of(path)).collect();
    listed.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(listed)
}

impl ListedTable {
    /// The description of a file.
    fn of(path: &Path) -> Self {
        let bytes = std::fs::metadata(path).map_or(0, |file| file.len());
        let mut answer = Self { file: path.display().to_string(), bytes, schema: SCHEMA, ..Self::default() };
        match Table::open(path) {
            Ok(table) => {
                let subject = table.subject();
                let Rectangle { width, height, queens, .. } = subject.rectangle;
                answer.game = Some(subject.game.to_owned());
                answer.size = Some(format!("{width}x{height}"));
                let is_with_queens = queens != ByPlayer::both(0);
                answer.queens = is_with_queens.then(|| format!("{}v{}", queens.left, queens.right));
                answer.kind = Some(format!("{}s", subject.kind.name()));
                answer.entries = Some(table.range().end - table.range().start);
                answer.complete = table.is_complete();
            }
            Err(error) => answer.error = Some(error.to_string()),
        }
        answer
    }
}

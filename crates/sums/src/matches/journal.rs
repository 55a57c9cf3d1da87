//! A match on disk: a line that says which match it is, and a line for every finished game. A line is written at once, so that a
//! match that was killed has lost no finished game; a last line without its end is a game that was not.

use super::record::Record;
use super::{Match, MatchError};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The file of a match, open at its end.
pub(super) struct Journal {
    file: File,
}

impl Journal {
    /// Opens or begins a journal; what was played already comes with it.
    pub(super) fn open(path: &Path, of: &Match) -> Result<(Self, Vec<Record>), MatchError> {
        let trouble = |error: std::io::Error| MatchError::File(path.display().to_string(), error.to_string());
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(trouble)?;
        // Two matches at once would repeat games.
        file.try_lock().map_err(|error| MatchError::File(path.display().to_string(), error.to_string()))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(trouble)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        // A file of somebody else is left as it is.
        let header = lines.next();
        let begun = header.is_some() || of.header().starts_with(&text);
        if !begun || header.is_some_and(|header| header != of.header()) {
            let found: String = text.lines().next().unwrap_or_default().chars().take(200).collect();
            return Err(MatchError::Other { found, expected: of.header() });
        }
        let mut records: Vec<Record> = lines.map(Record::from_line).collect::<Result<_, _>>()?;
        records.sort_by_key(|record| record.game);
        records.dedup_by_key(|record| record.game);
        file.set_len(whole as u64).map_err(trouble)?;
        file.seek(SeekFrom::Start(whole as u64)).map_err(trouble)?;
        if header.is_none() {
            writeln!(file, "{}", of.header()).map_err(trouble)?;
        }
        Ok((Self { file }, records))
    }

    /// Adds a finished game.
    pub(super) fn add(&mut self, record: &Record) -> std::io::Result<()> {
        let end = self.file.stream_position()?;
        let written = self.file.write_all(format!("{}\n", record.to_line()).as_bytes());
        if written.is_err() {
            // Half a line would spoil the next one.
            self.file.set_len(end)?;
            self.file.seek(SeekFrom::Start(end))?;
        }
        written
    }
}

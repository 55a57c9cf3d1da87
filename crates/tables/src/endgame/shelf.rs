//! All tables of a folder, as one source of thermographs.

use super::fact::{GraphEntry, Kind};
use super::table::{Found, Table, cache};
use crate::file::FileError;
use positions::Source;
use rules::Tabled;
use std::any::Any;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use values::{ThermographId, Thermographs, ValueId, Values};

/// A callback for damaged tables.
pub type Warn = Box<dyn Fn(&FileError) + Send + Sync>;

/// The tables of a folder.
#[derive(Default)]
pub struct Shelf {
    tables: Vec<Table>,
    /// The callback. The first warning takes it: one is enough.
    warn: Mutex<Option<Warn>>,
}

impl Shelf {
    /// Opens all complete tables of a folder. Returns the errors of files that cannot be used, and does not
    /// touch them.
    #[must_use]
    pub fn open(folder: &Path) -> (Self, Vec<FileError>) {
        let (mut tables, mut errors) = (Vec::new(), Vec::new());
        let files = match std::fs::read_dir(folder) {
            Ok(files) => files,
            Err(error) => return (Self::default(), vec![FileError::Io { path: folder.to_owned(), error }]),
        };
        let mut paths: Vec<_> = files.filter_map(|file| file.ok().map(|file| file.path())).collect();
        paths.sort();
        let cache = cache();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "table")) {
            match Table::open_with(path, &cache) {
                Ok(table) if table.is_complete() => tables.push(table),
                Ok(_) => {}
                Err(error) => errors.push(error),
            }
        }
        // The smallest table with a position is the fastest.
        tables.sort_by_key(Table::entries);
        (Self { tables, warn: Mutex::default() }, errors)
    }

    /// Sets the callback for damaged blocks that are found during a search.
    pub fn warn(&self, warn: Warn) {
        *self.warn.lock().unwrap_or_else(PoisonError::into_inner) = Some(warn);
    }

    /// The entry that was found. `None` means that there is none, or that its block is damaged. Search can
    /// find the answer instead.
    fn readable<T>(&self, found: Result<Option<T>, FileError>) -> Option<T> {
        found.unwrap_or_else(|error| {
            let warn = self.warn.lock().unwrap_or_else(PoisonError::into_inner).take();
            warn.inspect(|warn| warn(&error));
            None
        })
    }

    /// The tables.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The first table with this position, and its entry, which may be about the negative. `None` means that
    /// no table has the position.
    pub fn probe(&self, position: &Tabled, kind: Kind) -> Result<Option<(&Table, Found)>, FileError> {
        for table in self.tables.iter().filter(|table| table.subject().kind == kind) {
            if let Some(found) = table.probe(position)? {
                return Ok(Some((table, found)));
            }
        }
        Ok(None)
    }

    /// Thermograph and outcome of a position. `None` means that no table has it.
    pub fn graph(&self, position: &Tabled) -> Result<Option<GraphEntry>, FileError> {
        Ok(match self.probe(position, Kind::Thermograph)? {
            Some((_, Found::Graph(entry, true))) => Some(entry.negated()),
            Some((_, Found::Graph(entry, false))) => Some(entry),
            _ => None,
        })
    }
}

impl Source for Shelf {
    fn value(&self, position: &dyn Any, values: &Values) -> Option<ValueId> {
        match self.readable(self.probe(&Tabled::of(position)?, Kind::Value))? {
            (_, Found::Value(text, negative)) => {
                let value = values.parse(&text).ok()?;
                if negative { values.negative(value).ok() } else { Some(value) }
            }
            (_, Found::Graph(..)) => None,
        }
    }

    fn thermograph(&self, position: &dyn Any, graphs: &Thermographs) -> Option<ThermographId> {
        Some(graphs.intern(&self.readable(self.graph(&Tabled::of(position)?))?.graph))
    }
}

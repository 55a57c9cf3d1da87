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

/// Is told about a table that turns out to be damaged.
pub type Warn = Box<dyn Fn(&FileError) + Send + Sync>;

/// Tables that were found.
#[derive(Default)]
pub struct Shelf {
    tables: Vec<Table>,
    /// Taken away by the first warning: one is enough.
    warn: Mutex<Option<Warn>>,
}

impl Shelf {
    /// Opens all whole tables of a folder. Files that cannot be used are named, and left alone.
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
        // The smallest that has a position is the fastest.
        tables.sort_by_key(Table::entries);
        (Self { tables, warn: Mutex::default() }, errors)
    }

    /// Tells somebody if a block turns out to be damaged while positions are searched.
    pub fn warn(&self, warn: Warn) {
        *self.warn.lock().unwrap_or_else(PoisonError::into_inner) = Some(warn);
    }

    /// What was found, if the table could be read. A damaged block knows nothing; what it would say can be
    /// found by search.
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

    /// What the first table with this position says, which table it is, and whether it is about the negative.
    pub fn probe(&self, position: &Tabled, kind: Kind) -> Result<Option<(&Table, Found)>, FileError> {
        for table in self.tables.iter().filter(|table| table.subject().kind == kind) {
            if let Some(found) = table.probe(position)? {
                return Ok(Some((table, found)));
            }
        }
        Ok(None)
    }

    /// Thermograph and outcome of a position.
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

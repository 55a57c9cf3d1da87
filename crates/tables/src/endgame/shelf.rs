//! All tables of a folder, as one source of thermographs.

use super::table::{Found, Table};
use super::worth::{GraphEntry, Kind};
use crate::file::FileError;
use rules::{Knowledge, Tabled};
use std::path::Path;
use values::{Game, Games, ThermographId, Thermographs};

/// Tables that were found.
#[derive(Default)]
pub struct Shelf {
    tables: Vec<Table>,
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
        for path in paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "table")) {
            match Table::open(path) {
                Ok(table) if table.is_complete() => tables.push(table),
                Ok(_) => {}
                Err(error) => errors.push(error),
            }
        }
        // The smallest that has a position is the fastest.
        tables.sort_by_key(Table::entries);
        (Self { tables }, errors)
    }

    /// The tables.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// What the first table with this position says, which table it is, and whether it is about the negative.
    pub fn probe(&self, position: &Tabled, kind: Kind) -> Result<Option<(&Table, Found<'_>)>, FileError> {
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
            Some((_, Found::Graph(entry, false))) => Some(entry.clone()),
            _ => None,
        })
    }
}

impl Knowledge for Shelf {
    fn value(&self, position: &Tabled, games: &Games) -> Option<Game> {
        match self.probe(position, Kind::Value).ok()?? {
            (_, Found::Value(text, negative)) => {
                let value = games.parse(text).ok()?;
                if negative { games.negative(value).ok() } else { Some(value) }
            }
            (_, Found::Graph(..)) => None,
        }
    }

    fn thermograph(&self, position: &Tabled, graphs: &Thermographs) -> Option<ThermographId> {
        // A damaged block knows nothing; what it would say can be found by search.
        Some(graphs.intern(&self.graph(position).ok()??.graph))
    }
}

//! A table in a file.
//!
//! The file begins with a text that says which table it is. Then comes each level: its shapes, a bit for each
//! set of cells, and blocks of entries. Then come blocks of words, the texts of the facts that occur, in the
//! order in which entries need them. The directory is last. Blocks are compressed. An entry is the number of
//! a word plus one, or 0 for an illegal position.
//!
//! A piece that a build has kept is such a file too, with some entries of one level and with the words that
//! no earlier piece has.
//!
//! Opening a table reads the text and the directory. A block is read and checked when it is needed, and kept
//! in a cache. The file is not mapped into memory: if a mapped file is truncated, every program that uses it
//! is killed.

mod blocks;
mod directory;
mod subject;

pub(super) use blocks::{Cache, cache};
pub(super) use directory::directory_line;
pub(super) use subject::Part;
pub use subject::{Subject, layout};

use super::fact::{GraphEntry, Kind};
use super::failure::BuildFailure;
use super::index::{Index, Shapes};
use crate::file::{self, FileError};
use directory::{Directory, Line};
use rules::bitboard::Small;
use rules::{Board, Tabled};
use serde_json::Value;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use subject::FORMAT;
use values::{Budget, on_all_cores};

/// The number of entries of a block; the last block of a level may have fewer.
pub(super) const ENTRIES: usize = 1 << 14;
/// The maximum number of words of a block.
pub(super) const WORDS: usize = 512;

/// A table that was built before.
pub struct Table {
    path: PathBuf,
    subject: Subject,
    index: Index,
    part: Part,
    directory: Directory,
    file: Mutex<File>,
    bytes: u64,
    /// Tells its blocks in the cache from those of other tables.
    id: u32,
    cache: Arc<Cache>,
}

/// What a table says about a position.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "an answer is taken apart at once, never kept")]
pub enum Found {
    /// A thermograph with the outcome. `true` means that the position has the mirror image of both.
    Graph(GraphEntry, bool),
    /// A canonical form. `true` means that the position is its negative.
    Value(String, bool),
}

impl Table {
    /// Opens a table. Of the file, only the text at its beginning and the directory are read.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::open_with(path, &cache())
    }

    /// Opens a table that shares a cache with others.
    pub(super) fn open_with(path: &Path, cache: &Arc<Cache>) -> Result<Self, FileError> {
        let foreign = |reason| FileError::Foreign { path: path.to_owned(), reason };
        let no_table = || foreign("it is no endgame table".to_owned());
        let (about, length, mut file) = file::open(path)?;
        let about: Value = serde_json::from_str(&about).map_err(|_| no_table())?;
        let subject = Subject::read(&about).ok_or_else(no_table)?;
        match about["format"].as_u64() {
            Some(FORMAT) => {}
            Some(other) if other > FORMAT => {
                return Err(foreign(format!("it is in format {other} of tables, and this is {FORMAT}")));
            }
            _ => {
                let (command, path) = (subject.command(), path.display());
                let anew = format!("'{command} --out {path}' builds it anew");
                return Err(foreign(format!("it is in an older format of tables; {anew}")));
            }
        }
        let index = Index::new(subject.rectangle).ok_or_else(no_table)?;
        let part = Part::read(&about).ok_or_else(no_table)?;
        if !part.is_possible(index.levels()) {
            let reason = "its parts do not fit together";
            return Err(FileError::Damaged { path: path.to_owned(), reason });
        }
        let number = |value: &Value| value.as_u64().ok_or_else(no_table);
        let size_and_checksum = [number(&about["directory"][0])?, number(&about["directory"][1])?];
        let directory = Directory::read(path, &mut file, length, size_and_checksum, &index, &part)?;
        let metadata = file.metadata().map_err(|error| FileError::Io { path: path.to_owned(), error })?;
        static OPENED: AtomicU32 = AtomicU32::new(0);
        Ok(Self {
            path: path.to_owned(),
            subject,
            index,
            part,
            directory,
            bytes: metadata.len(),
            file: Mutex::new(file),
            id: OPENED.fetch_add(1, Ordering::Relaxed),
            cache: cache.clone(),
        })
    }

    /// Which table it is.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The numbers of its positions.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The number of entries of the whole table, also if this file holds only a part.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.index.len()
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The length of the file.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of different facts that occur.
    #[must_use]
    pub fn words(&self) -> usize {
        self.part.words.end
    }

    /// Does the file hold all positions, not only a piece that a build has kept?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.part.entries == (0..self.index.len()) && self.part.levels == (0..self.index.levels().len())
    }

    /// The part of the table that the file holds.
    pub(super) fn part(&self) -> &Part {
        &self.part
    }

    /// The entries that the file holds: all, or those of a piece.
    #[must_use]
    pub fn range(&self) -> Range<u64> {
        self.part.entries.clone()
    }

    /// What the table says about a position. `None` means that the table does not have it.
    pub fn probe(&self, position: &Tabled) -> Result<Option<Found>, FileError> {
        if position.game != self.subject.game {
            return Ok(None);
        }
        let Some(contents) = self.index.contents(&position.board) else { return Ok(None) };
        let level = self.index.level_of(&contents);
        if !self.index.has_shapes(level)
            && let Some(shapes) = self.read_shapes(level)?
        {
            self.index.set_shapes(level, shapes);
        }
        let Some((entry, negative)) = self.index.entry(&contents) else { return Ok(None) };
        self.entry(entry)?.map(|word| self.word(word, negative)).transpose()
    }

    /// What a word says. `negative` marks it as that of the negative.
    pub fn word(&self, word: usize, negative: bool) -> Result<Found, FileError> {
        self.with_word(word, |text| match self.subject.kind {
            Kind::Thermograph => Some(Found::Graph(GraphEntry::read(text)?, negative)),
            Kind::Value => Some(Found::Value(text.to_owned(), negative)),
        })
    }

    /// The texts of all facts that occur.
    pub fn texts(&self) -> Result<Vec<String>, FileError> {
        let [_, blocks] = self.blocks();
        Ok(blocks.map(|block| self.texts_of(block)).collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// Checks every byte of the file, and that its shapes are those of the rectangle.
    pub fn verify(&self, budget: &Budget) -> Result<(), BuildFailure> {
        file::check(&self.path)?;
        for level in self.part.levels.clone() {
            budget.check_now()?;
            if self.read_shapes(level)?.is_some_and(|shapes| shapes != self.index.find_shapes(level)) {
                return Err(self.damaged("a level has the wrong shapes").into());
            }
            let blocks = self.entry_blocks(level);
            on_all_cores(blocks.len(), &|i| {
                let block = blocks.start + i;
                budget.check_now()?;
                let (columns, entries) = (self.read_entries(level, block)?, self.entries_in(level, block));
                (0..entries).try_for_each(|place| self.word_in(&columns, entries, place).map(|_| ()))?;
                Ok::<(), BuildFailure>(())
            })?;
        }
        let [_, blocks] = self.blocks();
        on_all_cores(blocks.len(), &|i| {
            budget.check_now()?;
            let texts = self.texts_of(blocks.start + i)?;
            let right =
                self.subject.kind == Kind::Value || texts.iter().all(|text| GraphEntry::read(text).is_some());
            right.then_some(()).ok_or_else(|| self.damaged("a word cannot be read").into())
        })
    }

    /// The board of an entry.
    pub fn board(&self, entry: u64) -> Board<Small> {
        self.index.board(entry)
    }
}

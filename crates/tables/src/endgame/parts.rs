//! How do several processes build one table? Entries of a piece follow from the lower levels alone, so any process can
//! work them out; it keeps them in a file with the texts of their facts. The pieces of a level then get the numbers of
//! their words one after the other, as in a build by one process, so the pieces, and the table that
//! [`Build`](super::Build) joins them to, are the same byte for byte.

use super::build::{LOCK, is_in, is_level, piece_path, work_out};
use super::fact::{Fact, Graph, Kind};
use super::failure::BuildFailure;
use super::index::Index;
use super::table::{Subject, Table};
use super::write::{self, Dictionary, Piece};
use crate::file::{self, FileError};
use rules::{Listed, ListedVisitor, listed};
use rustc_hash::FxHashMap;
use serde_json::json;
use std::fs::{File, TryLockError};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};
use values::{Budget, Error, Limits, ValueId, Values};

/// The number of entries between two looks at the budget.
const CHUNK: u64 = 256;

/// A table that several processes build in a folder that they share.
pub struct Parts {
    subject: Subject,
    path: PathBuf,
    pieces: Vec<Piece>,
    work: Box<dyn Work>,
}

/// Why a piece is not done.
#[derive(thiserror::Error, Debug)]
pub enum PartFailure {
    /// A piece that is needed has no usable file: its number and the reason.
    #[error("piece {0} has to be worked out again: {1}")]
    Needs(usize, String),
    /// The table cannot be built.
    #[error(transparent)]
    Build(#[from] BuildFailure),
}

impl From<Error> for PartFailure {
    fn from(error: Error) -> Self {
        Self::Build(error.into())
    }
}

impl From<FileError> for PartFailure {
    fn from(error: FileError) -> Self {
        Self::Build(error.into())
    }
}

/// A lock on the folder of a build: no other build works there while it lives.
pub struct PartsLock {
    _file: Option<File>,
}

impl Parts {
    /// A table at this path. Each process that works on it may take `memory` bytes.
    pub fn new(subject: Subject, path: &Path, memory: u64) -> Result<Self, BuildFailure> {
        struct Opening(Subject, u64);
        impl ListedVisitor for Opening {
            type Output = Result<Box<dyn Work>, BuildFailure>;
            fn visit<P: Listed>(self) -> Self::Output {
                Ok(match self.0.kind {
                    Kind::Thermograph => Box::new(Room::<P, Graph>::new(&self.0, self.1)?),
                    Kind::Value => Box::new(Room::<P, ValueId>::new(&self.0, self.1)?),
                })
            }
        }
        let rectangle = subject.rectangle;
        if !rectangle.is_possible() {
            return Err(BuildFailure::Rectangle(rectangle));
        }
        let game = subject.game;
        let work = listed(game, Opening(subject.clone(), memory)).ok_or(BuildFailure::Game(game))??;
        let pieces = write::pieces(work.index());
        Ok(Self { subject, path: path.to_owned(), pieces, work })
    }

    /// Is the whole table there? Every byte is checked.
    #[must_use]
    pub fn is_built(&self) -> bool {
        Table::open(&self.path).is_ok_and(|table| {
            *table.subject() == self.subject
                && table.is_complete()
                && table.verify(&Budget::endless()).is_ok()
        })
    }

    /// The level of each piece, and its number of entries, in the order of their entries.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, u64)> {
        self.pieces.iter().map(|piece| (piece.level, piece.entries.end - piece.entries.start))
    }

    /// Makes the folder of the pieces, removes what killed processes have left, and locks it.
    pub fn lock(&self) -> Result<PartsLock, BuildFailure> {
        let folder = super::build::folder(&self.path);
        let io = |error| BuildFailure::File(FileError::Io { path: folder.clone(), error });
        std::fs::create_dir_all(&folder).map_err(io)?;
        let locked = File::create(folder.join(LOCK)).map_err(io)?;
        match locked.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(BuildFailure::Busy(folder)),
            // Some file systems have no locks. There, two builds at once are not noticed.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        file::remove_remains(&folder, is_level)?;
        Ok(PartsLock { _file: Some(locked) })
    }

    /// Is a piece done, with words or without? Every byte of its file is checked.
    pub fn is_there(&self, piece: usize) -> Result<bool, FileError> {
        let piece = self.piece(piece)?;
        let of_table = match Table::open(&piece_path(&self.path, piece)) {
            Ok(table) if table.subject() == &self.subject && is_in(piece, &table) => {
                file::check(table.path())
            }
            Ok(_) => return self.has_facts(piece),
            Err(error) => Err(error),
        };
        match of_table {
            Ok(()) => Ok(true),
            Err(_) => self.has_facts(piece),
        }
    }

    fn has_facts(&self, piece: &Piece) -> Result<bool, FileError> {
        let path = facts_path(&self.path, piece);
        match file::read_about(&path).and_then(|about| file::check(&path).map(|()| about)) {
            Ok(about) => Ok(about == self.about(piece)),
            Err(error) if error.is_missing() || error.is_damaged() => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn piece(&self, number: usize) -> Result<&Piece, FileError> {
        self.pieces.get(number).ok_or_else(|| FileError::Foreign {
            path: self.path.clone(),
            reason: format!("the table has {} pieces, there is no piece {number}", self.pieces.len()),
        })
    }

    /// The text in the file of a piece without words.
    fn about(&self, piece: &Piece) -> String {
        let (entries, table) = ([piece.entries.start, piece.entries.end], self.subject.command());
        json!({ "facts": table, "level": piece.level, "piece": piece.number, "entries": entries }).to_string()
    }

    /// Works out the entries of a piece from the pieces of the lower levels, and writes them with their texts. Returns
    /// the number of entries and the checksum of the file's contents.
    pub fn work_out(&self, piece: usize, budget: &Budget) -> Result<(u64, u32), PartFailure> {
        self.piece(piece)?;
        self.work.work_out(self, piece, budget)
    }

    /// Gives the facts of a piece the numbers of their words; all earlier pieces have theirs. A piece that has its
    /// words already is left as it is.
    pub fn number(&self, piece: usize) -> Result<(), PartFailure> {
        self.piece(piece)?;
        self.work.number(self, piece)
    }

    /// Removes the files without words, whose pieces all have theirs.
    pub fn clean(&self) -> Result<(), FileError> {
        for piece in &self.pieces {
            let path = facts_path(&self.path, piece);
            match std::fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(FileError::Io { path, error });
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The path of the file of a piece without words.
fn facts_path(path: &Path, piece: &Piece) -> PathBuf {
    piece_path(path, piece).with_extension("facts")
}

/// What a process knows about a table, whatever its game and its facts.
trait Work: Send + Sync {
    fn index(&self) -> &Index;
    fn work_out(&self, parts: &Parts, piece: usize, budget: &Budget) -> Result<(u64, u32), PartFailure>;
    fn number(&self, parts: &Parts, piece: usize) -> Result<(), PartFailure>;
}

struct Room<P, F> {
    index: Index,
    values: Values,
    known: RwLock<Known<F>>,
    game: PhantomData<fn(P)>,
}

/// The pieces that this process has read.
struct Known<F> {
    entries: Vec<Option<F>>,
    dictionary: Dictionary<F>,
    pieces: usize,
}

impl<F: Fact> Known<F> {
    fn nothing() -> Self {
        Self { entries: Vec::new(), dictionary: Dictionary::new(), pieces: 0 }
    }
}

impl<P: Listed, F: Fact> Room<P, F> {
    fn new(subject: &Subject, memory: u64) -> Result<Self, BuildFailure> {
        let (index, room) = super::build::prepare::<F>(subject.rectangle, memory)?;
        let most = u32::try_from(room / Limits::BYTES_PER_VALUE as u64).unwrap_or(u32::MAX);
        let limits = Limits { values: most.max(1000), budget: Budget::endless(), ..Limits::default() };
        let known = RwLock::new(Known::nothing());
        Ok(Self { index, values: Values::with_limits(limits), known, game: PhantomData })
    }

    /// Reads the pieces before this one that were not read yet.
    fn read_until(&self, parts: &Parts, piece: usize, known: &mut Known<F>) -> Result<(), PartFailure> {
        while known.pieces < piece {
            let number = known.pieces;
            let needs = |reason: String| PartFailure::Needs(number, reason);
            let path = piece_path(&parts.path, &parts.pieces[number]);
            self.index.shapes(parts.pieces[number].level);
            let table = Table::open(&path).map_err(|error| needs(error.to_string()))?;
            if table.subject() != &parts.subject || !is_in(&parts.pieces[number], &table) {
                return Err(needs(format!("{} is of another table", path.display())));
            }
            match known.dictionary.load(&table, &self.values) {
                Ok(Some(entries)) => known.entries.extend(entries),
                Ok(None) => return Err(needs(format!("{} has other words", path.display()))),
                Err(BuildFailure::File(error)) => return Err(needs(error.to_string())),
                Err(error) => return Err(error.into()),
            }
            known.pieces += 1;
        }
        Ok(())
    }

    /// The entries in the file of a piece without words.
    fn facts(&self, parts: &Parts, number: usize) -> Result<Vec<Option<F>>, PartFailure> {
        let piece = &parts.pieces[number];
        let path = facts_path(&parts.path, piece);
        let needs = |reason: &dyn std::fmt::Display| PartFailure::Needs(number, reason.to_string());
        let (about, contents) = file::read(&path).map_err(|error| needs(&error))?;
        if about != parts.about(piece) {
            return Err(needs(&format!("{} is of another table", path.display())));
        }
        let wrong = || needs(&format!("{} is damaged", path.display()));
        let (codes, texts) =
            read_facts(&contents, piece.entries.end - piece.entries.start).ok_or_else(wrong)?;
        let mut facts = Vec::new();
        for text in texts.lines() {
            facts.push(F::read(&self.values, text)?.ok_or_else(wrong)?);
        }
        let entry = |code: u32| match code.checked_sub(1) {
            None => Some(None),
            Some(fact) => facts.get(fact as usize).copied().map(Some),
        };
        codes.into_iter().map(entry).collect::<Option<_>>().ok_or_else(wrong)
    }
}

impl<P: Listed, F: Fact> Work for Room<P, F> {
    fn index(&self) -> &Index {
        &self.index
    }

    fn work_out(&self, parts: &Parts, number: usize, budget: &Budget) -> Result<(u64, u32), PartFailure> {
        let piece = &parts.pieces[number];
        let first = parts.pieces.iter().position(|other| other.level == piece.level).unwrap_or(number);
        {
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            self.read_until(parts, first, &mut known)?;
            self.index.shapes(piece.level);
        }
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let below = &known.entries[..self.index.levels()[piece.level].start as usize];
        let (mut codes, mut texts) = (FxHashMap::default(), String::new());
        let mut contents = Vec::new();
        for entry in piece.entries.clone() {
            if (entry - piece.entries.start).is_multiple_of(CHUNK) {
                budget.check_now()?;
            }
            let code = match work_out::<P, F>(&self.index, below, entry, &self.values)? {
                None => 0,
                Some(fact) => match codes.get(&fact) {
                    Some(code) => *code,
                    None => {
                        texts += &fact.write(&self.values)?;
                        texts.push('\n');
                        let code = codes.len() as u32 + 1;
                        codes.insert(fact, code);
                        code
                    }
                },
            };
            contents.extend(code.to_le_bytes());
        }
        contents.extend(texts.as_bytes());
        file::write(&facts_path(&parts.path, piece), &parts.about(piece), &contents)?;
        Ok((piece.entries.end - piece.entries.start, crc32fast::hash(&contents)))
    }

    fn number(&self, parts: &Parts, number: usize) -> Result<(), PartFailure> {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        match self.read_until(parts, number + 1, &mut known) {
            Ok(()) => return Ok(()),
            Err(PartFailure::Needs(piece, _)) if piece == number => {}
            Err(error) => return Err(error),
        }
        let (piece, entries) = (&parts.pieces[number], self.facts(parts, number)?);
        let path = piece_path(&parts.path, piece);
        let written =
            known.dictionary.write(&path, &parts.subject, &self.index, piece, &entries, &self.values);
        if let Err(error) = written {
            // The words have numbers that no file has.
            *known = Known::nothing();
            return Err(error.into());
        }
        known.entries.extend(entries);
        known.pieces += 1;
        Ok(())
    }
}

/// The codes of entries, and the texts of facts.
fn read_facts(contents: &[u8], entries: u64) -> Option<(Vec<u32>, &str)> {
    let bytes = usize::try_from(entries).ok()?.checked_mul(4)?;
    let (codes, texts) = (contents.get(..bytes)?, contents.get(bytes..)?);
    let codes = codes.chunks_exact(4).map(|code| u32::from_le_bytes(std::array::from_fn(|i| code[i])));
    Some((codes.collect(), std::str::from_utf8(texts).ok()?))
}

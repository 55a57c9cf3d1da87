//! How is a table built? Level by level, so that the options of a position are known before the position.
//! Pieces of levels are kept in files of their own until the table is complete, so that a build that was
//! stopped or killed goes on from the last piece.

use super::fact::{Fact, Graph, Kind};
use super::failure::BuildFailure;
use super::index::{Index, Rectangle};
use super::table::{Subject, Table};
use super::write::{self, Dictionary, Piece};
use crate::file::{self, FileError};
use rules::{Listed, ListedVisitor, listed};
use std::fs::{File, TryLockError};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use values::{Budget, ByPlayer, Error, Limits, Player, ValueId, Values, fill_on_all_cores};

/// The number of entries that a thread computes between two looks at the budget.
const CHUNK: usize = 256;
/// The prefix of the names of files with pieces of levels.
const LEVEL: &str = "level-";
/// The name of the file that a running build holds a lock on.
pub(super) const LOCK: &str = "lock";

/// A table to be built.
pub struct Build<'a> {
    /// Which table.
    pub subject: Subject,
    /// The path of its file. Pieces of levels are kept in a folder beside it.
    pub path: &'a Path,
    /// The maximum memory in bytes.
    pub memory: u64,
    /// When the build ends. The pieces that are finished by then are kept.
    pub budget: Budget,
    /// Called often with the state of the build.
    pub progress: &'a (dyn Fn(&Progress) + Sync),
}

/// The state of a build.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The level that is computed.
    pub level: usize,
    /// The number of levels.
    pub levels: usize,
    /// The number of entries computed in this run.
    pub done: u64,
    /// The number of entries left to compute.
    pub left: u64,
}

impl Build<'_> {
    /// Builds the table. Pieces of an earlier build are used, and a complete and undamaged table is left as
    /// it is.
    pub fn run(&self) -> Result<Table, BuildFailure> {
        struct Run<'a, 'b>(&'a Build<'b>);
        impl ListedVisitor for Run<'_, '_> {
            type Output = Result<(), BuildFailure>;
            fn visit<P: Listed>(self) -> Self::Output {
                match self.0.subject.kind {
                    Kind::Thermograph => self.0.work::<P, Graph>(),
                    Kind::Value => self.0.work::<P, ValueId>(),
                }
            }
        }
        let rectangle = self.subject.rectangle;
        if !rectangle.is_possible() {
            return Err(BuildFailure::Rectangle(rectangle));
        }
        if let Ok(table) = Table::open(self.path)
            && *table.subject() == self.subject
            && table.is_complete()
            && table.verify(&self.budget).is_ok()
        {
            return Ok(table);
        }
        listed(self.subject.game, Run(self)).ok_or(BuildFailure::Game(self.subject.game))??;
        Ok(Table::open(self.path)?)
    }

    fn folder(&self) -> PathBuf {
        folder(self.path)
    }

    fn piece_path(&self, piece: &Piece) -> PathBuf {
        piece_path(self.path, piece)
    }

    fn work<P: Listed, F: Fact>(&self) -> Result<(), BuildFailure> {
        let (index, room) = prepare::<F>(self.subject.rectangle, self.memory)?;
        let folder = self.folder();
        let io = |error| BuildFailure::File(FileError::Io { path: folder.clone(), error });
        std::fs::create_dir_all(&folder).map_err(io)?;
        let lock = folder.join(LOCK);
        let locked = File::create(&lock).map_err(io)?;
        match locked.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(BuildFailure::Busy(folder)),
            // Some file systems have no locks. There, two builds at once are not noticed.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        file::remove_remains(&folder, is_level)?;
        if let (Some(parent), Some(name)) = (self.path.parent(), self.path.file_name()) {
            let here = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
            file::remove_remains(here, |left| *name == *left)?;
        }
        let pieces = write::pieces(&index);
        let kept = match self.kept_pieces(&pieces)? {
            Some(kept) => kept,
            None => {
                self.work_out_pieces::<P, F>(&index, &pieces, room)?;
                pieces.iter().map(|piece| Table::open(&self.piece_path(piece))).collect::<Result<_, _>>()?
            }
        };
        write::join(self.path, &self.subject, &kept.iter().collect::<Vec<_>>())?;
        for piece in &pieces {
            std::fs::remove_file(self.piece_path(piece)).map_err(io)?;
        }
        std::fs::remove_file(lock).map_err(io)?;
        // The folder stays if it has other files.
        let _ = std::fs::remove_dir(&folder);
        Ok(())
    }

    /// All pieces, to be joined. `None` means that one is missing or damaged. Joining takes no longer than a
    /// copy and ignores the budget, so a build that is stopped and started again and again still ends.
    fn kept_pieces(&self, pieces: &[Piece]) -> Result<Option<Vec<Table>>, BuildFailure> {
        if !pieces.iter().rev().all(|piece| self.piece_path(piece).exists()) {
            return Ok(None);
        }
        let mut kept = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let Some(table) = self.kept(piece)? else { return Ok(None) };
            match file::check(table.path()) {
                Ok(()) => kept.push(table),
                Err(error) if error.is_damaged() => return Ok(None),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(write::belong_together(&kept.iter().collect::<Vec<_>>()).then_some(kept))
    }

    /// Computes the pieces that are not kept, with `room` bytes for canonical forms.
    fn work_out_pieces<P: Listed, F: Fact>(
        &self,
        index: &Index,
        pieces: &[Piece],
        room: u64,
    ) -> Result<(), BuildFailure> {
        let most = u32::try_from(room / Limits::BYTES_PER_VALUE as u64).unwrap_or(u32::MAX);
        let limits = Limits { values: most.max(1000), budget: self.budget.clone(), ..Limits::default() };
        let values = Values::with_limits(limits);
        let mut entries: Vec<Option<F>> = Vec::with_capacity(index.len() as usize);
        let mut dictionary = Dictionary::new();
        let done = AtomicU64::new(0);
        for piece in pieces {
            // Found once, before the threads need them.
            index.shapes(piece.level);
            if let Some(table) = self.kept(piece)? {
                match dictionary.load(&table, &values) {
                    Ok(Some(kept)) => {
                        entries.extend(kept);
                        continue;
                    }
                    Ok(None) => {}
                    Err(BuildFailure::File(error)) if error.is_damaged() => {}
                    Err(error) => return Err(error),
                }
            }
            let before = entries.len();
            let kept = before as u64 - done.load(Ordering::Relaxed);
            entries.resize(piece.entries.end as usize, None);
            let (known, new) = entries.split_at_mut(before);
            fill_on_all_cores(new, CHUNK, |i, chunk| {
                let first = piece.entries.start + (i * CHUNK) as u64;
                if self.budget.is_spent() {
                    return Err(BuildFailure::Value(Error::Stopped));
                }
                for (slot, entry) in chunk.iter_mut().zip(first..) {
                    *slot = work_out::<P, F>(index, known, entry, &values)?;
                }
                let done = done.fetch_add(chunk.len() as u64, Ordering::Relaxed) + chunk.len() as u64;
                (self.progress)(&Progress {
                    level: piece.level,
                    levels: index.levels().len(),
                    done,
                    left: index.len() - kept - done,
                });
                Ok(())
            })?;
            dictionary.write(&self.piece_path(piece), &self.subject, index, piece, new, &values)?;
        }
        Ok(())
    }

    /// A piece that was finished before. `None` means that its file is missing, damaged, or of another table.
    fn kept(&self, piece: &Piece) -> Result<Option<Table>, BuildFailure> {
        let path = self.piece_path(piece);
        match Table::open(&path) {
            Ok(table) if *table.subject() == self.subject && is_in(piece, &table) => Ok(Some(table)),
            Err(FileError::Io { error, .. }) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(FileError::Io { path, error }.into())
            }
            _ => Ok(None),
        }
    }
}

/// The folder of the finished pieces of a table at this path.
pub(super) fn folder(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".levels");
    path.with_file_name(name)
}

/// The path of a piece until the table is complete.
pub(super) fn piece_path(path: &Path, piece: &Piece) -> PathBuf {
    folder(path).join(format!("{LEVEL}{}-{}.table", piece.level, piece.number))
}

/// Is it the name of a file with a piece?
pub(super) fn is_level(name: &str) -> bool {
    name.starts_with(LEVEL)
}

/// The numbers of a rectangle's positions, and the bytes that are left for canonical forms.
pub(super) fn prepare<F: Fact>(rectangle: Rectangle, memory: u64) -> Result<(Index, u64), BuildFailure> {
    let bytes = rectangle.entries().saturating_mul(size_of::<Option<F>>() as u64);
    let need = rectangle.index_bytes().saturating_add(bytes) >> 20;
    if need > memory >> 20 {
        return Err(BuildFailure::Memory { need, allowed: memory >> 20 });
    }
    let index = Index::new(rectangle).ok_or(BuildFailure::Rectangle(rectangle))?;
    Ok((index, memory - (need << 20).min(memory)))
}

/// Does the file hold exactly this piece?
pub(super) fn is_in(piece: &Piece, table: &Table) -> bool {
    let part = table.part();
    part.levels == (piece.level..piece.level + 1) && part.entries == piece.entries
}

/// Joins the pieces of a table, which may come from several builds.
pub fn merge(path: &Path, files: &[Table]) -> Result<Table, MergeFailure> {
    let first = files.first().ok_or(MergeFailure::Nothing)?;
    let subject = first.subject();
    for table in files {
        if table.subject() != subject {
            return Err(MergeFailure::Different(table.path().to_owned()));
        }
        table.verify(&Budget::endless())?;
    }
    let piece = |piece: Piece| {
        let table = files.iter().find(|table| is_in(&piece, table));
        table.ok_or(MergeFailure::Missing(piece.entries))
    };
    let found = match files.iter().find(|table| table.is_complete()) {
        Some(whole) => vec![whole],
        None => write::pieces(first.index()).into_iter().map(piece).collect::<Result<_, _>>()?,
    };
    if !write::belong_together(&found) {
        return Err(MergeFailure::Unlike);
    }
    write::join(path, subject, &found)?;
    Ok(Table::open(path)?)
}

/// Why tables were not merged.
#[derive(thiserror::Error, Debug)]
pub enum MergeFailure {
    /// No files were named.
    #[error("there is nothing to merge")]
    Nothing,
    /// A file belongs to another table.
    #[error("{} belongs to another table than the first file", .0.display())]
    Different(PathBuf),
    /// The pieces come from builds with different dictionaries.
    #[error("the files come from different builds: their words do not continue each other")]
    Unlike,
    /// These entries are in no file.
    #[error("the entries {start} to {end} are missing", start = .0.start, end = .0.end)]
    Missing(Range<u64>),
    /// A file cannot be read or written, or is damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file does not pass the verification.
    #[error(transparent)]
    Wrong(#[from] BuildFailure),
}

/// The fact of a position, from those of lower levels. `None` means that the position is illegal.
pub(super) fn work_out<P: Listed, F: Fact>(
    index: &Index,
    known: &[Option<F>],
    entry: u64,
    values: &Values,
) -> Result<Option<F>, BuildFailure> {
    let Some(position) = P::on(index.board(entry)) else { return Ok(None) };
    let mut sides = ByPlayer::<Vec<(F, bool)>>::default();
    for (side, player) in sides.iter_mut().zip(Player::BOTH) {
        for option in position.options(player) {
            let place = index.locate(&option.tabled());
            let fact =
                place.and_then(|(entry, negative)| Some((known.get(entry as usize).copied()??, negative)));
            side.push(fact.ok_or_else(|| BuildFailure::Lost(option.to_string()))?);
        }
    }
    Ok(Some(F::of_options(values, sides.each_ref().map(Vec::as_slice))?))
}

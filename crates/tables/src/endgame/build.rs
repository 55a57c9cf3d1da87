//! Building a table: level by level, so that the options of a position are known before it. Every level is kept in a file of
//! its own until the table is whole, so that a build that was stopped or killed goes on where it was.

use super::index::Index;
use super::table::{self, BuildFailure, Subject, Table};
use super::worth::{Graph, Kind, Worth};
use crate::file::{self, FileError};
use rayon::prelude::*;
use rules::{Listed, ListedVisitor, listed};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use values::{Error, Game, Games, Limits, Player, Stop};

/// Entries that are worked out between two looks at the clock.
const CHUNK: usize = 256;
/// The beginning of the names of files with levels.
const LEVEL: &str = "level-";
/// What a canonical form takes.
const BYTES_PER_GAME: u64 = 200;
/// Held by whoever builds.
const LOCK: &str = "lock";

/// How a table is built.
pub struct Build<'a> {
    /// Which table.
    pub subject: Subject,
    /// Where it goes; levels are kept in a folder beside it.
    pub path: &'a Path,
    /// Bytes of memory that may be used.
    pub memory: u64,
    /// When to give up; what is done by then is kept.
    pub stop: Stop,
    /// Told often how far it is.
    pub progress: &'a (dyn Fn(&Progress) + Sync),
}

/// How far a build is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Which level is worked out.
    pub level: usize,
    /// How many there are.
    pub levels: usize,
    /// Entries that were worked out in this run.
    pub done: u64,
    /// Entries that are left.
    pub left: u64,
}

impl Build<'_> {
    /// Builds the table, or what is missing of it.
    pub fn run(&self) -> Result<Table, BuildFailure> {
        struct Run<'a, 'b>(&'a Build<'b>);
        impl ListedVisitor for Run<'_, '_> {
            type Output = Result<(), BuildFailure>;
            fn visit<P: Listed>(self) -> Self::Output {
                match self.0.subject.kind {
                    Kind::Thermograph => self.0.work::<P, Graph>(),
                    Kind::Value => self.0.work::<P, Game>(),
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
            && table.verify().is_ok()
        {
            return Ok(table);
        }
        listed(self.subject.game, Run(self)).ok_or(BuildFailure::Rectangle(rectangle))??;
        Ok(Table::open(self.path)?)
    }

    /// Where finished levels are.
    fn folder(&self) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(".levels");
        self.path.with_file_name(name)
    }

    fn work<P: Listed, W: Worth>(&self) -> Result<(), BuildFailure> {
        let need = |entries: u64| {
            (self.subject.rectangle.index_bytes() + entries * size_of::<Option<W>>() as u64) >> 20
        };
        let enough = |entries| match need(entries) {
            need if need > self.memory >> 20 => {
                Err(BuildFailure::Memory { need, allowed: self.memory >> 20 })
            }
            _ => Ok(()),
        };
        enough(0)?;
        let rectangle = self.subject.rectangle;
        let index = Index::new(rectangle).ok_or(BuildFailure::Rectangle(rectangle))?;
        enough(index.len())?;
        let folder = self.folder();
        let io = |error| BuildFailure::File(FileError::Io { path: folder.clone(), error });
        std::fs::create_dir_all(&folder).map_err(io)?;
        let lock = folder.join(LOCK);
        let locked = File::create(&lock).map_err(io)?;
        match locked.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(BuildFailure::Busy(folder)),
            // Where files cannot be locked, only one build may run.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        file::remove_remains(&folder, |name| name.starts_with(LEVEL))?;
        if let (Some(parent), Some(name)) = (self.path.parent(), self.path.file_name()) {
            let here = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
            file::remove_remains(here, |left| *name == *left)?;
        }
        let room = self.memory - (need(index.len()) << 20).min(self.memory);
        let most = u32::try_from(room / BYTES_PER_GAME).unwrap_or(u32::MAX);
        let limits = Limits { games: most.max(1000), stop: self.stop.clone(), ..Limits::default() };
        let games = Games::with_limits(limits);
        let mut entries: Vec<Option<W>> = Vec::with_capacity(index.len() as usize);
        let done = AtomicU64::new(0);
        let levels = index.levels();
        for (level, range) in levels.iter().enumerate() {
            let path = folder.join(format!("{LEVEL}{level}.table"));
            if let Some(kept) = self.kept(&path, range, &games)? {
                entries.extend(kept);
                continue;
            }
            let before = entries.len();
            let kept = before as u64 - done.load(Ordering::Relaxed);
            entries.resize(range.end as usize, None);
            let (known, new) = entries.split_at_mut(before);
            new.par_chunks_mut(CHUNK).enumerate().try_for_each(|(i, chunk)| {
                let first = range.start + (i * CHUNK) as u64;
                if self.stop.is_over() {
                    return Err(BuildFailure::Value(Error::Stopped));
                }
                for (slot, entry) in chunk.iter_mut().zip(first..) {
                    *slot = work_out::<P, W>(&index, known, entry, &games)?;
                }
                let done = done.fetch_add(chunk.len() as u64, Ordering::Relaxed) + chunk.len() as u64;
                (self.progress)(&Progress {
                    level,
                    levels: levels.len(),
                    done,
                    left: index.len() - kept - done,
                });
                Ok(())
            })?;
            table::write(&path, &self.subject, range, index.len(), new, &games)?;
        }
        table::write(self.path, &self.subject, &(0..index.len()), index.len(), &entries, &games)?;
        for level in 0..levels.len() {
            std::fs::remove_file(folder.join(format!("{LEVEL}{level}.table"))).map_err(io)?;
        }
        std::fs::remove_file(lock).map_err(io)?;
        // Something else may lie there, which is none of our business.
        let _ = std::fs::remove_dir(&folder);
        Ok(())
    }

    /// A level that was finished before; `None` if there is none, or if it is damaged.
    fn kept<W: Worth>(
        &self,
        path: &Path,
        range: &std::ops::Range<u64>,
        games: &Games,
    ) -> Result<Option<Vec<Option<W>>>, BuildFailure> {
        let table = match Table::open(path) {
            Ok(table) if *table.subject() == self.subject && table.range() == range => table,
            Ok(_) => return Ok(None),
            Err(FileError::Io { error, .. }) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(FileError::Io { path: path.to_owned(), error }.into());
            }
            Err(_) => return Ok(None),
        };
        match table.verify().and_then(|()| table.load(games)) {
            Ok(entries) => Ok(Some(entries)),
            Err(error) if error.is_damaged() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Makes a table of its levels, which may come from several builds.
pub fn merge(path: &Path, levels: &[Table]) -> Result<Table, MergeFailure> {
    let subject = levels.first().ok_or(MergeFailure::Nothing)?.subject().clone();
    match subject.kind {
        Kind::Thermograph => merge_as::<Graph>(path, &subject, levels)?,
        Kind::Value => merge_as::<Game>(path, &subject, levels)?,
    }
    Ok(Table::open(path)?)
}

fn merge_as<W: Worth>(path: &Path, subject: &Subject, levels: &[Table]) -> Result<(), MergeFailure> {
    let games = Games::new();
    let mut levels: Vec<&Table> = levels.iter().collect();
    levels.sort_by_key(|table| table.range().start);
    let mut entries: Vec<Option<W>> = Vec::new();
    for table in &levels {
        if table.subject() != subject {
            return Err(MergeFailure::Different(table.path().to_owned()));
        }
        if table.range().start > entries.len() as u64 {
            return Err(MergeFailure::Missing(entries.len() as u64..table.range().start));
        }
        table.verify()?;
        let overlap = entries.len() as u64 - table.range().start;
        entries.extend(table.load(&games)?.into_iter().skip(overlap as usize));
    }
    let all = levels.first().map_or(0, |table| table.entries());
    if (entries.len() as u64) < all {
        return Err(MergeFailure::Missing(entries.len() as u64..all));
    }
    Ok(table::write(path, subject, &(0..all), all, &entries, &games)?)
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
    /// Not all positions are there.
    #[error("the entries {start} to {end} are missing", start = .0.start, end = .0.end)]
    Missing(std::ops::Range<u64>),
    /// The table cannot be written.
    #[error(transparent)]
    Build(#[from] BuildFailure),
    /// A file cannot be read, or is damaged.
    #[error(transparent)]
    File(#[from] FileError),
}

/// What a position is worth, from what is known about lower levels; `None` if it is illegal.
fn work_out<P: Listed, W: Worth>(
    index: &Index,
    known: &[Option<W>],
    entry: u64,
    games: &Games,
) -> Result<Option<W>, BuildFailure> {
    let Some(position) = P::on(index.board(entry)) else { return Ok(None) };
    let mut sides = [Vec::new(), Vec::new()];
    for (side, player) in sides.iter_mut().zip(Player::BOTH) {
        for option in position.options(player) {
            let place = option.tabled().and_then(|option| index.locate(&option.board));
            let worth =
                place.and_then(|(entry, negative)| Some((known.get(entry as usize).copied()??, negative)));
            side.push(worth.ok_or_else(|| BuildFailure::Lost(option.to_string()))?);
        }
    }
    let [left, right] = &sides;
    Ok(Some(W::of_options(games, [left, right])?))
}

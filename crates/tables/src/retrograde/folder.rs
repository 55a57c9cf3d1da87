//! How is a table kept in files? A folder has one file that describes the table in full: the game, the order of
//! bits, the convention and the code of the words. Each block has a file, packed and checksummed. A block that
//! was dropped leaves a stub with its count, renamed over its file, so a killed run finds either of the two.

use super::files::Files;
use super::layout::Layout;
use super::pack::Packed;
use super::schedule::{Keep, Schedule};
use super::solve::{Error, Facts, Probe, Solved};
use super::store::{Store, Work};
use super::{TakingGame, describe};
use crate::file::{self, FileError};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use rules::games::triangular_nim::Convention;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of the file that says what is in the folder.
const CONTENTS: &str = "table.contents";
/// Its name in the first version of the format.
const OLD_CONTENTS: &str = "triangular-nim.contents";
/// The name of the file with the facts of a table whose blocks were all dropped.
const RESULT: &str = "table.result";

/// A folder with the blocks of one table.
pub struct Folder {
    path: PathBuf,
    layout: Layout,
    convention: Convention,
    /// The start of the text in each file: the game, the convention and a checksum of the description.
    name: String,
}

/// The file of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// A block with its number of P-positions and the size of the file.
    Block(u64, u64),
    /// The stub of a dropped block, with its number of P-positions.
    Stub(u64),
}

impl Folder {
    /// Creates a folder for a table, or opens one that was created for the same table.
    pub fn create(path: &Path, layout: Layout, convention: Convention) -> Result<Self, Error> {
        refuse_old(path)?;
        let about = describe::text(&layout, convention);
        std::fs::create_dir_all(path).map_err(|error| FileError::Io { path: path.to_owned(), error })?;
        let contents = path.join(CONTENTS);
        match file::read(&contents) {
            Ok((found, _)) if found == about => {}
            Ok((found, _)) => {
                let reason = format!("the folder is for another table: {}", describe::name(&found));
                return Err(FileError::Foreign { path: contents, reason }.into());
            }
            // A damaged file is written again: it holds nothing but the parameters.
            Err(error) if error.is_missing() || error.is_damaged() => file::write(&contents, &about, &[])?,
            Err(error) => return Err(error.into()),
        }
        Ok(Self { path: path.to_owned(), layout, convention, name: describe::name(&about) })
    }

    /// Opens a folder that was created before.
    pub fn open(path: &Path) -> Result<Self, Error> {
        refuse_old(path)?;
        let contents = path.join(CONTENTS);
        let about = file::read_about(&contents)?;
        let foreign = || FileError::Foreign { path: contents.clone(), reason: format!("no table: {about}") };
        let (layout, convention) = describe::read(&about).ok_or_else(foreign)?;
        Ok(Self { path: path.to_owned(), layout, convention, name: describe::name(&about) })
    }

    /// How positions are numbered.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &TakingGame {
        self.layout.game()
    }

    /// Normal or misère play.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The number of these blocks that have a file, damaged or not, and the number of those that have none.
    #[must_use]
    pub fn progress(&self, blocks: Range<u32>) -> (u64, u64) {
        let chosen = self.layout.blocks().into_iter().filter(|block| blocks.contains(block));
        chosen.fold((0, 0), |(there, missing), block| {
            if self.file(block).exists() { (there + 1, missing) } else { (there, missing + 1) }
        })
    }

    /// The path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Is it the name of a file of a table, if that of a block then of a chosen one?
    pub(super) fn is_file(name: &str, chosen: impl Fn(u32) -> bool) -> bool {
        let number = name.strip_prefix("block-").and_then(|number| number.parse().ok());
        [CONTENTS, RESULT].contains(&name) || number.is_some_and(chosen)
    }

    fn file(&self, block: u32) -> PathBuf {
        self.path.join(format!("block-{block}"))
    }

    /// Computes all chosen blocks that are missing or damaged. The blocks that their moves lead to must be
    /// chosen too or be in the folder.
    pub fn solve(&self, work: &Work) -> Result<(), Error> {
        self.solve_by(work, || Store::run(&self.layout, self.convention, Some(self), work).map(|_| ()))
    }

    /// The same by another machine, which computes the blocks of [`Files::schedule`] in that order: a part of
    /// `whole`, which has all blocks.
    pub fn solve_with<E: From<Error>>(
        &self,
        work: &Work,
        whole: Schedule,
        solve: impl FnOnce(&mut Files) -> Result<(), E>,
    ) -> Result<(), E> {
        self.solve_by(work, || solve(&mut Files::new(self, work, whole)?))
    }

    fn solve_by<E: From<Error>>(&self, work: &Work, solve: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
        if work.blocks.end > self.layout.all_blocks() || work.blocks.is_empty() {
            return Err(Error::NoBlocks(self.layout.all_blocks() - 1).into());
        }
        let chosen = |name: &str| Self::is_file(name, |block| work.blocks.contains(&block));
        file::remove_remains(&self.path, chosen).map_err(Error::from)?;
        if work.keep == Keep::None && self.facts().is_some() {
            return Ok(self.drop_all()?);
        }
        solve()?;
        let is_whole = work.blocks.start == 0 && work.blocks.end == self.layout.all_blocks();
        if is_whole && work.keep == Keep::None { Ok(self.leave_facts()?) } else { Ok(()) }
    }

    /// Writes the facts of a solved table, and drops all its blocks.
    pub(super) fn leave_facts(&self) -> Result<(), Error> {
        let mut last: Option<(u32, Packed)> = None;
        let facts = self.find_facts(|block, index| {
            let packed = match last.take() {
                Some((number, packed)) if number == block => packed,
                _ => self.read(block)?,
            };
            Ok(last.insert((block, packed)).1.word(index))
        })?;
        let text = serde_json::to_vec(&facts.to_json()).expect("facts are numbers");
        file::write(&self.path.join(RESULT), &format!("{} result", self.name), &text)?;
        self.drop_all()
    }

    /// Drops all blocks of a table whose facts are known.
    fn drop_all(&self) -> Result<(), Error> {
        for block in self.layout.blocks() {
            match self.look(block) {
                Ok(Some(Found::Block(lost, _))) => _ = self.drop_block(block, lost)?,
                Err(error) if !error.is_damaged() => return Err(error.into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// The facts of a solved table, from the counts in its files and from words of its blocks.
    fn find_facts(&self, word: impl FnMut(u32, usize) -> Result<u64, Error>) -> Result<Facts, Error> {
        let mut lost = 0;
        for block in self.layout.blocks() {
            match self.look(block)?.ok_or(Error::Missing(block))? {
                Found::Block(count, _) | Found::Stub(count) => lost += self.layout.group(block) * count,
            }
        }
        Facts::find(&self.layout, lost, word)
    }

    /// The solved table, which reads its blocks with a cache of `memory` bytes. A missing block is an error.
    pub fn solved(self, memory: u64) -> Result<Solved, Error> {
        let (layout, convention, facts) = (self.layout.clone(), self.convention, self.facts());
        let cache = Cache::with_weighter(16, memory, Bytes);
        let library = Box::new(Library { folder: self, cache });
        let facts = match facts {
            Some(facts) => facts,
            None => library.folder.find_facts(|block, index| library.word(block, index))?,
        };
        Ok(Solved::new(layout, convention, facts, library))
    }

    /// The facts of a table whose blocks were all dropped.
    pub(super) fn facts(&self) -> Option<Facts> {
        let (about, contents) = file::read(&self.path.join(RESULT)).ok()?;
        (about == format!("{} result", self.name)).then(|| Facts::from_json(&contents))?
    }

    /// What the file of a block says about itself. `None` means that there is no file.
    pub(super) fn look(&self, block: u32) -> Result<Option<Found>, FileError> {
        let path = self.file(block);
        match file::read_about(&path) {
            Ok(about) => self.understand(block, &about).map(Some),
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The text in the file of a block.
    fn about(&self, block: u32, lost: u64, is_kept: bool) -> String {
        format!("{} block={block} lost={lost}{}", self.name, if is_kept { "" } else { " dropped" })
    }

    fn understand(&self, block: u32, about: &str) -> Result<Found, FileError> {
        let path = self.file(block);
        let Some(rest) = about.strip_prefix(&format!("{} block=", self.name)) else {
            // An error, since computing the block again would overwrite the file of the other table.
            let reason = format!("it belongs to another table: {about}");
            return Err(FileError::Foreign { path, reason });
        };
        let damaged = || FileError::Damaged { path: path.clone(), reason: "it belongs to another block" };
        let rest = rest.strip_prefix(&format!("{block} lost=")).ok_or_else(damaged)?;
        let (count, is_kept) = match rest.strip_suffix(" dropped") {
            Some(count) => (count, false),
            None => (rest, true),
        };
        let most = 8 * self.layout.block_bytes();
        let count = count.parse().ok().filter(|&count: &u64| count <= most).ok_or_else(damaged)?;
        let size = std::fs::metadata(&path).map_or(0, |data| data.len());
        Ok(if is_kept { Found::Block(count, size) } else { Found::Stub(count) })
    }

    /// Checks the file of a block. `None` means that it is missing or damaged.
    pub(crate) fn check(&self, block: u32, warn: &(dyn Fn(&str) + Sync)) -> Result<Option<Found>, Error> {
        let found = self.look(block).and_then(|found| {
            match found {
                Some(Found::Block(..)) => _ = self.read(block)?,
                Some(Found::Stub(_)) => file::check(&self.file(block))?,
                None => {}
            }
            Ok(found)
        });
        match found {
            Ok(found) => Ok(found),
            Err(error) if error.is_damaged() => {
                warn(&format!("block {block} has to be worked out again: {error}"));
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Reads a block.
    pub(crate) fn read(&self, block: u32) -> Result<Packed, FileError> {
        let path = self.file(block);
        let (about, contents) = file::read(&path)?;
        let damaged = |reason| FileError::Damaged { path, reason };
        match self.understand(block, &about)? {
            Found::Stub(_) => Err(damaged("its block was dropped")),
            Found::Block(..) => {
                let words = self.layout.block_bytes() as usize / 8;
                Packed::from_bytes(words, &contents).ok_or_else(|| damaged("its contents are not a block"))
            }
        }
    }

    /// The size of the file of a packed block.
    pub(crate) fn size(&self, block: u32, lost: u64, packed: &Packed) -> u64 {
        file::size(&self.about(block, lost, true), packed.bytes())
    }

    pub(crate) fn write(&self, block: u32, lost: u64, packed: &Packed) -> Result<(), FileError> {
        let parts = packed.parts().map(Ok);
        file::write_parts(&self.file(block), &self.about(block, lost, true), packed.bytes(), parts)
    }

    /// Replaces the file of a block by a stub. Returns its size.
    pub(crate) fn drop_block(&self, block: u32, lost: u64) -> Result<u64, FileError> {
        let about = self.about(block, lost, false);
        file::write(&self.file(block), &about, &[])?;
        Ok(file::size(&about, 0))
    }
}

/// A folder of the first version of the format is refused.
fn refuse_old(path: &Path) -> Result<(), Error> {
    let old = path.join(OLD_CONTENTS);
    if !old.exists() {
        return Ok(());
    }
    let reason = "the table was written by an earlier version of this program: name an empty folder, and solve it again";
    Err(FileError::Foreign { path: old, reason: reason.to_owned() }.into())
}

/// A folder whose blocks are only read.
struct Library {
    folder: Folder,
    cache: Cache<u32, Arc<Packed>, Bytes>,
}

/// Blocks in the cache count by their bytes.
#[derive(Clone)]
struct Bytes;

impl Weighter<u32, Arc<Packed>> for Bytes {
    fn weight(&self, _: &u32, packed: &Arc<Packed>) -> u64 {
        packed.bytes()
    }
}

impl Probe for Library {
    fn word(&self, block: u32, index: usize) -> Result<u64, Error> {
        if let Some(found) = self.cache.get(&block) {
            return Ok(found.word(index));
        }
        if let Ok(Some(Found::Stub(_))) = self.folder.look(block) {
            return Err(Error::Dropped(block));
        }
        let read = self.folder.read(block).map_err(|error| match error {
            FileError::Damaged { path, .. } => {
                FileError::Damaged { path, reason: "solve the table again, and this block will be mended" }
            }
            error => error,
        });
        let found = Arc::new(read?);
        self.cache.insert(block, found.clone());
        Ok(found.word(index))
    }
}

/// What is known about the blocks of a folder before a run.
pub(crate) type States = BTreeMap<u32, Found>;

/// Looks at all blocks with several threads.
pub(crate) fn survey(
    folder: &Folder,
    blocks: &[u32],
    threads: usize,
    warn: &(dyn Fn(&str) + Sync),
) -> Result<States, Error> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let work = || -> Result<Vec<(u32, Found)>, Error> {
        let mut states = Vec::new();
        loop {
            let place = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let Some(&block) = blocks.get(place) else { return Ok(states) };
            if let Some(found) = folder.check(block, warn)? {
                states.push((block, found));
            }
        }
    };
    let parts = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, Result<Vec<(u32, Found)>, Error>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect::<Result<Vec<_>, _>>()
    })?;
    Ok(parts.into_iter().flatten().collect())
}

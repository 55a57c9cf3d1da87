//! How is a table solved that does not fit into memory? Each block is a file, compressed and checksummed.
//! Blocks that are needed soon are read ahead and finished blocks are written behind, with a cache of limited
//! size. A run continues from the blocks that an earlier run has finished, and computes damaged blocks again.

mod cache;
mod codec;
mod shelves;

pub(super) use codec::{decode, encode};

use super::layout::Layout;
use super::solve::{Error, Progress, Solved, lost, share};
use super::words::{Block, Worker};
use crate::file::{self, FileError};
use cache::Cache;
use codec::{about, parse};
use rules::games::triangular_nim::Convention;
use shelves::{Cabinet, Library};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, OnceLock};
use values::Budget;

/// The name of the file that says what is in the folder.
const CONTENTS: &str = "triangular-nim.contents";

/// A folder with the blocks of one table.
pub struct Folder {
    path: PathBuf,
    layout: Layout,
    convention: Convention,
    about: String,
}

/// Which blocks to solve in a folder, and with which means.
pub struct Work<'a> {
    /// The numbers of the blocks.
    pub blocks: Range<u32>,
    /// The maximum memory in bytes.
    pub memory: u64,
    /// The number of threads that compute blocks.
    pub threads: usize,
    /// When the work ends.
    pub budget: &'a Budget,
    /// Called with the number of finished blocks.
    pub progress: Progress<'a>,
    /// Called with a message about each damaged block.
    pub warn: &'a (dyn Fn(&str) + Sync),
}

impl Folder {
    /// Creates a folder for a table, or opens one that was created for the same table.
    pub fn create(path: &Path, layout: Layout, convention: Convention) -> Result<Self, Error> {
        let about = about(&layout, convention);
        std::fs::create_dir_all(path).map_err(|error| FileError::Io { path: path.to_owned(), error })?;
        let contents = path.join(CONTENTS);
        match file::read(&contents) {
            Ok((found, _)) if found == about => {}
            Ok((found, _)) => {
                let reason = format!("the folder is for another table: {found}");
                return Err(FileError::Foreign { path: contents, reason }.into());
            }
            // A damaged file is written again: it holds nothing but the parameters.
            Err(error) if error.is_missing() || error.is_damaged() => file::write(&contents, &about, &[])?,
            Err(error) => return Err(error.into()),
        }
        Ok(Self { path: path.to_owned(), layout, convention, about })
    }

    /// Opens a folder that was created before.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let contents = path.join(CONTENTS);
        let about = file::read_about(&contents)?;
        let foreign = || FileError::Foreign { path: contents.clone(), reason: format!("no table: {about}") };
        let (layout, convention) = parse(&about).ok_or_else(foreign)?;
        Ok(Self { path: path.to_owned(), layout, convention, about })
    }

    /// How positions are numbered.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of these blocks that have a file, damaged or not, and the number of those that have none.
    #[must_use]
    pub fn progress(&self, blocks: Range<u32>) -> (u64, u64) {
        let chosen = self.layout.blocks().into_iter().filter(|block| blocks.contains(block));
        chosen.fold((0, 0), |(there, missing), block| {
            if self.file(block).exists() { (there + 1, missing) } else { (there, missing + 1) }
        })
    }

    fn file(&self, block: u32) -> PathBuf {
        self.path.join(format!("block-{block}"))
    }

    fn about_block(&self, block: u32) -> String {
        format!("{} block={block}", self.about)
    }

    /// Reads a block. `None` means that its file is missing or damaged.
    fn read(&self, block: u32, warn: &(dyn Fn(&str) + Sync)) -> Result<Option<Block>, Error> {
        let path = self.file(block);
        let damaged = |reason| FileError::Damaged { path: path.clone(), reason };
        let read = file::read(&path).and_then(|(about, contents)| {
            if !about.starts_with(&format!("{} block=", self.about)) {
                // An error, since computing the block again would overwrite the file of the other table.
                let reason = format!("it belongs to another table: {about}");
                return Err(FileError::Foreign { path: path.clone(), reason });
            }
            if about.rsplit_once(' ').map(|(about, _)| about) != Some(self.about_block(block).as_str()) {
                return Err(damaged("it belongs to another block"));
            }
            decode(&self.layout, &contents).ok_or_else(|| damaged("it holds no block"))
        });
        match read {
            Ok(block) => Ok(Some(block)),
            Err(error) if error.is_missing() => Ok(None),
            Err(error) if error.is_damaged() => {
                warn(&format!("block {block} has to be worked out again: {error}"));
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The text and the contents of the file of a finished block.
    fn encode(&self, block: u32, results: &Block) -> Result<Written, Error> {
        let about = format!("{} lost={}", self.about_block(block), lost(&self.layout, results));
        let contents = encode(results).map_err(|error| FileError::Io { path: self.file(block), error })?;
        Ok(Written { block, about, contents })
    }

    fn write(&self, written: &Written) -> Result<(), Error> {
        Ok(file::write(&self.file(written.block), &written.about, &written.contents)?)
    }

    /// Computes all chosen blocks that are missing or damaged. The blocks that their moves lead to must be
    /// chosen too or be in the folder.
    pub fn solve(&self, work: &Work) -> Result<(), Error> {
        if work.blocks.end > self.layout.all_blocks() || work.blocks.is_empty() {
            return Err(Error::NoBlocks(self.layout.all_blocks() - 1));
        }
        let chosen = |name: &str| {
            let number = name.strip_prefix("block-").and_then(|number| number.parse().ok());
            name == CONTENTS || number.is_some_and(|number: u32| work.blocks.contains(&number))
        };
        file::remove_remains(&self.path, chosen)?;
        let blocks: Vec<u32> =
            self.layout.blocks().into_iter().filter(|block| work.blocks.contains(block)).collect();
        let (threads, room) = self.afford(work)?;
        let (to_writer, writer) = sync_channel(threads);
        let (to_reader, reader) = sync_channel(1);
        let cabinet = Cabinet {
            folder: self,
            worker: Worker::new(&self.layout, self.convention),
            slots: blocks.iter().map(|&block| (block, OnceLock::new())).collect(),
            cache: Mutex::new(Cache::new(room)),
            warn: work.warn,
        };
        std::thread::scope(|scope| {
            scope.spawn(|| cabinet.read_ahead(&blocks, reader));
            let writing = scope.spawn(|| cabinet.write_behind(writer));
            let worked = share(&blocks, threads, work.budget, work.progress, |index, turned, go_on| {
                // A reader that is still busy is behind: reading even further ahead would not help.
                _ = to_reader.try_send(index + threads);
                let done = go_on.and_then(|()| cabinet.obtain(blocks[index], turned, &to_writer));
                _ = cabinet.slots[&blocks[index]].set(done.is_ok());
                done
            });
            drop((to_writer, to_reader));
            // A failure of the writer is the cause of the failures of the workers, so it is reported first.
            writing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).and(worked)
        })
    }

    /// The number of threads that the memory allows, and the number of blocks to keep in the cache.
    fn afford(&self, work: &Work) -> Result<(usize, usize), Error> {
        // A thread holds a block, the blocks that its moves lead to, and three copies of a block that is
        // compressed and written. Blocks that are read ahead for it are in the cache.
        let links = self.layout.outward(self.layout.all_blocks() - 1).count() as u64;
        let each = (2 * links + 4) * self.layout.block_bytes();
        let threads = (work.memory / each).min(work.threads.max(1) as u64);
        if threads == 0 {
            return Err(Error::Memory { needed: each.div_ceil(1 << 20), allowed: work.memory >> 20 });
        }
        let room = (work.memory - threads * each) / self.layout.block_bytes() + links;
        Ok((threads as usize, room as usize))
    }

    /// The solved table, which reads its blocks with a cache of `memory` bytes. A missing block is an error.
    pub fn solved(self, memory: u64) -> Result<Solved, Error> {
        let mut lost = 0;
        for block in self.layout.blocks() {
            let path = self.file(block);
            let about = match file::read_about(&path) {
                Err(error) if error.is_missing() => return Err(Error::Missing(block)),
                about => about?,
            };
            let start = format!("{} lost=", self.about_block(block));
            let count: Option<u64> = about.strip_prefix(&start).and_then(|count| count.parse().ok());
            let foreign =
                || FileError::Foreign { path, reason: "it belongs to another block or table".to_owned() };
            let count = count.filter(|&count| count <= 8 * self.layout.block_bytes()).ok_or_else(foreign)?;
            lost += self.layout.group(block) * count;
        }
        let (layout, convention) = (self.layout.clone(), self.convention);
        let room = (memory / layout.block_bytes()) as usize;
        let library = Library { folder: self, cache: Mutex::new(Cache::new(room)) };
        Ok(Solved::new(layout, convention, lost, Box::new(library)))
    }
}

/// A finished block on its way to a file.
struct Written {
    block: u32,
    about: String,
    contents: Vec<u8>,
}

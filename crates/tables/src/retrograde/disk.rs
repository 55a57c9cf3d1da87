//! How are tables solved that do not fit into memory? Each block is a file, compressed and checksummed; blocks that are
//! needed soon are read ahead and finished ones written behind, in a cache of limited size. What a run that was killed
//! has finished is used by the next one, and what is damaged is worked out again.

use super::layout::Layout;
use super::solve::{Error, Progress, Shelf, Solved, lost, share, work_out};
use super::words::{Block, ROWS, Row, Worker};
use crate::file::{self, FileError};
use rules::games::triangular_nim::Convention;
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use values::Budget;

/// Results are nearly random bits with few zeros: the fastest level finds what there is to find.
const LEVEL: i32 = 1;
/// The file that says what is in the folder.
const CONTENTS: &str = "triangular-nim.contents";

/// A folder with the blocks of one table.
pub struct Folder {
    path: PathBuf,
    layout: Layout,
    convention: Convention,
    about: String,
}

/// What is to be done in a folder, and how.
pub struct Work<'a> {
    /// The blocks with these numbers.
    pub blocks: Range<u32>,
    /// Bytes of memory to use.
    pub memory: u64,
    /// Threads that work on blocks.
    pub threads: usize,
    /// When to stop.
    pub budget: &'a Budget,
    /// Is told how far it is.
    pub progress: Progress<'a>,
    /// Is told about blocks that are damaged.
    pub warn: &'a (dyn Fn(&str) + Sync),
}

impl Folder {
    /// Makes a folder for a table, or goes on with one that was made for the same table.
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
            // It holds nothing that is not known here.
            Err(error) if error.is_missing() || error.is_damaged() => file::write(&contents, &about, &[])?,
            Err(error) => return Err(error.into()),
        }
        Ok(Self { path: path.to_owned(), layout, convention, about })
    }

    /// A folder that was made before.
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

    /// Which of these blocks have a file, whole or not, and how many do not.
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

    /// Reads a block; `None` if there is none that can be used.
    fn read(&self, block: u32, warn: &(dyn Fn(&str) + Sync)) -> Result<Option<Block>, Error> {
        let path = self.file(block);
        let damaged = |reason| FileError::Damaged { path: path.clone(), reason };
        let read = file::read(&path).and_then(|(about, contents)| {
            if !about.starts_with(&format!("{} block=", self.about)) {
                // Somebody may still want it.
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

    /// A file for a finished block: what is said about it, and its contents.
    fn encode(&self, block: u32, results: &Block) -> Result<Written, Error> {
        let about = format!("{} lost={}", self.about_block(block), lost(&self.layout, results));
        let contents = encode(results).map_err(|error| FileError::Io { path: self.file(block), error })?;
        Ok(Written { block, about, contents })
    }

    fn write(&self, written: &Written) -> Result<(), Error> {
        Ok(file::write(&self.file(written.block), &written.about, &written.contents)?)
    }

    /// Works out all chosen blocks that are not there or damaged; the blocks that their moves lead to must be among
    /// them or in the folder.
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
            cache: Mutex::new(Cache { room, ..Cache::default() }),
            warn: work.warn,
        };
        std::thread::scope(|scope| {
            scope.spawn(|| cabinet.read_ahead(&blocks, reader));
            let writing = scope.spawn(|| cabinet.write_behind(writer));
            let worked = share(&blocks, threads, work.budget, work.progress, |index, turned, go_on| {
                // If the reader is busy, reading ahead has no use.
                _ = to_reader.try_send(index + threads);
                let done = go_on.and_then(|()| cabinet.obtain(blocks[index], turned, &to_writer));
                _ = cabinet.slots[&blocks[index]].set(done.is_ok());
                done
            });
            drop((to_writer, to_reader));
            // If nothing can be written, that is why the work ended.
            writing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).and(worked)
        })
    }

    /// How many threads the memory is enough for, and how many blocks to keep.
    fn afford(&self, work: &Work) -> Result<(usize, usize), Error> {
        // A thread holds a block and those that its moves lead to, and another one three times while it is compressed and
        // written. What is read ahead for it is in the cache.
        let links = self.layout.outward(self.layout.all_blocks() - 1).count() as u64;
        let each = (2 * links + 4) * self.layout.block_bytes();
        let threads = (work.memory / each).min(work.threads.max(1) as u64);
        if threads == 0 {
            return Err(Error::Memory { needed: each.div_ceil(1 << 20), allowed: work.memory >> 20 });
        }
        let room = (work.memory - threads * each) / self.layout.block_bytes() + links;
        Ok((threads as usize, room as usize))
    }

    /// The table, if it is complete; so much memory may be used to look into it.
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
        let library = Library { folder: self, cache: Mutex::new(Cache { room, ..Cache::default() }) };
        Ok(Solved::new(layout, convention, lost, Box::new(library)))
    }
}

/// A finished block on its way to a file.
struct Written {
    block: u32,
    about: String,
    contents: Vec<u8>,
}

/// What a table is made with, as text.
fn about(layout: &Layout, convention: Convention) -> String {
    let mut about = format!("triangular-nim layers={} play=", layout.layers());
    about += match convention {
        Convention::Normal => "normal",
        Convention::Misere => "misere",
    };
    _ = write!(about, " symmetry={} bid=", layout.has_symmetry());
    for (i, piece) in layout.block_pieces().iter().enumerate() {
        _ = write!(about, "{}{piece}", if i > 0 { "," } else { "" });
    }
    about
}

fn parse(about: &str) -> Option<(Layout, Convention)> {
    let mut words = about.split(' ');
    let mut next = |key: &str| words.next()?.strip_prefix(key);
    next("triangular-nim")?;
    let layers = next("layers=")?.parse().ok()?;
    let convention = match next("play=")? {
        "normal" => Convention::Normal,
        "misere" => Convention::Misere,
        _ => return None,
    };
    let symmetry = next("symmetry=")?.parse().ok()?;
    let pieces = next("bid=")?.split(',').filter(|piece| !piece.is_empty()).map(|piece| piece.parse().ok());
    let layout = Layout::new(layers, &pieces.collect::<Option<Vec<u8>>>()?, symmetry).ok()?;
    Some((layout, convention))
}

/// The words of a block, lowest byte first, compressed.
pub(crate) fn encode(block: &Block) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(block.len() * ROWS * 64);
    block
        .iter()
        .flatten()
        .flat_map(|row| row.0)
        .for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
    zstd::bulk::compress(&bytes, LEVEL)
}

pub(crate) fn decode(layout: &Layout, contents: &[u8]) -> Option<Block> {
    let bytes = zstd::bulk::decompress(contents, layout.block_bytes() as usize).ok()?;
    let (words, []) = bytes.as_chunks::<8>() else { return None };
    let (rows, []) = words.as_chunks::<8>() else { return None };
    let (tiles, []) = rows.as_chunks::<ROWS>() else { return None };
    let tile = |tile: &[[[u8; 8]; 8]; ROWS]| tile.map(|row| Row(row.map(u64::from_le_bytes)));
    (tiles.len() == layout.tiles()).then(|| tiles.iter().map(tile).collect())
}

/// Blocks that were used lately.
#[derive(Default)]
struct Cache {
    blocks: HashMap<u32, Kept>,
    /// As many blocks as should be kept; those that are not written yet are kept in any case.
    room: usize,
    clock: u64,
}

struct Kept {
    block: Arc<Block>,
    used: u64,
    is_written: bool,
}

impl Cache {
    fn get(&mut self, block: u32) -> Option<Arc<Block>> {
        self.clock += 1;
        let kept = self.blocks.get_mut(&block)?;
        kept.used = self.clock;
        Some(kept.block.clone())
    }

    fn put(&mut self, number: u32, block: Arc<Block>, is_written: bool) {
        self.clock += 1;
        self.blocks.insert(number, Kept { block, used: self.clock, is_written });
        self.tidy();
    }

    fn set_written(&mut self, block: u32) {
        if let Some(kept) = self.blocks.get_mut(&block) {
            kept.is_written = true;
        }
        self.tidy();
    }

    fn tidy(&mut self) {
        while self.blocks.len() > self.room {
            let written = self.blocks.iter().filter(|(_, kept)| kept.is_written);
            let Some((&oldest, _)) = written.min_by_key(|(_, kept)| kept.used) else { return };
            self.blocks.remove(&oldest);
        }
    }
}

/// No panic leaves a cache half changed.
fn lock(cache: &Mutex<Cache>) -> MutexGuard<'_, Cache> {
    cache.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder while somebody works in it.
struct Cabinet<'a> {
    folder: &'a Folder,
    worker: Worker<'a>,
    /// For each block that is to be worked out, whether that went well.
    slots: HashMap<u32, OnceLock<bool>>,
    cache: Mutex<Cache>,
    warn: &'a (dyn Fn(&str) + Sync),
}

impl Cabinet<'_> {
    /// Makes sure that a block is there and whole.
    fn obtain(&self, block: u32, turned: &mut Vec<Block>, writer: &SyncSender<Written>) -> Result<(), Error> {
        if let Some(found) = self.folder.read(block, self.warn)? {
            lock(&self.cache).put(block, Arc::new(found), true);
            return Ok(());
        }
        let done = Arc::new(work_out(&self.worker, &self.folder.layout, self, block, turned)?);
        let written = self.folder.encode(block, &done)?;
        lock(&self.cache).put(block, done, false);
        writer.send(written).map_err(|_| Error::Abandoned(block))
    }

    fn write_behind(&self, written: Receiver<Written>) -> Result<(), Error> {
        for written in written {
            self.folder.write(&written)?;
            lock(&self.cache).set_written(written.block);
        }
        Ok(())
    }

    /// Loads what the blocks with these places in the list will need.
    fn read_ahead(&self, blocks: &[u32], places: Receiver<usize>) {
        for place in places {
            // Blocks that have a file are only checked.
            let open = blocks.get(place).into_iter().filter(|&&block| !self.folder.file(block).exists());
            for child in open.flat_map(|&block| self.folder.layout.children(block)) {
                let is_finished = self.slots.get(&child).is_none_or(|slot| slot.get() == Some(&true));
                if is_finished {
                    // Whoever needs it meets the same error.
                    _ = self.get(child);
                }
            }
        }
    }
}

impl Shelf for Cabinet<'_> {
    fn get(&self, block: u32) -> Result<Arc<Block>, Error> {
        if self.slots.get(&block).is_some_and(|slot| !slot.wait()) {
            return Err(Error::Abandoned(block));
        }
        if let Some(found) = lock(&self.cache).get(block) {
            return Ok(found);
        }
        let found = match self.folder.read(block, self.warn)? {
            Some(found) => found,
            None if !self.folder.file(block).exists() => return Err(Error::Missing(block)),
            None => {
                let done = work_out(&self.worker, &self.folder.layout, self, block, &mut Vec::new())?;
                self.folder.write(&self.folder.encode(block, &done)?)?;
                done
            }
        };
        let found = Arc::new(found);
        lock(&self.cache).put(block, found.clone(), true);
        Ok(found)
    }
}

/// A folder that is only looked into.
struct Library {
    folder: Folder,
    cache: Mutex<Cache>,
}

impl Shelf for Library {
    fn get(&self, block: u32) -> Result<Arc<Block>, Error> {
        if let Some(found) = lock(&self.cache).get(block) {
            return Ok(found);
        }
        let found = self.folder.read(block, &|_| ())?;
        let damaged = || FileError::Damaged {
            path: self.folder.file(block),
            reason: "solve the table again, and this block will be mended",
        };
        let found = Arc::new(found.ok_or_else(damaged)?);
        lock(&self.cache).put(block, found.clone(), true);
        Ok(found)
    }
}

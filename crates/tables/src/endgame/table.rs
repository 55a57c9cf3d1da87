//! A table in a file. It begins with a text that says which table it is. Then comes each level: its shapes, a bit for each set of
//! cells, and blocks of entries; then blocks of words, the thermographs or values that occur, in the order in which entries need them;
//! and the directory, with the length and the checksum of every block and the number of words of each block of words. Blocks are
//! compressed. An entry is the number of a word, one higher, or 0 for a position that is illegal.
//!
//! A piece that a build has kept is such a file too, with some entries of one level and with the words that no earlier piece has.
//!
//! Opening a table reads the text and the directory. A block is read and checked when it is asked for, and kept until others
//! need the room. The file is not mapped into memory: whoever cuts a mapped file short ends the programs that use it.

use super::fact::{GraphEntry, Kind};
use super::index::{Index, Rectangle};
use super::shapes::Shapes;
use crate::file::{self, FileError};
use quick_cache::{Weighter, sync};
use rayon::prelude::*;
use rules::bitboard::Small;
use rules::{Board, LISTED, Layout, Listed, ListedVisitor, Tabled, listed};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use values::{Budget, Error};

/// The format of endgame tables. The first one had no shapes in it, so that an index took seconds on 25 cells.
const FORMAT: u64 = 2;
/// So many entries are compressed together.
pub(super) const ENTRIES: usize = 1 << 14;
/// So many words are compressed together at most.
pub(super) const WORDS: usize = 512;
/// A block with more bytes is certainly not ours.
const MOST_BYTES: usize = 1 << 30;

/// Which table it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// The game, one of [`LISTED`].
    pub game: &'static str,
    /// The boards.
    pub rectangle: Rectangle,
    /// What is known about each position.
    pub kind: Kind,
}

/// How positions of a game are listed; `None` if they are not.
#[must_use]
pub fn layout(game: &str) -> Option<Layout> {
    struct Ask;
    impl ListedVisitor for Ask {
        type Output = Layout;
        fn visit<P: Listed>(self) -> Layout {
            P::LAYOUT
        }
    }
    listed(game, Ask)
}

impl Subject {
    /// A usual name for its file.
    #[must_use]
    pub fn file_name(&self) -> String {
        let Rectangle { width, height, layout, queens: [left, right] } = self.rectangle;
        let queens = if layout == Layout::Queens { format!("-{left}v{right}") } else { String::new() };
        let kind = if self.kind == Kind::Value { "-values" } else { "" };
        format!("{}-{width}x{height}{queens}{kind}.table", self.game)
    }

    /// The command that builds it.
    #[must_use]
    pub fn command(&self) -> String {
        let Rectangle { width, height, layout, queens: [left, right] } = self.rectangle;
        let queens =
            if layout == Layout::Queens { format!(" --queens {left}v{right}") } else { String::new() };
        let kind = if self.kind == Kind::Value { " --values" } else { "" };
        format!("tedomari table build {} {width}x{height}{queens}{kind}", self.game)
    }

    /// The text at the beginning of a file that holds this part.
    pub(super) fn about(&self, part: &Part, directory: &[u8]) -> String {
        let Rectangle { width, height, queens, .. } = self.rectangle;
        let Part { levels, entries, words, checksums } = part;
        json!({
            "table": self.game, "format": FORMAT, "width": width, "height": height, "queens": queens,
            "kind": self.kind.name(), "levels": [levels.start, levels.end], "entries": [entries.start, entries.end],
            "words": [words.start, words.end], "words_checksums": checksums,
            "directory": [directory.len(), crc32fast::hash(directory)],
        })
        .to_string()
    }

    fn read(about: &Value) -> Option<Self> {
        let game = LISTED.into_iter().find(|game| Some(*game) == about["table"].as_str())?;
        let small = |value: &Value| u8::try_from(value.as_u64()?).ok();
        let queens = [small(&about["queens"][0])?, small(&about["queens"][1])?];
        let rectangle = Rectangle {
            width: small(&about["width"])?,
            height: small(&about["height"])?,
            layout: layout(game)?,
            queens,
        };
        let kinds = [Kind::Thermograph, Kind::Value];
        let kind = kinds.into_iter().find(|kind| Some(kind.name()) == about["kind"].as_str())?;
        Some(Self { game, rectangle, kind })
    }
}

/// What a file holds of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) levels: Range<usize>,
    pub(super) entries: Range<u64>,
    pub(super) words: Range<usize>,
    /// Of all words before these, and with these: so pieces that do not belong together are noticed.
    pub(super) checksums: [u32; 2],
}

impl Part {
    fn read(about: &Value) -> Option<Self> {
        let pair = |key: &str| Some([about[key][0].as_u64()?, about[key][1].as_u64()?]);
        let range = |[from, to]: [u64; 2]| Some(usize::try_from(from).ok()?..usize::try_from(to).ok()?);
        let [before, after] = pair("words_checksums")?;
        let [from, to] = pair("entries")?;
        Some(Self {
            levels: range(pair("levels")?)?,
            entries: from..to,
            words: range(pair("words")?)?,
            checksums: [u32::try_from(before).ok()?, u32::try_from(after).ok()?],
        })
    }

    /// Can a file hold this? It has whole levels, or some blocks of one level.
    fn is_possible(&self, levels: &[Range<u64>]) -> bool {
        let Some(levels) = levels.get(self.levels.clone()) else { return false };
        let (Some(first), Some(last)) = (levels.first(), levels.last()) else { return false };
        let whole = self.entries == (first.start..last.end);
        let some = levels.len() == 1
            && first.start <= self.entries.start
            && self.entries.end <= last.end
            && (self.entries.start - first.start).is_multiple_of(ENTRIES as u64);
        (whole || some) && self.entries.start <= self.entries.end && self.words.start <= self.words.end
    }
}

/// Why a table was not built.
#[derive(thiserror::Error, Debug)]
pub enum BuildFailure {
    /// A file cannot be written, or is damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// A value is too large, or time is up.
    #[error(transparent)]
    Value(#[from] Error),
    /// The rectangle does not suit.
    #[error("there is no table for boards of {width}×{height}: they are too large (at most 25 cells, 8 on a side) or too small (a cell for each queen, and one at least)", width = .0.width, height = .0.height)]
    Rectangle(Rectangle),
    /// A position can become one that is in no table, so the rules are not what they should be.
    #[error("{0} is missing in the table")]
    Lost(String),
    /// Blocks cannot be compressed.
    #[error("a block cannot be compressed: {0}")]
    Compression(std::io::Error),
    /// More thermographs or values occur than an entry can tell apart.
    #[error("there are more than 2^32 different entries")]
    TooManyWords,
    /// Somebody else is at it.
    #[error("another build works in {}", .0.display())]
    Busy(PathBuf),
    /// It takes more memory than allowed.
    #[error("the table needs about {need} MiB of memory, and only {allowed} are allowed")]
    Memory {
        /// In MiB.
        need: u64,
        /// In MiB.
        allowed: u64,
    },
}

/// Decoded blocks of tables, as many as there is room for.
pub(super) type Cache = sync::Cache<(u32, u32), Arc<[u8]>, ByBytes>;

#[derive(Clone)]
pub(super) struct ByBytes;

impl Weighter<(u32, u32), Arc<[u8]>> for ByBytes {
    fn weight(&self, _: &(u32, u32), block: &Arc<[u8]>) -> u64 {
        // What the cache itself needs for a block is less than this.
        block.len() as u64 + 128
    }
}

/// A cache for one table or several.
pub(super) fn cache() -> Arc<Cache> {
    const BYTES: u64 = 1 << 26;
    Arc::new(Cache::with_weighter(BYTES as usize / ENTRIES, BYTES, ByBytes))
}

/// A table that was built before.
pub struct Table {
    path: PathBuf,
    subject: Subject,
    index: Index,
    part: Part,
    /// The first block of each level in the file, and the first one of words.
    starts: Vec<usize>,
    /// The first word of each block of words, and the end of all.
    words: Vec<usize>,
    file: Mutex<File>,
    /// Where each block begins, how long it is and what its checksum is.
    directory: Vec<(u64, u32, u32)>,
    bytes: u64,
    /// Tells its blocks in the cache from those of other tables.
    id: u32,
    cache: Arc<Cache>,
}

/// What a table says about a position.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "an answer is taken apart at once, never kept")]
pub enum Found {
    /// A thermograph with the outcome; the mirror image if `true`.
    Graph(GraphEntry, bool),
    /// A canonical form; its negative if `true`.
    Value(String, bool),
}

impl Table {
    /// Opens a table: reads which one it is and where its blocks are, and nothing else.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::open_with(path, &cache())
    }

    /// Opens a table that shares a cache with others.
    pub(super) fn open_with(path: &Path, cache: &Arc<Cache>) -> Result<Self, FileError> {
        let io = |error| FileError::Io { path: path.to_owned(), error };
        let damaged = |reason| FileError::Damaged { path: path.to_owned(), reason };
        let foreign = |reason| FileError::Foreign { path: path.to_owned(), reason };
        let no_table = || foreign("it is no endgame table".to_owned());
        let (about, length, mut file) = file::open(path)?;
        let about: Value = serde_json::from_str(&about).map_err(|_| no_table())?;
        let subject = Subject::read(&about).ok_or_else(no_table)?;
        match about["format"].as_u64() {
            Some(FORMAT) => {}
            Some(other) => {
                return Err(foreign(format!("it is in format {other} of tables, and this is {FORMAT}")));
            }
            None => {
                let (command, path) = (subject.command(), path.display());
                let anew = format!("'{command} --out {path}' builds it anew");
                return Err(foreign(format!("it is in an older format of tables; {anew}")));
            }
        }
        let index = Index::new(subject.rectangle).ok_or_else(no_table)?;
        let part = Part::read(&about).ok_or_else(no_table)?;
        if !part.is_possible(index.levels()) {
            return Err(damaged("its parts do not fit together"));
        }
        let mut starts = vec![0];
        let mut end = 0;
        for level in part.levels.clone() {
            let entries = overlap(&index.levels()[level], &part.entries);
            let shapes = usize::from(has_shapes(&index, &part, level));
            end += shapes + ((entries.end - entries.start) as usize).div_ceil(ENTRIES);
            starts.push(end);
        }
        let number = |value: &Value| value.as_u64().ok_or_else(no_table);
        let (size, checksum) = (number(&about["directory"][0])?, number(&about["directory"][1])?);
        // A block of words has a third number.
        let of_words = size.checked_sub(8 * end as u64).filter(|rest| rest % 12 == 0);
        let Some(of_words) = of_words.filter(|_| size <= length) else {
            return Err(damaged("its directory has the wrong length"));
        };
        let blocks = end + of_words as usize / 12;
        let start = file.stream_position().map_err(io)?;
        file.seek(SeekFrom::Start(start + length - size)).map_err(io)?;
        let mut lines = vec![0; size as usize];
        file.read_exact(&mut lines).map_err(io)?;
        if u64::from(crc32fast::hash(&lines)) != checksum {
            return Err(damaged("the checksum of its directory is wrong"));
        }
        let (lines, counts) = lines.split_at(8 * blocks);
        let number = |bytes: &[u8]| u32::from_le_bytes(std::array::from_fn(|i| bytes[i]));
        let mut words = vec![part.words.start];
        for count in counts.chunks_exact(4) {
            words.push(words[words.len() - 1] + number(count) as usize);
        }
        if words.last() != Some(&part.words.end) {
            return Err(damaged("its words are not all there"));
        }
        let mut directory = Vec::with_capacity(blocks);
        let mut at = start;
        for line in lines.chunks_exact(8) {
            directory.push((at, number(line), number(&line[4..])));
            at += u64::from(number(line));
        }
        if at != start + length - size {
            return Err(damaged("its blocks have the wrong length"));
        }
        static OPENED: AtomicU32 = AtomicU32::new(0);
        Ok(Self {
            path: path.to_owned(),
            subject,
            index,
            part,
            starts,
            words,
            bytes: file.metadata().map_err(io)?.len(),
            file: Mutex::new(file),
            directory,
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

    /// How many entries it has, or would have with all its levels.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.index.len()
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How long the file is.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many thermographs or values occur.
    #[must_use]
    pub fn words(&self) -> usize {
        self.part.words.end
    }

    /// Does it hold all positions, not only a piece that a build has kept?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.part.entries == (0..self.index.len()) && self.part.levels == (0..self.index.levels().len())
    }

    /// What it holds of the table.
    pub(super) fn part(&self) -> &Part {
        &self.part
    }

    /// The entries that it holds: all, or those of a piece.
    #[must_use]
    pub fn range(&self) -> Range<u64> {
        self.part.entries.clone()
    }

    /// The block with the shapes of a level, if they are in this file.
    fn shapes_block(&self, level: usize) -> Option<usize> {
        let place = level.checked_sub(self.part.levels.start)?;
        let there = self.part.levels.contains(&level) && has_shapes(&self.index, &self.part, level);
        there.then(|| self.starts[place])
    }

    /// The blocks with entries of a level.
    fn entry_blocks(&self, level: usize) -> Range<usize> {
        let place = level - self.part.levels.start;
        self.starts[place] + usize::from(self.shapes_block(level).is_some())..self.starts[place + 1]
    }

    /// The blocks of all levels, and those of words.
    pub(super) fn blocks(&self) -> [Range<usize>; 2] {
        let words = self.starts[self.part.levels.len()];
        [0..words, words..self.directory.len()]
    }

    /// How many words each block of words has.
    pub(super) fn word_counts(&self) -> impl Iterator<Item = u32> {
        self.words.windows(2).map(|pair| (pair[1] - pair[0]) as u32)
    }

    /// Length and checksum of a block.
    pub(super) fn directory_line(&self, block: usize) -> [u8; 8] {
        let (_, length, checksum) = self.directory[block];
        directory_line(length, checksum)
    }

    /// How long a block is in the file.
    pub(super) fn block_length(&self, block: usize) -> u64 {
        self.directory[block].1.into()
    }

    /// A block as it is in the file.
    pub(super) fn packed_block(&self, block: usize) -> Result<Vec<u8>, FileError> {
        let (start, length, checksum) = self.directory[block];
        let mut bytes = vec![0; length as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut bytes));
            read.map_err(|error| FileError::Io { path: self.path.clone(), error })?;
        }
        if crc32fast::hash(&bytes) != checksum {
            return Err(self.damaged("the checksum of a block is wrong"));
        }
        Ok(bytes)
    }

    /// A block of at most so many bytes.
    fn block(&self, block: usize, most: usize) -> Result<Vec<u8>, FileError> {
        let bytes = self.packed_block(block)?;
        zstd::bulk::decompress(&bytes, most).map_err(|_| self.damaged("a block cannot be read"))
    }

    fn damaged(&self, reason: &'static str) -> FileError {
        FileError::Damaged { path: self.path.clone(), reason }
    }

    fn cached(
        &self,
        block: usize,
        read: impl FnOnce() -> Result<Vec<u8>, FileError>,
    ) -> Result<Arc<[u8]>, FileError> {
        self.cache.get_or_insert_with(&(self.id, block as u32), || read().map(Arc::from))
    }

    /// The shapes of a level, if they are in this file.
    fn read_shapes(&self, level: usize) -> Result<Option<Shapes>, FileError> {
        let Some(block) = self.shapes_block(level) else { return Ok(None) };
        let words = self.index.shape_words(level);
        let bytes = self.block(block, 8 * words)?;
        let word = |bytes: &[u8]| u64::from_le_bytes(std::array::from_fn(|i| bytes[i]));
        let shapes = Shapes::new(bytes.chunks_exact(8).map(word).collect());
        if bytes.len() != 8 * words || shapes.count() != self.index.shape_count(level) {
            return Err(self.damaged("a level has the wrong shapes"));
        }
        Ok(Some(shapes))
    }

    /// How many entries a block of entries has.
    fn entries_in(&self, level: usize, block: usize) -> usize {
        let range = overlap(&self.index.levels()[level], &self.part.entries);
        let first = (block - self.entry_blocks(level).start) * ENTRIES;
        ((range.end - range.start) as usize - first).min(ENTRIES)
    }

    /// A block of entries: the low bytes of all, then the next ones, as far as there are any.
    fn read_entries(&self, level: usize, block: usize) -> Result<Vec<u8>, FileError> {
        let entries = self.entries_in(level, block);
        let bitboards = self.block(block, 4 * entries)?;
        if bitboards.len() % entries != 0 || bitboards.is_empty() {
            return Err(self.damaged("a block has the wrong length"));
        }
        Ok(bitboards)
    }

    /// The number of the word of an entry in a block; `None` if the position is illegal.
    fn word_in(&self, bitboards: &[u8], entries: usize, place: usize) -> Result<Option<usize>, FileError> {
        let bytes = bitboards.chunks_exact(entries).map(|bitboard| usize::from(bitboard[place]));
        let code = bytes.rev().fold(0, |code, byte| code << 8 | byte);
        if code > self.part.words.end {
            return Err(self.damaged("a block asks for a word that is not there"));
        }
        Ok(code.checked_sub(1))
    }

    /// The number of an entry's word; `None` if the position is illegal, or not in this file.
    pub fn entry(&self, entry: u64) -> Result<Option<usize>, FileError> {
        if !self.part.entries.contains(&entry) {
            return Ok(None);
        }
        let level = self.index.levels().partition_point(|level| level.end <= entry);
        let place = (entry - overlap(&self.index.levels()[level], &self.part.entries).start) as usize;
        let block = self.entry_blocks(level).start + place / ENTRIES;
        let bitboards = self.cached(block, || self.read_entries(level, block))?;
        self.word_in(&bitboards, self.entries_in(level, block), place % ENTRIES)
    }

    /// The words of all entries, block by block.
    pub(super) fn words_of_entries(&self) -> impl Iterator<Item = Result<Vec<Option<usize>>, FileError>> {
        let blocks =
            self.part.levels.clone().flat_map(|level| self.entry_blocks(level).map(move |b| (level, b)));
        blocks.map(|(level, block)| {
            let (bitboards, entries) = (self.read_entries(level, block)?, self.entries_in(level, block));
            (0..entries).map(|place| self.word_in(&bitboards, entries, place)).collect()
        })
    }

    /// What the table says about a position, if it has it.
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

    /// What a word says, or its negative.
    pub fn word(&self, word: usize, negative: bool) -> Result<Found, FileError> {
        if !self.part.words.contains(&word) {
            return Err(self.damaged("a word is missing"));
        }
        let place = self.words.partition_point(|first| *first <= word) - 1;
        let block = self.blocks()[1].start + place;
        let lines = self.cached(block, || Ok(with_ends(self.block(block, MOST_BYTES)?)))?;
        let line = line_of(&lines, word - self.words[place]).and_then(|line| std::str::from_utf8(line).ok());
        let found = line.and_then(|line| match self.subject.kind {
            Kind::Thermograph => Some(Found::Graph(GraphEntry::read(line)?, negative)),
            Kind::Value => Some(Found::Value(line.to_owned(), negative)),
        });
        found.ok_or_else(|| self.damaged("a word cannot be read"))
    }

    /// The texts of a block of words.
    fn texts_of(&self, block: usize) -> Result<Vec<String>, FileError> {
        let place = block - self.blocks()[1].start;
        let text = String::from_utf8(self.block(block, MOST_BYTES)?).ok();
        let texts = text.map(|text| text.split('\n').map(str::to_owned).collect::<Vec<_>>());
        texts
            .filter(|texts| texts.len() == self.words[place + 1] - self.words[place])
            .ok_or_else(|| self.damaged("a block of words cannot be read"))
    }

    /// The thermographs or values that occur, as texts.
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
            self.entry_blocks(level).into_par_iter().try_for_each(|block| {
                budget.check_now()?;
                let (bitboards, entries) = (self.read_entries(level, block)?, self.entries_in(level, block));
                (0..entries).try_for_each(|place| self.word_in(&bitboards, entries, place).map(|_| ()))?;
                Ok::<(), BuildFailure>(())
            })?;
        }
        let [_, blocks] = self.blocks();
        blocks.into_par_iter().try_for_each(|block| {
            budget.check_now()?;
            let texts = self.texts_of(block)?;
            let right =
                self.subject.kind == Kind::Value || texts.iter().all(|text| GraphEntry::read(text).is_some());
            right.then_some(()).ok_or_else(|| self.damaged("a word cannot be read").into())
        })
    }

    /// The board of an entry.
    #[must_use]
    pub fn board(&self, entry: u64) -> Board<Small> {
        self.index.board(entry)
    }
}

/// Entries that are in both.
fn overlap(level: &Range<u64>, entries: &Range<u64>) -> Range<u64> {
    level.start.max(entries.start)..level.end.min(entries.end)
}

/// The first piece of a level has its shapes.
fn has_shapes(index: &Index, part: &Part, level: usize) -> bool {
    part.entries.start <= index.levels()[level].start
}

/// Lines of a text, behind the places where each of them ends, so that none has to be looked for.
fn with_ends(mut text: Vec<u8>) -> Vec<u8> {
    text.push(b'\n');
    let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(end, _)| end as u32);
    let ends: Vec<u8> = ends.flat_map(u32::to_le_bytes).collect();
    let count = (ends.len() as u32 / 4).to_le_bytes();
    [&count, &ends[..], &text[..]].concat()
}

/// One of those lines.
fn line_of(lines: &[u8], line: usize) -> Option<&[u8]> {
    let number = |i: usize| lines.get(4 * i..4 * i + 4)?.try_into().map(u32::from_le_bytes).ok();
    let count = number(0)? as usize;
    let text = lines.get(4 + 4 * count..)?;
    let start = if line == 0 { 0 } else { number(line)? as usize + 1 };
    if line < count { text.get(start..number(line + 1)? as usize) } else { None }
}

/// Length and checksum of a block, as they are in the directory.
pub(super) fn directory_line(length: u32, checksum: u32) -> [u8; 8] {
    let [length, checksum] = [length, checksum].map(u32::to_le_bytes);
    std::array::from_fn(|i| if i < 4 { length[i] } else { checksum[i - 4] })
}

//! A table in a file. It begins with a text that says which table it is; then come blocks of entries, each compressed
//! and with a checksum, the lengths of the blocks, and the dictionary: the thermographs or values that occur, the most frequent first.
//! An entry is a number in the dictionary, one higher, or 0 for a position that is illegal.
//!
//! A block is read when it is first asked for, checked, and kept. The file is not mapped into memory: whoever cuts a mapped
//! file short ends the programs that use it.

use super::index::{Index, Rectangle};
use super::worth::{GraphEntry, Kind, Worth};
use crate::file::{self, FileError};
use rayon::prelude::*;
use rules::plane::Small;
use rules::{Board, LISTED, Layout, Listed, ListedVisitor, Tabled, listed};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use values::{Error, Games};

/// So many entries are compressed together.
const BLOCK: usize = 1 << 14;
/// A dictionary with more bytes is certainly not ours.
const MOST_DICTIONARY: usize = 1 << 32;
const LEVEL: i32 = 12;

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

    fn about(&self, range: &Range<u64>) -> Value {
        let Rectangle { width, height, queens, .. } = self.rectangle;
        json!({
            "table": self.game, "width": width, "height": height, "queens": queens,
            "kind": self.kind.name(), "from": range.start, "to": range.end,
        })
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

/// Writes the entries of a range, so that the same entries always give the same bytes.
pub(super) fn write<W: Worth>(
    path: &Path,
    subject: &Subject,
    range: &Range<u64>,
    all: u64,
    entries: &[Option<W>],
    games: &Games,
) -> Result<(), BuildFailure> {
    let mut counts: FxHashMap<W, u64> = FxHashMap::default();
    for worth in entries.iter().flatten() {
        *counts.entry(*worth).or_default() += 1;
    }
    let mut words = Vec::with_capacity(counts.len());
    for (worth, count) in counts {
        words.push((Reverse(count), worth.write(games)?, worth));
    }
    words.sort_unstable_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    let codes: FxHashMap<W, u32> =
        words.iter().zip(1..).map(|((_, _, worth), code)| (*worth, code)).collect();
    let code = |entry: &Option<W>| entry.map_or(0, |worth| codes[&worth]);
    let blocks: Vec<Vec<u8>> = entries
        .par_chunks(BLOCK)
        .map(|block| {
            let codes: Vec<u32> = block.iter().map(code).collect();
            compressed(&planes(&codes))
        })
        .collect::<Result<_, _>>()
        .map_err(|error| BuildFailure::File(FileError::Io { path: path.to_owned(), error }))?;
    let dictionary: Vec<&str> = words.iter().map(|(_, text, _)| text.as_str()).collect();
    let dictionary = compressed(dictionary.join("\n").as_bytes())
        .map_err(|error| BuildFailure::File(FileError::Io { path: path.to_owned(), error }))?;
    let mut tail = Vec::new();
    for block in &blocks {
        tail.extend((block.len() as u32).to_le_bytes());
        tail.extend(crc32fast::hash(block).to_le_bytes());
    }
    tail.extend(&dictionary);
    let mut about = subject.about(range);
    about["entries"] = json!(all);
    about["words"] = json!(words.len());
    about["tail"] = json!([tail.len(), crc32fast::hash(&tail)]);
    let mut contents = blocks.concat();
    contents.extend(&tail);
    Ok(file::write(path, &about.to_string(), &contents)?)
}

fn compressed(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    zstd::bulk::compress(bytes, LEVEL)
}

/// The low bytes of all, then the next ones, as far as there are any: so they compress best.
fn planes(codes: &[u32]) -> Vec<u8> {
    let bytes =
        (0..4).rev().find(|i| codes.iter().any(|code| code >> (8 * i) & 255 != 0)).map_or(1, |i| i + 1);
    (0..bytes).flat_map(|i| codes.iter().map(move |code| (code >> (8 * i)) as u8)).collect()
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

/// A table that was built before.
pub struct Table {
    path: PathBuf,
    subject: Subject,
    /// Made when it is first needed, which takes a while on large rectangles.
    index: OnceLock<Index>,
    /// How many entries all of the table has.
    entries: u64,
    range: Range<u64>,
    file: Mutex<File>,
    /// Where each block begins, how long it is and what its checksum is.
    directory: Vec<(u64, u32, u32)>,
    blocks: Vec<OnceLock<Box<[u32]>>>,
    words: Vec<String>,
    /// The words read as thermographs, where they are such.
    graphs: Vec<GraphEntry>,
    bytes: u64,
}

/// What a table says about a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Found<'a> {
    /// A thermograph with the outcome; the mirror image if `true`.
    Graph(&'a GraphEntry, bool),
    /// A canonical form; its negative if `true`.
    Value(&'a str, bool),
}

impl Table {
    /// Opens a table, and checks all but its entries.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let io = |error| FileError::Io { path: path.to_owned(), error };
        let damaged = |reason| FileError::Damaged { path: path.to_owned(), reason };
        let foreign =
            || FileError::Foreign { path: path.to_owned(), reason: "it is no endgame table".to_owned() };
        let (about, length, mut file) = file::open(path)?;
        let about: Value = serde_json::from_str(&about).map_err(|_| foreign())?;
        let subject = Subject::read(&about).ok_or_else(foreign)?;
        if !subject.rectangle.is_possible() {
            return Err(foreign());
        }
        let number = |value: &Value| value.as_u64().ok_or_else(foreign);
        let range = number(&about["from"])?..number(&about["to"])?;
        let (tail, checksum) = (number(&about["tail"][0])?, number(&about["tail"][1])?);
        let count = range.end.saturating_sub(range.start).div_ceil(BLOCK as u64);
        let entries = number(&about["entries"])?;
        if range.end > entries || range.start > range.end || tail > length || count * 8 > tail {
            return Err(damaged("its parts do not fit together"));
        }
        let start = file.stream_position().map_err(io)?;
        file.seek(SeekFrom::Start(start + length - tail)).map_err(io)?;
        let mut end = vec![0; tail as usize];
        file.read_exact(&mut end).map_err(|_| damaged("its end is missing"))?;
        if u64::from(crc32fast::hash(&end)) != checksum {
            return Err(damaged("the checksum of its dictionary is wrong"));
        }
        let (lengths, dictionary) = end.split_at(count as usize * 8);
        let mut directory = Vec::with_capacity(count as usize);
        let mut at = start;
        for block in lengths.chunks_exact(8) {
            let number = |from: usize| u32::from_le_bytes(std::array::from_fn(|i| block[from + i]));
            directory.push((at, number(0), number(4)));
            at += u64::from(number(0));
        }
        if at != start + length - tail {
            return Err(damaged("its blocks have the wrong length"));
        }
        let text = zstd::bulk::decompress(dictionary, MOST_DICTIONARY.min(dictionary.len() * 1000));
        let text = text.ok().and_then(|text| String::from_utf8(text).ok());
        let text = text.ok_or_else(|| damaged("its dictionary cannot be read"))?;
        let words: Vec<String> = text.lines().map(str::to_owned).collect();
        let graphs = match subject.kind {
            Kind::Thermograph => words.iter().map(|word| GraphEntry::read(word)).collect::<Option<_>>(),
            Kind::Value => Some(Vec::new()),
        };
        let graphs = graphs.ok_or_else(|| damaged("its dictionary makes no sense"))?;
        if words.len() as u64 != number(&about["words"])? {
            return Err(damaged("its dictionary has the wrong length"));
        }
        let blocks = directory.iter().map(|_| OnceLock::new()).collect();
        let bytes = file.metadata().map_err(io)?.len();
        let (path, file) = (path.to_owned(), Mutex::new(file));
        Ok(Self {
            path,
            subject,
            index: OnceLock::new(),
            entries,
            range,
            file,
            directory,
            blocks,
            words,
            graphs,
            bytes,
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
        self.index.get_or_init(|| Index::of(self.subject.rectangle))
    }

    /// How many entries it has, or would have with all its levels.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.entries
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

    /// The thermographs or values that occur, the most frequent first.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Does it hold all positions, not only a level that a build has kept?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.range == (0..self.entries)
    }

    /// The numbers of the words of a block, one higher.
    fn block(&self, block: usize) -> Result<&[u32], FileError> {
        if let Some(known) = self.blocks[block].get() {
            return Ok(known);
        }
        let read = self.read_block(block)?;
        Ok(self.blocks[block].get_or_init(|| read))
    }

    fn read_block(&self, block: usize) -> Result<Box<[u32]>, FileError> {
        let (start, length, checksum) = self.directory[block];
        let mut bytes = vec![0; length as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut bytes));
            read.map_err(|error| FileError::Io { path: self.path.clone(), error })?;
        }
        let damaged = |reason| FileError::Damaged { path: self.path.clone(), reason };
        if crc32fast::hash(&bytes) != checksum {
            return Err(damaged("the checksum of a block is wrong"));
        }
        let entries = ((self.range.end - self.range.start) as usize - block * BLOCK).min(BLOCK);
        let planes =
            zstd::bulk::decompress(&bytes, 4 * BLOCK).map_err(|_| damaged("a block cannot be read"))?;
        if planes.len() % entries != 0 || planes.is_empty() || planes.len() > 4 * entries {
            return Err(damaged("a block has the wrong length"));
        }
        let mut codes = vec![0u32; entries].into_boxed_slice();
        for (i, plane) in planes.chunks_exact(entries).enumerate() {
            for (code, byte) in codes.iter_mut().zip(plane) {
                *code |= u32::from(*byte) << (8 * i);
            }
        }
        if codes.iter().any(|&code| code as usize > self.words.len()) {
            return Err(damaged("a block asks for what is not in the dictionary"));
        }
        Ok(codes)
    }

    /// The number of an entry's word; `None` if the position is illegal.
    pub fn entry(&self, entry: u64) -> Result<Option<usize>, FileError> {
        if !self.range.contains(&entry) {
            return Ok(None);
        }
        let place = (entry - self.range.start) as usize;
        Ok((self.block(place / BLOCK)?[place % BLOCK] as usize).checked_sub(1))
    }

    /// What the table says about a position, if it has it.
    pub fn probe(&self, position: &Tabled) -> Result<Option<Found<'_>>, FileError> {
        if position.game != self.subject.game {
            return Ok(None);
        }
        let Some((entry, negative)) = self.index().locate(&position.board) else { return Ok(None) };
        Ok(self.entry(entry)?.map(|word| self.word(word, negative)))
    }

    /// What a word of the dictionary says, or its negative.
    #[must_use]
    pub fn word(&self, word: usize, negative: bool) -> Found<'_> {
        match self.subject.kind {
            Kind::Thermograph => Found::Graph(&self.graphs[word], negative),
            Kind::Value => Found::Value(&self.words[word], negative),
        }
    }

    /// Checks every byte of the file.
    pub fn verify(&self) -> Result<(), FileError> {
        file::check(&self.path)?;
        (0..self.blocks.len()).into_par_iter().try_for_each(|block| self.read_block(block).map(|_| ()))
    }

    /// Takes the entries into memory.
    pub(super) fn load<W: Worth>(&self, games: &Games) -> Result<Vec<Option<W>>, FileError> {
        let words: Option<Vec<W>> = self.words.iter().map(|word| W::read(games, word)).collect();
        let unread = FileError::Damaged { path: self.path.clone(), reason: "its dictionary makes no sense" };
        let words = words.ok_or(unread)?;
        let mut entries = Vec::with_capacity((self.range.end - self.range.start) as usize);
        for block in 0..self.blocks.len() {
            let codes = self.read_block(block)?;
            entries.extend(codes.iter().map(|code| (*code as usize).checked_sub(1).map(|word| words[word])));
        }
        Ok(entries)
    }

    /// The entries that it holds: all, or those of a level.
    #[must_use]
    pub fn range(&self) -> &Range<u64> {
        &self.range
    }

    /// The board of an entry.
    #[must_use]
    pub fn board(&self, entry: u64) -> Board<Small> {
        self.index().board(entry)
    }
}

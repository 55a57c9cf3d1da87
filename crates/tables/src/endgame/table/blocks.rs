//! What is in a block? A block is read and checked when it is needed, decompressed, and then read as shapes,
//! entries or words. Decompressed blocks stay in a cache of limited size that tables can share.

use super::directory::directory_line;
use super::{ENTRIES, Line, Shapes, Table};
use crate::file::FileError;
use quick_cache::{Weighter, sync};
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::{Arc, PoisonError};

/// The maximum number of bytes of a block of words. A larger block is not one of ours.
const MAX_BYTES: usize = 1 << 30;

/// Decompressed blocks, by the number of the table and that of the block.
pub(crate) type Cache = sync::Cache<(u32, u32), Arc<[u8]>, ByBytes>;

#[derive(Clone)]
pub(crate) struct ByBytes;

impl Weighter<(u32, u32), Arc<[u8]>> for ByBytes {
    fn weight(&self, _: &(u32, u32), block: &Arc<[u8]>) -> u64 {
        // The cache itself needs less than 128 bytes for a block.
        block.len() as u64 + 128
    }
}

/// A cache for one table or several.
pub(crate) fn cache() -> Arc<Cache> {
    const BYTES: u64 = 1 << 26;
    Arc::new(Cache::with_weighter(BYTES as usize / ENTRIES, BYTES, ByBytes))
}

impl Table {
    /// The block with the shapes of a level. `None` means that they are not in this file.
    fn shapes_block(&self, level: usize) -> Option<usize> {
        let place = level.checked_sub(self.part.levels.start)?;
        let there = self.part.levels.contains(&level) && self.part.has_shapes(&self.index.levels()[level]);
        there.then(|| self.directory.starts[place])
    }

    /// The blocks with entries of a level.
    pub(super) fn entry_blocks(&self, level: usize) -> Range<usize> {
        let (starts, place) = (&self.directory.starts, level - self.part.levels.start);
        starts[place] + usize::from(self.shapes_block(level).is_some())..starts[place + 1]
    }

    /// The blocks of all levels, and those of words.
    pub(crate) fn blocks(&self) -> [Range<usize>; 2] {
        self.directory.blocks()
    }

    /// The number of words of each block of words.
    pub(crate) fn word_counts(&self) -> impl Iterator<Item = u32> {
        self.directory.words.windows(2).map(|pair| (pair[1] - pair[0]) as u32)
    }

    /// Length and checksum of a block, as they are in the directory.
    pub(crate) fn directory_line(&self, block: usize) -> [u8; 8] {
        let Line { length, checksum, .. } = self.directory.lines[block];
        directory_line(length, checksum)
    }

    /// The length of a block in the file.
    pub(crate) fn block_length(&self, block: usize) -> u64 {
        self.directory.lines[block].length.into()
    }

    /// A block as it is in the file.
    pub(crate) fn packed_block(&self, block: usize) -> Result<Vec<u8>, FileError> {
        let Line { start, length, checksum } = self.directory.lines[block];
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

    /// A block, decompressed to at most `capacity` bytes.
    fn block(&self, block: usize, capacity: usize) -> Result<Vec<u8>, FileError> {
        let bytes = self.packed_block(block)?;
        let expanded = miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, capacity);
        expanded.map_err(|_| self.damaged("a block cannot be read"))
    }

    /// A block from the cache. `read` reads one that is not there.
    fn cached(
        &self,
        block: usize,
        read: impl FnOnce() -> Result<Vec<u8>, FileError>,
    ) -> Result<Arc<[u8]>, FileError> {
        self.cache.get_or_insert_with(&(self.id, block as u32), || read().map(Arc::from))
    }

    /// The shapes of a level. `None` means that they are not in this file.
    pub(super) fn read_shapes(&self, level: usize) -> Result<Option<Shapes>, FileError> {
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

    /// The number of entries of a block of entries.
    pub(super) fn entries_in(&self, level: usize, block: usize) -> usize {
        let range = self.part.entries_of(&self.index.levels()[level]);
        let first = (block - self.entry_blocks(level).start) * ENTRIES;
        ((range.end - range.start) as usize - first).min(ENTRIES)
    }

    /// A block of entries, as columns of bytes: the lowest byte of every entry, then the next byte of every
    /// entry, up to the highest byte that is in use.
    pub(super) fn read_entries(&self, level: usize, block: usize) -> Result<Vec<u8>, FileError> {
        let entries = self.entries_in(level, block);
        let columns = self.block(block, 4 * entries)?;
        if columns.len() % entries != 0 || columns.is_empty() {
            return Err(self.damaged("a block has the wrong length"));
        }
        Ok(columns)
    }

    /// The number of the word of an entry in a block. `None` means that the position is illegal.
    pub(super) fn word_in(
        &self,
        columns: &[u8],
        entries: usize,
        place: usize,
    ) -> Result<Option<usize>, FileError> {
        let bytes = columns.chunks_exact(entries).map(|column| usize::from(column[place]));
        let code = bytes.rev().fold(0, |code, byte| code << 8 | byte);
        if code > self.part.words.end {
            return Err(self.damaged("a block asks for a word that is not there"));
        }
        Ok(code.checked_sub(1))
    }

    /// The number of the word of an entry. `None` means that the position is illegal, or not in this file.
    pub fn entry(&self, entry: u64) -> Result<Option<usize>, FileError> {
        if !self.part.entries.contains(&entry) {
            return Ok(None);
        }
        let level = self.index.levels().partition_point(|level| level.end <= entry);
        let place = (entry - self.part.entries_of(&self.index.levels()[level]).start) as usize;
        let block = self.entry_blocks(level).start + place / ENTRIES;
        let columns = self.cached(block, || self.read_entries(level, block))?;
        self.word_in(&columns, self.entries_in(level, block), place % ENTRIES)
    }

    /// The words of all entries, block by block.
    pub(crate) fn words_of_entries(&self) -> impl Iterator<Item = Result<Vec<Option<usize>>, FileError>> {
        let blocks =
            self.part.levels.clone().flat_map(|level| self.entry_blocks(level).map(move |b| (level, b)));
        blocks.map(|(level, block)| {
            let (columns, entries) = (self.read_entries(level, block)?, self.entries_in(level, block));
            (0..entries).map(|place| self.word_in(&columns, entries, place)).collect()
        })
    }

    /// Calls `read` with the text of a word. `None` of `read` means that the text makes no sense.
    pub(super) fn with_word<T>(
        &self,
        word: usize,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, FileError> {
        if !self.part.words.contains(&word) {
            return Err(self.damaged("a word is missing"));
        }
        let words = &self.directory.words;
        let place = words.partition_point(|first| *first <= word) - 1;
        let block = self.blocks()[1].start + place;
        let lines = self.cached(block, || Ok(with_ends(self.block(block, MAX_BYTES)?)))?;
        let line = line_of(&lines, word - words[place]).and_then(|line| std::str::from_utf8(line).ok());
        line.and_then(read).ok_or_else(|| self.damaged("a word cannot be read"))
    }

    /// The texts of a block of words.
    pub(super) fn texts_of(&self, block: usize) -> Result<Vec<String>, FileError> {
        let (words, place) = (&self.directory.words, block - self.blocks()[1].start);
        let text = String::from_utf8(self.block(block, MAX_BYTES)?).ok();
        let texts = text.map(|text| text.split('\n').map(str::to_owned).collect::<Vec<_>>());
        texts
            .filter(|texts| texts.len() == words[place + 1] - words[place])
            .ok_or_else(|| self.damaged("a block of words cannot be read"))
    }

    pub(crate) fn damaged(&self, reason: &'static str) -> FileError {
        FileError::Damaged { path: self.path.clone(), reason }
    }
}

/// The lines of a text after the number of lines and the place where each of them ends, so that a line is
/// found without reading those before it.
fn with_ends(mut text: Vec<u8>) -> Vec<u8> {
    text.push(b'\n');
    let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(end, _)| end as u32);
    let ends: Vec<u8> = ends.flat_map(u32::to_le_bytes).collect();
    let count = (ends.len() as u32 / 4).to_le_bytes();
    [&count, &ends[..], &text[..]].concat()
}

/// A line of a text [`with_ends`]. `None` means that there are fewer lines.
fn line_of(lines: &[u8], line: usize) -> Option<&[u8]> {
    let number = |i: usize| lines.get(4 * i..4 * i + 4)?.try_into().map(u32::from_le_bytes).ok();
    let count = number(0)? as usize;
    let text = lines.get(4 + 4 * count..)?;
    let start = if line == 0 { 0 } else { number(line)? as usize + 1 };
    if line < count { text.get(start..number(line + 1)? as usize) } else { None }
}

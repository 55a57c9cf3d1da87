//! Where are the blocks of a file? The directory at its end has the length and the checksum of every block,
//! and the number of words of each block of words.

use super::subject::Part;
use super::{ENTRIES, Index};
use crate::file::FileError;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

/// The place of a block in the file.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) start: u64,
    pub(super) length: u32,
    pub(super) checksum: u32,
}

/// The places of all blocks: those of the levels, each with its shapes before its entries, and then those of
/// words.
pub(super) struct Directory {
    pub(super) lines: Vec<Line>,
    /// The first block of each level in the file, and the first block of words.
    pub(super) starts: Vec<usize>,
    /// The first word of each block of words, and the end of all words.
    pub(super) words: Vec<usize>,
}

impl Directory {
    /// Reads the directory, the last `size` bytes of a file. The file is at the first of its `length` bytes
    /// of blocks and directory.
    pub(super) fn read(
        path: &Path,
        file: &mut File,
        length: u64,
        [size, checksum]: [u64; 2],
        index: &Index,
        part: &Part,
    ) -> Result<Self, FileError> {
        let io = |error| FileError::Io { path: path.to_owned(), error };
        let damaged = |reason| FileError::Damaged { path: path.to_owned(), reason };
        let starts = first_blocks(index, part);
        let levels = starts[starts.len() - 1];
        // A block of words has a third number.
        let of_words = size.checked_sub(8 * levels as u64).filter(|rest| rest % 12 == 0);
        let Some(of_words) = of_words.filter(|_| size <= length) else {
            return Err(damaged("its directory has the wrong length"));
        };
        let blocks = levels + of_words as usize / 12;
        let start = file.stream_position().map_err(io)?;
        file.seek(SeekFrom::Start(start + length - size)).map_err(io)?;
        let mut bytes = vec![0; size as usize];
        file.read_exact(&mut bytes).map_err(io)?;
        if u64::from(crc32fast::hash(&bytes)) != checksum {
            return Err(damaged("the checksum of its directory is wrong"));
        }
        let (packed, counts) = bytes.split_at(8 * blocks);
        let number = |bytes: &[u8]| u32::from_le_bytes(std::array::from_fn(|i| bytes[i]));
        let mut words = vec![part.words.start];
        for count in counts.chunks_exact(4) {
            words.push(words[words.len() - 1] + number(count) as usize);
        }
        if words.last() != Some(&part.words.end) {
            return Err(damaged("its words are not all there"));
        }
        let mut lines = Vec::with_capacity(blocks);
        let mut at = start;
        for line in packed.chunks_exact(8) {
            lines.push(Line { start: at, length: number(line), checksum: number(&line[4..]) });
            at += u64::from(number(line));
        }
        if at != start + length - size {
            return Err(damaged("its blocks have the wrong length"));
        }
        Ok(Self { lines, starts, words })
    }

    /// The blocks of all levels, and those of words.
    pub(super) fn blocks(&self) -> [Range<usize>; 2] {
        let words = self.starts[self.starts.len() - 1];
        [0..words, words..self.lines.len()]
    }
}

/// The first block of each level in the file, and the first block of words.
fn first_blocks(index: &Index, part: &Part) -> Vec<usize> {
    let mut starts = vec![0];
    let mut end = 0;
    for level in &index.levels()[part.levels.clone()] {
        let entries = part.entries_of(level);
        let shapes = usize::from(part.has_shapes(level));
        end += shapes + ((entries.end - entries.start) as usize).div_ceil(ENTRIES);
        starts.push(end);
    }
    starts
}

/// Length and checksum of a block, as they are in the directory.
pub(crate) fn directory_line(length: u32, checksum: u32) -> [u8; 8] {
    let [length, checksum] = [length, checksum].map(u32::to_le_bytes);
    std::array::from_fn(|i| if i < 4 { length[i] } else { checksum[i - 4] })
}

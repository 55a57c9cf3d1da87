//! Tables written into files. A word gets its number with the first piece that needs it, and keeps it; so the blocks of a piece
//! never change again, and a table is nothing but the blocks of its pieces one after the other.

use super::fact::Fact;
use super::index::Index;
use super::table::{BuildFailure, ENTRIES, Part, Subject, Table, WORDS, directory_line};
use crate::file::{self, FileError};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::ops::Range;
use std::path::Path;
use values::Values;

const COMPRESSION: i32 = 12;
/// The least number of entries that are kept together while a table is built.
const LEAST_PIECE: u64 = 2 * ENTRIES as u64;
/// The number of pieces of a large table, besides one for each level: all of them are open when they are joined.
const MOST_PIECES: u64 = 256;

/// Entries of a level that are worked out and kept together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) level: usize,
    /// Which one of its level.
    pub(super) number: usize,
    pub(super) entries: Range<u64>,
}

/// All pieces of a table, in the order of their entries. A level without entries has one piece, too.
pub(super) fn pieces(index: &Index) -> Vec<Piece> {
    let size = index.len().div_ceil(MOST_PIECES).next_multiple_of(ENTRIES as u64).max(LEAST_PIECE);
    let of_level = |(level, range): (usize, &Range<u64>)| {
        let Range { start, end } = *range;
        let piece = move |number: u64| {
            let from = start + number * size;
            Piece { level, number: number as usize, entries: from..(from + size).min(end) }
        };
        (0..(end - start).div_ceil(size).max(1)).map(piece)
    };
    index.levels().iter().enumerate().flat_map(of_level).collect()
}

/// The words that pieces have needed so far.
pub(super) struct Dictionary<W> {
    words: Vec<W>,
    /// The numbers of the words, one higher.
    codes: FxHashMap<W, u32>,
    checksum: u32,
}

impl<W: Fact> Dictionary<W> {
    pub(super) fn new() -> Self {
        Self { words: Vec::new(), codes: FxHashMap::default(), checksum: 0 }
    }

    fn push(&mut self, word: W, text: &str) -> Result<(), BuildFailure> {
        self.words.push(word);
        let code = u32::try_from(self.words.len()).map_err(|_| BuildFailure::TooManyWords)?;
        self.codes.insert(word, code);
        let mut checksum = crc32fast::Hasher::new_with_initial(self.checksum);
        checksum.update(text.as_bytes());
        checksum.update(b"\n");
        self.checksum = checksum.finalize();
        Ok(())
    }

    /// Adds the words that entries need, the most frequent first, so that the same entries always give the same words.
    fn add(&mut self, entries: &[Option<W>], values: &Values) -> Result<Vec<String>, BuildFailure> {
        let mut counts: FxHashMap<W, u64> = FxHashMap::default();
        for worth in entries.iter().flatten().filter(|worth| !self.codes.contains_key(worth)) {
            *counts.entry(*worth).or_default() += 1;
        }
        let mut words = Vec::with_capacity(counts.len());
        for (worth, count) in counts {
            words.push((Reverse(count), worth.write(values)?, worth));
        }
        words.sort_unstable_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        for (_, text, worth) in &words {
            self.push(*worth, text)?;
        }
        Ok(words.into_iter().map(|(_, text, _)| text).collect())
    }

    /// The entries of a piece in a file, whose words are added; `None` if they do not go on from those that are here.
    pub(super) fn load(
        &mut self,
        piece: &Table,
        values: &Values,
    ) -> Result<Option<Vec<Option<W>>>, BuildFailure> {
        let (part, known) = (piece.part(), self.words.len());
        if (part.words.start, part.checksums[0]) != (known, self.checksum) {
            return Ok(None);
        }
        // Every byte is joined later, also those that are not needed now.
        file::check(piece.path())?;
        let texts = piece.texts()?;
        let read = texts.par_iter().map(|text| W::read(values, text)).collect::<Result<Vec<_>, _>>()?;
        let Some(new) = read.into_iter().collect::<Option<Vec<W>>>() else { return Ok(None) };
        let worth = |word: usize| if word < known { self.words[word] } else { new[word - known] };
        let mut entries = Vec::new();
        for words in piece.words_of_entries() {
            values.budget().check_now()?;
            entries.extend(words?.into_iter().map(|word| word.map(worth)));
        }
        // Not before it is certain that nothing of the file is damaged.
        new.iter().zip(&texts).try_for_each(|(word, text)| self.push(*word, text))?;
        Ok(Some(entries))
    }

    /// Writes a piece, with the words that are new in it.
    pub(super) fn write(
        &mut self,
        path: &Path,
        subject: &Subject,
        index: &Index,
        piece: &Piece,
        entries: &[Option<W>],
        values: &Values,
    ) -> Result<(), BuildFailure> {
        let (known, before) = (self.words.len(), self.checksum);
        let texts = self.add(entries, values)?;
        let mut blocks = Vec::new();
        if piece.number == 0 {
            let shapes = index.shapes(piece.level).words().iter();
            blocks.push(compressed(&shapes.flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())?);
        }
        let code = |entry: &Option<W>| entry.map_or(0, |worth| self.codes[&worth]);
        let pack =
            |entries: &[Option<W>]| compressed(&bitboards(&entries.iter().map(code).collect::<Vec<u32>>()));
        blocks.extend(entries.par_chunks(ENTRIES).map(pack).collect::<Result<Vec<_>, _>>()?);
        let pack = |texts: &[String]| compressed(texts.join("\n").as_bytes());
        blocks.extend(texts.par_chunks(WORDS).map(pack).collect::<Result<Vec<_>, _>>()?);
        let lines =
            blocks.iter().flat_map(|block| directory_line(block.len() as u32, crc32fast::hash(block)));
        let counts = texts.chunks(WORDS).flat_map(|texts| (texts.len() as u32).to_le_bytes());
        let directory: Vec<u8> = lines.chain(counts).collect();
        let part = Part {
            levels: piece.level..piece.level + 1,
            entries: piece.entries.clone(),
            words: known..self.words.len(),
            checksums: [before, self.checksum],
        };
        let length = blocks.iter().map(Vec::len).sum::<usize>() + directory.len();
        let parts = blocks.iter().chain([&directory]).map(Ok);
        Ok(file::write_parts(path, &subject.about(&part, &directory), length as u64, parts)?)
    }
}

/// Do the words of each piece go on from those of the one before?
pub(super) fn belong_together(pieces: &[&Table]) -> bool {
    let start = |table: &Table| (table.part().words.start, table.part().checksums[0]);
    let end = |table: &Table| (table.part().words.end, table.part().checksums[1]);
    pieces.first().is_none_or(|first| start(first) == (0, 0))
        && pieces.windows(2).all(|pair| end(pair[0]) == start(pair[1]))
}

/// Writes a table of pieces that belong together. No block is packed anew, so that takes no longer than a copy.
pub(super) fn join(path: &Path, subject: &Subject, pieces: &[&Table]) -> Result<(), FileError> {
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return Ok(()) };
    let mut blocks: Vec<(&Table, usize)> = Vec::new();
    for kind in [0, 1] {
        for &piece in pieces {
            blocks.extend(piece.blocks()[kind].clone().map(|block| (piece, block)));
        }
    }
    let lines = blocks.iter().flat_map(|(piece, block)| piece.directory_line(*block));
    let counts = pieces.iter().flat_map(|piece| piece.word_counts()).flat_map(u32::to_le_bytes);
    let directory: Vec<u8> = lines.chain(counts).collect();
    let [from, to] = [first.part(), last.part()];
    let part = Part {
        levels: from.levels.start..to.levels.end,
        entries: from.entries.start..to.entries.end,
        words: from.words.start..to.words.end,
        checksums: [from.checksums[0], to.checksums[1]],
    };
    let about = subject.about(&part, &directory);
    let length = blocks.iter().map(|(piece, block)| piece.block_length(*block)).sum::<u64>();
    let length = length + directory.len() as u64;
    let parts = blocks.iter().map(|(piece, block)| piece.packed_block(*block));
    file::write_parts(path, &about, length, parts.chain([Ok(directory)]))
}

fn compressed(bytes: &[u8]) -> Result<Vec<u8>, BuildFailure> {
    zstd::bulk::compress(bytes, COMPRESSION).map_err(BuildFailure::Compression)
}

/// The low bytes of all, then the next ones, as far as there are any: so they compress best.
fn bitboards(codes: &[u32]) -> Vec<u8> {
    let bytes =
        (0..4).rev().find(|i| codes.iter().any(|code| code >> (8 * i) & 255 != 0)).map_or(1, |i| i + 1);
    (0..bytes).flat_map(|i| codes.iter().map(move |code| (code >> (8 * i)) as u8)).collect()
}

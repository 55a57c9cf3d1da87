//! How is a table written? The text of a fact, a *word*, gets its number with the first piece that needs it,
//! and keeps it. So the blocks of a piece never change again, and a table is the concatenation of the blocks
//! of its pieces.

use super::fact::Fact;
use super::failure::BuildFailure;
use super::index::Index;
use super::table::{ENTRIES, Part, Subject, Table, WORDS, directory_line};
use crate::file::{self, FileError};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::convert::Infallible;
use std::ops::Range;
use std::path::Path;
use values::{Values, map_on_all_cores};

/// The level of DEFLATE, from 0 to 10.
const COMPRESSION: u8 = 9;
/// The minimum number of entries of a piece, unless its level has fewer.
const MIN_PIECE: u64 = 2 * ENTRIES as u64;
/// The approximate number of pieces of a large table, beside one for each level. All of them are open when
/// they are joined.
const MAX_PIECES: u64 = 256;

/// Entries of a level that are computed and kept together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) level: usize,
    /// The number of the piece in its level.
    pub(super) number: usize,
    pub(super) entries: Range<u64>,
}

/// All pieces of a table, in the order of their entries. A level without entries has one piece.
pub(super) fn pieces(index: &Index) -> Vec<Piece> {
    let size = index.len().div_ceil(MAX_PIECES).next_multiple_of(ENTRIES as u64).max(MIN_PIECE);
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

/// The facts that pieces have needed so far, each with the number of its word.
pub(super) struct Dictionary<F> {
    facts: Vec<F>,
    /// The numbers of the words, plus one.
    codes: FxHashMap<F, u32>,
    /// The checksum of all words.
    checksum: u32,
}

impl<F: Fact> Dictionary<F> {
    pub(super) fn new() -> Self {
        Self { facts: Vec::new(), codes: FxHashMap::default(), checksum: 0 }
    }

    fn push(&mut self, fact: F, text: &str) -> Result<(), BuildFailure> {
        self.facts.push(fact);
        let code = u32::try_from(self.facts.len()).map_err(|_| BuildFailure::TooManyWords)?;
        self.codes.insert(fact, code);
        let mut checksum = crc32fast::Hasher::new_with_initial(self.checksum);
        checksum.update(text.as_bytes());
        checksum.update(b"\n");
        self.checksum = checksum.finalize();
        Ok(())
    }

    /// Adds the facts that entries need, the most frequent first, so that the same entries always give the
    /// same words. Returns the words.
    fn add(&mut self, entries: &[Option<F>], values: &Values) -> Result<Vec<String>, BuildFailure> {
        let mut counts: FxHashMap<F, u64> = FxHashMap::default();
        for fact in entries.iter().flatten().filter(|fact| !self.codes.contains_key(fact)) {
            *counts.entry(*fact).or_default() += 1;
        }
        let mut words = Vec::with_capacity(counts.len());
        for (fact, count) in counts {
            words.push((Reverse(count), fact.write(values)?, fact));
        }
        words.sort_unstable_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        for (_, text, fact) in &words {
            self.push(*fact, text)?;
        }
        Ok(words.into_iter().map(|(_, text, _)| text).collect())
    }

    /// The entries of a piece in a file, whose words are added. `None` means that the words of the file do
    /// not continue those of the dictionary, or make no sense.
    pub(super) fn load(
        &mut self,
        piece: &Table,
        values: &Values,
    ) -> Result<Option<Vec<Option<F>>>, BuildFailure> {
        let (part, known) = (piece.part(), self.facts.len());
        if (part.words.start, part.checksums[0]) != (known, self.checksum) {
            return Ok(None);
        }
        // The bytes that are not needed now are joined later, so they are checked too.
        file::check(piece.path())?;
        let texts = piece.texts()?;
        let read = map_on_all_cores(texts.len(), |i| F::read(values, &texts[i]))?;
        let Some(new) = read.into_iter().collect::<Option<Vec<F>>>() else { return Ok(None) };
        let fact = |word: usize| if word < known { self.facts[word] } else { new[word - known] };
        let mut entries = Vec::new();
        for words in piece.words_of_entries() {
            values.budget().check_now()?;
            entries.extend(words?.into_iter().map(|word| word.map(fact)));
        }
        // The dictionary changes only now, when the whole file has proved to be undamaged.
        new.iter().zip(&texts).try_for_each(|(fact, text)| self.push(*fact, text))?;
        Ok(Some(entries))
    }

    /// Writes a piece, with the words that are new in it.
    pub(super) fn write(
        &mut self,
        path: &Path,
        subject: &Subject,
        index: &Index,
        piece: &Piece,
        entries: &[Option<F>],
        values: &Values,
    ) -> Result<(), BuildFailure> {
        let (known, before) = (self.facts.len(), self.checksum);
        let texts = self.add(entries, values)?;
        let mut blocks = Vec::new();
        if piece.number == 0 {
            let shapes = index.shapes(piece.level).words().iter();
            blocks.push(compressed(&shapes.flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>()));
        }
        let code = |entry: &Option<F>| entry.map_or(0, |fact| self.codes[&fact]);
        let codes: Vec<u32> = entries.iter().map(code).collect();
        let codes: Vec<&[u32]> = codes.chunks(ENTRIES).collect();
        let texts: Vec<&[String]> = texts.chunks(WORDS).collect();
        let pack = |i: usize| -> Result<_, Infallible> {
            Ok(match codes.get(i) {
                Some(codes) => compressed(&byte_columns(codes)),
                None => compressed(texts[i - codes.len()].join("\n").as_bytes()),
            })
        };
        let Ok(packed) = map_on_all_cores(codes.len() + texts.len(), pack);
        blocks.extend(packed);
        let lines =
            blocks.iter().flat_map(|block| directory_line(block.len() as u32, crc32fast::hash(block)));
        let counts = texts.iter().flat_map(|texts| (texts.len() as u32).to_le_bytes());
        let directory: Vec<u8> = lines.chain(counts).collect();
        let part = Part {
            levels: piece.level..piece.level + 1,
            entries: piece.entries.clone(),
            words: known..self.facts.len(),
            checksums: [before, self.checksum],
        };
        let length = blocks.iter().map(Vec::len).sum::<usize>() + directory.len();
        let parts = blocks.iter().chain([&directory]).map(Ok);
        Ok(file::write_parts(path, &subject.about(&part, &directory), length as u64, parts)?)
    }
}

/// Do the words of each piece continue those of the piece before?
pub(super) fn belong_together(pieces: &[&Table]) -> bool {
    let start = |table: &Table| (table.part().words.start, table.part().checksums[0]);
    let end = |table: &Table| (table.part().words.end, table.part().checksums[1]);
    pieces.first().is_none_or(|first| start(first) == (0, 0))
        && pieces.windows(2).all(|pair| end(pair[0]) == start(pair[1]))
}

/// Writes a table of pieces that belong together. Blocks are copied as they are, without compressing them
/// again.
pub(super) fn join(path: &Path, subject: &Subject, pieces: &[&Table]) -> Result<(), FileError> {
    let [first, last] =
        [pieces.first(), pieces.last()].map(|piece| piece.expect("every level has at least one piece"));
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

fn compressed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec(bytes, COMPRESSION)
}

/// The lowest byte of every code, then the next byte of every code, up to the highest byte that is in use.
/// Similar bytes side by side compress best.
fn byte_columns(codes: &[u32]) -> Vec<u8> {
    let bytes =
        (0..4).rev().find(|i| codes.iter().any(|code| code >> (8 * i) & 255 != 0)).map_or(1, |i| i + 1);
    (0..bytes).flat_map(|i| codes.iter().map(move |code| (code >> (8 * i)) as u8)).collect()
}

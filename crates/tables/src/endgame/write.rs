//! Tables written into files. A word gets its number with the first level that needs it, and keeps it; so the blocks of a level
//! never change again, and a table is nothing but the blocks of its levels one after the other.

use super::index::Index;
use super::table::{BuildFailure, ENTRIES, Subject, Table, WORDS, directory_line};
use super::worth::Worth;
use crate::file::{self, FileError};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::ops::Range;
use std::path::Path;
use values::Games;

const COMPRESSION: i32 = 12;

/// The words that levels have needed so far.
pub(super) struct Dictionary<W> {
    words: Vec<W>,
    /// The numbers of the words, one higher.
    codes: FxHashMap<W, u32>,
    /// The words in blocks, as files have them, and those that are too few for a block.
    blocks: Vec<Vec<u8>>,
    rest: Vec<String>,
}

impl<W: Worth> Dictionary<W> {
    pub(super) fn new() -> Self {
        Self { words: Vec::new(), codes: FxHashMap::default(), blocks: Vec::new(), rest: Vec::new() }
    }

    fn push(&mut self, word: W, text: String) -> Result<(), BuildFailure> {
        self.words.push(word);
        let code = u32::try_from(self.words.len()).map_err(|_| BuildFailure::TooManyWords)?;
        self.codes.insert(word, code);
        self.rest.push(text);
        if self.rest.len() == WORDS {
            self.blocks.push(compressed(self.rest.join("\n").as_bytes())?);
            self.rest.clear();
        }
        Ok(())
    }

    /// Adds the words that a level needs, the most frequent first, so that the same entries always give the same words.
    pub(super) fn add(&mut self, entries: &[Option<W>], games: &Games) -> Result<(), BuildFailure> {
        let mut counts: FxHashMap<W, u64> = FxHashMap::default();
        for worth in entries.iter().flatten().filter(|worth| !self.codes.contains_key(worth)) {
            *counts.entry(*worth).or_default() += 1;
        }
        let mut words = Vec::with_capacity(counts.len());
        for (worth, count) in counts {
            words.push((Reverse(count), worth.write(games)?, worth));
        }
        words.sort_unstable_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        words.into_iter().try_for_each(|(_, text, worth)| self.push(worth, text))
    }

    /// The entries of a level in a file, whose words are added; `None` if they do not go on from those that are here.
    pub(super) fn load(
        &mut self,
        table: &Table,
        level: usize,
        games: &Games,
    ) -> Result<Option<Vec<Option<W>>>, BuildFailure> {
        let (full, blocks) = (self.blocks.len(), table.blocks_of_words());
        if table.words() < self.words.len() {
            return Ok(None);
        }
        for (block, known) in blocks.clone().zip(&self.blocks) {
            if table.packed_block(block)? != *known {
                return Ok(None);
            }
        }
        let texts =
            blocks.skip(full).map(|block| table.texts(block)).collect::<Result<Vec<_>, _>>()?.concat();
        if !texts.starts_with(&self.rest) {
            return Ok(None);
        }
        let mut new = Vec::new();
        for text in texts.into_iter().skip(self.rest.len()) {
            let Some(word) = W::read(games, &text)? else { return Ok(None) };
            new.push((word, text));
        }
        let known = self.words.len();
        let worth = |word: usize| if word < known { self.words[word] } else { new[word - known].0 };
        let mut entries = Vec::new();
        for words in table.words_of_level(level) {
            games.stop_request().check_now()?;
            entries.extend(words?.into_iter().map(|word| word.map(worth)));
        }
        // Not before it is certain that nothing of the file is damaged.
        new.into_iter().try_for_each(|(word, text)| self.push(word, text))?;
        Ok(Some(entries))
    }
}

/// Writes a level, with all words so far.
pub(super) fn write_level<W: Worth>(
    path: &Path,
    subject: &Subject,
    index: &Index,
    level: usize,
    entries: &[Option<W>],
    dictionary: &Dictionary<W>,
) -> Result<(), BuildFailure> {
    let shapes: Vec<u8> = index.shapes(level).words().iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut blocks = vec![compressed(&shapes)?];
    let code = |entry: &Option<W>| entry.map_or(0, |worth| dictionary.codes[&worth]);
    let pack = |entries: &[Option<W>]| compressed(&planes(&entries.iter().map(code).collect::<Vec<u32>>()));
    blocks.extend(entries.par_chunks(ENTRIES).map(pack).collect::<Result<Vec<_>, _>>()?);
    let rest = (!dictionary.rest.is_empty()).then(|| compressed(dictionary.rest.join("\n").as_bytes()));
    let rest = rest.transpose()?;
    let all = || blocks.iter().chain(&dictionary.blocks).chain(&rest);
    let directory: Vec<u8> =
        all().flat_map(|block| directory_line(block.len() as u32, crc32fast::hash(block))).collect();
    let words = dictionary.words.len();
    let parts = all().map(|block| Ok(block.as_slice()));
    Ok(save(path, subject, &(level..level + 1), words, &directory, parts)?)
}

/// Writes a table of all levels, each from a file that has it. No block is packed anew, so that takes no longer than a copy.
pub(super) fn join(path: &Path, subject: &Subject, levels: &[&Table]) -> Result<(), FileError> {
    let Some(last) = levels.last() else { return Ok(()) };
    let of_levels = levels
        .iter()
        .enumerate()
        .flat_map(|(level, table)| table.blocks_of_level(level).map(move |block| (*table, block)));
    let blocks: Vec<_> = of_levels.chain(last.blocks_of_words().map(|block| (*last, block))).collect();
    let directory: Vec<u8> = blocks.iter().flat_map(|(table, block)| table.directory_line(*block)).collect();
    let parts = blocks.iter().map(|(table, block)| table.packed_block(*block));
    save(path, subject, &(0..levels.len()), last.words(), &directory, parts)
}

/// Do the words of a file go on from those of another?
pub(super) fn goes_on(table: &Table, from: &Table) -> Result<bool, FileError> {
    let [here, there] = [table, from].map(Table::blocks_of_words);
    let full = from.words() / WORDS;
    if table.words() < from.words() {
        return Ok(false);
    }
    for (a, b) in here.clone().zip(there.clone()).take(full) {
        if table.packed_block(a)? != from.packed_block(b)? {
            return Ok(false);
        }
    }
    match there.clone().nth(full) {
        Some(block) => Ok(table.texts(here.start + full)?.starts_with(&from.texts(block)?)),
        None => Ok(true),
    }
}

fn save<P: AsRef<[u8]>>(
    path: &Path,
    subject: &Subject,
    levels: &Range<usize>,
    words: usize,
    directory: &[u8],
    blocks: impl Iterator<Item = Result<P, FileError>>,
) -> Result<(), FileError> {
    let lengths =
        directory.chunks_exact(8).map(|line| u32::from_le_bytes([line[0], line[1], line[2], line[3]]));
    let length = lengths.map(u64::from).sum::<u64>() + directory.len() as u64;
    enum Part<'a, P> {
        Block(P),
        Directory(&'a [u8]),
    }
    impl<P: AsRef<[u8]>> AsRef<[u8]> for Part<'_, P> {
        fn as_ref(&self) -> &[u8] {
            match self {
                Part::Block(block) => block.as_ref(),
                Part::Directory(directory) => directory,
            }
        }
    }
    let parts = blocks.map(|block| block.map(Part::Block)).chain([Ok(Part::Directory(directory))]);
    file::write_parts(path, &subject.about(levels, words, directory), length, parts)
}

fn compressed(bytes: &[u8]) -> Result<Vec<u8>, BuildFailure> {
    zstd::bulk::compress(bytes, COMPRESSION).map_err(BuildFailure::Compression)
}

/// The low bytes of all, then the next ones, as far as there are any: so they compress best.
fn planes(codes: &[u32]) -> Vec<u8> {
    let bytes =
        (0..4).rev().find(|i| codes.iter().any(|code| code >> (8 * i) & 255 != 0)).map_or(1, |i| i + 1);
    (0..bytes).flat_map(|i| codes.iter().map(move |code| (code >> (8 * i)) as u8)).collect()
}

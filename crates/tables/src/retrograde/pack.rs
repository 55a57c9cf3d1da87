//! How few bits does a block need, if single words are to be read fast? P-positions are rare, so a word of 64
//! results is stored as the number of its zeros and the rank of their set among all sets of that size (an
//! enumerative code). Words with too many zeros are stored as they are. Groups of 32 words have a size each, and
//! bunches of 16 groups an offset, so groups are packed and unpacked independently.
//!
//! A group begins with three numbers of 32 bits, the lowest bits of the codes of its words, the next ones, and the
//! highest. A code below seven is the number of zeros. Words with more follow with three bits each for the zeros past
//! seven, or seven for a plain word. Then come the ranks, and zeros up to the next 32 bits.

use super::codes::{Codes, PLAIN};
use super::words::{Block, ROWS, Row};
use std::cell::RefCell;

/// The number of words in a group.
const GROUP: usize = 32;
/// The number of groups in a bunch.
const BUNCH: usize = 16;
/// The code of words with this number of zeros or more.
const MANY: u32 = 7;
/// The bits of the codes of a group.
const HEAD: u32 = 96;

/// A packed block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packed {
    /// The first of the `data` of each bunch.
    offsets: Vec<u32>,
    /// The number of `data` of each group.
    sizes: Vec<u8>,
    data: Vec<u32>,
}

/// The kind of a word: the number of its zeros, or [`PLAIN`].
#[inline]
fn kind(word: u64) -> u32 {
    word.count_zeros().min(PLAIN)
}

/// Collects bits, lowest first.
struct Bits<'a> {
    data: &'a mut Vec<u32>,
    bits: u128,
    filled: u32,
}

impl Bits<'_> {
    #[inline]
    fn push(&mut self, bits: u64, length: u32) {
        self.bits |= u128::from(bits) << self.filled;
        self.filled += length;
        while self.filled >= 32 {
            self.data.push(self.bits as u32);
            self.bits >>= 32;
            self.filled -= 32;
        }
    }

    fn finish(self) {
        if self.filled > 0 {
            self.data.push(self.bits as u32);
        }
    }
}

/// The data of a group, with zeros behind it.
struct Group {
    data: [u32; 80],
}

impl Group {
    fn new(data: &[u32]) -> Self {
        let mut group = Self { data: [0; 80] };
        // A group has at most 3 + 3 + 64 numbers.
        let length = data.len().min(76);
        group.data[..length].copy_from_slice(&data[..length]);
        group
    }

    /// The words whose number of zeros follows later, as bits.
    #[inline]
    fn many(&self) -> u32 {
        self.data[0] & self.data[1] & self.data[2]
    }

    /// The code of a word.
    #[inline]
    fn code(&self, index: usize) -> u32 {
        let plane = |bit: usize| self.data[bit] >> index & 1;
        plane(0) | plane(1) << 1 | plane(2) << 2
    }

    /// The 32 bits from this one on.
    #[inline]
    fn few(&self, at: u32) -> u64 {
        let first = at as usize / 32;
        let (low, high) = (self.data[first.min(76)], self.data[first.min(76) + 1]);
        (u64::from(low) | u64::from(high) << 32) >> (at % 32)
    }

    /// The 64 bits from this one on.
    #[inline]
    fn bits(&self, at: u32) -> u64 {
        (self.few(at) & 0xffff_ffff) | self.few(at + 32) << 32
    }

    /// Calls `each` with every word.
    #[inline(always)]
    fn words(&self, codes: &Codes, mut each: impl FnMut(usize, u64)) {
        let mut more = HEAD;
        let mut at = HEAD + 3 * self.many().count_ones();
        for index in 0..GROUP {
            let mut kind = self.code(index);
            if kind == MANY {
                kind += (self.few(more) & 7) as u32;
                more += 3;
            }
            let length = codes.lengths[kind as usize % 16];
            let bits = if length <= 32 { self.few(at) } else { self.bits(at) };
            at += length;
            each(
                index,
                match kind {
                    0 => !0,
                    PLAIN.. => bits,
                    _ => !codes.set(kind as usize, bits & ((1 << length) - 1)),
                },
            );
        }
    }
}

impl Packed {
    /// Packs a block.
    pub(crate) fn new(block: &Block) -> Self {
        thread_local! {
            /// Data is collected here, so that what is kept is allocated once and in its final size.
            static SCRATCH: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
        }
        let groups = block.len() * ROWS * 8 / GROUP;
        let mut packed = Self {
            offsets: Vec::with_capacity(groups / BUNCH),
            sizes: Vec::with_capacity(groups),
            data: SCRATCH.take(),
        };
        packed.data.clear();
        for rows in block.iter().flat_map(|tile| tile.chunks_exact(GROUP / 8)) {
            let mut group = [0; GROUP];
            for (words, row) in group.chunks_exact_mut(8).zip(rows) {
                words.copy_from_slice(&row.0);
            }
            packed.push(&group);
        }
        let data = packed.data.as_slice().into();
        SCRATCH.set(std::mem::replace(&mut packed.data, data));
        packed
    }

    /// Packs the words of a block. Words past the last full group are left out.
    #[must_use]
    pub fn of(words: &[u64]) -> Self {
        let mut packed = Self::default();
        words.as_chunks().0.iter().for_each(|group| packed.push(group));
        packed
    }

    fn push(&mut self, group: &[u64; GROUP]) {
        let codes = Codes::get();
        let start = self.data.len();
        if self.sizes.len().is_multiple_of(BUNCH) {
            self.offsets.push(start as u32);
        }
        let mut planes = [0u32; 3];
        for (i, &word) in group.iter().enumerate() {
            let code = kind(word).min(MANY);
            planes.iter_mut().zip(0..).for_each(|(plane, bit)| *plane |= (code >> bit & 1) << i);
        }
        self.data.extend(planes);
        let mut bits = Bits { data: &mut self.data, bits: 0, filled: 0 };
        for word in group.iter().filter(|&&word| kind(word) >= MANY) {
            bits.push(u64::from(kind(*word) - MANY), 3);
        }
        for &word in group {
            let kind = kind(word);
            let rank = if kind == PLAIN { word } else { codes.rank(!word) };
            bits.push(rank, codes.lengths[kind as usize]);
        }
        bits.finish();
        self.sizes.push((self.data.len() - start) as u8);
    }

    /// Unpacks a block into the memory of another one.
    pub(crate) fn unpack(&self, block: &mut Block) {
        block.resize(self.sizes.len() * GROUP / 8 / ROWS, [Row::ALL; ROWS]);
        self.fill(block.iter_mut().flatten().map(|row| &mut row.0));
    }

    /// Unpacks into rows of eight words.
    fn fill<'r>(&self, mut rows: impl Iterator<Item = &'r mut [u64; 8]>) {
        let codes = Codes::get();
        for (bunch, &offset) in self.sizes.chunks(BUNCH).zip(&self.offsets) {
            let mut start = offset as usize;
            for &size in bunch {
                let mut words = [0; GROUP];
                self.group(start, size).words(codes, |index, word| words[index] = word);
                // The rows come second: the first iterator ends without taking one too many.
                for (words, row) in words.as_chunks().0.iter().zip(&mut rows) {
                    *row = *words;
                }
                start += usize::from(size);
            }
        }
    }

    /// The words of the block.
    #[must_use]
    pub fn words(&self) -> Vec<u64> {
        let mut words = vec![0; self.sizes.len() * GROUP];
        self.fill(words.as_chunks_mut().0.iter_mut());
        words
    }

    /// One word of the block.
    #[must_use]
    pub fn word(&self, index: usize) -> u64 {
        let codes = Codes::get();
        let (number, index) = (index / GROUP, index % GROUP);
        let before = &self.sizes[number / BUNCH * BUNCH..number];
        let start = before
            .iter()
            .fold(self.offsets[number / BUNCH] as usize, |start, &size| start + usize::from(size));
        let mut found = 0;
        self.group(start, self.sizes[number]).words(codes, |place, word| {
            if place == index {
                found = word;
            }
        });
        found
    }

    fn group(&self, start: usize, size: u8) -> Group {
        Group::new(self.data.get(start..start + usize::from(size)).unwrap_or_default())
    }

    /// The size in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (4 * self.offsets.len() + self.sizes.len() + 4 * self.data.len()) as u64
    }

    /// The packed block as bytes in parts: offsets, lowest byte first, sizes, and data.
    pub fn parts(&self) -> impl Iterator<Item = Vec<u8>> {
        let bytes = |part: &[u32]| part.iter().flat_map(|number| number.to_le_bytes()).collect();
        let offsets = self.offsets.chunks(1 << 16).map(bytes);
        offsets.chain([self.sizes.clone()]).chain(self.data.chunks(1 << 16).map(bytes))
    }

    /// The inverse of [`parts`](Self::parts) for a block with this number of words. `None` means that the bytes
    /// are too few.
    #[must_use]
    pub fn from_bytes(words: usize, bytes: &[u8]) -> Option<Self> {
        let mut packed = Self::default();
        packed.append(words, bytes)?;
        Some(packed)
    }

    /// A block with this number of words from pieces of the same number of words, each as in
    /// [`from_bytes`](Self::from_bytes). `None` means that they do not fit.
    #[must_use]
    pub fn from_pieces(words: usize, pieces: &[Vec<u8>]) -> Option<Self> {
        let mut packed = Self::default();
        pieces.iter().try_for_each(|piece| packed.append(words / pieces.len(), piece))?;
        Some(packed)
    }

    fn append(&mut self, words: usize, bytes: &[u8]) -> Option<()> {
        let groups = words / GROUP;
        let (offsets, rest) = bytes.split_at_checked(4 * groups.div_ceil(BUNCH))?;
        let (sizes, data) = rest.split_at_checked(groups)?;
        let (data, []) = data.as_chunks::<4>() else { return None };
        let before = self.data.len();
        for (offset, bunch) in offsets.as_chunks::<4>().0.iter().zip(sizes.chunks(BUNCH)) {
            let offset = u32::from_le_bytes(*offset) as usize;
            let length: usize = bunch.iter().copied().map(usize::from).sum();
            if offset + length > data.len() || bunch.iter().any(|&size| size < 3) {
                return None;
            }
            self.offsets.push(u32::try_from(before + offset).ok()?);
        }
        self.sizes.extend(sizes);
        self.data.extend(data.iter().map(|&number| u32::from_le_bytes(number)));
        Some(())
    }
}

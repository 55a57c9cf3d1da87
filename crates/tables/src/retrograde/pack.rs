//! How few bits does a block need, if single words are to be read fast? P-positions are rare, so a word of 64
//! results is stored as the number of its zeros and the rank of their set among all sets of that size (an
//! enumerative code). Words with too many zeros are stored as they are. Groups of 32 words have a size each, and
//! bunches of 16 groups an offset, so groups are packed and unpacked independently.
//!
//! A group begins with three numbers of 32 bits, the lowest bits of the codes of its words, the next ones, and the
//! highest. A code below seven is the number of zeros. Words with more follow with three bits each for the zeros past
//! seven, or seven for a plain word. Then come the ranks, and zeros up to the next 32 bits.

use super::codes::{Codes, PLAIN};
use super::unpack::Group;
use super::words::{Block, ROWS, Row};
use multiversion::multiversion;
use std::cell::RefCell;

/// The number of words in a group.
pub(super) const GROUP: usize = 32;
/// The number of groups in a bunch.
const BUNCH: usize = 16;
/// The code of words with this number of zeros or more.
const MANY: u32 = 7;
/// The bits of the codes of a group.
pub(super) const HEAD: u32 = 96;

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

/// The bits of a packed word.
pub(super) fn packed_bits(word: u64) -> u64 {
    let kind = kind(word);
    u64::from(HEAD / GROUP as u32 + if kind >= MANY { 3 } else { 0 } + Codes::get().lengths[kind as usize])
}

/// What a word has to bear of the size of its group, of the offset of its bunch, and of the zeros at the end.
pub(super) const GROUP_BITS: f64 = (8.0 + 32.0 / BUNCH as f64 + 16.0) / GROUP as f64;

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

/// Unpacks a block into rows of eight words.
#[multiversion(targets = "simd")]
fn unpack<'r, R: Iterator<Item = &'r mut [u64; 8]>>(packed: &Packed, mut rows: R) {
    let (codes, mut group) = (Codes::get(), Group::new());
    for (bunch, &offset) in packed.sizes.chunks(BUNCH).zip(&packed.offsets) {
        let mut offset = offset as usize;
        for &size in bunch {
            group.read(packed.group(offset, size));
            // The rows come second: the first iterator ends without taking one too many.
            for (words, row) in group.words(codes).as_chunks().0.iter().zip(&mut rows) {
                *row = *words;
            }
            offset += usize::from(size);
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
        unpack(self, block.iter_mut().flatten().map(|row| &mut row.0));
    }

    /// The data of a group of this size from an offset on.
    #[inline(always)]
    fn group(&self, offset: usize, size: u8) -> &[u32] {
        self.data.get(offset..offset + usize::from(size)).unwrap_or_default()
    }

    /// The words of the block.
    #[must_use]
    pub fn words(&self) -> Vec<u64> {
        let mut words = vec![0; self.sizes.len() * GROUP];
        unpack(self, words.as_chunks_mut().0.iter_mut());
        words
    }

    /// One word of the block.
    #[must_use]
    pub fn word(&self, index: usize) -> u64 {
        let (number, index) = (index / GROUP, index % GROUP);
        let before = self.sizes[number / BUNCH * BUNCH..number].iter().copied().map(usize::from);
        let offset = self.offsets[number / BUNCH] as usize + before.sum::<usize>();
        let mut group = Group::new();
        group.read(self.group(offset, self.sizes[number]));
        group.word(Codes::get(), index)
    }

    /// The size in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (4 * self.offsets.len() + self.sizes.len() + 4 * self.data.len()) as u64
    }

    /// The packed block as bytes in parts: offsets, lowest byte first, sizes, and data.
    pub fn parts(&self) -> impl Iterator<Item = Vec<u8>> {
        let offsets = self.offsets.chunks(1 << 16).map(bytes);
        offsets.chain([self.sizes.clone()]).chain(self.data.chunks(1 << 16).map(bytes))
    }

    /// The inverse of [`parts`](Self::parts) for a block with this number of words. `None` means that the bytes
    /// are not those of such a block.
    #[must_use]
    pub fn from_bytes(words: usize, bytes: &[u8]) -> Option<Self> {
        Self::from_pieces(words, &[bytes])
    }

    /// A block with this number of words from pieces of the same number of words, each with the bytes of a block.
    /// The bunches of a piece may be stored in any order, as a device does it. `None` means that the bytes are not
    /// those of such pieces.
    #[must_use]
    pub fn from_pieces(words: usize, pieces: &[impl AsRef<[u8]>]) -> Option<Self> {
        let mut packed = Self::default();
        pieces.iter().try_for_each(|piece| packed.append(words / pieces.len(), piece.as_ref()))?;
        let bytes = pieces.iter().map(|piece| piece.as_ref().len() as u64).sum::<u64>();
        (packed.bytes() == bytes).then_some(packed)
    }

    fn append(&mut self, words: usize, bytes: &[u8]) -> Option<()> {
        let groups = words / GROUP;
        let (offsets, rest) = bytes.split_at_checked(4 * groups.div_ceil(BUNCH))?;
        let (sizes, data) = rest.split_at_checked(groups)?;
        let (data, []) = data.as_chunks::<4>() else { return None };
        self.offsets.reserve(groups.div_ceil(BUNCH));
        self.data.reserve(data.len());
        for (offset, bunch) in offsets.as_chunks::<4>().0.iter().zip(sizes.chunks(BUNCH)) {
            let offset = u32::from_le_bytes(*offset) as usize;
            let length: usize = bunch.iter().copied().map(usize::from).sum();
            let data = data.get(offset..offset + length).filter(|_| bunch.iter().all(|&size| size >= 3))?;
            self.offsets.push(u32::try_from(self.data.len()).ok()?);
            self.data.extend(data.iter().map(|&number| u32::from_le_bytes(number)));
        }
        self.sizes.extend(sizes);
        Some(())
    }

    /// The inverse of [`from_pieces`](Self::from_pieces): this number of pieces, each of whole bunches.
    pub fn pieces(&self, count: usize) -> impl Iterator<Item = Vec<u8>> {
        let bunches = self.offsets.len() / count;
        (0..count).map(move |piece| {
            let (first, end) = (bunches * piece, bunches * (piece + 1));
            let start =
                |bunch: usize| self.offsets.get(bunch).map_or(self.data.len(), |&offset| offset as usize);
            let offsets = self.offsets[first..end].iter().map(|offset| offset - start(first) as u32);
            let mut bytes: Vec<u8> = offsets.flat_map(u32::to_le_bytes).collect();
            bytes.extend(&self.sizes[BUNCH * first..BUNCH * end]);
            bytes.extend(self::bytes(&self.data[start(first)..start(end)]));
            bytes
        })
    }
}

/// Numbers as bytes, lowest first. Written into place, they are copied many at a time.
fn bytes(numbers: &[u32]) -> Vec<u8> {
    let mut bytes = vec![0; 4 * numbers.len()];
    for (place, number) in bytes.as_chunks_mut().0.iter_mut().zip(numbers) {
        *place = number.to_le_bytes();
    }
    bytes
}

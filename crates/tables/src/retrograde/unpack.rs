//! How are packed words read fast? A group goes through a few steps, each of them a loop over all words whose branches do
//! not depend on the words: kinds, halves of ranks, sets. Halves that are in no table, and words that are stored as they
//! are, come last.

use super::codes::{Codes, Half, LARGE, PLAIN};
use super::pack::{GROUP, HEAD};

/// A power of two above the number of bytes of a group: at most 3 + 3 + 64 numbers of 32 bits.
const BYTES: usize = 1 << 9;

/// A byte for each bit of a byte.
const SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut bit = 0;
    while bit < 256 * 8 {
        spread[bit / 8] |= ((bit as u64 / 8) >> (bit % 8) & 1) << (8 * (bit % 8));
        bit += 1;
    }
    spread
};

/// The data of a group, and the kinds of its words.
pub(super) struct Group {
    bytes: [u8; BYTES + 8],
    kinds: [u8; GROUP],
    /// The bit at which the ranks start.
    ranks: u32,
}

impl Group {
    pub(super) fn new() -> Self {
        Self { bytes: [0; BYTES + 8], kinds: [0; GROUP], ranks: HEAD }
    }

    /// Takes the data of a group. The bytes that an earlier one has left behind it are not part of a word.
    #[inline(always)]
    pub(super) fn read(&mut self, data: &[u32]) {
        for (bytes, number) in self.bytes.as_chunks_mut().0.iter_mut().zip(data) {
            *bytes = number.to_le_bytes();
        }
        let planes = data.first_chunk().copied().unwrap_or([0u32; 3]);
        for (kinds, eighth) in self.kinds.as_chunks_mut().0.iter_mut().zip(0..) {
            let spread = |plane: u32| SPREAD[(plane >> (8 * eighth)) as usize % 256];
            *kinds = (spread(planes[0]) | spread(planes[1]) << 1 | spread(planes[2]) << 2).to_le_bytes();
        }
        self.ranks = HEAD;
        for word in members(planes[0] & planes[1] & planes[2]) {
            // The rest of a large number of zeros.
            self.kinds[word] += (self.bits(self.ranks) % 8) as u8;
            self.ranks += 3;
        }
    }

    /// The bits from this one on, at least 57 of them.
    #[inline(always)]
    fn bits(&self, at: u32) -> u64 {
        let first = at as usize / 8 % BYTES;
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.bytes[first..first + 8]);
        u64::from_le_bytes(bytes) >> (at % 8)
    }

    /// The bit at which a word starts.
    fn start(&self, codes: &Codes, word: usize) -> u32 {
        self.ranks + self.kinds[..word].iter().map(|&kind| codes.length(kind)).sum::<u32>()
    }

    /// The word that is stored as it is from this bit on.
    fn plain(&self, at: u32) -> u64 {
        (self.bits(at) & 0xffff_ffff) | self.bits(at + 32) << 32
    }

    /// All words.
    #[inline(always)]
    pub(super) fn words(&self, codes: &Codes) -> [u64; GROUP] {
        let mut at = self.ranks;
        let (mut lows, mut highs) = (Halves::default(), Halves::default());
        for word in 0..GROUP {
            let kind = self.kinds[word];
            let (low, high) = codes.halves(kind, self.bits(at));
            (lows.sizes[word], lows.ranks[word]) = (low.size, low.rank);
            (highs.sizes[word], highs.ranks[word]) = (high.size, high.rank);
            at += codes.length(kind);
        }
        let (lows, highs) = (lows.sets(codes), highs.sets(codes));
        let mut words = [0; GROUP];
        for ((word, low), high) in words.iter_mut().zip(lows).zip(highs) {
            *word = !(u64::from(high) << 32 | u64::from(low));
        }
        for word in members(mask(|word| u32::from(self.kinds[word]) == PLAIN)) {
            words[word] = self.plain(self.start(codes, word));
        }
        words
    }

    /// One word.
    pub(super) fn word(&self, codes: &Codes, word: usize) -> u64 {
        let (at, kind) = (self.start(codes, word), self.kinds[word]);
        if u32::from(kind) == PLAIN { self.plain(at) } else { !codes.set(kind, self.bits(at)) }
    }
}

/// The lower or the upper halves of all words of a group.
#[derive(Default)]
struct Halves {
    sizes: [u8; GROUP],
    ranks: [u32; GROUP],
}

impl Halves {
    #[inline(always)]
    fn sets(&self, codes: &Codes) -> [u32; GROUP] {
        let half = |word: usize| Half { size: self.sizes[word], rank: self.ranks[word] };
        let mut sets = [0; GROUP];
        for (word, set) in sets.iter_mut().enumerate() {
            *set = codes.small(half(word));
        }
        for word in members(mask(|word| self.sizes[word] >= LARGE)) {
            sets[word] = codes.large(half(word));
        }
        sets
    }
}

/// The words of a group for which this holds, as bits.
#[inline(always)]
fn mask(holds: impl Fn(usize) -> bool) -> u32 {
    (0..GROUP).fold(0, |mask, word| mask | u32::from(holds(word)) << word)
}

/// The members of a set of words.
#[inline(always)]
fn members(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (first < GROUP).then_some(first)
    })
}

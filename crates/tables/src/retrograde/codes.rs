//! What is the rank of a set among all sets of its size? Sets are ordered by the number of members in the lower half,
//! then by the ranks of both halves, so that the rank of a set of 64 falls apart into ranks of sets of 16, which are
//! looked up.

use std::sync::LazyLock;

/// The kind of a word that is stored as it is. Smaller kinds are numbers of zeros.
pub(super) const PLAIN: u32 = 14;

/// The tables of the code, also for a device.
pub struct Codes {
    /// The number of bits of a rank, by the kind of a word.
    pub lengths: [u32; 16],
    /// By the size of a set of 64 and of its part in the lower half: the first rank.
    pub halves: [[u64; 16]; 16],
    /// The same for sets of 32.
    pub quarters: [[u32; 16]; 16],
    /// The number of subsets of 32, by their size.
    pub subsets_of_32: [u32; 16],
    /// The number of subsets of 16, by their size.
    pub subsets_of_16: [u32; 17],
    /// The first place in `sets` for each size.
    pub starts: [u32; 17],
    /// The subsets of 16, by size.
    pub sets: Vec<u16>,
    /// The rank of each subset of 16 among those of its size.
    pub ranks: Vec<u16>,
    /// The subsets of 32 with at most four members, by size, and zeros.
    small: Box<[u32; 1 << 16]>,
    /// The first place in `small` for each size.
    small_starts: [u32; 16],
    /// The bits of a rank, by the kind of a word.
    masks: [u64; 16],
    /// By the size of a set of 64 and of its part in the lower half.
    parts: Box<[[Part; 16]; 16]>,
    /// By the size of a set of 64 and the highest bits of its rank: the least size of its part in the lower half.
    guesses: Box<[[u8; GUESSES]; 16]>,
    /// The number of bits of a rank below those highest ones, by the kind of a word.
    below_guess: [u8; 16],
}

/// The number of guesses for each size. No part is more than two above its guess.
const GUESSES: usize = 1 << 9;

/// Subsets of 32 with fewer members than this are in a table.
pub(super) const LARGE: u8 = 5;

/// The sets of one size that have the same number of members in the lower half.
#[derive(Clone, Copy)]
struct Part {
    /// The first rank.
    first: u64,
    /// The number of lower halves.
    subsets: u32,
    /// The inverse of `subsets`: 2^(63 + `shift`) / `subsets`, rounded up.
    inverse: u64,
    shift: u32,
}

/// A subset of 32: its size, and its rank among those of this size.
#[derive(Clone, Copy)]
pub(super) struct Half {
    pub(super) size: u8,
    pub(super) rank: u32,
}

impl Codes {
    /// The tables.
    #[must_use]
    pub fn get() -> &'static Self {
        static CODES: LazyLock<Codes> = LazyLock::new(Codes::new);
        &CODES
    }

    fn new() -> Self {
        let choose = |n: u64, k: u64| (0..k).fold(1u64, |c, i| c * n.saturating_sub(i) / (i + 1));
        let first = |n: u64, size: usize, part: usize| -> u64 {
            (0..part.min(size + 1)).map(|i| choose(n, i as u64) * choose(n, (size - i) as u64)).sum()
        };
        let lengths = std::array::from_fn(|size| match size as u32 {
            PLAIN.. => 64,
            _ => choose(64, size as u64).next_power_of_two().ilog2(),
        });
        let mut sets: Vec<u16> = (0..=u16::MAX).collect();
        sets.sort_by_key(|set| set.count_ones());
        let subsets_of_16: [u32; 17] = std::array::from_fn(|size| choose(16, size as u64) as u32);
        let starts: [u32; 17] = std::array::from_fn(|size| subsets_of_16[..size].iter().sum());
        let mut ranks = vec![0; 1 << 16];
        for (&set, place) in sets.iter().zip(0u32..) {
            ranks[usize::from(set)] = (place - starts[set.count_ones() as usize]) as u16;
        }
        let halves: [[u64; 16]; 16] =
            std::array::from_fn(|size| std::array::from_fn(|part| first(32, size, part)));
        let subsets_of_32: [u32; 16] = std::array::from_fn(|size| choose(32, size as u64) as u32);
        let small_starts = std::array::from_fn(|size| subsets_of_32[..size].iter().sum());
        let part = |size: usize, part: usize| {
            let subsets = subsets_of_32[part];
            let shift = subsets.ilog2();
            let inverse = (1u128 << (63 + shift)).div_ceil(subsets.into()) as u64;
            Part { first: halves[size][part], subsets, inverse, shift }
        };
        let below_guess = lengths.map(|length: u32| length.saturating_sub(GUESSES.ilog2()) as u8);
        let guess = |size: usize, highest: usize| {
            let rank = (highest as u64) << below_guess[size];
            halves[size][1..=size].partition_point(|first| *first <= rank) as u8
        };
        let mut codes = Self {
            lengths,
            halves,
            quarters: std::array::from_fn(|size| std::array::from_fn(|part| first(16, size, part) as u32)),
            subsets_of_32,
            subsets_of_16,
            starts,
            sets,
            ranks,
            small_starts,
            small: Box::new([0; 1 << 16]),
            masks: lengths.map(|length| 1u64.checked_shl(length).unwrap_or_default().wrapping_sub(1)),
            parts: Box::new(std::array::from_fn(|size| std::array::from_fn(|lower| part(size, lower)))),
            guesses: Box::new(std::array::from_fn(|size| std::array::from_fn(|i| guess(size, i)))),
            below_guess,
        };
        let sizes = (0..LARGE)
            .flat_map(|size| (0..subsets_of_32[usize::from(size)]).map(move |rank| Half { size, rank }));
        for (place, half) in sizes.enumerate() {
            codes.small[place] = codes.large(half);
        }
        codes
    }

    /// The rank of a subset of 32 with at most thirteen members.
    #[inline(always)]
    fn rank_of_32(&self, set: u32) -> u32 {
        let (low, high) = (set as u16, (set >> 16) as u16);
        let (size, part) = (set.count_ones() as usize % 16, low.count_ones() as usize % 16);
        self.quarters[size][part]
            + u32::from(self.ranks[usize::from(high)]) * self.subsets_of_16[part]
            + u32::from(self.ranks[usize::from(low)])
    }

    /// The rank of a set with at most thirteen members.
    #[inline(always)]
    pub(super) fn rank(&self, set: u64) -> u64 {
        let (low, high) = (set as u32, (set >> 32) as u32);
        let (size, part) = (set.count_ones() as usize % 16, low.count_ones() as usize % 16);
        self.halves[size][part]
            + u64::from(self.rank_of_32(high)) * u64::from(self.subsets_of_32[part])
            + u64::from(self.rank_of_32(low))
    }

    /// The number of bits of a word of this kind.
    #[inline(always)]
    pub(super) fn length(&self, kind: u8) -> u32 {
        self.lengths[usize::from(kind) % 16]
    }

    /// The lower and the upper half of a set with this number of members. The lowest `bits` are its rank. A plain
    /// word, or a rank that is too large, gives any halves.
    #[inline(always)]
    pub(super) fn halves(&self, members: u8, bits: u64) -> (Half, Half) {
        let size = usize::from(members) % 16;
        let rank = bits & self.masks[size];
        let highest = (rank >> (self.below_guess[size] % 64)) as usize % GUESSES;
        let guess = usize::from(self.guesses[size][highest]) % 16;
        let is_above = |more: usize| usize::from(self.halves[size][(guess + more) % 16] <= rank);
        let lower = guess + is_above(1) + is_above(2);
        let part = &self.parts[size][lower % 16];
        let rank = rank.wrapping_sub(part.first);
        // The quotient is exact: the inverse is too large by less than 1, and a rank has at most 44 bits.
        let product = (u128::from(rank << 1) * u128::from(part.inverse)) >> 64;
        let high = (product as u64 >> (part.shift % 64)) as u32;
        let low = (rank as u32).wrapping_sub(high.wrapping_mul(part.subsets));
        (
            Half { size: lower as u8, rank: low },
            Half { size: members.wrapping_sub(lower as u8) % 16, rank: high },
        )
    }

    /// A half with fewer than [`LARGE`] members. A larger one gives any set.
    #[inline(always)]
    pub(super) fn small(&self, half: Half) -> u32 {
        let place = self.small_starts[usize::from(half.size) % 16].wrapping_add(half.rank);
        self.small[place as usize % (1 << 16)]
    }

    /// A half. A rank that is too large gives any set.
    #[inline(always)]
    pub(super) fn large(&self, half: Half) -> u32 {
        let size = usize::from(half.size) % 16;
        let firsts = &self.quarters[size];
        let part = last(firsts, half.rank);
        let rank = half.rank.wrapping_sub(firsts[part]);
        let (high, low) = (rank / self.subsets_of_16[part], rank % self.subsets_of_16[part]);
        let set = |size: usize, rank: u32| {
            u32::from(self.sets[(self.starts[size % 16].wrapping_add(rank) & 0xffff) as usize])
        };
        set(size.wrapping_sub(part), high) << 16 | set(part, low)
    }

    /// The set with this number of members whose rank is in the lowest `bits`. A rank that is too large gives any set.
    pub(super) fn set(&self, members: u8, bits: u64) -> u64 {
        let (low, high) = self.halves(members, bits);
        u64::from(self.large(high)) << 32 | u64::from(self.large(low))
    }
}

/// The last of these numbers that is not above a rank. There are no branches: they could not be predicted.
#[inline(always)]
fn last(firsts: &[u32; 16], rank: u32) -> usize {
    let step = |place, step| place + step * usize::from(firsts[(place + step) % 16] <= rank);
    [8, 4, 2, 1].into_iter().fold(0, step) % 16
}

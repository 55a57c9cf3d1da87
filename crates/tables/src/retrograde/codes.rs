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
    /// The subsets of 32 with at most three members, by size.
    small: Vec<u32>,
}

/// The first place in `small` for each size.
const SMALL: [u32; 5] = [0, 1, 33, 529, 5489];

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
        let mut codes = Self {
            lengths,
            halves: std::array::from_fn(|size| std::array::from_fn(|part| first(32, size, part))),
            quarters: std::array::from_fn(|size| std::array::from_fn(|part| first(16, size, part) as u32)),
            subsets_of_32: std::array::from_fn(|size| choose(32, size as u64) as u32),
            subsets_of_16,
            starts,
            sets,
            ranks,
            small: Vec::new(),
        };
        let sizes = (0..4).flat_map(|size| (0..SMALL[size + 1] - SMALL[size]).map(move |rank| (size, rank)));
        codes.small = sizes.map(|(size, rank)| codes.set_of_32(size, rank)).collect();
        codes
    }

    /// The rank of a subset of 32 with at most thirteen members.
    #[inline]
    fn rank_of_32(&self, set: u32) -> u32 {
        let (low, high) = (set as u16, (set >> 16) as u16);
        let (size, part) = (set.count_ones() as usize % 16, low.count_ones() as usize % 16);
        self.quarters[size][part]
            + u32::from(self.ranks[usize::from(high)]) * self.subsets_of_16[part]
            + u32::from(self.ranks[usize::from(low)])
    }

    /// The rank of a set with at most thirteen members.
    #[inline]
    pub(super) fn rank(&self, set: u64) -> u64 {
        let (low, high) = (set as u32, (set >> 32) as u32);
        let (size, part) = (set.count_ones() as usize % 16, low.count_ones() as usize % 16);
        self.halves[size][part]
            + u64::from(self.rank_of_32(high)) * u64::from(self.subsets_of_32[part])
            + u64::from(self.rank_of_32(low))
    }

    fn set_of_32(&self, size: usize, rank: u32) -> u32 {
        let firsts = &self.quarters[size % 16];
        let mut part = 0;
        while part < size % 16 && rank >= firsts[part + 1] {
            part += 1;
        }
        let rank = rank.wrapping_sub(firsts[part]);
        let (high, low) = (rank / self.subsets_of_16[part], rank % self.subsets_of_16[part]);
        let set = |size: usize, rank: u32| {
            u32::from(self.sets[(self.starts[size % 17].wrapping_add(rank) & 0xffff) as usize])
        };
        set(size - part, high) << 16 | set(part, low)
    }

    #[inline]
    fn half(&self, size: usize, rank: u32) -> u64 {
        if size < 4 {
            let place = SMALL[size].wrapping_add(rank) as usize;
            return u64::from(self.small.get(place).copied().unwrap_or_default());
        }
        u64::from(self.set_of_32(size, rank))
    }

    /// The set of this size with this rank. A rank that is too large gives any set.
    #[inline]
    pub(super) fn set(&self, size: usize, rank: u64) -> u64 {
        let firsts = &self.halves[size % 16];
        let mut part = 0;
        while part < size % 16 && rank >= firsts[part + 1] {
            part += 1;
        }
        let rank = rank.wrapping_sub(firsts[part]);
        let subsets = self.subsets_of_32[part];
        // Most ranks are short, and divisions of short numbers are faster.
        let (high, low) = match u32::try_from(rank) {
            Ok(rank) => (rank / subsets, rank % subsets),
            Err(_) => ((rank / u64::from(subsets)) as u32, (rank % u64::from(subsets)) as u32),
        };
        self.half(size - part, high) << 32 | self.half(part, low)
    }
}

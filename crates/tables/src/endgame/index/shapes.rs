//! Which sets of cells are shapes? A bit vector over all sets of the same size, in numeric order, with rank
//! and select. There are 5,200,300 sets of 12 cells on a 5×5 board, and the shapes of all sizes take 4 MiB
//! there.

/// A set of cells of a rectangle, row by row from the lowest bit.
pub(super) type Cells = u32;

/// The maximum number of cells of a rectangle.
pub(super) const MAX_CELLS: usize = 25;

/// Binomial coefficients.
const CHOOSE: [[u32; MAX_CELLS + 1]; MAX_CELLS + 1] = {
    let mut choose = [[0; MAX_CELLS + 1]; MAX_CELLS + 1];
    let mut n = 0;
    while n <= MAX_CELLS {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The number of sets of `k` cells among `n` cells of a rectangle.
pub(super) fn choose(n: u32, k: u32) -> u64 {
    if k > n { 0 } else { CHOOSE[n as usize][k as usize].into() }
}

/// The cells of a set, in increasing order.
pub(super) fn bits(cells: Cells) -> impl Iterator<Item = usize> {
    rules::row::bits(cells).map(usize::from)
}

/// The number of a set among all sets of the same size, in numeric order.
pub(super) fn rank(cells: Cells) -> u64 {
    bits(cells).enumerate().map(|(i, cell)| choose(cell as u32, i as u32 + 1)).sum()
}

/// The set of `count` cells with this number.
pub(super) fn unrank(mut rank: u64, count: u32) -> Cells {
    let mut cells = 0;
    let mut cell = MAX_CELLS as u32;
    for k in (1..=count).rev() {
        while choose(cell, k) > rank {
            cell -= 1;
        }
        rank -= choose(cell, k);
        cells |= 1 << cell;
    }
    cells
}

/// The sets of `count` cells from this number on.
pub(super) fn sets(first: u64, count: u32) -> impl Iterator<Item = Cells> {
    std::iter::successors(Some(unrank(first, count)), |&set| {
        // The next number with the same count of ones: the top one of the lowest run moves up by one bit, and
        // the others go down to bit 0.
        let lowest = set & set.wrapping_neg();
        let ripple = set.wrapping_add(lowest);
        let rest = (set ^ ripple).checked_shr(lowest.trailing_zeros() + 2).unwrap_or(0);
        Some(ripple | rest)
    })
}

/// The shapes of one level.
#[derive(PartialEq, Eq)]
pub(crate) struct Shapes {
    /// Is the set with this number a shape?
    words: Vec<u64>,
    /// The number of shapes before each word.
    before: Vec<u32>,
}

impl Shapes {
    /// Shapes from a bit for each set.
    pub(crate) fn new(words: Vec<u64>) -> Self {
        let before = words.iter().scan(0, |sum, word| {
            let before = *sum;
            *sum += word.count_ones();
            Some(before)
        });
        Self { before: before.collect(), words }
    }

    /// A bit for each set.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// The number of shapes.
    pub(crate) fn count(&self) -> u64 {
        let last = self.words.last().map_or(0, |word| word.count_ones());
        u64::from(self.before.last().map_or(0, |before| before + last))
    }

    /// The number of the shape that is the set with this number. `None` means that this set is not a shape.
    pub(super) fn number(&self, set: u64) -> Option<u64> {
        let (word, bit) = ((set / 64) as usize, set % 64);
        let bits = *self.words.get(word)?;
        (bits >> bit & 1 != 0).then(|| u64::from(self.before[word] + (bits & ((1 << bit) - 1)).count_ones()))
    }

    /// The number of the set that is the shape with this number, which must be less than [`Self::count`].
    pub(super) fn set(&self, number: u64) -> u64 {
        let word = self.before.partition_point(|&before| u64::from(before) <= number) - 1;
        let skipped = number - u64::from(self.before[word]);
        let bits = (0..skipped).fold(self.words[word], |bits, _| bits & (bits - 1));
        word as u64 * 64 + u64::from(bits.trailing_zeros())
    }
}

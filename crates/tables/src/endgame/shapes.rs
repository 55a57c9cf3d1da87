//! The shapes among all sets of as many cells: a bit for each set, in numeric order. A set of 12 cells of a 5×5 board is one
//! of 5,200,300, so all the shapes of that board take 4 MiB.

/// A set of cells of a rectangle, row by row from the lowest bit.
pub(super) type Cells = u32;

/// The most cells a rectangle has.
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

/// How many sets of `k` cells there are among `n` cells of a rectangle.
pub(super) fn choose(n: u32, k: u32) -> u64 {
    CHOOSE.get(n as usize).and_then(|row| row.get(k as usize)).copied().unwrap_or(0).into()
}

/// The bits of a set.
pub(super) fn bits(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = cells.trailing_zeros();
        cells &= cells.wrapping_sub(1);
        (bit < 32).then_some(bit as usize)
    })
}

/// The number of a set among those with as many bits, in numeric order.
pub(super) fn rank(cells: Cells) -> u64 {
    bits(cells).enumerate().map(|(i, cell)| choose(cell as u32, i as u32 + 1)).sum()
}

/// The set of `count` bits with this number.
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

/// The sets of `count` bits from this number on.
pub(super) fn sets(first: u64, count: u32) -> impl Iterator<Item = Cells> {
    std::iter::successors(Some(unrank(first, count)), |&set| {
        // The next larger number with as many ones: the lowest run of ones moves up by one, and its rest goes down.
        let lowest = set & set.wrapping_neg();
        let ripple = set.wrapping_add(lowest);
        let rest = (set ^ ripple).checked_shr(lowest.trailing_zeros() + 2).unwrap_or(0);
        Some(ripple | rest)
    })
}

/// The shapes of one level.
#[derive(PartialEq, Eq)]
pub(super) struct Shapes {
    /// Is the set with this number a shape?
    words: Vec<u64>,
    /// How many shapes lie before each word.
    before: Vec<u32>,
}

impl Shapes {
    /// From a bit for each set.
    pub(super) fn new(words: Vec<u64>) -> Self {
        let before = words.iter().scan(0, |sum, word| {
            let before = *sum;
            *sum += word.count_ones();
            Some(before)
        });
        Self { before: before.collect(), words }
    }

    /// A bit for each set.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        let last = self.words.last().map_or(0, |word| word.count_ones());
        u64::from(self.before.last().map_or(0, |before| before + last))
    }

    /// The number of the shape that is the set with this number; `None` if that is no shape.
    pub(super) fn number(&self, set: u64) -> Option<u64> {
        let (word, bit) = ((set / 64) as usize, set % 64);
        let bits = *self.words.get(word)?;
        (bits >> bit & 1 != 0).then(|| u64::from(self.before[word] + (bits & ((1 << bit) - 1)).count_ones()))
    }

    /// The set that is the shape with this number, if there are so many.
    pub(super) fn set(&self, number: u64) -> u64 {
        let word = self.before.partition_point(|&before| u64::from(before) <= number).saturating_sub(1);
        let skipped = number - u64::from(self.before[word]);
        let bits = (0..skipped).fold(self.words[word], |bits, _| bits & (bits - 1));
        word as u64 * 64 + u64::from(bits.trailing_zeros())
    }
}

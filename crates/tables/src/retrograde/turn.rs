//! How does a block look in another orientation? A symmetry keeps the bits of a row together, so rows change
//! places as a whole, and the bits inside each are permuted by exchanges of two bits of their numbers.

use super::links::Symmetry;
use super::words::{Block, HAVING, LANES, ROWS, Row, WORD, Worker};
use multiversion::multiversion;

impl Worker<'_> {
    /// A block as it looks after a turn: at each place the result at the place that the turn leads to. The
    /// lowest `row` bits are a row.
    pub(crate) fn turn(&self, block: &Block, turn: &Symmetry, row: u32, turned: &mut Block) {
        turned.resize(block.len(), [Row::ALL; ROWS]);
        let kept = |bits: std::ops::Range<u32>| {
            bits.clone().all(|bit| bits.contains(&u32::from(turn.to[bit as usize])))
        };
        let is_short = || exchanges(&turn.to[..WORD as usize])[4].is_none();
        if row == WORD + LANES && kept(0..WORD) && is_short() {
            turn_words(block, turn, turned);
        } else {
            turn_bits(block, turn, row, turned);
        }
    }
}

/// Turns rows of nine bits whose six lowest stay together and need at most four exchanges, as on a triangle.
#[multiversion(targets = "simd")]
fn turn_words(block: &Block, turn: &Symmetry, turned: &mut Block) {
    let swaps = exchanges(&turn.to[..WORD as usize]).map(|exchange| {
        exchange.map_or((0, 0), |(low, high)| {
            ((1 << high) - (1 << low), HAVING[low as usize] & !HAVING[high as usize])
        })
    });
    let swaps: [(u32, u64); 4] = std::array::from_fn(|i| swaps[i]);
    let lanes = std::array::from_fn(|bit| turn.to[WORD as usize + bit] - WORD as u8);
    // Memory is read in order, and written out of order.
    let back = turn.inverse();
    let row_of = |place: usize| back.apply((place as u64) << (WORD + LANES)) as usize >> (WORD + LANES);
    let rows: [usize; ROWS] = std::array::from_fn(row_of);
    for (number, tile) in block.iter().enumerate() {
        let base = row_of(number * ROWS);
        for (row, place) in tile.iter().zip(rows) {
            let mut row = lanes_turned(*row, lanes);
            for (by, which) in swaps {
                row = exchanged(row, by, which);
            }
            let to = base | place;
            turned[to / ROWS][to % ROWS] = row;
        }
    }
}

/// Exchanges two bits in the numbers of the bits of each word: the bits `which` and those `by` above them
/// change places.
#[inline(always)]
fn exchanged(row: Row, by: u32, which: u64) -> Row {
    Row::from_fn(|lane| {
        let word = row.0[lane];
        let changed = (word >> by ^ word) & which;
        word ^ changed ^ changed << by
    })
}

/// Permutes the bits in the numbers of the lanes.
#[inline(always)]
fn lanes_turned(row: Row, to: [u8; 3]) -> Row {
    let Row([a, b, c, d, e, f, g, h]) = row;
    match to {
        [0, 1, 2] => row,
        [1, 0, 2] => Row([a, c, b, d, e, g, f, h]),
        [0, 2, 1] => Row([a, b, e, f, c, d, g, h]),
        [2, 1, 0] => Row([a, e, c, g, b, f, d, h]),
        [1, 2, 0] => Row([a, c, e, g, b, d, f, h]),
        _ => Row([a, e, b, f, c, g, d, h]),
    }
}

/// Turns rows of any number of bits.
#[multiversion(targets = "simd")]
fn turn_bits(block: &Block, turn: &Symmetry, row: u32, turned: &mut Block) {
    let exchanges = exchanges(&turn.to[..row as usize]);
    let words = 1 << (row - WORD);
    let back = turn.inverse();
    let row_of = |place: usize| back.apply((place as u64) << row) as usize >> row;
    // The rows of a tile have the same numbers relative to the tile.
    let of_tile = ROWS * 8 / words;
    let places: Vec<usize> = (0..of_tile).map(row_of).collect();
    for (number, tile) in block.iter().enumerate() {
        let base = row_of(number * of_tile);
        for (from, place) in (0..of_tile).zip(&places) {
            let (first, to) = (from * words, (base | place) * words);
            let mut mixed = [0; 8];
            for (word, i) in mixed[..words].iter_mut().zip(first..) {
                *word = tile[i / 8].0[i % 8];
            }
            for (low, high) in exchanges.into_iter().flatten() {
                exchange(&mut mixed, low, high);
            }
            for (word, i) in mixed[..words].iter().zip(to..) {
                turned[i / 8 / ROWS][i / 8 % ROWS].0[i % 8] = *word;
            }
        }
    }
}

/// Exchanges two bits in the numbers of the bits of a row.
#[inline(always)]
fn exchange(row: &mut [u64; 8], low: u8, high: u8) {
    let (by, having) = (1u32 << (low % 6), HAVING[usize::from(low % 6)]);
    match (u32::from(low) < WORD, u32::from(high) < WORD) {
        (true, true) => {
            let which = having & !HAVING[usize::from(high)];
            *row = exchanged(Row(*row), (1 << high) - (1 << low), which).0;
        }
        (true, false) => {
            let lane = 1 << (u32::from(high) - WORD);
            for from in (0..8).filter(|from| from & lane == 0) {
                // Bits with the low bit in a word without the high one change places with those the other way
                // round.
                let (a, b) = (row[from], row[from | lane]);
                let changed = (a >> by ^ b) & !having;
                row[from] = a ^ changed << by;
                row[from | lane] = b ^ changed;
            }
        }
        (false, _) => {
            let (a, b) = (1 << (u32::from(low) - WORD), 1 << (u32::from(high) - WORD));
            (0..8)
                .filter(|lane| lane & a != 0 && lane & b == 0)
                .for_each(|lane| row.swap(lane, lane ^ a ^ b));
        }
    }
}

/// A permutation of bits as exchanges of two of them, one after the other. Eight are enough for nine bits.
#[must_use]
pub fn exchanges(to: &[u8]) -> [Option<(u8, u8)>; 8] {
    let mut to = to.to_vec();
    std::array::from_fn(|_| {
        let low = (0..to.len()).find(|&bit| usize::from(to[bit]) != bit)?;
        let high = to[low];
        to[low] = low as u8;
        // The rest of the permutation: the bit with the image `low` now has the image `high`.
        let others = to.iter_mut().skip(low + 1);
        others.filter(|image| usize::from(**image) == low).for_each(|image| *image = high);
        Some((low as u8, high))
    })
}

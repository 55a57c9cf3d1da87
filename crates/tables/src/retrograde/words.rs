//! How is a block computed? A position is a P-position if all its moves lead to N-positions, so a tile starts
//! with all bits set and is intersected with the tiles that its moves lead to. One operation handles 512
//! positions: pieces outside a row of words select another row, and pieces inside it are shifts under masks.

use super::layout::{Layout, Link, Symmetry};
use pulp::{Arch, Simd, WithSimd};
use rules::games::triangular_nim::Convention;

/// The number of pieces that are bits of a word.
pub(crate) const WORD: u32 = 6;
/// The number of pieces that choose a word in a row.
pub(crate) const LANES: u32 = 3;
/// The number of pieces that are places in a tile.
pub(crate) const TILE: u32 = 15;
/// The number of rows of a tile.
pub(crate) const ROWS: usize = 1 << (TILE - WORD - LANES);

/// Eight words, the width of the widest registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct Row(pub(crate) [u64; 8]);

/// A part of a block that fits into the innermost cache.
pub(crate) type Tile = [Row; ROWS];

/// The results of all positions of a block: 1 for an N-position, 0 for a P-position.
pub(crate) type Block = Vec<Tile>;

/// The pieces in a block that a move takes: those that choose a tile, a row, and a bit in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Step {
    pub(crate) tiles: usize,
    pub(crate) rows: usize,
    pub(crate) row: usize,
}

/// The bits of a word whose number has this bit set.
const HAVING: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// The bits of a row, by the number of bits that are set in their number.
const LEVELS: [Row; 10] = {
    let mut levels = [Row([0; 8]); 10];
    let mut bit: u32 = 0;
    while bit < 512 {
        levels[bit.count_ones() as usize].0[bit as usize / 64] |= 1 << (bit % 64);
        bit += 1;
    }
    levels
};

impl Row {
    const ALL: Self = Self([!0; 8]);

    #[inline(always)]
    fn from_fn(word: impl FnMut(usize) -> u64) -> Self {
        Self(std::array::from_fn(word))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self::from_fn(|lane| self.0[lane] & other.0[lane])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self::from_fn(|lane| self.0[lane] | other.0[lane])
    }

    #[inline(always)]
    fn not(self) -> Self {
        Self::from_fn(|lane| !self.0[lane])
    }

    #[inline(always)]
    fn up(self, bits: u32) -> Self {
        Self::from_fn(|lane| self.0[lane] << bits)
    }

    /// Exchanges each word with the one whose lane differs by these bits.
    #[inline(always)]
    fn crossed<const BY: usize>(self) -> Self {
        Self::from_fn(|lane| self.0[lane ^ BY])
    }

    /// Exchanges two bits in the numbers of the bits of each word: the bits `which` and those `by` above them
    /// change places.
    #[inline(always)]
    fn exchanged(self, by: u32, which: u64) -> Self {
        Self::from_fn(|lane| {
            let word = self.0[lane];
            let changed = (word >> by ^ word) & which;
            word ^ changed ^ changed << by
        })
    }

    /// Permutes the bits in the numbers of the lanes.
    #[inline(always)]
    fn lanes_turned(self, to: [u8; 3]) -> Self {
        let Self([a, b, c, d, e, f, g, h]) = self;
        match to {
            [0, 1, 2] => self,
            [1, 0, 2] => Self([a, c, b, d, e, g, f, h]),
            [0, 2, 1] => Self([a, b, e, f, c, d, g, h]),
            [2, 1, 0] => Self([a, e, c, g, b, f, d, h]),
            [1, 2, 0] => Self([a, c, e, g, b, d, f, h]),
            _ => Self([a, e, b, f, c, g, d, h]),
        }
    }

    /// The bits whose number lacks a bit of this set.
    fn lacking(set: usize) -> Self {
        let (lanes, bits) = (set >> WORD, set & 63);
        let having = HAVING.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
        let lacking = !having.fold(!0, |all, (_, having)| all & having);
        Self::from_fn(|lane| if lane & lanes == lanes { lacking } else { !0 })
    }
}

/// Intersects rows with those that a move leads to. The pieces that it takes from the lanes are a constant,
/// so that words change places in registers.
#[inline(always)]
fn meet<const LANES: usize>(tile: &mut Tile, below: &Tile, step: Step) {
    let (bits, lacking) = (step.row as u32 % 64, Row::lacking(step.row));
    for_rows(step.rows, |from, to| {
        tile[to] = tile[to].and(below[from].crossed::<LANES>().up(bits).or(lacking));
    });
}

/// Calls `each` with every row that a move leads to and the row that it comes from. The move takes these
/// pieces.
#[inline(always)]
fn for_rows(taken: usize, mut each: impl FnMut(usize, usize)) {
    let free = (ROWS - 1) & !taken;
    let mut row = 0;
    loop {
        each(row, (row | taken) % ROWS);
        row = row.wrapping_sub(free) & free;
        if row == 0 {
            return;
        }
    }
}

#[inline(always)]
fn meet_any(tile: &mut Tile, below: &Tile, step: Step) {
    match step.row >> WORD {
        0 if step.row == 0 => for_rows(step.rows, |from, to| tile[to] = tile[to].and(below[from])),
        0 => meet::<0>(tile, below, step),
        1 => meet::<1>(tile, below, step),
        2 => meet::<2>(tile, below, step),
        3 => meet::<3>(tile, below, step),
        4 => meet::<4>(tile, below, step),
        5 => meet::<5>(tile, below, step),
        6 => meet::<6>(tile, below, step),
        _ => meet::<7>(tile, below, step),
    }
}

/// The moves that stay in a tile, by the row that they lead to.
struct Program {
    /// For each row, the rows with moves to it, the pieces that the moves take inside the row, and the bits
    /// where a move is not possible.
    rows: [Vec<(usize, usize, Row)>; ROWS],
    /// The moves of several pieces inside a row, and the bits where each is possible.
    joined: Vec<(usize, Row)>,
}

impl Program {
    fn new(layout: &Layout) -> Self {
        let steps = || layout.inside().steps.iter().filter(|step| step.tiles == 0 && step.rows != 0);
        let row = |row: usize| {
            let leading = steps().filter(|step| step.rows & row == 0);
            leading.map(|step| (row | step.rows, step.row, Row::lacking(step.row))).collect()
        };
        let joined = layout.joined().map(|taken| (taken, Row::lacking(taken).not())).collect();
        Self { rows: std::array::from_fn(row), joined }
    }

    /// Turns a tile that was intersected with all others into its results, row by row.
    #[inline(always)]
    fn settle(&self, tile: &mut Tile) {
        for from in 0..ROWS {
            let row = match &self.joined[..] {
                [] => settle_row(tile[from], &[]),
                joined => settle_row(tile[from], joined),
            };
            tile[from] = row;
            for &(to, taken, lacking) in &self.rows[from] {
                let to = &mut tile[to % ROWS];
                *to = to.and(shifted(row, taken).or(lacking));
            }
        }
    }
}

/// Decides the positions inside a row, level by level: a level is the number of pieces. A shift puts a piece
/// back. Where the piece was there already, the shift ends at a position with no more pieces than before,
/// which is decided. So the mask of the next level is enough.
#[inline(always)]
fn settle_row(mut row: Row, joined: &[(usize, Row)]) -> Row {
    for level in 0..9 {
        let lost = row.and(LEVELS[level]);
        let one = lost.up(1).or(lost.up(2)).or(lost.up(4));
        let two = lost.up(8).or(lost.up(16)).or(lost.up(32));
        let three = lost.crossed::<1>().or(lost.crossed::<2>()).or(lost.crossed::<4>());
        row = row.and(one.or(two).or(three).and(LEVELS[level + 1]).not());
        for &(taken, having) in joined {
            row = row.and(shifted(lost, taken).and(having).not());
        }
    }
    row.not()
}

/// The row shifted up by these pieces. Bits whose number lacks one of them are meaningless.
#[inline(always)]
fn shifted(row: Row, taken: usize) -> Row {
    let lanes = match taken >> WORD {
        0 => row,
        1 => row.crossed::<1>(),
        2 => row.crossed::<2>(),
        3 => row.crossed::<3>(),
        4 => row.crossed::<4>(),
        5 => row.crossed::<5>(),
        6 => row.crossed::<6>(),
        _ => row.crossed::<7>(),
    };
    lanes.up(taken as u32 % 64)
}

/// Computes blocks of a layout.
pub(crate) struct Worker<'a> {
    layout: &'a Layout,
    convention: Convention,
    program: Program,
    arch: Arch,
}

struct Evaluation<'a> {
    worker: &'a Worker<'a>,
    block: u32,
    below: &'a [(&'a Link, &'a Block)],
}

impl WithSimd for Evaluation<'_> {
    type Output = Block;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Block {
        let Self { worker, block, below } = self;
        let mut done: Block = Vec::with_capacity(worker.layout.tiles());
        for number in 0..worker.layout.tiles() {
            done.push([Row::ALL; ROWS]);
            let (done, tile) = done.split_at_mut(number);
            let tile = &mut tile[0];
            if block == 0 && number == 0 && worker.convention == Convention::Misere {
                tile[0].0[0] ^= 1;
            }
            for (link, tiles) in below {
                for &step in link.steps.iter().filter(|step| step.tiles & number == step.tiles) {
                    meet_any(tile, &tiles[number ^ step.tiles], step);
                }
            }
            let inside = worker.layout.inside().steps.iter().filter(|step| step.tiles != 0);
            for &step in inside.filter(|step| step.tiles & number == step.tiles) {
                meet_any(tile, &done[number ^ step.tiles], step);
            }
            worker.program.settle(tile);
        }
        done
    }
}

impl<'a> Worker<'a> {
    pub(crate) fn new(layout: &'a Layout, convention: Convention) -> Self {
        Self { layout, convention, program: Program::new(layout), arch: Arch::new() }
    }

    /// The results of a block from those of the blocks that its moves lead to, in the same orientation.
    pub(crate) fn evaluate(&self, block: u32, below: &[(&Link, &Block)]) -> Block {
        self.arch.dispatch(Evaluation { worker: self, block, below })
    }

    /// A block as it looks after a turn: at each place the result at the place that the turn leads to.
    pub(crate) fn turn(&self, block: &Block, turn: &Symmetry, turned: &mut Block) {
        self.arch.dispatch(Turning { block, turn, turned });
    }
}

struct Turning<'a> {
    block: &'a Block,
    turn: &'a Symmetry,
    turned: &'a mut Block,
}

impl WithSimd for Turning<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { block, turn, turned } = self;
        let swaps = swaps(&turn.to[..WORD as usize]);
        let lanes = std::array::from_fn(|bit| turn.to[WORD as usize + bit] - WORD as u8);
        // Memory is read in order, and written out of order.
        let back = turn.inverse();
        let row_of = |place: usize| back.apply((place as u64) << (WORD + LANES)) as usize >> (WORD + LANES);
        let rows: [usize; ROWS] = std::array::from_fn(row_of);
        turned.resize(block.len(), [Row::ALL; ROWS]);
        for (number, tile) in block.iter().enumerate() {
            let base = row_of(number * ROWS);
            for (row, place) in tile.iter().zip(rows) {
                let mut row = row.lanes_turned(lanes);
                for (by, which) in swaps {
                    row = row.exchanged(by, which);
                }
                let to = base | place;
                turned[to / ROWS][to % ROWS] = row;
            }
        }
    }
}

/// A permutation of the six bits in the numbers of the bits of a word, as at most four transpositions: how
/// far bits of the word move, and which. No symmetry of a triangle needs more.
fn swaps(to: &[u8]) -> [(u32, u64); 4] {
    let mut to = to.to_vec();
    let mut swaps = [(0, 0); 4];
    for swap in &mut swaps {
        if let Some(low) = (0..to.len()).find(|&bit| usize::from(to[bit]) != bit) {
            let high = usize::from(to[low]);
            *swap = ((1 << high) - (1 << low), HAVING[low] & !HAVING[high]);
            to[low] = low as u8;
            // The rest of the permutation: the bit with the image `low` now has the image `high`.
            let others = to.iter_mut().skip(low + 1);
            others.filter(|image| usize::from(**image) == low).for_each(|image| *image = high as u8);
        }
    }
    swaps
}

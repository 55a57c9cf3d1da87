//! How is a block computed? A position is a P-position if all its moves lead to N-positions, so a tile starts
//! with all bits set and is intersected with the tiles that its moves lead to. One operation handles 512
//! positions: pieces outside a row of words select another row, and pieces inside it are shifts under masks.

use super::layout::Layout;
use super::links::Link;
use multiversion::multiversion;
use rules::games::triangular_nim::Convention;
use std::ops::Range;

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
pub(super) const HAVING: [u64; 6] = [
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
    pub(super) const ALL: Self = Self([!0; 8]);

    #[inline(always)]
    pub(super) fn from_fn(mut word: impl FnMut(usize) -> u64) -> Self {
        // Not `array::from_fn`: where a crate is compiled in parts, its inside is a function called for each word.
        let mut row = [0; 8];
        for (lane, place) in row.iter_mut().enumerate() {
            *place = word(lane);
        }
        Self(row)
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
    for (from, to) in rows(step.rows) {
        tile[to] = tile[to].and(below[from].crossed::<LANES>().up(bits).or(lacking));
    }
}

/// Every row that a move leads to and the row that it comes from.
struct Rows {
    taken: usize,
    /// The pieces that a row that the move leads to may have.
    free: usize,
    next: Option<usize>,
}

/// The rows of a move that takes these pieces.
#[inline(always)]
fn rows(taken: usize) -> Rows {
    Rows { taken, free: (ROWS - 1) & !taken, next: Some(0) }
}

impl Iterator for Rows {
    type Item = (usize, usize);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, usize)> {
        let row = self.next? % ROWS;
        let next = row.wrapping_sub(self.free) & self.free;
        self.next = (next != 0).then_some(next);
        Some((row, (row | self.taken) % ROWS))
    }
}

#[inline(always)]
fn meet_any(tile: &mut Tile, below: &Tile, step: Step) {
    match step.row >> WORD {
        0 if step.row == 0 => {
            for (from, to) in rows(step.rows) {
                tile[to] = tile[to].and(below[from]);
            }
        }
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

/// The moves inside a row.
enum InRow {
    /// There are none.
    None,
    /// Each piece alone, and nothing else.
    Singles,
    /// The pieces of each move, and the bits where it is possible.
    Listed(Vec<(usize, Row)>),
}

/// The moves that stay in a tile, by the row that they lead to.
struct Program {
    /// For each row, the rows with moves to it, the pieces that the moves take inside the row, and the bits
    /// where a move is not possible.
    rows: [Vec<(usize, usize, Row)>; ROWS],
    in_row: InRow,
}

impl Program {
    fn new(layout: &Layout) -> Self {
        let steps = || layout.inside().steps.iter().filter(|step| step.tiles == 0 && step.rows != 0);
        let row = |row: usize| {
            let leading = steps().filter(|step| step.rows & row == 0);
            leading.map(|step| (row | step.rows, step.row, Row::lacking(step.row))).collect()
        };
        let inside = layout.inside().steps.iter().filter(|step| step.tiles == 0 && step.rows == 0);
        let listed: Vec<(usize, Row)> = inside.map(|step| (step.row, Row::lacking(step.row).not())).collect();
        let singles = (0..WORD + LANES).map(|bit| 1 << bit);
        let in_row = if listed.is_empty() {
            InRow::None
        } else if listed.iter().map(|(taken, _)| *taken).eq(singles) {
            InRow::Singles
        } else {
            InRow::Listed(listed)
        };
        Self { rows: std::array::from_fn(row), in_row }
    }

    /// Turns a tile that was intersected with all others into its results, row by row.
    #[inline(always)]
    fn settle(&self, tile: &mut Tile) {
        for from in 0..ROWS {
            let row = match &self.in_row {
                InRow::None => tile[from].not(),
                InRow::Singles => settle_singles(tile[from]),
                InRow::Listed(moves) => settle_listed(tile[from], moves),
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
fn settle_singles(mut row: Row) -> Row {
    for level in 0..9 {
        let lost = row.and(LEVELS[level]);
        let one = lost.up(1).or(lost.up(2)).or(lost.up(4));
        let two = lost.up(8).or(lost.up(16)).or(lost.up(32));
        let three = lost.crossed::<1>().or(lost.crossed::<2>()).or(lost.crossed::<4>());
        row = row.and(one.or(two).or(three).and(LEVELS[level + 1]).not());
    }
    row.not()
}

/// The same for any moves inside a row.
#[inline(always)]
fn settle_listed(mut row: Row, moves: &[(usize, Row)]) -> Row {
    for level in LEVELS.iter().take(9) {
        let lost = row.and(*level);
        for &(taken, having) in moves {
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

/// Computes blocks of a layout: [`start`](Self::start), then [`update`](Self::update) for each link to
/// another block, then [`settle`](Self::settle).
pub(crate) struct Worker<'a> {
    layout: &'a Layout,
    /// The moves as sets of bits of an index, those of few pieces first. `None` means that a position
    /// without moves needs no care, since a player without a move loses.
    terminal: Option<Vec<u64>>,
    program: Program,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(layout: &'a Layout, convention: Convention) -> Self {
        let links = std::iter::once(layout.inside()).chain(layout.outward(layout.all_blocks() - 1));
        let moves =
            links.flat_map(|link| link.places().map(|place| u64::from(link.part) << layout.within() | place));
        let mut moves: Vec<u64> = moves.collect();
        moves.sort_unstable_by_key(|taken| taken.count_ones());
        let terminal = (convention == Convention::Misere).then_some(moves);
        Self { layout, terminal, program: Program::new(layout) }
    }

    /// A block before its moves are looked at, in the memory of an earlier one: all positions are P-positions,
    /// but for those without moves in misère play.
    pub(crate) fn start(&self, block: u32, mut room: Block) -> Block {
        room.clear();
        room.resize(self.layout.tiles(), [Row::ALL; ROWS]);
        if let Some(moves) = &self.terminal {
            let number = u64::from(block) << (self.layout.within() - TILE);
            for (tile, number) in room.iter_mut().zip(number..) {
                clear_terminal(tile, number, moves);
            }
        }
        room
    }

    /// Intersects a block with one that its moves lead to, in the same orientation.
    pub(crate) fn update(&self, block: &mut Block, link: &Link, below: &Block) {
        update(block, link, below);
    }

    /// Decides the positions of a block that was updated from all others.
    pub(crate) fn settle(&self, block: &mut Block) {
        self.settle_part(block, 0..block.len());
    }

    /// Decides the positions of some tiles. Those before them have to be decided.
    pub(crate) fn settle_part(&self, block: &mut Block, tiles: Range<usize>) {
        settle(self, block, tiles);
    }
}

/// Clears the positions of a tile that have no moves. Most tiles have none: their own pieces allow a move.
fn clear_terminal(tile: &mut Tile, number: u64, moves: &[u64]) {
    const LOW: u64 = (1 << TILE) - 1;
    let possible = |taken: &&u64| **taken >> TILE & number == **taken >> TILE;
    if moves.iter().any(|taken| taken & LOW == 0 && possible(&taken)) {
        return;
    }
    let left: Vec<usize> = moves.iter().filter(possible).map(|taken| (taken & LOW) as usize).collect();
    for (row, words) in tile.iter_mut().enumerate() {
        let here = left.iter().filter(|taken| *taken >> (WORD + LANES) & row == *taken >> (WORD + LANES));
        let terminal =
            here.fold(Row::ALL, |terminal, taken| terminal.and(Row::lacking(taken % (1 << (WORD + LANES)))));
        *words = words.and(terminal.not());
    }
}

#[multiversion(targets = "simd")]
fn update(block: &mut Block, link: &Link, below: &Block) {
    for (number, tile) in block.iter_mut().enumerate() {
        for &step in link.steps.iter().filter(|step| step.tiles & number == step.tiles) {
            meet_any(tile, &below[number ^ step.tiles], step);
        }
    }
}

#[multiversion(targets = "simd")]
fn settle(worker: &Worker<'_>, block: &mut Block, tiles: Range<usize>) {
    for number in tiles {
        let (done, tile) = block.split_at_mut(number);
        let tile = &mut tile[0];
        let inside = worker.layout.inside().steps.iter().filter(|step| step.tiles != 0);
        for &step in inside.filter(|step| step.tiles & number == step.tiles) {
            meet_any(tile, &done[number ^ step.tiles], step);
        }
        worker.program.settle(tile);
    }
}

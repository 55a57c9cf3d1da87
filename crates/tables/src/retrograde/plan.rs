//! How long will it take to solve a table, and how large will it be? Blocks and updates are counted. The work on a
//! block does not depend on its contents, so one block, measured with arbitrary neighbours, gives the time for all. The
//! packed size does: it is estimated from words of the table, which are found in small tables with a part of the pieces.

use super::game::TakingGame;
use super::layout::Layout;
use super::pack::{GROUP_BITS, Packed, packed_bits};
use super::solve::{self, Solved};
use super::words::{Block, TILE, WORD, Worker};
use cpu_time::ThreadTime;
use rules::games::triangular_nim::Convention;
use values::{Budget, Error};

/// A choice of block pieces in the paper. Where its figures do not show the pieces, a choice with the same
/// counts.
pub struct Representation {
    /// The number of the table and the line in it.
    pub name: &'static str,
    /// The number of layers of the triangle.
    pub layers: u8,
    /// Are isomorphic blocks stored once?
    pub symmetry: bool,
    /// The pieces that name a block.
    pub block_pieces: &'static [u8],
    /// The number of inter-block updates in the table.
    pub updates: u64,
    /// The number of blocks in the table.
    pub blocks: u64,
}

const fn line(
    name: &'static str,
    layers: u8,
    symmetry: bool,
    updates: u64,
    blocks: u64,
    block_pieces: &'static [u8],
) -> Representation {
    Representation { name, layers, symmetry, block_pieces, updates, blocks }
}

/// Shan 2013, Tables 1 to 4.
pub const PAPER: [Representation; 15] = [
    line("1a", 8, false, 49, 16, &[32, 33, 34, 35]),
    line("1b", 8, false, 32, 16, &[0, 4, 12, 24]),
    line("1c", 8, false, 360, 64, &[0, 1, 2, 3, 4, 5]),
    line("1d", 8, false, 208, 64, &[0, 6, 12, 19, 22, 31]),
    line("1e", 8, false, 288, 64, &[0, 4, 22, 26, 28, 35]),
    line("1f", 8, false, 336, 64, &[3, 5, 15, 20, 30, 33]),
    line("2c", 8, true, 228, 40, &[0, 1, 2, 3, 4, 5]),
    line("2e", 8, true, 96, 20, &[0, 4, 22, 26, 28, 35]),
    line("2f", 8, true, 87, 16, &[3, 5, 15, 20, 30, 33]),
    line("3a", 9, false, 121_600, 8192, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    line("3b", 9, false, 107_024, 8192, &[32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44]),
    line("3c", 9, false, 88_064, 8192, &[1, 5, 6, 14, 16, 18, 21, 22, 33, 34, 35, 36, 44]),
    line("4a", 9, true, 298_320, 16_640, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]),
    line("4b", 9, true, 102_950, 5728, &[0, 3, 5, 10, 12, 14, 21, 23, 25, 27, 36, 38, 40, 42, 44]),
    line("4c", 9, true, 78_852, 5728, &[0, 4, 6, 9, 12, 15, 20, 23, 25, 29, 34, 36, 39, 41, 44]),
];

/// The cost of a block on this machine, in seconds of one core.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Computing a block without others.
    pub alone: f64,
    /// Updating a block from another one.
    pub update: f64,
    /// Turning a block into another orientation.
    pub turn: f64,
    /// Compressing a block.
    pub compress: f64,
    /// Decompressing a block.
    pub expand: f64,
    /// The packed size of all blocks, as a part of their size: an estimate, except for small games.
    pub ratio: f64,
}

impl Sample {
    /// Measures the first block of a table, and the last block with copies of the first as its neighbours.
    pub fn measure(layout: &Layout, budget: &Budget) -> Result<Self, Error> {
        let worker = Worker::new(layout, Convention::Normal);
        let (alone, first) = timed(|| {
            let mut block = worker.start(0, Block::new());
            let step = block.len().div_ceil(PARTS);
            for start in (0..block.len()).step_by(step) {
                budget.check_now()?;
                let end = block.len().min(start + step);
                worker.settle_part(&mut block, start..end);
            }
            Ok(block)
        });
        let first = first?;
        let last = layout.all_blocks() - 1;
        let mut updated = worker.start(last, Block::new());
        let links = layout.outward(last).count();
        let (all, done) = timed(|| {
            layout.outward(last).try_for_each(|link| {
                worker.update(&mut updated, link, &first);
                budget.check_now()
            })
        });
        done?;
        let mut turned = updated;
        let mut turn =
            || layout.turns().last().map(|turn| worker.turn(&first, turn, layout.row(), &mut turned));
        // The first call computes tables, so the second one is measured.
        turn();
        let (turn, _) = timed(turn);
        budget.check_now()?;
        let (compress, packed) = timed(|| Packed::new(&first));
        let (expand, ()) = timed(|| packed.unpack(&mut turned));
        budget.check_now()?;
        Ok(Self {
            alone,
            update: all / links.max(1) as f64,
            turn: if layout.has_symmetry() { turn } else { 0.0 },
            compress,
            expand,
            ratio: packed_ratio(layout, budget)?,
        })
    }

    /// Seconds of one core for a number of blocks and updates: in memory, and with all blocks in files.
    #[must_use]
    pub fn seconds(&self, blocks: u64, updates: u64) -> (f64, f64) {
        let memory = blocks as f64 * self.alone + updates as f64 * (self.update + self.turn);
        (memory, memory + blocks as f64 * self.compress + updates as f64 * self.expand)
    }
}

/// The number of looks at the budget while a block is computed.
const PARTS: usize = 64;
/// The maximum number of pieces of a small table.
const SMALL: usize = 28;
/// The number of small tables for a game with more pieces.
const TABLES: u8 = 4;

/// The packed size of a table in normal play, as a part of its size. A position without some of the pieces is one of the
/// game without them, so a small table has words of the large one. Words with the same number of other pieces are
/// taken to be alike, and those with more pieces than a small table has to be like its largest.
fn packed_ratio(layout: &Layout, budget: &Budget) -> Result<f64, Error> {
    let others = usize::from(layout.game().pieces()).saturating_sub(WORD as usize);
    // The packed bits and the number of words with each number of other pieces.
    let mut found = vec![(0, 0u64); others + 1];
    for number in 0..if others + WORD as usize > SMALL { TABLES } else { 1 } {
        let solved = small_table(layout, number, budget)?;
        let small = solved.layout();
        let words = 1 << u32::from(small.game().pieces()).saturating_sub(WORD);
        for block in 0..small.all_blocks() {
            let first = u64::from(block) << (small.within() - WORD);
            let block = solved.words(block).expect("all blocks are in memory");
            for (word, index) in block.into_iter().zip(first..words) {
                let (bits, count) = &mut found[index.count_ones() as usize];
                *bits += packed_bits(word);
                *count += 1;
            }
        }
    }
    // Few words have nearly all pieces of a small table, so their mean says little.
    let enough = found.iter().rposition(|(_, count)| *count >= 1000).unwrap_or(others);
    let mean = |pieces: usize| {
        let (bits, count) = found[if others + WORD as usize > SMALL { pieces.min(enough) } else { pieces }];
        bits as f64 / count as f64
    };
    // The share of words with each number of other pieces.
    let (mut share, mut sum) = (0.5f64.powi(others as i32), 0.0);
    for pieces in 0..=others {
        sum += share * mean(pieces);
        share *= (others - pieces) as f64 / (pieces + 1) as f64;
    }
    Ok((sum + GROUP_BITS) / 64.0)
}

/// A table with the pieces of a word and others that the number chooses.
fn small_table(layout: &Layout, number: u8, budget: &Budget) -> Result<Solved, Error> {
    let game = layout.game();
    let pieces = layout.order().iter().copied().filter(|&piece| piece < game.pieces());
    let mut chosen: Vec<u8> = pieces.collect();
    if chosen.len() > SMALL {
        chosen[WORD as usize..].sort_by_key(|&piece| crc32fast::hash(&[piece, number]));
        chosen.truncate(SMALL);
    }
    let there = chosen.iter().fold(0u64, |there, piece| there | 1 << piece);
    let moves =
        game.moves().iter().filter(|&taken| taken & there == *taken).map(|&taken| {
            chosen.iter().zip(0..).fold(0, |set, (piece, bit)| set | (taken >> piece & 1) << bit)
        });
    let part = TakingGame::new("part", chosen.len(), moves, &[]).expect("a part of a game is a game");
    let order: Vec<u8> = (0..part.pieces().max(TILE as u8)).collect();
    let block_pieces = order.get(21..).unwrap_or_default();
    let layout = Layout::stored_as(&part, &order, WORD, block_pieces, false).expect("the order is possible");
    match Solved::in_memory(layout, Convention::Normal, 1, budget, &|_, _| ()) {
        Ok(solved) => Ok(solved),
        Err(solve::Error::Stopped) => Err(Error::Stopped),
        Err(error) => unreachable!("nothing else limits a table in memory: {error}"),
    }
}

fn timed<R>(work: impl FnOnce() -> R) -> (f64, R) {
    let clock = ThreadTime::now();
    let result = work();
    (clock.elapsed().as_secs_f64(), result)
}

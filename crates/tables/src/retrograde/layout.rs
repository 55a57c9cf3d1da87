//! Which piece is which bit of a position's index in the table? The highest bits, pieces that can be chosen
//! freely, name a block (Shan 2013, §2.3). The lowest fifteen bits are places in a tile, the unit of the work
//! on words. Blocks that a symmetry of the triangle exchanges are stored once.

use super::plain;
use super::words::{LANES, ROWS, Step, TILE, WORD};
use rules::BoardError;
use rules::games::triangular_nim::TriangularNim;
use std::collections::BTreeMap;
use thiserror::Error;

/// Why a layout is not possible.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// There is no such triangle.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The triangle has no such piece.
    #[error("{layers} layers have pieces 0 to {}, there is no piece {piece}", u32::from(*layers) * (u32::from(*layers) + 1) / 2 - 1)]
    NoPiece {
        /// The number of layers.
        layers: u8,
        /// The piece.
        piece: u8,
    },
    /// A piece is named twice.
    #[error("piece {0} is named twice")]
    Twice(u8),
    /// Too many pieces name a block.
    #[error("at most {} pieces can name a block", Layout::MOST_BLOCK_PIECES)]
    TooMany,
    /// Too few pieces name a block, so that blocks are too large.
    #[error("at least {0} pieces have to name a block, so that one fits into memory")]
    TooFew(u32),
    /// The symmetries do not keep the bits of a word together.
    #[error(
        "with these block pieces no six and three others stay together under the symmetries: choose others, or do without symmetry"
    )]
    NoWords,
    /// No symmetry keeps the block pieces together, so there is nothing to gain from symmetry.
    #[error("no symmetry keeps these block pieces together: choose others, or do without symmetry")]
    NoSymmetry,
}

/// A rotation or reflection of the triangle, as it permutes the bits of an index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry {
    /// The image of each bit.
    pub(crate) to: Vec<u8>,
}

impl Symmetry {
    pub(crate) fn apply(&self, set: u64) -> u64 {
        self.to.iter().enumerate().fold(0, |image, (bit, &to)| image | (set >> bit & 1) << to)
    }

    pub(crate) fn inverse(&self) -> Self {
        let mut inverse = self.clone();
        self.to.iter().zip(0..).for_each(|(&to, bit)| inverse.to[usize::from(to)] = bit);
        inverse
    }
}

/// The moves that take the same set of block pieces.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// That set, as bits of a block's number.
    pub(crate) part: u32,
    pub(crate) steps: Vec<Step>,
}

/// How positions are numbered in a table.
#[derive(Clone, Debug)]
pub struct Layout {
    layers: u8,
    /// The piece of each bit of an index. Pieces past the last one of the triangle are spare.
    order: Vec<u8>,
    /// The number of bits that are places in a block.
    within: u32,
    /// All moves. Those inside a block come first.
    links: Vec<Link>,
    /// The symmetries that exchange blocks, the identity first.
    turns: Vec<Symmetry>,
}

/// The number of blocks, and of updates of one block from another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    /// The number of blocks, with isomorphic ones counted once.
    pub blocks: u64,
    /// The number of pairs of a block and another one that its moves lead to.
    pub updates: u64,
    /// The numbers of groups of one, two, three and six isomorphic blocks.
    pub groups: [u64; 4],
}

impl Layout {
    /// The maximum number of pieces that name a block.
    pub const MOST_BLOCK_PIECES: u32 = 24;
    /// The maximum number of bits of a place in a block. Such a block has 512 MiB.
    pub const MOST_WITHIN: u32 = 32;

    /// The layout in which these pieces name a block, the last one its highest bit. With symmetry, isomorphic
    /// blocks are stored once.
    pub fn new(layers: u8, block_pieces: &[u8], symmetry: bool) -> Result<Self, LayoutError> {
        let full = TriangularNim::full(layers)?.number();
        let count = full.count_ones();
        let mut named = 0u64;
        for &piece in block_pieces {
            if u32::from(piece) >= count {
                return Err(LayoutError::NoPiece { layers, piece });
            }
            if named >> piece & 1 == 1 {
                return Err(LayoutError::Twice(piece));
            }
            named |= 1 << piece;
        }
        if named.count_ones() > Self::MOST_BLOCK_PIECES {
            return Err(LayoutError::TooMany);
        }
        if count - named.count_ones() > Self::MOST_WITHIN {
            return Err(LayoutError::TooFew(count - Self::MOST_WITHIN));
        }
        // A small triangle gets spare pieces that no line joins, so that it fills a tile.
        let within = (count - named.count_ones()).max(TILE);
        let rest = ((1 << (within + named.count_ones())) - 1) & !named;
        let mut symmetries = symmetries(layers, 64);
        symmetries.retain(|turn| turn.apply(named) == named);
        if !symmetry {
            symmetries.truncate(1);
        } else if symmetries.len() == 1 {
            return Err(LayoutError::NoSymmetry);
        }
        let mut moves = plain::moves(layers)?;
        moves.extend(bits(rest & !full).map(|piece| 1 << piece));
        let order = order(rest, &symmetries, &moves).ok_or(LayoutError::NoWords)?;
        let order: Vec<u8> = order.into_iter().chain(block_pieces.iter().copied()).collect();
        let mut place = [0; 64];
        order.iter().zip(0..).for_each(|(&piece, bit)| place[usize::from(piece)] = bit);
        let turn = |turn: &Symmetry| Symmetry {
            to: order.iter().map(|&piece| place[usize::from(turn.to[usize::from(piece)])]).collect(),
        };
        let index = |set: u64| bits(set).fold(0, |index, piece| index | 1 << place[usize::from(piece)]);
        Ok(Self {
            layers,
            within,
            links: links(moves.into_iter().map(index), within),
            turns: symmetries.iter().map(turn).collect(),
            order,
        })
    }

    /// The layout with the fewest updates, among block pieces that all symmetries keep, for blocks that fit
    /// into a cache.
    pub fn best(layers: u8, symmetry: bool) -> Result<Self, LayoutError> {
        Self::with_room(layers, symmetry, 1 << 18)
    }

    /// The same for blocks of at most `bytes` bytes, where that is possible.
    pub fn with_room(layers: u8, symmetry: bool, bytes: u64) -> Result<Self, LayoutError> {
        let full = TriangularNim::full(layers)?.number();
        let orbits = orbits(full, &symmetries(layers, 64));
        let sets = (0..1u64 << orbits.len())
            .map(|chosen| bits(chosen).fold(0, |set, orbit| set | orbits[usize::from(orbit)]));
        let wanted = full.count_ones().saturating_sub((bytes.max(1) * 8).ilog2().max(TILE));
        let wanted = wanted.min(Self::MOST_BLOCK_PIECES);
        let moves = plain::moves(layers)?;
        let mut choices: Vec<(u32, u64, u64)> = sets
            .filter(|set| (wanted..=Self::MOST_BLOCK_PIECES).contains(&set.count_ones()))
            .map(|set| {
                let parts: std::collections::BTreeSet<u64> = moves.iter().map(|taken| taken & set).collect();
                let shares =
                    parts.iter().filter(|&&part| part != 0).map(|part| 1u64 << 40 >> part.count_ones());
                (set.count_ones(), shares.sum(), set)
            })
            .collect();
        choices.sort_unstable();
        let layouts =
            choices.iter().map(|(_, _, set)| Self::new(layers, &bits(*set).collect::<Vec<_>>(), symmetry));
        // Moves of several pieces inside a row of words would take extra work.
        let mut usable: Vec<Self> = layouts.filter_map(Result::ok).take(16).collect();
        let good = usable.iter().position(|layout| layout.joined().next().is_none()).unwrap_or(0);
        if usable.is_empty() { Self::new(layers, &[], symmetry) } else { Ok(usable.swap_remove(good)) }
    }

    /// The number of layers of the triangle.
    #[must_use]
    pub fn layers(&self) -> u8 {
        self.layers
    }

    /// The pieces that name a block.
    #[must_use]
    pub fn block_pieces(&self) -> &[u8] {
        &self.order[self.within as usize..]
    }

    /// Are isomorphic blocks stored once?
    #[must_use]
    pub fn has_symmetry(&self) -> bool {
        self.turns.len() > 1
    }

    /// The size of a block in bytes.
    #[must_use]
    pub fn block_bytes(&self) -> u64 {
        1 << (self.within - 3)
    }

    /// The number of blocks, isomorphic ones included.
    #[must_use]
    pub fn all_blocks(&self) -> u32 {
        1 << self.block_pieces().len()
    }

    pub(crate) fn tiles(&self) -> usize {
        1 << (self.within - TILE)
    }

    pub(crate) fn turns(&self) -> &[Symmetry] {
        &self.turns
    }

    /// The block of a position, and its place there.
    pub(crate) fn index(&self, number: u64) -> (u32, u64) {
        let index =
            self.order.iter().zip(0..).fold(0, |index, (&piece, bit)| index | (number >> piece & 1) << bit);
        ((index >> self.within) as u32, index & ((1 << self.within) - 1))
    }

    /// The bits of a place in a block that are spare.
    pub(crate) fn spare(&self) -> u64 {
        let pieces = u32::from(self.layers) * (u32::from(self.layers) + 1) / 2;
        let spare = self.order.iter().enumerate().filter(|(_, piece)| u32::from(**piece) >= pieces);
        spare.fold(0, |spare, (bit, _)| spare | 1 << bit)
    }

    /// The block that is stored for this one, the least of all isomorphic ones, and the number of the turn
    /// that leads to it.
    pub(crate) fn stored(&self, block: u32) -> (u32, usize) {
        let turned = self.turns.iter().map(|turn| self.turned(block, turn)).zip(0..);
        turned.min().expect("the identity is one of the turns")
    }

    pub(crate) fn turned(&self, block: u32, turn: &Symmetry) -> u32 {
        (turn.apply(u64::from(block) << self.within) >> self.within) as u32
    }

    /// The number of blocks isomorphic to this one, itself included.
    pub(crate) fn group(&self, block: u32) -> u64 {
        let mut alike: Vec<u32> = self.turns.iter().map(|turn| self.turned(block, turn)).collect();
        alike.sort_unstable();
        alike.dedup();
        alike.len() as u64
    }

    /// The moves inside a block.
    pub(crate) fn inside(&self) -> &Link {
        &self.links[0]
    }

    /// The moves out of this block.
    pub(crate) fn outward(&self, block: u32) -> impl Iterator<Item = &Link> {
        self.links[1..].iter().filter(move |link| link.part & block == link.part)
    }

    /// The blocks that the moves out of this one lead to, as they are stored.
    pub(crate) fn children(&self, block: u32) -> impl Iterator<Item = u32> {
        self.outward(block).map(move |link| self.stored(block ^ link.part).0)
    }

    /// The moves of more than one piece that stay in a row of words.
    pub(crate) fn joined(&self) -> impl Iterator<Item = usize> {
        let inside = self.inside().steps.iter().filter(|step| step.tiles == 0 && step.rows == 0);
        inside.map(|step| step.row).filter(|row| row.count_ones() > 1)
    }

    /// The blocks that are stored. Every block comes after those that its moves lead to, and most blocks do
    /// not depend on the one just before.
    pub(crate) fn blocks(&self) -> Vec<u32> {
        let mut blocks: Vec<u32> =
            (0..self.all_blocks()).filter(|&block| self.stored(block).0 == block).collect();
        blocks.sort_by_key(|&block| (block >> 6, (block & 63).count_ones(), block));
        blocks
    }

    /// The number of stored blocks among those with these numbers.
    #[must_use]
    pub fn stored_blocks(&self, blocks: std::ops::Range<u32>) -> u64 {
        let stored = blocks.filter(|&block| block < self.all_blocks() && self.stored(block).0 == block);
        stored.count() as u64
    }

    /// Counts blocks and updates.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts { blocks: 0, updates: 0, groups: [0; 4] };
        for block in self.blocks() {
            counts.blocks += 1;
            counts.updates += self.outward(block).count() as u64;
            let size = [1, 2, 3, 6].iter().position(|&size| size == self.group(block));
            counts.groups[size.expect("an orbit of a subgroup of S3 has 1, 2, 3 or 6 members")] += 1;
        }
        counts
    }
}

/// The members of a set of bits.
pub(crate) fn bits(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |bit| set >> bit & 1 == 1)
}

/// The symmetries of a triangle, the identity first, as permutations of `bits` bits.
fn symmetries(layers: u8, bits: u8) -> Vec<Symmetry> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2], [0, 2, 1], [2, 1, 0]];
    let places: BTreeMap<[u8; 3], u8> =
        (0..bits).filter_map(|piece| Some((TriangularNim::distances(layers, piece)?, piece))).collect();
    let image = |piece: u8, order: [usize; 3]| {
        let distances = TriangularNim::distances(layers, piece)?;
        places.get(&order.map(|side| distances[side])).copied()
    };
    let turn = |order| Symmetry { to: (0..bits).map(|piece| image(piece, order).unwrap_or(piece)).collect() };
    ORDERS.into_iter().map(turn).collect()
}

/// The orbits of pieces under symmetries.
fn orbits(pieces: u64, symmetries: &[Symmetry]) -> Vec<u64> {
    let orbit = |piece: u8| symmetries.iter().fold(0, |orbit, turn| orbit | 1 << turn.to[usize::from(piece)]);
    let mut orbits: Vec<u64> = bits(pieces).map(orbit).collect();
    orbits.sort_unstable();
    orbits.dedup();
    orbits
}

/// The pieces of a block in the order of their bits: six in a word, three that choose a word in a row, six
/// that choose a row in a tile, and the rest. All symmetries map the six and the three to themselves, and the
/// next six if possible. If possible, no move takes two of the first nine. Few moves should take one of the
/// three, since it is faster to permute bits and rows than words. `None` means that there is no such order.
fn order(pieces: u64, symmetries: &[Symmetry], moves: &[u64]) -> Option<Vec<u8>> {
    let mut orbits = orbits(pieces, symmetries);
    orbits.sort_by_key(|orbit| {
        moves.iter().filter(|&taken| taken & orbit != 0).count() / orbit.count_ones() as usize
    });
    let without =
        |set: u64| orbits.iter().rev().copied().filter(move |orbit| orbit & set == 0).collect::<Vec<u64>>();
    let choose = |is_apart: &dyn Fn(u64) -> bool| {
        (0..orbits.len()).find_map(|first| {
            let lanes = fill(&orbits[first..], LANES, 0, is_apart)?;
            Some((lanes, fill(&without(lanes), WORD, lanes, is_apart)? ^ lanes))
        })
    };
    let is_apart = |set: u64| moves.iter().all(|taken| taken & set != *taken || taken.count_ones() == 1);
    let (lanes, word) = choose(&is_apart).or_else(|| choose(&|_| true))?;
    let rows = fill(&without(lanes | word), TILE - LANES - WORD, 0, &|_| true).unwrap_or(0);
    let rest = bits(pieces & !lanes & !word & !rows);
    Some(bits(word).chain(bits(lanes)).chain(bits(rows)).chain(rest).collect())
}

/// A set with orbits added to it that have `room` pieces together. `None` means that there are no such
/// orbits.
fn fill(orbits: &[u64], room: u32, set: u64, is_apart: &dyn Fn(u64) -> bool) -> Option<u64> {
    if room == 0 {
        return Some(set);
    }
    (0..orbits.len()).find_map(|i| {
        let rest = room.checked_sub(orbits[i].count_ones())?;
        let wider = set | orbits[i];
        if is_apart(wider) { fill(&orbits[i + 1..], rest, wider, is_apart) } else { None }
    })
}

/// Groups moves by the block pieces that they take.
fn links(moves: impl Iterator<Item = u64>, within: u32) -> Vec<Link> {
    let mut links = BTreeMap::from([(0, Vec::new())]);
    for taken in moves {
        let inner = taken & ((1 << within) - 1);
        let step = Step {
            tiles: (inner >> TILE) as usize,
            rows: (inner >> (WORD + LANES)) as usize % ROWS,
            row: inner as usize % (1 << (WORD + LANES)),
        };
        links.entry((taken >> within) as u32).or_insert_with(Vec::new).push(step);
    }
    let sorted = |(part, mut steps): (u32, Vec<Step>)| {
        // Steps that read the same tile come together.
        steps.sort_unstable();
        Link { part, steps }
    };
    links.into_iter().map(sorted).collect()
}

//! Which piece is which bit of a position's index in the table? The highest bits, pieces that can be chosen
//! freely, name a block (Shan 2013, §2.3). The lowest bits are a row, which all symmetries keep together, and
//! the lowest fifteen are places in a tile, the unit of the work on words. Blocks that a symmetry exchanges
//! are stored once.

use super::game::{GameError, TakingGame};
use super::links::{Link, Symmetry, links};
use super::order::{best_block_pieces, choose};
use super::words::{LANES, TILE, WORD};
use std::collections::BTreeMap;
use thiserror::Error;

/// Why a layout is not possible.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The game has no such piece.
    #[error("{game} has pieces 0 to {last}, there is no piece {piece}")]
    NoPiece {
        /// The name of the game.
        game: String,
        /// The last piece.
        last: u8,
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
    /// The symmetries do not keep the bits of a row together.
    #[error(
        "with these block pieces no six to nine others stay together under the symmetries: choose others, or do without symmetry"
    )]
    NoWords,
    /// No symmetry keeps the block pieces together, so there is nothing to gain from symmetry.
    #[error("no symmetry keeps these block pieces together: choose others, or do without symmetry")]
    NoSymmetry,
}

/// How positions are numbered in a table.
#[derive(Clone, Debug)]
pub struct Layout {
    game: TakingGame,
    /// The piece of each bit of an index. Pieces past the last one of the game are spare: no move takes them.
    order: Vec<u8>,
    /// The number of bits that are places in a block.
    within: u32,
    /// The number of lowest bits that all symmetries keep together.
    row: u32,
    /// All moves. Those inside a block come first.
    links: Vec<Link>,
    /// The symmetries that exchange blocks, the identity first.
    turns: Vec<Symmetry>,
}

/// The number of blocks, and of updates of one block from another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// The number of blocks, with isomorphic ones counted once.
    pub blocks: u64,
    /// The number of pairs of a block and another one that its moves lead to.
    pub updates: u64,
    /// The number of groups of isomorphic blocks, by their size.
    pub groups: BTreeMap<u64, u64>,
}

impl Layout {
    /// The maximum number of pieces that name a block.
    pub const MOST_BLOCK_PIECES: u32 = 24;
    /// The maximum number of bits of a place in a block. Such a block has 512 MiB.
    pub const MOST_WITHIN: u32 = 32;

    /// The layout in which these pieces name a block, the last one its highest bit. With symmetry, isomorphic
    /// blocks are stored once.
    pub fn new(game: &TakingGame, block_pieces: &[u8], symmetry: bool) -> Result<Self, LayoutError> {
        let named = Self::named(game, block_pieces)?;
        let symmetries = keeping(game, named, symmetry)?;
        let order = choose(game, named, &symmetries).ok_or(LayoutError::NoWords)?;
        let pieces = order.pieces.into_iter().chain(block_pieces.iter().copied()).collect();
        Ok(Self::assemble(game, pieces, order.row, block_pieces.len(), &symmetries))
    }

    /// The layout with this order of bits, of which the lowest `row` are a row. `None` means that the order
    /// is not possible.
    #[must_use]
    pub fn stored_as(
        game: &TakingGame,
        order: &[u8],
        row: u32,
        block_pieces: &[u8],
        symmetry: bool,
    ) -> Option<Self> {
        let named = Self::named(game, block_pieces).ok()?;
        let symmetries = keeping(game, named, symmetry).ok()?;
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        let within = order.len().checked_sub(block_pieces.len())?;
        let fits = (TILE as usize..=Self::MOST_WITHIN as usize).contains(&within)
            && order.len() >= usize::from(game.pieces())
            && sorted.into_iter().eq(0..order.len() as u8)
            && order[within..] == *block_pieces
            && (WORD..=WORD + LANES).contains(&row);
        let layout =
            fits.then(|| Self::assemble(game, order.to_vec(), row, block_pieces.len(), &symmetries))?;
        let is_closed = |turn: &Symmetry| turn.to[..row as usize].iter().all(|&to| u32::from(to) < row);
        layout.turns.iter().all(is_closed).then_some(layout)
    }

    /// The set of block pieces.
    fn named(game: &TakingGame, block_pieces: &[u8]) -> Result<u64, LayoutError> {
        let count = u32::from(game.pieces());
        let mut named = 0u64;
        for &piece in block_pieces {
            if u32::from(piece) >= count {
                let (game, last) = (game.name().to_owned(), game.pieces() - 1);
                return Err(LayoutError::NoPiece { game, last, piece });
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
        Ok(named)
    }

    fn assemble(
        game: &TakingGame,
        order: Vec<u8>,
        row: u32,
        block_pieces: usize,
        symmetries: &[Vec<u8>],
    ) -> Self {
        let within = (order.len() - block_pieces) as u32;
        let mut place = [0; 64];
        order.iter().zip(0..).for_each(|(&piece, bit)| place[usize::from(piece)] = bit);
        let image = |turn: &[u8], piece: u8| turn.get(usize::from(piece)).copied().unwrap_or(piece);
        let turn = |turn: &Vec<u8>| Symmetry {
            to: order.iter().map(|&piece| place[usize::from(image(turn, piece))]).collect(),
        };
        let index = |&set: &u64| bits(set).fold(0, |index, piece| index | 1 << place[usize::from(piece)]);
        Self {
            game: game.clone(),
            within,
            row,
            links: links(game.moves().iter().map(index), within),
            turns: symmetries.iter().map(turn).collect(),
            order,
        }
    }

    /// The layout with the fewest updates, among block pieces that all symmetries keep, for blocks that fit
    /// into a cache.
    pub fn best(game: &TakingGame, symmetry: bool) -> Result<Self, LayoutError> {
        Self::with_room(game, symmetry, 1 << 18)
    }

    /// The same for blocks of at most `bytes` bytes, where that is possible.
    pub fn with_room(game: &TakingGame, symmetry: bool, bytes: u64) -> Result<Self, LayoutError> {
        let choices = best_block_pieces(game, bytes);
        // A game without symmetries has the same layouts with and without.
        let symmetry = symmetry && game.symmetries().len() > 1;
        let layouts = choices.iter().map(|set| Self::new(game, &bits(*set).collect::<Vec<_>>(), symmetry));
        // Moves of several pieces inside a row of words would take extra work.
        let mut usable: Vec<Self> = layouts.filter_map(Result::ok).take(16).collect();
        let good = usable.iter().position(|layout| layout.joined().next().is_none()).unwrap_or(0);
        if usable.is_empty() { Self::new(game, &[], symmetry) } else { Ok(usable.swap_remove(good)) }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &TakingGame {
        &self.game
    }

    /// The piece of each bit of an index. Pieces past the last one of the game are spare.
    #[must_use]
    pub fn order(&self) -> &[u8] {
        &self.order
    }

    /// The pieces that name a block.
    #[must_use]
    pub fn block_pieces(&self) -> &[u8] {
        &self.order[self.within as usize..]
    }

    /// The number of bits that are places in a block.
    #[must_use]
    pub fn within(&self) -> u32 {
        self.within
    }

    /// The number of lowest bits that all symmetries keep together.
    #[must_use]
    pub fn row(&self) -> u32 {
        self.row
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

    /// The symmetries that exchange blocks, the identity first.
    #[must_use]
    pub fn turns(&self) -> &[Symmetry] {
        &self.turns
    }

    /// The block of a position, and its place there.
    #[must_use]
    pub fn index(&self, position: u64) -> (u32, u64) {
        let index =
            self.order.iter().zip(0..).fold(0, |index, (&piece, bit)| index | (position >> piece & 1) << bit);
        ((index >> self.within) as u32, index & ((1 << self.within) - 1))
    }

    /// The number of spare bits of a place in a block.
    #[must_use]
    pub fn spare(&self) -> u32 {
        self.order.len() as u32 - u32::from(self.game.pieces())
    }

    /// The block that is stored for this one, the least of all isomorphic ones, and the number of the turn
    /// that leads to it.
    #[must_use]
    pub fn stored(&self, block: u32) -> (u32, usize) {
        let turned = self.turns.iter().map(|turn| self.turned(block, turn)).zip(0..);
        turned.min().expect("the identity is one of the turns")
    }

    fn turned(&self, block: u32, turn: &Symmetry) -> u32 {
        let images = turn.to[self.within as usize..].iter().zip(0..);
        images.fold(0, |turned, (&to, bit)| turned | (block >> bit & 1) << (u32::from(to) - self.within))
    }

    /// The number of blocks isomorphic to this one, itself included.
    #[must_use]
    pub fn group(&self, block: u32) -> u64 {
        let mut alike: Vec<u32> = self.turns.iter().map(|turn| self.turned(block, turn)).collect();
        alike.sort_unstable();
        alike.dedup();
        alike.len() as u64
    }

    /// The moves inside a block.
    #[must_use]
    pub fn inside(&self) -> &Link {
        &self.links[0]
    }

    /// The moves out of this block.
    pub fn outward(&self, block: u32) -> impl Iterator<Item = &Link> {
        self.links[1..].iter().filter(move |link| link.part & block == link.part)
    }

    /// The blocks that the moves out of this one lead to, as they are stored, each once.
    #[must_use]
    pub fn children(&self, block: u32) -> Vec<u32> {
        let mut children: Vec<u32> =
            self.outward(block).map(|link| self.stored(block ^ link.part).0).collect();
        children.sort_unstable();
        children.dedup();
        children
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
        let mut counts = Counts { blocks: 0, updates: 0, groups: BTreeMap::new() };
        for block in self.blocks() {
            counts.blocks += 1;
            counts.updates += self.outward(block).count() as u64;
            *counts.groups.entry(self.group(block)).or_default() += 1;
        }
        counts
    }
}

/// The members of a set of bits.
pub(crate) fn bits(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |bit| set >> bit & 1 == 1)
}

/// The symmetries of a game that keep a set of pieces, or the identity alone.
fn keeping(game: &TakingGame, set: u64, symmetry: bool) -> Result<Vec<Vec<u8>>, LayoutError> {
    let keeps = |turn: &&Vec<u8>| bits(set).all(|piece| set >> turn[usize::from(piece)] & 1 == 1);
    let mut symmetries: Vec<Vec<u8>> = game.symmetries().iter().filter(keeps).cloned().collect();
    if !symmetry {
        symmetries.truncate(1);
    } else if symmetries.len() == 1 && game.symmetries().len() > 1 {
        return Err(LayoutError::NoSymmetry);
    }
    Ok(symmetries)
}

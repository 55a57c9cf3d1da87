//! What do moves and symmetries look like in an index? Moves that take the same block pieces lead to the same block, and
//! a symmetry permutes bits.

use super::words::{LANES, ROWS, Step, TILE, WORD};
use std::collections::BTreeMap;

/// A symmetry of the game, as it permutes the bits of an index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The image of each bit.
    pub(crate) to: Vec<u8>,
}

impl Symmetry {
    /// The image of a set of bits.
    #[must_use]
    pub fn apply(&self, set: u64) -> u64 {
        self.to.iter().enumerate().fold(0, |image, (bit, &to)| image | (set >> bit & 1) << to)
    }

    /// The inverse permutation.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut inverse = self.clone();
        self.to.iter().zip(0..).for_each(|(&to, bit)| inverse.to[usize::from(to)] = bit);
        inverse
    }

    /// The image of each bit.
    #[must_use]
    pub fn images(&self) -> &[u8] {
        &self.to
    }
}

/// The moves that take the same set of block pieces.
#[derive(Clone, Debug)]
pub struct Link {
    /// That set, as bits of a block's number.
    pub(crate) part: u32,
    pub(crate) steps: Vec<Step>,
}

impl Link {
    /// The block pieces that the moves take, as bits of a block's number.
    #[must_use]
    pub fn part(&self) -> u32 {
        self.part
    }

    /// The other pieces that each of the moves takes, as bits of a place in a block.
    pub fn places(&self) -> impl Iterator<Item = u64> {
        self.steps
            .iter()
            .map(|step| (step.tiles as u64) << TILE | (step.rows as u64) << (WORD + LANES) | step.row as u64)
    }
}

/// Groups moves by the block pieces that they take.
pub(super) fn links(moves: impl Iterator<Item = u64>, within: u32) -> Vec<Link> {
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

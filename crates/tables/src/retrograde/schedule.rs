//! In which order are blocks computed, and how long is each needed? A block is needed until its last parent is
//! done, a parent being a block with moves to it. Where blocks are dropped then, an order that finishes parents
//! soon keeps few blocks alive.

use super::layout::Layout;
use std::collections::{BTreeMap, BTreeSet};

/// Which blocks stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Keep {
    /// All of them.
    #[default]
    All,
    /// At the end the blocks of the start and of the positions after the first move. Before, every block that
    /// still has a parent to come.
    Needed,
    /// At the end none. Counts, the outcome and the winning first moves are found before.
    None,
}

impl Keep {
    /// The blocks that stay at the end, of those that are stored.
    #[must_use]
    pub fn at_the_end(self, layout: &Layout) -> BTreeSet<u32> {
        match self {
            Self::All => layout.blocks().into_iter().collect(),
            Self::Needed => first_blocks(layout),
            Self::None => BTreeSet::new(),
        }
    }
}

/// The stored blocks of the start and of the positions after the first move.
pub(crate) fn first_blocks(layout: &Layout) -> BTreeSet<u32> {
    let last = layout.all_blocks() - 1;
    layout.children(last).into_iter().chain([last]).collect()
}

/// Blocks in the order of their computation, and when each is used.
#[derive(Clone)]
pub struct Schedule {
    blocks: Vec<u32>,
    /// For each block, the places in the order of its parents.
    uses: BTreeMap<u32, Vec<usize>>,
}

/// The maximum number of blocks for which an order is searched.
const MOST_ORDERED: usize = 20_000;
/// How many blocks lie between a block and its parent, where that is possible: threads that work on neighbours
/// do not wait for each other then.
const APART: usize = 4;

impl Schedule {
    /// All stored blocks: in numeric order if all are kept, and else in a greedy order that keeps few alive.
    #[must_use]
    pub fn new(layout: &Layout, keep: Keep) -> Self {
        let blocks = layout.blocks();
        if keep == Keep::All || blocks.len() > MOST_ORDERED {
            return Self::of(layout, blocks);
        }
        Self::of(layout, greedy(layout, &blocks))
    }

    /// These blocks in this order, in which children come first.
    #[must_use]
    pub(crate) fn of(layout: &Layout, blocks: Vec<u32>) -> Self {
        let mut uses: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (place, &block) in blocks.iter().enumerate() {
            for child in layout.children(block) {
                uses.entry(child).or_default().push(place);
            }
        }
        Self { blocks, uses }
    }

    /// A part of the order.
    pub(crate) fn only(self, layout: &Layout, chosen: &BTreeSet<u32>) -> Self {
        Self::of(layout, self.blocks.into_iter().filter(|block| chosen.contains(block)).collect())
    }

    /// The blocks in the order of their computation.
    #[must_use]
    pub fn blocks(&self) -> &[u32] {
        &self.blocks
    }

    /// The places in the order of the parents of a block.
    #[must_use]
    pub fn uses(&self, block: u32) -> &[usize] {
        self.uses.get(&block).map_or(&[], Vec::as_slice)
    }

    /// The maximum number of blocks that are alive at a time, the one that is computed included, if one is
    /// dropped after its last parent and `kept` never are.
    #[must_use]
    pub fn most_alive(&self, kept: &BTreeSet<u32>) -> usize {
        let (mut alive, mut most) = (0usize, 0);
        let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
        for (place, block) in self.blocks.iter().enumerate() {
            alive += 1;
            most = most.max(alive);
            if !kept.contains(block) {
                *ends.entry(self.uses(*block).last().copied().unwrap_or(place)).or_default() += 1;
            }
            alive -= ends.remove(&place).unwrap_or_default();
        }
        most
    }
}

/// Takes the ready block that frees most: each child counts the more the fewer parents it still has.
fn greedy(layout: &Layout, blocks: &[u32]) -> Vec<u32> {
    let place: BTreeMap<u32, usize> = blocks.iter().copied().zip(0..).collect();
    let children: Vec<Vec<usize>> = blocks
        .iter()
        .map(|&block| layout.children(block).iter().map(|child| place[child]).collect())
        .collect();
    let mut parents: Vec<Vec<usize>> = vec![Vec::new(); blocks.len()];
    for (block, below) in children.iter().enumerate() {
        below.iter().for_each(|&child| parents[child].push(block));
    }
    let mut left: Vec<usize> = parents.iter().map(Vec::len).collect();
    let mut open: Vec<usize> = children.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..blocks.len()).filter(|&block| open[block] == 0).collect();
    let mut ready_at = vec![0; blocks.len()];
    let mut order = Vec::with_capacity(blocks.len());
    while !ready.is_empty() {
        let score = |&block: &usize| -> f64 {
            let freed: f64 = children[block].iter().map(|&child| 1.0 / (left[child] as f64).powi(2)).sum();
            // A block that became ready just now waits, unless there is nothing else.
            let waits = ready_at[block] + APART > order.len();
            if waits { freed - 1e6 } else { freed }
        };
        let better = |a: &(usize, f64), b: &(usize, f64)| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0));
        let scored = ready.iter().map(|block| (*block, score(block)));
        let (best, _) = scored.max_by(better).expect("the list of ready blocks is not empty");
        ready.retain(|&block| block != best);
        order.push(blocks[best]);
        for &child in &children[best] {
            left[child] -= 1;
        }
        for &parent in &parents[best] {
            open[parent] -= 1;
            if open[parent] == 0 {
                ready.push(parent);
                ready_at[parent] = order.len();
            }
        }
    }
    order
}

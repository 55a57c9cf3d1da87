//! All positions of a small board at once, for games in which a move is to place a
//! stone of one's own colour and a position is legal or not by itself, such as NoGo.
//! A plain array over all positions takes the place of hashing and of symmetry:
//! filled from full boards towards the empty one, it has every option at hand.

use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};
use values::{Error, ThermographId, Thermographs};

/// The thermographs of all legal positions of a board.
pub(crate) struct PlacementCensus {
    /// For each position, in base 3 with a digit for each cell, the id of its thermograph, one higher; 0 if
    /// it is illegal.
    ids: Vec<AtomicU32>,
    /// What a set of cells contributes to the index, as Left's stones; Right's count twice.
    digits: Vec<u32>,
}

impl PlacementCensus {
    /// The most cells a board can have.
    pub(crate) const MAX_CELLS: u32 = 16;

    /// Values all positions of a board with `cells` cells. `legal` is asked about the sets of Left's and
    /// Right's stones.
    ///
    /// # Panics
    /// If there are more than [`Self::MAX_CELLS`] cells.
    pub(crate) fn new(
        graphs: &Thermographs,
        cells: u32,
        legal: impl Fn(u32, u32) -> bool + Sync,
    ) -> Result<Self, Error> {
        assert!(cells <= Self::MAX_CELLS, "a board of {cells} cells has too many positions");
        let all: u32 = (1 << cells) - 1;
        let digit = |set: u32| (0..cells).filter(|i| set >> i & 1 == 1).map(|i| 3u32.pow(i)).sum();
        let census = Self {
            ids: (0..3usize.pow(cells)).into_par_iter().map(|_| AtomicU32::new(0)).collect(),
            digits: (0..=all).into_par_iter().map(digit).collect(),
        };
        // More stones first: moves of Left lead to more stones of hers, and moves of Right, of whom
        // all sets are taken for one set of Left's, to a larger number.
        for stones in (0..=cells).rev() {
            let sets: Vec<u32> = (0..=all).filter(|set| set.count_ones() == stones).collect();
            sets.into_par_iter().try_for_each(|left| {
                let free = all & !left;
                let mut right = free;
                loop {
                    if legal(left, right) {
                        let id = census.work_out(graphs, left, right, free & !right)?;
                        census.slot(left, right).store(id.index() + 1, Ordering::Release);
                    }
                    if right == 0 {
                        return Ok(());
                    }
                    right = (right - 1) & free;
                }
            })?;
        }
        Ok(census)
    }

    fn work_out(
        &self,
        graphs: &Thermographs,
        left: u32,
        right: u32,
        empty: u32,
    ) -> Result<ThermographId, Error> {
        let cells = || Bits(empty);
        graphs.of_options(
            cells().filter_map(|cell| self.get(left | cell, right)),
            cells().filter_map(|cell| self.get(left, right | cell)),
        )
    }

    fn slot(&self, left: u32, right: u32) -> &AtomicU32 {
        &self.ids[(self.digits[left as usize] + 2 * self.digits[right as usize]) as usize]
    }

    /// The thermograph of the position with these stones; `None` if it is illegal.
    #[must_use]
    pub(crate) fn get(&self, left: u32, right: u32) -> Option<ThermographId> {
        let id = self.slot(left, right).load(Ordering::Acquire).checked_sub(1)?;
        Some(ThermographId::from_index(id))
    }

    /// How many positions are legal.
    #[must_use]
    pub(crate) fn legal_positions(&self) -> usize {
        self.ids.par_iter().filter(|id| id.load(Ordering::Relaxed) != 0).count()
    }

    /// The thermographs that occur, with how often each does.
    #[must_use]
    pub(crate) fn thermographs(&self) -> Vec<(ThermographId, usize)> {
        let mut counts: Vec<usize> = Vec::new();
        for id in self.ids.iter().filter_map(|id| id.load(Ordering::Relaxed).checked_sub(1)) {
            let id = id as usize;
            if id >= counts.len() {
                counts.resize(id + 1, 0);
            }
            counts[id] += 1;
        }
        let found = counts.into_iter().enumerate().filter(|(_, count)| *count > 0);
        found.map(|(id, count)| (ThermographId::from_index(id as u32), count)).collect()
    }
}

/// The bits of a set, each as a set of its own.
struct Bits(u32);

impl Iterator for Bits {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        let bit = self.0 & self.0.wrapping_neg();
        self.0 ^= bit;
        (bit != 0).then_some(bit)
    }
}

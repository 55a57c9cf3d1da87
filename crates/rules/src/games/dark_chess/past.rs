//! The moves since the last capture or flip: how many they are, and whether they have led back to a position
//! that was there before. It is the same if all moves since then cancel out, which is exact and takes no
//! copies of boards.

use super::{KINDS, QUIET};
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// A move in 16 bits: the kind of the piece, whether the position before was there for the second time, and
/// the two cells. A move with no kind stands for one that nobody knows.
type Quiet = u16;
const UNKNOWN: Quiet = (KINDS as u16) << 11;
const TWICE: Quiet = 1 << 10;

#[derive(Clone, Copy, Debug)]
pub(super) struct Past {
    quiet: u8,
    /// The sum of the hashes of all positions before: the same if the same positions were there, in any
    /// order.
    trace: u64,
    moves: [Quiet; QUIET as usize],
}

impl Default for Past {
    fn default() -> Self {
        Self::unknown(0)
    }
}

impl Past {
    /// So many moves, but nobody knows which.
    pub(super) fn unknown(quiet: u8) -> Self {
        Self { quiet: quiet.min(QUIET), trace: 0, moves: [UNKNOWN; QUIET as usize] }
    }

    /// How many moves.
    pub(super) fn quiet(&self) -> u8 {
        self.quiet
    }

    /// What is the same for the same positions.
    pub(super) fn trace(&self) -> u64 {
        self.trace
    }

    /// Adds a move from a position; was that there for the second time?
    pub(super) fn add(&mut self, kind: usize, from: u8, to: u8, twice: bool, before: &impl Hash) {
        let hash = FxBuildHasher.hash_one(before);
        // Sums of these hashes would be sums of positions: not before they are mixed do they tell sets apart.
        let mixed = (hash ^ hash >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.trace = self.trace.wrapping_add((mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93));
        if let Some(place) = self.moves.get_mut(usize::from(self.quiet)) {
            let cells = u16::from(from) << 5 | u16::from(to);
            *place = (kind as u16) << 11 | if twice { TWICE } else { 0 } | cells;
            self.quiet += 1;
        }
    }

    /// How often the position after all these moves has been there, now included.
    pub(super) fn times(&self) -> u8 {
        // Which pieces of each player and kind are elsewhere now, and for how many kinds there are any.
        let (mut elsewhere, mut kinds) = ([[0_u32; KINDS]; 2], 0);
        for (back, &action) in self.moves[..usize::from(self.quiet)].iter().rev().enumerate() {
            let Some(bitboard) = elsewhere[back % 2].get_mut(usize::from(action >> 11)) else { return 1 };
            kinds -= i32::from(*bitboard != 0);
            *bitboard ^= 1 << (action >> 5 & 31) ^ 1 << (action & 31);
            kinds += i32::from(*bitboard != 0);
            if kinds == 0 {
                return if action & TWICE == 0 { 2 } else { 3 };
            }
        }
        1
    }
}

//! The moves since the last capture or flip: their number, and repetition detection. A position repeats an
//! earlier one if all moves between them cancel out. This test is exact and needs no copies of boards.

use super::{KINDS, QUIET};
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// A move in 16 bits: the kind of the piece, whether the position before it was a second occurrence, and the
/// two cells. A kind out of range marks an unknown move.
type Quiet = u16;
const UNKNOWN: Quiet = (KINDS as u16) << 11;
const TWICE: Quiet = 1 << 10;

#[derive(Clone, Copy, Debug)]
pub(super) struct Past {
    quiet: u8,
    /// The sum of the hashes of all earlier positions. It is the same for the same positions in any order.
    trace: u64,
    moves: [Quiet; QUIET as usize],
}

impl Default for Past {
    fn default() -> Self {
        Self::unknown(0)
    }
}

impl Past {
    /// A past of `quiet` unknown moves.
    pub(super) fn unknown(quiet: u8) -> Self {
        Self { quiet: quiet.min(QUIET), trace: 0, moves: [UNKNOWN; QUIET as usize] }
    }

    /// The number of moves.
    pub(super) fn quiet(&self) -> u8 {
        self.quiet
    }

    /// The hash of the multiset of earlier positions.
    pub(super) fn trace(&self) -> u64 {
        self.trace
    }

    /// Was one of the earlier positions there twice?
    pub(super) fn has_second_occurrence(&self) -> bool {
        self.moves[..usize::from(self.quiet)].iter().any(|action| action & TWICE != 0)
    }

    /// Adds a move. `before` is the position before it, and `twice` says whether that was a second
    /// occurrence.
    pub(super) fn add(&mut self, kind: usize, from: u8, to: u8, twice: bool, before: &impl Hash) {
        let hash = FxBuildHasher.hash_one(before);
        // The hash is nearly linear, so different sets of positions could have equal sums. Mixing prevents
        // that.
        let mixed = (hash ^ hash >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.trace = self.trace.wrapping_add((mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93));
        if let Some(place) = self.moves.get_mut(usize::from(self.quiet)) {
            let cells = u16::from(from) << 5 | u16::from(to);
            *place = (kind as u16) << 11 | if twice { TWICE } else { 0 } | cells;
            self.quiet += 1;
        }
    }

    /// The number of occurrences of the position after all these moves, including this one.
    pub(super) fn times(&self) -> u8 {
        // The displaced pieces of each player and kind, and the number of kinds with displaced pieces.
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

//! Sets of cells of the board as bits of a word, row by row from the top left.

use super::{CELLS, WIDTH};
pub(super) use crate::row::bits as cells;

/// The cells of the first column.
const FIRST: u32 = 0x1111_1111;
/// The cells of the last column.
const LAST: u32 = FIRST << (WIDTH - 1);

/// The cells beside those of a set.
pub(super) fn neighbours(bitboard: u32) -> u32 {
    (bitboard & !LAST) << 1 | (bitboard & !FIRST) >> 1 | bitboard << WIDTH | bitboard >> WIDTH
}

/// The cells that a cannon attacks: the second of the `occupied` cells in each direction.
pub(super) fn reach(from: u8, occupied: u32) -> u32 {
    let ways: [fn(u32) -> u32; 4] =
        [|at| (at & !LAST) << 1, |at| (at & !FIRST) >> 1, |at| at << WIDTH, |at| at >> WIDTH];
    ways.iter().fold(0, |reached, way| {
        let next = |mut at: u32| {
            at = way(at);
            while at & !occupied != 0 {
                at = way(at);
            }
            at
        };
        reached | next(next(1 << from))
    })
}

/// A reflection of the board: the bits of a cell's number that it changes.
#[derive(Clone, Copy)]
pub(super) struct Mirror(u8);

impl Mirror {
    pub(super) const ALL: [Self; 4] = [Self(0), Self(WIDTH - 1), Self(CELLS - WIDTH), Self(CELLS - 1)];

    pub(super) fn bitboard(self, bitboard: u32) -> u32 {
        let across = |bitboard: u32| {
            let pairs = (bitboard & 0x5555_5555) << 1 | bitboard >> 1 & 0x5555_5555;
            (pairs & 0x3333_3333) << 2 | pairs >> 2 & 0x3333_3333
        };
        match self.0 {
            0 => bitboard,
            3 => across(bitboard),
            28 => across(bitboard.reverse_bits()),
            _ => bitboard.reverse_bits(),
        }
    }
}

//! Boards of up to 8×8 cells in one word, a byte for each row.

use super::{Bitboard, Cell, Symmetry};

/// Boards of up to 8×8 cells: one word, a byte for each row.
pub type Small = u64;

impl Bitboard for u64 {
    const WIDTH: u8 = 8;
    const HEIGHT: u8 = 8;
    const SYMMETRIES: usize = 8;
    const NONE: Self = 0;

    fn small(self) -> Option<Small> {
        Some(self)
    }

    fn cell(cell: Cell) -> Self {
        1 << (8 * cell.y + cell.x)
    }

    fn first(self) -> Option<Cell> {
        let bit = self.trailing_zeros() as u8;
        (bit < 64).then_some(Cell { x: bit % 8, y: bit / 8 })
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn east(self) -> Self {
        (self & 0x7f7f_7f7f_7f7f_7f7f) << 1
    }

    fn west(self) -> Self {
        self >> 1 & 0x7f7f_7f7f_7f7f_7f7f
    }

    fn south(self) -> Self {
        self << 8
    }

    fn north(self) -> Self {
        self >> 8
    }

    fn all_turned(self) -> [Self; 8] {
        let transposed = self.turned(Symmetry { transpose: true, mirror: false, flip: false });
        let [a, b] = [self, transposed].map(|bitboard| (bitboard, bitboard.reverse_bits()));
        let four =
            |(bitboard, round): (Self, Self)| [bitboard, round.swap_bytes(), bitboard.swap_bytes(), round];
        let ([a, b, c, d], [e, f, g, h]) = (four(a), four(b));
        [a, b, c, d, e, f, g, h]
    }

    fn turned(self, turn: Symmetry) -> Self {
        // Exchanges the bits of `low` with those `distance` higher.
        let swap = |bitboard: Self, low: Self, distance: u32| {
            let changed = (bitboard ^ bitboard >> distance) & low;
            bitboard ^ changed ^ changed << distance
        };
        let mut bitboard = self;
        if turn.transpose {
            bitboard = swap(bitboard, 0x00aa_00aa_00aa_00aa, 7);
            bitboard = swap(bitboard, 0x0000_cccc_0000_cccc, 14);
            bitboard = swap(bitboard, 0x0000_0000_f0f0_f0f0, 28);
        }
        match (turn.mirror, turn.flip) {
            (false, false) => bitboard,
            (false, true) => bitboard.swap_bytes(),
            (true, false) => bitboard.swap_bytes().reverse_bits(),
            (true, true) => bitboard.reverse_bits(),
        }
    }

    fn moved(self, x: u8, y: u8) -> Self {
        self >> (8 * y + x)
    }
}

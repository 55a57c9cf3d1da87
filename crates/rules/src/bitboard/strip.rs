//! Boards of a single row in one word.

use super::{Bitboard, Cell, Symmetry};
use derive_more::{BitAnd, BitOr, Not};

/// Boards of a single row of up to 64 cells, which can be mirrored but not transposed: one word.
///
/// ```
/// use rules::{Notation, Position, games::clobber::Clobber, bitboard::Strip};
/// use values::Player;
///
/// let row = Clobber::<Strip>::read(&"xo".repeat(20))?;
/// let moves = row.moves(Player::Left);
/// assert_eq!(moves.len(), 39);
/// assert_eq!(moves[19].to_string(), "AM1-AN1");
/// assert_eq!(row.play(Player::Left, moves[19]).to_string(), format!("{}.X", "XO".repeat(19)));
/// # Ok::<(), rules::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, BitAnd, BitOr, Not)]
pub struct Strip(u64);

impl Bitboard for Strip {
    const WIDTH: u8 = 64;
    const HEIGHT: u8 = 1;
    const SYMMETRIES: usize = 2;
    const NONE: Self = Self(0);

    fn cell(cell: Cell) -> Self {
        Self(1 << cell.x)
    }

    fn first(self) -> Option<Cell> {
        (!self.is_empty()).then(|| Cell { x: self.0.trailing_zeros() as u8, y: 0 })
    }

    fn count(self) -> u32 {
        self.0.count_ones()
    }

    fn east(self) -> Self {
        Self(self.0 << 1)
    }

    fn west(self) -> Self {
        Self(self.0 >> 1)
    }

    fn south(self) -> Self {
        Self::NONE
    }

    fn north(self) -> Self {
        Self::NONE
    }

    fn turned(self, turn: Symmetry) -> Self {
        if turn.mirror { Self(self.0.reverse_bits()) } else { self }
    }

    fn columns(self) -> (u8, u8) {
        match self.first() {
            Some(first) => (first.x, Self::WIDTH - self.0.leading_zeros() as u8),
            None => (0, 0),
        }
    }

    fn moved(self, x: u8, _: u8) -> Self {
        Self(self.0 >> x)
    }
}

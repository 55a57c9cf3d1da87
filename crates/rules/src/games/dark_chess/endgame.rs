//! Endgames: states without pieces face down. Chance has no part in them, and whether an earlier position
//! comes back does not matter unless it was there twice, so tables can hold them by position alone.

use super::bitboards::{neighbours, reach};
use super::past::Past;
use super::{CANNON, DarkChess, KINDS};
use values::{ByPlayer, Player};

/// The cells that a piece on a cell attacks if these cells are occupied. What stands there decides whether it
/// can capture.
#[must_use]
pub fn attacks(kind: usize, from: u8, occupied: u32) -> u32 {
    if kind == CANNON { reach(from, occupied) } else { neighbours(1 << from) }
}

/// The cells that a piece can move to if these cells are occupied.
#[must_use]
pub fn steps(from: u8, occupied: u32) -> u32 {
    neighbours(1 << from) & !occupied
}

impl DarkChess {
    /// The open pieces, a bitboard for each player and kind. `None` means that other pieces lie face down.
    #[must_use]
    pub fn endgame(&self) -> Option<ByPlayer<[u32; KINDS]>> {
        (self.dark == 0).then_some(self.open)
    }

    /// The endgame with these pieces, which came up just now. Bit `4 * row + column` of a bitboard is a cell,
    /// with rows counted from the top.
    #[must_use]
    pub fn of_endgame(open: ByPlayer<[u32; KINDS]>, player: Player) -> Self {
        Self { open, dark: 0, unseen: ByPlayer::default(), player, ..Self::start() }
    }

    /// May play end by the third occurrence of a position that was there twice before this one? If not, a
    /// player who can win without repeating a position wins, whatever happened before.
    #[must_use]
    pub fn is_near_repetition(&self) -> bool {
        self.past.has_second_occurrence()
    }

    /// The state without its past, after this number of quiet moves.
    pub(super) fn after_quiet(&self, quiet: u8) -> Self {
        Self { times: 1, past: Past::unknown(quiet), ..*self }
    }
}

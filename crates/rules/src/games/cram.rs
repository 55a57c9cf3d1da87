//! Cram: both players place dominoes, upright or flat as they like. It is
//! Domineering made impartial, so every value is a nimber.
//!
//! ```
//! use rules::{Position, games::cram::Cram};
//! use values::Player;
//!
//! let position = Cram::<u64>::read("..|.#").unwrap();
//! let moves = position.moves(Player::Left);
//! let text: Vec<String> = moves.iter().map(|action| action.to_string()).collect();
//! assert_eq!(text, ["A2-A1", "A2-B2"]);
//! assert_eq!(position.play(Player::Left, moves[1]).to_string(), "##|.#");
//! ```

use super::domineering::{Domineering, Domino};
use crate::bitboard::{Bitboard, Symmetry};
use crate::{BoardError, CellName, Position, Regions};
use std::fmt;
use values::Player;

/// The free cells of a board; taken squares are written `#`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cram<P>(Domineering<P>);

/// A domino, placed the way that this player would place it in Domineering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placed {
    domino: Domino<CellName>,
    like: Player,
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.domino.fmt(f)
    }
}

impl<P: Bitboard> Position for Cram<P> {
    type Move = Placed;

    /// Reads `.` for a free square and `#` for a taken one.
    fn read(text: &str) -> Result<Self, BoardError> {
        Domineering::read(text).map(Self)
    }

    fn moves(&self, _: Player) -> Vec<Placed> {
        let placed = |like| self.0.moves(like).into_iter().map(move |domino| Placed { domino, like });
        Player::BOTH.into_iter().flat_map(placed).collect()
    }

    fn play(&self, _: Player, action: Placed) -> Self {
        Self(self.0.play(action.like, action.domino))
    }

    fn regions(&self) -> Regions<Self> {
        self.0.regions().into_iter().map(Self).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        // The rules are the same in all directions.
        let (board, negative) = self.0.0.normal_form(&Symmetry::ALL, &[]);
        (Self(Domineering(board)), negative)
    }

    fn longest_play(&self) -> Option<u32> {
        self.0.longest_play()
    }
}

impl<P: Bitboard> fmt::Display for Cram<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

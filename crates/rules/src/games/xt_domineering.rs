//! XT Domineering: Left places dominoes upright and Right flat, as in Domineering; in a connected group of
//! free squares without room for a domino of theirs, players may place a 1×1 piece instead (Shan 2013, §3.3).
//! Both players can move in every group, so all values are infinitesimal.
//!
//! ```
//! use rules::{Position, games::xt_domineering::XtDomineering, bitboard::Small};
//! use values::Player;
//!
//! let strip = XtDomineering::<Small>::read("..")?;
//! let text = |player| strip.moves(player).iter().map(ToString::to_string).collect::<Vec<_>>();
//! assert_eq!(text(Player::Left), ["A1", "B1"]);
//! assert_eq!(text(Player::Right), ["A1-B1"]);
//! # Ok::<(), rules::BoardError>(())
//! ```

use super::domineering::{Domineering, Domino};
use crate::bitboard::{Bitboard, Cell};
use crate::{BoardError, CellName, Position, Regions};
use std::fmt;
use values::Player;

/// The free cells of a board; taken squares are written `#`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct XtDomineering<P>(Domineering<P>);

/// What is placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// A domino, named by its two squares.
    Domino(Domino<CellName>),
    /// A 1×1 piece, named by its square.
    Single(Cell, CellName),
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Domino(domino) => domino.fmt(f),
            Self::Single(_, name) => name.fmt(f),
        }
    }
}

impl<P: Bitboard> XtDomineering<P> {
    /// The pieces that a player may place in a connected group.
    fn pieces(group: &Domineering<P>, player: Player) -> Vec<Piece> {
        let board = group.board();
        let places = group.places(player);
        match places.is_empty() {
            true => board.empty.cells().map(|cell| Piece::Single(cell, board.name(cell))).collect(),
            false => places.cells().map(|cell| Piece::Domino(group.domino(player, cell))).collect(),
        }
    }
}

impl<P: Bitboard> Position for XtDomineering<P> {
    type Move = Piece;

    /// Reads `.` for a free square and `#` for a taken one.
    fn read(text: &str) -> Result<Self, BoardError> {
        Domineering::read(text).map(Self)
    }

    fn moves(&self, player: Player) -> Vec<Piece> {
        self.0.groups().flat_map(|group| Self::pieces(&group, player)).collect()
    }

    fn play(&self, player: Player, action: Piece) -> Self {
        Self(match action {
            Piece::Domino(domino) => self.0.play(player, domino),
            Piece::Single(cell, _) => self.0.taken(P::cell(cell)),
        })
    }

    fn regions(&self) -> Regions<Self> {
        // What may be placed in a group depends on that group alone.
        self.0.groups().map(Self).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        // A 1×1 piece looks the same from everywhere, so what goes for Domineering goes here.
        let (position, negative) = self.0.normal_form();
        (Self(position), negative)
    }

    fn longest_play(&self) -> Option<u32> {
        Some(self.0.board().empty.count())
    }
}

impl<P: Bitboard> fmt::Display for XtDomineering<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

//! XT Domineering: Left places dominoes upright and Right flat, as in Domineering; in a connected group of
//! free squares without room for their dominoes, players may place a 1×1 piece instead (Shan 2013, §3.3).
//! Both players can move in every group, so all values are infinitesimal.
//!
//! ```
//! use rules::{Notation, Position, games::xt_domineering::XtDomineering, bitboard::Small};
//! use values::Player;
//!
//! let strip = XtDomineering::<Small>::read("..")?;
//! let text = |player| strip.moves(player).iter().map(ToString::to_string).collect::<Vec<_>>();
//! assert_eq!(text(Player::Left), ["A1", "B1"]);
//! assert_eq!(text(Player::Right), ["A1-B1"]);
//! # Ok::<(), rules::BoardError>(())
//! ```

use super::domineering::{other_half, places};
use crate::bitboard::Bitboard;
use crate::{Board, BoardRules, OnBoard, Spot, Symbols, Symmetries, Walk};
use derive_more::Display;
use values::Player;

/// The free cells of a board; taken squares are written `#`.
pub type XtDomineering<B> = OnBoard<XtDomineeringRules, B>;

/// The rules of XT Domineering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct XtDomineeringRules;

/// The piece that is placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
pub enum Piece {
    /// A domino, named by its two squares.
    Domino(Walk),
    /// A 1×1 piece, named by its square.
    Single(Spot),
}

impl BoardRules for XtDomineeringRules {
    const SYMBOLS: Symbols = Symbols::FREE_CELLS;
    /// A 1×1 piece has all symmetries of the square, so the symmetries are those of Domineering.
    const SYMMETRIES: Symmetries = Symmetries::QUARTER_TURN_NEGATES;

    type Move = Piece;

    fn moves<B: Bitboard>(board: &Board<B>, player: Player) -> Vec<Piece> {
        let in_group = |group: B| {
            let places = places(group, player);
            let cells = if places.is_empty() { group } else { places };
            let piece = move |cell| match places.is_empty() {
                true => Piece::Single(board.spot(cell)),
                false => Piece::Domino(board.walk(cell, other_half(cell, player))),
            };
            cells.cells().map(piece)
        };
        board.empty.parts(Self::adjacent).flat_map(in_group).collect()
    }

    fn play<B: Bitboard>(board: &Board<B>, _: Player, action: Piece) -> Board<B> {
        board.without(match action {
            Piece::Domino(domino) => B::cell(domino.from) | B::cell(domino.to),
            Piece::Single(square) => B::cell(square.cell),
        })
    }
}

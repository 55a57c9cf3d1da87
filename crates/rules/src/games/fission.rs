//! Fission: a stone splits into two, which go to the two cells beside it: above and below for Left, left and
//! right for Right. Both cells must be empty.
//!
//! ```
//! use rules::{Notation, Position, games::fission::Fission};
//! use values::Player;
//!
//! let position = Fission::<u64>::read("...|.x.|...").unwrap();
//! let moves = position.moves(Player::Left);
//! assert_eq!(moves[0].to_string(), "B2");
//! assert_eq!(position.play(Player::Left, moves[0]).to_string(), ".x.|...|.x.");
//! ```

use crate::bitboard::{Bitboard, Step};
use crate::{Board, BoardRules, Content, OnBoard, Spot, Symbols, Symmetries};
use values::Player;

/// Stones `x`, empty cells `.`, cells outside of the board `#`.
pub type Fission<B> = OnBoard<FissionRules, B>;

/// The rules of Fission.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FissionRules;

impl BoardRules for FissionRules {
    const SYMBOLS: Symbols =
        Symbols(&[('x', Content::Shared), ('.', Content::Empty), ('#', Content::Outside)]);
    const SYMMETRIES: Symmetries = Symmetries::QUARTER_TURN_NEGATES;

    type Move = Spot;

    fn moves<B: Bitboard>(board: &Board<B>, player: Player) -> Vec<Spot> {
        let [one, other] = apart(player);
        board.spots(board.of(player) & one(board.empty) & other(board.empty))
    }

    fn play<B: Bitboard>(board: &Board<B>, player: Player, action: Spot) -> Board<B> {
        let stone = B::cell(action.cell);
        let [one, other] = apart(player).map(|way: Step<B>| way(stone));
        board.with(stone, Content::Empty).with(one | other, Content::Shared)
    }

    /// A split needs a stone and two empty cells.
    fn is_alive<B: Bitboard>(part: &Board<B>) -> bool {
        !part.occupied().is_empty() && part.empty.count() > 1
    }
}

/// The two directions of the halves of a player's stones.
fn apart<B: Bitboard>(player: Player) -> [Step<B>; 2] {
    match player {
        Player::Left => [Bitboard::north, Bitboard::south],
        Player::Right => [Bitboard::west, Bitboard::east],
    }
}

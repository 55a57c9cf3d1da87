//! Cram: both players place dominoes, upright or flat. It is
//! Domineering made impartial, so every value is a nimber.
//!
//! ```
//! use rules::{Notation, Position, games::cram::Cram};
//! use values::Player;
//!
//! let position = Cram::<u64>::read("..|.#").unwrap();
//! let moves = position.moves(Player::Left);
//! let text: Vec<String> = moves.iter().map(|action| action.to_string()).collect();
//! assert_eq!(text, ["A2-A1", "A2-B2"]);
//! assert_eq!(position.play(Player::Left, moves[1]).to_string(), "##|.#");
//! ```

use super::domineering::DomineeringRules;
use crate::bitboard::Bitboard;
use crate::{Board, BoardRules, OnBoard, Symbols, Symmetries, Walk};
use values::Player;

/// The free cells of a board; taken squares are written `#`.
pub type Cram<B> = OnBoard<CramRules, B>;

/// The rules of Cram.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CramRules;

impl BoardRules for CramRules {
    const SYMBOLS: Symbols = Symbols::FREE_CELLS;
    const SYMMETRIES: Symmetries = Symmetries::IMPARTIAL;

    type Move = Walk;

    fn moves<B: Bitboard>(board: &Board<B>, _: Player) -> Vec<Walk> {
        Player::BOTH.into_iter().flat_map(|like| DomineeringRules::moves(board, like)).collect()
    }

    fn play<B: Bitboard>(board: &Board<B>, player: Player, action: Walk) -> Board<B> {
        DomineeringRules::play(board, player, action)
    }

    fn is_alive<B: Bitboard>(part: &Board<B>) -> bool {
        DomineeringRules::is_alive(part)
    }
}

//! Clobber: a stone moves onto an enemy stone above, below, left or right of it and takes it. A player who
//! cannot move loses.
//!
//! ```
//! use rules::{Notation, Position, games::clobber::Clobber};
//! use values::Player;
//!
//! let position = Clobber::<u64>::read("xo.|.xo").unwrap();
//! let moves = position.moves(Player::Left);
//! let text: Vec<String> = moves.iter().map(|action| action.to_string()).collect();
//! assert_eq!(text, ["A2-B2", "B1-C1", "B1-B2"]);
//! assert_eq!(position.play(Player::Left, moves[2]).to_string(), "XX.|..O");
//! ```

use crate::bitboard::Bitboard;
use crate::{Board, BoardRules, Content, OnBoard, Symbols, Walk};
use values::Player;

/// Stones `X` and `O`. A cell without a stone, `.`, is never entered again and counts as outside.
pub type Clobber<B> = OnBoard<ClobberRules, B>;

/// The rules of Clobber.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClobberRules;

impl BoardRules for ClobberRules {
    const SYMBOLS: Symbols = Symbols(&[
        ('X', Content::Stone(Player::Left)),
        ('O', Content::Stone(Player::Right)),
        ('.', Content::Outside),
        ('#', Content::Outside),
    ]);

    const LONG_ROWS: bool = true;

    type Move = Walk;

    fn moves<B: Bitboard>(board: &Board<B>, player: Player) -> Vec<Walk> {
        let (own, enemy) = (board.of(player), board.of(player.opponent()));
        let mut moves = Vec::new();
        for [ahead, back] in B::WAYS {
            let origins = (own & back(enemy)).cells();
            moves.extend(origins.zip((ahead(own) & enemy).cells()).map(|(from, to)| board.walk(from, to)));
        }
        moves
    }

    fn play<B: Bitboard>(board: &Board<B>, player: Player, action: Walk) -> Board<B> {
        // A cell that a stone has left is never entered again.
        Board { empty: B::NONE, ..board.moved(player, B::cell(action.from), B::cell(action.to)) }
    }

    /// Stones move only onto cells with stones, and stones of one colour cannot capture each other.
    fn is_alive<B: Bitboard>(part: &Board<B>) -> bool {
        part.stones.iter().all(|stones| !stones.is_empty())
    }
}

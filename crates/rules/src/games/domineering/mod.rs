//! Domineering: Left places dominoes upright, Right flat. A player who has no room loses.

mod hints;

use crate::bitboard::{Bitboard, Cell};
use crate::{Board, BoardRules, OnBoard, Symbols, Symmetries, Walk};
use values::Player;

/// The free cells of a board; taken squares are written `#`.
pub type Domineering<B> = OnBoard<DomineeringRules, B>;

/// The rules of Domineering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DomineeringRules;

impl BoardRules for DomineeringRules {
    const SYMBOLS: Symbols = Symbols::FREE_CELLS;
    const SYMMETRIES: Symmetries = Symmetries::QUARTER_TURN_NEGATES;

    /// A domino, named by its two squares.
    type Move = Walk;

    /// Moves near the borders come first. Among equal moves, a search then fills boards from their corners
    /// and has more transpositions.
    fn moves<B: Bitboard>(board: &Board<B>, player: Player) -> Vec<Walk> {
        let Board { width, height, .. } = *board;
        let inset = |&Cell { x, y }: &Cell| match player {
            Player::Left => (x.min(width - 1 - x), y.min(height - 2 - y)),
            Player::Right => (y.min(height - 1 - y), x.min(width - 2 - x)),
        };
        let mut cells: Vec<Cell> = places(board.empty, player).cells().collect();
        cells.sort_by_key(inset);
        cells.into_iter().map(|cell| board.walk(cell, other_half(cell, player))).collect()
    }

    fn play<B: Bitboard>(board: &Board<B>, _: Player, action: Walk) -> Board<B> {
        board.without(B::cell(action.from) | B::cell(action.to))
    }

    fn can_move<B: Bitboard>(board: &Board<B>, player: Player) -> bool {
        !places(board.empty, player).is_empty()
    }

    /// A single square has room for no domino.
    fn is_alive<B: Bitboard>(part: &Board<B>) -> bool {
        part.empty.count() > 1
    }
}

/// The upper or left halves of all places for a domino of a player.
pub(super) fn places<B: Bitboard>(free: B, player: Player) -> B {
    match player {
        Player::Left => free & free.north(),
        Player::Right => free & free.west(),
    }
}

/// The lower or right half of a player's domino.
pub(super) fn other_half(Cell { x, y }: Cell, player: Player) -> Cell {
    match player {
        Player::Left => Cell { x, y: y + 1 },
        Player::Right => Cell { x: x + 1, y },
    }
}

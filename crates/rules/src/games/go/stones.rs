//! Stones, liberties and captures on the board of a Go endgame: which stones live, which points are settled, and
//! what a stone does.

use crate::Board;
use crate::bitboard::{Bitboard, Cell};
use values::{ByPlayer, Player};

/// The points that are outside.
pub(super) fn outside<B: Bitboard>(board: &Board<B>) -> B {
    B::rectangle(board.width, board.height).without(board.inside())
}

/// The stones of a player that live outside.
pub(super) fn alive<B: Bitboard>(board: &Board<B>, player: Player) -> B {
    let stones = board.of(player);
    (stones & outside(board).beside()).spread(stones, Bitboard::beside)
}

/// The stones of both players that live outside.
pub(super) fn living<B: Bitboard>(board: &Board<B>) -> B {
    alive(board, Player::Left) | alive(board, Player::Right)
}

/// The board with only these points in play; all others are outside.
pub(super) fn cut<B: Bitboard>(board: &Board<B>, points: B) -> Board<B> {
    Board { empty: board.empty & points, stones: board.stones.map(|stones| stones & points), ..*board }
}

/// Black stones less white ones.
pub(super) fn ahead<B: Bitboard>(board: &Board<B>, among: B) -> i64 {
    let ByPlayer { left, right } = board.stones.map(|stones| i64::from((stones & among).count()));
    left - right
}

/// The permanent territory of each player.
pub(super) fn territory<B: Bitboard>(board: &Board<B>) -> ByPlayer<B> {
    let alive = ByPlayer::from_fn(|player| alive(board, player));
    let borders = |area: B, player: Player| {
        let stones = area.beside() & board.occupied();
        !stones.is_empty() && stones.without(alive[player]).is_empty()
    };
    let mut territory = ByPlayer::both(B::NONE);
    for area in board.empty.parts(Bitboard::beside) {
        for (player, owned) in Player::BOTH.into_iter().zip(&mut territory) {
            if borders(area, player) {
                *owned = *owned | area;
            }
        }
    }
    territory
}

/// The board without the stones inside parts that one player owns whatever happens.
///
/// Only one player's stones live around such a part, and all its points but one at most are beside them. That player can
/// place a stone on any of these points at any time, and it lives. So the stones of the opponent there have one
/// eye at most and capture nothing: they can be taken, and to do so costs nothing by area without a tax.
pub(super) fn without_dead<B: Bitboard>(board: &Board<B>) -> Board<B> {
    let alive = ByPlayer::from_fn(|player| alive(board, player));
    let mut next = *board;
    for part in board.inside().without(alive.left | alive.right).parts(Bitboard::beside) {
        let beside = part.beside();
        let owner = Player::BOTH.into_iter().find(|&player| (beside & alive[player.opponent()]).is_empty());
        let Some(owner) = owner.filter(|&owner| !(beside & alive[owner]).is_empty()) else { continue };
        if part.without(alive[owner].beside()).count() <= 1 {
            next.stones = next.stones.map(|stones| stones.without(part));
            next.empty = next.empty | part;
        }
    }
    next
}

/// The points that are not settled.
pub(super) fn open<B: Bitboard>(board: &Board<B>) -> B {
    let ByPlayer { left, right } = territory(board);
    board.empty.without(left | right)
}

/// The stones of a player whose block has a liberty, here or outside.
pub(super) fn breathing<B: Bitboard>(board: &Board<B>, player: Player) -> B {
    let stones = board.of(player);
    let free = (stones & board.empty.beside()) | alive(board, player);
    free.spread(stones, Bitboard::beside)
}

/// The board after a stone, and the points of the stones that it captures. `None` means that it is suicide.
pub(super) fn placed<B: Bitboard>(board: &Board<B>, player: Player, cell: Cell) -> Option<(Board<B>, B)> {
    let opponent = player.opponent();
    let mut next = *board;
    next.empty = next.empty.without(B::cell(cell));
    next.stones[player] = next.stones[player] | B::cell(cell);
    let captured = next.stones[opponent].without(breathing(&next, opponent));
    next.stones[opponent] = next.stones[opponent].without(captured);
    next.empty = next.empty | captured;
    (next.stones[player] == breathing(&next, player)).then_some((next, captured))
}

/// Has this stone, on the board after it, captured in a ko? Then it stands alone, has taken one stone, and has
/// no liberty but that point, so that retaking it restores the board.
pub(super) fn takes_ko<B: Bitboard>(board: &Board<B>, player: Player, cell: Cell, captured: B) -> bool {
    let around = B::cell(cell).beside() & B::rectangle(board.width, board.height);
    let others = around.without(captured);
    captured.count() == 1 && (others & board.of(player.opponent())) == others
}

/// The score by area if play stops now: territory borders on one player only.
pub(super) fn score<B: Bitboard>(board: &Board<B>) -> i64 {
    let mut score = 0;
    for area in board.empty.parts(Bitboard::beside) {
        let ByPlayer { left, right } = board.stones.map(|stones| !(area.beside() & stones).is_empty());
        score += i64::from(area.count()) * (i64::from(left) - i64::from(right));
    }
    score + ahead(board, board.inside())
}

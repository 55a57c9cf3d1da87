//! Static knowledge about Amazons: the squares that each player can reach, and the player who is nearer to a
//! square.

use super::AmazonsRules;
use super::forecast::features;
use crate::bitboard::{Bitboard, Cell};
use crate::{AnyPosition, Board, BoardHints, BoardRules, Features};
use values::{ByPlayer, Dyadic, Player};

impl BoardHints for AmazonsRules {
    /// Where no region has queens of both players, the position is a number: each player counts moves.
    fn number<B: Bitboard>(board: &Board<B>) -> Option<Dyadic> {
        let ByPlayer { left, right } = board.stones;
        if !(left.spread(board.inside(), Bitboard::around) & right).is_empty() {
            return None;
        }
        let mut steps = 1_000;
        let [left, right] = Player::BOTH.map(|player| moves_alone(board, player, &mut steps).map(i64::from));
        Dyadic::integer(left? - right?).ok()
    }

    fn longest_play<B: Bitboard>(board: &Board<B>) -> Option<u32> {
        let [left, right] = Player::BOTH.map(|player| reach(board, player));
        Some((left | right).count())
    }

    /// A player makes at most one move for each square that the player's queens can ever reach while the
    /// other stays, and at least the guaranteed moves.
    fn bounds<B: Bitboard>(board: &Board<B>) -> Option<(Dyadic, Dyadic)> {
        let reach = ByPlayer::from_fn(|player| reach(board, player));
        let sure = ByPlayer::from_fn(|player| sure_moves(board, player, reach));
        let most = |player: Player| reach[player].count() as i32 - sure[player.opponent()] as i32;
        Some((Dyadic::from(-most(Player::Right)), Dyadic::from(most(Player::Left))))
    }

    fn ordering<B: Bitboard>(board: &Board<B>) -> Option<i32> {
        Some(by_queen(board))
    }

    /// Distances in queen moves and in king moves have equal weights. 3/8 of their sum is the best estimate
    /// of exact means.
    fn evaluation<B: Bitboard>(board: &Board<B>) -> Option<i32> {
        let ByPlayer { left, right } = nearer(board, Bitboard::around);
        Some(3 * (by_queen(board) + left as i32 - right as i32))
    }

    fn features<B: Bitboard>(board: &Board<B>) -> Option<Features> {
        Some(features(board))
    }
}

/// A warning for the author of a strange position. `None` means that there is nothing to warn of.
pub(crate) fn warning(position: &AnyPosition) -> Option<&'static str> {
    let has_queens = position.to_string().contains(['X', 'O']);
    (!has_queens).then_some("there are no queens on this board")
}

/// The empty squares that a player's queens can ever reach.
pub(super) fn reach<B: Bitboard>(board: &Board<B>, player: Player) -> B {
    let open = board.empty | board.of(player);
    board.of(player).spread(open, |part| part | part.around()) & board.empty
}

/// The maximum number of moves of a player where the other has no queen. `None` means that the search ran out
/// of steps.
fn moves_alone<B: Bitboard>(board: &Board<B>, player: Player, steps: &mut u32) -> Option<u32> {
    let options = AmazonsRules::options(board, player).into_iter();
    let mut options: Vec<(u32, Board<B>)> =
        options.map(|option| (reach(&option, player).count(), option)).collect();
    options.sort_by_key(|&(reach, _)| std::cmp::Reverse(reach));
    let mut most = 0;
    for (reach, option) in options {
        if reach < most {
            break;
        }
        *steps = steps.checked_sub(1)?;
        most = most.max(1 + moves_alone(&option, player, steps)?);
    }
    Some(most)
}

/// The number of moves that a player is guaranteed. A single queen that keeps the other from some squares
/// walks through them and burns every square it leaves, so the other cannot follow.
pub(super) fn sure_moves<B: Bitboard>(board: &Board<B>, player: Player, reach: ByPlayer<B>) -> u32 {
    let mut queen = board.of(player);
    let mut free = reach[player].without(reach[player.opponent()]);
    if free.is_empty() || queen.count() != 1 {
        return 0;
    }
    let mut moves = 0;
    loop {
        let next = queen.around() & free;
        // Prefers a square with a free neighbour, from which the walk goes on.
        let goes_on = |cell: &Cell| !(B::cell(*cell).around() & free).is_empty();
        let Some(cell) = next.cells().find(goes_on).or_else(|| next.first()) else { return moves };
        queen = B::cell(cell);
        free = free.without(queen);
        moves += 1;
    }
}

/// The number of squares that Left is ahead by, counted in moves of a queen.
fn by_queen<B: Bitboard>(board: &Board<B>) -> i32 {
    let ByPlayer { left, right } = nearer(board, |from| from.lines(board.empty));
    left as i32 - right as i32
}

/// The number of squares to which each player's queens are nearer, counted in steps: an estimate of the final
/// territory.
pub(super) fn nearer<B: Bitboard>(board: &Board<B>, step: impl Fn(B) -> B) -> ByPlayer<u32> {
    let mut reached = board.stones;
    let mut nearer = ByPlayer::both(0);
    let mut free = board.empty;
    loop {
        let next = reached.map(|from| step(from) & free);
        if next.iter().all(|squares| squares.is_empty()) {
            return nearer;
        }
        nearer.left += next.left.without(next.right).count();
        nearer.right += next.right.without(next.left).count();
        free = free.without(next.left | next.right);
        reached = next;
    }
}

//! The open parts of a Go endgame by area, with kos: positions that may come back, and the moves between them.
//! Nothing is searched here; what the positions are worth is the question of ko thermographs.

use super::{Go, stones};
use crate::bitboard::Bitboard;
use crate::{Board, Spot};
use derive_more::Display;
use values::Player;

/// The parts of a Go endgame in which points are open. Settled parts are left out, so that positions which
/// differ in them alone are one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
pub struct Endgame<B> {
    board: Board<B>,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EndgameMove<B> {
    /// Where the stone is placed.
    pub at: Spot,
    /// The position after it.
    pub to: Endgame<B>,
    /// The score by area of what the move settles for good.
    pub settled: i64,
    /// Does it capture in a ko: may the opponent not retake at once, since that would restore the position?
    pub ko: bool,
}

impl<B: Bitboard> Endgame<B> {
    /// The open parts of a position, and the score by area of the rest without the points behind the rows.
    #[must_use]
    pub fn of<const TERRITORY: bool>(position: &Go<B, TERRITORY>) -> (Self, i64) {
        Self::open_parts(&position.board)
    }

    fn open_parts(board: &Board<B>) -> (Self, i64) {
        let board = &stones::without_dead(board);
        let (living, open) = (stones::living(board), stones::open(board));
        let mut points = B::NONE;
        for part in board.inside().without(living).parts(Bitboard::beside) {
            if !(part & open).is_empty() {
                points = points | part | (part.beside() & living);
            }
        }
        let parts = stones::cut(board, points);
        (Self { board: parts }, stones::score(board) - stones::score(&parts))
    }

    /// The independent parts. Each has the living stones beside it, and the sum of their scores is more than
    /// that of the whole by the second number.
    #[must_use]
    pub fn parts(&self) -> (Vec<Self>, i64) {
        let living = stones::living(&self.board);
        let parts = self.board.inside().without(living).parts(Bitboard::beside);
        let parts: Vec<Self> = parts
            .map(|part| Self { board: stones::cut(&self.board, part | (part.beside() & living)) })
            .collect();
        let twice = parts.iter().map(Self::score).sum::<i64>() - self.score();
        (parts, twice)
    }

    /// The number of open points.
    #[must_use]
    pub fn open_points(&self) -> u32 {
        stones::open(&self.board).count()
    }

    /// The score by area if both players pass.
    #[must_use]
    pub fn score(&self) -> i64 {
        stones::score(&self.board)
    }

    /// Bounds on the score of every line of play: each player keeps the living stones and the settled points.
    #[must_use]
    pub fn range(&self) -> [i64; 2] {
        let all = i64::from(self.board.inside().count());
        let territory = stones::territory(&self.board);
        let [left, right] = Player::BOTH
            .map(|player| i64::from((stones::alive(&self.board, player) | territory[player]).count()));
        [2 * left - all, all - 2 * right]
    }

    /// The moves of a player.
    #[must_use]
    pub fn moves(&self, player: Player) -> Vec<EndgameMove<B>> {
        let mut moves = Vec::new();
        for cell in stones::open(&self.board).cells() {
            let Some((next, captured)) = stones::placed(&self.board, player, cell) else { continue };
            let (to, settled) = Self::open_parts(&next);
            let ko = stones::takes_ko(&next, player, cell, captured);
            moves.push(EndgameMove { at: self.board.spot(cell), to, settled, ko });
        }
        moves
    }
}

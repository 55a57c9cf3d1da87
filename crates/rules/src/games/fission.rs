//! Fission: a stone splits in two, which come to lie on the two cells beside it,
//! above and below for Left, left and right for Right. Both cells must be empty.
//!
//! ```
//! use rules::{Position, games::fission::Fission};
//! use values::Player;
//!
//! let position = Fission::<u64>::read("...|.x.|...").unwrap();
//! let moves = position.moves(Player::Left);
//! assert_eq!(moves[0].to_string(), "B2");
//! assert_eq!(position.play(Player::Left, moves[0]).to_string(), ".x.|...|.x.");
//! ```

use crate::bitboard::{Bitboard, Step, Symmetry};
use crate::{Board, BoardError, Content, Position, Regions, Spot};
use std::fmt;
use values::Player;

/// Stones `x`, empty cells `.`, cells outside of the board `#`.
/// On the board below, every stone belongs to both players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fission<P>(Board<P>);

/// The two ways in which the halves of a player's stones fly.
fn apart<P: Bitboard>(player: Player) -> [Step<P>; 2] {
    match player {
        Player::Left => [Bitboard::north, Bitboard::south],
        Player::Right => [Bitboard::west, Bitboard::east],
    }
}

impl<P: Bitboard> Position for Fission<P> {
    type Move = Spot;

    fn read(text: &str) -> Result<Self, BoardError> {
        let board = Board::read(text, "x, . and #", |found| match found {
            'x' => Some(Content::Stone(Player::Left)),
            '.' => Some(Content::Empty),
            '#' => Some(Content::Outside),
            _ => None,
        });
        board.map(|board| Self(Board { stones: [board.stones[0]; 2], ..board }))
    }

    fn moves(&self, player: Player) -> Vec<Spot> {
        let [one, other] = apart(player);
        let stones = self.0.of(player) & one(self.0.empty) & other(self.0.empty);
        stones.cells().map(|cell| self.0.spot(cell)).collect()
    }

    fn play(&self, player: Player, action: Spot) -> Self {
        let stone = P::cell(action.cell);
        let [one, other] = apart(player);
        let halves = one(stone) | other(stone);
        let stones = self.0.stones.map(|stones| stones.without(stone) | halves);
        Self(Board { empty: (self.0.empty | stone).without(halves), stones, ..self.0 })
    }

    fn regions(&self) -> Regions<Self> {
        // Stones only come to lie beside where they were; a split needs a stone and two empty cells.
        let parts = self.0.inside().parts(Bitboard::beside);
        let alive =
            parts.filter(|&part| !(part & self.0.stones[0]).is_empty() && (part & self.0.empty).count() > 1);
        alive.map(|part| Self(self.0.cut(part))).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        // Exchanging rows and columns exchanges the players.
        let (turns, negating) = Symmetry::ALL.split_at(4);
        let (board, negative) = self.0.normal_form(turns, negating);
        (Self(board), negative)
    }

    /// Every split needs two empty cells and leaves one less than there were.
    fn longest_play(&self) -> Option<u32> {
        Some(self.0.empty.count().saturating_sub(1))
    }
}

impl<P: Bitboard> fmt::Display for Fission<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f, |content| match content {
            Content::Outside => '#',
            Content::Empty => '.',
            Content::Stone(_) => 'x',
        })
    }
}

//! Clobber: a stone moves onto an enemy stone above, below, left or right of it
//! and takes it. Whoever cannot take loses.
//!
//! ```
//! use rules::{Position, games::clobber::Clobber};
//! use values::Player;
//!
//! let position = Clobber::<u64>::read("xo.|.xo").unwrap();
//! let moves = position.moves(Player::Left);
//! let text: Vec<String> = moves.iter().map(|action| action.to_string()).collect();
//! assert_eq!(text, ["A2-B2", "B1-C1", "B1-B2"]);
//! assert_eq!(position.play(Player::Left, moves[2]).to_string(), "XX.|..O");
//! ```

use crate::bitboard::{Bitboard, Symmetry};
use crate::{Board, BoardError, Content, Position, Regions, Tabled, Walk};
use std::fmt;
use values::Player;

/// Stones `X` and `O`. A cell without a stone, `.`, is never entered again and counts as outside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clobber<P>(Board<P>);

impl<P: Bitboard> Clobber<P> {
    /// The position on a board; cells without a stone are outside.
    #[must_use]
    pub fn new(board: Board<P>) -> Self {
        Self(Board { empty: P::NONE, ..board })
    }
}

impl<P: Bitboard> Position for Clobber<P> {
    type Move = Walk;

    fn read(text: &str) -> Result<Self, BoardError> {
        let board = Board::read(text, "X, O, . and #", |found| match found {
            'x' => Some(Content::Stone(Player::Left)),
            'o' => Some(Content::Stone(Player::Right)),
            '.' | '#' => Some(Content::Outside),
            _ => None,
        });
        board.map(Self)
    }

    fn moves(&self, player: Player) -> Vec<Walk> {
        let (own, enemy) = (self.0.of(player), self.0.of(player.opponent()));
        let mut moves = Vec::new();
        for [ahead, back] in P::WAYS {
            let origins = (own & back(enemy)).cells();
            moves.extend(origins.zip((ahead(own) & enemy).cells()).map(|(from, to)| self.0.walk(from, to)));
        }
        moves
    }

    fn play(&self, player: Player, action: Walk) -> Self {
        let mut board = self.0;
        let (from, to) = (P::cell(action.from), P::cell(action.to));
        board.stones = board.stones.map(|stones| stones.without(from | to));
        board.stones[player as usize] = board.stones[player as usize] | to;
        Self(board)
    }

    fn regions(&self) -> Regions<Self> {
        // Stones only ever stand where stones stand now; among stones of one colour nobody can take.
        let mixed = |&part: &P| self.0.stones.iter().all(|&stones| !(part & stones).is_empty());
        let parts = self.0.inside().parts(Bitboard::beside).filter(mixed);
        parts.map(|part| Self(self.0.cut(part))).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        let (board, negative) = self.0.normal_form(&Symmetry::ALL, &Symmetry::ALL);
        (Self(board), negative)
    }

    fn tabled(&self) -> Option<Tabled> {
        Some(Tabled { game: "clobber", board: self.0.small()? })
    }

    /// Every move takes a stone, and one stone stays.
    fn longest_play(&self) -> Option<u32> {
        Some(self.0.inside().count().saturating_sub(1))
    }
}

impl<P: Bitboard> fmt::Display for Clobber<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f, |content| match content {
            Content::Stone(Player::Left) => 'X',
            Content::Stone(Player::Right) => 'O',
            Content::Empty | Content::Outside => '.',
        })
    }
}

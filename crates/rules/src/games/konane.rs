//! Konane, Hawaiian checkers: a stone jumps over an enemy stone beside it into
//! the empty cell behind and takes it; it may go on jumping in the same direction.
//!
//! Several jumps of a move go along one straight line, as usual, and a player may stop after
//! any of them. The opening, where each player takes away one stone, is not part of this game:
//! a position shows the board after it.
//!
//! ```
//! use rules::{Position, games::konane::Konane};
//! use values::Player;
//!
//! let position = Konane::<u64>::read("xo.o.").unwrap();
//! let moves = position.moves(Player::Left);
//! let text: Vec<String> = moves.iter().map(|action| action.to_string()).collect();
//! assert_eq!(text, ["A1-C1", "A1-E1"]);
//! assert_eq!(position.play(Player::Left, moves[1]).to_string(), "....X");
//! ```

use crate::bitboard::{Bitboard, Step, Symmetry};
use crate::{Board, BoardError, Position, Regions, Walk};
use std::fmt;
use values::Player;

/// Stones `X` and `O`, empty cells `.`, cells outside of the board `#`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Konane<P>(Board<P>);

/// A cell over which, in the direction given, a jump may once become possible.
struct Jump<P> {
    ahead: Step<P>,
    back: Step<P>,
    over: P,
}

impl<P: Bitboard> Konane<P> {
    /// All jumps that can ever be made, and more: as if stones could jump without being taken or in the way.
    fn jumps(&self) -> Vec<Jump<P>> {
        let inside = self.0.inside();
        let mut reach = self.0.stones;
        loop {
            let mut jumps = Vec::with_capacity(8);
            let mut further = reach;
            for player in Player::BOTH {
                let (own, enemy) = (reach[player as usize], reach[player.opponent() as usize]);
                for [ahead, back] in P::WAYS {
                    let over = ahead(own) & enemy & back(inside);
                    jumps.push(Jump { ahead, back, over });
                    further[player as usize] = further[player as usize] | ahead(over);
                }
            }
            if further == reach {
                return jumps;
            }
            reach = further;
        }
    }
}

impl<P: Bitboard> Position for Konane<P> {
    type Move = Walk;

    fn read(text: &str) -> Result<Self, BoardError> {
        Board::read_usual(text).map(Self)
    }

    fn moves(&self, player: Player) -> Vec<Walk> {
        let (own, enemy) = (self.0.of(player), self.0.of(player.opponent()));
        let mut moves = Vec::new();
        for [ahead, _] in P::WAYS {
            for from in own.cells() {
                let jump = |cell: P| ahead(ahead(cell) & enemy) & self.0.empty;
                let targets =
                    std::iter::successors(jump(P::cell(from)).first(), |&to| jump(P::cell(to)).first());
                moves.extend(targets.map(|to| self.0.walk(from, to)));
            }
        }
        moves
    }

    fn play(&self, player: Player, action: Walk) -> Self {
        let (from, to) = (action.from, action.to);
        let columns = from.x.min(to.x)..=from.x.max(to.x);
        let line = columns.flat_map(|x| (from.y.min(to.y)..=from.y.max(to.y)).map(move |y| (x, y)));
        let cleared = line.fold(P::NONE, |cells, (x, y)| cells | P::cell(crate::bitboard::Cell { x, y }));
        let mut board = self.0;
        board.stones = board.stones.map(|stones| stones.without(cleared));
        board.stones[player as usize] = board.stones[player as usize] | P::cell(to);
        board.empty = (board.empty | cleared).without(P::cell(to));
        Self(board)
    }

    fn regions(&self) -> Regions<Self> {
        let jumps = self.jumps();
        let whole = |jump: &Jump<P>, over: P| over | (jump.ahead)(over) | (jump.back)(over);
        let used = jumps.iter().fold(P::NONE, |used, jump| used | whole(jump, jump.over));
        // Whether a jump can be made and what it changes is a matter of its three cells:
        // cells that no chain of possible jumps connects never matter to each other.
        let connected = |cells: P| {
            jumps.iter().fold(P::NONE, |all, jump| all | whole(jump, jump.over & whole(jump, cells)))
        };
        used.parts(connected).map(|part| Self(self.0.cut(part))).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        let (board, negative) = self.0.normal_form(&Symmetry::ALL, &Symmetry::ALL);
        (Self(board), negative)
    }

    /// Every move takes a stone, and one stone stays.
    fn longest_play(&self) -> Option<u32> {
        Some((self.0.stones[0] | self.0.stones[1]).count().saturating_sub(1))
    }
}

impl<P: Bitboard> fmt::Display for Konane<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

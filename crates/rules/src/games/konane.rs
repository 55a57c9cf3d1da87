//! Konane, Hawaiian checkers: a stone jumps over an enemy stone beside it into
//! the empty cell behind and takes it; it may go on jumping in the same direction.
//!
//! Several jumps of a move go along one straight line, as usual, and a player may stop after
//! any of them. The opening, where each player takes away one stone, is not part of this game:
//! a position shows the board after it.
//!
//! ```
//! use rules::{Notation, Position, games::konane::Konane};
//! use values::Player;
//!
//! let position = Konane::<u64>::read("xo.o.").unwrap();
//! let moves = position.moves(Player::Left);
//! let text: Vec<String> = moves.iter().map(|action| action.to_string()).collect();
//! assert_eq!(text, ["A1-C1", "A1-E1"]);
//! assert_eq!(position.play(Player::Left, moves[1]).to_string(), "....X");
//! ```

use crate::bitboard::{Bitboard, Cell, Step};
use crate::{Board, BoardRules, Content, OnBoard, Walk};
use values::Player;

/// Stones `X` and `O`, empty cells `.`, cells outside of the board `#`.
pub type Konane<B> = OnBoard<KonaneRules, B>;

/// The rules of Konane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KonaneRules;

impl BoardRules for KonaneRules {
    type Move = Walk;

    fn moves<B: Bitboard>(board: &Board<B>, player: Player) -> Vec<Walk> {
        let (own, enemy) = (board.of(player), board.of(player.opponent()));
        let mut moves = Vec::new();
        for [ahead, _] in B::WAYS {
            let jump = |from: &Cell| (ahead(ahead(B::cell(*from)) & enemy) & board.empty).first();
            for from in own.cells() {
                let targets = std::iter::successors(jump(&from), jump);
                moves.extend(targets.map(|to| board.walk(from, to)));
            }
        }
        moves
    }

    fn play<B: Bitboard>(board: &Board<B>, player: Player, Walk { from, to, .. }: Walk) -> Board<B> {
        let columns = from.x.min(to.x)..=from.x.max(to.x);
        let line = columns.flat_map(|x| (from.y.min(to.y)..=from.y.max(to.y)).map(move |y| Cell { x, y }));
        let cleared = line.fold(B::NONE, |cells, cell| cells | B::cell(cell));
        board.with(cleared, Content::Empty).with(B::cell(to), Content::Stone(player))
    }

    /// The legality and the effect of a jump depend only on its three cells. Cells without a chain of
    /// possible jumps between them are independent.
    fn regions<B: Bitboard>(board: &Board<B>) -> impl Iterator<Item = Board<B>> {
        let jumps = jumps(board);
        let whole = |jump: &Jump<B>, over: B| over | (jump.ahead)(over) | (jump.back)(over);
        let used = jumps.iter().fold(B::NONE, |used, jump| used | whole(jump, jump.over));
        let connected = move |cells: B| {
            jumps.iter().fold(B::NONE, |all, jump| all | whole(jump, jump.over & whole(jump, cells)))
        };
        used.parts(connected).map(|part| board.cut(part))
    }
}

/// The cells over which a jump in one direction may become possible.
struct Jump<B> {
    ahead: Step<B>,
    back: Step<B>,
    over: B,
}

/// A superset of all jumps that can ever be made: stones are never captured and never in the way.
fn jumps<B: Bitboard>(board: &Board<B>) -> Vec<Jump<B>> {
    let inside = board.inside();
    let mut reach = board.stones;
    loop {
        let mut jumps = Vec::with_capacity(8);
        let mut further = reach;
        for player in Player::BOTH {
            let (own, enemy) = (reach[player], reach[player.opponent()]);
            for [ahead, back] in B::WAYS {
                let over = ahead(own) & enemy & back(inside);
                jumps.push(Jump { ahead, back, over });
                further[player] = further[player] | ahead(over);
            }
        }
        if further == reach {
            return jumps;
        }
        reach = further;
    }
}

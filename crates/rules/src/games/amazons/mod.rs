//! The Game of the Amazons: a queen moves like a chess queen and then shoots an
//! arrow, which also flies like a chess queen and burns the square it lands on.

mod duel;
mod forecast;
pub(crate) mod hints;
pub(crate) mod sgf;

pub use duel::Duel;

use crate::bitboard::{Bitboard, Cell};
use crate::{Board, BoardError, BoardRules, CellName, Grid, OnBoard};
use derive_more::Display;
use values::Player;

/// Queens `X` and `O`, empty squares `.`, burnt squares `#`.
pub type Amazons<B> = OnBoard<AmazonsRules, B>;

/// The rules of the Game of the Amazons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AmazonsRules;

/// A queen goes from a square to another and shoots at a third, written `D4-C4xC2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
#[display("{}-{}x{}", names[0], names[1], names[2])]
pub struct Action {
    cells: [Cell; 3],
    names: [CellName; 3],
}

impl BoardRules for AmazonsRules {
    type Move = Action;

    fn moves<B: Bitboard>(board: &Board<B>, player: Player) -> Vec<Action> {
        each_move(board, player, |cells| Action { cells, names: cells.map(|cell| board.name(cell)) })
    }

    fn play<B: Bitboard>(board: &Board<B>, player: Player, action: Action) -> Board<B> {
        after(board, player, action.cells)
    }

    fn options<B: Bitboard>(board: &Board<B>, player: Player) -> Vec<Board<B>> {
        each_move(board, player, |cells| after(board, player, cells))
    }

    /// Neither queens nor arrows pass burnt squares.
    fn adjacent<B: Bitboard>(cells: B) -> B {
        cells.around()
    }

    fn is_alive<B: Bitboard>(part: &Board<B>) -> bool {
        !part.occupied().is_empty() && !part.empty.is_empty()
    }

    /// Reads rows, or the last position of an SGF record.
    fn grid(text: &str) -> Result<Grid, BoardError> {
        if text.trim_start().starts_with('(') { sgf::read(text) } else { Grid::read(text) }
    }
}

/// Calls `make` with the origin, the target and the arrow of every move.
fn each_move<B: Bitboard, T>(board: &Board<B>, player: Player, make: impl Fn([Cell; 3]) -> T) -> Vec<T> {
    let mut made = Vec::with_capacity(64);
    for from in board.of(player).cells() {
        for to in B::cell(from).lines(board.empty).cells() {
            let free = (board.empty | B::cell(from)).without(B::cell(to));
            made.extend(B::cell(to).lines(free).cells().map(|arrow| make([from, to, arrow])));
        }
    }
    made
}

fn after<B: Bitboard>(board: &Board<B>, player: Player, cells: [Cell; 3]) -> Board<B> {
    let [from, to, arrow] = cells.map(B::cell);
    board.moved(player, from, to).without(arrow)
}

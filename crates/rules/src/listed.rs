//! Which games have tables, and what identifies a position in one? A game has tables if its positions on a
//! small board can be enumerated: a position is its board, and a [`Layout`] says which boards exist.

use crate::bitboard::{Huge, Large, Small, Strip};
use crate::games::amazons::{Amazons, AmazonsRules};
use crate::games::clobber::{Clobber, ClobberRules};
use crate::games::domineering::{Domineering, DomineeringRules};
use crate::games::nogo::NoGo;
use crate::{Board, BoardRules, OnBoard, Position, RULESETS};
use std::any::Any;
use std::sync::LazyLock;

/// A position in a table of all positions of a game: its board and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tabled {
    /// The name of the game.
    pub game: &'static str,
    /// The board.
    pub board: Board<Small>,
}

impl Tabled {
    /// The position as a key of a table. `None` means that no table can have it.
    #[must_use]
    pub fn of(position: &dyn Any) -> Option<Self> {
        let games: [(&'static str, BoardOf); 4] = [
            ("amazons", on_board::<AmazonsRules>),
            ("clobber", on_board::<ClobberRules>),
            ("domineering", on_board::<DomineeringRules>),
            ("nogo", nogo),
        ];
        games.into_iter().find_map(|(game, board)| Some(Self { game, board: board(position)? }))
    }
}

/// The board of a position. `None` means that it is of another game, or that no table can have it.
type BoardOf = fn(&dyn Any) -> Option<Board<Small>>;

/// The board of a position of these rules. `None` means that it does not fit the smallest bitboard.
fn on_board<R: BoardRules>(position: &dyn Any) -> Option<Board<Small>> {
    let on = |position: Option<&OnBoard<R, Small>>| position.map(|position| *position.board());
    on(position.downcast_ref())
        .or_else(|| position.downcast_ref::<OnBoard<R, Large>>()?.board().small())
        .or_else(|| position.downcast_ref::<OnBoard<R, Huge>>()?.board().small())
        .or_else(|| position.downcast_ref::<OnBoard<R, Strip>>()?.board().small())
}

/// The board of a NoGo position. `None` means that the region has marks beyond its board.
fn nogo(position: &dyn Any) -> Option<Board<Small>> {
    let small = position.downcast_ref().and_then(NoGo::<Small>::plain_board).copied();
    small
        .or_else(|| position.downcast_ref::<NoGo<Large>>()?.plain_board()?.small())
        .or_else(|| position.downcast_ref::<NoGo<Huge>>()?.plain_board()?.small())
        .or_else(|| position.downcast_ref::<NoGo<Strip>>()?.plain_board()?.small())
}

/// A game whose positions can be enumerated.
pub trait Listed: Position {
    /// How positions are enumerated.
    const LAYOUT: Layout;

    /// The position with this board. `None` means that it is not legal.
    fn on(board: Board<Small>) -> Option<Self>;

    /// The board of a position.
    fn tabled(&self) -> Board<Small>;
}

/// The content of a board that identifies a position, and its change by a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// Free cells, which become fewer. A rotation by a quarter exchanges the players.
    Cells,
    /// Stones of two colours, which become fewer.
    Stones,
    /// Stones of two colours, which become more, on a board whose edges matter.
    Placed,
    /// Cells, which become fewer, and queens of two colours on them.
    Queens,
}

/// A computation on a game whose positions can be enumerated.
pub trait ListedVisitor {
    /// The result.
    type Output;
    /// Runs the computation.
    fn visit<P: Listed>(self) -> Self::Output;
}

/// The names of all such games: those of [`RULESETS`] that have a [layout](crate::Ruleset::layout).
pub static LISTED: LazyLock<Vec<&str>> = LazyLock::new(|| {
    RULESETS.iter().filter(|ruleset| ruleset.layout().is_some()).map(|ruleset| &*ruleset.name).collect()
});

/// Runs the computation for the game of this name. `None` means that its positions cannot be enumerated.
pub fn listed<V: ListedVisitor>(game: &str, visitor: V) -> Option<V::Output> {
    Some(match game {
        "amazons" => visitor.visit::<Amazons<Small>>(),
        "clobber" => visitor.visit::<Clobber<Small>>(),
        "domineering" => visitor.visit::<Domineering<Small>>(),
        "nogo" => visitor.visit::<NoGo<Small>>(),
        _ => return None,
    })
}

/// All boards of a game are positions.
macro_rules! every_board {
    ($($position:ident: $layout:ident),*) => {
        $(impl Listed for $position<Small> {
            const LAYOUT: Layout = Layout::$layout;

            fn on(board: Board<Small>) -> Option<Self> {
                Some(Self::new(board))
            }

            fn tabled(&self) -> Board<Small> {
                *self.board()
            }
        })*
    };
}

every_board!(Amazons: Queens, Clobber: Stones, Domineering: Cells);

impl Listed for NoGo<Small> {
    const LAYOUT: Layout = Layout::Placed;

    fn on(board: Board<Small>) -> Option<Self> {
        Self::new(board)
    }

    fn tabled(&self) -> Board<Small> {
        *self.plain_board().expect("positions of whole boards have no marks")
    }
}

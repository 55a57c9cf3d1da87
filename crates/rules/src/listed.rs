//! Games whose positions on a small board can all be listed, for tables of them: what tells their positions apart.

use crate::bitboard::Small;
use crate::games::{amazons::Amazons, clobber::Clobber, domineering::Domineering, nogo::NoGo};
use crate::{Board, Position};
use std::sync::OnceLock;
use values::{ThermographId, Thermographs, ValueId, Values};

/// A position in a table of all positions of a game: nothing but what is on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tabled {
    /// The name of the game.
    pub game: &'static str,
    /// The board.
    pub board: Board<Small>,
}

/// A game whose positions can be listed.
pub trait Listed: Position {
    /// How they are listed.
    const LAYOUT: Layout;

    /// The position with this board, if it is a legal one.
    fn on(board: Board<Small>) -> Option<Self>;
}

/// What tells the positions of a game apart, and what becomes of it in a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// Free cells, which become fewer. Turned by a quarter, players are exchanged.
    Cells,
    /// Stones of two colours, which become fewer.
    Stones,
    /// Stones of two colours, which become more, on a board whose edges matter.
    Placed,
    /// Cells, which become fewer, and queens of two colours on them.
    Queens,
}

/// Somebody who knows thermographs without search.
pub trait Knowledge: Send + Sync {
    /// The thermograph of a position, if it is known.
    fn thermograph(&self, position: &Tabled, graphs: &Thermographs) -> Option<ThermographId>;
    /// The canonical form of a position, if it is known.
    fn value(&self, position: &Tabled, values: &Values) -> Option<ValueId>;
}

static KNOWN: OnceLock<Box<dyn Knowledge>> = OnceLock::new();

/// Tells all searches and players of this process what is known, once and for all. What is known is exact, so it changes no
/// result, only how soon it is found. `false` if somebody did so before.
pub fn learn(knowledge: Box<dyn Knowledge>) -> bool {
    KNOWN.set(knowledge).is_ok()
}

/// The thermograph of a position, if somebody knows it.
#[must_use]
pub fn known<P: Position>(position: &P, graphs: &Thermographs) -> Option<ThermographId> {
    KNOWN.get()?.thermograph(&position.tabled()?, graphs)
}

/// The canonical form of a position, if somebody knows it.
#[must_use]
pub fn known_value<P: Position>(position: &P, values: &Values) -> Option<ValueId> {
    KNOWN.get()?.value(&position.tabled()?, values)
}

/// Something to be done with a game whose positions can be listed.
pub trait ListedVisitor {
    /// What comes out of it.
    type Output;
    /// Does it.
    fn visit<P: Listed>(self) -> Self::Output;
}

/// The names of all such games.
pub const LISTED: [&str; 4] = ["amazons", "clobber", "domineering", "nogo"];

/// Does something with the game of this name; `None` if its positions cannot be listed.
pub fn listed<V: ListedVisitor>(game: &str, visitor: V) -> Option<V::Output> {
    Some(match game {
        "amazons" => visitor.visit::<Amazons<Small>>(),
        "clobber" => visitor.visit::<Clobber<Small>>(),
        "domineering" => visitor.visit::<Domineering<Small>>(),
        "nogo" => visitor.visit::<NoGo<Small>>(),
        _ => return None,
    })
}

impl Listed for Amazons<Small> {
    const LAYOUT: Layout = Layout::Queens;

    fn on(board: Board<Small>) -> Option<Self> {
        Some(Self::new(board))
    }
}

impl Listed for Clobber<Small> {
    const LAYOUT: Layout = Layout::Stones;

    fn on(board: Board<Small>) -> Option<Self> {
        Some(Self::new(board))
    }
}

impl Listed for Domineering<Small> {
    const LAYOUT: Layout = Layout::Cells;

    fn on(board: Board<Small>) -> Option<Self> {
        Some(Self::new(board))
    }
}

impl Listed for NoGo<Small> {
    const LAYOUT: Layout = Layout::Placed;

    fn on(board: Board<Small>) -> Option<Self> {
        Self::new(board)
    }
}

//! Games that are played on a board and need nothing else: they declare symbols and symmetries, say what moves there
//! are, and get reading, writing, normal forms and regions for it.

use super::{Board, BoardError, Grid, Symbols, Symmetries};
use crate::bitboard::Bitboard;
use crate::{Hints, Notation, Position, Regions};
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::marker::PhantomData;
use values::Player;

/// The rules of a game on a board; [`OnBoard`] is a position of it.
pub trait BoardRules: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The characters of the board.
    const SYMBOLS: Symbols = Symbols::USUAL;

    /// Which boards are alike.
    const SYMMETRIES: Symmetries = Symmetries::ALL;

    /// A move, written the way players write it.
    type Move: Copy + Eq + Hash + Debug + Display + Send + Sync;

    /// The moves of a player.
    fn moves<B: Bitboard>(board: &Board<B>, player: Player) -> Vec<Self::Move>;

    /// The board after a move of that player.
    fn play<B: Bitboard>(board: &Board<B>, player: Player, action: Self::Move) -> Board<B>;

    /// The boards that a player can move to; override where they are found faster without naming the moves.
    fn options<B: Bitboard>(board: &Board<B>, player: Player) -> Vec<Board<B>> {
        Self::moves(board, player).into_iter().map(|action| Self::play(board, player, action)).collect()
    }

    /// Can this player move?
    fn can_move<B: Bitboard>(board: &Board<B>, player: Player) -> bool {
        !Self::moves(board, player).is_empty()
    }

    /// The cells that a move on these cells can change or depend on. Cells that no chain of them joins are independent.
    fn adjacent<B: Bitboard>(cells: B) -> B {
        cells.beside()
    }

    /// Can anybody ever move on this connected part of a board?
    fn is_alive<B: Bitboard>(_part: &Board<B>) -> bool {
        true
    }

    /// The independent parts of a board.
    fn regions<B: Bitboard>(board: &Board<B>) -> impl Iterator<Item = Board<B>> {
        let parts = board.inside().parts(Self::adjacent);
        parts.map(|part| board.cut(part)).filter(|part| Self::is_alive(part))
    }

    /// Reads rows; override for games with records in another format.
    fn grid(text: &str) -> Result<Grid, BoardError> {
        Grid::read(text)
    }
}

/// A position of a game that is played on a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct OnBoard<R, B> {
    board: Board<B>,
    rules: PhantomData<R>,
}

impl<R: BoardRules, B: Bitboard> OnBoard<R, B> {
    /// The position on a board.
    #[must_use]
    pub fn new(board: Board<B>) -> Self {
        Self { board, rules: PhantomData }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board<B> {
        &self.board
    }

    /// Reads the rows of a board.
    pub fn of_grid(grid: &Grid) -> Result<Self, BoardError> {
        R::SYMBOLS.read(grid).map(Self::new)
    }
}

impl<R: BoardRules, B: Bitboard> Position for OnBoard<R, B>
where
    Self: Hints,
{
    type Move = R::Move;

    fn moves(&self, player: Player) -> Vec<R::Move> {
        R::moves(&self.board, player)
    }

    fn play(&self, player: Player, action: R::Move) -> Self {
        Self::new(R::play(&self.board, player, action))
    }

    fn options(&self, player: Player) -> Vec<Self> {
        R::options(&self.board, player).into_iter().map(Self::new).collect()
    }

    fn can_move(&self, player: Player) -> bool {
        R::can_move(&self.board, player)
    }

    fn regions(&self) -> Regions<Self> {
        R::regions(&self.board).map(Self::new).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        let (board, negative) = R::SYMMETRIES.normal_form(&self.board);
        (Self::new(board), negative)
    }
}

impl<R: BoardRules, B: Bitboard> Notation for OnBoard<R, B> {
    fn read(text: &str) -> Result<Self, BoardError> {
        Self::of_grid(&R::grid(text)?)
    }
}

impl<R: BoardRules, B: Bitboard> Display for OnBoard<R, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        R::SYMBOLS.write(&self.board, f)
    }
}

impl<R: BoardRules, B: Bitboard> Debug for OnBoard<R, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", std::any::type_name::<R>())
    }
}

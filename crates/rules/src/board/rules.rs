//! Games whose position is a board: they declare symbols and symmetries and define the moves. Reading,
//! writing, normal forms and regions follow from that.

use super::{Board, BoardError, Grid, Symbols, Symmetries};
use crate::bitboard::{Bitboard, Huge, Large, Shape, Small, Strip};
use crate::hints::{bounds_by_length, middle};
use crate::{AnyPosition, Coordinates, Features, Hints, Notation, Position, Prospects, Regions};
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::marker::PhantomData;
use values::{ByPlayer, Dyadic, Player};

/// [`Hints`] for a game on a board. `None` means the default.
pub trait BoardHints {
    /// As [`Hints::number`].
    fn number<B: Bitboard>(_board: &Board<B>) -> Option<Dyadic> {
        None
    }

    /// As [`Hints::longest_play`].
    fn longest_play<B: Bitboard>(_board: &Board<B>) -> Option<u32> {
        None
    }

    /// As [`Hints::bounds`].
    fn bounds<B: Bitboard>(_board: &Board<B>) -> Option<(Dyadic, Dyadic)> {
        None
    }

    /// As [`Hints::prospects`].
    fn prospects<B: Bitboard>(_board: &Board<B>) -> Option<ByPlayer<Prospects>> {
        None
    }

    /// As [`Hints::is_impartial`].
    fn is_impartial<B: Bitboard>(_board: &Board<B>) -> bool {
        false
    }

    /// As [`Hints::is_all_small`].
    fn is_all_small<B: Bitboard>(board: &Board<B>) -> bool {
        Self::is_impartial(board)
    }

    /// As [`Hints::simplified`].
    fn simplified<B: Bitboard>(_board: &Board<B>) -> Option<Board<B>> {
        None
    }

    /// As [`Hints::ordering`].
    fn ordering<B: Bitboard>(_board: &Board<B>) -> Option<i32> {
        None
    }

    /// As [`Hints::evaluation`].
    fn evaluation<B: Bitboard>(_board: &Board<B>) -> Option<i32> {
        None
    }

    /// As [`Hints::features`].
    fn features<B: Bitboard>(_board: &Board<B>) -> Option<Features> {
        None
    }
}

/// The rules of a game on a board; [`OnBoard`] is a position of it.
///
/// ```
/// use rules::bitboard::{Bitboard, Small};
/// use rules::{Board, BoardHints, BoardRules, Content, Notation, OnBoard, Position, Spot};
/// use values::{Dyadic, Player};
///
/// /// Players take stones of their own colour that have an enemy beside them.
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// struct Retreat;
///
/// impl BoardRules for Retreat {
///     type Move = Spot;
///
///     fn moves<B: Bitboard>(board: &Board<B>, player: Player) -> Vec<Spot> {
///         board.spots(board.of(player) & board.of(player.opponent()).beside())
///     }
///
///     fn play<B: Bitboard>(board: &Board<B>, _: Player, action: Spot) -> Board<B> {
///         board.with(B::cell(action.cell), Content::Empty)
///     }
/// }
///
/// impl BoardHints for Retreat {}
///
/// let position = OnBoard::<Retreat, Small>::read("xo.|.xo")?;
/// assert_eq!(position.moves(Player::Left).len(), 2);
/// # Ok::<(), rules::BoardError>(())
/// ```
pub trait BoardRules: BoardHints + Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The characters of the board.
    const SYMBOLS: Symbols = Symbols::USUAL;

    /// The symmetries of the rules.
    const SYMMETRIES: Symmetries = Symmetries::ALL;

    /// May a single row have up to 64 cells?
    const LONG_ROWS: bool = false;

    /// A move, written the way players write it.
    type Move: Copy + Eq + Hash + Debug + Display + Send + Sync;

    /// The moves of a player.
    fn moves<B: Bitboard>(board: &Board<B>, player: Player) -> Vec<Self::Move>;

    /// The board after a move of that player.
    fn play<B: Bitboard>(board: &Board<B>, player: Player, action: Self::Move) -> Board<B>;

    /// The boards that a player can move to. Override it where generating boards is faster than naming the
    /// moves.
    fn options<B: Bitboard>(board: &Board<B>, player: Player) -> Vec<Board<B>> {
        Self::moves(board, player).into_iter().map(|action| Self::play(board, player, action)).collect()
    }

    /// Can this player move?
    fn can_move<B: Bitboard>(board: &Board<B>, player: Player) -> bool {
        !Self::moves(board, player).is_empty()
    }

    /// The cells that a move on these cells can change or depend on. Cells without a chain of such links
    /// between them are independent.
    fn adjacent<B: Bitboard>(cells: B) -> B {
        cells.beside()
    }

    /// Will either player ever be able to move in this connected component? `true` is always safe.
    fn is_alive<B: Bitboard>(_part: &Board<B>) -> bool {
        true
    }

    /// The independent regions of a board.
    fn regions<B: Bitboard>(board: &Board<B>) -> impl Iterator<Item = Board<B>> {
        let parts = board.inside().parts(Self::adjacent);
        parts.map(|part| board.cut(part)).filter(|part| Self::is_alive(part))
    }

    /// Reads rows. Override it for games with records in another format.
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
    pub fn board(&self) -> &Board<B> {
        &self.board
    }

    /// Reads a position on a bitboard. `None` means the one for its size.
    pub(crate) fn read_by_shape(text: &str, shape: Option<Shape>) -> Result<AnyPosition, BoardError> {
        let grid = R::grid(text)?;
        match shape.unwrap_or_else(|| grid.shape(R::LONG_ROWS)) {
            Shape::Small => OnBoard::<R, Small>::of_grid(&grid).map(AnyPosition::new),
            Shape::Large => OnBoard::<R, Large>::of_grid(&grid).map(AnyPosition::new),
            Shape::Strip if R::LONG_ROWS => OnBoard::<R, Strip>::of_grid(&grid).map(AnyPosition::new),
            Shape::Huge | Shape::Strip => OnBoard::<R, Huge>::of_grid(&grid).map(AnyPosition::new),
        }
    }

    /// Reads the rows of a board.
    pub fn of_grid(grid: &Grid) -> Result<Self, BoardError> {
        R::SYMBOLS.read(grid).map(Self::new)
    }
}

impl<R: BoardRules, B: Bitboard> Position for OnBoard<R, B> {
    type Move = R::Move;

    fn cells(&self) -> Option<Coordinates> {
        Some(Coordinates::Board)
    }

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

impl<R: BoardRules, B: Bitboard> Hints for OnBoard<R, B> {
    fn number(&self) -> Option<Dyadic> {
        R::number(&self.board)
    }

    fn longest_play(&self) -> Option<u32> {
        R::longest_play(&self.board)
    }

    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        R::bounds(&self.board).or_else(|| bounds_by_length(self.longest_play()?))
    }

    fn prospects(&self) -> Option<ByPlayer<Prospects>> {
        R::prospects(&self.board)
    }

    fn is_impartial(&self) -> bool {
        R::is_impartial(&self.board)
    }

    fn is_all_small(&self) -> bool {
        R::is_all_small(&self.board)
    }

    fn simplified(&self) -> Option<Self> {
        R::simplified(&self.board).map(Self::new)
    }

    fn ordering(&self) -> i32 {
        R::ordering(&self.board).unwrap_or_else(|| self.evaluation() / 8)
    }

    fn evaluation(&self) -> i32 {
        R::evaluation(&self.board).or_else(|| self.bounds().map(middle)).unwrap_or(0)
    }

    fn features(&self) -> Option<Features> {
        R::features(&self.board)
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

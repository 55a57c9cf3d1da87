//! Go endgames: a part of a board, surrounded by stones that are alive. Moves, captures and suicide are as in
//! Go. The value is the remaining score, by area or by territory.
//!
//! `X` Black (Left), `O` White (Right), `.` empty, `#` the rest of the board; behind the rows
//! `/2` says that Black has two points more than the board shows, such as two prisoners. Blocks
//! that touch `#` live outside and cannot be captured; edges without `#` are edges of the board.
//!
//! Living stones cut the board into parts, and a position is the sum of its parts.
//!
//! # When play is over
//!
//! A part is settled or not by area scoring, where playing on costs nothing:
//!
//! 1. Empty points whose neighbours are living stones of one player only are that player's territory; neither
//!    player moves there. All other empty points are *open*.
//! 2. A player without a move in the open points can only wait, while the other captures or does not. So such
//!    a position is a number.
//! 3. Where both can move but neither gains by it, both pass, and the position is a number: the current
//!    score, or the score to which one player can improve it.
//! 4. Otherwise the value is that of the options.
//!
//! By territory a part is a number if it is one by area. Dead stones then count as captured: the player who
//! removes them plays a stone for each pass of the other. Neither player moves in a part that is a number, so
//! that dead stones there give no free moves for the open parts.
//!
//! A settled point is worth a move: in a sum its owner may fill it and let the other move first elsewhere
//! ([`Position::free_move`]).
//!
//! A position that can repeat is a ko, or more, and has no value as a sum of numbers of moves. To find
//! repetitions and settled parts, all lines of play are looked at and remembered when the value is first asked
//! for ([`Go::no_value`]). What a position with kos is worth follows from its [`Endgame`].

mod book;
mod endgame;
mod fight;
mod hints;
mod sgf;
mod stones;

pub use book::NoValue;
pub use endgame::{Endgame, EndgameMove};
pub use fight::{FightMove, GoFight};

use crate::bitboard::{Bitboard, Cell};
use crate::{
    Board, BoardError, Coordinates, Grid, Hints, Notation, Position, Regions, RuleError, Spot, Symbols,
    rows_and_points, surely,
};
use book::{Book, Parts};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use values::{Budget, Dyadic, Player};

/// A Go endgame, scored by area, or, with `TERRITORY`, by territory and prisoners.
#[derive(Clone, Debug)]
pub struct Go<B, const TERRITORY: bool> {
    board: Board<B>,
    /// Left's points beyond those on the board: by territory, the prisoners.
    points: i16,
    /// All that can follow from the position that was read, looked at when it is first asked for.
    book: Arc<Book<B>>,
}

impl<B: Bitboard, const TERRITORY: bool> PartialEq for Go<B, TERRITORY> {
    fn eq(&self, other: &Self) -> bool {
        (self.board, self.points) == (other.board, other.points)
    }
}

impl<B: Bitboard, const TERRITORY: bool> Eq for Go<B, TERRITORY> {}

impl<B: Bitboard, const TERRITORY: bool> Hash for Go<B, TERRITORY> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.board, self.points).hash(state);
    }
}

/// Scored by area: stones and territory.
pub type AreaGo<B> = Go<B, false>;
/// Scored by territory and prisoners.
pub type TerritoryGo<B> = Go<B, true>;

impl<B: Bitboard, const TERRITORY: bool> Go<B, TERRITORY> {
    /// Reads the rows of a board, with extra points of Left.
    pub fn of_grid(grid: &Grid, points: i16) -> Result<Self, BoardError> {
        let board: Board<B> = Symbols::USUAL.read(grid)?;
        if let Some(leak) = (board.empty & stones::outside(&board).beside()).first() {
            refuse!("the region leaks: the empty point {} touches '#'", board.name(leak));
        }
        for player in Player::BOTH {
            let stuck = board.of(player).without(stones::breathing(&board, player));
            if let Some(stone) = stuck.first() {
                refuse!("the stone on {} has no liberty", board.name(stone));
            }
        }
        Ok(Self { board, points, book: Arc::new(Book::of(board)) })
    }

    /// The reason why the position has no value. `None` means that it has one. All lines of play are
    /// looked at when this is asked first, as far as the budget goes.
    #[must_use]
    pub fn no_value(&self, budget: &Budget) -> Option<NoValue> {
        self.book.parts::<TERRITORY>(budget).err()
    }

    /// The explored parts. Where there are none, this [unwinds](crate::attempt).
    fn known(&self) -> &Parts<B> {
        let parts = self.book.parts::<TERRITORY>(&Budget::endless());
        surely(parts.map_err(|reason| RuleError::NoValue(reason.to_string())))
    }

    /// Points of Left beyond those on the board.
    #[must_use]
    pub fn points(&self) -> i64 {
        self.points.into()
    }

    /// Black stones on the board less white ones.
    #[must_use]
    pub fn stones_ahead(&self) -> i64 {
        self.stones(self.board.inside())
    }

    fn living(&self) -> B {
        stones::living(&self.board)
    }

    /// The position with only these points in play; all others are outside.
    fn cut(&self, points: B) -> Self {
        let board = stones::cut(&self.board, points);
        Self { board, points: 0, book: self.book.clone() }
    }

    /// The parts of the board between living stones, each with the living stones beside it.
    fn parts(&self) -> impl Iterator<Item = Self> + '_ {
        let living = self.living();
        let parts = self.board.inside().without(living).parts(Bitboard::beside);
        parts.map(move |part| self.cut(part | (part.beside() & living)))
    }

    /// Black stones less white ones.
    fn stones(&self, among: B) -> i64 {
        stones::ahead(&self.board, among)
    }

    /// The position after a stone. `None` means that it is suicide.
    fn placed(&self, player: Player, cell: Cell) -> Option<Self> {
        let (board, captured) = stones::placed(&self.board, player, cell)?;
        let prisoners = if TERRITORY { player.sees(captured.count() as i16) } else { 0 };
        Some(Self { board, points: self.points + prisoners, book: self.book.clone() })
    }

    /// The placements of stones on the open points among these, with the positions after them.
    fn placements(&self, player: Player, among: B) -> impl Iterator<Item = (Cell, Self)> + '_ {
        let cells = (stones::open(&self.board) & among).cells();
        cells.filter_map(move |cell| self.placed(player, cell).map(|next| (cell, next)))
    }

    /// The moves on all points that could matter with the positions after them, also in parts that are settled by
    /// play, without any search.
    pub fn open_moves(&self, player: Player) -> impl Iterator<Item = (Spot, Self)> + '_ {
        self.placements(player, self.board.empty).map(|(cell, next)| (self.board.spot(cell), next))
    }

    /// The parts that are not settled: they are not numbers.
    fn unsettled(&self) -> impl Iterator<Item = Self> + '_ {
        let known = self.known();
        self.parts().filter(|part| !matches!(known.get(&part.board), Some(Some(_))))
    }

    /// The points of the unsettled parts; all of them where it is not known which parts are settled.
    fn playable(&self) -> B {
        if self.no_value(&Budget::endless()).is_some() {
            return self.board.empty;
        }
        self.unsettled().fold(B::NONE, |all, part| all | part.board.empty)
    }

    /// The rest of the board without these parts: neither player moves there any more.
    fn rest(&self, open: &[Self]) -> Self {
        let inside = open.iter().fold(B::NONE, |all, part| all | part.board.inside().without(part.living()));
        let mut rest = self.cut(self.board.inside().without(inside));
        // Living stones stand in several parts, but count once.
        let twice: i64 = if TERRITORY { 0 } else { open.iter().map(|part| part.stones(part.living())).sum() };
        rest.points = self.points - twice as i16;
        rest
    }
}

/// The rows of a text or of an SGF record, and the points of Left behind them.
pub(crate) fn split(text: &str) -> Result<(Grid, i16), BoardError> {
    if text.trim_start().starts_with('(') {
        return Ok((Grid::read(&sgf::rows(text)?)?, 0));
    }
    let (rows, points) = rows_and_points(text);
    let points = points.unwrap_or("0");
    match points.trim().parse::<i8>() {
        Ok(points) => Ok((Grid::read(rows)?, points.into())),
        Err(_) => refuse!("'{points}' is no number of points"),
    }
}

impl<B: Bitboard, const TERRITORY: bool> Position for Go<B, TERRITORY> {
    fn cells(&self) -> Option<Coordinates> {
        Some(Coordinates::Board)
    }

    fn is_scored(&self) -> bool {
        true
    }

    type Move = Spot;

    /// The parts that are not settled, and the rest of the board.
    fn regions(&self) -> Regions<Self> {
        let mut open: Regions<Self> = self.unsettled().collect();
        let rest = self.rest(&open);
        if rest.number() != Some(Dyadic::ZERO) {
            open.push(rest);
        }
        open
    }

    /// A player who is ahead in the settled rest can fill a point there.
    fn free_move(&self, player: Player) -> Option<Self> {
        let open: Regions<Self> = self.unsettled().collect();
        let ahead = player.sees(self.rest(&open).number()?);
        let points = self.points - player.sees(1);
        (ahead > Dyadic::ZERO).then(|| Self { points, ..self.clone() })
    }

    fn moves(&self, player: Player) -> Vec<Spot> {
        self.placements(player, self.playable()).map(|(cell, _)| self.board.spot(cell)).collect()
    }

    fn play(&self, player: Player, action: Spot) -> Self {
        self.placed(player, action.cell).expect("moves come from the list of moves, without suicides")
    }

    fn options(&self, player: Player) -> Vec<Self> {
        self.placements(player, self.playable()).map(|(_, next)| next).collect()
    }
}

impl<B: Bitboard, const TERRITORY: bool> Notation for Go<B, TERRITORY> {
    /// Reads rows and points, or the part in view (`VW`) of the last position of an SGF record.
    fn read(text: &str) -> Result<Self, BoardError> {
        let (grid, points) = split(text)?;
        Self::of_grid(&grid, points)
    }
}
impl<B: Bitboard, const TERRITORY: bool> fmt::Display for Go<B, TERRITORY> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)?;
        match self.points {
            0 => Ok(()),
            points => write!(f, "/{points}"),
        }
    }
}

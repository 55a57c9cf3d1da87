//! Rectangular boards with empty cells and stones of two colours, as most games
//! are played on: reading and writing them, their symmetries, and cutting them.
//!
//! Rows are joined by `|`: `X` Black, `O` White, `.` empty, `#` burnt or outside.

use crate::bitboard::{Bitboard, Cell, Small, Symmetry};
use std::fmt;
use thiserror::Error;
use values::Player;

/// A board. Cells that are neither empty nor hold a stone are outside of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<P> {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// The empty cells.
    pub empty: P,
    /// The stones of Left and of Right.
    pub stones: [P; 2],
}

/// A way to lay a board into the corner; other bitboards of a position go the same way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fitting {
    turn: Symmetry,
    x: u8,
    y: u8,
    width: u8,
    height: u8,
}

impl Fitting {
    /// Where these cells go.
    pub(crate) fn place<P: Bitboard>(self, bitboard: P) -> P {
        bitboard.turned(self.turn).moved(self.x, self.y)
    }
}

/// Why a text is no position.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// A character that means nothing in this game.
    #[error("row {row}, column {column}: '{found}' is not one of {known}")]
    UnknownCell {
        /// The row, from the top, from 1.
        row: usize,
        /// The column, from the left, from 1.
        column: usize,
        /// What stands there.
        found: char,
        /// What could stand there.
        known: &'static str,
    },
    /// Rows of different lengths.
    #[error("row {row} has {found} cells, but the first row has {expected}")]
    Ragged {
        /// The row, from the top, from 1.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// More cells than the game can handle.
    #[error("a board of {width} by {height} is too large: at most {} by {}", .most[0], .most[1])]
    TooLarge {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
        /// The most columns and rows.
        most: [usize; 2],
    },
    /// No cells at all.
    #[error("the board is empty")]
    Empty,
    /// Something that only this game asks for.
    #[error("{0}")]
    Other(String),
}

/// What the characters of a board stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// Outside of play.
    Outside,
    /// An empty cell.
    Empty,
    /// A stone of a player.
    Stone(Player),
}

/// The rows of a board as it is written, and the points of Left behind them, if a game has such.
#[must_use]
pub fn rows_and_points(text: &str) -> (&str, Option<&str>) {
    text.split_once('/').map_or((text, None), |(rows, points)| (rows, Some(points)))
}

/// The rows of a text, each a list of characters in lower case; all of the same length, at least one cell, at most `most` columns and rows.
pub fn rows(text: &str, most: [usize; 2]) -> Result<Vec<Vec<char>>, BoardError> {
    let rows: Vec<Vec<char>> =
        text.trim().split(['|', '\n']).map(|row| row.trim().to_lowercase().chars().collect()).collect();
    let (width, height) = (rows[0].len(), rows.len());
    if rows.iter().all(Vec::is_empty) {
        return Err(BoardError::Empty);
    }
    if let Some(row) = rows.iter().position(|row| row.len() != width) {
        return Err(BoardError::Ragged { row: row + 1, found: rows[row].len(), expected: width });
    }
    if width > most[0] || height > most[1] {
        return Err(BoardError::TooLarge { width, height, most });
    }
    Ok(rows)
}

/// Does a text fit a board of that many columns and rows? (If it is no board at all, the answer is no.)
#[must_use]
pub fn fits(text: &str, most: [usize; 2]) -> bool {
    rows(text, most).is_ok()
}

impl<P: Bitboard> Board<P> {
    /// A board with nothing on it and nothing around it.
    #[must_use]
    pub fn blank(width: u8, height: u8) -> Self {
        Self { width, height, empty: P::rectangle(width, height), stones: [P::NONE; 2] }
    }

    /// Reads a board whose characters (in lower case) stand for what `content` says; `known` lists them.
    pub fn read(
        text: &str,
        known: &'static str,
        content: impl Fn(char) -> Option<Content>,
    ) -> Result<Self, BoardError> {
        let rows = rows(text, [P::WIDTH, P::HEIGHT].map(usize::from))?;
        let mut board = Self::blank(rows[0].len() as u8, rows.len() as u8);
        board.empty = P::NONE;
        for (y, row) in rows.iter().enumerate() {
            for (x, &found) in row.iter().enumerate() {
                let cell = P::cell(Cell { x: x as u8, y: y as u8 });
                match content(found) {
                    Some(Content::Outside) => {}
                    Some(Content::Empty) => board.empty = board.empty | cell,
                    Some(Content::Stone(player)) => {
                        let stones = &mut board.stones[player as usize];
                        *stones = *stones | cell;
                    }
                    None => return Err(BoardError::UnknownCell { row: y + 1, column: x + 1, found, known }),
                }
            }
        }
        Ok(board)
    }

    /// Reads a board in the usual notation: `X`, `O`, `.` and `#`.
    pub fn read_usual(text: &str) -> Result<Self, BoardError> {
        Self::read(text, "X, O, . and #", |found| match found {
            'x' => Some(Content::Stone(Player::Left)),
            'o' => Some(Content::Stone(Player::Right)),
            '.' => Some(Content::Empty),
            '#' => Some(Content::Outside),
            _ => None,
        })
    }

    /// The stones of a player.
    pub fn of(&self, player: Player) -> P {
        self.stones[player as usize]
    }

    /// All cells in play.
    pub fn inside(&self) -> P {
        self.empty | self.stones[0] | self.stones[1]
    }

    /// What is on a cell.
    pub fn at(&self, cell: Cell) -> Content {
        match Player::BOTH.into_iter().find(|&player| self.of(player).contains(cell)) {
            Some(player) => Content::Stone(player),
            None if self.empty.contains(cell) => Content::Empty,
            None => Content::Outside,
        }
    }

    /// The board with only these cells in play.
    pub fn cut(&self, cells: P) -> Self {
        Self { empty: self.empty & cells, stones: self.stones.map(|stones| stones & cells), ..*self }
    }

    /// The board with the colours of the stones exchanged.
    pub fn exchanged(&self) -> Self {
        let [left, right] = self.stones;
        Self { stones: [right, left], ..*self }
    }

    /// How the board is laid into the corner after each of [`Symmetry::ALL`], no larger than what is in play;
    /// only the first [`Bitboard::SYMMETRIES`] of them mean anything.
    pub(crate) fn fittings(&self) -> [Fitting; 8] {
        // Forwards and backwards.
        let ways = |(first, end): (u8, u8), most: u8| {
            [(first, end), if end == 0 { (0, 0) } else { (most - end, most - first) }]
        };
        let inside = self.inside();
        let (columns, rows) = (ways(inside.columns(), P::WIDTH), ways(inside.rows(), P::HEIGHT));
        Symmetry::ALL.map(|turn| {
            let (across, down) = if turn.transpose { (rows, columns) } else { (columns, rows) };
            let ((x, right), (y, bottom)) = (across[usize::from(turn.mirror)], down[usize::from(turn.flip)]);
            Fitting { turn, x, y, width: right - x, height: bottom - y }
        })
    }

    /// The board laid into the corner.
    pub(crate) fn fitted(&self, fitting: Fitting) -> Self {
        let Fitting { width, height, .. } = fitting;
        let place = |bitboard| fitting.place(bitboard);
        Self { width, height, empty: place(self.empty), stones: self.stones.map(place) }
    }

    /// The first of all boards that are like this one: turned by one of `turns` as it is, or by
    /// one of `negating` with the colours exchanged, which makes its value the negative.
    #[must_use]
    pub fn normal_form(&self, turns: &[Symmetry], negating: &[Symmetry]) -> (Self, bool) {
        let fittings = self.fittings();
        let mut empty = self.empty.all_turned();
        for (empty, fitting) in empty.iter_mut().zip(fittings) {
            *empty = empty.moved(fitting.x, fitting.y);
        }
        let plain = turns.iter().map(|turn| (turn.index(), false));
        let ways = plain.chain(negating.iter().map(|turn| (turn.index(), true)));
        let ways = ways.filter(|&(turn, _)| turn < P::SYMMETRIES);
        // The empty cells alone decide most of the time.
        let Some(first) = ways.clone().map(|(turn, _)| empty[turn]).min() else { return (*self, false) };
        let ties = ways.filter(|&(turn, _)| empty[turn] == first).map(|(turn, negative)| {
            let [left, right] = self.stones.map(|stones| fittings[turn].place(stones));
            (if negative { [right, left] } else { [left, right] }, negative, turn)
        });
        let Some((stones, negative, turn)) = ties.min() else { return (*self, false) };
        let Fitting { width, height, .. } = fittings[turn];
        (Self { width, height, empty: first, stones }, negative)
    }

    /// The same cells on the smallest bitboard, moved to the corner if there is no room otherwise.
    #[must_use]
    pub fn small(&self) -> Option<Board<Small>> {
        let Self { mut width, mut height, empty, stones } = *self;
        let (mut x, mut y) = (0, 0);
        if width > Small::WIDTH || height > Small::HEIGHT {
            let ((left, right), (top, bottom)) = (self.inside().columns(), self.inside().rows());
            (x, y, width, height) = (left, top, right - left, bottom - top);
        }
        let [empty, left, right] = [empty, stones[0], stones[1]].map(|bitboard| bitboard.moved(x, y).small());
        Some(Board { width, height, empty: empty?, stones: [left?, right?] })
    }

    /// Writes the board with the characters that `symbol` gives.
    pub fn write(&self, f: &mut fmt::Formatter<'_>, symbol: impl Fn(Content) -> char) -> fmt::Result {
        for y in 0..self.height {
            let row: String = (0..self.width).map(|x| symbol(self.at(Cell { x, y }))).collect();
            write!(f, "{}{row}", if y == 0 { "" } else { "|" })?;
        }
        Ok(())
    }

    /// A move that is told by its cell alone.
    #[must_use]
    pub fn spot(&self, cell: Cell) -> Spot {
        Spot { cell, name: self.name(cell) }
    }

    /// The name of a cell, `A1` at the bottom left.
    #[must_use]
    pub fn name(&self, cell: Cell) -> CellName {
        CellName { column: cell.x, row: self.height - cell.y }
    }

    /// The move of a stone.
    #[must_use]
    pub fn walk(&self, from: Cell, to: Cell) -> Walk {
        Walk { from, to, names: [from, to].map(|cell| self.name(cell)) }
    }
}

impl<P: Bitboard> fmt::Display for Board<P> {
    /// In the usual notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, |content| match content {
            Content::Outside => '#',
            Content::Empty => '.',
            Content::Stone(Player::Left) => 'X',
            Content::Stone(Player::Right) => 'O',
        })
    }
}

/// The move of a stone from one cell to another, written `A1-A2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Walk {
    /// Where the stone comes from.
    pub from: Cell,
    /// Where it goes to.
    pub to: Cell,
    names: [CellName; 2],
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.names[0], self.names[1])
    }
}

/// A cell as players call it: column letters from the left, `AA` after `Z`, rows counted from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellName {
    /// From the left, from 0.
    column: u8,
    row: u8,
}

impl CellName {
    /// The cell in this column, from the left from 0, and in this row, from the bottom from 1.
    pub(crate) fn new(column: u8, row: u8) -> Self {
        Self { column, row }
    }
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |number: u8| char::from(b'A' + number);
        if let Some(before) = (self.column / 26).checked_sub(1) {
            write!(f, "{}", letter(before))?;
        }
        write!(f, "{}{}", letter(self.column % 26), self.row)
    }
}

/// A move that is told by its cell alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    pub(crate) cell: Cell,
    name: CellName,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)
    }
}

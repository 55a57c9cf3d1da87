//! Rectangular boards with empty cells and stones of two colours, the boards of most games: reading and
//! writing them, their symmetries, and cutting them into regions.
//!
//! Rows are joined by `|`: `X` Black, `O` White, `.` empty, `#` burnt or outside.

mod grid;
mod names;
mod rules;
mod symbols;
mod symmetries;

pub use grid::{Grid, rows_and_points};
pub use names::{CellName, Spot, Walk};
pub use rules::{BoardHints, BoardRules, OnBoard};
pub(crate) use symbols::list;
pub use symbols::{Content, Symbols};
pub(crate) use symmetries::Fitting;
pub use symmetries::Symmetries;

use crate::bitboard::{Bitboard, Cell, Small};
use std::fmt;
use thiserror::Error;
use values::{ByPlayer, Player};

/// A board. Cells that are neither empty nor hold a stone are outside of play.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<B> {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// The empty cells.
    pub empty: B,
    /// The stones of Left and of Right.
    pub stones: ByPlayer<B>,
}

/// The reason why a text is not a position.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// A character without a meaning in this game.
    #[error("row {row}, column {column}: '{found}' is not one of {known}")]
    UnknownCell {
        /// The row, from the top, from 1.
        row: usize,
        /// The column, from the left, from 1.
        column: usize,
        /// The character.
        found: char,
        /// The characters of the game.
        known: String,
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
    /// A board above the maximum size of the game.
    #[error("a board of {width} by {height} is too large: at most {} by {}", .most[0], .most[1])]
    TooLarge {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
        /// The maximum number of columns and of rows.
        most: [usize; 2],
    },
    /// A board without cells.
    #[error("the board is empty")]
    Empty,
    /// A condition of this game is violated.
    #[error("{0}")]
    Other(String),
}

impl<B: Bitboard> Board<B> {
    /// The empty board without cells outside of play.
    pub fn blank(width: u8, height: u8) -> Self {
        Self { width, height, empty: B::rectangle(width, height), stones: ByPlayer::both(B::NONE) }
    }

    /// Reads a board. `content` gives the meaning of a character; `known` lists the characters for an error.
    pub fn of_grid(
        grid: &Grid,
        content: impl Fn(char) -> Option<Content>,
        known: impl Fn() -> String,
    ) -> Result<Self, BoardError> {
        let most = [B::WIDTH, B::HEIGHT].map(usize::from);
        let (width, height) = (grid.width(), grid.height());
        if width > most[0] || height > most[1] {
            return Err(BoardError::TooLarge { width, height, most });
        }
        let (width, height) = (width as u8, height as u8);
        let mut board = Self { width, height, empty: B::NONE, stones: ByPlayer::both(B::NONE) };
        for (x, y, found) in grid.cells() {
            let cell = B::cell(Cell { x: x as u8, y: y as u8 });
            match content(found) {
                Some(content) => board.set(cell, content),
                None => {
                    let (row, column, known) = (y + 1, x + 1, known());
                    return Err(BoardError::UnknownCell { row, column, found, known });
                }
            }
        }
        Ok(board)
    }

    /// The cells of a grid whose characters are among these.
    #[must_use]
    pub fn cells_with(grid: &Grid, characters: &str) -> B {
        let marked = grid.cells().filter(|(_, _, found)| characters.contains(*found));
        marked.fold(B::NONE, |all, (x, y, _)| all | B::cell(Cell { x: x as u8, y: y as u8 }))
    }

    /// The stones of a player.
    pub fn of(&self, player: Player) -> B {
        self.stones[player]
    }

    /// The stones of both players.
    pub fn occupied(&self) -> B {
        self.stones.left | self.stones.right
    }

    /// All cells in play.
    pub fn inside(&self) -> B {
        self.empty | self.occupied()
    }

    /// The content of a cell.
    pub fn at(&self, cell: Cell) -> Content {
        match self.stones.map(|stones| stones.contains(cell)).into_array() {
            [true, true] => Content::Shared,
            [true, false] => Content::Stone(Player::Left),
            [false, true] => Content::Stone(Player::Right),
            [false, false] if self.empty.contains(cell) => Content::Empty,
            [false, false] => Content::Outside,
        }
    }

    /// Sets the content of cells.
    pub fn set(&mut self, cells: B, content: Content) {
        *self = self.without(cells);
        match content {
            Content::Outside => {}
            Content::Empty => self.empty = self.empty | cells,
            Content::Stone(player) => self.put(player, cells),
            Content::Shared => Player::BOTH.into_iter().for_each(|player| self.put(player, cells)),
        }
    }

    fn put(&mut self, player: Player, cells: B) {
        self.stones[player] = self.stones[player] | cells;
    }

    /// The board with this content on cells.
    pub fn with(mut self, cells: B, content: Content) -> Self {
        self.set(cells, content);
        self
    }

    /// The board with stones of a player on cells that are empty.
    pub fn placed(&self, player: Player, cells: B) -> Self {
        let mut stones = self.stones;
        stones[player] = stones[player] | cells;
        Self { empty: self.empty.without(cells), stones, ..*self }
    }

    /// The board after a player's stone has moved from one cell to another and captured the stone there.
    pub fn moved(&self, player: Player, from: B, to: B) -> Self {
        let mut stones = self.stones.map(|stones| stones.without(from | to));
        stones[player] = stones[player] | to;
        Self { empty: (self.empty | from).without(to), stones, ..*self }
    }

    /// The board without these cells: they are outside of play.
    pub fn without(&self, cells: B) -> Self {
        let stones = self.stones.map(|stones| stones.without(cells));
        Self { empty: self.empty.without(cells), stones, ..*self }
    }

    /// The board with only these cells in play.
    pub fn cut(&self, cells: B) -> Self {
        Self { empty: self.empty & cells, stones: self.stones.map(|stones| stones & cells), ..*self }
    }

    /// The board with the colours of the stones exchanged.
    pub fn exchanged(&self) -> Self {
        Self { stones: self.stones.swapped(), ..*self }
    }

    /// The same cells on the smallest bitboard, moved to the corner if they do not fit otherwise.
    #[must_use]
    pub fn small(&self) -> Option<Board<Small>> {
        let Self { mut width, mut height, empty, stones } = *self;
        let (mut x, mut y) = (0, 0);
        if width > Small::WIDTH || height > Small::HEIGHT {
            let ((left, right), (top, bottom)) = (self.inside().columns(), self.inside().rows());
            (x, y, width, height) = (left, top, right - left, bottom - top);
        }
        let small = |cells: B| cells.moved(x, y).small();
        let ByPlayer { left, right } = stones.map(small);
        Some(Board { width, height, empty: small(empty)?, stones: ByPlayer::new(left?, right?) })
    }

    /// Writes the board with the characters that `symbol` gives.
    pub fn write(&self, f: &mut fmt::Formatter<'_>, symbol: impl Fn(Cell) -> char) -> fmt::Result {
        for y in 0..self.height {
            let row: String = (0..self.width).map(|x| symbol(Cell { x, y })).collect();
            write!(f, "{}{row}", if y == 0 { "" } else { "|" })?;
        }
        Ok(())
    }

    /// The name of a cell, `A1` at the bottom left.
    #[must_use]
    pub fn name(&self, cell: Cell) -> CellName {
        CellName::new(cell.x, self.height - cell.y)
    }

    /// A move named by its cell.
    #[must_use]
    pub fn spot(&self, cell: Cell) -> Spot {
        Spot { cell, name: self.name(cell) }
    }

    /// A move for each of these cells.
    #[must_use]
    pub fn spots(&self, cells: B) -> Vec<Spot> {
        cells.cells().map(|cell| self.spot(cell)).collect()
    }

    /// The move of a stone.
    #[must_use]
    pub fn walk(&self, from: Cell, to: Cell) -> Walk {
        Walk { from, to, names: [from, to].map(|cell| self.name(cell)) }
    }
}

impl<B: Bitboard> fmt::Display for Board<B> {
    /// Writes the board in the usual notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Symbols::USUAL.write(self, f)
    }
}

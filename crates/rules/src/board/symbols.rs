//! The meaning of the characters of a board: one table serves reading and writing.

use super::{Board, BoardError, Grid};
use crate::bitboard::{Bitboard, Cell};
use std::fmt;
use values::Player;

/// The content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// The cell is outside of play.
    Outside,
    /// No stone.
    Empty,
    /// A stone of a player.
    Stone(Player),
    /// A stone that both players may move.
    Shared,
}

/// The characters of a game, each with its content. They are read in upper and lower case. The first
/// character for a content is the one that is written.
#[derive(Clone, Copy, Debug)]
pub struct Symbols(pub &'static [(char, Content)]);

impl Symbols {
    /// `X` Left, `O` Right, `.` empty, `#` outside.
    pub const USUAL: Self = Self(&[
        ('X', Content::Stone(Player::Left)),
        ('O', Content::Stone(Player::Right)),
        ('.', Content::Empty),
        ('#', Content::Outside),
    ]);

    /// `.` free, `#` taken, for games without stones.
    pub const FREE_CELLS: Self = Self(&[('.', Content::Empty), ('#', Content::Outside)]);

    /// The content of a character. `None` means that the game does not use the character.
    #[must_use]
    pub fn content(&self, found: char) -> Option<Content> {
        let found = found.to_ascii_lowercase();
        self.0.iter().find(|(symbol, _)| symbol.to_ascii_lowercase() == found).map(|&(_, content)| content)
    }

    /// The character of a content; `?` means that the game does not have it.
    #[must_use]
    pub fn symbol(&self, content: Content) -> char {
        self.0.iter().find(|&&(_, known)| known == content).map_or('?', |&(symbol, _)| symbol)
    }

    /// Reads a board.
    pub fn read<B: Bitboard>(&self, grid: &Grid) -> Result<Board<B>, BoardError> {
        Board::of_grid(grid, |found| self.content(found), || self.to_string())
    }

    /// Writes a board.
    pub fn write<B: Bitboard>(&self, board: &Board<B>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        board.write(f, |cell: Cell| self.symbol(board.at(cell)))
    }
}

impl fmt::Display for Symbols {
    /// All symbols as a list: `X, O, . and #`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&list(self.0.iter().map(|&(symbol, _)| symbol)))
    }
}

/// Characters as a list: `X, O, . and #`.
pub(crate) fn list(symbols: impl Iterator<Item = char>) -> String {
    let symbols: Vec<String> = symbols.map(String::from).collect();
    match symbols.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => symbols.concat(),
    }
}

//! The notation of states, and the opening.

use super::{Ewn, SIDE, STONES, TAKEN, home, opposite, smallest, winner};
use crate::{BoardError, Grid, Playable};
use std::fmt;
use values::{ByPlayer, Player};

/// The characters of cells, for errors.
const KNOWN: &str = "1 to 6, a to f and .";

impl Playable for Ewn {
    fn read(text: &str) -> Result<Self, BoardError> {
        let (board, player, rest) = crate::contests::split(text)?;
        let stones = read_stones(&board)?;
        if Player::BOTH.into_iter().all(|player| stones[player].contains(&home(player))) {
            refuse!("both players have a stone in the far corner");
        }
        if stones.iter().flatten().all(|&cell| cell == TAKEN) {
            refuse!("neither player has a stone");
        }
        let over = winner(&stones).is_some();
        match &rest[..] {
            [] if over => Ok(Self { stones, player, throw: 0 }),
            [_, ..] if over => refuse!("play is over, so no die is thrown"),
            [die] => match die.parse() {
                Ok(die @ 1..=6) => Ok(Self { stones, player, throw: smallest(&stones[player], die) }),
                _ => refuse!("the die is a number from 1 to 6"),
            },
            _ => refuse!("after the player to move, expected the die, a number from 1 to 6"),
        }
    }

    /// Each player's stones are in their corner in random order; then the die is thrown.
    fn opening(below: &mut dyn FnMut(u32) -> u32) -> Self {
        const CORNER: [u8; STONES] = [0, 1, 2, SIDE, SIDE + 1, 2 * SIDE];
        let shuffled = |mut cells: [u8; STONES]| {
            for last in (1..STONES).rev() {
                cells.swap(last, below(last as u32 + 1) as usize % (last + 1));
            }
            cells
        };
        let stones = ByPlayer::new(CORNER, CORNER.map(opposite)).map(shuffled);
        Self { stones, player: Player::Left, throw: thrown(below) }
    }

    fn remark(&self) -> String {
        let first = if self.player == Player::Left { b'1' } else { b'a' };
        let stones: Vec<String> = self.movable().map(|stone| char::from(first + stone).to_string()).collect();
        if stones.is_empty() { String::new() } else { format!("{} may move", stones.join(" or ")) }
    }

    /// Throws the die if the text does not give it.
    fn deal(text: &str, below: &mut dyn FnMut(u32) -> u32) -> Result<Self, BoardError> {
        let (board, _, rest) = crate::contests::split(text)?;
        let over = read_stones(&board).is_ok_and(|stones| winner(&stones).is_some());
        if rest.is_empty() && !over {
            Self::read(&format!("{text} {}", thrown(below)))
        } else {
            Self::read(text)
        }
    }
}

/// A throw of the die.
fn thrown(below: &mut dyn FnMut(u32) -> u32) -> u8 {
    1 + (below(STONES as u32) % STONES as u32) as u8
}

fn read_stones(board: &str) -> Result<ByPlayer<[u8; STONES]>, BoardError> {
    let grid = Grid::read(board)?.at_most([usize::from(SIDE); 2])?;
    let (width, height) = (grid.width(), grid.height());
    if [width, height] != [usize::from(SIDE); 2] {
        refuse!("the board is {SIDE} by {SIDE}, not {width} by {height}");
    }
    let mut stones = ByPlayer::both([TAKEN; STONES]);
    for (x, y, found) in grid.cells() {
        let (row, column) = (y + 1, x + 1);
        let (player, number) = match found {
            '.' => continue,
            '1'..='6' => (Player::Left, found as usize - '1' as usize),
            'a'..='f' => (Player::Right, found as usize - 'a' as usize),
            _ => return Err(BoardError::UnknownCell { row, column, found, known: KNOWN.to_owned() }),
        };
        let stone = &mut stones[player][number];
        if *stone != TAKEN {
            refuse!("row {row}, column {column}: there is another {found}");
        }
        *stone = y as u8 * SIDE + x as u8;
    }
    Ok(stones)
}

impl fmt::Display for Ewn {
    /// The board from the top, the player to move, and the smallest throw that allows the same stones to
    /// move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cells = ['.'; TAKEN as usize];
        for (stones, first) in self.stones.iter().zip([b'1', b'a']) {
            for (&cell, name) in stones.iter().zip(first..).filter(|(cell, _)| **cell != TAKEN) {
                cells[usize::from(cell)] = name.into();
            }
        }
        let rows: Vec<String> = cells.chunks(usize::from(SIDE)).map(|row| row.iter().collect()).collect();
        write!(f, "{} {}", rows.join("|"), self.player.name())?;
        if self.throw == 0 { Ok(()) } else { write!(f, " {}", self.throw) }
    }
}

//! The notation of states and moves.

use super::past::Past;
use super::{CELLS, DarkChess, FULL, HEIGHT, KINDS, WIDTH};
use crate::{BoardError, CellName, Playable, contests};
use std::fmt;
use values::{ByPlayer, Player};

/// The letters of Left's pieces from the strongest; Right's are small.
pub const LETTERS: [char; KINDS] = ['K', 'G', 'M', 'R', 'N', 'C', 'P'];
/// The characters of cells, for errors.
const KNOWN: &str = "KGMRNCP, kgmrncp, ? and .";
/// The minimum number of moves between two occurrences of a position.
const RETURN: u8 = 4;
/// The words for the number of occurrences of a position, including this one.
const OFTEN: [(&str, u8); 2] = [("twice", 2), ("thrice", 3)];

/// A move: `A1` flips a piece, `A1-A2` moves, `A1xA2` captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Flips a piece. Cells are counted row by row from the top left.
    Flip {
        /// The cell of the piece.
        cell: u8,
    },
    /// Moves a piece.
    Step {
        /// The cell that it leaves.
        from: u8,
        /// The empty cell that it goes to.
        to: u8,
    },
    /// Captures a piece.
    Take {
        /// The cell of the capturing piece.
        from: u8,
        /// The cell of the captured piece.
        to: u8,
    },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |cell: u8| CellName::new(cell % WIDTH, HEIGHT - cell / WIDTH);
        match *self {
            Self::Flip { cell } => name(cell).fmt(f),
            Self::Step { from, to } => write!(f, "{}-{}", name(from), name(to)),
            Self::Take { from, to } => write!(f, "{}x{}", name(from), name(to)),
        }
    }
}

/// The letter of a piece.
fn letter(owner: Player, kind: usize) -> char {
    match owner {
        Player::Left => LETTERS[kind],
        Player::Right => LETTERS[kind].to_ascii_lowercase(),
    }
}

/// The piece with this letter. `None` means that no piece has it.
fn piece(found: char) -> Option<(Player, usize)> {
    let kind = LETTERS.iter().position(|&letter| letter == found.to_ascii_uppercase())?;
    Some((if found.is_ascii_uppercase() { Player::Left } else { Player::Right }, kind))
}

impl Playable for DarkChess {
    fn read(text: &str) -> Result<Self, BoardError> {
        let (board, player, rest) = contests::split(text)?;
        let mut state = Self { player, ..Self::start() };
        read_board(&mut state, &board)?;
        let mut rest = rest.into_iter().peekable();
        let listed = rest.next_if(|word| !is_keyword(word));
        read_unseen(&mut state, listed)?;
        read_past(&mut state, rest)?;
        Ok(state)
    }

    fn opening(_: &mut dyn FnMut(u32) -> u32) -> Self {
        Self::start()
    }

    fn remark(&self) -> String {
        let quiet = match self.past.quiet() {
            0 => String::new(),
            quiet => format!("{quiet} of {} quiet moves", super::QUIET),
        };
        match self.unseen_letters() {
            dark if dark.is_empty() => quiet,
            dark if quiet.is_empty() => format!("face down: {dark}"),
            dark => format!("face down: {dark}; {quiet}"),
        }
    }
}

impl DarkChess {
    /// The pieces that lie face down.
    fn unseen_letters(&self) -> String {
        let kinds = Player::BOTH.into_iter().flat_map(|owner| (0..KINDS).map(move |kind| (owner, kind)));
        let letters = |(owner, kind): (Player, usize)| {
            std::iter::repeat_n(letter(owner, kind), self.unseen[owner][kind].into())
        };
        kinds.flat_map(letters).collect()
    }
}

fn is_keyword(word: &str) -> bool {
    word.eq_ignore_ascii_case("quiet") || often(word).is_some()
}

/// The number of occurrences that a word stands for. `None` means that it is another word.
fn often(word: &str) -> Option<u8> {
    OFTEN.iter().find(|(name, _)| word.eq_ignore_ascii_case(name)).map(|(_, times)| *times)
}

fn read_board(state: &mut DarkChess, board: &str) -> Result<(), BoardError> {
    let rows: Vec<Vec<char>> = board.split('|').map(|row| row.chars().collect()).collect();
    let (width, height) = (usize::from(WIDTH), usize::from(HEIGHT));
    if let Some(row) = rows.iter().position(|row| row.len() != width) {
        refuse!("row {} has {} cells, not {width}", row + 1, rows[row].len());
    }
    if rows.len() != height {
        refuse!("there are {} rows, not {height}", rows.len());
    }
    state.dark = 0;
    for (cell, &found) in rows.iter().flatten().enumerate() {
        let (row, column) = (cell / width + 1, cell % width + 1);
        match piece(found) {
            Some((owner, kind)) => {
                let bitboard = &mut state.open[owner][kind];
                *bitboard |= 1 << cell;
                if bitboard.count_ones() > FULL[kind].into() {
                    refuse!("row {row}, column {column}: there are too many {found}");
                }
            }
            None if found == '?' => state.dark |= 1 << cell,
            None if found == '.' => {}
            None => return Err(BoardError::UnknownCell { row, column, found, known: KNOWN.to_owned() }),
        }
    }
    Ok(())
}

/// Reads the pieces face down: the listed ones or, without a list, all that do not lie open.
fn read_unseen(state: &mut DarkChess, listed: Option<&str>) -> Result<(), BoardError> {
    let dark = state.dark.count_ones();
    for (unseen, open) in state.unseen.iter_mut().flatten().zip(state.open.iter().flatten()) {
        *unseen -= open.count_ones() as u8;
    }
    let missing = state.unseen;
    if let Some(listed) = listed {
        state.unseen = ByPlayer::default();
        for found in listed.chars() {
            let Some((owner, kind)) = piece(found) else {
                refuse!("in '{listed}', '{found}' is no piece; the pieces are KGMRNCP and kgmrncp");
            };
            state.unseen[owner][kind] += 1;
            if state.unseen[owner][kind] > missing[owner][kind] {
                refuse!("in '{listed}' there are too many {found}");
            }
        }
    } else if dark == 0 {
        state.unseen = ByPlayer::default();
    }
    let unseen: u32 = state.unseen.iter().flatten().map(|&count| u32::from(count)).sum();
    match listed {
        _ if unseen == dark => Ok(()),
        Some(listed) => refuse!("{dark} pieces lie face down, but '{listed}' are {unseen}"),
        None => {
            let such: String = LETTERS.iter().take(dark.min(3) as usize).collect();
            refuse!("{dark} pieces lie face down: list them after the player to move, such as {such}")
        }
    }
}

/// Reads the past: `quiet 12`, and then `twice`.
fn read_past<'a>(state: &mut DarkChess, mut rest: impl Iterator<Item = &'a str>) -> Result<(), BoardError> {
    let most = super::QUIET;
    let mut counted = false;
    while let Some(word) = rest.next() {
        if state.times > 1 {
            refuse!("nothing may follow, not '{word}'");
        }
        if !counted && word.eq_ignore_ascii_case("quiet") {
            counted = true;
            let quiet = rest.next().and_then(|word| word.parse().ok()).filter(|quiet| *quiet <= most);
            let Some(quiet) = quiet else {
                refuse!("after quiet, expected a number up to {most}");
            };
            state.past = Past::unknown(quiet);
        } else if let Some(times) = often(word) {
            let least = RETURN * (times - 1);
            if state.past.quiet() < least {
                refuse!("'{word}' takes quiet {least} at least before it");
            }
            state.times = times;
        } else {
            refuse!("expected quiet and a number, twice or thrice, not '{word}'");
        }
    }
    Ok(())
}

impl fmt::Display for DarkChess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..CELLS {
            let piece = Player::BOTH.into_iter().find_map(|owner| Some((owner, self.kind(owner, cell)?)));
            let symbol = match piece {
                Some((owner, kind)) => letter(owner, kind),
                None if self.dark >> cell & 1 == 1 => '?',
                None => '.',
            };
            let bar = if cell > 0 && cell % WIDTH == 0 { "|" } else { "" };
            write!(f, "{bar}{symbol}")?;
        }
        write!(f, " {}", self.player.name())?;
        let all = Player::BOTH.into_iter().all(|owner| self.counts(owner) == FULL);
        if self.dark != 0 && !all {
            write!(f, " {}", self.unseen_letters())?;
        }
        if self.past.quiet() > 0 {
            write!(f, " quiet {}", self.past.quiet())?;
        }
        let often = OFTEN.iter().find(|(_, times)| *times == self.times);
        often.map_or(Ok(()), |(word, _)| write!(f, " {word}"))
    }
}

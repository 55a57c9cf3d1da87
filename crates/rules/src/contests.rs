//! The contests that are more than positions of games: how they are written, how they start, and all of them by name.

use crate::games::{dark_chess::DarkChess, ewn::Ewn};
use crate::{BoardError, Ruleset, Stochastic};
use std::fmt::Display;
use thiserror::Error;
use values::Player;

/// A contest that people play: its states can be written down, and it has a start.
pub trait Playable: Stochastic + Display {
    /// Reads what `Display` writes.
    fn read(text: &str) -> Result<Self, BoardError>;

    /// A state from which play starts; `below` gives any number below another one, and so decides whatever chance decides
    /// before the first move.
    fn opening(below: &mut dyn FnMut(u32) -> u32) -> Self;

    /// What players should know besides the board.
    fn remark(&self) -> String;

    /// Reads a state that may leave open what chance decides before the next move, and lets chance decide it.
    fn deal(text: &str, _below: &mut dyn FnMut(u32) -> u32) -> Result<Self, BoardError> {
        Self::read(text)
    }
}

/// Something to be done with any contest.
pub trait ContestVisitor {
    /// What comes out of it.
    type Output;
    /// Does it with a state, if one was given, else with the contest as such.
    fn visit<S: Playable>(self, state: Option<S>) -> Self::Output;
}

/// Why there is no state.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum OpenContestError {
    /// There is no such contest.
    #[error("there is no game with chance '{name}'; they are {}", CONTESTS.iter().map(|game| game.name).collect::<Vec<_>>().join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// The text is no state of it.
    #[error(transparent)]
    Board(#[from] BoardError),
}

macro_rules! contests {
    ($($name:literal, $type:ident, $about:literal, $notation:literal, $example:literal;)*) => {
        /// All of them.
        pub const CONTESTS: &[Ruleset] = &[$(
            Ruleset { name: $name, about: $about, notation: $notation, example: $example },
        )*];

        /// Does something with the contest of this name, and with a state of it if there is a text.
        pub fn open_contest<V: ContestVisitor>(
            name: &str,
            text: Option<&str>,
            visitor: V,
        ) -> Result<V::Output, OpenContestError> {
            match name {
                $($name => Ok(visitor.visit(text.map($type::read).transpose()?)),)*
                _ => Err(OpenContestError::Unknown { name: name.to_owned() }),
            }
        }
    };
}

contests! {
    "dark-chess", DarkChess,
        "Chinese dark chess (banqi): pieces lie face down; turn one over, move one, or take with one that is not weaker",
        "KGMRNCP Left's king, guards, elephants, chariots, horses, cannons, pawns, kgmrncp Right's, ? face down, . empty; who moves; the pieces that lie face down, unless all others are on the board; quiet and the number of moves since the last capture or flip; twice if the position was there before",
        "?...|.K..|..p.|....|....|....|.c..|...? left PG quiet 7";
    "ewn", Ewn,
        "EinStein würfelt nicht!: a die says which stone may move; reach the far corner, or take all",
        "1 to 6 Left's stones, which go right and down, a to f Right's, . empty; who moves, and the die", "13...|2.5..|..a..|....c|..fbd left 3";
}

/// A player as states are written.
pub(crate) fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}

/// Splits a text into the board, with `|` between its rows, the player to move and the words after that.
pub(crate) fn split(text: &str) -> Result<(String, Player, Vec<&str>), BoardError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let to_move = words.iter().enumerate().find_map(|(i, word)| {
        let player = Player::BOTH.into_iter().find(|&player| word.eq_ignore_ascii_case(name(player)));
        player.map(|player| (i, player))
    });
    match to_move {
        Some((i, player)) => Ok((words[..i].join("|"), player, words[i + 1..].to_vec())),
        None => {
            Err(BoardError::Other("after the board, expected left or right, whoever is to move".to_owned()))
        }
    }
}

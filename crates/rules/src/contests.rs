//! The contests that are more than positions of games: how they are written, how they start, and all of them by name.

use crate::games::{dark_chess::DarkChess, ewn::Ewn};
use crate::{BoardError, RULESETS, Stochastic};
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
    #[error("there is no game with chance '{name}'; they are {known}", known = names())]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// The text is no state of it.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// Does something with the contest of this name, and with a state of it if there is a text.
pub fn open_contest<V: ContestVisitor>(
    name: &str,
    text: Option<&str>,
    visitor: V,
) -> Result<V::Output, OpenContestError> {
    match name {
        "dark-chess" => Ok(visitor.visit(text.map(DarkChess::read).transpose()?)),
        "ewn" => Ok(visitor.visit(text.map(Ewn::read).transpose()?)),
        _ => Err(OpenContestError::Unknown { name: name.to_owned() }),
    }
}

/// The names of the games with chance.
fn names() -> String {
    RULESETS.with_chance().map(|ruleset| &*ruleset.name).collect::<Vec<_>>().join(", ")
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

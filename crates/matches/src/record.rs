//! How is a finished game recorded? As a line of JSON that can be read, played again and checked.

use crate::{PlayError, Referee, State};
use rules::{RuleError, attempt};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use values::{ByPlayer, Dyadic, Error, Player};

/// A finished game.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of the game in the match, counted from 0.
    pub game: u32,
    /// The sum, or `GAME:STATE` of a game with chance.
    pub sum: String,
    /// The players of Left and of Right, as indices of the match's players.
    #[serde(serialize_with = "write_seats", deserialize_with = "read_seats")]
    pub seats: ByPlayer<usize>,
    /// The score. It is positive if Left wins.
    pub score: Dyadic,
    /// The player who has lost by time, or without a legal move. `None` means that the game was scored.
    pub late: Option<Player>,
    /// The moves: the part, counted from 0, and the name of the move.
    pub moves: Vec<(usize, String)>,
    /// For each of the match's players, the total depth of all its searches that the deadline ended, and
    /// their number. Journals of older versions do not have it.
    #[serde(default, skip_serializing_if = "has_no_depths")]
    pub depths: [(u64, u64); 2],
    /// Why a player failed. `None` means that both answered every time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complaint: Option<String>,
}

fn has_no_depths(depths: &[(u64, u64); 2]) -> bool {
    *depths == [(0, 0); 2]
}

fn write_seats<S: Serializer>(seats: &ByPlayer<usize>, serializer: S) -> Result<S::Ok, S::Error> {
    seats.into_array().serialize(serializer)
}

fn read_seats<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ByPlayer<usize>, D::Error> {
    let seats = <[usize; 2]>::deserialize(deserializer)?;
    if seats.iter().all(|seat| *seat < 2) { Ok(seats.into()) } else { Err(D::Error::custom("seats")) }
}

/// An error in a record.
#[derive(thiserror::Error, Clone, Debug, PartialEq)]
pub enum RecordError {
    /// The first line does not say which match it is.
    #[error("not the first line of a journal, which says which match it is")]
    Header,
    /// The line is not UTF-8.
    #[error("not valid UTF-8 text")]
    Text,
    /// The line has more bytes than this.
    #[error("longer than {0} bytes")]
    Long(u64),
    /// The line is not a record.
    #[error("not a record of a game: {0}")]
    Format(String),
    /// The game starts in another way in the match, or with other seats. Games are counted from 0.
    #[error("game {0} of this match starts from another sum, or with other seats")]
    Start(u32),
    /// The game is recorded twice. Games are counted from 0.
    #[error("game {0} is there twice")]
    Twice(u32),
    /// A move is illegal: its number, counted from 1, its part, counted from 0, and its name.
    #[error("move {0}, {2} in part {part}, is not possible", part = .1 + 1)]
    Move(usize, usize, String),
    /// The game is not over after the moves, or has another score.
    #[error("the game does not end with the score {0}")]
    Score(Dyadic),
    /// The player cannot have lost by time: it was not the player's turn, or the game was over.
    #[error("{} cannot have lost by time there", .0.name())]
    Late(Player),
    /// The score is out of range.
    #[error(transparent)]
    Value(#[from] Error),
    /// The rules failed.
    #[error(transparent)]
    Rules(#[from] RuleError),
}

impl Record {
    /// The record as a line of JSON.
    #[must_use]
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record has texts as keys, and is written to memory")
    }

    /// Reads a line of JSON.
    pub fn from_line(line: &str) -> Result<Self, RecordError> {
        serde_json::from_str(line).map_err(|error| RecordError::Format(error.to_string()))
    }

    /// Plays the game again from its start, and checks that every move is legal and that the score is right.
    /// Returns the game at its end.
    pub fn replay(&self, mut state: State, referee: &mut Referee) -> Result<State, RecordError> {
        for (i, (part, name)) in self.moves.iter().enumerate() {
            let wrong = || RecordError::Move(i + 1, *part, name.clone());
            let action = state.find(*part, name)?.ok_or_else(wrong)?;
            state.play(action).map_err(|error| match error {
                PlayError::Illegal(_) => wrong(),
                PlayError::Rules(error) => error.into(),
            })?;
        }
        let ended = attempt(|| referee.score(&state))??;
        match self.late {
            None if ended != Some(self.score) => Err(RecordError::Score(self.score)),
            Some(late) if ended.is_some() || state.to_move() != late => Err(RecordError::Late(late)),
            _ => Ok(state),
        }
    }

    /// The winner. `None` means a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        match (self.late, self.score) {
            (Some(late), _) => Some(late.opponent()),
            (None, score) if score > Dyadic::ZERO => Some(Player::Left),
            (None, score) if score < Dyadic::ZERO => Some(Player::Right),
            _ => None,
        }
    }
}

//! How is a finished game recorded? As a line of JSON that can be read, played again and checked.

use crate::{Move, Referee, State};
use serde_json::{Value, json};
use sums::Sum;
use values::{ByPlayer, Dyadic, Error, Player};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of the game in the match, counted from 0.
    pub game: u32,
    /// The sum.
    pub sum: String,
    /// The players of Left and of Right, as indices of the match's players.
    pub seats: ByPlayer<usize>,
    /// The moves, Left first: the part, counted from 0, and the name of the move.
    pub moves: Vec<(usize, String)>,
    /// The score. It is positive if Left wins.
    pub score: Dyadic,
    /// The player who has lost by time, or without a legal move. `None` means that the game was scored.
    pub late: Option<Player>,
    /// Why that player failed.
    pub complaint: Option<String>,
}

/// An error in a record.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
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
    /// The game has another sum or other seats in the match. Games are counted from 0.
    #[error("game {0} of this match starts from another sum, or with other seats")]
    Start(u32),
    /// The game is recorded twice. Games are counted from 0.
    #[error("game {0} is there twice")]
    Twice(u32),
    /// The sum cannot be read.
    #[error("the sum '{0}' cannot be read: {1}")]
    Sum(String, String),
    /// A move is illegal: its number, counted from 1, its part, counted from 0, and its name.
    #[error("move {0}, {2} in part {part}, is not possible", part = .1 + 1)]
    Move(usize, usize, String),
    /// The game is not over after the moves, or has another score.
    #[error("the game does not end with the score {0}")]
    Score(Dyadic),
    /// The player cannot have lost by time: it was not the player's turn, or the game was over.
    #[error("{} cannot have lost by time there", side(*.0))]
    Late(Player),
    /// The score is out of range.
    #[error(transparent)]
    Value(#[from] Error),
}

fn side(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}

impl Record {
    /// The record as a line of JSON.
    #[must_use]
    pub fn to_line(&self) -> String {
        let moves: Vec<Value> = self.moves.iter().map(|(part, text)| json!([part, text])).collect();
        let Self { game, sum, seats, score, late, .. } = self;
        let mut line = json!({ "game": game, "sum": sum, "seats": seats.into_array(), "score": score.to_string(), "late": late.map(side), "moves": moves });
        if let Some(complaint) = &self.complaint {
            line["complaint"] = json!(complaint);
        }
        line.to_string()
    }

    /// Reads a line of JSON.
    pub fn from_line(line: &str) -> Result<Self, RecordError> {
        let wrong = |what: &str| RecordError::Format(what.to_owned());
        let value: Value = serde_json::from_str(line).map_err(|error| wrong(&error.to_string()))?;
        let number = |value: &Value| value.as_u64().and_then(|n| usize::try_from(n).ok());
        let action = |value: &Value| Some((number(value.get(0)?)?, value.get(1)?.as_str()?.to_owned()));
        let late = match value["late"].as_str() {
            None => None,
            Some("left") => Some(Player::Left),
            Some("right") => Some(Player::Right),
            Some(_) => return Err(wrong("late")),
        };
        let seat =
            |i: usize| number(&value["seats"][i]).filter(|seat| *seat < 2).ok_or_else(|| wrong("seats"));
        Ok(Self {
            game: number(&value["game"]).and_then(|n| u32::try_from(n).ok()).ok_or_else(|| wrong("game"))?,
            sum: value["sum"].as_str().ok_or_else(|| wrong("sum"))?.to_owned(),
            seats: ByPlayer::new(seat(0)?, seat(1)?),
            moves: value["moves"]
                .as_array()
                .and_then(|moves| moves.iter().map(action).collect())
                .ok_or_else(|| wrong("moves"))?,
            score: value["score"].as_str().and_then(|x| x.parse().ok()).ok_or_else(|| wrong("score"))?,
            late,
            complaint: value["complaint"].as_str().map(str::to_owned),
        })
    }

    /// Plays the game again, and checks that every move is legal and that the score is right.
    pub fn replay(&self, referee: &mut Referee) -> Result<State, RecordError> {
        let sum =
            Sum::read(&self.sum).map_err(|error| RecordError::Sum(self.sum.clone(), error.to_string()))?;
        let mut state = State::new(sum, Player::Left);
        for (i, (part, text)) in self.moves.iter().enumerate() {
            let wrong = || RecordError::Move(i + 1, *part, text.clone());
            let position = &state.sum().parts.get(*part).ok_or_else(wrong)?.position;
            let moves = position.moves(state.to_move());
            let index = moves.iter().position(|known| known == text).ok_or_else(wrong)?;
            state.play(Move { part: *part, index }).map_err(|_| wrong())?;
        }
        let ended = referee.score(&state)?;
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

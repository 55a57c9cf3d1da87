//! Answers about sums and about endgames of games with chance.

use super::{Ended, Fact, KoFacts, ValueFacts};
use derive_more::Display;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_with::{SerializeDisplay, skip_serializing_none};
use std::borrow::Cow;
use values::{Dyadic, Outcome, Player, Thermograph};

/// Who wins when one of the players moves first, and with which move.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct Winning {
    /// The winner.
    pub winner: Player,
    /// The part of a winning move, counted from 1; null if the player who moves first loses.
    pub part: Option<usize>,
    /// The winning move.
    #[serde(rename = "move")]
    pub action: Option<String>,
}

/// The answer about a sum.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// The sum as it is written.
    pub sum: String,
    /// The winner, if one player moves first.
    pub winner: Option<Player>,
    /// The part of a winning move, counted from 1; null if the player who moves first loses.
    #[serde(skip_serializing_if = "Fact::is_missing")]
    pub part: Fact<usize>,
    /// A winning move.
    #[serde(rename = "move", skip_serializing_if = "Fact::is_missing")]
    pub action: Fact<String>,
    /// Who wins when Left moves first, if both were asked about.
    pub left_first: Option<Winning>,
    /// Who wins when Right moves first, if both were asked about.
    pub right_first: Option<Winning>,
    /// Who wins, if both were asked about.
    pub outcome: Option<Outcome>,
    /// A line of play that the winner plays well, if it was asked for.
    pub line: Option<Vec<String>>,
    /// The score when everything has become a number and Left moves first.
    pub left_stop: Option<Dyadic>,
    /// The score when everything has become a number and Right moves first.
    pub right_stop: Option<Dyadic>,
    /// The proof number of the start, if a search for a proof ended early.
    pub proof_number: Option<u32>,
    /// The disproof number of the start, if a search for a proof ended early.
    pub disproof_number: Option<u32>,
    /// The number of states of the proof.
    pub proof_states: Option<usize>,
    /// The number of results that came from a checkpoint, if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<usize>,
    /// Why the last results are not in the checkpoint, if it could not be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsaved: Option<String>,
    /// Why it ended early.
    pub error: Option<Ended>,
    /// The number of sums or states searched.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

/// The answer to a question of a test file.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct TestAnswer {
    /// The line of the question in its file, counted from 1.
    pub line: usize,
    /// The sum as it is written here.
    pub sum: String,
    /// The player who moves first, if the winner is asked for.
    pub first: Option<Player>,
    /// The winner.
    pub winner: Option<Player>,
    /// The nim value, if it is asked for.
    pub nim_value: Option<u32>,
    /// The result that the file expects: win or loss of the player who moves first, or a nim value.
    pub expected: Option<String>,
    /// Is the result the expected one?
    pub agrees: Option<bool>,
    /// Why it ended early.
    pub error: Option<Ended>,
    /// The number of sums or states searched.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

/// A part of a sum and what is known about it.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct PartAnswer {
    /// The part as it is written.
    pub part: String,
    /// Its canonical form, where it is known and not too long to print.
    pub canonical: Option<String>,
    /// Its mean, where it is known.
    pub mean: Option<Dyadic>,
    /// Its temperature, where it is known.
    pub temperature: Option<Dyadic>,
    /// Numbers between which the mean lies, where it is not known.
    pub mean_bounds: Option<[Dyadic; 2]>,
    /// Numbers between which the temperature lies, where it is not known.
    pub temperature_bounds: Option<[Dyadic; 2]>,
    /// Its thermograph, where it is known.
    pub thermograph: Option<Thermograph>,
    /// What depends on the komaster, where positions of the part can come back.
    #[serde(flatten)]
    pub kos: KoFacts,
}

/// The analysis of a sum: its parts, and what is known about their sum.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct SumAnalysis {
    /// The sum as it is written.
    pub sum: String,
    /// Its parts.
    pub parts: Vec<PartAnswer>,
    /// What is known about its value.
    #[serde(flatten)]
    pub facts: ValueFacts,
    /// Are mean and temperature certain?
    pub exact: Option<bool>,
    /// Numbers between which the mean lies, where the value is not known. Means of parts add.
    pub mean_bounds: Option<[Dyadic; 2]>,
    /// Numbers between which the temperature lies, where the value is not known: a sum is at most as hot as
    /// its hottest part.
    pub temperature_bounds: Option<[Dyadic; 2]>,
    /// What is known under each komaster, where positions of a part can come back.
    #[serde(flatten)]
    pub kos: KoFacts,
    /// Why it ended early.
    pub error: Option<Ended>,
    /// The number of positions searched. Those that an earlier question has searched do not count.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

/// How a game with chance comes out.
#[derive(SerializeDisplay, Display, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Won {
    /// By a player.
    #[display("{}", _0.name())]
    By(Player),
    /// By neither.
    #[display("draw")]
    Draw,
}

impl Won {
    /// The player whom the score of Left favours.
    pub(crate) fn of_score(score: i32) -> Self {
        match score {
            1.. => Self::By(Player::Left),
            0 => Self::Draw,
            ..0 => Self::By(Player::Right),
        }
    }
}

impl JsonSchema for Won {
    fn schema_name() -> Cow<'static, str> {
        "Won".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": ["left", "right", "draw"] })
    }
}

/// The answer about an endgame of a game with chance.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct ContestSolution {
    /// The position as it is written.
    pub sum: String,
    /// Who wins.
    pub winner: Option<Won>,
    /// A move that gets the player to move as much as possible; null where all is lost.
    #[serde(rename = "move", skip_serializing_if = "Fact::is_missing")]
    pub action: Fact<String>,
    /// The number of moves until the next capture, or until a player cannot move, if both play well; known
    /// from a table.
    pub distance: Option<u32>,
    /// A line of play in which both play well, if it was asked for.
    pub line: Option<Vec<String>>,
    /// The proof number of the start, if the search ended early.
    pub proof_number: Option<u32>,
    /// The disproof number of the start, if the search ended early.
    pub disproof_number: Option<u32>,
    /// Why it ended early.
    pub error: Option<Ended>,
    /// The number of states searched.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

/// The answer about a proof that a player wins a sum.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct ProofAnswer {
    /// The sum as it is written.
    pub sum: String,
    /// The player who moves first.
    pub first: Player,
    /// The winner, if the proof is right.
    pub winner: Option<Player>,
    /// The number of states of the proof, if it is right.
    pub states: Option<usize>,
    /// Why it ended early.
    pub error: Option<Ended>,
    /// How long it took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

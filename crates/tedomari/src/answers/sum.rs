//! Answers about sums and about endgames of games with chance.

use super::{Ended, Fact};
use derive_more::Display;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_with::{SerializeDisplay, skip_serializing_none};
use std::borrow::Cow;
use values::{Dyadic, Outcome, Player};

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

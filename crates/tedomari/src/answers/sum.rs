//! Answers about sums and about endgames of games with chance.

use super::{Ended, Fact};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
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
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// The sum as it is written.
    pub sum: String,
    /// The winner, if one player moves first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Player>,
    /// The part of a winning move, counted from 1; null if the player who moves first loses.
    #[serde(skip_serializing_if = "Fact::is_missing")]
    pub part: Fact<usize>,
    /// A winning move.
    #[serde(rename = "move", skip_serializing_if = "Fact::is_missing")]
    pub action: Fact<String>,
    /// Who wins when Left moves first, if both were asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_first: Option<Winning>,
    /// Who wins when Right moves first, if both were asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_first: Option<Winning>,
    /// Who wins, if both were asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The score when everything has become a number and Left moves first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_stop: Option<Dyadic>,
    /// The score when everything has become a number and Right moves first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_stop: Option<Dyadic>,
    /// The proof number of the start, if a search for a proof ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_number: Option<u32>,
    /// The disproof number of the start, if a search for a proof ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disproof_number: Option<u32>,
    /// The number of states of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_states: Option<usize>,
    /// Why it ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Ended>,
    /// The number of sums or states searched.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

/// How a game with chance comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Won {
    /// By a player.
    By(Player),
    /// By neither.
    Draw,
}

impl Serialize for Won {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::By(player) => player.serialize(serializer),
            Self::Draw => serializer.serialize_str("draw"),
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
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct ContestSolution {
    /// The position as it is written.
    pub sum: String,
    /// Who wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Won>,
    /// A move that gets the player to move as much as possible; null where all is lost.
    #[serde(rename = "move", skip_serializing_if = "Fact::is_missing")]
    pub action: Fact<String>,
    /// The proof number of the start, if the search ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_number: Option<u32>,
    /// The disproof number of the start, if the search ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disproof_number: Option<u32>,
    /// Why it ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Ended>,
    /// The number of states searched.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

/// The answer about a proof that a player wins a sum.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct ProofAnswer {
    /// The sum as it is written.
    pub sum: String,
    /// The player who moves first.
    pub first: Player,
    /// The winner, if the proof is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Player>,
    /// The number of states of the proof, if it is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<usize>,
    /// Why it ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Ended>,
    /// How long it took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

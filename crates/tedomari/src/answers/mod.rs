//! The answers: plain types that serialise to the JSON of every door. Exact numbers are strings, and a field that is
//! missing is not known.

mod position;
mod sum;
mod table;
mod value;

pub use position::{Analysis, Bounds, MoveAnswer, RegionAnswer, TemperatureAnswer};
pub use sum::{ContestSolution, Solution, Winning, Won};
pub use table::{CensusAnswer, Counted, Extreme, ProbeAnswer, ProbeFacts};
pub use value::{MoreFacts, ValueAnswer, ValueFacts};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use values::Error;

/// The version of all answers. It grows when a key is renamed or means something else.
pub const SCHEMA: u32 = 1;

/// An error that ended work early, with what is missing because of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// The error.
    pub error: Error,
    /// The keys that are missing. None are named where all that was asked for is.
    pub missing: Vec<&'static str>,
}

impl Ended {
    /// The end of the whole work.
    #[must_use]
    pub fn by(error: Error) -> Self {
        Self { error, missing: Vec::new() }
    }
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.missing.is_empty() {
            true => write!(f, "{}", self.error),
            false => write!(f, "no {}: {}", self.missing.join(", "), self.error),
        }
    }
}

impl Serialize for Ended {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Ended {
    fn schema_name() -> Cow<'static, str> {
        "Ended".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "Why the work ended early, and what is missing" })
    }
}

/// One thing for each player.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct Both<T> {
    /// Left's.
    pub left: T,
    /// Right's.
    pub right: T,
}

/// A move that a player chose.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct ChosenMove {
    /// The part that the move is in, counted from 1.
    pub part: usize,
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
    /// Why the player chose it.
    pub reason: String,
    /// The version of this answer.
    pub schema: u32,
}

/// The JSON Schema of all answers.
#[must_use]
pub fn schema() -> serde_json::Value {
    let mut generator = SchemaGenerator::default();
    generator.subschema_for::<ValueAnswer>();
    generator.subschema_for::<Analysis>();
    generator.subschema_for::<TemperatureAnswer>();
    generator.subschema_for::<Solution>();
    generator.subschema_for::<ContestSolution>();
    generator.subschema_for::<ChosenMove>();
    generator.subschema_for::<CensusAnswer>();
    generator.subschema_for::<ProbeAnswer>();
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tedomari's answers",
        "version": SCHEMA,
        "$defs": generator.definitions(),
    })
}

//! The answers: plain types that serialise to the JSON of every door. Exact numbers are strings, and a field
//! that is missing is not known.

mod drawing;
mod fact;
mod ko;
mod match_result;
mod nim;
mod player;
mod position;
mod ruleset;
mod sum;
mod table;
mod value;

pub use drawing::{
    BestMove, BoardDrawing, Drawing, DrawnAnswer, EdgeDrawing, GameAnswer, GraphDrawing, HeapsDrawing,
    Measure, MoveDrawing, MoveEstimate, NodeDrawing, PartDrawing, Place, PlayedMove, RegionDrawing,
    ReviewAnswer, ReviewedMove, Touched,
};
pub use fact::Fact;
pub use ko::{KoFacts, KoMoveAnswer, KomasterAnswer};
pub use match_result::{MatchAnswer, ReplayAnswer};
pub use nim::{NimAnswer, NimBlocks, NimCost, NimRepresentation, NimSolution, NimStats};
pub use player::{PlayerAnswer, PlayersAnswer};
pub use position::{
    Analysis, Bounds, CellClasses, EstimateAnswer, MoveAnswer, RegionAnswer, TemperatureAnswer,
    ThermographAnswer, TopicAnalysis,
};
pub use ruleset::{HooksAnswer, RulesetAnswer, SymbolAnswer};
pub use sum::{ContestSolution, PartAnswer, ProofAnswer, Solution, SumAnalysis, TestAnswer, Winning, Won};
pub use table::{
    BoardsAnswer, BrowsedBoard, BuildAnswer, Built, CensusAnswer, CensusGraphs, Counted, EndingAnswer,
    EndingsAnswer, Extreme, ListedTable, ProbeAnswer, ProbeFacts,
};
pub use value::{MoreFacts, ValueAnswer, ValueFacts};

use matches::Move;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_with::SerializeDisplay;
use std::borrow::Cow;
use values::Error;

/// The version of all answers. It grows when a key is renamed or means something else.
pub const SCHEMA: u32 = 1;

/// The errors that ended work early, each with the keys that are missing because of it. No key means that the
/// whole answer is missing.
#[must_use]
#[derive(SerializeDisplay, Clone, Debug, Default, PartialEq)]
pub struct Ended(pub Vec<(Error, Vec<&'static str>)>);

impl Ended {
    /// The end of the whole work.
    pub fn by(error: Error) -> Self {
        Self(vec![(error, Vec::new())])
    }

    /// Adds a key that is missing because of an error.
    pub fn without(mut self, key: &'static str, error: Error) -> Self {
        match self.0.iter_mut().find(|(known, _)| *known == error) {
            Some((_, missing)) => missing.push(key),
            None => self.0.push((error, vec![key])),
        }
        self
    }

    /// The errors.
    pub fn errors(&self) -> impl Iterator<Item = Error> {
        self.0.iter().map(|(error, _)| *error)
    }

    /// The keys that are missing.
    pub fn missing(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().flat_map(|(_, missing)| missing.iter().copied())
    }

    /// Would more time or a higher limit have helped with all of it?
    #[must_use]
    pub fn is_limit(&self) -> bool {
        self.errors().all(Error::is_limit)
    }
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, (error, missing)) in self.0.iter().enumerate() {
            let joint = if i == 0 { "" } else { "; " };
            match missing.is_empty() {
                true => write!(f, "{joint}{error}")?,
                false => write!(f, "{joint}no {}: {error}", missing.join(", "))?,
            }
        }
        Ok(())
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

/// A move that a player chose.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct ChosenMove {
    /// The move, to be played in a [`Session`](crate::Session).
    #[serde(skip)]
    #[schemars(skip)]
    pub chosen: Move,
    /// The part that the move is in, counted from 1.
    pub part: usize,
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
    /// The depth of the search, if the limit ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Why the player chose it.
    pub reason: String,
    /// How long the choice took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

/// The JSON Schema of all answers.
#[must_use]
pub fn schema() -> serde_json::Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    generator.subschema_for::<ValueAnswer>();
    generator.subschema_for::<Analysis>();
    generator.subschema_for::<SumAnalysis>();
    generator.subschema_for::<TemperatureAnswer>();
    generator.subschema_for::<Solution>();
    generator.subschema_for::<ContestSolution>();
    generator.subschema_for::<TestAnswer>();
    generator.subschema_for::<ChosenMove>();
    generator.subschema_for::<CensusAnswer>();
    generator.subschema_for::<ProbeAnswer>();
    generator.subschema_for::<BuildAnswer>();
    generator.subschema_for::<EndingsAnswer>();
    generator.subschema_for::<EndingAnswer>();
    generator.subschema_for::<ListedTable>();
    generator.subschema_for::<ProofAnswer>();
    generator.subschema_for::<MatchAnswer>();
    generator.subschema_for::<ReplayAnswer>();
    generator.subschema_for::<RulesetAnswer>();
    generator.subschema_for::<HooksAnswer>();
    generator.subschema_for::<TopicAnalysis>();
    generator.subschema_for::<ThermographAnswer>();
    generator.subschema_for::<PlayersAnswer>();
    generator.subschema_for::<DrawnAnswer>();
    generator.subschema_for::<GameAnswer>();
    generator.subschema_for::<ReviewAnswer>();
    generator.subschema_for::<CensusGraphs>();
    generator.subschema_for::<BoardsAnswer>();
    generator.subschema_for::<NimSolution>();
    generator.subschema_for::<NimAnswer>();
    generator.subschema_for::<NimStats>();
    generator.subschema_for::<NimRepresentation>();
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tedomari's answers",
        "version": SCHEMA,
        "$defs": generator.definitions(),
    })
}

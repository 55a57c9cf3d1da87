//! The answers: plain types that serialise to the JSON of every door. Exact numbers are strings, and a field that is
//! missing is not known.

use rules::AnyMove;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use values::{Dyadic, Error, Outcome, Player, Thermograph};

/// The version of all answers. It grows when a key is renamed or means something else.
pub const SCHEMA: u32 = 1;

/// What is known about a canonical form.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct ValueFacts {
    /// The canonical form in notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
    /// Who wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Who is ahead, and by how much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<Dyadic>,
    /// How urgent a move is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<Dyadic>,
    /// The number reached when Left starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_stop: Option<Dyadic>,
    /// The number reached when Right starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_stop: Option<Dyadic>,
    /// The atomic weight; null for a value that has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atomic_weight: Option<Option<String>>,
    /// The first day on which the value exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birthday: Option<u64>,
    /// Words that describe the value, such as hot, number or all-small.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kinds: Option<Vec<String>>,
    /// The thermograph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thermograph: Option<Thermograph>,
}

/// More about a canonical form, for those who ask for everything.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct MoreFacts {
    /// Left's canonical options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_options: Option<Vec<String>>,
    /// Right's canonical options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_options: Option<Vec<String>>,
    /// The reduced canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduced: Option<String>,
    /// The value cooled by its temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub freeze: Option<String>,
    /// The companion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub companion: Option<String>,
    /// What Left's moves gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_incentives: Option<Vec<String>>,
    /// What Right's moves gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_incentives: Option<Vec<String>>,
    /// What the moves of both gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incentives: Option<Vec<String>>,
    /// The number that the value is infinitesimally close to; null for a value that is hot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number_part: Option<Option<Dyadic>>,
    /// The value in uptimal notation; null for one that is not uptimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uptimal: Option<Option<String>>,
    /// Who wins when the last player to move loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub misere_outcome: Option<Outcome>,
    /// In how many ways play can reach a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_count: Option<u64>,
    /// How many values play can lead to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follower_count: Option<u64>,
}

/// The answer about a value in notation.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct ValueAnswer {
    /// The value as it was written.
    pub expression: String,
    /// Is the thermograph certain although the canonical form is not known? Missing where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// What is known.
    #[serde(flatten)]
    pub facts: ValueFacts,
    /// More of it.
    #[serde(flatten)]
    pub more: MoreFacts,
    /// Numbers between which the temperature lies, where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature_bounds: Option<[Dyadic; 2]>,
    /// Why it ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Ended>,
    /// The version of this answer.
    pub schema: u32,
}

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

/// An independent region of a position.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct RegionAnswer {
    /// The region as a position.
    pub position: String,
    /// Its canonical form; null for one that is too long to print.
    pub canonical: Option<String>,
    /// Its mean.
    pub mean: Dyadic,
    /// Its temperature.
    pub temperature: Dyadic,
}

/// A move and what it leads to.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct MoveAnswer {
    /// The move, which can be played in the position.
    #[serde(rename = "move", serialize_with = "display")]
    #[schemars(with = "String")]
    pub action: AnyMove,
    /// The mean after the move.
    pub mean: Dyadic,
    /// The temperature after the move.
    pub temperature: Dyadic,
    /// What the move loses against the best one, at the temperature of the position.
    pub loss: Dyadic,
    /// Is it one of the best moves at the temperature of the position?
    pub orthodox: bool,
    /// Does it win, if this position is all that is left?
    pub wins: bool,
    /// Who has to go on after it: sente, reverse sente or gote.
    pub kind: String,
}

/// Writes what `Display` writes.
fn display<T: std::fmt::Display, S: Serializer>(thing: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(thing)
}

/// The answer about a position.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The game, where the question named it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The position as it is written.
    pub position: String,
    /// Something odd about the position that its author should know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<&'static str>,
    /// What is known about its value.
    #[serde(flatten)]
    pub facts: ValueFacts,
    /// Are mean and temperature certain?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// Numbers between which the mean lies, where the value is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_bounds: Option<[Dyadic; 2]>,
    /// Numbers between which the temperature lies, where the value is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature_bounds: Option<[Dyadic; 2]>,
    /// The most moves that can still be played, where the value is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_play: Option<u32>,
    /// Who wins when the last player to move loses; null where it was not found in time. Missing for long games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub misere_outcome: Option<Option<Outcome>>,
    /// The independent regions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<RegionAnswer>>,
    /// All moves, the best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Both<Vec<MoveAnswer>>>,
    /// Why it ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Ended>,
    /// How long it took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

impl std::ops::Deref for Analysis {
    type Target = ValueFacts;

    fn deref(&self) -> &ValueFacts {
        &self.facts
    }
}

/// Bounds of a number. Null means that there is no bound.
pub type Bounds = [Option<Dyadic>; 2];

/// The answer of a temperature search.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct TemperatureAnswer {
    /// The game, where the question named it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The position as it is written.
    pub position: String,
    /// How it was searched.
    pub method: String,
    /// The mean, or an estimate of it; null where there is neither.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<Option<Dyadic>>,
    /// The temperature, or an estimate of it; null where there is neither.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<Option<Dyadic>>,
    /// Is the temperature above the threshold? Null where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hotter: Option<Option<bool>>,
    /// Is the answer certain?
    pub exact: bool,
    /// The threshold that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<Dyadic>,
    /// Numbers between which the mean lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_bounds: Option<Bounds>,
    /// Numbers between which the temperature lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature_bounds: Option<Bounds>,
    /// The gap between coupons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta: Option<Dyadic>,
    /// Best play beside the coupons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variation: Option<String>,
    /// The number of positions searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Why it ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Ended>,
    /// How long it took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<Option<usize>>,
    /// A winning move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub action: Option<Option<String>>,
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
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub action: Option<Option<String>>,
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

/// What tables say about a position or a region.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct ProbeFacts {
    /// The region, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Who wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<Dyadic>,
    /// The temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<Dyadic>,
    /// The thermograph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thermograph: Option<Thermograph>,
    /// Left's best moves at the temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_moves: Option<Vec<String>>,
    /// Right's best moves at the temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_moves: Option<Vec<String>>,
    /// The canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
}

/// What tables say about a position.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct ProbeAnswer {
    /// The position as it is written.
    pub position: String,
    /// What tables say about it, if it has not several regions.
    #[serde(flatten)]
    pub facts: ProbeFacts,
    /// What tables say about its regions, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<ProbeFacts>>,
    /// Do tables have the position, or all of its regions?
    #[serde(skip)]
    pub complete: bool,
    /// The version of this answer.
    pub schema: u32,
}

/// Positions before symmetry, and up to symmetry and exchange of colours.
#[derive(Serialize, JsonSchema, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// All of them.
    pub all: u64,
    /// Those that differ.
    pub distinct: u64,
}

/// Boards with an extreme mean or temperature.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct Extreme {
    /// The mean.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// The number of boards that differ by more than a symmetry.
    pub boards: u64,
    /// One of them.
    pub example: Option<String>,
}

/// The answer about a table of all positions of a board.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct CensusAnswer {
    /// All positions.
    pub positions: u64,
    /// Those that differ by more than a symmetry.
    pub distinct: u64,
    /// The number of different values, in a table of values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values_that_occur: Option<u64>,
    /// The number of different thermographs, in a table of thermographs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thermographs: Option<u64>,
    /// Positions by their number of stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_stones: Option<BTreeMap<u32, Counted>>,
    /// Positions by their number of empty cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_empty_cells: Option<BTreeMap<u32, Counted>>,
    /// Positions by their number of cells in play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_cells: Option<BTreeMap<u32, Counted>>,
    /// Positions by the length of the longest play.
    pub by_longest_play: BTreeMap<u32, Counted>,
    /// Positions by classes of mean and temperature.
    #[serde(serialize_with = "in_order")]
    #[schemars(with = "BTreeMap<String, Counted>")]
    pub by_temperature: Vec<(String, Counted)>,
    /// The hottest boards.
    pub hottest: Vec<Extreme>,
    /// The boards with the highest mean.
    pub highest_mean: Vec<Extreme>,
    /// The boards with the lowest mean.
    pub lowest_mean: Vec<Extreme>,
    /// A position for each value that was asked for, in a table of values.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_order_if")]
    #[schemars(with = "Option<BTreeMap<String, String>>")]
    pub values: Option<Vec<(String, String)>>,
    /// The version of this answer.
    pub schema: u32,
}

/// Writes pairs as an object, in their order.
fn in_order<K: Serialize, V: Serialize, S: Serializer>(
    pairs: &[(K, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}

fn in_order_if<K: Serialize, V: Serialize, S: Serializer>(
    pairs: &Option<Vec<(K, V)>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    in_order(pairs.as_deref().unwrap_or_default(), serializer)
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

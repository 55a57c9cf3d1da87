//! Answers about tables of all positions of a board.

use super::Won;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_with::skip_serializing_none;
use std::collections::BTreeMap;
use values::{Dyadic, Outcome, Thermograph};

/// What tables say about a position or a region.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct ProbeFacts {
    /// The region, if there are several.
    pub region: Option<String>,
    /// Who wins.
    pub outcome: Option<Outcome>,
    /// The mean.
    pub mean: Option<Dyadic>,
    /// The temperature.
    pub temperature: Option<Dyadic>,
    /// The thermograph.
    pub thermograph: Option<Thermograph>,
    /// Left's best moves at the temperature.
    pub left_moves: Option<Vec<String>>,
    /// Right's best moves at the temperature.
    pub right_moves: Option<Vec<String>>,
    /// The canonical form.
    pub canonical: Option<String>,
}

/// What tables say about a position.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct ProbeAnswer {
    /// The position as it is written.
    pub position: String,
    /// What tables say about it, if it is a single region.
    #[serde(flatten)]
    pub facts: ProbeFacts,
    /// What tables say about its regions, if there are several.
    pub regions: Option<Vec<ProbeFacts>>,
    /// Do tables have the position, or all of its regions?
    pub complete: bool,
    /// Why it is not complete.
    pub error: Option<String>,
    /// The version of this answer.
    pub schema: u32,
}

/// A file in the folder of tables.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct ListedTable {
    /// The file.
    pub file: String,
    /// The game, where the file can be read.
    pub game: Option<String>,
    /// Columns and rows, such as `4x4`.
    pub size: Option<String>,
    /// Queens of Left and Right, such as `1v2`, in Amazons.
    pub queens: Option<String>,
    /// What its entries are: thermographs or values.
    pub kind: Option<String>,
    /// The number of its entries.
    pub entries: Option<u64>,
    /// The size of the file.
    pub bytes: u64,
    /// Can searches use it? A piece of a table and a file that cannot be read are not used.
    pub complete: bool,
    /// Why it cannot be read.
    pub error: Option<String>,
    /// The version of this answer.
    pub schema: u32,
}

/// A table that was built.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct Built {
    /// The file.
    pub file: String,
    /// The number of boards before symmetry.
    pub boards: u64,
    /// The number of entries.
    pub entries: u64,
    /// The number of different values, in a table of values.
    pub values: Option<usize>,
    /// The number of different thermographs, in a table of thermographs.
    pub thermographs: Option<usize>,
    /// The size of the file.
    pub bytes: u64,
    /// The same for each entry.
    pub bytes_per_entry: f64,
}

/// The answer about the build of a table.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct BuildAnswer {
    /// The table, if it was built.
    #[serde(flatten)]
    pub table: Option<Built>,
    /// How long it took.
    pub seconds: f64,
    /// Why it ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The version of this answer.
    pub schema: u32,
}

/// The answer about the build of tables of endgames of dark chess, one for each material.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct EndingsAnswer {
    /// The folder.
    pub folder: String,
    /// The number of materials that were worked out now.
    pub built: usize,
    /// The number of materials in the folder.
    pub materials: usize,
    /// The size of their files.
    pub bytes: u64,
    /// How long it took.
    pub seconds: f64,
    /// Why it ended early.
    pub error: Option<String>,
    /// The version of this answer.
    pub schema: u32,
}

/// The result of an endgame of dark chess in the tables.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct EndingAnswer {
    /// The position.
    pub position: String,
    /// The material, such as `KGvP`.
    pub material: Option<String>,
    /// Who wins.
    pub winner: Option<Won>,
    /// The number of moves until the next capture, or until a player cannot move, if both play well.
    pub distance: Option<u32>,
    /// The best moves.
    pub moves: Option<Vec<String>>,
    /// Why there is no result.
    pub error: Option<String>,
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
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct CensusAnswer {
    /// The file.
    pub file: String,
    /// All positions.
    pub positions: u64,
    /// Those that differ by more than a symmetry.
    pub distinct: u64,
    /// The number of different values, in a table of values.
    pub values_that_occur: Option<u64>,
    /// The number of different thermographs, in a table of thermographs.
    pub thermographs: Option<u64>,
    /// Positions by their number of stones.
    pub by_stones: Option<BTreeMap<u32, Counted>>,
    /// Positions by their number of empty cells.
    pub by_empty_cells: Option<BTreeMap<u32, Counted>>,
    /// Positions by their number of cells in play.
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
    #[serde(serialize_with = "in_order_if")]
    #[schemars(with = "Option<BTreeMap<String, String>>")]
    pub values: Option<Vec<(String, String)>>,
    /// How long it took.
    pub seconds: f64,
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

/// A census by mean and temperature, to browse in.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct CensusGraphs {
    /// The counts. The file is named without its folder.
    #[serde(flatten)]
    pub census: CensusAnswer,
    /// The game.
    pub game: String,
    /// All means and temperatures, the hottest first, each with a board.
    pub graphs: Vec<Extreme>,
}

/// Boards of a table with given means and temperatures.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct BoardsAnswer {
    /// This part of the list.
    pub positions: Vec<BrowsedBoard>,
    /// The number of boards before it.
    pub offset: u64,
    /// The number of all boards of the list.
    pub total: u64,
    /// The version of this answer.
    pub schema: u32,
}

/// A board of a table.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct BrowsedBoard {
    /// The board with its game.
    pub position: String,
    /// Its mean.
    pub mean: Dyadic,
    /// Its temperature.
    pub temperature: Dyadic,
}

//! Answers about positions: analyses and temperature searches.

use super::{Ended, Fact, KoFacts, KoMoveAnswer, SumAnalysis, ValueAnswer, ValueFacts};
use derive_more::Deref;
use rules::AnyMove;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_with::skip_serializing_none;
use temperature::{Estimate, Variation};
use values::{ByPlayer, Dyadic, Outcome, Thermograph};

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

/// A move and what it leads to. The last three keys are there if details were asked for.
#[skip_serializing_none]
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
    /// Is it the first of the moves that lead to this option of the canonical form? All other moves are dominated,
    /// reversible, or as good as another one.
    pub sensible: Option<bool>,
    /// The position after the move.
    pub position: Option<String>,
    /// The thermograph after the move.
    pub thermograph: Option<Thermograph>,
}

/// Writes what `Display` writes.
fn display<T: std::fmt::Display, S: Serializer>(thing: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(thing)
}

/// The answer about a position.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq, Deref)]
pub struct Analysis {
    /// The game, where the question named it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The position as it is written.
    pub position: String,
    /// A warning about a strange position.
    pub warning: Option<&'static str>,
    /// What is known about its value.
    #[deref]
    #[serde(flatten)]
    pub facts: ValueFacts,
    /// Are mean and temperature certain?
    pub exact: Option<bool>,
    /// Numbers between which the mean lies, where the value is not known.
    pub mean_bounds: Option<[Dyadic; 2]>,
    /// Numbers between which the temperature lies, where the value is not known.
    pub temperature_bounds: Option<[Dyadic; 2]>,
    /// Estimates between these bounds, where they do not meet.
    pub estimate: Option<EstimateAnswer>,
    /// The most moves that can still be played, where the value is not known.
    pub longest_play: Option<u32>,
    /// Who wins when the last player to move loses; null where it was not found in time. Missing for long
    /// games.
    #[serde(skip_serializing_if = "Fact::is_missing")]
    pub misere_outcome: Fact<Outcome>,
    /// What depends on the komaster, where positions can come back.
    #[serde(flatten)]
    pub kos: KoFacts,
    /// All moves, where positions can come back.
    pub ko_moves: Option<ByPlayer<Vec<KoMoveAnswer>>>,
    /// Who may play on which empty cell, of a whole board of NoGo.
    pub cells: Option<CellClasses>,
    /// The independent regions.
    pub regions: Option<Vec<RegionAnswer>>,
    /// All moves, the best first.
    pub moves: Option<ByPlayer<Vec<MoveAnswer>>>,
    /// Why it ended early.
    pub error: Option<Ended>,
    /// The number of positions searched. Those that an earlier question has searched do not count.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

/// The empty cells of a NoGo board by who may play there.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct CellClasses {
    /// Both players: Both-Go, or 2-Go.
    pub both: Vec<String>,
    /// Left alone: Black-Go, one of the two kinds of 1-Go.
    pub left: Vec<String>,
    /// Right alone: White-Go.
    pub right: Vec<String>,
    /// Nobody: No-Go, or 0-Go.
    pub nobody: Vec<String>,
}

/// Estimates of mean and temperature, which may be wrong.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct EstimateAnswer {
    /// The mean.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// The expected absolute error of the mean.
    pub mean_error: f64,
    /// The expected absolute error of the temperature.
    pub temperature_error: f64,
}

impl From<Estimate> for EstimateAnswer {
    fn from(Estimate { mean, temperature, mean_error, temperature_error }: Estimate) -> Self {
        // Errors are known to one or two digits.
        let rounded = |x: f64| (100.0 * x).round() / 100.0;
        Self {
            mean,
            temperature,
            mean_error: rounded(mean_error),
            temperature_error: rounded(temperature_error),
        }
    }
}

/// Bounds of a number. Null means that there is no bound.
pub type Bounds = [Option<Dyadic>; 2];

/// The answer of a temperature search.
#[skip_serializing_none]
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
    #[serde(skip_serializing_if = "Fact::is_missing")]
    pub mean: Fact<Dyadic>,
    /// The temperature, or an estimate of it; null where there is neither.
    #[serde(skip_serializing_if = "Fact::is_missing")]
    pub temperature: Fact<Dyadic>,
    /// Is the temperature above the threshold? Null where that is not known.
    #[serde(skip_serializing_if = "Fact::is_missing")]
    pub hotter: Fact<bool>,
    /// Is the answer certain?
    pub exact: bool,
    /// The threshold that was asked about.
    pub threshold: Option<Dyadic>,
    /// Numbers between which the mean lies.
    pub mean_bounds: Option<Bounds>,
    /// Numbers between which the temperature lies.
    pub temperature_bounds: Option<Bounds>,
    /// What depends on the komaster, where positions can come back.
    #[serde(flatten)]
    pub kos: KoFacts,
    /// The estimates with their expected errors, where the method has them and the bounds do not meet.
    pub estimate: Option<EstimateAnswer>,
    /// The gap between coupons.
    pub delta: Option<Dyadic>,
    /// Best play beside the coupons. A long one is cut after 40 moves; [`line`](Self::line) has all of them.
    pub variation: Option<String>,
    /// Best play beside the coupons, move by move.
    #[serde(skip)]
    #[schemars(skip)]
    pub line: Option<Variation>,
    /// The number of positions searched.
    pub nodes: Option<u64>,
    /// Why it ended early.
    pub error: Option<Ended>,
    /// How long it took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

/// The analysis of a text of any kind.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(tag = "kind", content = "analysis", rename_all = "lowercase")]
pub enum TopicAnalysis {
    /// Of a position.
    Position(Analysis),
    /// Of a value.
    Value(ValueAnswer),
    /// Of a sum.
    Sum(SumAnalysis),
}

impl TopicAnalysis {
    /// Why it ended early.
    #[must_use]
    pub fn error(&self) -> Option<&Ended> {
        match self {
            Self::Position(analysis) => analysis.error.as_ref(),
            Self::Value(answer) => answer.error.as_ref(),
            Self::Sum(analysis) => analysis.error.as_ref(),
        }
    }
}

/// A thermograph.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct ThermographAnswer {
    /// The position, value or sum as it was written.
    pub position: String,
    /// The mean.
    pub mean: Option<Dyadic>,
    /// The temperature.
    pub temperature: Option<Dyadic>,
    /// The thermograph.
    pub thermograph: Option<Thermograph>,
    /// The thermographs of both komasters, where positions can come back.
    #[serde(flatten)]
    pub kos: KoFacts,
    /// Why it ended early.
    pub error: Option<Ended>,
    /// How long it took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

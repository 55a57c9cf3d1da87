//! Answers about values.

use super::{Ended, Fact};
use schemars::JsonSchema;
use serde::Serialize;
use values::{Dyadic, Outcome, Thermograph};

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
    #[serde(skip_serializing_if = "Fact::is_missing")]
    pub atomic_weight: Fact<String>,
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

/// Further facts about a canonical form, for a question that asks for all of them.
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
    #[serde(skip_serializing_if = "Fact::is_missing")]
    pub number_part: Fact<Dyadic>,
    /// The value in uptimal notation; null for one that is not uptimal.
    #[serde(skip_serializing_if = "Fact::is_missing")]
    pub uptimal: Fact<String>,
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
    /// The number of canonical forms computed. Those that an earlier question has computed do not count.
    pub nodes: u64,
    /// The version of this answer.
    pub schema: u32,
}

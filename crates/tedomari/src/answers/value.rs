//! Answers about values.

use super::{Ended, Fact, KoFacts, KoMoveAnswer};
use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;
use values::{ByPlayer, Dyadic, Outcome, Thermograph};

/// What is known about a canonical form.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct ValueFacts {
    /// The canonical form in notation.
    pub canonical: Option<String>,
    /// Who wins.
    pub outcome: Option<Outcome>,
    /// Who is ahead, and by how much.
    pub mean: Option<Dyadic>,
    /// How urgent a move is.
    pub temperature: Option<Dyadic>,
    /// The number reached when Left starts.
    pub left_stop: Option<Dyadic>,
    /// The number reached when Right starts.
    pub right_stop: Option<Dyadic>,
    /// The atomic weight; null for a value that has none.
    #[serde(skip_serializing_if = "Fact::is_missing")]
    pub atomic_weight: Fact<String>,
    /// The first day on which the value exists.
    pub birthday: Option<u64>,
    /// Words that describe the value, such as hot, number or all-small.
    pub kinds: Option<Vec<String>>,
    /// The thermograph.
    pub thermograph: Option<Thermograph>,
}

/// Further facts about a canonical form, for a question that asks for all of them.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct MoreFacts {
    /// Left's canonical options.
    pub left_options: Option<Vec<String>>,
    /// Right's canonical options.
    pub right_options: Option<Vec<String>>,
    /// The reduced canonical form.
    pub reduced: Option<String>,
    /// The value cooled by its temperature.
    pub freeze: Option<String>,
    /// The companion.
    pub companion: Option<String>,
    /// What Left's moves gain.
    pub left_incentives: Option<Vec<String>>,
    /// What Right's moves gain.
    pub right_incentives: Option<Vec<String>>,
    /// What the moves of both gain.
    pub incentives: Option<Vec<String>>,
    /// The number that the value is infinitesimally close to; null for a value that is hot.
    #[serde(skip_serializing_if = "Fact::is_missing")]
    pub number_part: Fact<Dyadic>,
    /// The value in uptimal notation; null for one that is not uptimal.
    #[serde(skip_serializing_if = "Fact::is_missing")]
    pub uptimal: Fact<String>,
    /// Who wins when the last player to move loses.
    pub misere_outcome: Option<Outcome>,
    /// In how many ways play can reach a number.
    pub stop_count: Option<u64>,
    /// How many values play can lead to.
    pub follower_count: Option<u64>,
}

/// The answer about a value in notation.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct ValueAnswer {
    /// The value as it was written.
    pub expression: String,
    /// Is the thermograph certain although the canonical form is not known? Missing where that is known.
    pub exact: Option<bool>,
    /// What is known.
    #[serde(flatten)]
    pub facts: ValueFacts,
    /// More of it.
    #[serde(flatten)]
    pub more: MoreFacts,
    /// What depends on the komaster, for a graph whose positions can come back.
    #[serde(flatten)]
    pub kos: KoFacts,
    /// The moves of both players in such a graph, for a question that asks for all facts.
    pub ko_moves: Option<ByPlayer<Vec<KoMoveAnswer>>>,
    /// Numbers between which the temperature lies, where it is not known.
    pub temperature_bounds: Option<[Dyadic; 2]>,
    /// Why it ended early.
    pub error: Option<Ended>,
    /// The number of canonical forms computed. Those that an earlier question has computed do not count.
    pub nodes: u64,
    /// The version of this answer.
    pub schema: u32,
}

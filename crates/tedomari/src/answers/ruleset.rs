//! Answers about rulesets.

use super::SCHEMA;
use rules::Ruleset;
use schemars::JsonSchema;
use serde::Serialize;

/// A ruleset and its notation.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq, Eq)]
pub struct RulesetAnswer {
    /// The name that commands use.
    pub name: String,
    /// The rules in a sentence.
    pub about: String,
    /// The meaning of the notation.
    pub notation: String,
    /// A position.
    pub example: String,
    /// The version of this answer.
    pub schema: u32,
}

/// A check of the hooks of a scripted ruleset against plain recursion over its options.
#[serde_with::skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq, Eq)]
pub struct HooksAnswer {
    /// The name of the game.
    pub game: String,
    /// The position that was asked about.
    pub position: String,
    /// Are all hooks right, as far as they were compared?
    pub right: bool,
    /// The number of positions on which they were compared: this one and those that can follow.
    pub positions: Option<usize>,
    /// What is wrong, or the limit that ended the check.
    pub error: Option<String>,
    /// The version of this answer.
    pub schema: u32,
}

impl From<&Ruleset> for RulesetAnswer {
    fn from(Ruleset { name, about, notation, example, .. }: &Ruleset) -> Self {
        Self {
            name: name.to_string(),
            about: about.to_string(),
            notation: notation.to_string(),
            example: example.to_string(),
            schema: SCHEMA,
        }
    }
}

//! Answers about rulesets.

use super::SCHEMA;
use crate::draw::kind_of;
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
    /// Is it a game with chance?
    pub contest: bool,
    /// How its example is drawn: grid, rows, triangle, graph, heaps or text.
    pub board: String,
    /// The characters of an editor; the first is that of an empty cell.
    pub symbols: Vec<SymbolAnswer>,
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

/// A character of a board.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq, Eq)]
pub struct SymbolAnswer {
    /// The character.
    pub symbol: char,
    /// Its meaning.
    pub meaning: String,
}

impl From<&Ruleset> for RulesetAnswer {
    fn from(ruleset: &Ruleset) -> Self {
        let Ruleset { name, about, notation, example, .. } = ruleset;
        let symbols = ruleset.looks().symbols.iter();
        Self {
            contest: ruleset.has_chance(),
            board: kind_of(ruleset).to_owned(),
            symbols: symbols
                .map(|&(symbol, meaning)| SymbolAnswer { symbol, meaning: meaning.to_owned() })
                .collect(),
            name: name.to_string(),
            about: about.to_string(),
            notation: notation.to_string(),
            example: example.to_string(),
            schema: SCHEMA,
        }
    }
}

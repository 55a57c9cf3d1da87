//! Answers about positions that can come back.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;
use values::{KoKind, KoThermograph, Komaster, Rational};

/// What a position is worth under one distribution of ko threats.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct KomasterAnswer {
    /// Who has the threats.
    pub komaster: Komaster,
    /// The mean. Missing where the mast slants, or where only bounds are known.
    pub mean: Option<Rational>,
    /// The temperature.
    pub temperature: Option<Rational>,
    /// Numbers between which the mean lies, where it is not known.
    pub mean_bounds: Option<[Rational; 2]>,
    /// Numbers between which the temperature lies, where it is not known.
    pub temperature_bounds: Option<[Rational; 2]>,
    /// The thermograph.
    pub thermograph: Option<KoThermograph>,
    /// Why there is no thermograph.
    pub error: Option<String>,
}

/// A move in a position with kos.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct KoMoveAnswer {
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
    /// Does it capture in a ko, so that the opponent may not retake at once?
    pub takes_ko: bool,
    /// Is it one of the best moves at the temperature of the position, under both komasters? Missing where
    /// that is not known.
    pub orthodox: Option<bool>,
    /// What the position after it is worth, for each distribution of threats. Of a move that does not matter
    /// only bounds may be known.
    pub after: Vec<KomasterAnswer>,
}

/// What depends on the komaster, and how.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct KoFacts {
    /// The kind of the ko. Missing where no ko arises, or where it is not known.
    pub ko: Option<KoKind>,
    /// What the position is worth, for each distribution of threats that was asked for.
    pub komasters: Option<Vec<KomasterAnswer>>,
}

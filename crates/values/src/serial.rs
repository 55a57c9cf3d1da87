//! Numbers, players, outcomes and thermographs as other programs read them: every exact number is a string.

use crate::{Dyadic, KoKind, KoThermograph, Komaster, Outcome, Player, Rational, Thermograph};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// The schema of a thing that is written as a string.
macro_rules! schema {
    ($type:ty, $name:literal, $schema:tt) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    };
}

schema!(Dyadic, "Number", {
    "type": "string",
    "description": "An exact dyadic number, such as 7/2",
    "pattern": "^-?[0-9]+(/[0-9]+)?$",
});
schema!(Rational, "Fraction", {
    "type": "string",
    "description": "An exact number with any denominator, such as 7/3",
    "pattern": "^-?[0-9]+(/[0-9]+)?$",
});
schema!(Komaster, "Komaster", {
    "type": "string",
    "description": "Who has the ko threats",
    "enum": ["left", "right", "none", "nte", "left komonster", "right komonster"],
});
schema!(KoKind, "KoKind", {
    "type": "string",
    "description": "What depends on the komaster: the mean, the temperature only, or neither",
    "enum": ["hyperactive", "active", "placid"],
});
schema!(Player, "Player", {
    "type": "string",
    "description": "One of the players",
    "enum": ["left", "right"],
});
schema!(Outcome, "Outcome", {
    "type": "string",
    "description": "Who wins: L Left, R Right, N the next player to move, P the previous one",
    "enum": ["L", "R", "N", "P"],
});

/// Both walls as lists of `[value, temperature]`, from −1 up to the foot of the mast.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Thermograph")]
struct Walls {
    left: Vec<(Dyadic, Dyadic)>,
    right: Vec<(Dyadic, Dyadic)>,
}

impl Serialize for Thermograph {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let wall =
            |player| self.outline(player).into_iter().map(|point| (point.value, point.temperature)).collect();
        Walls { left: wall(Player::Left), right: wall(Player::Right) }.serialize(serializer)
    }
}

impl JsonSchema for Thermograph {
    fn schema_name() -> Cow<'static, str> {
        Walls::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Walls::json_schema(generator)
    }
}

/// Both walls as lists of `[value, temperature]`, from the floor up to the foot of the mast, and the slopes
/// above them if the mast slants.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "KoThermograph")]
struct KoWalls {
    left: Vec<(Rational, Rational)>,
    right: Vec<(Rational, Rational)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slopes: Option<(Rational, Rational)>,
}

impl Serialize for KoThermograph {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let wall =
            |player| self.outline(player).into_iter().map(|point| (point.value, point.temperature)).collect();
        let slope = |player| self.wall(player).slope();
        let slopes = self.mean().is_none().then(|| (slope(Player::Left), slope(Player::Right)));
        KoWalls { left: wall(Player::Left), right: wall(Player::Right), slopes }.serialize(serializer)
    }
}

impl JsonSchema for KoThermograph {
    fn schema_name() -> Cow<'static, str> {
        KoWalls::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        KoWalls::json_schema(generator)
    }
}

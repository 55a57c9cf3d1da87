//! Numbers, players, outcomes and thermographs as other programs read them: every exact number is a string.

use crate::{Dyadic, Outcome, Player, Thermograph};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

impl Serialize for Dyadic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Dyadic {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for Dyadic {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "An exact dyadic number, such as 7/2",
            "pattern": "^-?[0-9]+(/[0-9]+)?$",
        })
    }
}

/// Serialises by a name for each of a few things.
macro_rules! by_name {
    ($type:ty, $name:literal, $about:literal, $($thing:path => $text:literal),*) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(match *self {
                    $($thing => $text,)*
                })
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let found = Cow::<str>::deserialize(deserializer)?;
                match &*found {
                    $($text => Ok($thing),)*
                    _ => Err(D::Error::unknown_variant(&found, &[$($text),*])),
                }
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "description": $about, "enum": [$($text),*] })
            }
        }
    };
}

by_name!(Player, "Player", "One of the players", Player::Left => "left", Player::Right => "right");
by_name!(
    Outcome, "Outcome", "Who wins: L Left, R Right, N the next player to move, P the previous one",
    Outcome::Left => "L", Outcome::Right => "R", Outcome::Next => "N", Outcome::Previous => "P"
);

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

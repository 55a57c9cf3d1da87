//! A fact that an answer can lack for two reasons: it was not asked for, or it is unknown or does not exist.
//! The first leaves its key out of the JSON, the second makes it null.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// A fact of an answer. Its field says what [`Null`](Self::Null) means there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fact<T> {
    /// It is not part of this answer. Its key is missing.
    #[default]
    Missing,
    /// It is unknown, or it does not exist.
    Null,
    /// It is known.
    Known(T),
}

impl<T> Fact<T> {
    /// The fact. `None` means that it is missing or null.
    #[must_use]
    pub fn known(self) -> Option<T> {
        match self {
            Self::Known(fact) => Some(fact),
            Self::Missing | Self::Null => None,
        }
    }

    /// Is its key missing?
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }
}

impl<T> From<Option<T>> for Fact<T> {
    /// `None` becomes null.
    fn from(fact: Option<T>) -> Self {
        fact.map_or(Self::Null, Self::Known)
    }
}

impl<T: Serialize> Serialize for Fact<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Known(fact) => serializer.serialize_some(fact),
            Self::Missing | Self::Null => serializer.serialize_none(),
        }
    }
}

impl<T: JsonSchema> JsonSchema for Fact<T> {
    fn inline_schema() -> bool {
        Option::<T>::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        Option::<T>::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        Option::<T>::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Option::<T>::json_schema(generator)
    }
}

//! How is a sum written? As parts joined by ` + `, each a position `GAME:POSITION` or a value:
//! `amazons:x..|..o + nogo:...|... + {5|-3} + ^^*`.

use crate::Component;
use rules::games::tree::Tree;
use rules::{Notation, OpenError, RULESETS, Rulesets};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;
use values::notation::SyntaxError;
use values::{Budget, ByPlayer, Error, Limits, Player, Value, ValueId, Values, deep};

/// The maximum number of canonical forms for reading a value.
const MAX_VALUES: u32 = 1_000_000;

/// A part of a sum: a position with the name of its game, or a value as a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The name of the game. It is empty for a value.
    pub game: String,
    /// The position.
    pub position: Component,
}

/// A sum of positions of any games, and of values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    /// The parts, in the order in which they were written.
    pub parts: Vec<Part>,
}

/// Why a text cannot be read as a sum.
#[derive(thiserror::Error, Clone, Debug, PartialEq)]
pub enum ReadError {
    /// A part is empty.
    #[error(transparent)]
    Empty(SyntaxError),
    /// A part is not a position of its game.
    #[error("'{part}': {error}")]
    Position {
        /// The part as it was written.
        part: String,
        /// The reason.
        error: OpenError,
    },
    /// A part is neither a position nor a value.
    #[error("'{part}' is neither a value nor a position, which is written GAME:POSITION: {error}")]
    Value {
        /// The part as it was written.
        part: String,
        /// The reason.
        error: String,
    },
    /// A value is too large.
    #[error("'{part}': {error}")]
    Limit {
        /// The part as it was written.
        part: String,
        /// The limit that was exceeded.
        error: Error,
    },
}

impl Sum {
    /// The text between two parts.
    pub const JOINT: &str = " + ";

    /// Reads a sum of positions of Tedomari's own games and of values; parts are joined by ` + `, with a
    /// space on both sides. Without any part, the sum is empty.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        Self::read_with(&RULESETS, text, &Budget::endless())
    }

    /// Reads a sum with these rulesets. Its values may take long to work out.
    pub fn read_with(rulesets: &Rulesets, text: &str, budget: &Budget) -> Result<Self, ReadError> {
        let mut sum = Self::default();
        if text.trim().is_empty() {
            return Ok(sum);
        }
        let mut place = 0;
        for part in text.split(Self::JOINT) {
            if part.trim().is_empty() {
                let error = SyntaxError::new(text, place, "expected a position or a value".to_owned());
                return Err(ReadError::Empty(error));
            }
            place += part.len() + Self::JOINT.len();
            sum.parts.push(Part::read_with(rulesets, part.trim(), budget)?);
        }
        Ok(sum)
    }
}

impl Part {
    /// Reads a position of one of Tedomari's own games, `GAME:POSITION`, or a value.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        Self::read_with(&RULESETS, text, &Budget::endless())
    }

    /// Reads a part with these rulesets. A value may take long to work out.
    pub fn read_with(rulesets: &Rulesets, text: &str, budget: &Budget) -> Result<Self, ReadError> {
        if let Some((game, position)) = text.split_once(':').filter(|(game, _)| rulesets.names(game)) {
            let wrong = |error| ReadError::Position { part: text.to_owned(), error };
            let ruleset = rulesets.get(game).map_err(wrong)?;
            let position = ruleset.read(position.trim()).map_err(wrong)?;
            return Ok(Self { game: ruleset.name.to_string(), position: position.into() });
        }
        Self::of_value(text, budget)
    }

    fn of_value(text: &str, budget: &Budget) -> Result<Self, ReadError> {
        // A tree is played as it is written. Other notation is computed first and played in canonical form.
        let position = match Tree::read(text) {
            Ok(tree) => tree,
            Err(_) => {
                let limit = |error| ReadError::Limit { part: text.to_owned(), error };
                // Most texts are short: large caches would take longer than the reading.
                let limits = Limits { values: MAX_VALUES, cache_bits: 14, budget: budget.clone() };
                let values = Values::with_limits(limits);
                let wrong = |error| match error {
                    values::notation::ReadError::Value(error) if error.is_limit() => limit(error),
                    error => ReadError::Value { part: text.to_owned(), error: error.to_string() },
                };
                let value = values.parse(text).map_err(wrong)?;
                tree(&values, value, &mut FxHashMap::default()).map_err(limit)?
            }
        };
        Ok(Self { game: String::new(), position: Component::new(position) })
    }
}

/// The canonical form of a value as a tree, to be a part of a sum.
pub fn tree_of(value: &Value) -> Result<Tree, Error> {
    tree(value.values(), value.id(), &mut FxHashMap::default())
}

/// The canonical form as a tree. Equal subtrees are stored once.
fn tree(values: &Values, g: ValueId, known: &mut FxHashMap<ValueId, Tree>) -> Result<Tree, Error> {
    if let Some(closed) = values.to_closed(g) {
        return Ok(Tree::Closed(closed));
    }
    if let Some(tree) = known.get(&g) {
        return Ok(tree.clone());
    }
    let mut sides = ByPlayer::<Vec<Tree>>::default();
    for (side, player) in sides.iter_mut().zip(Player::BOTH) {
        for &option in values.options_of(g, player)? {
            side.push(deep(|| tree(values, option, known))?);
        }
    }
    let made = Tree::Node(Arc::new(sides));
    known.insert(g, made.clone());
    Ok(made)
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.game[..] {
            "" => write!(f, "{}", self.position),
            game => write!(f, "{game}:{}", self.position),
        }
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts.iter().enumerate() {
            write!(f, "{}{part}", if i == 0 { "" } else { Self::JOINT })?;
        }
        Ok(())
    }
}

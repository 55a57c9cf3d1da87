//! What is a text about? One language for all questions: a position `GAME:POSITION`, a value in notation, or a
//! sum of both joined by ` + `.

use crate::{Engine, EngineError};
use rules::{AnyPosition, OpenError};
use sums::{Sum, Whole};
use values::Budget;

/// What a text is about. Values are computed and positions are read later: a topic may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A position.
    Position {
        /// The name of the game.
        game: String,
        /// The position without its game.
        text: String,
    },
    /// A value in notation.
    Value(String),
    /// A sum with a position among its parts.
    Sum(String),
}

impl Topic {
    /// A position of the game with this name.
    #[must_use]
    pub fn of_position(game: &str, text: &str) -> Self {
        Self::Position { game: game.to_owned(), text: text.to_owned() }
    }

    /// The keys of an answer that repeat the question, each with its text.
    #[must_use]
    pub fn asked(&self) -> Vec<(&'static str, &str)> {
        match self {
            Self::Position { game, text } => vec![("game", game), ("position", text)],
            Self::Value(text) => vec![("expression", text)],
            Self::Sum(text) => vec![("sum", text)],
        }
    }
}

impl std::fmt::Display for Topic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Position { game, text } => write!(f, "{game}:{text}"),
            Self::Value(text) | Self::Sum(text) => f.write_str(text),
        }
    }
}

/// A sum of values in which a part with a bare bar stands in braces: ` + ` joins parts wherever it is, although
/// `+` binds tighter than bars inside a value.
fn braced(text: &str) -> String {
    let parts: Vec<&str> = text.split(Sum::JOINT).collect();
    let depths = |part: &str| -> Vec<(char, i32)> {
        let step = |depth: &mut i32, c| {
            *depth += i32::from(matches!(c, '{' | '(')) - i32::from(matches!(c, '}' | ')'));
            Some((c, *depth))
        };
        part.chars().scan(0, step).collect()
    };
    let is_whole = |part: &&str| depths(part).last().is_none_or(|(_, depth)| *depth == 0);
    if parts.len() < 2 || !parts.iter().all(is_whole) {
        return text.to_owned();
    }
    let braces = |part: &str| match depths(part).contains(&('|', 0)) {
        true => format!("{{{}}}", part.trim()),
        false => part.to_owned(),
    };
    parts.into_iter().map(braces).collect::<Vec<_>>().join(Sum::JOINT)
}

impl Engine {
    /// What a text is about: a position where it begins with the name of a game and a colon, a sum where that
    /// is true of one of several parts, and otherwise a value.
    ///
    /// ```
    /// use tedomari::{Engine, Topic};
    ///
    /// let engine = Engine::new();
    /// assert_eq!(engine.topic("nogo:...|..."), Topic::of_position("nogo", "...|..."));
    /// assert_eq!(engine.topic("{1|-1} + ^"), Topic::Value("{1|-1} + ^".to_owned()));
    /// assert_eq!(engine.topic("1|-1 + ^"), Topic::Value("{1|-1} + ^".to_owned()));
    /// assert!(matches!(engine.topic("^ + nogo:..."), Topic::Sum(_)));
    /// ```
    #[must_use]
    pub fn topic(&self, text: &str) -> Topic {
        let named = |part: &str| {
            let (game, position) = part.split_once(':')?;
            let is_named = self.rulesets().names(game.trim());
            is_named.then(|| Topic::of_position(game.trim(), position.trim()))
        };
        let parts: Vec<Option<Topic>> = text.split(Sum::JOINT).map(named).collect();
        match &parts[..] {
            [Some(position)] => position.clone(),
            parts if parts.iter().any(Option::is_some) => Topic::Sum(text.to_owned()),
            _ => Topic::Value(braced(text)),
        }
    }

    /// The position that searches see: of a value its tree, of a sum all parts as one position.
    pub fn position_about(&self, topic: &Topic, budget: &Budget) -> Result<AnyPosition, EngineError> {
        match topic {
            Topic::Position { game, text } => Ok(self.rulesets().open(game, text)?),
            Topic::Value(text) if self.is_loopy(text) => Err(EngineError::other(
                "a graph whose positions come back has thermographs and no value: `tedomari thermograph`, `analyze` and `temperature` take it",
            )),
            Topic::Value(text) | Topic::Sum(text) => {
                let sum = self.sum_within(text, budget)?;
                match &sum.parts[..] {
                    [] => Err(OpenError::NoGame(text.clone()).into()),
                    [part] => Ok(part.position.position().clone()),
                    _ => Ok(AnyPosition::new(Whole::new(&sum))),
                }
            }
        }
    }
}

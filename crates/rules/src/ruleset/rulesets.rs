//! Games by name: one list that the command line, the library and everything else share. A program can add
//! its own.

use super::built_in::built_in;
use super::{OpenError, Ruleset};
use crate::AnyPosition;
use std::sync::LazyLock;
use thiserror::Error;

/// A ruleset that cannot be added.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum AddError {
    /// Another ruleset has the name.
    #[error("there is a game '{0}' already")]
    Taken(String),
    /// The name is ambiguous with a position or a sum.
    #[error(
        "'{0}' cannot be the name of a game: it needs two or more letters, digits and hyphens, the first a letter"
    )]
    Name(String),
}

/// The games of a program, by name. The default has all of Tedomari's games.
#[derive(Clone, Debug)]
pub struct Rulesets(Vec<Ruleset>);

/// Tedomari's own games.
pub static RULESETS: LazyLock<Rulesets> = LazyLock::new(|| Rulesets(built_in()));

impl Default for Rulesets {
    fn default() -> Self {
        RULESETS.clone()
    }
}

impl Rulesets {
    /// Adds a game.
    pub fn add(&mut self, ruleset: Ruleset) -> Result<(), AddError> {
        let name = ruleset.name.to_string();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
        // `v:*` is an ordinal sum.
        if !starts || name.len() < 2 || !name.chars().all(plain) {
            return Err(AddError::Name(name));
        }
        if self.0.iter().any(|known| known.name == ruleset.name) {
            return Err(AddError::Taken(name));
        }
        self.0.push(ruleset);
        Ok(())
    }

    /// The game with this name.
    pub fn get(&self, name: &str) -> Result<&Ruleset, OpenError> {
        self.0.iter().find(|ruleset| ruleset.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.positional().map(|ruleset| &*ruleset.name).collect();
            OpenError::UnknownGame { name: name.to_owned(), known: names.join(", ") }
        })
    }

    /// The game with chance that has this name.
    pub fn contest(&self, name: &str) -> Result<&Ruleset, OpenError> {
        self.with_chance().find(|ruleset| ruleset.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.with_chance().map(|ruleset| &*ruleset.name).collect();
            OpenError::UnknownContest { name: name.to_owned(), known: names.join(", ") }
        })
    }

    /// Reads a position of the game with this name.
    pub fn open(&self, name: &str, text: &str) -> Result<AnyPosition, OpenError> {
        self.get(name)?.read(text)
    }

    /// Reads `GAME:POSITION`.
    pub fn read(&self, text: &str) -> Result<AnyPosition, OpenError> {
        let (game, position) = text.split_once(':').ok_or_else(|| OpenError::NoGame(text.to_owned()))?;
        self.open(game.trim(), position)
    }

    /// All games.
    pub fn iter(&self) -> impl Iterator<Item = &Ruleset> {
        self.0.iter()
    }

    /// The games whose positions have values.
    pub fn positional(&self) -> impl Iterator<Item = &Ruleset> {
        self.0.iter().filter(|ruleset| !ruleset.has_chance())
    }

    /// The games with chance.
    pub fn with_chance(&self) -> impl Iterator<Item = &Ruleset> {
        self.0.iter().filter(|ruleset| ruleset.has_chance())
    }
}

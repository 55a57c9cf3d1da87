//! Games by name: one list that the command line, the library and everything else share. A program can add
//! its own, and may let names such as `./cutcake.lua` stand for rulesets in files.

use super::built_in::built_in;
use super::{OpenError, Ruleset};
use crate::AnyPosition;
use std::sync::{Arc, LazyLock};
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

/// Loads the ruleset that a name stands for: the path of a file. `None` means that the name is not a path of
/// such files.
pub type Loader = fn(&str) -> Option<Result<Ruleset, OpenError>>;

/// The games of a program, by name. The default has all of Tedomari's games.
#[derive(Clone, Debug)]
pub struct Rulesets {
    listed: Vec<Ruleset>,
    /// `None` means that names never stand for files.
    loader: Option<Loader>,
    /// The names that stood for files. Each is loaded once, so that all positions have the same rules also
    /// when the file changes.
    loaded: Arc<boxcar::Vec<(String, Result<Ruleset, OpenError>)>>,
}

/// Tedomari's own games.
pub static RULESETS: LazyLock<Rulesets> =
    LazyLock::new(|| Rulesets { listed: built_in(), loader: None, loaded: Arc::default() });

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
        if self.listed.iter().any(|known| known.name == ruleset.name) {
            return Err(AddError::Taken(name));
        }
        self.listed.push(ruleset);
        Ok(())
    }

    /// The same rulesets, and those of files: their paths are names. A program that answers others should
    /// [add](Self::add) what it has loaded instead.
    ///
    /// ```
    /// use rules::{OpenError, Ruleset, Rulesets, games::heaps::Nim};
    ///
    /// fn load(name: &str) -> Option<Result<Ruleset, OpenError>> {
    ///     name.ends_with(".nim").then(|| Ok(Ruleset::new::<Nim>("nim")))
    /// }
    ///
    /// let rulesets = Rulesets::default().loading(load);
    /// assert_eq!(rulesets.get("./my.nim")?.name, "./my.nim");
    /// assert_eq!(rulesets.read("./my.nim:5,3")?, rulesets.read("nim:3,5")?);
    /// # Ok::<(), OpenError>(())
    /// ```
    #[must_use]
    pub fn loading(self, loader: Loader) -> Self {
        Self { loader: Some(loader), loaded: Arc::default(), ..self }
    }

    /// The game with this name.
    pub fn get(&self, name: &str) -> Result<&Ruleset, OpenError> {
        let listed = self.listed.iter().find(|ruleset| ruleset.name == name);
        listed.map(Ok).or_else(|| self.in_file(name)).unwrap_or_else(|| {
            let names: Vec<&str> = self.positional().map(|ruleset| &*ruleset.name).collect();
            Err(OpenError::UnknownGame { name: name.to_owned(), known: names.join(", ") })
        })
    }

    /// Is this the name of a game, or the path of a file that should have one?
    #[must_use]
    pub fn names(&self, name: &str) -> bool {
        !matches!(self.get(name), Err(OpenError::UnknownGame { .. }))
    }

    /// The ruleset in the file with this name. `None` means that the name is not a path of such files.
    fn in_file(&self, name: &str) -> Option<Result<&Ruleset, OpenError>> {
        let found = || self.loaded.iter().find(|(_, (known, _))| known == name).map(|(_, (_, found))| found);
        if found().is_none() {
            let ruleset = self.loader?(name)?;
            let named = |ruleset| Ruleset { name: name.to_owned().into(), ..ruleset };
            self.loaded.push((name.to_owned(), ruleset.map(named)));
        }
        found().map(|found| found.as_ref().map_err(Clone::clone))
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

    /// All games that are listed.
    pub fn iter(&self) -> impl Iterator<Item = &Ruleset> {
        self.listed.iter()
    }

    /// The games whose positions have values.
    pub fn positional(&self) -> impl Iterator<Item = &Ruleset> {
        self.listed.iter().filter(|ruleset| !ruleset.has_chance())
    }

    /// The games with chance.
    pub fn with_chance(&self) -> impl Iterator<Item = &Ruleset> {
        self.listed.iter().filter(|ruleset| ruleset.has_chance())
    }
}

//! A game as data: its description, and a reader for its positions or its states of play. A program can
//! define its own games.

mod built_in;
mod looks;
mod rulesets;

pub use looks::{Drawn, Looks};
pub use rulesets::{AddError, Loader, RULESETS, Rulesets};

use crate::bitboard::{Shape, Small};
use crate::{
    AnyContest, AnyPosition, BoardError, BoardRules, Dealer, Layout, Listed, Notation, OnBoard, Playable,
    Position, RuleError, Symbols,
};
use derive_more::Debug;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;
use thiserror::Error;

/// A game: its description and a reader for its positions.
///
/// ```
/// use rules::{AnyPosition, Notation, Ruleset, Rulesets, games::heaps::{FixedRule, Heaps}};
///
/// // Take two tokens from a heap, or split it in two without taking any: the octal game 4.03.
/// type Pairs = Heaps<FixedRule<0o3000_4>>;
/// let mut rulesets = Rulesets::default();
/// rulesets.add(Ruleset::new::<Pairs>("pairs").about("take two tokens from a heap").example("5,7"))?;
/// assert_eq!(rulesets.read("pairs:7,5")?.to_string(), "5,7");
/// assert!(rulesets.add(Ruleset::new::<Pairs>("nim")).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[derive(Clone, Debug)]
#[debug("Ruleset {name}")]
pub struct Ruleset {
    /// The name that commands use.
    pub name: Cow<'static, str>,
    /// The rules in a sentence.
    pub about: Cow<'static, str>,
    /// The meaning of the notation.
    pub notation: Cow<'static, str>,
    /// The characters of its boards. `None` means that it is not played on a board of such characters.
    pub symbols: Option<Symbols>,
    /// A position.
    pub example: Cow<'static, str>,
    /// The reader of its positions or states.
    reader: Reader,
    /// The enumeration of its positions in tables. `None` means that there are no tables of them.
    layout: Option<Layout>,
    /// Writes a position as a game record. `None` means that there is no usual format.
    record: fn(&AnyPosition) -> Option<String>,
    /// A warning about a strange position. `None` means that there is nothing to warn of.
    warning: fn(&AnyPosition) -> Option<&'static str>,
    looks: Looks,
}

/// A reader of positions. The shape says which bitboard to use; `None` means the one for the size of the
/// board.
type ReadPosition = dyn Fn(&str, Option<Shape>) -> Result<AnyPosition, OpenError> + Send + Sync;

/// The meaning of a text of the game.
#[derive(Clone)]
enum Reader {
    /// A position, which has a value.
    Position(Arc<ReadPosition>),
    /// A state of a game with chance.
    Contest(Arc<dyn Dealer>),
}

impl Ruleset {
    /// A game whose positions are of this type.
    pub fn new<P: Position + Notation>(name: impl Into<Cow<'static, str>>) -> Self {
        Self::reading(name, |text| P::read(text).map(AnyPosition::new))
    }

    /// A game on boards with these rules, whose positions go on the bitboard for their size.
    pub fn on_boards<R: BoardRules>(name: impl Into<Cow<'static, str>>) -> Self {
        let ruleset = Self::by_shape(name, OnBoard::<R, Small>::read_by_shape);
        Self { symbols: Some(R::SYMBOLS), ..ruleset }
    }

    /// A game with its own reader of positions, whose errors are [`BoardError`]s, or [`OpenError`]s if the
    /// rules may fail, such as a script.
    pub fn reading<E: Into<OpenError> + 'static>(
        name: impl Into<Cow<'static, str>>,
        read: impl Fn(&str) -> Result<AnyPosition, E> + Send + Sync + 'static,
    ) -> Self {
        Self::by_shape(name, move |text, _| read(text))
    }

    /// A game whose positions go on several bitboards.
    fn by_shape<E: Into<OpenError> + 'static>(
        name: impl Into<Cow<'static, str>>,
        read: impl Fn(&str, Option<Shape>) -> Result<AnyPosition, E> + Send + Sync + 'static,
    ) -> Self {
        let read = move |text: &str, shape| read(text, shape).map_err(Into::into);
        Self::of(name.into(), Reader::Position(Arc::new(read)))
    }

    /// A game with chance whose states are of this type; [`Playable`] has an example.
    pub fn with_chance<S: Playable>(name: impl Into<Cow<'static, str>>) -> Self {
        Self::dealt_by(name, Typed::<S>(PhantomData))
    }

    /// A game with chance with its own source of states, such as a scripted game.
    pub fn dealt_by(name: impl Into<Cow<'static, str>>, dealer: impl Dealer + 'static) -> Self {
        Self::of(name.into(), Reader::Contest(Arc::new(dealer)))
    }

    fn of(name: Cow<'static, str>, reader: Reader) -> Self {
        Self {
            name,
            about: "".into(),
            notation: "".into(),
            symbols: None,
            example: "".into(),
            reader,
            layout: None,
            record: |_| None,
            warning: |_| None,
            looks: Looks::UNKNOWN,
        }
    }

    /// The rules in a sentence.
    pub fn about(self, about: impl Into<Cow<'static, str>>) -> Self {
        Self { about: about.into(), ..self }
    }

    /// The meaning of the notation.
    pub fn notation(self, notation: impl Into<Cow<'static, str>>) -> Self {
        Self { notation: notation.into(), ..self }
    }

    /// A position.
    pub fn example(self, example: impl Into<Cow<'static, str>>) -> Self {
        Self { example: example.into(), ..self }
    }

    /// Sets the writer of game records.
    pub fn recorded(self, record: fn(&AnyPosition) -> Option<String>) -> Self {
        Self { record, ..self }
    }

    /// Sets the function that warns about strange positions.
    pub fn warning_of(self, warning: fn(&AnyPosition) -> Option<&'static str>) -> Self {
        Self { warning, ..self }
    }

    /// Sets what drawings and editors need to know.
    pub fn looking(self, looks: Looks) -> Self {
        Self { looks, ..self }
    }

    /// What drawings and editors need to know.
    #[must_use]
    pub fn looks(&self) -> &Looks {
        &self.looks
    }

    /// Declares tables of its positions, which are of this type on small boards.
    fn tabled<P: Listed>(self) -> Self {
        Self { layout: Some(P::LAYOUT), ..self }
    }

    /// The enumeration of its positions in tables. `None` means that there are no tables of them.
    #[must_use]
    pub fn layout(&self) -> Option<Layout> {
        self.layout
    }

    /// Is it a game with chance?
    #[must_use]
    pub fn has_chance(&self) -> bool {
        matches!(self.reader, Reader::Contest(_))
    }

    /// Reads a position.
    pub fn read(&self, text: &str) -> Result<AnyPosition, OpenError> {
        let Reader::Position(read) = &self.reader else {
            return Err(OpenError::Chance { name: self.name.to_string() });
        };
        // Some editors begin a file with a byte-order mark.
        read(text.trim_start_matches('\u{feff}'), None)
    }

    /// Reads a position that a play from another one has come to. It has the same type: the bitboard of the
    /// whole board, also if a smaller one has room for this part of it. `None` means that there is none.
    #[must_use]
    pub fn read_like(&self, text: &str, other: &AnyPosition) -> Option<AnyPosition> {
        let Reader::Position(read) = &self.reader else { return None };
        let shapes = [None, Some(Shape::Small), Some(Shape::Large), Some(Shape::Huge), Some(Shape::Strip)];
        let alike = |found: &AnyPosition| found.as_any().type_id() == other.as_any().type_id();
        shapes.into_iter().find_map(|shape| read(text, shape).ok().filter(alike))
    }

    /// Reads a state of a game with chance.
    pub fn read_contest(&self, text: &str) -> Result<AnyContest, OpenError> {
        Ok(self.dealer()?.read(text)?)
    }

    /// An opening state of a game with chance. `below(n)` gives a random number below `n`, which decides the
    /// chance events before the first move.
    pub fn opening(&self, below: &mut dyn FnMut(u32) -> u32) -> Result<AnyContest, OpenError> {
        Ok(self.dealer()?.opening(below)?)
    }

    /// Reads a state whose text may leave out the chance event before the next move, and then draws it.
    pub fn deal(&self, text: &str, below: &mut dyn FnMut(u32) -> u32) -> Result<AnyContest, OpenError> {
        Ok(self.dealer()?.deal(text, below)?)
    }

    fn dealer(&self) -> Result<&dyn Dealer, OpenError> {
        match &self.reader {
            Reader::Contest(dealer) => Ok(&**dealer),
            Reader::Position(_) => Err(OpenError::NoChance { name: self.name.to_string() }),
        }
    }

    /// A position as a game record. `None` means that there is no usual format.
    #[must_use]
    pub fn record(&self, position: &AnyPosition) -> Option<String> {
        (self.record)(position)
    }

    /// A warning for the author of a strange position. `None` means that there is nothing to warn of.
    #[must_use]
    pub fn warning(&self, position: &AnyPosition) -> Option<&'static str> {
        (self.warning)(position)
    }
}

/// The reason why there is no position, or no state of a game with chance.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// There is no such game.
    #[error("there is no game '{name}'; the games are {known}")]
    UnknownGame {
        /// The name that was asked for.
        name: String,
        /// The names of all games.
        known: String,
    },
    /// Positions of a game with chance have no values.
    #[error("{name} is a game with chance, whose positions have no values")]
    Chance {
        /// The name of the game.
        name: String,
    },
    /// There is no such game with chance.
    #[error("there is no game with chance '{name}'; they are {known}")]
    UnknownContest {
        /// The name that was asked for.
        name: String,
        /// The names of all games with chance.
        known: String,
    },
    /// Positions of a game without chance have no player to move.
    #[error("{name} is a game without chance")]
    NoChance {
        /// The name of the game.
        name: String,
    },
    /// A position without its game.
    #[error("'{0}' should be a game, ':' and a position, such as amazons:x..|..o")]
    NoGame(String),
    /// The text is not a position of the game.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The rules of the game failed.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The file of a ruleset cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The file of a ruleset has none in it, such as a script with an error.
    #[error("{0}")]
    Ruleset(String),
}

/// States of this type.
struct Typed<S>(PhantomData<fn() -> S>);

impl<S: Playable> Dealer for Typed<S> {
    fn read(&self, text: &str) -> Result<AnyContest, BoardError> {
        S::read(text).map(AnyContest::new)
    }

    fn opening(&self, below: &mut dyn FnMut(u32) -> u32) -> Result<AnyContest, RuleError> {
        Ok(AnyContest::new(S::opening(below)))
    }

    fn deal(&self, text: &str, below: &mut dyn FnMut(u32) -> u32) -> Result<AnyContest, BoardError> {
        S::deal(text, below).map(AnyContest::new)
    }
}

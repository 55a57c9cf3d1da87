//! Tedomari for programs: who is ahead, how urgent is a move, what is it worth exactly, and what should I
//! play?
//!
//! An [`Engine`] answers questions about values, positions and sums. Every answer is a plain type that
//! serialises to the JSON of the command, of which [`answers::schema`] is the JSON Schema. A position of any
//! game is an [`AnyPosition`](rules::AnyPosition); a program can [add](Engine::add) games of its own. Every
//! long call takes a [`Budget`](values::Budget), and its answer says what is certain, why it ended and what
//! it cost.
//!
//! Programs can also use the crates below directly: [`values`], [`rules`], [`positions`], [`exact`],
//! [`temperature`](mod@temperature), [`adversary`], [`sums`], [`matches`](mod@matches), [`tables`],
//! [`pictures`], and `scripts` for rulesets in Lua (a feature, on by default).

/// The example in the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

mod analyze;
mod analyze_live;
mod analyze_sum;
pub mod answers;
mod ask;
mod boards;
mod build;
mod census;
mod checkpoint;
mod competing;
mod dark_chess;
mod describe;
mod draw;
mod drawing;
mod engine;
mod error;
mod game;
mod kos;
mod mcgs;
mod nogo;
mod picture;
mod place;
mod probe;
mod proof;
mod proving;
mod review;
#[cfg(feature = "scripts")]
mod scripted;
mod search_temperature;
mod session;
mod solve;
mod topic;
mod triangular_nim;
mod verify;

pub use adversary;
pub use boards::Browse;
pub use build::{build, list_tables};
pub use census::CensusError;
pub use dark_chess::{build_endings, materials, probe_ending};
pub use describe::kinds;
pub use engine::Engine;
pub use error::EngineError;
pub use exact;
pub use game::Game;
pub use matches;
pub use mcgs::{Asked, TEST_FILE_STARTS, TestCase, TestError, read_tests};
pub use picture::board_picture;
pub use pictures;
pub use positions;
pub use probe::{ProbeError, probe};
pub use proof::Claim;
pub use proving::{RepetitionRule, SolveMethod};
pub use rules;
#[cfg(feature = "scripts")]
pub use scripts;
pub use session::Session;
pub use solve::Question;
pub use sums;
pub use tables;
pub use temperature;
pub use topic::Topic;
pub use triangular_nim::NimError;
pub use values;
pub use verify::{Sample, VerifyError, verify};

/// The items that most programs need.
pub mod prelude {
    pub use crate::answers::{Analysis, Solution};
    pub use crate::{Engine, EngineError, Session};
    pub use rules::{AnyMove, AnyPosition, BoardError, Hints, Notation, Position, Regions, Ruleset};
    pub use sums::Sum;
    pub use values::{Budget, Dyadic, Outcome, Player, Thermograph, Value, Values};
}

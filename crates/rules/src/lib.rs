//! What a game *is*: positions and moves, how positions fall apart into
//! independent regions, which of them are alike, and one module for each game.
//!
//! To add a game, write its module in `games/` and add one line to the registry.

pub mod bitboard;
mod board;
mod contest;
mod contests;
mod coordinates;
pub mod games;
pub mod graph;
mod listed;
mod position;
mod prospects;
mod registry;
pub mod row;
mod settled;

pub use board::{Board, BoardError, CellName, Content, Spot, Walk, fits, rows, rows_and_points};
pub use contest::{Contest, Deterministic, Outcomes, Stochastic, ToMove, drawn};
pub use contests::{CONTESTS, ContestVisitor, OpenContestError, Playable, open_contest};
pub use coordinates::Coordinates;
pub use listed::{
    Knowledge, LISTED, Layout, Listed, ListedVisitor, Tabled, known, known_value, learn, listed,
};
pub use position::{Duel, Position, Regions};
pub use prospects::Prospects;
pub use registry::{OpenError, RULESETS, Ruleset, Visitor, open};
pub use settled::Settled;

//! What a game *is*: positions and moves, how positions fall apart into independent regions, which of them are
//! alike, and one page for each game.
//!
//! To add a game, write its page in `games/` and one entry of the list in `ruleset.rs`; [`Position`] has a tutorial.

mod any;
pub mod bitboard;
mod board;
mod contest;
mod contests;
mod coordinates;
pub mod games;
pub mod graph;
mod hints;
mod listed;
mod notation;
mod position;
mod prospects;
pub mod row;
mod ruleset;
mod settled;

pub use any::{AnyMove, AnyPosition, DynPosition, Erased, Nth, RuleError, Search, attempt, surely};
pub use board::{
    Board, BoardError, BoardHints, BoardRules, CellName, Content, Grid, OnBoard, Spot, Symbols, Symmetries,
    Walk, rows_and_points,
};
pub use contest::{Contest, Deterministic, Outcomes, Stochastic, ToMove, drawn};
pub use contests::{ContestVisitor, OpenContestError, Playable, open_contest};
pub use coordinates::Coordinates;
pub use games::amazons::Duel;
pub use hints::Hints;
pub use listed::{LISTED, Layout, Listed, ListedVisitor, Tabled, listed};
pub use notation::Notation;
pub use position::{Position, Regions};
pub use prospects::Prospects;
pub use ruleset::{AddError, OpenError, RULESETS, Ruleset, Rulesets};
pub use settled::Settled;

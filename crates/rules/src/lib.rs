//! What a game *is*: positions and moves, independent regions, symmetries, and one page for each game.
//!
//! To add a game, write its page in `games/` and one entry of the list in `ruleset/built_in.rs`; [`Position`]
//! has a tutorial, and [`Playable`] has one for games with chance.

/// Ends the reading of a position with this message.
macro_rules! refuse {
    ($($message:tt)*) => {
        return Err($crate::BoardError::Other(format!($($message)*)))
    };
}

mod any;
pub mod bitboard;
mod board;
mod contest;
mod contests;
mod coordinates;
mod forecast;
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

pub use any::{
    AnyContest, AnyMove, AnyPosition, Compiled, ContestSearch, DynContest, DynPosition, Erased,
    ErasedContest, Nth, Raised, RuleError, Search, attempt, surely,
};
pub use board::{
    Board, BoardError, BoardHints, BoardRules, CellName, Content, Grid, OnBoard, Spot, Symbols, Symmetries,
    Walk, rows_and_points,
};
pub use contest::{Contest, Deterministic, Outcomes, Stochastic, Style, ToMove, drawn};
pub use contests::{Dealer, Playable};
pub use coordinates::Coordinates;
pub use forecast::{Counts, Features, Forecast, Weights};
pub use games::amazons::Duel;
pub use hints::{Hints, bounds_by_length};
pub use listed::{LISTED, Layout, Listed, ListedVisitor, Tabled, listed};
pub use notation::Notation;
pub use position::{Position, Regions, spilled_bytes};
pub use prospects::Prospects;
pub use ruleset::{AddError, Drawn, Loader, Looks, OpenError, RULESETS, Ruleset, Rulesets};
pub use settled::Settled;

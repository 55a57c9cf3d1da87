//! Algorithms over positions of any game, one module per idea.

mod exact;
mod memo;
mod ranking;
mod tables;

pub use exact::{ThermographTable, ValueTable};
pub use ranking::{Initiative, RankedMove, Ranking, rank};
pub use tables::Tables;

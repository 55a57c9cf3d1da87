//! What is a position worth? Values, thermographs, ranked moves and misère outcomes, found from all that can
//! follow.

mod census;
mod duel;
mod misere;
mod ranking;
mod table;
mod tables;

pub use census::PlacementCensus;
pub use duel::DuelTable;
pub use misere::misere_outcome;
pub use ranking::{Initiative, RankedMove, Ranking, rank};
pub use table::{SIZES_PER_ENTRY, ThermographTable, ValueTable};
pub use tables::Tables;

//! Algorithms over positions of any game, one module per idea.

pub mod alphabeta;
mod census;
pub mod contests;
mod duel;
mod exact;
pub mod history;
mod interval;
pub mod mcts;
mod memo;
mod misere;
pub mod mts;
pub mod opponent_model;
pub mod proof_number;
mod ranking;
mod slots;
pub mod sparse_sampling;
mod tables;
mod tds;
mod temperature;

pub use alphabeta::star;
pub use census::PlacementCensus;
pub use duel::DuelTable;
pub use exact::{ThermographTable, ValueTable};
pub use interval::{Aim, Bounds, IntervalSearch};
pub use misere::misere_outcome;
pub use ranking::{Initiative, RankedMove, Ranking, rank};
pub use slots::{Effort, Slots};
pub use tables::Tables;
pub use tds::{CouponStack, Discovery, Enhancements, Guess, Step, Tds, TdsError, Variation};
pub use temperature::{Between, Finding, Method, Reach, Verdict};

//! Algorithms over positions of any game, one module per idea.

mod exact;
mod memo;
mod tables;

pub use exact::{ThermographTable, ValueTable};
pub use tables::Tables;

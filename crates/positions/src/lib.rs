//! Have we met this position before, and what is known about it? [`Knowledge`] is what is known beforehand,
//! from tables; [`Memo`] is what a search remembers.

mod knowledge;
mod memo;
mod transposition;

pub use knowledge::{Growing, Growth, Knowledge, Source};
pub use memo::Memo;
pub use transposition::{Priority, TranspositionTable};

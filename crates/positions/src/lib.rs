//! Have we met this position before, and what is known about it? [`Knowledge`] is what is known beforehand,
//! from tables; [`Memo`] is what a search remembers.

mod hash;
mod knowledge;
mod memo;
mod store;
mod transposition;

pub use knowledge::{Growing, Growth, Knowledge, Source};
pub use memo::Memo;
pub use store::{SignedId, Store};
pub use transposition::{Priority, TranspositionTable};

//! Have we met this position before, and what is known about it? [`Knowledge`] is what is known beforehand,
//! from tables; [`Store`] and [`TranspositionTable`] are what searches remember. [`Crowd`] says where the
//! threads of a search are.

mod crowd;
mod hash;
mod knowledge;
mod store;
mod transposition;

pub use crowd::{Crowd, Inside, Presence};
pub use knowledge::{Ending, Growing, Growth, Knowledge, Source};
pub use store::{Options, Parts, SignedId, Store, negated, sorted};
pub use transposition::{Entry, TranspositionTable};

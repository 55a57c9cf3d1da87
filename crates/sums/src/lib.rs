//! Sums of positions of any games: who wins them, and what are their stops?

mod arena;
mod component;
mod misere;
mod score;
mod solve;
mod spelling;
mod sum;
mod whole;
pub mod xt;

pub use component::{Component, Judge, Signed};
pub use misere::MisereSolver;
pub use solve::{Answer, NotesError, Solver};
pub use spelling::Spelling;
pub use sum::{Part, ReadError, Sum, tree_of};
pub use whole::{Whole, WholeMove};

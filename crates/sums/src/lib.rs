//! Sums of positions of any games: who wins them, and what are their stops?

mod arena;
mod component;
mod score;
mod solve;
mod sum;
mod whole;
pub mod xt;

pub use component::{Component, Judge, Signed};
pub use solve::{Answer, Solver};
pub use sum::{Part, ReadError, Sum};
pub use whole::{Whole, WholeMove};

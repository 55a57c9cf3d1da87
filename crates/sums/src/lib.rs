//! Sums of positions of any games: who wins them, and how to play them.

mod arena;
mod component;
mod score;
mod solve;
mod sum;
pub mod xt;

pub use component::{Component, Signed};
pub use solve::{Answer, Solver};
pub use sum::{Part, ReadError, Sum};

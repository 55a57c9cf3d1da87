//! Sums of positions of any games: who wins them, and how to play them.

mod arena;
mod atlas;
mod component;
mod facing;
pub mod matches;
pub mod players;
mod referee;
mod score;
mod solve;
mod state;
mod sum;
mod whole;
pub mod xt;

pub use component::{Component, Signed};
pub use referee::Referee;
pub use solve::{Answer, Solver};
pub use state::{IllegalMove, Move, State};
pub use sum::{Part, ReadError, Sum};
pub use whole::{Whole, WholeMove};

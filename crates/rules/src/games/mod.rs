//! One module per game.

pub mod amazons;
pub mod domineering;
pub mod xt_domineering;

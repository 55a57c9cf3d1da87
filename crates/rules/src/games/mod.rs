//! One module per game.

pub mod amazons;
pub mod domineering;
pub mod hackenbush;
pub mod heaps;
pub mod nogo;
pub mod triangular_nim;
pub mod xt_domineering;

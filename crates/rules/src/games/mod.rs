//! One module per game.

pub mod amazons;

pub mod clobber;
pub mod col;
pub mod colouring;
pub mod cram;
pub mod dark_chess;
pub mod domineering;
pub mod ewn;
pub mod fission;
pub mod go;

pub mod hackenbush;
pub mod heaps;
mod hints;
pub mod konane;
pub mod nogo;
mod sgf;
pub mod snort;
pub mod toads_and_frogs;
pub mod toppling_dominoes;
pub mod tree;
pub mod triangular_nim;
pub mod xt_domineering;

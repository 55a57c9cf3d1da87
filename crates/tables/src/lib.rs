//! Tables of all positions of a game, built from the end of play backwards.

pub mod dark_chess;
pub mod endgame;
pub mod file;
pub mod retrograde;

//! Tables of all positions of a game, built from the end of play backwards.

pub mod endgame;
pub mod file;
pub mod retrograde;

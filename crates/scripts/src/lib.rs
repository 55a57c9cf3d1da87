//! Rulesets of one's own, in ten lines of Lua. A script defines `options(position, left)`, the positions that a
//! player can move to, and may define what saves searches time: independent regions, normal forms, bounds. Its
//! positions are like those of any game: they have values, thermographs and players.
//!
//! A script gets no files, no clock and no chance, and ends with an error when it needs too many instructions
//! or too much memory. [`check`] compares what its hooks say with plain recursion over its options.

mod check;
mod fault;
mod machine;
mod position;
mod script;
mod state;

pub use check::{Checked, Wrong, check};
pub use machine::Limits;
pub use script::{LoadError, load, open, parse};

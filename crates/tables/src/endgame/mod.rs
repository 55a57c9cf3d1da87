//! Endgame tables: all positions of a game on a rectangle up to symmetry, each with its thermograph and
//! outcome or with its canonical form. A table is built level by level from the end of play, and kept in one
//! file.

mod build;
mod census;
mod fact;
mod failure;
mod index;
mod parts;
mod shelf;
mod table;
mod write;

pub use build::{Build, MergeFailure, Progress, merge};
pub use census::{CLASSES, Census, Class, Count};
pub use fact::{GraphEntry, Kind};
pub use failure::BuildFailure;
pub use index::{Index, Rectangle};
pub use parts::{PartFailure, Parts, PartsLock};
pub use shelf::{Shelf, Warn};
pub use table::{Found, Subject, Table, layout};

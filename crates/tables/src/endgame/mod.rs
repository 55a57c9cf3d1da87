//! Endgame tables: all positions of a game on a rectangle up to symmetry, each with its thermograph or its canonical
//! form, built level by level from the end of play and kept in one file.

mod build;
mod census;
mod fact;
mod index;
mod shapes;
mod shelf;
mod table;
mod write;

pub use build::{Build, MergeFailure, Progress, merge};
pub use census::{CLASSES, Census, Class, Count};
pub use fact::{GraphEntry, Kind};
pub use index::{Index, Rectangle};
pub use shelf::{Shelf, Warn};
pub use table::{BuildFailure, Found, Subject, Table, layout};

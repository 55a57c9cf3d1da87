//! Why a table cannot be built or verified.

use super::index::Rectangle;
use crate::file::FileError;
use std::path::PathBuf;
use values::Error;

/// Why a table was not built.
#[derive(thiserror::Error, Debug)]
pub enum BuildFailure {
    /// A file cannot be written, or is damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// A value is too large, or the budget is spent.
    #[error(transparent)]
    Value(#[from] Error),
    /// The positions of this game cannot be listed.
    #[error("there are no tables of '{0}'")]
    Game(&'static str),
    /// There is no table for this rectangle.
    #[error("there is no table for boards of {width}×{height}: they are too large (at most 25 cells, 8 on a side) or too small (a cell for each queen, and one at least)", width = .0.width, height = .0.height)]
    Rectangle(Rectangle),
    /// An option of a position is not in the table, which contradicts the rules of the game.
    #[error("{0} is missing in the table")]
    Lost(String),
    /// There are more different facts than an entry can tell apart.
    #[error("there are more than 2^32 different entries")]
    TooManyWords,
    /// Another build holds the lock on the folder.
    #[error("another build works in {}", .0.display())]
    Busy(PathBuf),
    /// The build needs more memory than allowed.
    #[error("the table needs about {need} MiB of memory, and only {allowed} are allowed")]
    Memory {
        /// In MiB.
        need: u64,
        /// In MiB.
        allowed: u64,
    },
}

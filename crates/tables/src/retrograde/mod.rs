//! What is the outcome of each position of Triangular Nim? All positions are solved together, from few pieces
//! to many, with one bit for each: 1 for an N-position, which the next player wins, and 0 for a P-position,
//! which the previous player wins (Shan 2013, chapter 2).
//!
//! ```
//! use rules::games::triangular_nim::{Convention, TriangularNim};
//! use tables::retrograde::{Layout, Solved};
//! use values::{Outcome, Budget};
//!
//! let layout = Layout::best(5, true)?;
//! let solved = Solved::in_memory(layout, Convention::Misere, 2, &Budget::endless(), &|_, _| ())?;
//! assert_eq!(solved.outcome(TriangularNim::full(5)?)?, Outcome::Previous);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod disk;
mod layout;
mod nimbers;
pub mod plain;
mod plan;
mod solve;
mod words;

pub use disk::{Folder, Work};
pub use layout::{Counts, Layout, LayoutError};
pub use nimbers::Nimbers;
pub use plan::{PAPER, Representation, Sample};
pub use solve::{Error, Progress, Solved};

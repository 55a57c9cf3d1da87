//! Who wins each position of Triangular Nim? All of them are solved at once, from few pieces to many, one bit for
//! each: 1 if the next player wins (an N-position), 0 if the previous one does (a P-position). Shan 2013, chapter 2.
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

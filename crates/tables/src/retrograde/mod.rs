//! What is the outcome of each position of a game in which moves take pieces? All positions are solved together,
//! from few pieces to many, with one bit for each: 1 for an N-position, which the next player wins, and 0 for a
//! P-position, which the previous player wins (Shan 2013, chapter 2, for Triangular Nim).
//!
//! ```
//! use rules::games::triangular_nim::{Convention, TriangularNim};
//! use tables::retrograde::{Layout, Solved, TakingGame};
//! use values::{Outcome, Budget};
//!
//! let layout = Layout::best(&TakingGame::triangular_nim(5)?, true)?;
//! let solved = Solved::in_memory(layout, Convention::Misere, 2, &Budget::endless(), &|_, _| ())?;
//! assert_eq!(solved.outcome(TriangularNim::full(5)?)?, Outcome::Previous);
//!
//! // A row of five pieces, of which one or two neighbours are taken: Kayles.
//! let kayles = TakingGame::read("kayles", "0\n1\n2\n3\n4\n0 1\n1 2\n2 3\n3 4\nsymmetry 4 3 2 1 0")?;
//! let solved =
//!     Solved::in_memory(Layout::best(&kayles, true)?, Convention::Normal, 1, &Budget::endless(), &|_, _| ())?;
//! assert_eq!(solved.winning_moves_of(0b11111)?, [0b00100]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod codes;
mod describe;
mod files;
mod folder;
mod game;
mod layout;
mod links;
mod missing;
mod nimbers;
mod order;
mod pack;
pub mod plain;
mod plan;
mod schedule;
mod solve;
mod store;
mod turn;
mod unpack;
mod words;

pub use blocks::{Blocks, Done};
pub use codes::Codes;
pub use files::Files;
pub use folder::{Folder, Found};
pub use game::{GameError, TakingGame};
pub use layout::{Counts, Layout, LayoutError};
pub use links::{Link, Symmetry};
pub use nimbers::Nimbers;
pub use pack::Packed;
pub use plan::{PAPER, Representation, Sample};
pub use schedule::{Keep, Schedule};
pub use solve::{Error, Facts, Processor, Progress, Solved};
pub use store::Work;
pub use turn::exchanges;

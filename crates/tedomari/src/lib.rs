//! Tedomari for programs: who is ahead, how urgent is a move, what is it worth exactly?
//!
//! ```
//! use tedomari::prelude::*;
//! let values = Values::new();
//! let g = values.parse("{4|2,{3|0,{1/2|0}}||{0,*|-1},-1/4}")?;
//! assert_eq!(values.mean(g)?.to_string(), "5/4");
//! assert_eq!(values.temperature(g)?.to_string(), "7/4");
//!
//! use tedomari::pictures::Characters;
//! use tedomari::rules::{games::domineering::Domineering, bitboard::Small};
//! let board = Domineering::<Small>::read("...|...")?;
//! let value = ValueTable::default().value(&values, &board)?;
//! assert_eq!(values.print(value)?, "{2|-1/2}");
//! println!("{}", tedomari::pictures::text(values.thermograph(value)?, 80, Characters::Unicode));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// The example in the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

pub use adversary;
pub use exact;
pub use matches;
pub use pictures;
pub use rules;
pub use sums;
pub use tables;
pub use temperature;
pub use values;

/// What most programs need.
pub mod prelude {
    pub use exact::{ThermographTable, ValueTable};
    pub use rules::Position;
    pub use sums::{Solver, Sum};
    pub use values::{Budget, Dyadic, Limits, Outcome, Player, Thermograph, ValueId, Values};
}

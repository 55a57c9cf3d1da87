//! Exact values of combinatorial games, without any boards.
//!
//! [`Dyadic`] numbers, [`ValueId`]s in canonical form kept in a store of [`Values`],
//! their [`Thermograph`]s, and the [`notation`] they are read and written in.
//!
//! ```
//! use values::Values;
//! let values = Values::new();
//! let g = values.parse("10|8||2")?;
//! assert_eq!(values.temperature(g)?.to_string(), "7/2");
//! assert_eq!(values.mean(g)?.to_string(), "11/2");
//! let h = values.parse("{0||0|-2}")?;
//! assert_eq!(values.print(h)?, "Tiny(2)");
//! assert!(values.le(h, values.parse("^")?)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod budget;
mod by_player;
mod dyadic;
mod error;
mod intern;
pub mod notation;
mod player;
mod store;
mod sumber;
mod thermograph;
mod value;

pub use budget::Budget;
pub use by_player::ByPlayer;
pub use dyadic::Dyadic;
pub use error::Error;
pub use player::{Outcome, Player};
pub use store::{Kind, Limits, NumberUpStar, Temper, Uptimal, ValueId, Values, deep};
pub use sumber::Sumber;
pub use thermograph::{Point, Reach, Thermograph, ThermographId, Thermographs, Wall, WallId};
pub use value::Value;

//! Exact values of combinatorial games, without any boards.
//!
//! A [`Value`] is a canonical form in a store of [`Values`], with its [`Thermograph`]. Numbers are
//! [`Dyadic`], and values are read and written in the [`notation`] of the field.
//!
//! ```
//! use std::sync::Arc;
//! use values::{Value, Values};
//! let values = Arc::new(Values::new());
//! let g = Value::parse(&values, "10|8||2")?;
//! assert_eq!((g.mean().to_string(), g.temperature().to_string()), ("11/2".into(), "7/2".into()));
//! let h = Value::parse(&values, "{0||0|-2}")?;
//! assert_eq!(h.to_string(), "Tiny(2)");
//! assert!(h < Value::up(&values));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Programs that compute with millions of forms use the ids of the store, [`ValueId`], which are four bytes
//! each:
//!
//! ```
//! use values::Values;
//! let values = Values::new();
//! let g = values.parse("10|8||2")?;
//! assert_eq!(values.temperature(g)?.to_string(), "7/2");
//! assert!(values.le(values.parse("Tiny(2)")?, values.parse("^")?)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod budget;
mod by_player;
mod dyadic;
mod error;
mod intern;
mod ko;
pub mod notation;
mod player;
mod rational;
#[cfg(feature = "serde")]
mod serial;
mod store;
mod sumber;
mod thermograph;
mod threads;
mod value;

pub use budget::{Budget, CancelOnDrop, Progress, Watch, processor_time, silent};
pub use by_player::ByPlayer;
pub use dyadic::Dyadic;
pub use error::{Error, within_limits};
pub use intern::Interner;
pub use ko::{KoBans, KoGraph, KoKind, KoMove, KoPoint, KoSolver, KoThermograph, KoWall, KoWindow, Komaster};
pub use player::{Outcome, Player};
pub use rational::Rational;
pub use store::{
    Endless, GraphError, Kind, Limits, NumberUpStar, Temper, Uptimal, ValueId, Values, deep, mex,
};
pub use sumber::Sumber;
pub use thermograph::{Point, Reach, Thermograph, ThermographId, Thermographs, Wall, WallId, thermostrat};
pub use threads::{fill_on_all_cores, in_threads, map_on_all_cores, on_all_cores};
pub use value::Value;

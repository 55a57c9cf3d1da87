//! Exact values of combinatorial games, without any boards.
//!
//! [`Dyadic`] numbers, [`Game`]s in canonical form kept in a store of [`Games`],
//! their [`Thermograph`]s, and the [`notation`] they are read and written in.
//!
//! ```
//! use values::Games;
//! let games = Games::new();
//! let g = games.parse("10|8||2")?;
//! assert_eq!(games.temperature(g)?.to_string(), "7/2");
//! assert_eq!(games.mean(g)?.to_string(), "11/2");
//! let h = games.parse("{0||0|-2}")?;
//! assert_eq!(games.print(h)?, "Tiny(2)");
//! assert!(games.le(h, games.parse("^")?)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dyadic;
mod error;
mod games;
mod intern;
pub mod notation;
mod player;
mod stop;
mod sumber;
mod thermograph;

pub use dyadic::Dyadic;
pub use error::Error;
pub use games::{Game, Games, Kind, Limits, NumberUpStar, Parity, Uptimal, deep};
pub use player::{Outcome, Player};
pub use stop::Stop;
pub use sumber::Sumber;
pub use thermograph::{Point, Reach, Thermograph, ThermographId, Thermographs, Wall, WallId};

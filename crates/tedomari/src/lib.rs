//! Tedomari for programs: who is ahead, how urgent is a move, what is it worth exactly?
//!
//! ```
//! use tedomari::prelude::*;
//! let games = Games::new();
//! let g = games.parse("{4|2,{3|0,{1/2|0}}||{0,*|-1},-1/4}")?;
//! assert_eq!(games.mean(g)?.to_string(), "5/4");
//! assert_eq!(games.temperature(g)?.to_string(), "7/4");
//! println!("{}", tedomari::pictures::text(games.thermograph(g)?, 80));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use pictures;
pub use values;

/// What most programs need.
pub mod prelude {
    pub use values::{Dyadic, Game, Games, Limits, Outcome, Player, Stop, Thermograph};
}

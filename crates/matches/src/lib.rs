//! Players of sums and of games with chance, and matches between them: who plays, who referees, and what is
//! recorded.

mod atlas;
pub mod contests;
mod deal;
mod exec;
mod game;
mod journal;
mod matches;
pub mod players;
mod record;
mod referee;
mod state;
mod tally;

pub use contests::{Allowance, GRACE};
pub use deal::{Deal, DealError};
pub use exec::serve;
pub use game::{Game, PlayError, Round, chance};
pub use journal::replay;
pub use matches::{Match, MatchError};
pub use record::{Record, RecordError};
pub use referee::Referee;
pub use state::{IllegalMove, Move, State};
pub use tally::Tally;

//! Players of sums and of games with chance, and matches between them: who plays, who referees, and what is
//! recorded.

mod allowance;
mod atlas;
mod deal;
mod ending;
mod exec;
mod journal;
mod matches;
mod memory;
pub mod players;
mod record;
mod referee;
mod starts;
mod state;
mod tally;
mod walk;

pub use allowance::{Allowance, GRACE};
pub use deal::{Deal, DealError};
pub use ending::{Ending, EndingError};
pub use exec::serve;
pub use journal::{Journal, replay, replay_with};
pub use matches::{Match, MatchError};
pub use record::{Record, RecordError};
pub use referee::Referee;
pub use starts::Starts;
pub use state::{Board, IllegalMove, Move, PlayError, State, chance};
pub use tally::{Tally, wilson};
pub use walk::Walk;

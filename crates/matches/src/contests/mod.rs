//! Who plays contests, which are games with chance, and who wins matches? Players choose moves before a
//! deadline.

mod allowance;
mod matches;

pub use allowance::{Allowance, GRACE};
pub use matches::{Match, Record, Tally, wilson};

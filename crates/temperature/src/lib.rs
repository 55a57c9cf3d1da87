//! How urgent is a move? Mean and temperature of a position by several searches: one question, one type of
//! answer.

mod interval;
mod method;
pub mod mts;
mod tds;

pub use interval::{Aim, Bounds, IntervalSearch};
pub use method::{Between, Finding, Method, Verdict};
pub use tds::{CouponStack, Discovery, Enhancements, Guess, Step, Tds, TdsError, Variation};

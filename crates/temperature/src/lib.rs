//! How urgent is a move? Mean and temperature of a position by several searches: one question, one type of
//! answer.

mod best;
mod born;
mod estimates;
mod interval;
mod method;
pub mod mts;
mod regions;
mod searches;
mod tds;

pub use best::Estimate;
pub use born::born_by;
pub use estimates::Estimates;
pub use interval::{Aim, Bounds, IntervalSearch};
pub use method::{Between, Finding, Leaves, Method, Verdict};
pub use searches::{BYTES_PER_STATE, Outlook, best_outlook, outlook};
pub use tds::{CouponStack, Discovery, Enhancements, Guess, Reading, Step, Tds, TdsError, Variation};

use rustc_hash::FxHashMap;
use std::hash::Hash;
use values::Error;

/// The index of the lower bound in a pair of bounds.
const LOWER: usize = 0;
/// The index of the upper bound in a pair of bounds.
const UPPER: usize = 1;

/// The limit that ended a search. `None` means that the search is complete. Other errors stay errors.
fn limit(ended: Result<(), Error>) -> Result<Option<Error>, Error> {
    match ended {
        Err(error) if error.is_limit() => Ok(Some(error)),
        ended => ended.map(|()| None),
    }
}

/// Inserts an entry into a map of at most `limit` entries. A full map is emptied before.
fn insert<K: Hash + Eq, V>(map: &mut FxHashMap<K, V>, limit: usize, key: K, value: V) {
    if map.len() >= limit && !map.contains_key(&key) {
        map.clear();
    }
    map.insert(key, value);
}

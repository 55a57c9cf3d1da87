//! A number that equal values of different stores share, for hash tables: ids depend on the order in which a
//! store met its games, canonical forms do not. It is worked out bottom-up from the closed forms.

use super::{ValueId, Values};
use crate::{Budget, Error};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::PoisonError;

impl Values {
    /// A number that depends on the canonical form alone. It is the same in every store and process of this
    /// version, and different forms rarely share it. Each follower is visited once.
    ///
    /// ```
    /// use values::{Budget, Values};
    /// let [one, other] = [Values::new(), Values::new()];
    /// other.parse("{5|-3}")?;
    /// let [g, h] = [(&one, "{3|1||-1}"), (&other, "{3|1||-1,2}")].map(|(values, text)| {
    ///     values.fingerprint(values.parse(text).unwrap(), &Budget::default()).unwrap()
    /// });
    /// assert_eq!(g, h);
    /// # Ok::<(), values::notation::ReadError>(())
    /// ```
    pub fn fingerprint(&self, g: ValueId, budget: &Budget) -> Result<u64, Error> {
        let leaf = |g: ValueId| Ok(self.to_closed(g).map(|closed| hashed(|hasher| closed.hash(hasher))));
        let mut known = self.fingerprints.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known.capacity();
        let found = self.fold_within(budget, g, &mut known, &leaf, &mut |_, left, right| {
            let sorted = |side: &[u64]| {
                let mut side = side.to_vec();
                side.sort_unstable();
                side
            };
            Ok(hashed(|hasher| (sorted(left), sorted(right)).hash(hasher)))
        });
        self.count_bytes((known.capacity() - before) * size_of::<(ValueId, u64)>());
        found
    }
}

fn hashed(write: impl Fn(&mut FxHasher)) -> u64 {
    let mut hasher = FxHasher::default();
    write(&mut hasher);
    hasher.finish()
}

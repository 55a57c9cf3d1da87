//! Forms that move from one store to another. A form that is canonical in one store is canonical in every
//! other, so each follower is stored or looked up as it is, without a comparison.

use super::{ValueId, Values};
use crate::{Budget, Error};
use rustc_hash::FxHashMap;

impl Values {
    /// The id here of a game of another store. It is stored if it is new.
    pub fn copy_from(&self, other: &Self, g: ValueId, budget: &Budget) -> Result<ValueId, Error> {
        let leaf = |g: ValueId| other.to_closed(g).map(|closed| self.insert_closed(closed)).transpose();
        other.fold_within(budget, g, &mut FxHashMap::default(), &leaf, &mut |g, left, right| {
            self.insert_canonical(left, right, other.node(g).stops)
        })
    }

    /// The id here of a game of another store. `None` means it is not stored here. The only errors are those
    /// of the budget.
    pub(crate) fn find_from(
        &self,
        other: &Self,
        g: ValueId,
        budget: &Budget,
    ) -> Result<Option<ValueId>, Error> {
        let leaf = |g: ValueId| Ok(other.to_closed(g).map(|closed| self.find_closed(closed)));
        other.fold_within(budget, g, &mut FxHashMap::default(), &leaf, &mut |_, left, right| {
            let found = |options: &[Option<ValueId>]| options.iter().copied().collect::<Option<Vec<_>>>();
            let (Some(left), Some(right)) = (found(left), found(right)) else { return Ok(None) };
            Ok(self.find_general(&left, &right))
        })
    }
}

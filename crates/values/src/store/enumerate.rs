//! All games born by a given day: the options of each player are a set of earlier games that are pairwise
//! confused, and all pairs of such sets are tried.

use super::{ValueId, Values};
use crate::Error;
use rustc_hash::FxHashSet;

impl Values {
    /// The values born by a day. There are 1, 4, 22 and 1474 by days 0 to 3. Those of day 4 are too many to
    /// list.
    pub fn born_by(&self, day: u32) -> Result<Vec<ValueId>, Error> {
        if day > 3 {
            return Err(Error::TooManyToList);
        }
        let mut born = vec![ValueId::ZERO];
        for _ in 0..day {
            let sides = self.antichains(&born)?;
            let mut next: FxHashSet<ValueId> = FxHashSet::default();
            for left in &sides {
                for right in &sides {
                    next.insert(self.from_options(left, right)?);
                }
            }
            born = next.into_iter().collect();
            born.sort_unstable();
        }
        Ok(born)
    }

    /// All sets of games that are pairwise confused.
    fn antichains(&self, values: &[ValueId]) -> Result<Vec<Vec<ValueId>>, Error> {
        let mut chains: Vec<Vec<ValueId>> = vec![Vec::new()];
        for &game in values {
            for i in 0..chains.len() {
                let mut confused = true;
                for &other in &chains[i] {
                    confused = confused && self.compare(game, other)?.is_none();
                }
                if confused {
                    chains.push([&chains[i][..], &[game]].concat());
                }
            }
        }
        Ok(chains)
    }
}

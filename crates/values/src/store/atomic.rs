//! Atomic weight: how many ↑ an infinitesimal is worth. The weights of the options, less 2 for Left's and
//! plus 2 for Right's, give the weight of the game, except that an integer weight depends on how the game
//! compares with a remote star (Winning Ways, chapter 8; Shan 2013, §3.2.4).

use super::stops::largest_integer_below;
use super::{NumberUpStar, ValueId, Values, each};
use crate::{Dyadic, Error};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// The weight of a positive number in these computations: more than any number of ups.
const HUGE: i64 = 1 << 40;

impl Values {
    /// The atomic weight. `None` means the game is not atomic.
    ///
    /// ```
    /// use values::Values;
    /// let values = Values::new();
    /// let half_up = values.parse("{^^*|v*}")?;
    /// assert_eq!(values.atomic_weight(half_up)?, Some(values.parse("1/2")?));
    /// assert_eq!(values.atomic_weight(values.integer(1)?)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn atomic_weight(&self, g: ValueId) -> Result<Option<ValueId>, Error> {
        if !self.is_infinitesimal(g) {
            return Ok(None);
        }
        // Remote means larger than every nimber that play can lead to. A move in ↑ changes the nimber beside
        // it by *.
        let star = |closed: NumberUpStar| if closed.ups() == 0 { closed.star() } else { closed.star() | 1 };
        let stars = |g: ValueId| Ok(self.to_closed(g).map(star));
        let largest = self.fold(g, &mut FxHashMap::default(), &stars, &mut |_, left, right| {
            Ok(left.iter().chain(right).copied().max().unwrap_or(0))
        })?;
        let remote_star = self.closed(NumberUpStar::remote_star((largest + 1).next_power_of_two()))?;
        let leaf = |g: ValueId| {
            let Some(closed) = self.to_closed(g) else { return Ok(None) };
            let weight = match closed.number().cmp(&Dyadic::ZERO) {
                Ordering::Less => -HUGE,
                Ordering::Equal => i64::from(closed.ups()),
                Ordering::Greater => HUGE,
            };
            self.integer(weight).map(Some)
        };
        let weight = self.fold(g, &mut FxHashMap::default(), &leaf, &mut |g, left, right| {
            self.weight_from_options(g, left, right, remote_star)
        })?;
        // A threat that cannot be reversed leaves its huge weight behind: no number of ups is the weight.
        let huge = Dyadic::integer(HUGE / 2)?;
        let small = |x: ValueId| Ok(self.to_closed(x).map(|closed| closed.number().abs() < huge));
        let finite = self.fold(weight, &mut FxHashMap::default(), &small, &mut |_, left, right| {
            Ok(left.iter().chain(right).all(|&finite| finite))
        })?;
        Ok(finite.then_some(weight))
    }

    fn weight_from_options(
        &self,
        g: ValueId,
        left: &[ValueId],
        right: &[ValueId],
        remote_star: ValueId,
    ) -> Result<ValueId, Error> {
        let two = Dyadic::from(2);
        let moved = |weights, by| each(weights, |weight| self.plus_number(weight, by));
        let (left, right) = (moved(left, -two)?, moved(right, two)?);
        let weight = self.from_options(&left, &right)?;
        if !self.is_integer(weight) {
            return Ok(weight);
        }
        // The weight may be any integer that fits between the options. The remote star decides which one.
        let below = |weights: &[ValueId]| {
            let stops = weights.iter().map(|&weight| &self.node(weight).stops);
            self.integer(
                largest_integer_below(stops).expect("both players can move in a game that is not closed"),
            )
        };
        if self.le(remote_star, g)? {
            below(&right)
        } else if self.le(g, remote_star)? {
            self.negative(below(&each(&left, |weight| self.negative(weight))?)?)
        } else {
            Ok(weight)
        }
    }
}

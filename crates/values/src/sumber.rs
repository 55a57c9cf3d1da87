//! Sumbers: sums of `*` and the ups `↑(d) = {↑(dᴸ), * | ↑(dᴿ), *}` for numbers `d` (Shan 2013, §3.2.3).
//! Counting the ups gives the outcome of such a sum.

use crate::{Dyadic, Error, Outcome, ValueId, Values};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The sum `Σ aₖ·↑(dₖ) + a₀·*`.
///
/// ```
/// use values::{Dyadic, Outcome, Sumber};
/// // −↑(3) + 3·↑(2) − ↑(1) + *: as many ups as stars, and the smallest up is subtracted.
/// let mut sum = Sumber::default();
/// for (times, d) in [(-1, 3), (3, 2), (-1, 1)] {
///     sum.add(times, Dyadic::from(d))?;
/// }
/// sum.add_star();
/// assert_eq!(sum.outcome(), Outcome::Left);
/// # Ok::<(), values::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sumber {
    /// The multiple of each `↑(d)`. Every `d` is positive and no multiple is 0.
    ups: BTreeMap<Dyadic, i64>,
    star: bool,
}

impl Sumber {
    /// Adds `times` copies of `↑(d)`. Since `↑(−d) = −↑(d)`, only positive `d` are kept.
    pub fn add(&mut self, times: i64, d: Dyadic) -> Result<(), Error> {
        if d == Dyadic::ZERO {
            return Ok(());
        }
        let times = if d < Dyadic::ZERO { times.checked_neg().ok_or(Error::CountTooLarge)? } else { times };
        let count = self.ups.entry(d.abs()).or_insert(0);
        *count = count.checked_add(times).ok_or(Error::CountTooLarge)?;
        self.ups.retain(|_, count| *count != 0);
        Ok(())
    }

    /// Adds `*`; two of them cancel.
    pub fn add_star(&mut self) {
        self.star = !self.star;
    }

    /// The outcome: the net number of ups compared with the star, and if they are equal the sign of the
    /// smallest up.
    pub fn outcome(&self) -> Outcome {
        match (self.is_positive(1), self.is_positive(-1)) {
            (true, _) => Outcome::Left,
            (_, true) => Outcome::Right,
            _ if self.ups.is_empty() && !self.star => Outcome::Previous,
            _ => Outcome::Next,
        }
    }

    /// Is the sum (or, for sign −1, its negative) positive?
    fn is_positive(&self, sign: i128) -> bool {
        let net: i128 = self.ups.values().map(|&count| sign * i128::from(count)).sum();
        let smallest = self.ups.values().next().map_or(0, |&count| sign * i128::from(count));
        let star = i128::from(self.star);
        net > star || (net == star && smallest < 0)
    }

    /// The sum as a game.
    pub fn to_game(&self, values: &Values) -> Result<ValueId, Error> {
        let star = if self.star { values.nimber(1)? } else { ValueId::ZERO };
        self.ups
            .iter()
            .try_fold(star, |sum, (&d, &count)| values.sum(sum, values.multiple(count, values.up(d)?)?))
    }
}

impl Values {
    /// `↑(d) = {↑(dᴸ), * | ↑(dᴿ), *}`: 0 for 0, ↑ for 1, and larger for larger `d`.
    pub fn up(&self, d: Dyadic) -> Result<ValueId, Error> {
        let (number, star) = (self.number(d)?, [self.nimber(1)?]);
        self.check_moves(number)?;
        let leaf = |g: ValueId| Ok((g == ValueId::ZERO).then_some(ValueId::ZERO));
        self.fold(number, &mut FxHashMap::default(), &leaf, &mut |_, left, right| {
            self.from_options(&[left, &star].concat(), &[right, &star].concat())
        })
    }
}

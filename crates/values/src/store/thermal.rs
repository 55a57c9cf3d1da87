//! Taxes and subsidies on moving: cooling, freezing, heating, overheating, and Norton's product. All of them
//! rebuild a game with a bonus added to each move.

use super::{ValueId, Values, deep, each};
use crate::{Budget, Dyadic, Error};
use rustc_hash::FxHashMap;

impl Values {
    /// `G` cooled by `t`: every move costs `t`. Followers colder than `t` are replaced by their mean.
    pub fn cool(&self, g: ValueId, t: Dyadic) -> Result<ValueId, Error> {
        let frozen = |g: ValueId| {
            // An integer has no temperature to cool through.
            let solid = self.to_number(g).is_some_and(Dyadic::is_integer) || t > self.temperature(g)?;
            if solid { self.number(self.mean(g)?).map(Some) } else { Ok(None) }
        };
        self.rebuild(g, &[self.number(-t)?], &[self.number(t)?], &frozen)
    }

    /// `G` cooled by exactly its temperature: its mean plus an infinitesimal.
    pub fn freeze(&self, g: ValueId) -> Result<ValueId, Error> {
        match self.to_number(g) {
            Some(_) => Ok(g),
            None => self.cool(g, self.temperature(g)?),
        }
    }

    /// `G` heated by a game `t`: every move earns `t`, and numbers stay as they are.
    pub fn heat(&self, g: ValueId, t: ValueId) -> Result<ValueId, Error> {
        let solid = |g: ValueId| Ok(self.to_number(g).is_some().then_some(g));
        self.rebuild(g, &[t], &[self.negative(t)?], &solid)
    }

    /// `G` overheated from `s` to `t`: every move earns `t`, and integers `n` become `n` copies of `s`.
    pub fn overheat(&self, g: ValueId, s: ValueId, t: ValueId) -> Result<ValueId, Error> {
        self.rebuild(g, &[t], &[self.negative(t)?], &|g| self.copies_if_integer(g, s))
    }

    /// Norton's product `G·U` for a positive unit `U`: integers count copies of `U`, and every other move
    /// earns `U` plus an incentive of `U`.
    pub fn norton_product(&self, g: ValueId, unit: ValueId) -> Result<ValueId, Error> {
        if unit == ValueId::ZERO || !self.le(ValueId::ZERO, unit)? {
            return Err(Error::PositiveNeeded);
        }
        let incentives = self.incentives(unit)?;
        let earned = each(&incentives, |incentive| self.sum(unit, incentive))?;
        let spent = each(&earned, |bonus| self.negative(bonus))?;
        self.rebuild(g, &earned, &spent, &|g| self.copies_if_integer(g, unit))
    }

    fn copies_if_integer(&self, g: ValueId, unit: ValueId) -> Result<Option<ValueId>, Error> {
        let integer = self.to_number(g).and_then(Dyadic::to_integer);
        integer.map(|n| self.multiple(n, unit)).transpose()
    }

    /// The game rebuilt from its leaves. Where `leaf` gives no result, each option is rebuilt, and each of
    /// the player's bonuses is added to it.
    fn rebuild(
        &self,
        g: ValueId,
        left_bonuses: &[ValueId],
        right_bonuses: &[ValueId],
        leaf: &impl Fn(ValueId) -> Result<Option<ValueId>, Error>,
    ) -> Result<ValueId, Error> {
        self.fold(g, &mut FxHashMap::default(), leaf, &mut |_, left, right| {
            let with = |options: &[ValueId], bonuses: &[ValueId]| {
                let pairs =
                    options.iter().flat_map(|&option| bonuses.iter().map(move |&bonus| (option, bonus)));
                pairs.map(|(option, bonus)| self.sum(option, bonus)).collect::<Result<Vec<_>, Error>>()
            };
            self.from_options(&with(left, left_bonuses)?, &with(right, right_bonuses)?)
        })
    }

    /// The result for a game, by recursion over its followers: `leaf` gives it where it is known at once, and
    /// `join` works it out from the results for the options. Each follower is visited once.
    pub(crate) fn fold<T: Clone>(
        &self,
        g: ValueId,
        known: &mut FxHashMap<ValueId, T>,
        leaf: &impl Fn(ValueId) -> Result<Option<T>, Error>,
        join: &mut impl FnMut(ValueId, &[T], &[T]) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.fold_within(&self.limits.budget, g, known, leaf, join)
    }

    /// [`Self::fold`] within a budget of its own.
    pub(super) fn fold_within<T: Clone>(
        &self,
        budget: &Budget,
        g: ValueId,
        known: &mut FxHashMap<ValueId, T>,
        leaf: &impl Fn(ValueId) -> Result<Option<T>, Error>,
        join: &mut impl FnMut(ValueId, &[T], &[T]) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if let Some(result) = known.get(&g) {
            return Ok(result.clone());
        }
        let result = match leaf(g)? {
            Some(result) => result,
            None => {
                budget.check()?;
                let (left, right) = self.options(g)?;
                let mut fold_all = |options: &[ValueId]| {
                    each(options, |option| deep(|| self.fold_within(budget, option, known, leaf, join)))
                };
                let (left, right) = (fold_all(left)?, fold_all(right)?);
                join(g, &left, &right)?
            }
        };
        known.insert(g, result.clone());
        Ok(result)
    }
}

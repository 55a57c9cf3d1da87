//! Negation and sums. A player moves in one of the summands, so the options of `G + H` are the options of
//! `G`, plus `H`, and those of `H`, plus `G`.

use super::{List, NumberUpStar, ValueId, Values, deep, each};
use crate::{Dyadic, Error};
use std::sync::atomic::Ordering;

impl Values {
    /// The negative: the game with the players exchanged.
    pub fn negative(&self, g: ValueId) -> Result<ValueId, Error> {
        let node = self.node(g);
        if let Some(closed) = node.closed() {
            return self.insert_closed(-closed);
        }
        match node.negative.load(Ordering::Acquire) {
            0 => {}
            known => return Ok(ValueId(known - 1)),
        }
        self.limits.budget.check()?;
        let (left, right) = self.options(g)?;
        let negatives = |options| deep(|| each(options, |option| self.negative(option)));
        let stops = node.stops.negated();
        let negative = self.insert_canonical(&negatives(right)?, &negatives(left)?, stops)?;
        node.negative.store(negative.0 + 1, Ordering::Release);
        self.node(negative).negative.store(g.0 + 1, Ordering::Release);
        Ok(negative)
    }

    /// The sum, where it takes no search: of closed forms, with zero or the negative, or found before. `None`
    /// means that it takes one.
    pub(crate) fn known_sum(&self, g: ValueId, h: ValueId) -> Result<Option<ValueId>, Error> {
        let (a, b) = (self.node(g).closed(), self.node(h).closed());
        if let (Some(a), Some(b)) = (a, b) {
            return self.insert_closed(a.plus(b)?).map(Some);
        }
        if a == Some(NumberUpStar::ZERO) {
            return Ok(Some(h));
        }
        if b == Some(NumberUpStar::ZERO) {
            return Ok(Some(g));
        }
        if self.node(g).negative.load(Ordering::Relaxed) == h.0 + 1 {
            return Ok(Some(ValueId::ZERO));
        }
        Ok(self.sums.get(g.min(h).0, g.max(h).0).map(ValueId))
    }

    /// The sum.
    pub fn sum(&self, g: ValueId, h: ValueId) -> Result<ValueId, Error> {
        if let Some(known) = self.known_sum(g, h)? {
            return Ok(known);
        }
        let (a, b) = (self.node(g).closed(), self.node(h).closed());
        let (low, high) = (g.min(h), g.max(h));
        self.limits.budget.check()?;
        let sum = deep(|| match (a, b) {
            (Some(x), _) if x.is_number() => self.translate(h, g),
            (_, Some(x)) if x.is_number() => self.translate(g, h),
            _ => self.sum_by_options(g, h),
        })?;
        self.sums.put(low.0, high.0, sum.0);
        Ok(sum)
    }

    /// The sum of a number and a game that is not a number. By the number translation theorem the canonical
    /// options are those of the game, plus the number.
    fn translate(&self, g: ValueId, number: ValueId) -> Result<ValueId, Error> {
        let (left, right) = self.options(g)?;
        let moved = |options| each(options, |option| self.sum(option, number));
        let stops = self.node(g).stops.plus(self.node(number).stops.left())?;
        self.insert_canonical(&moved(left)?, &moved(right)?, stops)
    }

    fn sum_by_options(&self, g: ValueId, h: ValueId) -> Result<ValueId, Error> {
        let (g_sides, h_sides) = (self.options(g)?, self.options(h)?);
        let side = |of_g: &[ValueId], of_h: &[ValueId]| {
            let in_g = of_g.iter().map(|&option| self.sum(option, h));
            let in_h = of_h.iter().map(|&option| self.sum(g, option));
            in_g.chain(in_h).collect::<Result<List<ValueId>, Error>>()
        };
        self.from_options(&side(g_sides.0, h_sides.0)?, &side(g_sides.1, h_sides.1)?)
    }

    /// `g − h`.
    pub fn difference(&self, g: ValueId, h: ValueId) -> Result<ValueId, Error> {
        self.sum(g, self.negative(h)?)
    }

    /// `n` copies of `g`. A negative `n` counts copies of `−g`.
    pub fn multiple(&self, n: i64, g: ValueId) -> Result<ValueId, Error> {
        if let Some(x) = self.to_number(g) {
            return self.number(x.times(n)?);
        }
        let (mut copies, mut doubled) = (n.unsigned_abs(), if n < 0 { self.negative(g)? } else { g });
        let mut total = ValueId::ZERO;
        while copies > 0 {
            if copies & 1 == 1 {
                total = self.sum(total, doubled)?;
            }
            copies >>= 1;
            if copies > 0 {
                doubled = self.sum(doubled, doubled)?;
            }
        }
        Ok(total)
    }

    /// The game plus a number.
    pub fn plus_number(&self, g: ValueId, x: Dyadic) -> Result<ValueId, Error> {
        self.sum(g, self.number(x)?)
    }
}

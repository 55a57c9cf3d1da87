//! Mean, temperature and orthodox options of a stored game, by its thermograph. It is worked out once, from
//! the thermographs of the options, and its id is kept beside the canonical form.

use super::{NumberUpStar, ValueId, Values, deep, each};
use crate::{Dyadic, Error, Player, Thermograph, ThermographId, Thermographs};
use std::sync::atomic::Ordering;

impl Values {
    /// The thermograph.
    pub fn thermograph(&self, g: ValueId) -> Result<&Thermograph, Error> {
        Ok(self.thermographs.get(self.thermograph_id(g)?))
    }

    /// The thermograph as an id in [`Self::thermographs`].
    pub fn thermograph_id(&self, g: ValueId) -> Result<ThermographId, Error> {
        if let Some(known) = self.known_thermograph(g) {
            return Ok(known);
        }
        self.check()?;
        let id = match self.to_closed(g) {
            Some(closed) if closed.is_number() => self.thermographs.of_number(closed.number())?,
            // All nimbers but 0 have the thermograph of *.
            Some(closed) if closed.ups() == 0 && closed.star() > 1 => {
                self.thermograph_id(self.closed(NumberUpStar::new(closed.number(), 0, 1)?)?)?
            }
            _ => deep(|| {
                let (left, right) = self.options(g)?;
                let ids = |options| each(options, |option| self.thermograph_id(option));
                self.thermographs.of_options(ids(left)?, ids(right)?)
            })?,
        };
        self.node(g).thermograph.store(id.index() + 1, Ordering::Release);
        Ok(id)
    }

    /// The thermograph, where it was worked out before.
    #[inline]
    pub(crate) fn known_thermograph(&self, g: ValueId) -> Option<ThermographId> {
        let known = self.node(g).thermograph.load(Ordering::Acquire);
        known.checked_sub(1).map(ThermographId::from_index)
    }

    /// All thermographs of games in this store.
    #[must_use]
    pub fn thermographs(&self) -> &Thermographs {
        &self.thermographs
    }

    /// The mean: the value of one copy, on average over many.
    pub fn mean(&self, g: ValueId) -> Result<Dyadic, Error> {
        Ok(self.thermograph(g)?.mean())
    }

    /// The temperature.
    pub fn temperature(&self, g: ValueId) -> Result<Dyadic, Error> {
        Ok(self.thermograph(g)?.temperature())
    }

    /// The orthodox options: those of `player` that are best when every move costs `t`, and so reach the
    /// scaffold there.
    pub fn orthodox_options(&self, g: ValueId, player: Player, t: Dyadic) -> Result<Vec<ValueId>, Error> {
        let mut best: Option<Dyadic> = None;
        let mut orthodox = Vec::new();
        for &option in self.options_of(g, player)? {
            let reached = self.thermograph(option)?.wall(player.opponent()).at(t)?;
            let toward = player.sees(reached);
            if best.is_none_or(|best| toward > best) {
                best = Some(toward);
                orthodox.clear();
            }
            if best == Some(toward) {
                orthodox.push(option);
            }
        }
        Ok(orthodox)
    }
}

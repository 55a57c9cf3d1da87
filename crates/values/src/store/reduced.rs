//! The reduced canonical form: the simplest game infinitesimally close to the given one. It comes from
//! comparing "up to infinitesimals" (Grossman and Siegel), which an exact comparison answers after a shift by
//! a positive number that is smaller than any difference between the numbers in the game.

use super::{List, ValueId, Values};
use crate::{Dyadic, Error, Player};
use rustc_hash::FxHashMap;

impl Values {
    /// The reduced canonical form.
    pub fn reduced(&self, g: ValueId) -> Result<ValueId, Error> {
        if let Some(x) = self.number_part(g) {
            return self.number(x);
        }
        let finest = self.fold(
            g,
            &mut FxHashMap::default(),
            &|g| Ok(self.to_closed(g).map(|closed| closed.number().exponent())),
            &mut |_, left, right| Ok(left.iter().chain(right).copied().max().unwrap_or(0)),
        )?;
        let shift = self.number(Dyadic::new(1, finest + 1)?)?;
        let leaf = |g: ValueId| self.number_part(g).map(|x| self.number(x)).transpose();
        self.fold(g, &mut FxHashMap::default(), &leaf, &mut |g, left, right| {
            let left = self.reduce_side(g, left, Player::Left, shift)?;
            let right = self.reduce_side(g, right, Player::Right, shift)?;
            self.from_options(&left, &right)
        })
    }

    /// The reduced options of one player: none dominated, none reversible, up to infinitesimals.
    fn reduce_side(
        &self,
        g: ValueId,
        options: &[ValueId],
        player: Player,
        shift: ValueId,
    ) -> Result<List<ValueId>, Error> {
        // Is a at most as good as b for the player, up to an infinitesimal?
        let worse = |a: ValueId, b: ValueId| match player {
            Player::Left => self.le(a, self.sum(b, shift)?),
            Player::Right => self.le(b, self.sum(a, shift)?),
        };
        let mut waiting = options.to_vec();
        let mut kept: Vec<ValueId> = Vec::new();
        while let Some(option) = waiting.pop() {
            let mut answer = None;
            if !self.is_number(option) {
                for &reply in self.options_of(option, player.opponent())? {
                    if worse(reply, g)? {
                        answer = Some(reply);
                        break;
                    }
                }
            }
            match answer {
                Some(reply) if self.is_number(reply) => waiting.push(self.number(self.stop(g, player))?),
                Some(reply) => waiting.extend(self.options_of(reply, player)?),
                None => kept.push(option),
            }
        }
        self.undominated(&kept, worse)
    }
}

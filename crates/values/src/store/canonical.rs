//! From any options to the canonical form. By the simplicity theorem a game that
//! has room for a number between its options is the simplest such number; any
//! other game loses its dominated options, and its reversible ones are replaced
//! by what they are sure to lead to.

use super::stops::{Stops, Verdict};
use super::{List, ValueId, Values, deep};
use crate::{Error, Player};
use rustc_hash::FxHashMap;

impl Values {
    /// The value of the game with these options.
    ///
    /// ```
    /// use values::{ValueId, Values};
    /// let values = Values::new();
    /// let up = values.ups(1)?;
    /// // {^|v} is *: whoever moves, the reply takes it back to 0.
    /// assert_eq!(values.from_options(&[up], &[values.ups(-1)?])?, values.nimber(1)?);
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn from_options(&self, left: &[ValueId], right: &[ValueId]) -> Result<ValueId, Error> {
        self.limits.budget.check()?;
        if let Some(star) = self.mex(left, right) {
            return self.nimber(star);
        }
        let stops = |&option: &ValueId| &self.node(option).stops;
        let stops = match Verdict::of_options(left.iter().map(stops), right.iter().map(stops))? {
            Verdict::Number(x) => return self.number(x),
            Verdict::Stops(stops) => stops,
        };
        let mut form = Form {
            values: self,
            left: List::from_slice(left),
            right: List::from_slice(right),
            stops,
            known: FxHashMap::default(),
        };
        form.simplify()?;
        self.insert_canonical(&form.left, &form.right, stops)
    }
}

impl Values {
    /// If both players have the same options and all of them are nimbers, the first nimber missing among them.
    fn mex(&self, left: &[ValueId], right: &[ValueId]) -> Option<u32> {
        let nimbers = |options: &[ValueId]| {
            let mut stars =
                options.iter().map(|&option| self.to_nimber(option)).collect::<Option<List<u32>>>()?;
            stars.sort_unstable();
            stars.dedup();
            Some(stars)
        };
        let stars = nimbers(left)?;
        if nimbers(right)? != stars {
            return None;
        }
        let missing = stars.iter().enumerate().position(|(i, &star)| star != i as u32);
        Some(missing.unwrap_or(stars.len()) as u32)
    }

    /// The options that are not worse than another one, each once.
    pub(super) fn undominated(
        &self,
        options: &[ValueId],
        worse: impl Fn(ValueId, ValueId) -> Result<bool, Error>,
    ) -> Result<List<ValueId>, Error> {
        let mut kept = List::new();
        'next: for &option in options {
            self.check()?;
            let mut i = 0;
            while i < kept.len() {
                if worse(option, kept[i])? {
                    continue 'next;
                }
                if worse(kept[i], option)? {
                    kept.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            kept.push(option);
        }
        Ok(kept)
    }
}

/// A game that is no number, given by options that need not be canonical.
struct Form<'a> {
    values: &'a Values,
    left: List<ValueId>,
    right: List<ValueId>,
    stops: Stops,
    /// Answers of [`Self::is_no_worse`] that took a recursion.
    known: FxHashMap<(ValueId, Player), bool>,
}

impl Form<'_> {
    fn simplify(&mut self) -> Result<(), Error> {
        for player in Player::BOTH {
            self.remove_dominated(player)?;
        }
        for player in Player::BOTH {
            if self.bypass_reversible(player)? {
                self.remove_dominated(player)?;
            }
        }
        Ok(())
    }

    fn side(&mut self, player: Player) -> &mut List<ValueId> {
        match player {
            Player::Left => &mut self.left,
            Player::Right => &mut self.right,
        }
    }

    /// Keeps only options that no other option is at least as good as.
    fn remove_dominated(&mut self, player: Player) -> Result<(), Error> {
        let values = self.values;
        let options = self.side(player);
        *options = values.undominated(options, |a, b| match player {
            Player::Left => values.le(a, b),
            Player::Right => values.le(b, a),
        })?;
        Ok(())
    }

    /// Replaces each option that the opponent can answer with something at least as
    /// good for the opponent as this game, by `player`'s options after that answer.
    fn bypass_reversible(&mut self, player: Player) -> Result<bool, Error> {
        let values = self.values;
        let mut waiting = std::mem::take(self.side(player));
        // The comparisons below still need this side's options.
        *self.side(player) = waiting.clone();
        let mut kept = List::new();
        let mut changed = false;
        while let Some(option) = waiting.pop() {
            // A number that is not dominated in a game that is no number is not reversible.
            let answer = match values.node(option).is_number() {
                true => None,
                false => self.reversing_answer(option, player)?,
            };
            match answer {
                None if kept.contains(&option) => {}
                None => kept.push(option),
                Some(answer) => {
                    waiting.extend_from_slice(values.options_of(answer, player)?);
                    changed = true;
                }
            }
        }
        *self.side(player) = kept;
        Ok(changed)
    }

    fn reversing_answer(&mut self, option: ValueId, player: Player) -> Result<Option<ValueId>, Error> {
        for &answer in self.values.options_of(option, player.opponent())? {
            let reverses = self.is_no_worse(answer, player)?;
            if reverses {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Is this game at least as good for `player` as `x` is?
    fn is_no_worse(&mut self, x: ValueId, player: Player) -> Result<bool, Error> {
        let values = self.values;
        let stops = &values.node(x).stops;
        let decided = match player {
            Player::Left => stops.le(&self.stops),
            Player::Right => self.stops.le(stops),
        };
        if let Some(decided) = decided {
            return Ok(decided);
        }
        if let Some(&known) = self.known.get(&(x, player)) {
            return Ok(known);
        }
        let answer = self.no_option_refutes(x, player)?;
        self.known.insert((x, player), answer);
        Ok(answer)
    }

    /// The opponent's moves here and the player's moves in `x` do not show the contrary.
    fn no_option_refutes(&mut self, x: ValueId, player: Player) -> Result<bool, Error> {
        let values = self.values;
        for i in 0..self.side(player.opponent()).len() {
            let option = self.side(player.opponent())[i];
            let refutes = match player {
                Player::Left => values.le(option, x)?,
                Player::Right => values.le(x, option)?,
            };
            if refutes {
                return Ok(false);
            }
        }
        for &option in values.options_of(x, player)? {
            if deep(|| self.is_no_worse(option, player.opponent()))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

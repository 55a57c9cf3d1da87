//! From any options to the canonical form. By the simplicity theorem a game that has room for a number
//! between its options is the simplest such number. Any other game loses its dominated options, and each
//! reversible option is replaced by the options after the answer that reverses it.

use super::stops::{Stops, Verdict};
use super::{List, ValueId, Values, deep};
use crate::{ByPlayer, Error, Player};
use rustc_hash::FxHashMap;

impl Values {
    /// The value of the game with these options.
    ///
    /// ```
    /// use values::{ValueId, Values};
    /// let values = Values::new();
    /// let up = values.ups(1)?;
    /// // {^|v} is *: the reply to each move leads to 0.
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
            options: ByPlayer::new(List::from_slice(left), List::from_slice(right)),
            stops,
            known: FxHashMap::default(),
        };
        form.simplify()?;
        self.insert_canonical(&form.options.left, &form.options.right, stops)
    }
}

/// The minimal excluded number: the least one that is not among these.
#[must_use]
pub fn mex(numbers: &mut [u32]) -> u32 {
    numbers.sort_unstable();
    numbers.iter().fold(0, |mex, &number| if number == mex { mex + 1 } else { mex })
}

impl Values {
    /// The smallest nimber that is not an option, by the mex rule. `None` means the rule does not apply: the
    /// players' options differ, or not all are nimbers.
    fn mex(&self, left: &[ValueId], right: &[ValueId]) -> Option<u32> {
        let nimbers = |options: &[ValueId]| {
            let mut stars =
                options.iter().map(|&option| self.to_nimber(option)).collect::<Option<List<u32>>>()?;
            stars.sort_unstable();
            stars.dedup();
            Some(stars)
        };
        let mut stars = nimbers(left)?;
        (nimbers(right)? == stars).then(|| mex(&mut stars))
    }

    /// The options that are not dominated, each once. `worse(a, b)` says whether `b` is at least as good as
    /// `a`.
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

/// A game that is not a number, given by options that need not be canonical.
struct Form<'a> {
    values: &'a Values,
    options: ByPlayer<List<ValueId>>,
    stops: Stops,
    /// Results of [`Self::is_no_worse`] that took a recursion.
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

    /// Removes the dominated options: those that another option is at least as good as.
    fn remove_dominated(&mut self, player: Player) -> Result<(), Error> {
        let values = self.values;
        let options = &mut self.options[player];
        *options = values.undominated(options, |a, b| match player {
            Player::Left => values.le(a, b),
            Player::Right => values.le(b, a),
        })?;
        Ok(())
    }

    /// Replaces each reversible option by the player's options after the answer that reverses it. Such an
    /// answer is at least as good for the opponent as this game.
    fn bypass_reversible(&mut self, player: Player) -> Result<bool, Error> {
        let values = self.values;
        // The comparisons below still need this side's options.
        let mut waiting = self.options[player].clone();
        let mut kept = List::new();
        let mut changed = false;
        while let Some(option) = waiting.pop() {
            // In a game that is not a number, an option that is a number and not dominated is not reversible.
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
        self.options[player] = kept;
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

    /// The recursion of [`Self::is_no_worse`]: no move of the opponent here and none of the player in `x`
    /// refutes it.
    fn no_option_refutes(&mut self, x: ValueId, player: Player) -> Result<bool, Error> {
        let values = self.values;
        for &option in &self.options[player.opponent()] {
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

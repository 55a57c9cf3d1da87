//! Sumbers: sums of `*` and the ups `↑(d) = {↑(dᴸ), * | ↑(dᴿ), *}` for numbers `d` (Shan 2013, §3.2.3).
//! Counting the ups gives the outcome of such a sum.

use crate::notation::print_star;
use crate::{Dyadic, Error, NumberUpStar, Outcome, ValueId, Values};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What is known about values: the sumbers that some of them are. `None` means that a value is not a sumber.
pub(crate) type Sumbers = FxHashMap<ValueId, Option<Sumber>>;

/// The maximum length of play in a value that is looked at. Printing must not take long.
const HEIGHT: u32 = 24;
/// The maximum number of canonical options of a player in a sumber that is looked for.
const OPTIONS: usize = 4;

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

    /// The sum of both.
    fn plus(mut self, times: i64, d: Dyadic, star: bool) -> Result<Self, Error> {
        self.add(times, d)?;
        self.star ^= star;
        Ok(self)
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

impl fmt::Display for Sumber {
    /// As in `^*+2*^(3)-^(1/2)`: what has a closed form comes first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ups = self.ups.get(&Dyadic::ONE).and_then(|ups| i32::try_from(*ups).ok());
        let closed = NumberUpStar::new(Dyadic::ZERO, ups.unwrap_or(0), self.star.into());
        let rest: Vec<_> = self.ups.iter().filter(|(d, _)| ups.is_none() || **d != Dyadic::ONE).collect();
        match closed {
            Ok(closed) if rest.is_empty() || closed != NumberUpStar::ZERO => closed.fmt(f)?,
            Ok(_) => {}
            Err(_) => f.write_str(&print_star(self.star.into()))?,
        }
        let is_first = closed.is_ok_and(|closed| closed == NumberUpStar::ZERO);
        for (i, (d, times)) in rest.into_iter().enumerate() {
            let arrow = if *times > 0 { '^' } else { 'v' };
            if i > 0 || !is_first {
                f.write_str("+")?;
            }
            match times.unsigned_abs() {
                1 => write!(f, "{arrow}({d})")?,
                times => write!(f, "{times}*{arrow}({d})")?,
            }
        }
        Ok(())
    }
}

impl Values {
    /// The sumber that a value is. `None` means that none was found: the value is not one, or play in it is
    /// long. Every follower of a sumber in canonical form is a sumber, so the options say which sums come into
    /// question: those from which a move in one term leads to an option.
    ///
    /// ```
    /// use values::Values;
    /// let values = Values::new();
    /// assert_eq!(values.to_sumber(values.parse("^+^(2)")?)?.unwrap().to_string(), "^+^(2)");
    /// assert_eq!(values.to_sumber(values.parse("*2")?)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_sumber(&self, g: ValueId) -> Result<Option<Sumber>, Error> {
        self.sumber_among(g, &mut Sumbers::default())
    }

    pub(crate) fn sumber_among(&self, g: ValueId, known: &mut Sumbers) -> Result<Option<Sumber>, Error> {
        if let Some(closed) = self.to_closed(g) {
            let is_one = closed.number() == Dyadic::ZERO && closed.star() <= 1;
            let sumber = Sumber::default().plus(closed.ups().into(), Dyadic::ONE, closed.star() == 1);
            return if is_one { sumber.map(Some) } else { Ok(None) };
        }
        if let Some(found) = known.get(&g) {
            return Ok(found.clone());
        }
        let (left, right) = self.options(g)?;
        let small = [left, right].iter().all(|options| (1..=OPTIONS).contains(&options.len()));
        let found = if small && self.height(g) <= HEIGHT && self.is_infinitesimal(g) {
            let mut options = Vec::new();
            for &option in left.iter().chain(right) {
                match self.sumber_among(option, known)? {
                    Some(sumber) => options.push(sumber),
                    None => break,
                }
            }
            if options.len() == left.len() + right.len() { self.sumber_before(g, &options)? } else { None }
        } else {
            None
        };
        known.insert(g, found.clone());
        Ok(found)
    }

    /// The sumber with this value from which moves lead to these.
    fn sumber_before(&self, g: ValueId, options: &[Sumber]) -> Result<Option<Sumber>, Error> {
        // Numbers in the options, and those born one day after them.
        let met = options.iter().flat_map(|option| option.ups.keys().copied());
        let met: BTreeSet<Dyadic> = met.chain([Dyadic::ONE]).collect();
        let mut numbers = met.clone();
        let mut lower = Dyadic::ZERO;
        for &d in &met {
            numbers.insert(lower.plus(d)?.half()?);
            lower = d;
        }
        numbers.insert(lower.plus(Dyadic::ONE)?);
        let outcome = self.outcome(g)?;
        for option in options {
            let mut before = vec![option.clone().plus(0, Dyadic::ZERO, true)?];
            for &d in &numbers {
                for sign in [1, -1] {
                    // A move in sign·↑(d) leads to * or to sign·↑(d'), where d' is an option of d.
                    before.push(option.clone().plus(sign, d, true)?);
                    for followed in [d.left_option(), d.right_option()].into_iter().flatten() {
                        before.push(option.clone().plus(sign, d, false)?.plus(-sign, followed, false)?);
                    }
                }
            }
            for sumber in before.into_iter().filter(|sumber| sumber.outcome() == outcome) {
                if sumber.to_game(self)? == g {
                    return Ok(Some(sumber));
                }
            }
        }
        Ok(None)
    }

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

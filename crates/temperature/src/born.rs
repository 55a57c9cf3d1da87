//! Which means and temperatures do games born by day `n` have? The sets `T*ₙ` and `M*ₙ` that Zhang (2015, §6.5)
//! asks for, where Theorem 1 gives only supersets `Tₙ` and `Mₙ`.
//!
//! No game is listed. The *trace* of a wall at a temperature `τ` is its score there and whether it is
//! vertical or leans just below `τ`. The traces of all games born by day `n + 1` follow from those of day
//! `n`:
//!
//! Let `l(t)` be the highest right wall among Left's options less `t`, and `r(t)` the lowest left wall among
//! Right's plus `t`. `l` never rises and `r` never falls. Suppose that they meet first at `t* > −1`, in `m`.
//! Just below `t*` one of them differs from `m`, say `l`, and the option whose wall is `l` there has `l' > m`
//! all the way down. Any option of Right whose wall is `r` at `t*` has `r' ≤ m` all the way down. So these
//! two options alone give the same foot, and the foot depends only on their traces at `t*`. In the same way
//! one option each gives the same trace of the right wall: below the foot it is that of `r`, if some option
//! of Left has `l > r` there, and above it is the mast. The two options can be chosen independently, so sets
//! of traces are all that is needed.
//!
//! Numbers count: non-integers are cold and have temperatures `−2^-b`, integers have −1.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use values::{Dyadic, Error};

/// The traces of right walls of games born by some day at one temperature: a set of scores of those that are
/// vertical below, and one of those that lean.
#[derive(Clone)]
struct Traces {
    vertical: Vec<bool>,
    leaning: Vec<bool>,
}

/// The games born by some day, at all temperatures that are multiples of a unit. Temperatures and scores are
/// counted in units, and the scores start at `-reach`.
struct Day {
    unit: i32,
    reach: i32,
    /// At −1, at one unit more, and so on.
    traces: Vec<Traces>,
    /// The means of the games with each of these temperatures.
    means: Vec<Vec<bool>>,
}

impl Day {
    /// Day 0, in units that are fine enough up to day `last`.
    fn zero(last: u32) -> Self {
        let unit = 1 << last.saturating_sub(1);
        // Scores and temperatures are at most `last`, and a foot needs their sum.
        let reach = (2 * last as i32 + 1) * unit;
        let heights = ((last as i32 + 1) * unit) as usize;
        let none = vec![false; 2 * reach as usize + 1];
        let mut zero = none.clone();
        zero[reach as usize] = true;
        let mut means = vec![none.clone(); heights];
        means[0].clone_from(&zero);
        let traces = vec![Traces { vertical: zero, leaning: none }; heights];
        Self { unit, reach, traces, means }
    }

    /// The next day. `n` is the number of this day.
    fn next(&self, n: i32) -> Self {
        let none = vec![false; 2 * self.reach as usize + 1];
        let mut means = vec![none.clone(); self.means.len()];
        let mut traces = Vec::with_capacity(self.traces.len());
        let mut masts = none.clone();
        let place = |score: i32| usize::try_from(score + self.reach).unwrap_or(usize::MAX);
        for (height, (options, means)) in self.traces.iter().zip(&mut means).enumerate() {
            let t = height as i32 - self.unit;
            let has = |set: &[bool], score: i32| set.get(place(score)) == Some(&true);
            let mut found = Traces { vertical: masts.clone(), leaning: none.clone() };
            for score in -(n + 1) * self.unit..=(n + 1) * self.unit {
                // Walls that lead to this score: right walls of options of Left, and left walls of
                // options of Right, which are right walls of their negatives.
                let [left, right] = [score + t, t - score];
                let [upright, leaning] = [&options.vertical, &options.leaning];
                let (falls, stays) = (has(upright, left), has(leaning, left));
                let (rises, waits) = (has(upright, right), has(leaning, right));
                // Integers, and games whose scaffolds meet here; at −1 there is nothing below.
                let number = height == 0 && score % self.unit == 0;
                let [meets_leaning, meets_vertical] = [rises && (falls || stays), waits && falls];
                let hot = height > 0 && (meets_leaning || meets_vertical);
                // Hotter games: Left's best possible option is the integer n.
                let below = score < n * self.unit - t;
                means[place(score)] = number || hot;
                found.vertical[place(score)] |= number || (height > 0 && meets_vertical) || (below && waits);
                found.leaning[place(score)] |= (height > 0 && meets_leaning) || (below && rises);
                masts[place(score)] |= number || hot;
            }
            traces.push(found);
        }
        Self { unit: self.unit, reach: self.reach, traces, means }
    }

    /// All pairs of a temperature and a mean.
    fn pairs(&self) -> Result<BTreeSet<(Dyadic, Dyadic)>, Error> {
        let number = |units: i32| Dyadic::new(i128::from(units), self.unit.trailing_zeros());
        let mut pairs = BTreeSet::new();
        for (t, means) in (-self.unit..).zip(&self.means) {
            for (mean, _) in (-self.reach..).zip(means).filter(|(_, has)| **has) {
                pairs.insert((number(t)?, number(mean)?));
            }
        }
        Ok(pairs)
    }
}

/// All games born by day `n`.
fn day(n: u32) -> Day {
    (0..n as i32).fold(Day::zero(n), |day, i| day.next(i))
}

/// All pairs of a temperature and a mean of games born by day `n`. The work is about sixteen times that of the
/// day before; day 8 takes less than a second.
///
/// ```
/// let pairs = temperature::born_by(2)?;
/// assert!(pairs.contains(&("1/2".parse()?, "1/2".parse()?)));
/// assert_eq!(pairs.len(), 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn born_by(n: u32) -> Result<BTreeSet<(Dyadic, Dyadic)>, Error> {
    day(n).pairs()
}

/// The last day whose temperatures are worked out one by one.
const LAST: usize = 7;

/// Which temperatures do games born by day `n` have? In order from −1, in steps of `2^-(n - 1)`. `None` means that
/// the day is too late.
pub(crate) fn temperatures(n: u32) -> Option<&'static [bool]> {
    static DAYS: [OnceLock<Vec<bool>>; LAST + 1] = [const { OnceLock::new() }; LAST + 1];
    let list = || day(n).means.iter().map(|means| means.contains(&true)).collect();
    Some(DAYS.get(n as usize)?.get_or_init(list))
}

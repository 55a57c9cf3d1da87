//! The exact means and temperatures of games born by day `n`: Table A.1 of Zhang (2015), and the sets `T*ₙ`
//! and `M*ₙ` that its §6.5 asks for, where Theorem 1 gives only supersets `Tₙ` and `Mₙ`.
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
//!
//! Results: `T*₅ = T₅`, 47/16 included, but the means 45/16 and 47/16 are missing from `M*₅`. `T*ₙ` differs
//! from `Tₙ` first on day 6, by this experiment alone.

use crate::table::row;
use crate::{Axis, Outcome, Plot, Series, Settings, Table};
use std::collections::{BTreeMap, BTreeSet};
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
        Self { unit, reach, traces: vec![Traces { vertical: zero, leaning: none }; heights], means }
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

/// All pairs of a temperature and a mean of games born by day `n`.
fn born_by(n: u32) -> Result<BTreeSet<(Dyadic, Dyadic)>, Error> {
    (0..n as i32).fold(Day::zero(n), |day, i| day.next(i)).pairs()
}

/// What Theorem 1 allows for temperatures above zero: odd multiples of `2^-b` up to `n − 2 + 2^-b`, for `b <
/// n`.
fn allowed(n: u32) -> Result<BTreeSet<Dyadic>, Error> {
    let mut allowed: BTreeSet<Dyadic> = (1..n as i32).map(Dyadic::from).collect();
    for b in 1..n {
        let most = ((i128::from(n) - 2) << b) + 1;
        for k in (1..=most).step_by(2) {
            allowed.insert(Dyadic::new(k, b)?);
        }
    }
    Ok(allowed)
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let last = if settings.full { 9 } else { 8 };
    let positive = |x: &Dyadic| *x > Dyadic::ZERO;
    let (mut days, mut sets) = (Vec::new(), Vec::new());
    for n in 1..=last {
        (settings.progress)(&format!("day {n}"));
        let pairs = born_by(n)?;
        let temperatures: BTreeSet<Dyadic> = pairs.iter().map(|pair| pair.0).filter(positive).collect();
        let means: BTreeSet<Dyadic> = pairs.iter().map(|pair| pair.1).filter(positive).collect();
        let mut allowed = allowed(n)?;
        let mut row = row![n, pairs.len()];
        for (name, found) in [("T", temperatures), ("M", means)] {
            if name == "M" {
                allowed.insert(Dyadic::from(n as i32));
            }
            anyhow::ensure!(found.is_subset(&allowed), "Theorem 1 does not hold on day {n}");
            let missing: Vec<Dyadic> = allowed.difference(&found).copied().collect();
            row.extend(row![found.len(), allowed.len(), listed(missing.iter().rev(), 23)]);
            if (4..=5).contains(&n) {
                sets.push(row![format!("{name}*{n}"), listed(found.iter(), usize::MAX)]);
            }
        }
        days.push(row);
    }
    let hot = born_by(4)?.into_iter().filter(|(t, mean)| positive(t) && *mean >= Dyadic::ZERO);
    let mut by_temperature: BTreeMap<Dyadic, Vec<Dyadic>> = BTreeMap::new();
    for (t, mean) in hot {
        by_temperature.entry(t).or_default().push(mean);
    }
    let rows = by_temperature.iter().map(|(t, means)| row![*t, listed(means.iter(), usize::MAX)]).collect();
    let tables = vec![
        Table::new(
            "Temperatures above 0 of games born by day 4, and their means up to sign",
            "t|means",
            rows,
        ),
        Table::new(
            "Temperatures and means above 0 of values born by day n, exactly and as Theorem 1 allows; besides, there \
             are the temperatures 0 and −2^-b for b < n, and the means 0 and below",
            "n|pairs|T*n|Tn|only in Tn|M*n|Mn|only in Mn",
            days,
        ),
        Table::new("The sets, above 0", "set|elements", sets),
    ];
    let mut known = BTreeSet::new();
    let mut series = Vec::new();
    for n in 1..=6 {
        let pairs = born_by(n)?;
        let new = pairs.difference(&known).map(|(t, mean)| (mean.to_f64(), t.to_f64())).collect();
        series.insert(0, Series { name: format!("day {n}"), points: new, joined: false });
        known = pairs;
    }
    let [x, y] = ["mean", "temperature"].map(Axis::linear);
    let title = "Mean and temperature of the games born on each day, where they are new";
    let plot = Plot::new(title, x, y, series);
    Ok(Outcome { tables, plots: vec![plot] })
}

/// The first numbers of a list, and the number of the others.
fn listed<'a>(numbers: impl ExactSizeIterator<Item = &'a Dyadic>, most: usize) -> String {
    let more = numbers.len().saturating_sub(most);
    let mut all: Vec<String> = numbers.take(most).map(Dyadic::to_string).collect();
    if more > 0 {
        all.push(format!("and {more} more"));
    }
    all.join(" ")
}

#[cfg(test)]
mod tests {
    use super::born_by;
    use std::collections::{BTreeSet, HashSet};
    use values::{Dyadic, Player, Thermograph, Values, Wall};

    /// The thermographs of all games with options among those that have the given thermographs: every best
    /// wall of Left against every best wall of Right.
    fn next(graphs: &HashSet<Thermograph>) -> anyhow::Result<HashSet<Thermograph>> {
        let walls: HashSet<Wall> = graphs.iter().map(|graph| graph.wall(Player::Right).clone()).collect();
        let mut reached = walls.clone();
        let mut pending: Vec<Wall> = walls.iter().cloned().collect();
        while let Some(wall) = pending.pop() {
            for other in &walls {
                let best = wall.max(other)?;
                if reached.insert(best.clone()) {
                    pending.push(best);
                }
            }
        }
        let left: Vec<Option<Wall>> = reached.into_iter().map(Some).chain([None]).collect();
        let right: Vec<Option<Wall>> = left.iter().map(|wall| wall.as_ref().map(Wall::negated)).collect();
        let mut next = HashSet::new();
        for left in &left {
            for right in &right {
                next.insert(Thermograph::of_reach(left.as_ref(), right.as_ref())?);
            }
        }
        Ok(next)
    }

    #[test]
    fn traces_give_what_all_games_and_all_walls_give() -> anyhow::Result<()> {
        let values = Values::new();
        let mut graphs = HashSet::from([Thermograph::of_number(Dyadic::ZERO)?]);
        for day in 0..=4 {
            if day > 0 {
                graphs = next(&graphs)?;
            }
            let pairs: BTreeSet<_> = graphs.iter().map(|graph| (graph.temperature(), graph.mean())).collect();
            assert_eq!(born_by(day)?, pairs, "day {day}");
            if day <= 3 {
                let all = values.born_by(day)?.into_iter().map(|game| values.thermograph(game).cloned());
                let all = all.collect::<Result<HashSet<_>, _>>()?;
                assert_eq!(all, graphs, "day {day}");
            }
        }
        // Zhang (2015, §A.2) claims that no game born by day 5 has the temperature 47/16.
        let game = values.parse("{4|{-3/4|-3}}")?;
        let graph = values.thermograph(game)?;
        let pair = (graph.temperature(), graph.mean());
        assert_eq!(pair, ("47/16".parse()?, "17/16".parse()?));
        assert!(values.birthday(game) == 5 && born_by(5)?.contains(&pair));
        Ok(())
    }
}

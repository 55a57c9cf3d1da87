//! The exact means and temperatures of games born by day `n`: Table A.1 of Zhang (2015), and the sets `T*ₙ`
//! and `M*ₙ` that its §6.5 asks for, where Theorem 1 gives only supersets `Tₙ` and `Mₙ`. `temperature::born_by` finds them.
//!
//! Results: `T*₅ = T₅`, 47/16 included, but the means 45/16 and 47/16 are missing from `M*₅`. `T*ₙ` differs
//! from `Tₙ` first on day 6, by this experiment alone.

use crate::table::row;
use crate::{Axis, Outcome, Plot, Series, Settings, Table};
use std::collections::{BTreeMap, BTreeSet};
use temperature::born_by;
use values::{Dyadic, Error};

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
        settings.next(&format!("day {n}"))?;
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
    use std::collections::{BTreeSet, HashSet};
    use temperature::born_by;
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

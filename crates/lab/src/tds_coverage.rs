//! The number of the 600 positions that the best searches solve within a second, each alone and from nothing:
//! interval search, and temperature discovery search with and without enhancement 4.
//!
//! Times are processor times, which do not depend on other users of the machine. Cases run in parallel, each
//! on one thread, and each search starts with empty tables.

use crate::answer::Answer;
use crate::six_hundred::{self, Case};
use crate::{Axis, Cell, Outcome, Plot, Series, Settings, Table};
use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::time::Duration;
use temperature::{Aim, Tds};
use values::Budget;

/// The name of interval search.
const INTERVAL: &str = "interval";

/// Time limits in seconds.
const LIMITS: [f64; 7] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0];

/// The time that a search has beyond the limit: what it takes to allocate its tables does not count.
const MARGIN: Duration = Duration::from_millis(100);

enum Search {
    Tds(Tds),
    Interval,
}

/// The result of a search of a case.
#[derive(Serialize, Deserialize)]
struct Run {
    /// The time of the search. `None` means that it did not finish.
    seconds: Option<f64>,
    right: bool,
    /// The number of visited states of board and coupons.
    states: u64,
}

impl Run {
    fn is_within(&self, limit: f64) -> bool {
        self.seconds.is_some_and(|seconds| seconds <= limit)
    }
}

impl Search {
    fn named(name: &str) -> anyhow::Result<Self> {
        if name == INTERVAL {
            return Ok(Self::Interval);
        }
        Ok(Self::Tds(Tds { enhancements: name.parse()?, ..Tds::default() }))
    }

    fn run(&self, case: &Case, limit: Duration, budget: &Budget) -> anyhow::Result<Run> {
        budget.check_now()?;
        let budget = budget.processor_slice(limit + MARGIN);
        let (answer, used, finished, states) = match self {
            Self::Tds(tds) => {
                let clock = ThreadTime::now();
                let found = Tds { budget, ..tds.clone() }.search(&case.position)?;
                let (finished, states) = (found.finished(), found.nodes);
                (Answer::from(found), clock.elapsed(), finished, states)
            }
            Self::Interval => {
                let (answer, used) = Answer::of_intervals(&case.position, Aim::MeanAndTemperature, budget)?;
                (answer, used, answer.certain, 0)
            }
        };
        let right = answer.errors(case) == [0.0, 0.0];
        Ok(Run { seconds: finished.then_some(used.as_secs_f64()), right, states })
    }

    fn run_all(&self, cases: &[Case], limit: f64, settings: &Settings) -> anyhow::Result<Vec<Run>> {
        let (limit, budget) = (Duration::from_secs_f64(limit), &settings.budget);
        settings.work.list(cases.len(), |i| self.run(&cases[i], limit, budget))
    }
}

/// The positions that the best searches solve in a second. `RAYON_NUM_THREADS=1` runs one case at a time.
pub(crate) fn in_a_second(settings: &Settings) -> anyhow::Result<Outcome> {
    compare_best(settings, &six_hundred::sample(settings)?, &LIMITS)
}

fn compare_best(settings: &Settings, cases: &[Case], limits: &[f64]) -> anyhow::Result<Outcome> {
    let exact = run_each(settings, cases, limits, &[INTERVAL, "1,2,3,5", "tds+"])?;
    Ok(Outcome {
        tables: vec![exact_table(&exact, cases.len(), limits), size_table(&exact, cases, longest(limits))],
        plots: vec![plot("Positions solved within a second", exact.iter(), limits)],
    })
}

fn longest(limits: &[f64]) -> f64 {
    limits.iter().copied().fold(0.0, f64::max)
}

/// Runs each of these searches once, even if it is named twice.
fn run_each(
    settings: &Settings,
    cases: &[Case],
    limits: &[f64],
    names: &[&'static str],
) -> anyhow::Result<Vec<(&'static str, Vec<Run>)>> {
    let mut exact: Vec<(&str, Vec<Run>)> = Vec::new();
    for &name in names {
        if exact.iter().all(|(known, _)| *known != name) {
            settings.next(name)?;
            exact.push((name, Search::named(name)?.run_all(cases, longest(limits), settings)?));
        }
    }
    Ok(exact)
}

fn plot<'a>(title: &str, runs: impl Iterator<Item = &'a (&'a str, Vec<Run>)>, limits: &[f64]) -> Plot {
    let series = runs.map(|(name, runs)| {
        let points = limits.iter().map(|&limit| (limit, solved(runs, limit) as f64)).collect();
        Series::curve(*name, points)
    });
    let [x, y] = [Axis::logarithmic("seconds of the processor"), Axis::linear("positions solved")];
    Plot::new(title, x, y, series.collect())
}

fn solved(runs: &[Run], limit: f64) -> usize {
    runs.iter().filter(|run| run.is_within(limit)).count()
}

/// The number of positions solved within each limit.
fn counts(runs: &[Run], limits: &[f64]) -> impl Iterator<Item = Cell> {
    limits.iter().map(|&limit| solved(runs, limit).into())
}

/// The columns of the limits.
fn seconds(limits: &[f64]) -> String {
    limits.iter().map(|limit| format!("{limit} s")).collect::<Vec<_>>().join("|")
}

fn exact_table(exact: &[(&str, Vec<Run>)], cases: usize, limits: &[f64]) -> Table {
    let coupons = || exact.iter().filter(|(name, _)| *name != INTERVAL);
    let easy: Vec<usize> =
        (0..cases).filter(|&i| coupons().all(|(_, runs)| runs[i].seconds.is_some())).collect();
    let row = |(name, runs): &(&str, Vec<Run>)| {
        let wrong = runs.iter().filter(|run| run.seconds.is_some() && !run.right).count();
        let states: u64 = easy.iter().map(|&i| runs[i].states).sum();
        let states = if *name == INTERVAL { "".into() } else { Cell::from(states) };
        std::iter::once((*name).into()).chain(counts(runs, limits)).chain([wrong.into(), states]).collect()
    };
    let title = format!(
        "How many of {cases} positions are solved within a time limit, and the states visited in the {} that all solve",
        easy.len()
    );
    let columns = format!("search|{}|wrong|states", seconds(limits));
    Table::new(title, &columns, exact.iter().map(row).collect())
}

/// The number of positions that each search solves, by size.
fn size_table(exact: &[(&str, Vec<Run>)], cases: &[Case], longest: f64) -> Table {
    let sizes: BTreeSet<u32> = cases.iter().map(|case| case.empty).collect();
    let row = |(name, runs): &(&str, Vec<Run>)| {
        let solved = |size: &u32| {
            let of_size = cases.iter().zip(runs).filter(|(case, _)| case.empty == *size);
            Cell::from(of_size.filter(|(_, run)| run.is_within(longest)).count())
        };
        std::iter::once((*name).into()).chain(sizes.iter().map(solved)).collect()
    };
    let title = format!("How many positions are solved within {longest} s, by the number of empty squares");
    let columns: Vec<String> = sizes.iter().map(u32::to_string).collect();
    Table::new(title, &format!("search|{}", columns.join("|")), exact.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::compare_best;
    use crate::{Cell, Settings, six_hundred};

    /// A limit that no search reaches.
    const LONG: f64 = 1e6;

    #[test]
    fn no_search_is_wrong_about_small_positions() -> anyhow::Result<()> {
        let cases: Vec<_> = six_hundred::cases()?.into_iter().take(40).step_by(10).collect();
        let settings = Settings::short(0);
        let best = compare_best(&settings, &cases, &[LONG])?;
        for row in &best.tables[0].rows {
            assert_eq!(row[1..3], [Cell::Count(4), Cell::Count(0)], "{}", row[0]);
        }
        Ok(())
    }
}

//! The errors of temperature discovery search when its time is up (Zhang 2015, §4.3), for each rule that
//! estimates the temperature before any search has finished, then with horizons, by the last search that has
//! finished, and the errors of the middle of the bounds of interval search.
//!
//! Times are wall-clock times: other load on the machine makes all errors larger.

use crate::answer::{Answer, has_begun_well};
use crate::six_hundred::{self, Case};
use crate::table::row;
use crate::{Axis, Cell, Outcome, Plot, Series, Settings, Table};
use std::time::Duration;
use temperature::{Aim, Discovery, Enhancements, Guess, Tds};
use values::{Budget, map_on_all_cores};

/// The rules as the thesis writes them, in the order of [`Guess::ALL`].
const RULES: [&str; Guess::ALL.len()] =
    ["t_min", "t_min − δ", "0", "−1", "t_min/2", "(t_min − δ)/2", "(t_min + 1)/2", "(t_min − δ + 1)/2"];

/// A search that is measured.
#[derive(Clone, Copy)]
enum Search {
    /// Temperature discovery search without horizons.
    Plain(Enhancements),
    /// Temperature discovery search as it is by default.
    WithHorizons(Enhancements),
    Interval,
}

/// The searches; the first two need rules for searches without any result.
const SEARCHES: [(&str, Search); 5] = [
    ("tds", Search::Plain(Enhancements::NONE)),
    ("tds+", Search::Plain(Enhancements::ALL)),
    ("tds with horizons", Search::WithHorizons(Enhancements::NONE)),
    ("tds+ with horizons", Search::WithHorizons(Enhancements::ALL)),
    ("interval", Search::Interval),
];

/// The number of searches that need rules.
const BY_RULE: usize = 2;

/// Average errors of the mean, and of the temperature by each rule.
#[derive(Clone, Copy, Default)]
struct Errors {
    mean: f64,
    temperature: [f64; RULES.len()],
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let limits: &[f64] = if settings.full { &[0.01, 0.03, 0.1, 0.3, 1.0, 2.0] } else { &[0.01, 0.03, 0.1] };
    let cases = six_hundred::sample(settings)?;
    let mut found = Vec::new();
    for (name, search) in SEARCHES {
        (settings.progress)(name);
        found.push((name, averages(&cases, search, limits)?));
    }
    let default = Guess::ALL.iter().position(|&guess| guess == Guess::default()).unwrap_or(0);
    let columns = limits.iter().map(|limit| format!("{limit} s")).collect::<Vec<_>>().join("|");
    let cells = |errors: &[Errors], of: &dyn Fn(&Errors) -> f64| {
        errors.iter().map(|errors| Cell::Decimal(of(errors), 3)).collect::<Vec<_>>()
    };
    let mut rules = Vec::new();
    let mut add = |rule: &str, name: &str, errors: &[Errors], i: usize| {
        rules.push([row![rule, name], cells(errors, &|errors| errors.temperature[i])].concat());
    };
    let (coupons, others) = found.split_at(BY_RULE);
    for (i, rule) in RULES.iter().enumerate() {
        coupons.iter().for_each(|(name, errors)| add(rule, name, errors, i));
    }
    others.iter().for_each(|(name, errors)| add("–", name, errors, 0));
    let means =
        found.iter().map(|(name, errors)| [row![*name], cells(errors, &|errors| errors.mean)].concat());
    let tables = vec![
        Table::new(
            format!(
                "Average error of the temperature of {} positions, by the rule for searches without any result \
                 (Table 4.2)",
                cases.len()
            ),
            &format!("rule|search|{columns}"),
            rules,
        ),
        Table::new(
            format!("Average error of the mean of {} positions", cases.len()),
            &format!("search|{columns}"),
            means.collect(),
        ),
    ];
    let series = found.iter().flat_map(|(name, errors)| {
        let curve = |what: &str, of: &dyn Fn(&Errors) -> f64| {
            let points = limits.iter().zip(errors).map(|(&limit, errors)| (limit, of(errors)));
            Series::curve(format!("{what}, {name}"), points.collect())
        };
        [curve("temperature", &|errors| errors.temperature[default]), curve("mean", &|errors| errors.mean)]
    });
    let [x, y] = [Axis::logarithmic("seconds"), Axis::linear("average error")];
    let plot = Plot::new("Average errors when time is up (Figure 4.8)", x, y, series.collect());
    Ok(Outcome { tables, plots: vec![plot] })
}

/// The average errors for each limit.
fn averages(cases: &[Case], search: Search, limits: &[f64]) -> anyhow::Result<Vec<Errors>> {
    let all = map_on_all_cores(cases.len(), |i| errors(&cases[i], search, limits))?;
    let average = |i: usize| {
        let mean = |of: &dyn Fn(&Errors) -> f64| {
            all.iter().map(|errors| of(&errors[i])).sum::<f64>() / all.len() as f64
        };
        let temperature = std::array::from_fn(|rule| mean(&|errors| errors.temperature[rule]));
        Errors { mean: mean(&|errors| errors.mean), temperature }
    };
    Ok((0..limits.len()).map(average).collect())
}

/// The errors for each limit, from the shortest to the longest.
fn errors(case: &Case, search: Search, limits: &[f64]) -> anyhow::Result<Vec<Errors>> {
    let (mut all, mut solved) = (Vec::new(), false);
    for &limit in limits {
        let mut errors = Errors::default();
        if !solved {
            let limit = Duration::from_secs_f64(limit);
            let answers = match search {
                Search::Plain(enhancements) => guesses(case, enhancements, Budget::after(limit))?,
                Search::WithHorizons(enhancements) => {
                    let tds = Tds { enhancements, budget: Budget::after(limit), ..Tds::default() };
                    [Answer::from(tds.search(&case.position)?); RULES.len()]
                }
                Search::Interval => {
                    let aim = Aim::MeanAndTemperature;
                    [Answer::of_intervals(&case.position, aim, limit)?.0; RULES.len()]
                }
            };
            solved = answers[0].certain;
            errors.mean = answers[0].errors(case)[0];
            errors.temperature = answers.map(|answer| answer.errors(case)[1]);
        }
        all.push(errors);
    }
    Ok(all)
}

/// The answers of one search by each of the rules.
fn guesses(case: &Case, enhancements: Enhancements, budget: Budget) -> anyhow::Result<[Answer; RULES.len()]> {
    let tds = Tds { enhancements, guess: Guess::Lowest, horizons: false, budget, ..Tds::default() };
    let found = tds.search(&case.position)?;
    let (rules_apply, lowest, delta) = (needs_a_rule(&found, enhancements), found.temperature, found.delta);
    let mut answers = [Answer::from(found); RULES.len()];
    if rules_apply {
        for (answer, guess) in answers.iter_mut().zip(Guess::ALL) {
            answer.temperature = guess.temperature(lowest, delta)?;
        }
    }
    Ok(answers)
}

/// Has no search finished, not even with wide gaps, and was there no move on the board in the last line?
fn needs_a_rule(found: &Discovery, enhancements: Enhancements) -> bool {
    let result = if enhancements.has(1) { has_begun_well(found) } else { found.finished() };
    !result && found.variation.first_on_board().is_none()
}

#[cfg(test)]
mod tests {
    use super::{SEARCHES, averages};
    use crate::six_hundred;

    /// A limit that no search reaches.
    const LONG: f64 = 1e6;

    #[test]
    fn given_time_there_is_no_error() -> anyhow::Result<()> {
        let cases: Vec<_> = six_hundred::cases()?.into_iter().take(40).step_by(10).collect();
        for (name, search) in SEARCHES {
            let errors = averages(&cases, search, &[LONG])?[0];
            assert!(errors.mean == 0.0 && errors.temperature.iter().all(|&error| error == 0.0), "{name}");
        }
        Ok(())
    }
}

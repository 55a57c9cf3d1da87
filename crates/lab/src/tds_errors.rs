//! The errors of temperature discovery search when its time is up (Zhang 2015, §4.3), for each rule that
//! estimates the temperature before any search has finished, then with horizons, by the last search that has
//! finished, and the errors of the middle of the bounds of interval search.
//!
//! Times are processor times of one thread. Each position with each limit is a search of its own.

use crate::answer::{Answer, has_begun_well};
use crate::six_hundred::{self, Case};
use crate::table::row;
use crate::{Axis, Cell, Outcome, Plot, Series, Settings, Table, Work};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use temperature::{Aim, Discovery, Enhancements, Guess, Tds};
use values::Budget;

/// The time limits of Table 4.2, in seconds.
const LIMITS: [f64; 4] = [2.0, 4.0, 8.0, 16.0];

/// Table 4.2: the errors of TDS and of TDS+ by each rule.
const TABLE_4_2: [[[f64; LIMITS.len()]; 2]; RULES.len()] = [
    [[3.278, 2.889, 2.556, 2.267], [1.232, 1.115, 1.051, 0.908]],
    [[2.697, 2.407, 2.127, 1.908], [1.223, 1.109, 1.047, 0.906]],
    [[2.060, 2.021, 1.977, 1.876], [1.153, 1.091, 1.070, 0.940]],
    [[2.647, 2.517, 2.415, 2.241], [1.301, 1.194, 1.149, 0.992]],
    [[1.178, 1.273, 1.298, 1.306], [1.015, 0.992, 0.992, 0.895]],
    [[1.364, 1.400, 1.396, 1.373], [1.049, 1.003, 0.990, 0.887]],
    [[1.070, 1.206, 1.243, 1.282], [1.015, 0.992, 0.993, 0.896]],
    [[1.178, 1.273, 1.298, 1.306], [1.046, 1.001, 0.989, 0.887]],
];

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

/// Errors of the mean, and of the temperature by each rule.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Errors {
    mean: f64,
    temperature: [f64; RULES.len()],
}

/// An average with the half width of its 95 % confidence interval.
#[derive(Clone, Copy)]
struct Average {
    mean: f64,
    half_width: f64,
}

impl Average {
    fn of(numbers: impl Iterator<Item = f64>) -> Self {
        let all: Vec<f64> = numbers.collect();
        let n = all.len().max(1) as f64;
        let mean = all.iter().sum::<f64>() / n;
        let variance = all.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        Self { mean, half_width: 1.959_964 * (variance / n).sqrt() }
    }

    /// The average, with its interval if it is that of a sample.
    fn cell(self, is_sample: bool) -> Cell {
        match is_sample {
            true => format!("{:.3} ± {:.3}", self.mean, self.half_width).into(),
            false => Cell::Decimal(self.mean, 3),
        }
    }
}

/// The errors of each search with each limit, of one position.
type Unit = Vec<Vec<Errors>>;

pub(crate) fn run(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    let scale = if settings.full { work.scale() } else { 0.005 };
    let limits = LIMITS.map(|limit| limit * scale);
    let cases = six_hundred::shuffled(settings)?;
    let mut units: Vec<Unit> = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        settings.next(&format!("position {} of {}", i + 1, cases.len()))?;
        units.extend(work.unit(&case.position.to_string(), || {
            SEARCHES
                .iter()
                .map(|(_, search)| errors(case, *search, &limits, &settings.budget))
                .collect::<anyhow::Result<Unit>>()
        })?);
    }
    show(&units, cases.len(), &limits)
}

fn show(units: &[Unit], all: usize, limits: &[f64; LIMITS.len()]) -> anyhow::Result<Outcome> {
    let is_sample = units.len() < all;
    let average = |search: usize, limit: usize, of: &dyn Fn(&Errors) -> f64| {
        Average::of(units.iter().map(|unit| of(&unit[search][limit])))
    };
    let seconds = |limit: f64| (limit * 1e6).round() / 1e6;
    let with_thesis =
        limits.iter().zip(LIMITS).map(|(ours, theirs)| format!("{} s|thesis, {theirs} s", seconds(*ours)));
    let with_thesis = with_thesis.collect::<Vec<_>>().join("|");
    let columns = limits.iter().map(|limit| format!("{} s", seconds(*limit))).collect::<Vec<_>>().join("|");
    let mut rules = Vec::new();
    let (mut ahead, mut theirs_ahead, mut below) = (0, 0, 0);
    for (rule, (name, thesis)) in RULES.iter().zip(&TABLE_4_2).enumerate() {
        for search in 0..BY_RULE {
            let mut row = row![*name, SEARCHES[search].0];
            for (limit, &theirs) in thesis[search].iter().enumerate() {
                let ours = average(search, limit, &|errors| errors.temperature[rule]);
                row.push(ours.cell(is_sample));
                row.push(Cell::Decimal(theirs, 3));
                below += u32::from(ours.mean < theirs);
                if search == 1 {
                    let plain = average(0, limit, &|errors| errors.temperature[rule]);
                    ahead += u32::from(ours.mean < plain.mean);
                    theirs_ahead += u32::from(theirs < thesis[0][limit]);
                }
            }
            rules.push(row);
        }
    }
    let pairs = RULES.len() * limits.len();
    let count = units.len();
    let of = if is_sample {
        format!("{count} of {all} positions, chosen at random")
    } else {
        format!("{all} positions")
    };
    let table = Table::new(
        format!("Average error of the temperature of {of}, by the rule for searches without any result (Table 4.2)"),
        &format!("rule|search|{with_thesis}"),
        rules,
    )
    .note(format!(
        "TDS+ has the smaller error in {ahead} of {pairs} pairs, in the thesis in {theirs_ahead}. {below} of {} errors are smaller \
         than the thesis's.",
        2 * pairs
    ));
    let others = SEARCHES.iter().enumerate().map(|(search, (name, _))| {
        let cells = |of: &dyn Fn(&Errors) -> f64| {
            (0..limits.len()).map(|limit| average(search, limit, of).cell(is_sample)).collect::<Vec<_>>()
        };
        [row![*name], cells(&|errors| errors.temperature[best()]), cells(&|errors| errors.mean)].concat()
    });
    let twice = |what: &str| {
        columns.split('|').map(|column| format!("{what}, {column}")).collect::<Vec<_>>().join("|")
    };
    let means = Table::new(
        format!(
            "Average errors of {of} with the rule t_min/2 (Figure 4.8), and of searches that need no rule"
        ),
        &format!("search|{}|{}", twice("t"), twice("m")),
        others.collect(),
    );
    let series = SEARCHES.iter().enumerate().flat_map(|(search, (name, _))| {
        let curve = |what: &str, of: &dyn Fn(&Errors) -> f64| {
            let points = limits.iter().enumerate().map(|(i, &limit)| (limit, average(search, i, of).mean));
            Series::curve(format!("{what}, {name}"), points.collect())
        };
        [curve("t", &|errors| errors.temperature[best()]), curve("m", &|errors| errors.mean)]
    });
    let [x, y] = [Axis::logarithmic("processor seconds"), Axis::linear("average error")];
    let plot = Plot::new("Average errors when time is up (Figure 4.8)", x, y, series.collect());
    Ok(Outcome { tables: vec![table, means], plots: vec![plot] })
}

/// The rule that Figure 4.8 shows.
fn best() -> usize {
    Guess::ALL.iter().position(|&guess| guess == Guess::default()).unwrap_or(0)
}

/// The errors for each limit, from the shortest to the longest.
fn errors(case: &Case, search: Search, limits: &[f64], whole: &Budget) -> anyhow::Result<Vec<Errors>> {
    let (mut all, mut solved) = (Vec::new(), false);
    for &limit in limits {
        let mut errors = Errors::default();
        if !solved {
            let budget = whole.processor_slice(Duration::from_secs_f64(limit));
            let answers = match search {
                Search::Plain(enhancements) => guesses(case, enhancements, budget)?,
                Search::WithHorizons(enhancements) => {
                    let tds = Tds { enhancements, budget, ..Tds::default() };
                    [Answer::from(tds.search(&case.position)?); RULES.len()]
                }
                Search::Interval => {
                    let aim = Aim::MeanAndTemperature;
                    [Answer::of_intervals(&case.position, aim, budget)?.0; RULES.len()]
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
    use super::{Budget, SEARCHES, errors, show};
    use crate::six_hundred;

    /// A limit that no search reaches.
    const LONG: f64 = 1e6;

    #[test]
    fn given_time_there_is_no_error() -> anyhow::Result<()> {
        let cases: Vec<_> = six_hundred::cases()?.into_iter().take(40).step_by(10).collect();
        let mut units = Vec::new();
        for case in &cases {
            let mut unit = Vec::new();
            for (name, search) in SEARCHES {
                let found = errors(case, search, &[LONG; 4], &Budget::endless())?;
                assert_eq!(found[0].mean, 0.0, "{name}");
                assert!(found[0].temperature.iter().all(|&error| error == 0.0), "{name}");
                unit.push(found);
            }
            units.push(unit);
        }
        let outcome = show(&units, 600, &[1.0, 2.0, 3.0, 4.0])?;
        assert_eq!(outcome.tables[0].rows.len(), 16);
        assert!(outcome.tables[0].rows.iter().all(|row| row[2].to_string() == "0.000 ± 0.000"));
        Ok(())
    }
}

//! Is a position hotter than 0, 1 or 2 (Zhang 2015, §4.4)? Mean and temperature search needs the answer, and
//! the mean of positions that are not hotter. Temperature discovery search answers by the temperature that it
//! found with the finest gap in time. Interval search answers just this question: its answer is certain, and
//! the mean is the middle of its bounds.
//!
//! Positions without an answer when time is up count separately: with a guess for each of them, errors could
//! not be as small as those of Table 4.4. The thesis says that no search fails low, but its table counts such
//! failures; they happen where a wide gap gives too low a temperature. Times are processor times.

use crate::answer::{Answer, has_begun_well};
use crate::six_hundred::{self, Case};
use crate::table::row;
use crate::{Axis, Cell, Outcome, Settings, Table, Work};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use temperature::{Aim, Tds};
use values::{Budget, Dyadic};

/// The time limits of Table 4.4, in seconds.
const LIMITS: [f64; 5] = [1.0, 3.0, 10.0, 30.0, 100.0];

/// Table 4.4: the average and the largest error of the mean, and the number of positions said not to be hotter
/// that are, for each threshold.
const TABLE_4_4: [[(f64, f64, u64); LIMITS.len()]; THRESHOLDS.len()] = [
    [(0.052, 0.5, 5), (0.0, 0.0, 0), (0.0, 0.0, 0), (0.0, 0.0, 0), (0.0, 0.0, 0)],
    [(0.073, 0.5, 25), (0.034, 0.25, 19), (0.034, 0.25, 18), (0.03, 0.25, 12), (0.03, 0.25, 12)],
    [(0.108, 0.875, 10), (0.093, 0.875, 10), (0.093, 0.875, 10), (0.045, 0.453, 10), (0.044, 0.375, 7)],
];

const THRESHOLDS: [i32; 3] = [0, 1, 2];

/// The statistics of the answers about a threshold.
#[derive(Default)]
struct Tally {
    none: usize,
    /// The number of positions by answer and by truth: not hotter, hotter.
    counts: [[usize; 2]; 2],
    certain: usize,
    /// The errors of the mean where the position was said not to be hotter.
    errors: Vec<f64>,
}

impl Tally {
    fn new(cases: &[Case], answers: &[Option<Answer>], threshold: Dyadic) -> Self {
        let mut tally = Self::default();
        for (case, answer) in cases.iter().zip(answers) {
            let Some(answer) = answer else {
                tally.none += 1;
                continue;
            };
            let said_hotter = answer.temperature > threshold;
            tally.counts[usize::from(said_hotter)][usize::from(case.temperature > threshold)] += 1;
            tally.certain += usize::from(answer.certain);
            if !said_hotter {
                tally.errors.push(answer.errors(case)[0]);
            }
        }
        tally
    }

    fn row(&self, threshold: Dyadic, search: &str, limit: f64, thesis: Option<(f64, f64, u64)>) -> Vec<Cell> {
        let average = self.errors.iter().sum::<f64>() / self.errors.len().max(1) as f64;
        let most = self.errors.iter().copied().fold(0.0, f64::max);
        let mut row = row![threshold, search, Cell::Seconds((limit * 1e6).round() / 1e6), self.none];
        row.extend(self.counts.as_flattened().iter().map(|&count| Cell::from(count)));
        row.extend(row![self.certain, Cell::Decimal(average, 3), Cell::Decimal(most, 3)]);
        row.push(
            thesis.map_or("–".into(), |(average, most, low)| format!("{average}, {most}, {low}").into()),
        );
        row
    }
}

/// What a search says when time is up. `None` means that it says nothing.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Said {
    mean: Dyadic,
    temperature: Dyadic,
    certain: bool,
}

impl From<Answer> for Said {
    fn from(Answer { mean, temperature, certain }: Answer) -> Self {
        Self { mean, temperature, certain }
    }
}

impl From<Said> for Answer {
    fn from(Said { mean, temperature, certain }: Said) -> Self {
        Self { mean, temperature, certain }
    }
}

/// What is said about a position: by TDS+ for each limit, and by intervals for each limit and threshold.
#[derive(Serialize, Deserialize)]
struct Unit {
    discovered: Vec<Option<Said>>,
    narrowed: Vec<Vec<Option<Said>>>,
}

fn unit(case: &Case, limits: &[f64], whole: &Budget) -> anyhow::Result<Unit> {
    let time = |limit: &f64| whole.processor_slice(Duration::from_secs_f64(*limit));
    let said = |answer: Option<Answer>| answer.map(Said::from);
    let discovered = limits.iter().map(|limit| Ok(said(discover(case, time(limit))?)));
    let narrowed = |threshold: i32| {
        let of_limit = |limit| Ok(said(narrow(case, threshold.into(), time(limit))?));
        limits.iter().map(of_limit).collect::<anyhow::Result<_>>()
    };
    Ok(Unit {
        discovered: discovered.collect::<anyhow::Result<_>>()?,
        narrowed: THRESHOLDS.into_iter().map(narrowed).collect::<anyhow::Result<_>>()?,
    })
}

fn discover(case: &Case, budget: Budget) -> anyhow::Result<Option<Answer>> {
    let found = Tds { budget, ..Tds::default() }.search(&case.position)?;
    Ok(has_begun_well(&found).then(|| found.into()))
}

fn narrow(case: &Case, threshold: Dyadic, budget: Budget) -> anyhow::Result<Option<Answer>> {
    let (answer, _) = Answer::of_intervals(&case.position, Aim::HotterThan(threshold), budget)?;
    Ok(answer.certain.then_some(answer))
}

pub(crate) fn run(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    let scale = if settings.full { work.scale() } else { 0.001 };
    let limits = LIMITS.map(|limit| limit * scale);
    let all = six_hundred::shuffled(settings)?;
    let many = all.len();
    let (mut cases, mut units) = (Vec::new(), Vec::new());
    for (i, case) in all.into_iter().enumerate() {
        settings.next(&format!("position {} of {many}", i + 1))?;
        if let Some(unit) =
            work.unit(&case.position.to_string(), || unit(&case, &limits, &settings.budget))?
        {
            cases.push(case);
            units.push(unit);
        }
    }
    Ok(compare(&cases, &units, &limits, many))
}

fn compare(cases: &[Case], units: &[Unit], limits: &[f64], many: usize) -> Outcome {
    let answers = |of: &dyn Fn(&Unit) -> Option<Said>| {
        units.iter().map(|unit| of(unit).map(Answer::from)).collect::<Vec<_>>()
    };
    let mut rows = Vec::new();
    let mut failures = [0, 0];
    for (t, threshold) in THRESHOLDS.map(Dyadic::from).into_iter().enumerate() {
        for (i, &limit) in limits.iter().enumerate() {
            let tally = Tally::new(cases, &answers(&|unit| unit.discovered[i]), threshold);
            failures[0] += tally.counts[0][1];
            rows.push(tally.row(threshold, "tds+", limit, TABLE_4_4[t].get(i).copied()));
        }
        for (i, &limit) in limits.iter().enumerate() {
            let tally = Tally::new(cases, &answers(&|unit| unit.narrowed[t][i]), threshold);
            failures[1] += tally.counts[0][1];
            rows.push(tally.row(threshold, "interval", limit, None));
        }
    }
    let columns = "T|search|limit|no answer|low-low|fail-low|fail-high|high-high|certain|average error of the mean|largest|thesis";
    let of = match cases.len() == many {
        true => format!("{many} positions"),
        false => format!("{} of {many} positions, chosen at random,", cases.len()),
    };
    let table = Table::new(
        format!(
            "Are {of} hotter than T? What is said, and what is (Tables 4.3 and 4.4), and the error of the mean of \
             those said not to be"
        ),
        columns,
        rows,
    )
    .note(
        "The thesis's column has the average and the largest error of the mean, and the number of positions that fail low, of 600 for \
         1, 3, 10, 30 and 100 s.",
    )
    .note(format!(
        "TDS+ fails low {} times in all rows together, intervals {} times.",
        failures[0], failures[1]
    ));
    let plot = table.plot(
        "Positions without an answer to t > T",
        (2, Axis::logarithmic("processor seconds")),
        (3, Axis::linear("positions")),
        &[1, 0],
    );
    Outcome { tables: vec![table], plots: vec![plot] }
}

#[cfg(test)]
mod tests {
    use super::{Tally, Unit, compare, discover, narrow, unit};
    use crate::answer::Answer;
    use crate::six_hundred;
    use values::{Budget, Dyadic};

    #[test]
    fn given_time_nothing_fails() -> anyhow::Result<()> {
        let cases: Vec<_> = six_hundred::cases()?.into_iter().take(60).step_by(5).collect();
        let all = |ask: &dyn Fn(&six_hundred::Case) -> anyhow::Result<Option<Answer>>| {
            cases.iter().map(ask).collect::<anyhow::Result<Vec<_>>>()
        };
        let intervals = all(&|case| narrow(case, Dyadic::ZERO, Budget::endless()))?;
        for answers in [all(&|case| discover(case, Budget::endless()))?, intervals] {
            let tally = Tally::new(&cases, &answers, Dyadic::ZERO);
            let [[_, fail_low], [fail_high, _]] = tally.counts;
            assert_eq!((fail_low, fail_high, tally.certain), (0, 0, cases.len()));
        }
        Ok(())
    }

    #[test]
    fn there_is_a_curve_for_each_search_and_threshold() -> anyhow::Result<()> {
        let cases: Vec<_> = six_hundred::cases()?.into_iter().take(20).step_by(10).collect();
        let limits = [0.001, 0.01];
        let units = cases
            .iter()
            .map(|case| unit(case, &limits, &Budget::endless()))
            .collect::<anyhow::Result<Vec<Unit>>>()?;
        let plot = &compare(&cases, &units, &limits, cases.len()).plots[0];
        assert_eq!(plot.series.len(), 6);
        assert!(plot.series.iter().all(|series| series.points.len() == 2), "{:?}", plot.series);
        Ok(())
    }
}

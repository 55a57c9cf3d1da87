//! Is a position hotter than 0, 1 or 2 (Zhang 2015, §4.4)? Mean and temperature search needs the answer, and
//! the mean of positions that are not hotter. Temperature discovery search answers by the temperature that it
//! found with the finest gap in time. Interval search answers just this question: its answer is certain, and
//! the mean is the middle of its bounds.
//!
//! Positions without an answer when time is up count separately: with a guess for each of them, errors could
//! not be as small as those of Table 4.4. The thesis says that no search fails low, but its table counts such
//! failures; they happen where a wide gap gives too low a temperature. Times are wall-clock times.

use crate::answer::{Answer, has_begun_well};
use crate::six_hundred::{self, Case};
use crate::table::row;
use crate::{Axis, Cell, Outcome, Settings, Table};
use std::time::Duration;
use temperature::{Aim, Tds};
use values::{Budget, Dyadic, map_on_all_cores};

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

    fn row(&self, threshold: Dyadic, search: &str, limit: f64) -> Vec<Cell> {
        let average = self.errors.iter().sum::<f64>() / self.errors.len().max(1) as f64;
        let most = self.errors.iter().copied().fold(0.0, f64::max);
        let mut row = row![threshold, search, Cell::Seconds(limit), self.none];
        row.extend(self.counts.as_flattened().iter().map(|&count| Cell::from(count)));
        row.extend(row![self.certain, Cell::Decimal(average, 3), Cell::Decimal(most, 3)]);
        row
    }
}

/// Asks about all cases.
fn ask(
    cases: &[Case],
    limit: f64,
    search: impl Fn(&Case, Duration) -> anyhow::Result<Option<Answer>> + Sync,
) -> anyhow::Result<Vec<Option<Answer>>> {
    map_on_all_cores(cases.len(), |i| search(&cases[i], Duration::from_secs_f64(limit)))
}

fn discover(case: &Case, limit: Duration) -> anyhow::Result<Option<Answer>> {
    let found = Tds { budget: Budget::after(limit), ..Tds::default() }.search(&case.position)?;
    Ok(has_begun_well(&found).then(|| found.into()))
}

fn narrow(case: &Case, threshold: Dyadic, limit: Duration) -> anyhow::Result<Option<Answer>> {
    let (answer, _) = Answer::of_intervals(&case.position, Aim::HotterThan(threshold), limit)?;
    Ok(answer.certain.then_some(answer))
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let limits: &[f64] =
        if settings.full { &[0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0] } else { &[0.01, 0.03, 0.1] };
    compare(&six_hundred::sample(settings)?, limits, settings.progress)
}

fn compare(cases: &[Case], limits: &[f64], progress: &dyn Fn(&str)) -> anyhow::Result<Outcome> {
    progress("tds+");
    let discoveries = limits.iter().map(|&limit| ask(cases, limit, discover));
    let discoveries = discoveries.collect::<anyhow::Result<Vec<_>>>()?;
    let mut rows = Vec::new();
    for threshold in THRESHOLDS.map(Dyadic::from) {
        for (&limit, answers) in limits.iter().zip(&discoveries) {
            rows.push(Tally::new(cases, answers, threshold).row(threshold, "tds+", limit));
        }
        progress(&format!("interval, T = {threshold}"));
        for &limit in limits {
            let answers = ask(cases, limit, |case, limit| narrow(case, threshold, limit))?;
            rows.push(Tally::new(cases, &answers, threshold).row(threshold, "interval", limit));
        }
    }
    let columns = "T|search|limit|no answer|low-low|fail-low|fail-high|high-high|certain|average error of the mean|largest";
    let title = format!(
        "Are {} positions hotter than T? What is said, and what is (Tables 4.3 and 4.4), and the error of the mean of \
         those said not to be",
        cases.len()
    );
    let table = Table::new(title, columns, rows);
    let plot = table.plot(
        "Positions without an answer to t > T",
        (2, Axis::logarithmic("seconds")),
        (3, Axis::linear("positions")),
        &[1, 0],
    );
    Ok(Outcome { tables: vec![table], plots: vec![plot] })
}

#[cfg(test)]
mod tests {
    use super::{Tally, ask, compare, discover, narrow};
    use crate::six_hundred;
    use values::Dyadic;

    /// A limit that no search reaches.
    const LONG: f64 = 1e6;

    #[test]
    fn given_time_nothing_fails() -> anyhow::Result<()> {
        let cases: Vec<_> = six_hundred::cases()?.into_iter().take(60).step_by(5).collect();
        let intervals = ask(&cases, LONG, |case, limit| narrow(case, Dyadic::ZERO, limit))?;
        for answers in [ask(&cases, LONG, discover)?, intervals] {
            let tally = Tally::new(&cases, &answers, Dyadic::ZERO);
            let [[_, fail_low], [fail_high, _]] = tally.counts;
            assert_eq!((fail_low, fail_high, tally.certain), (0, 0, cases.len()));
        }
        Ok(())
    }

    #[test]
    fn there_is_a_curve_for_each_search_and_threshold() -> anyhow::Result<()> {
        let cases: Vec<_> = six_hundred::cases()?.into_iter().take(20).step_by(10).collect();
        let plot = &compare(&cases, &[0.001, 0.01], &|_| {})?.plots[0];
        assert_eq!(plot.series.len(), 6);
        assert!(plot.series.iter().all(|series| series.points.len() == 2), "{:?}", plot.series);
        Ok(())
    }
}

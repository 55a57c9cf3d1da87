//! The weights of static forecasts: least squares on exact means and temperatures of random regions, for every
//! game that declares features. A quarter of the draws is left out of the fit, and the errors are those on this
//! quarter: of the weights that were fitted now, of those that the game uses, and of the static evaluation with
//! the temperature 0.

mod samples;

pub(crate) use samples::board;

use crate::table::row;
use crate::{Cell, Outcome, Settings, Table};
use samples::{Example, SOURCES, Source};

/// Every draw with such a number is left out of the fit.
const LEFT_OUT: u64 = 4;

/// The sizes of regions, by the number of moves of both players.
const SIZES: [std::ops::Range<usize>; 4] = [0..9, 9..17, 17..33, 33..usize::MAX];

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let draws = |source: &Source| source.draws[usize::from(settings.full)];
    fit(settings, &draws, false)
}

/// Fits all games.
fn fit(settings: &Settings, draws: &dyn Fn(&Source) -> u64, small: bool) -> anyhow::Result<Outcome> {
    let (mut weights, mut errors) = (Vec::new(), Vec::new());
    for source in &SOURCES {
        let examples = source.examples(settings, draws(source), small)?;
        let fitted = Fit::of(examples.iter().filter(|example| !is_left_out(example)));
        for (of, numbers) in [("mean", &fitted.mean), ("temperature", &fitted.temperature)] {
            let numbers: Vec<String> = numbers.iter().map(|weight| format!("{weight:.4}")).collect();
            weights.push(row![source.name, of, numbers.join(", ")]);
        }
        for size in SIZES {
            errors.push(fitted.errors(source.name, &examples, &size));
        }
    }
    let title = "Mean absolute errors on regions that were left out of the fit, in moves, by the number of moves of both players";
    let columns = "game|moves|regions|mean|temperature|mean, as used|temperature, as used|mean by evaluation|temperature 0";
    Ok(Outcome {
        tables: vec![
            Table::new("Weights of the counts of the forecasts", "game|of|weights", weights),
            Table::new(title, columns, errors),
        ],
        plots: Vec::new(),
    })
}

fn is_left_out(example: &Example) -> bool {
    example.draw.is_multiple_of(LEFT_OUT)
}

/// Weights.
struct Fit {
    mean: Vec<f64>,
    temperature: Vec<f64>,
}

impl Fit {
    fn of<'a>(examples: impl Iterator<Item = &'a Example> + Clone) -> Self {
        let mean = examples
            .clone()
            .map(|example| (&example.features.mean[..], example.mean - example.features.score));
        let temperature = examples.map(|example| (&example.features.temperature[..], example.temperature));
        Self { mean: least_squares(mean), temperature: least_squares(temperature) }
    }

    /// The errors on the regions of a size that were left out.
    fn errors(&self, name: &str, examples: &[Example], size: &std::ops::Range<usize>) -> Vec<Cell> {
        let left_out: Vec<&Example> =
            examples.iter().filter(|example| is_left_out(example) && size.contains(&example.moves)).collect();
        let average = |error: &dyn Fn(&Example) -> f64| {
            let sum: f64 = left_out.iter().map(|example| error(example).abs()).sum();
            Cell::Decimal(sum / left_out.len().max(1) as f64, 3)
        };
        let moves = match size.end {
            usize::MAX => format!("from {}", size.start),
            end => format!("{} to {}", size.start, end - 1),
        };
        row![
            name,
            moves,
            left_out.len(),
            average(&|e| e.features.score + dot(&e.features.mean, &self.mean) - e.mean),
            average(&|e| dot(&e.features.temperature, &self.temperature).max(-1.0) - e.temperature),
            average(&|e| e.features.estimate()[0] - e.mean),
            average(&|e| e.features.estimate()[1] - e.temperature),
            average(&|e| e.evaluation - e.mean),
            average(&|e| e.temperature),
        ]
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The weights with the least sum of squared errors, by the normal equations.
fn least_squares<'a>(examples: impl Iterator<Item = (&'a [f64], f64)>) -> Vec<f64> {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for (counts, value) in examples {
        rows.resize(counts.len(), vec![0.0; counts.len() + 1]);
        for (row, count) in rows.iter_mut().zip(counts) {
            for (sum, other) in row.iter_mut().zip(counts.iter().chain([&value])) {
                *sum += count * other;
            }
        }
    }
    for i in 0..rows.len() {
        // Counts that depend on each other leave no weight undetermined.
        rows[i][i] += 1e-6;
        let pivot = rows[i].clone();
        for (j, row) in rows.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let factor = row[i] / pivot[i];
            debug_assert!(factor.is_finite(), "row {j}");
            row.iter_mut().zip(&pivot).for_each(|(x, y)| *x -= factor * y);
        }
    }
    let last = rows.len();
    rows.iter().enumerate().map(|(i, row)| row[last] / row[i]).collect()
}

#[cfg(test)]
mod tests {
    use super::{SIZES, SOURCES, fit, least_squares};
    use crate::Settings;

    #[test]
    fn a_plane_is_found_again() {
        let points: Vec<([f64; 3], f64)> =
            (0..20).map(f64::from).map(|x| ([1.0, x, x * x], 2.0 - 3.0 * x + 0.5 * x * x)).collect();
        let weights = least_squares(points.iter().map(|(x, y)| (&x[..], *y)));
        for (weight, expected) in weights.into_iter().zip([2.0, -3.0, 0.5]) {
            assert!((weight - expected).abs() < 1e-3, "{weight}");
        }
    }

    #[test]
    fn the_fit_of_small_boards_has_small_errors() -> anyhow::Result<()> {
        let settings = Settings::short(1);
        let outcome = fit(&settings, &|source| source.draws[0].min(40) / 2, true)?;
        let rows = &outcome.tables[1].rows;
        assert_eq!(rows.len(), SOURCES.len() * SIZES.len());
        for row in rows {
            assert!(row[3].number() < Some(1.5), "{row:?}");
        }
        Ok(())
    }
}

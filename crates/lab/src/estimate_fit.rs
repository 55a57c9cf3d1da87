//! The weights of the static forecast of Amazons: least squares on exact means and temperatures of random
//! regions of 5×5 boards with a queen each. A quarter of the boards is left out of the fit, and the errors
//! are those on this quarter.

use crate::table::row;
use crate::{Cell, Outcome, Settings, Table};
use anyhow::Context;
use exact::DuelTable;
use fastrand::Rng;
use rules::bitboard::Small;
use rules::games::amazons::Amazons;
use rules::games::amazons::forecast::Features;
use rules::{Duel, Hints, Notation, Position};
use values::{Budget, Values};

const SIDE: u8 = 5;
/// The numbers of cells of a board from which regions are taken.
const CELLS: std::ops::RangeInclusive<usize> = 8..=17;
/// The number of boards on each set of cells.
const BOARDS: usize = 3000;
/// Every set of cells with such a number is left out of the fit.
const LEFT_OUT: u64 = 4;

/// A region with its exact mean and temperature.
struct Example {
    set: u64,
    cells: u32,
    features: Features,
    mean: f64,
    temperature: f64,
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    fit(settings, if settings.full { 64 } else { 8 }, *CELLS.end())
}

/// Fits on examples from sets of `most` cells.
fn fit(settings: &Settings, sets: u64, most: usize) -> anyhow::Result<Outcome> {
    let mut examples = Vec::new();
    for set in 0..sets {
        (settings.progress)(&format!("{} of {sets} sets of cells", set + 1));
        collect(settings.seed.wrapping_add(set), set, most, &mut examples)?;
    }
    let fitted = || examples.iter().filter(|example| example.set % LEFT_OUT != 0);
    let mean = least_squares(fitted().map(|example| (&example.features.mean[..], example.mean)));
    let temperature =
        least_squares(fitted().map(|example| (&example.features.temperature[..], example.temperature)));
    let weights = |name: &str, weights: &[f64]| {
        let weights: Vec<String> = weights.iter().map(|weight| format!("{weight:.4}")).collect();
        row![name, weights.join(", ")]
    };
    let weights = vec![weights("mean", &mean), weights("temperature", &temperature)];
    let mut rows = Vec::new();
    for cells in (4..=most as u32).step_by(2) {
        let left_out: Vec<&Example> = examples
            .iter()
            .filter(|e| e.set % LEFT_OUT == 0 && (e.cells == cells || e.cells == cells + 1))
            .collect();
        let error = |error: &dyn Fn(&Example) -> f64| {
            let sum: f64 = left_out.iter().map(|example| error(example).abs()).sum();
            Cell::Decimal(sum / left_out.len().max(1) as f64, 3)
        };
        rows.push(row![
            format!("{cells}, {}", cells + 1),
            left_out.len(),
            error(&|e| dot(&e.features.mean, &mean) - e.mean),
            error(&|e| dot(&e.features.temperature, &temperature).max(0.0) - e.temperature),
        ]);
    }
    let title = "Errors of the fitted forecast on Amazons regions that were left out of the fit, in moves (mean absolute)";
    Ok(Outcome {
        tables: vec![
            Table::new("Weights of the counts of the forecast of Amazons", "of|weights", weights),
            Table::new(title, "cells|regions|mean|temperature", rows),
        ],
        plots: Vec::new(),
    })
}

/// Adds the regions of random boards within a random set of cells.
fn collect(seed: u64, set: u64, most: usize, examples: &mut Vec<Example>) -> anyhow::Result<()> {
    let mut random = Rng::with_seed(seed);
    let mut cells: Vec<u8> = (0..SIDE * SIDE).collect();
    random.shuffle(&mut cells);
    let (values, mut table) = (Values::new(), DuelTable::default());
    let whole = Duel::of(&board(&cells[..most])?).context("a queen each")?;
    table.work_out(values.thermographs(), &whole, &Budget::endless())?;
    for _ in 0..BOARDS {
        let size = random.usize(*CELLS.start()..=most);
        random.shuffle(&mut cells[..most]);
        for region in board(&cells[..size])?.regions().into_iter().filter(|region| region.number().is_none())
        {
            let Some(walls) = Duel::of(&region).and_then(|duel| table.get(&duel)) else { continue };
            let graph = values.thermographs().get(values.thermographs().of_walls(walls));
            examples.push(Example {
                set,
                cells: region.board().inside().count_ones(),
                features: Features::of(region.board()),
                mean: graph.mean().to_f64(),
                temperature: graph.temperature().to_f64(),
            });
        }
    }
    Ok(())
}

/// A board with these cells, queens on the first two.
pub(crate) fn board(cells: &[u8]) -> anyhow::Result<Amazons<Small>> {
    let symbol = |cell: u8| match cells.iter().position(|known| *known == cell) {
        Some(0) => 'X',
        Some(1) => 'O',
        Some(_) => '.',
        None => '#',
    };
    let row = |y: u8| (SIDE * y..SIDE * (y + 1)).map(symbol).collect::<String>();
    Ok(Amazons::read(&(0..SIDE).map(row).collect::<Vec<_>>().join("|"))?)
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
    use super::{fit, least_squares};
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
        let outcome = fit(&Settings { full: false, seed: 1, progress: &|_| {} }, 4, 10)?;
        assert!(
            outcome.tables[1].rows.iter().all(|row| row[2].number() < Some(1.5)),
            "{:?}",
            outcome.tables[1].rows
        );
        Ok(())
    }
}

//! The errors of the hints: move-ordering score and static evaluation against exact means, on random parts of
//! a 5×5 Amazons board with a queen each.

use crate::estimate_fit::board;
use crate::table::row;
use crate::{Cell, Outcome, Settings, Table};
use anyhow::Context;
use exact::DuelTable;
use fastrand::Rng;
use rules::{Duel, Hints, Position};
use values::Values;

const SIDE: u8 = 5;
/// The minimum number of cells of a board, and the maximum in a default run and in a full one.
const CELLS: [usize; 3] = [8, 14, 16];
/// The number of boards for each set of cells and each size.
const BOARDS: usize = 500;

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let [_, most_now, most_full] = CELLS;
    match settings.full {
        true => compare(settings, most_full, 10),
        false => compare(settings, most_now, 3),
    }
}

/// Compares on boards with at most `most` cells, from this number of sets of cells.
fn compare(settings: &Settings, most: usize, sets: u32) -> anyhow::Result<Outcome> {
    let fewest = CELLS[0];
    let mut random = Rng::with_seed(settings.seed);
    let mut errors = vec![[0.0; 3]; most + 1];
    for set in 1..=sets {
        settings.next(&format!("{set} of {sets} sets of cells"))?;
        let mut cells: Vec<u8> = (0..SIDE * SIDE).collect();
        random.shuffle(&mut cells);
        let (values, mut table) = (Values::new(), DuelTable::default());
        let whole = Duel::of(&board(&cells[..most])?).context("a queen each")?;
        table.work_out(values.thermographs(), &whole, &settings.budget)?;
        for size in fewest..=most {
            for _ in 0..BOARDS {
                random.shuffle(&mut cells[..most]);
                for region in board(&cells[..size])?.regions() {
                    let Some(walls) = Duel::of(&region).and_then(|duel| table.get(&duel)) else { continue };
                    let graphs = values.thermographs();
                    let mean = graphs.get(graphs.of_walls(walls)).mean().to_f64();
                    let cells = (region.board().inside().count_ones() as usize).max(fewest);
                    let guesses = [f64::from(region.ordering()), f64::from(region.evaluation()) / 8.0];
                    errors[cells][0] += 1.0;
                    for (sum, guess) in errors[cells][1..].iter_mut().zip(guesses) {
                        *sum += (guess - mean).powi(2);
                    }
                }
            }
        }
    }
    let row = |cells: usize, [count, estimate, forecast]: [f64; 3]| {
        let error = |sum: f64| Cell::Decimal((sum / count.max(1.0)).sqrt(), 2);
        let fewer = if cells == fewest { "up to " } else { "" };
        row![format!("{fewer}{cells}"), Cell::Decimal(count, 0), error(estimate), error(forecast)]
    };
    let rows = (fewest..=most).map(|cells| row(cells, errors[cells])).collect();
    let title =
        "How far guesses are from the means of Amazons boards with a queen each, in moves (root mean square)";
    Ok(Table::new(title, "cells|boards|estimate|forecast", rows).into())
}

#[cfg(test)]
mod tests {
    use super::compare;
    use crate::Settings;

    #[test]
    fn the_forecast_is_better_than_the_estimate() -> anyhow::Result<()> {
        let outcome = compare(&Settings::short(1), 10, 1)?;
        for row in &outcome.tables[0].rows {
            assert!(row[3].number() < row[2].number() && row[3].number() > Some(0.0), "{row:?}");
        }
        Ok(())
    }
}

//! The bounds of interval thermography on boards that are too large to solve: Amazons on 5×5 and 6×6 with a
//! queen each and three squares burnt at random, after a short and after a longer time.

use crate::table::row;
use crate::{Axis, Cell, Outcome, Settings, Table};
use fastrand::Rng;
use rules::bitboard::Small;
use rules::games::amazons::Amazons;
use rules::{Hints, Notation};
use std::time::Duration;
use temperature::{Aim, Bounds, IntervalSearch};
use values::{Budget, Dyadic};

/// The memory limit of a search in bytes.
const BYTES: usize = 1 << 30;

/// A random square board of this side length.
fn board(rng: &mut Rng, side: usize) -> anyhow::Result<Amazons<Small>> {
    let mut cells = vec!['.'; side * side];
    cells[..5].copy_from_slice(&['x', 'o', '#', '#', '#']);
    rng.shuffle(&mut cells);
    let rows: Vec<String> = cells.chunks(side).map(|row| row.iter().collect()).collect();
    Ok(Amazons::read(&rows.join("|"))?)
}

/// The bounds after this time, the number of nodes, and whether memory ran out before.
fn search(board: &Amazons<Small>, time: Duration, whole: &Budget) -> anyhow::Result<(Bounds, u64, bool)> {
    let budget = whole.slice(time);
    let mut search = IntervalSearch::new(budget.clone().with_bytes(whole.bytes().min(BYTES)));
    let (bounds, ended) = search.search(board, Aim::MeanAndTemperature, &mut |_| ());
    let full = match ended {
        Err(error) if !error.is_limit() => return Err(error.into()),
        Err(_) => budget.check().is_ok(),
        Ok(()) => false,
    };
    let most = Dyadic::from(board.longest_play().map_or(i32::MAX, |n| n as i32));
    let nothing = Bounds { mean: (-most, most), temperature: (Dyadic::MINUS_ONE, most) };
    Ok((bounds.unwrap_or(nothing), search.expanded(), full))
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let (boards, times) = if settings.full { (20, [100, 1000, 10_000]) } else { (2, [100, 300, 1000]) };
    let mut rng = Rng::with_seed(settings.seed);
    let mut rows = Vec::new();
    for side in [5, 6] {
        let boards = (0..boards).map(|_| board(&mut rng, side)).collect::<anyhow::Result<Vec<_>>>()?;
        for time in times.map(Duration::from_millis) {
            let [mut mean, mut temperature] = [0.0, 0.0];
            let [mut exact, mut full] = [0, 0];
            let mut looked = 0;
            for (i, board) in boards.iter().enumerate() {
                settings.next(&format!("{side}×{side}, board {}, {time:?}", i + 1))?;
                let (bounds, expanded, is_full) = search(board, time, &settings.budget)?;
                let width = |(low, high): (Dyadic, Dyadic)| high.to_f64() - low.to_f64();
                mean += width(bounds.mean);
                temperature += width(bounds.temperature);
                exact += usize::from(bounds.are_exact());
                full += usize::from(is_full);
                looked += expanded;
            }
            let count = boards.len();
            rows.push(row![
                format!("{side}×{side}"),
                count,
                Cell::Seconds(time.as_secs_f64()),
                Cell::Decimal(mean / count as f64, 2),
                Cell::Decimal(temperature / count as f64, 2),
                exact,
                full,
                looked / count as u64,
            ]);
        }
    }
    let table = Table::new(
        "Bounds of mean and temperature on larger Amazons boards, averages, with 1 GiB of memory",
        "board|boards|time|width of the mean|width of the temperature|exact|out of memory|positions looked into",
        rows,
    );
    let plot = table.plot(
        "How far the bounds of the mean are apart",
        (2, Axis::logarithmic("seconds")),
        (3, Axis::linear("average width")),
        &[0],
    );
    Ok(Outcome { tables: vec![table], plots: vec![plot] })
}

#[cfg(test)]
mod tests {
    use super::{board, search};
    use crate::six_hundred::cases;
    use rules::Hints;
    use std::time::Duration;
    use values::Dyadic;

    #[test]
    fn the_truth_is_within_the_bounds_at_any_time() -> anyhow::Result<()> {
        for case in cases()?.iter().step_by(20) {
            for milliseconds in [0, 1, 10] {
                let (bounds, ..) =
                    search(&case.position, Duration::from_millis(milliseconds), &values::Budget::endless())?;
                let within = |truth: Dyadic, (low, high): (Dyadic, Dyadic)| low <= truth && truth <= high;
                assert!(within(case.mean, bounds.mean), "{}", case.position);
                assert!(within(case.temperature, bounds.temperature), "{}", case.position);
            }
        }
        Ok(())
    }

    #[test]
    fn bounds_meet_in_the_end() -> anyhow::Result<()> {
        for case in cases()?.iter().filter(|case| case.empty <= 7).step_by(20) {
            let (bounds, ..) = search(&case.position, Duration::MAX, &values::Budget::endless())?;
            assert_eq!(bounds.mean, (case.mean, case.mean), "{}", case.position);
            assert_eq!(bounds.temperature, (case.temperature, case.temperature), "{}", case.position);
        }
        Ok(())
    }

    #[test]
    fn boards_have_queens_and_burnt_squares() -> anyhow::Result<()> {
        let board = board(&mut fastrand::Rng::with_seed(1), 5)?;
        assert_eq!(board.longest_play(), Some(20), "{board}");
        Ok(())
    }
}

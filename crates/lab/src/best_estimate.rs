//! The errors of the best estimate: random 5×5 Amazons boards with a queen each, and positions from games,
//! after a tenth of a second of processor time, against the exact means and temperatures of longer searches.

use crate::estimate_fit::board;
use crate::table::row;
use crate::{Cell, Outcome, Settings, Table};
use cpu_time::ThreadTime;
use fastrand::Rng;
use rules::bitboard::Small;
use rules::games::amazons::Amazons;
use rules::{Hints, Notation, Position};
use std::time::Duration;
use temperature::{Aim, Bounds, IntervalSearch};
use values::{Budget, Dyadic, Player};

/// The processor time of an estimate.
const TIME: Duration = Duration::from_millis(100);
/// The memory limit of a search in bytes.
const BYTES: usize = 2 << 30;

/// The answer after some time.
struct Answer {
    bounds: Bounds,
    /// The estimates, or the exact numbers.
    mean: f64,
    temperature: f64,
}

/// How hard to try.
struct Effort {
    /// The number of boards for each number of empty squares.
    boards: usize,
    /// The number of positions from games.
    positions: usize,
    /// The processor time for an exact answer.
    patience: Duration,
    /// The processor time after which no more positions from games are looked for.
    enough: Duration,
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let seconds = Duration::from_secs;
    let effort = match settings.full {
        true => Effort { boards: 60, positions: 500, patience: seconds(60), enough: seconds(3 * 3600) },
        false => Effort { boards: 2, positions: 2, patience: seconds(2), enough: seconds(10) },
    };
    measure(settings, &effort)
}

fn measure(settings: &Settings, effort: &Effort) -> anyhow::Result<Outcome> {
    let boards = random_boards(settings, effort)?;
    let games = positions_of_games(settings, effort)?;
    Ok(Outcome { tables: vec![boards, games], plots: Vec::new() })
}

/// The estimate after [`TIME`] of processor time: on a busy machine the search is repeated with more time.
fn estimate(position: &Amazons<Small>) -> anyhow::Result<Answer> {
    let mut time = TIME;
    let mut best: Option<(Duration, Answer)> = None;
    for _ in 0..8 {
        let clock = ThreadTime::now();
        let budget = Budget::after(time).with_bytes(BYTES);
        let mut search = IntervalSearch::new(budget.clone());
        let (bounds, estimate, _) = search.best(position, &budget, &mut |_| {});
        let used = clock.elapsed();
        let bounds = bounds.ok_or_else(|| anyhow::anyhow!("no bounds of {position}"))?;
        let exact = bounds.are_exact();
        let middle = |(low, high): (Dyadic, Dyadic)| (low.to_f64() + high.to_f64()) / 2.0;
        let answer = Answer {
            mean: estimate.map_or(middle(bounds.mean), |estimate| estimate.mean.to_f64()),
            temperature: estimate
                .map_or(middle(bounds.temperature), |estimate| estimate.temperature.to_f64()),
            bounds,
        };
        let fits = used <= TIME.mul_f64(1.1);
        if best.as_ref().is_none_or(|(most, _)| fits && used > *most) {
            best = Some((used, answer));
        }
        if fits && (exact || used >= TIME.mul_f64(0.85)) {
            break;
        }
        time = time.mul_f64((TIME.as_secs_f64() / used.as_secs_f64().max(1e-3)).clamp(0.3, 4.0));
    }
    best.map(|(_, answer)| answer).ok_or_else(|| anyhow::anyhow!("no answer about {position}"))
}

/// Exact mean and temperature and the processor time for them. `None` means that this time was not enough.
fn exactly(position: &Amazons<Small>, most: Duration) -> anyhow::Result<Option<(Bounds, Duration)>> {
    let clock = ThreadTime::now();
    let mut search = IntervalSearch::new(Budget::endless().with_bytes(BYTES));
    loop {
        search.set_budget(Budget::after(Duration::from_millis(500)));
        let (bounds, ended) = search.search(position, Aim::MeanAndTemperature, &mut |_| {});
        let used = clock.elapsed();
        if let Some(bounds) = bounds.filter(Bounds::are_exact) {
            return Ok(Some((bounds, used)));
        }
        match ended {
            Err(values::Error::OutOfRoom) => return Ok(None),
            Err(error) if !error.is_limit() => return Err(error.into()),
            _ if used >= most => return Ok(None),
            _ => {}
        }
    }
}

/// Refuses bounds that do not hold.
fn check(position: &Amazons<Small>, bounds: &Bounds, exact: &Bounds) -> anyhow::Result<()> {
    let holds = |(low, high): (Dyadic, Dyadic), (x, _): (Dyadic, Dyadic)| low <= x && x <= high;
    let hold = holds(bounds.mean, exact.mean) && holds(bounds.temperature, exact.temperature);
    anyhow::ensure!(hold, "wrong bounds of {position}: {bounds:?}, {exact:?}");
    Ok(())
}

fn random_boards(settings: &Settings, effort: &Effort) -> anyhow::Result<Table> {
    let mut rows = Vec::new();
    for empty in 12..=17_usize {
        let mut random = Rng::with_seed(settings.seed.wrapping_mul(1000).wrapping_add(empty as u64));
        let (mut errors, mut times) = ([0.0; 2], Vec::new());
        let (mut exact, mut compared, mut widths) = (0, 0, [0.0; 2]);
        for i in 0..effort.boards {
            (settings.progress)(&format!("board {} of {} with {empty} empty squares", i + 1, effort.boards));
            let mut cells: Vec<u8> = (0..25).collect();
            random.shuffle(&mut cells);
            let position = board(&cells[..empty + 2])?;
            let answer = estimate(&position)?;
            exact += usize::from(answer.bounds.are_exact());
            let Some((truth, used)) = exactly(&position, effort.patience)? else { continue };
            check(&position, &answer.bounds, &truth)?;
            times.push(used.as_secs_f64());
            compared += 1;
            errors[0] += (answer.mean - truth.mean.0.to_f64()).abs();
            errors[1] += (answer.temperature - truth.temperature.0.to_f64()).abs();
            let width = |(low, high): (Dyadic, Dyadic)| high.to_f64() - low.to_f64();
            widths[0] += width(answer.bounds.mean);
            widths[1] += width(answer.bounds.temperature);
        }
        let average = |sum: f64| Cell::Decimal(sum / f64::from(compared.max(1)), 3);
        let within = times.iter().filter(|seconds| **seconds <= 10.0).count();
        rows.push(row![
            empty,
            effort.boards,
            exact,
            compared as usize,
            average(errors[0]),
            average(errors[1]),
            average(widths[0]),
            average(widths[1]),
            within,
        ]);
    }
    let title = format!(
        "The best estimate after {} s of processor time on random 5×5 Amazons boards with a queen each, mean absolute errors",
        TIME.as_secs_f64()
    );
    let columns = "empty|boards|exact|compared|error of the mean|error of the temperature|width of the mean|width of the temperature|exact in 10 s";
    Ok(Table::new(title, columns, rows))
}

/// The starts of games: two queens each on 5×5 and on 6×6.
const STARTS: [(&str, &str); 2] =
    [("5×5", ".X.X.|.....|.....|.....|.O.O."), ("6×6", "..X...|.....X|......|......|O.....|...O..")];

/// A game in which both players choose the best of three random moves by static evaluation.
fn game(random: &mut Rng, start: &str) -> anyhow::Result<Vec<Amazons<Small>>> {
    let mut position = Amazons::<Small>::read(start)?;
    let mut player = Player::Left;
    let mut positions = Vec::new();
    loop {
        let options = position.options(player);
        if options.is_empty() {
            return Ok(positions);
        }
        let some = (0..3).map(|_| options[random.usize(..options.len())]);
        let Some(next) = some.max_by_key(|option| player.sees(option.evaluation())) else {
            return Ok(positions);
        };
        position = next;
        positions.push(next);
        player = player.opponent();
    }
}

fn positions_of_games(settings: &Settings, effort: &Effort) -> anyhow::Result<Table> {
    let clock = ThreadTime::now();
    let mut random = Rng::with_seed(settings.seed);
    let mut rows = Vec::new();
    for (i, (name, start)) in STARTS.into_iter().enumerate() {
        let until = effort.enough.mul_f64((i + 1) as f64 / STARTS.len() as f64);
        let wanted = effort.positions / STARTS.len();
        let mut found: Vec<[f64; 4]> = Vec::new();
        while found.len() < wanted && clock.elapsed() < until {
            for position in game(&mut random, start)? {
                (settings.progress)(&format!("{name}: {} of {wanted} positions", found.len()));
                if found.len() >= wanted || clock.elapsed() >= until {
                    break;
                }
                let answer = estimate(&position)?;
                if answer.bounds.are_exact() {
                    // What follows is exact as well.
                    break;
                }
                let Some((truth, _)) = exactly(&position, effort.patience)? else { continue };
                check(&position, &answer.bounds, &truth)?;
                let [mean, temperature] = [truth.mean.0, truth.temperature.0].map(Dyadic::to_f64);
                found.push([answer.mean, answer.temperature, mean, temperature]);
            }
        }
        let column = |i: usize| found.iter().map(|row| row[i]).collect::<Vec<_>>();
        let error = |i: usize| {
            let sum: f64 = found.iter().map(|row| (row[i] - row[i + 2]).abs()).sum();
            Cell::Decimal(sum / found.len().max(1) as f64, 3)
        };
        rows.push(row![
            name,
            found.len(),
            error(0),
            error(1),
            Cell::Decimal(rank_correlation(&column(0), &column(2)), 3),
            Cell::Decimal(rank_correlation(&column(1), &column(3)), 3),
        ]);
    }
    let title = format!(
        "The best estimate after {} s on positions of games with two queens each that are exact only after more time, up to {} s",
        TIME.as_secs_f64(),
        effort.patience.as_secs()
    );
    let columns = "board|positions|error of the mean|error of the temperature|rank correlation of the mean|of the temperature";
    Ok(Table::new(title, columns, rows))
}

/// The ranks of numbers, equal numbers have their average rank.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let rank = |x: &f64| {
        let below = numbers.iter().filter(|y| *y < x).count() as f64;
        let equal = numbers.iter().filter(|y| *y == x).count() as f64;
        below + (equal - 1.0) / 2.0
    };
    numbers.iter().map(rank).collect()
}

/// Spearman's rank correlation, and 0 where one of the lists is constant.
fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len().max(1) as f64;
    let (of_a, of_b) = (mean(&a), mean(&b));
    let product = |x: &[f64], y: &[f64], of_x: f64, of_y: f64| -> f64 {
        x.iter().zip(y).map(|(x, y)| (x - of_x) * (y - of_y)).sum()
    };
    let scale = (product(&a, &a, of_a, of_a) * product(&b, &b, of_b, of_b)).sqrt();
    if scale == 0.0 { 0.0 } else { product(&a, &b, of_a, of_b) / scale }
}

#[cfg(test)]
mod tests {
    use super::{Effort, measure, rank_correlation};
    use crate::Settings;
    use std::time::Duration;

    #[test]
    fn ranks_are_compared_and_not_sizes() {
        assert!((rank_correlation(&[1.0, 2.0, 3.0], &[1.0, 10.0, 1000.0]) - 1.0).abs() < 1e-9);
        assert!((rank_correlation(&[1.0, 2.0, 3.0], &[5.0, 4.0, 1.0]) + 1.0).abs() < 1e-9);
        assert!(rank_correlation(&[1.0, 1.0], &[5.0, 4.0]).abs() < 1e-9);
    }

    /// Wrong bounds would be an error.
    #[test]
    fn bounds_of_estimates_hold() -> anyhow::Result<()> {
        let [patience, enough] = [300, 1].map(Duration::from_millis);
        let effort = Effort { boards: 1, positions: 0, patience, enough };
        let outcome = measure(&Settings { full: false, seed: 1, progress: &|_| {} }, &effort)?;
        assert_eq!(outcome.tables[0].rows.len(), 6);
        Ok(())
    }
}

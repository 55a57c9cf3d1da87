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
    /// The number of boards for each number of empty squares, or of positions from games.
    count: usize,
    /// The processor time for an exact answer.
    patience: Duration,
    /// The processor time after which no more positions from games are looked for.
    enough: Duration,
}

impl Effort {
    fn of(settings: &Settings, count: usize) -> Self {
        let seconds = Duration::from_secs;
        match settings.full {
            true => Self { count, patience: seconds(60), enough: seconds(3 * 3600) },
            false => Self { count: 2, patience: seconds(2), enough: seconds(10) },
        }
    }
}

/// Random boards.
pub(crate) fn on_boards(settings: &Settings) -> anyhow::Result<Outcome> {
    Ok(random_boards(settings, &Effort::of(settings, 60))?.into())
}

/// Positions from games.
pub(crate) fn in_games(settings: &Settings) -> anyhow::Result<Outcome> {
    Ok(positions_of_games(settings, &Effort::of(settings, 500))?.into())
}

/// The estimate after [`TIME`] of processor time.
fn estimate(position: &Amazons<Small>, whole: &Budget) -> anyhow::Result<Answer> {
    let budget = whole.processor_slice(TIME).with_bytes(whole.bytes().min(BYTES));
    let mut search = IntervalSearch::new(budget.clone());
    let (bounds, estimate, _) = search.best(position, &budget, &mut |_| {});
    let bounds = bounds.ok_or_else(|| anyhow::anyhow!("no bounds of {position}"))?;
    let middle = |(low, high): (Dyadic, Dyadic)| (low.to_f64() + high.to_f64()) / 2.0;
    Ok(Answer {
        mean: estimate.map_or(middle(bounds.mean), |estimate| estimate.mean.to_f64()),
        temperature: estimate.map_or(middle(bounds.temperature), |estimate| estimate.temperature.to_f64()),
        bounds,
    })
}

/// The processor times after which the widths of bounds are measured.
const TIMES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(10)];

/// Exact mean and temperature.
struct Truth {
    bounds: Bounds,
    /// The processor time for them.
    used: Duration,
    /// The widths of the bounds on mean and temperature after [`TIMES`].
    widths: [[f64; 2]; TIMES.len()],
}

/// How far the bounds on mean and temperature are apart.
fn widths(bounds: &Bounds) -> [f64; 2] {
    [bounds.mean, bounds.temperature].map(|(low, high)| high.to_f64() - low.to_f64())
}

/// Exact mean and temperature. `None` means that this processor time was not enough.
fn exactly(position: &Amazons<Small>, most: Duration, whole: &Budget) -> anyhow::Result<Option<Truth>> {
    let clock = ThreadTime::now();
    let mut search = IntervalSearch::new(whole.clone().with_bytes(whole.bytes().min(BYTES)));
    let mut after = [None; TIMES.len()];
    loop {
        whole.check_now()?;
        search.set_budget(whole.slice(Duration::from_millis(500)));
        let (bounds, ended) = search.search(position, Aim::MeanAndTemperature, &mut |_| {});
        let used = clock.elapsed();
        let Some(bounds) = bounds else { return Ok(None) };
        if bounds.are_exact() {
            // Exact bounds stay as they are.
            return Ok(Some(Truth { bounds, used, widths: after.map(Option::unwrap_or_default) }));
        }
        for (&time, width) in TIMES.iter().zip(&mut after) {
            if used >= time {
                width.get_or_insert(widths(&bounds));
            }
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
        let (mut exact, mut compared, mut width) = (0, 0, [0.0; 2]);
        for i in 0..effort.count {
            settings.next(&format!("board {} of {} with {empty} empty squares", i + 1, effort.count))?;
            let mut cells: Vec<u8> = (0..25).collect();
            random.shuffle(&mut cells);
            let position = board(&cells[..empty + 2])?;
            let answer = estimate(&position, &settings.budget)?;
            exact += usize::from(answer.bounds.are_exact());
            let Some(truth) = exactly(&position, effort.patience, &settings.budget)? else { continue };
            check(&position, &answer.bounds, &truth.bounds)?;
            times.push(truth.used.as_secs_f64());
            let truth = truth.bounds;
            compared += 1;
            errors[0] += (answer.mean - truth.mean.0.to_f64()).abs();
            errors[1] += (answer.temperature - truth.temperature.0.to_f64()).abs();
            width.iter_mut().zip(widths(&answer.bounds)).for_each(|(sum, width)| *sum += width);
        }
        let average = |sum: f64| Cell::Decimal(sum / f64::from(compared.max(1)), 3);
        let within = times.iter().filter(|seconds| **seconds <= 10.0).count();
        rows.push(row![
            empty,
            effort.count,
            exact,
            compared as usize,
            average(errors[0]),
            average(errors[1]),
            average(width[0]),
            average(width[1]),
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

/// A position with its estimates and its exact mean and temperature.
struct Found {
    estimate: [f64; 2],
    exact: [f64; 2],
    /// The widths of the bounds on mean and temperature after [`TIME`] and [`TIMES`].
    widths: [[f64; 2]; 1 + TIMES.len()],
}

/// Goes back through games from their ends: the first position that is not exact in time ends a game, since those
/// before it are larger.
fn positions_of_games(settings: &Settings, effort: &Effort) -> anyhow::Result<Table> {
    let clock = ThreadTime::now();
    let mut random = Rng::with_seed(settings.seed);
    let mut rows = Vec::new();
    for (i, (name, start)) in STARTS.into_iter().enumerate() {
        let until = effort.enough.mul_f64((i + 1) as f64 / STARTS.len() as f64);
        let wanted = effort.count / STARTS.len();
        let mut found = Vec::new();
        while found.len() < wanted && clock.elapsed() < until {
            for position in game(&mut random, start)?.into_iter().rev() {
                settings.next(&format!("{name}: {} of {wanted} positions", found.len()))?;
                if found.len() >= wanted || clock.elapsed() >= until {
                    break;
                }
                let answer = estimate(&position, &settings.budget)?;
                if answer.bounds.are_exact() {
                    continue;
                }
                let Some(truth) = exactly(&position, effort.patience, &settings.budget)? else { break };
                check(&position, &answer.bounds, &truth.bounds)?;
                let [first, second] = truth.widths;
                found.push(Found {
                    estimate: [answer.mean, answer.temperature],
                    exact: [truth.bounds.mean.0, truth.bounds.temperature.0].map(Dyadic::to_f64),
                    widths: [widths(&answer.bounds), first, second],
                });
            }
        }
        let average = |of: &dyn Fn(&Found) -> f64| {
            Cell::Decimal(found.iter().map(of).sum::<f64>() / found.len().max(1) as f64, 3)
        };
        let correlation = |i: usize| {
            let [estimates, exact] = [|found: &Found| found.estimate, |found: &Found| found.exact]
                .map(|of| found.iter().map(|found| of(found)[i]).collect::<Vec<_>>());
            Cell::Decimal(rank_correlation(&estimates, &exact), 3)
        };
        let mut row = row![name, found.len()];
        row.extend([0, 1].map(|i| average(&|found| (found.estimate[i] - found.exact[i]).abs())));
        row.extend([0, 1].map(correlation));
        for i in [0, 1] {
            row.extend((0..=TIMES.len()).map(|time| average(&|found| found.widths[time][i])));
        }
        rows.push(row);
    }
    let title = format!(
        "The best estimate after {} s on positions of games with two queens each that are exact only after more time, up to {} s, and the widths of the bounds of interval search after 0.1, 1 and 10 s",
        TIME.as_secs_f64(),
        effort.patience.as_secs()
    );
    let columns = "board|positions|error of the mean|error of the temperature|rank correlation of the mean|of the temperature|width of the mean, 0.1 s|1 s|10 s|width of the temperature, 0.1 s|1 s|10 s";
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
    use super::{Effort, positions_of_games, random_boards, rank_correlation};
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
        let [patience, enough] = [300, 300].map(Duration::from_millis);
        let settings = Settings::short(1);
        let boards = random_boards(&settings, &Effort { count: 1, patience, enough })?;
        assert_eq!(boards.rows.len(), 6);
        let games = positions_of_games(&settings, &Effort { count: 2, patience, enough })?;
        assert_eq!(games.rows.len(), 2);
        Ok(())
    }
}

//! P-positions against N-positions of Triangular Nim (Shan 2013, Table 5 and Figure 16), and what retrograde
//! analysis saves over forward checking: it looks at the few P-positions only, and forward checking at all.

use crate::table::row;
use crate::{Axis, Cell, Outcome, Plot, Series, Settings, Table};
use anyhow::Context;
use rules::games::triangular_nim::Convention;
use tables::retrograde::{Layout, Solved, TakingGame, plain};
use values::{Budget, processor_time};

/// Table 5: does the first player win, in normal and in misère play, on 1 to 9 layers?
const THESIS: [[bool; 9]; 2] = [
    [true, false, true, true, true, true, true, true, true],
    [false, true, false, true, false, true, true, true, true],
];

/// Nine layers were solved by a GPU; the file says how.
const NINE: &str = include_str!("../data/triangular-nim-9.csv");

const PLAYS: [(&str, Convention); 2] = [("normal", Convention::Normal), ("misere", Convention::Misere)];

/// The number of positions of a triangle.
fn positions(layers: u32) -> f64 {
    2f64.powi((layers * (layers + 1) / 2) as i32)
}

/// A solved triangle: does the first player win, and how many positions are P-positions?
fn solve(layers: u8, convention: Convention, budget: &Budget) -> anyhow::Result<(bool, u64)> {
    let layout = Layout::best(&TakingGame::triangular_nim(layers)?, true)?;
    let solved = Solved::in_memory(layout, convention, 1, budget, &|_, _| ())?;
    Ok((solved.facts().is_won, solved.lost()))
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let most: u8 = if settings.full { 8 } else { 7 };
    let mut rows = Vec::new();
    let mut series = Vec::new();
    for ((name, convention), thesis) in PLAYS.into_iter().zip(THESIS) {
        let mut points = Vec::new();
        for layers in 1..=9u8 {
            settings.next(&format!("{layers} layers, {name}"))?;
            let (won, lost) = match layers {
                9 => nine(name)?,
                _ if layers <= most => solve(layers, convention, &settings.budget)?,
                _ => continue,
            };
            let all = positions(layers.into());
            let share = 100.0 * lost as f64 / (all - lost as f64);
            points.push((f64::from(layers), share));
            let winner = |won: bool| if won { "N" } else { "P" };
            let theirs = winner(thesis[usize::from(layers) - 1]);
            let shares = [share, 100.0 * lost as f64 / all].map(|share| Cell::Decimal(share, 2));
            let mut row = row![u64::from(layers), name, winner(won), theirs, lost];
            row.extend(shares);
            rows.push(row);
        }
        series.push(Series::curve(name, points));
    }
    let agree = rows.iter().filter(|row| row[2] == row[3]).count();
    let count = rows.len();
    let table = Table::new(
        "P-positions of Triangular Nim (Table 5 and Figure 16)",
        "layers|play|full triangle|thesis|P-positions|P- to N-positions in percent|P-positions of all in percent",
        rows,
    )
    .note(format!(
        "{agree} of {count} winners are the thesis's. It gives 5.0 % as the ratio of P- to N-positions of nine layers; that \
         is the share of all positions in misère play. The other ratios stand in a figure that our text of it does not have."
    ))
    .note("Nine layers were solved on a GPU; the counts and the commands are data of this program.");
    let plot = Plot::new(
        "P-positions to N-positions of Triangular Nim (Figure 16)",
        Axis::linear("layers"),
        Axis::linear("ratio in percent"),
        series,
    );
    Ok(Outcome { tables: vec![table, methods(settings)?], plots: vec![plot] })
}

fn nine(play: &str) -> anyhow::Result<(bool, u64)> {
    let line = NINE.lines().find(|line| line.split(',').nth(1) == Some(play)).context("no such play")?;
    let cells: Vec<&str> = line.split(',').collect();
    Ok((cells[2] == "N", cells[3].parse()?))
}

/// Forward checking and retrograde analysis as the thesis describes them, and the engine's retrograde analysis
/// of 512 positions at once.
fn methods(settings: &Settings) -> anyhow::Result<Table> {
    let sizes = if settings.full { 4..=7u8 } else { 4..=6 };
    let mut rows = Vec::new();
    for layers in sizes {
        let game = TakingGame::triangular_nim(layers)?;
        for (name, convention) in PLAYS {
            settings.next(&format!("{layers} layers, {name}, forward and backward"))?;
            let (forward, solution) = timed(|| plain::Solution::of(&game, convention))?;
            let (backward, other) = timed(|| plain::Solution::backward(&game, convention))?;
            anyhow::ensure!(solution == other, "forward checking and retrograde analysis differ");
            let (engine, (_, lost)) = timed(|| solve(layers, convention, &settings.budget))?;
            let (looks, marks) = if layers <= 6 { work(&game, convention) } else { (0, 0) };
            let counted = |count: u64| if count > 0 { Cell::from(count) } else { "not counted".into() };
            let seconds = |time: f64| Cell::Seconds((time * 1e4).round() / 1e4);
            rows.push(row![
                u64::from(layers),
                name,
                lost,
                counted(looks),
                counted(marks),
                seconds(forward),
                seconds(backward),
                seconds(engine),
            ]);
        }
    }
    Ok(Table::new(
        "Forward checking against retrograde analysis, with the same result",
        "layers|play|P-positions|options looked at forward|positions marked backward|forward|retrograde|engine",
        rows,
    )
    .note(
        "Forward checking stops at the first option that is a P-position. Retrograde analysis marks all positions that lead to \
         a P-position, so its work is the number of P-positions times that of moves to them.",
    ))
}

fn timed<T, E: Into<anyhow::Error>>(work: impl FnOnce() -> Result<T, E>) -> anyhow::Result<(f64, T)> {
    let began = processor_time();
    let result = work().map_err(Into::into)?;
    Ok((processor_time().saturating_sub(began).as_secs_f64(), result))
}

/// The number of options that forward checking looks at, and of marks that retrograde analysis makes.
fn work(game: &TakingGame, convention: Convention) -> (u64, u64) {
    let mut won = vec![false; game.full() as usize + 1];
    let (mut looks, mut marks) = (0, 0);
    for number in 0..=game.full() {
        let mut moves = game.moves_of(number).peekable();
        won[number as usize] = match moves.peek() {
            None => convention == Convention::Misere,
            Some(_) => moves.any(|taken| {
                looks += 1;
                !won[(number ^ taken) as usize]
            }),
        };
        if !won[number as usize] {
            marks += game.moves().iter().filter(|&&taken| taken & number == 0).count() as u64;
        }
    }
    (looks, marks)
}

#[cfg(test)]
mod tests {
    use super::{Budget, nine, positions, solve};
    use rules::games::triangular_nim::Convention;

    #[test]
    fn counts_are_as_known() -> anyhow::Result<()> {
        assert_eq!((positions(9), nine("normal")?), (2f64.powi(45), (true, 1_841_191_785_435)));
        assert_eq!(nine("misere")?.1, 1_770_354_969_447);
        assert_eq!(solve(5, Convention::Misere, &Budget::endless())?, (false, 3902));
        Ok(())
    }
}

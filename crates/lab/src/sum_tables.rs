//! Players of sums against each other (Zhang 2015, Tables 4.5 to 4.7): sums of Amazons boards with a queen of
//! each player and three burnt squares. Every sum is played twice, with colours exchanged. Each cell is a match:
//! mean score, its deviation, and the share of decided games that the first player won.
//!
//! The time of a move is processor time of the thread that plays, so a busy machine costs nobody a game. A unit
//! of work is the pair of games of one sum, and all cells get their first sums before any gets its second.

use crate::table::row;
use crate::{Cell, Outcome, Settings, Table, Work};
use matches::players::PlayerName;
use matches::{Allowance, Deal, Match, Record, Tally};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use values::Budget;

/// The numbers of boards in a sum.
const COMPONENTS: [usize; 3] = [2, 4, 6];

/// The sides of the boards of Tables 4.5 and 4.6.
const SIDES: [u8; 3] = [4, 5, 6];

/// The time for a move in Tables 4.5 and 4.6, and those of Table 4.7, in seconds.
const TIME: f64 = 10.0;
const TIMES: [f64; 5] = [1.0, 3.0, 10.0, 30.0, 100.0];

/// The number of sums for each cell.
const SUMS: u64 = 200;

/// A cell of the thesis: mean score, deviation and percentage of wins.
type Thesis = (f64, f64, f64);

const TABLE_4_5: [[Thesis; 3]; 3] = [
    [(-2.20, 6.06, 44.0), (-1.62, 8.95, 52.3), (0.58, 11.8, 57.3)],
    [(-2.60, 8.49, 49.3), (2.54, 12.3, 58.6), (25.4, 19.7, 77.5)],
    [(-1.58, 10.1, 50.1), (16.4, 16.9, 72.8), (53.9, 25.4, 86.8)],
];

const TABLE_4_6: [[Thesis; 3]; 3] = [
    [(9.77, 5.53, 82.5), (22.2, 9.26, 88.2), (43.2, 13.5, 91.4)],
    [(19.7, 7.59, 90.0), (39.7, 12.2, 94.7), (61.1, 16.2, 97.7)],
    [(29.9, 9.85, 93.3), (50.7, 15.5, 96.7), (76.6, 21.6, 98.8)],
];

const TABLE_4_7: [[Thesis; 3]; 5] = [
    [(-2.86, 4.99, 35.64), (-8.17, 7.75, 27.04), (-15.95, 8.61, 15.46)],
    [(-1.51, 5.81, 42.93), (-7.01, 7.84, 30.89), (-12.30, 9.29, 23.33)],
    [(-1.19, 6.02, 44.63), (-6.43, 7.51, 29.22), (-7.82, 9.77, 29.46)],
    [(-1.16, 5.59, 46.09), (-3.58, 7.79, 40.27), (-5.62, 9.18, 35.43)],
    [(-1.13, 6.01, 46.29), (-3.76, 7.42, 38.14), (-5.69, 9.37, 33.87)],
];

/// A cell: what is played, with how much time, and the thesis's result.
struct Square {
    row: String,
    side: u8,
    components: usize,
    seconds: f64,
    /// `None` means that the thesis has no such table.
    thesis: Option<Thesis>,
}

/// A game: its record without the moves, which a table does not need.
#[derive(Serialize, Deserialize)]
struct Game(Record);

/// The games of a sum.
fn pair(players: [&str; 2], square: &Square, seed: u64, budget: &Budget) -> anyhow::Result<Vec<Game>> {
    let [a, b] = players;
    let Square { side, components, seconds, .. } = *square;
    let play = Match {
        players: [a.parse::<PlayerName>()?, b.parse::<PlayerName>()?],
        starts: Deal { game: "amazons".to_owned(), width: side, height: side, components }.into(),
        games: 2,
        allowance: Allowance::Processor(Duration::from_secs_f64(seconds)),
        seed,
        threads: 1,
    };
    let records = play.play(None, budget, &|_| {})?;
    // A game that was cut off does not count.
    budget.check_now()?;
    Ok(records.into_iter().map(|record| Game(Record { moves: Vec::new(), ..record })).collect())
}

/// The factor of the times and the number of sums.
fn size(settings: &Settings, work: &Work) -> (f64, u64) {
    if settings.full { (work.scale(), SUMS) } else { (0.002, 1) }
}

/// Plays all cells. Returns the games of each.
fn played(
    settings: &Settings,
    work: &Work,
    players: [&str; 2],
    squares: &[Square],
) -> anyhow::Result<Vec<Vec<Record>>> {
    let (_, sums) = size(settings, work);
    let mut games: Vec<Vec<Record>> = squares.iter().map(|_| Vec::new()).collect();
    for i in 0..sums {
        for (square, games) in squares.iter().zip(&mut games) {
            let Square { row, side, components, seconds, .. } = square;
            let name = format!("{components} boards of {side}×{side}, {seconds} s, row {row}, sum {i}");
            settings.next(&name)?;
            let seed = settings.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(i);
            let unit = work.unit(&name, || pair(players, square, seed, &settings.budget))?;
            games.extend(unit.into_iter().flatten().map(|Game(record)| record));
        }
    }
    Ok(games)
}

/// Our cells beside those of the thesis.
fn table(
    settings: &Settings,
    work: &Work,
    players: [&str; 2],
    (title, of_row): (&str, &str),
    squares: &[Square],
) -> anyhow::Result<Outcome> {
    let games = played(settings, work, players, squares)?;
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let (mut outside, mut known, mut late) = (Vec::new(), 0, [0; 2]);
    for (i, (square, games)) in squares.iter().zip(&games).enumerate() {
        let tally = Tally::of(games);
        late = [late[0] + tally.late[0], late[1] + tally.late[1]];
        if i % SIDES.len() == 0 {
            rows.push(row![square.row.clone()]);
        }
        let row = rows.last_mut().expect("a row was begun");
        let short = Tally { late: [0, 0], ..tally.clone() };
        row.push(if games.is_empty() { "–".into() } else { short.to_string().into() });
        let Some((score, deviation, wins)) = square.thesis else { continue };
        row.push(format!("{score}({deviation}) {wins}%").into());
        if let (Some(share), Some((low, high))) = (tally.win_share(), tally.confidence()) {
            known += 1;
            if wins < 100.0 * low || wins > 100.0 * high {
                let what = format!("{} boards of {}×{}", square.components, square.side, square.side);
                let more = if 100.0 * share > wins { "more" } else { "fewer" };
                let time = if of_row == "time" { format!(", {} s", square.seconds) } else { String::new() };
                outside.push(format!("{what}{time} ({more} wins here)"));
            }
        }
    }
    let in_thesis = squares.iter().all(|square| square.thesis.is_some());
    let beside = if in_thesis { "|thesis" } else { "" };
    let header = match of_row {
        "time" => COMPONENTS.map(|n| format!("{n} boards of 4×4{beside}")).join("|"),
        _ => SIDES.map(|side| format!("{side}×{side}{beside}")).join("|"),
    };
    let [a, b] = players;
    let many: Vec<usize> = games.iter().map(Vec::len).collect();
    let (least, most) = (many.iter().min().unwrap_or(&0), many.iter().max().unwrap_or(&0));
    let played = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    let time =
        if of_row == "time" { "the time of the row".to_owned() } else { format!("{} s", squares[0].seconds) };
    let table = Table::new(
        format!(
            "{a} against {b} ({title}): score (deviation), games won with the 95 % interval; {played} games for each cell, \
             {time} of processor time for a move"
        ),
        &format!("{of_row}|{header}"),
        rows,
    );
    let table = match outside.is_empty() {
        _ if !in_thesis => table,
        true => {
            table.note(format!("The thesis's share of wins lies within our interval in all {known} cells."))
        }
        false => table.note(format!(
            "The thesis's share of wins lies within our interval in {} of {known} cells. It does not for {}.",
            known - outside.len(),
            outside.join(", ")
        )),
    };
    Ok(table
        .note(format!("Moves later than 20 ms of processor time lost {} and {} games.", late[0], late[1]))
        .into())
}

/// The cells of Tables 4.5 and 4.6.
fn by_size(thesis: [[Option<Thesis>; 3]; 3], factor: f64) -> Vec<Square> {
    let row = |(components, row): (usize, [Option<Thesis>; 3])| {
        SIDES.into_iter().zip(row).map(move |(side, thesis)| Square {
            row: components.to_string(),
            side,
            components,
            seconds: TIME * factor,
            thesis,
        })
    };
    COMPONENTS.into_iter().zip(thesis).flat_map(row).collect()
}

/// Table 4.5.
pub(crate) fn against_alphabeta(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    let squares = by_size(TABLE_4_5.map(|row| row.map(Some)), size(settings, work).0);
    table(
        settings,
        work,
        ["hotstrat:tds+", "alphabeta"],
        ("Table 4.5, there against Arrow", "boards"),
        &squares,
    )
}

/// Table 4.6.
pub(crate) fn against_tds(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    let squares = by_size(TABLE_4_6.map(|row| row.map(Some)), size(settings, work).0);
    table(settings, work, ["hotstrat:tds+", "hotstrat:tds"], ("Table 4.6", "boards"), &squares)
}

/// Table 4.7.
pub(crate) fn against_table(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    let factor = size(settings, work).0;
    let mut squares = Vec::new();
    for (time, row) in TIMES.into_iter().zip(TABLE_4_7) {
        for (components, thesis) in COMPONENTS.into_iter().zip(row) {
            let seconds = time * factor;
            squares.push(Square {
                row: format!("{seconds} s (thesis {time} s)"),
                side: 4,
                components,
                seconds,
                thesis: Some(thesis),
            });
        }
    }
    table(
        settings,
        work,
        ["hotstrat:tds+", "hotstrat:exact"],
        ("Table 4.7, there against CGDB", "time"),
        &squares,
    )
}

/// Players that the thesis does not have, on the sums of Tables 4.5 and 4.6.
fn beyond_thesis(settings: &Settings, work: &Work, players: [&str; 2]) -> anyhow::Result<Outcome> {
    let squares = by_size([[None; 3]; 3], size(settings, work).0);
    table(settings, work, players, ("on the sums of Table 4.5", "boards"), &squares)
}

/// Locally informed search against αβ search of the whole sum.
pub(crate) fn informed_against_alphabeta(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    beyond_thesis(settings, work, ["informed", "alphabeta"])
}

/// Locally informed search against HotStrat.
pub(crate) fn informed_against_hotstrat(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    beyond_thesis(settings, work, ["informed", "hotstrat:tds+"])
}

/// HotStrat with the best estimate against HotStrat with TDS+.
pub(crate) fn best_against_tds_plus(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    beyond_thesis(settings, work, ["hotstrat:best", "hotstrat:tds+"])
}

#[cfg(test)]
mod tests {
    use super::{Square, TABLE_4_5, by_size, pair};

    #[test]
    fn a_pair_is_played_to_its_end_whatever_else_the_machine_does() -> anyhow::Result<()> {
        let squares = by_size(TABLE_4_5.map(|row| row.map(Some)), 0.001);
        assert_eq!(squares.len(), 9);
        let Square { components, side, .. } = squares[0];
        assert_eq!((components, side), (2, 4));
        let games = pair(["hotstrat:tds+", "alphabeta"], &squares[0], 1, &values::Budget::endless())?;
        assert_eq!(games.len(), 2);
        assert!(games.iter().all(|game| game.0.late.is_none()));
        Ok(())
    }
}

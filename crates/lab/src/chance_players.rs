//! What additions to the searches of games with chance are worth: players against plain Star2 search, or against
//! the same search without the addition, with the same number of nodes and with the same time for a move.

use crate::table::row;
use crate::{Cell, Outcome, Settings, Table};
use anyhow::Context;
use matches::{Allowance, Match, Record, wilson};
use rules::RULESETS;
use std::time::Duration;

/// The games with chance.
const GAMES: [&str; 2] = ["ewn", "dark-chess"];
/// The players, each with the one that it is compared with.
const PAIRS: [[&str; 2]; 9] = [
    ["star1", "star2"],
    ["star2.5", "star2"],
    ["star+", "star2"],
    ["risk", "star2"],
    ["risk:64", "star2"],
    ["sparse", "star2"],
    ["sparse", "greedy"],
    ["mcts", "star2"],
    ["mcts", "mcts:none"],
];

/// The share of points of the first player of a match, in percent, and its 95 % confidence interval. A draw is half
/// a win.
pub(crate) fn points(settings: &Settings, play: &Match) -> anyhow::Result<[Cell; 3]> {
    let records = settings.work.games(play, &settings.budget)?;
    let won = |record: &Record| match record.winner() {
        Some(winner) => 2 * usize::from(record.seats[winner] == 0),
        None => 1,
    };
    let points: usize = records.iter().map(won).sum();
    let (low, high) = wilson(points / 2, records.len()).context("a match has games")?;
    let share = points as f64 / (2 * records.len()) as f64;
    Ok([share, low, high].map(|share| Cell::Decimal(100.0 * share, 1)))
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let nodes = Allowance::Nodes(if settings.full { 20_000 } else { 300 });
    let time = Allowance::time(Duration::from_millis(100));
    let limits = [("nodes", nodes), ("time", time)];
    let mut rows = Vec::new();
    // A quick run has no time for matches by the clock.
    for (same, allowance) in &limits[..if settings.full { 2 } else { 1 }] {
        for game in GAMES {
            // Games of dark chess take some ten times as long.
            let games = match (settings.full, game) {
                (true, _) => 400,
                (false, "ewn") => 40,
                (false, _) => 4,
            };
            for players in PAIRS {
                settings.next(&format!("{game}, {same}: {} against {}", players[0], players[1]))?;
                let play = Match {
                    players: [players[0].parse()?, players[1].parse()?],
                    starts: RULESETS.contest(game)?.clone().into(),
                    games,
                    allowance: *allowance,
                    seed: settings.seed,
                    threads: std::thread::available_parallelism().map_or(1, usize::from),
                };
                let [share, low, high] = points(settings, &play)?;
                rows.push(row![game, *same, players[0], players[1], u64::from(games), share, low, high]);
            }
        }
    }
    let columns = "game|the same|player|against|games|points, %|at least|at most";
    Ok(Table::new("Share of points of players of games with chance", columns, rows).into())
}

//! What the propositions about NoGo are worth to Monte Carlo tree search (Shan 2013, §4.5): the player `nogo`
//! with each of them, and without each, against plain UCT on random boards in normal play, with the same number
//! of nodes and with the same time for a move.

use crate::table::row;
use crate::{Cell, Outcome, Settings, Table};
use anyhow::Context;
use matches::{Allowance, Deal, Ending, Match, Starts, Tally};
use std::time::Duration;

/// The propositions that a player has. The second and the third need the first.
const PARTS: [&str; 5] = ["none", "1", "1+2", "1+3", "1+2+3"];

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let games = if settings.full { 400 } else { 40 };
    let sides: &[u8] = if settings.full { &[5, 6, 7] } else { &[5] };
    let nodes = Allowance::Nodes(if settings.full { 10_000 } else { 3000 });
    let time = Allowance::time(Duration::from_millis(if settings.full { 100 } else { 20 }));
    let mut rows = Vec::new();
    for (limit, allowance) in [("nodes", nodes), ("time", time)] {
        for &side in sides {
            for parts in PARTS {
                settings.next(&format!("{side}×{side}, {limit}, propositions {parts}"))?;
                let deal = Deal { game: "nogo".to_owned(), width: side, height: side, components: 1 };
                let play = Match {
                    players: [format!("nogo:{parts}").parse()?, "nogo:none".parse()?],
                    starts: Starts::from(deal).ending_by(Ending::Normal),
                    games,
                    allowance,
                    seed: settings.seed,
                    threads: std::thread::available_parallelism().map_or(1, usize::from),
                };
                let tally = Tally::of(&settings.work.games(&play, &settings.budget)?);
                let (low, high) = tally.confidence().context("games by the last move are decided")?;
                let share = tally.win_share().context("games by the last move are decided")?;
                let percent = |share: f64| Cell::Decimal(100.0 * share, 1);
                rows.push(row![
                    format!("{side}×{side}"),
                    limit,
                    parts,
                    percent(share),
                    percent(low),
                    percent(high)
                ]);
            }
        }
    }
    let title = format!("Games won against plain UCT, {games} for each row");
    let columns = "board|the same|propositions|won, %|at least|at most";
    Ok(Outcome { tables: vec![Table::new(title, columns, rows)], plots: Vec::new() })
}

//! `tedomari match` for games with chance: two players, every opening twice with sides exchanged and the same
//! chance events.

use crate::matches::share_of_wins;
use crate::{Ending, progress};
use serde_json::json;
use std::io::Write;
use tedomari::matches::contests::{Allowance, Match, Record, Tally};

/// Plays a match, and prints its result.
pub(crate) fn run(play: &Match, json: bool) -> anyhow::Result<Ending> {
    let Match { players: [left, right], games, .. } = play;
    let records = play.play(&|records: &[Record]| {
        progress::show(&format!("{left} against {right}: {}, of {games}", Tally::of(records)));
    });
    progress::show("");
    report(play, &Tally::of(&records?), json)
}

fn report(play: &Match, tally: &Tally, json: bool) -> anyhow::Result<Ending> {
    let Match { ruleset, players: [left, right], seed, .. } = play;
    let game = &ruleset.name;
    let mut out = crate::output::stdout();
    if json {
        let (time, nodes) = match play.allowance {
            Allowance::Time { limit, .. } => (Some(limit.as_secs_f64()), None),
            Allowance::Nodes(nodes) => (None, Some(nodes)),
        };
        let fact = json!({
            "left": left.to_string(),
            "right": right.to_string(),
            "game": game,
            "games": tally.games,
            "time": time,
            "nodes": nodes,
            "seed": seed,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "win_share": tally.win_share(),
            "confidence": tally.confidence().map(|(low, high)| [low, high]),
            "depth": tally.depth,
            "moves": tally.moves,
            "late": tally.late,
        });
        writeln!(out, "{fact}")?;
    } else {
        let Tally { games, wins, draws, losses, depth, moves, .. } = tally;
        writeln!(out, "{left} against {right}: {games} games of {game}, seed {seed}")?;
        writeln!(out, "  games          {left} won {wins}, {right} won {losses}, drawn {draws}")?;
        if let (Some(share), Some(interval)) = (tally.win_share(), tally.confidence()) {
            writeln!(out, "  share of wins  {}, of all games", share_of_wins(left, share, interval))?;
        }
        writeln!(out, "  moves          {moves:.1} a game on average")?;
        for (player, depth) in [left, right].into_iter().zip(depth) {
            if let Some(depth) = depth {
                writeln!(out, "  depth          {player} looked {depth:.2} moves ahead on average")?;
            }
        }
        if tally.late != [0, 0] {
            writeln!(out, "  lost by time   {left} {}, {right} {}", tally.late[0], tally.late[1])?;
        }
    }
    Ok(Ending::Complete)
}

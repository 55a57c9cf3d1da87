//! `tedomari match` for games with chance: two players, every opening twice with sides exchanged and the same
//! chance events.

use crate::matches::{complain, share_of_wins};
use crate::{Ending, output, progress};
use std::io::Write;
use tedomari::answers::ContestMatchAnswer;
use tedomari::matches::contests::{Match, Record, Tally};

/// Plays a match, and prints its result.
pub(crate) fn run(play: &Match, json: bool) -> anyhow::Result<Ending> {
    let Match { players: [left, right], games, .. } = play;
    let records = play.play(&|records: &[Record]| {
        complain(records.last().and_then(|record| record.complaint.as_deref()));
        progress::show(&format!("{left} against {right}: {}, of {games}", Tally::of(records)));
    });
    progress::show("");
    report(&ContestMatchAnswer::of(play, &records?), json)
}

fn report(answer: &ContestMatchAnswer, json: bool) -> anyhow::Result<Ending> {
    let mut out = output::stdout();
    if json {
        output::write_json(&mut out, answer)?;
        return Ok(Ending::Complete);
    }
    let ContestMatchAnswer {
        left, right, game, games, seed, wins, draws, losses, depth, moves, late, ..
    } = answer;
    writeln!(out, "{left} against {right}: {games} games of {game}, seed {seed}")?;
    writeln!(out, "  games          {left} won {wins}, {right} won {losses}, drawn {draws}")?;
    if let (Some(share), Some(interval)) = (answer.win_share, answer.confidence) {
        writeln!(out, "  share of wins  {}, of all games", share_of_wins(left, share, interval))?;
    }
    writeln!(out, "  moves          {moves:.1} a game on average")?;
    for (player, depth) in [left, right].into_iter().zip(depth) {
        if let Some(depth) = depth {
            writeln!(out, "  depth          {player} looked {depth:.2} moves ahead on average")?;
        }
    }
    if *late != [0, 0] {
        writeln!(out, "  lost by time   {left} {}, {right} {}", late[0], late[1])?;
    }
    Ok(Ending::Complete)
}

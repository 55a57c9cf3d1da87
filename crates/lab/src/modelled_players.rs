//! Players with a model of their opponent in games with chance: what a right model gains over minimax search
//! with the same number of nodes, what it costs against other opponents, and what a learner finds out about an
//! opponent from the records of a match (Hsu 2022, on opponent models; Carmel and Markovitch 1996).

use crate::table::row;
use crate::{Cell, Outcome, Settings, Table};
use anyhow::Context;
use matches::players::Recogniser;
use matches::{Allowance, Match, Referee, wilson};
use rules::RULESETS;
use values::{Budget, Player};

/// A game with the styles of opponents that are compared.
const GAMES: [(&str, &[&str]); 2] =
    [("ewn", &["usual", "runner", "hunter"]), ("dark-chess", &["usual", "counter", "hunter"])];
/// The number of nodes for a move.
const NODES: u64 = 400;
/// The number of games that a learner sees of one opponent.
const SEEN: u32 = 4;

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let tables = vec![gains(settings)?, found_out(settings)?];
    Ok(Outcome { tables, plots: Vec::new() })
}

/// A match of a game.
fn play(game: &str, players: [&str; 2], games: u32, seed: u64) -> anyhow::Result<Match> {
    Ok(Match {
        players: [players[0].parse()?, players[1].parse()?],
        starts: RULESETS.contest(game)?.clone().into(),
        games,
        allowance: Allowance::Nodes(NODES),
        seed,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    })
}

/// Every player against every opponent.
fn gains(settings: &Settings) -> anyhow::Result<Table> {
    let mut rows = Vec::new();
    for (game, styles) in GAMES {
        // Games of dark chess take some ten times as long.
        let games = match (settings.full, game) {
            (true, "ewn") => 4000,
            (true, _) => 400,
            (false, "ewn") => 200,
            (false, _) => 20,
        };
        let believers = styles.iter().map(|style| format!("om:{style}@1"));
        let others = ["minimax", "prom", "learner"].map(str::to_owned);
        for player in others.into_iter().chain(believers) {
            for style in styles {
                let opponent = format!("minimax:{style}@1");
                (settings.progress)(&format!("{game}: {player} against {opponent}"));
                let records = play(game, [&player, &opponent], games, settings.seed)?.play(
                    None,
                    &Budget::endless(),
                    &|_| {},
                )?;
                // A draw is half a win, so that games with draws can be compared.
                let won = |record: &matches::Record| match record.winner() {
                    Some(winner) => 2 * usize::from(record.seats[winner] == 0),
                    None => 1,
                };
                let points: usize = records.iter().map(won).sum();
                let (low, high) = wilson(points / 2, records.len()).context("a match has games")?;
                let percent = |share: f64| Cell::Decimal(100.0 * share, 1);
                let share = points as f64 / (2 * records.len()) as f64;
                let model = if player == format!("om:{style}@1") { "right" } else { "" };
                rows.push(row![
                    game,
                    player.clone(),
                    opponent,
                    model,
                    percent(share),
                    percent(low),
                    percent(high)
                ]);
            }
        }
    }
    let title =
        format!("Share of points against opponents who look one ply ahead, {NODES} nodes for each move");
    Ok(Table::new(title, "game|player|opponent|model|points, %|at least|at most", rows))
}

/// Matches of the learner against every style, and the style that its records name.
fn found_out(settings: &Settings) -> anyhow::Result<Table> {
    let matches = if settings.full { 100 } else { 10 };
    let mut rows = Vec::new();
    for (game, styles) in GAMES {
        for style in styles {
            let opponent = format!("minimax:{style}@1");
            let (mut right, mut sure) = (0, 0.0);
            for number in 0..matches {
                (settings.progress)(&format!("{game}: match {number} against {opponent}"));
                let (name, share) = recognised(game, &opponent, settings.seed ^ (number << 20))?;
                right += u64::from(format!("minimax:{name}") == opponent);
                sure += share;
            }
            rows.push(row![game, opponent, matches, right, Cell::Decimal(100.0 * sure / matches as f64, 1)]);
        }
    }
    let title = format!("What a learner finds out from the records of a match of {SEEN} games");
    Ok(Table::new(title, "game|opponent|matches|named right|certainty, %", rows))
}

/// The style that a learner sees in an opponent, and how sure it is.
fn recognised(game: &str, opponent: &str, seed: u64) -> anyhow::Result<(String, f64)> {
    let play = play(game, ["learner", opponent], SEEN, seed)?;
    let (mut recogniser, mut referee) = (Recogniser::new(Vec::new()), Referee::default());
    for record in play.play(None, &Budget::endless(), &|_| {})? {
        let game = record.replay(play.opening(record.game)?, &mut referee)?;
        let side = if record.seats[Player::Left] == 1 { Player::Left } else { Player::Right };
        recogniser.see(&game, side, &Budget::endless());
    }
    let (style, share) = recogniser.beliefs().first().context("a learner believes in some opponent")?;
    Ok((style.to_string(), *share))
}

#[cfg(test)]
mod tests {
    use super::recognised;

    #[test]
    fn the_right_opponent_is_named_in_nine_of_ten_matches() -> anyhow::Result<()> {
        for style in ["usual@1", "runner@1", "hunter@1"] {
            let named =
                (0..10).map(|seed| Ok(recognised("ewn", &format!("minimax:{style}"), seed)?.0 == style));
            let right: anyhow::Result<Vec<bool>> = named.collect();
            assert!(right?.into_iter().filter(|right| *right).count() >= 9, "{style}");
        }
        Ok(())
    }
}

//! Players with a model of their opponent in games with chance: what a right model gains over minimax search to
//! the same depth and with the same number of nodes, what it costs against other opponents, and what a learner finds out about an
//! opponent from the records of a match (Hsu 2022, on opponent models; Carmel and Markovitch 1996).

use crate::chance_players::points;
use crate::table::row;
use crate::{Cell, Outcome, Settings, Table};
use anyhow::Context;
use matches::players::Recogniser;
use matches::{Allowance, Match, Referee};
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
    let same = [Same::Depth(2), Same::Depth(3), Same::Nodes];
    let gains = same.into_iter().map(|same| gains(settings, same));
    let tables = gains.chain([found_out(settings)]).collect::<anyhow::Result<_>>()?;
    Ok(Outcome { tables, plots: Vec::new() })
}

/// What players have alike. To the same depth the model alone makes a difference; with the same number of nodes
/// minimax search looks deeper, since it has cuts that a search with a model does not have.
#[derive(Clone, Copy, PartialEq)]
enum Same {
    /// The number of plies that they look ahead.
    Depth(u32),
    /// The number of nodes for a move.
    Nodes,
}

impl Same {
    /// The name of a player with this limit.
    fn limited(self, player: &str) -> String {
        let (name, styles) =
            player.split_once(':').map_or((player, ""), |(name, _)| (name, &player[name.len()..]));
        match (self, name) {
            (Self::Nodes, _) => player.to_owned(),
            (Self::Depth(plies), "minimax") => format!("minimax:usual@{plies}"),
            (Self::Depth(plies), _) => format!("{name}@{plies}{styles}"),
        }
    }

    /// The nodes that a player may visit.
    fn nodes(self) -> u64 {
        if self == Self::Nodes { NODES } else { u64::MAX }
    }
}

/// A match of a game.
fn play(game: &str, players: [&str; 2], nodes: u64, games: u32, seed: u64) -> anyhow::Result<Match> {
    Ok(Match {
        players: [players[0].parse()?, players[1].parse()?],
        starts: RULESETS.contest(game)?.clone().into(),
        games,
        allowance: Allowance::Nodes(nodes),
        seed,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    })
}

/// Every player against every opponent.
fn gains(settings: &Settings, same: Same) -> anyhow::Result<Table> {
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
                let limited = same.limited(&player);
                settings.next(&format!("{game}: {limited} against {opponent}"))?;
                let play = play(game, [&limited, &opponent], same.nodes(), games, settings.seed)?;
                let [share, low, high] = points(settings, &play)?;
                let model = if player == format!("om:{style}@1") { "right" } else { "" };
                rows.push(row![game, limited, opponent, model, share, low, high]);
            }
        }
    }
    let limit = match same {
        Same::Depth(plies) => format!("all others look {plies} plies ahead"),
        Same::Nodes => format!("{NODES} nodes for each move"),
    };
    let title = format!("Share of points against opponents who look one ply ahead, {limit}");
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
                settings.next(&format!("{game}: match {number} against {opponent}"))?;
                let (name, share) =
                    recognised(game, &opponent, settings.seed ^ (number << 20), &settings.budget)?;
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
fn recognised(game: &str, opponent: &str, seed: u64, budget: &Budget) -> anyhow::Result<(String, f64)> {
    let play = play(game, ["learner", opponent], NODES, SEEN, seed)?;
    let (mut recogniser, mut referee) = (Recogniser::new(Vec::new()), Referee::default());
    for record in play.play(None, budget, &|_| {})? {
        let game = record.replay(play.opening(record.game)?, &mut referee)?;
        let side = if record.seats[Player::Left] == 1 { Player::Left } else { Player::Right };
        recogniser.see(&game, side, budget);
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
            let named = (0..10).map(|seed| {
                Ok(recognised("ewn", &format!("minimax:{style}"), seed, &values::Budget::endless())?.0
                    == style)
            });
            let right: anyhow::Result<Vec<bool>> = named.collect();
            assert!(right?.into_iter().filter(|right| *right).count() >= 9, "{style}");
        }
        Ok(())
    }
}

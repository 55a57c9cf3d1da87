//! Players of sums against each other: sums of Amazons boards with a queen each and three burnt squares,
//! every one played twice with colours exchanged. Each cell of a table is a match: mean score, its deviation,
//! the share of games won and its 95 % confidence interval.

use crate::table::row;
use crate::{Cell, Outcome, Settings, Table};
use matches::players::PlayerName;
use matches::{Allowance, Deal, Match, Tally};
use std::time::Duration;

/// The time for a move and the number of games.
#[derive(Clone, Copy)]
struct Effort {
    games: u32,
    milliseconds: u64,
}

/// The result of a match on this number of square boards.
fn tally(
    settings: &Settings,
    players: [&str; 2],
    side: u8,
    components: usize,
    effort: Effort,
) -> anyhow::Result<Tally> {
    let [a, b] = players;
    let what = format!("{a} against {b}, {components} boards of {side}×{side}");
    settings.next(&what)?;
    let play = Match {
        players: [a.parse::<PlayerName>()?, b.parse::<PlayerName>()?],
        starts: Deal { game: "amazons".to_owned(), width: side, height: side, components }.into(),
        games: effort.games,
        allowance: Allowance::time(Duration::from_millis(effort.milliseconds)),
        seed: settings.seed,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    };
    Ok(Tally::of(&settings.work.games(&play, &settings.budget)?))
}

/// The players of `strategies`.
const STRATEGIES: [&str; 11] = [
    "informed",
    "alphabeta",
    "mcts",
    "hotstrat:exact",
    "hotstrat+:exact",
    "sentestrat:exact",
    "thermostrat:exact",
    "mean:exact",
    "follow:exact",
    "hotstrat:tds+",
    "random",
];

/// All players against all.
pub(crate) fn strategies(settings: &Settings) -> anyhow::Result<Outcome> {
    let effort = match settings.full {
        true => Effort { games: 40, milliseconds: 100 },
        false => Effort { games: 2, milliseconds: 20 },
    };
    let mut shares = vec![vec![Cell::from(""); STRATEGIES.len()]; STRATEGIES.len()];
    let mut points = [(0.0, 0); STRATEGIES.len()];
    for i in 0..STRATEGIES.len() {
        for j in i + 1..STRATEGIES.len() {
            let tally = tally(settings, [STRATEGIES[i], STRATEGIES[j]], 4, 3, effort)?;
            let [won, lost] = [tally.wins, tally.losses];
            shares[i][j] = format!("{won}:{lost}").into();
            shares[j][i] = format!("{lost}:{won}").into();
            let drawn = (tally.games - won - lost) as f64 / 2.0;
            for (player, won) in [(i, won), (j, lost)] {
                points[player].0 += won as f64 + drawn;
                points[player].1 += tally.games;
            }
        }
    }
    let rows = STRATEGIES.iter().zip(shares).zip(points).map(|((name, shares), (won, games))| {
        let share = format!("{:.0} %", 100.0 * won / f64::from(games.max(1) as u32));
        row![*name, share].into_iter().chain(shares).collect()
    });
    let Effort { games, milliseconds } = effort;
    let title = format!(
        "Games won and lost, {games} for each pair on 3 boards of 4×4, {milliseconds} ms for each move"
    );
    let columns = format!("player|points|{}", STRATEGIES.join("|"));
    Ok(Table::new(title, &columns, rows.collect()).into())
}

#[cfg(test)]
mod tests {
    use super::{Allowance, Deal, Match, STRATEGIES, Tally};

    /// With a node limit no player is late, unless a player finds no move.
    #[test]
    fn all_players_of_the_experiments_play_to_the_end() -> anyhow::Result<()> {
        for player in STRATEGIES.into_iter().chain(["hotstrat:tds"]) {
            let play = Match {
                players: [player.parse()?, "random".parse()?],
                starts: Deal { game: "amazons".to_owned(), width: 4, height: 4, components: 2 }.into(),
                games: 2,
                allowance: Allowance::Nodes(100),
                seed: 1,
                threads: 1,
            };
            let records = play.play(None, &values::Budget::endless(), &|_| {})?;
            let tally = Tally::of(&records);
            assert_eq!((tally.games, tally.late), (2, [0, 0]), "{player}");
            assert!(records.iter().all(|record| !record.moves.is_empty()), "{player}");
        }
        Ok(())
    }
}

//! What do players of EinStein würfelt nicht! lose with their moves, and how much can an opponent win against them at
//! most? Each move is compared with the best one, by a search that looks further ahead than the players. Both sides
//! start alike, so all that a perfect opponent wins beyond a half is what the player loses. The rest is luck.

use crate::table::row;
use crate::{Cell, Outcome, Settings, Table};
use adversary::alphabeta::{AlphaBeta, Options, POINT, Plain};
use anyhow::anyhow;
use fastrand::Rng;
use matches::State;
use matches::players::{Kind, PlayerName};
use rules::games::ewn::Ewn;
use rules::{AnyContest, Contest, Playable, Stochastic};
use std::time::Duration;
use values::{Budget, Error};

/// The players.
const PLAYERS: [&str; 6] = ["greedy", "star1", "star2", "star+", "sparse", "mcts"];
/// One of this number of moves is random, so that states are not only those that one player likes.
const RANDOM: u32 = 8;
/// The least loss that counts as a mistake.
const MISTAKE: f64 = 1.0;
/// The quantile of the normal distribution for intervals of 95 %.
const QUANTILE: f64 = 1.96;

/// A state, and what is lost by each of its moves, in points.
type Choice = (Ewn, Vec<f64>);

/// The move with the best estimate.
fn greedy(state: &Ewn) -> Option<<Ewn as Contest>::Move> {
    // A move without an estimate wins.
    let estimate =
        |action| state.evaluation_after(action).map_or(Ewn::MOST, |points| state.to_move().sees(points));
    state.moves().into_iter().max_by_key(|&action| estimate(action))
}

/// The states of a game in which there is a choice.
fn states(random: &mut Rng) -> Vec<Ewn> {
    let mut state = Ewn::opening(&mut |below| random.u32(..below));
    let mut states = Vec::new();
    loop {
        let moves = state.moves();
        if moves.len() > 1 {
            states.push(state);
        }
        let action = if random.u32(..RANDOM) == 0 { random.choice(moves) } else { greedy(&state) };
        let Some(action) = action else { return states };
        state = state.toss(action, random.u64(..));
    }
}

/// What is lost by each move, by a search to a depth after it.
fn losses(state: &Ewn, depth: u32, budget: &Budget) -> Result<Vec<f64>, Error> {
    let mut search = AlphaBeta::new(Plain::default(), Options::default());
    let everything = search.everything();
    let mut value = |action| {
        let (mut sum, mut weights) = (0.0, 0.0);
        for (weight, next) in state.outcomes(action) {
            let score = search.value(&next, depth, everything, budget)?.score;
            let score = if next.to_move() == state.to_move() { score } else { -score };
            sum += f64::from(weight) * score as f64 / POINT as f64;
            weights += f64::from(weight);
        }
        Ok(sum / weights)
    };
    let values = state.moves().into_iter().map(&mut value).collect::<Result<Vec<f64>, Error>>()?;
    let best = values.iter().copied().fold(f64::MIN, f64::max);
    Ok(values.into_iter().map(|value| best - value).collect())
}

/// A row for a player: the loss of a move, the mistakes, and the share of games that a perfect opponent wins.
fn row_of(
    name: &str,
    games: &[Vec<Choice>],
    time: Duration,
    settings: &Settings,
) -> anyhow::Result<Vec<Cell>> {
    let mut player = name.parse::<PlayerName>()?.player(Kind::Contest, &exact::knowledge())?;
    let (mut lost, mut mistakes) = (Vec::new(), 0);
    for choices in games {
        let mut loss = 0.0;
        for (state, losses) in choices {
            let game = State::contest("ewn", AnyContest::new(*state), Rng::with_seed(settings.seed));
            player.begin(&game, state.to_move(), settings.seed);
            let chosen = player.choose(&game, &settings.budget.processor_slice(time));
            let chosen = chosen.map_err(|error| anyhow!("{name} chooses no move: {error}"))?;
            loss += losses[chosen.action.index];
            mistakes += u32::from(losses[chosen.action.index] >= MISTAKE);
        }
        // Half of the states are those of one side.
        lost.push(loss / 2.0);
    }
    let (count, moves) = (games.len() as f64, games.iter().map(Vec::len).sum::<usize>() as f64);
    let mean = lost.iter().sum::<f64>() / count;
    let variance = lost.iter().map(|loss| (loss - mean).powi(2)).sum::<f64>() / count;
    let width = QUANTILE * (variance / count).sqrt();
    // A point is this share of a game, in percent.
    let percent = 100.0 / f64::from(2 * Ewn::MOST);
    Ok(row![
        name,
        Cell::Decimal(2.0 * mean * count / moves, 2),
        Cell::Decimal(100.0 * f64::from(mistakes) / moves, 1),
        Cell::Decimal(50.0 + percent * mean, 2),
        Cell::Decimal(50.0 + percent * (mean - width), 2),
        Cell::Decimal(50.0 + percent * (mean + width), 2),
    ])
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let (games, depth, time) = if settings.full { (100, 5, 100) } else { (40, 4, 5) };
    table(settings, games, depth, Duration::from_millis(time)).map(Outcome::from)
}

fn table(settings: &Settings, games: u32, depth: u32, time: Duration) -> anyhow::Result<Table> {
    let mut random = Rng::with_seed(settings.seed);
    let mut played = Vec::new();
    for game in 0..games {
        settings.next(&format!("the moves of game {} of {games}", game + 1))?;
        let valued = |state: Ewn| Ok((state, losses(&state, depth, &settings.budget)?));
        played.push(states(&mut random).into_iter().map(valued).collect::<Result<Vec<Choice>, Error>>()?);
    }
    let mut rows = Vec::new();
    for name in PLAYERS {
        settings.next(name)?;
        rows.push(row_of(name, &played, time, settings)?);
    }
    let states: usize = played.iter().map(Vec::len).sum();
    let title = format!(
        "What moves lose in {states} states of {games} games of EinStein würfelt nicht!, in points of which a win has {}, with {} ms of processor time for a move",
        Ewn::MOST,
        time.as_millis()
    );
    let columns = "player|loss of a move|mistakes, %|a perfect opponent wins, % (estimate)|at least|at most";
    Ok(Table::new(title, columns, rows))
}

#[cfg(test)]
mod tests {
    use super::{MISTAKE, PLAYERS, losses, table};
    use crate::Settings;
    use rules::Playable;
    use rules::games::ewn::Ewn;
    use std::time::Duration;
    use values::Budget;

    /// The opponent wins with the next move, so only the move that wins at once loses nothing.
    #[test]
    fn moves_that_do_not_win_in_time_lose() -> anyhow::Result<()> {
        let state = Ewn::read(".a...|.....|.....|...1.|..... left 1")?;
        let mut lost = losses(&state, 2, &Budget::endless())?;
        lost.sort_by(f64::total_cmp);
        assert!(lost.len() == 3 && lost[0] == 0.0 && lost[1] >= MISTAKE, "{lost:?}");
        Ok(())
    }

    #[test]
    fn every_player_has_a_row() -> anyhow::Result<()> {
        let rows = table(&Settings::short(1), 1, 2, Duration::from_millis(2))?.rows;
        assert_eq!(rows.len(), PLAYERS.len());
        Ok(())
    }
}

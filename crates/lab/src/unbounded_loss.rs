//! The loss of strategies against the best response, in `n` copies of `{10||0|-20}|-4` and `10||9|-9`
//! (Müller's lecture): HotStrat as Left loses more with every copy, SenteStrat and ThermoStrat never more
//! than a temperature.

use crate::table::row;
use crate::{Outcome, Settings, Table};
use matches::players::{Kind, Player as Mind, PlayerName};
use matches::{Move, Referee, State};
use std::collections::HashSet;
use std::time::Duration;
use sums::{Solver, Sum};
use values::{Budget, Dyadic, Player};

/// Time for a move; positions this small need far less.
const TIME: Duration = Duration::from_secs(1);

/// The worst-case score of a strategy that plays Left and moves first.
pub(crate) fn worst(
    mind: &mut dyn Mind,
    referee: &mut Referee,
    state: &mut State,
    budget: &Budget,
) -> anyhow::Result<Dyadic> {
    budget.check_now()?;
    if let Some(score) = referee.score(state)? {
        return Ok(score);
    }
    let moves: Vec<Move> = match state.to_move() {
        Player::Left => vec![mind.choose(state, &budget.slice(TIME))?.action],
        Player::Right => {
            // One of equal copies is enough, except that the strategy may answer in the copy just played in.
            let mut seen = HashSet::new();
            let last = state.last().map(|action| action.part);
            let parts = state.sum().parts.iter().enumerate();
            let moves = parts.filter(|(i, part)| seen.insert((part.position.to_string(), Some(*i) == last)));
            let moves = moves.flat_map(|(part, position)| {
                (0..position.position.moves(Player::Right).len()).map(move |index| Move { part, index })
            });
            moves.collect()
        }
    };
    let mut score: Option<Dyadic> = None;
    for action in moves {
        state.play(action)?;
        let after = worst(mind, referee, state, budget);
        state.undo();
        let after = after?;
        score = Some(score.map_or(after, |score| score.min(after)));
    }
    score.ok_or_else(|| anyhow::anyhow!("no move in {}", state.sum()))
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let names = ["hotstrat", "hotstrat+", "sentestrat", "thermostrat", "mean", "follow"];
    let mut rows = Vec::new();
    for copies in 1..=if settings.full { 3 } else { 2 } {
        let sum = Sum::read(&vec!["{{10||0|-20}|-4} + {10||9|-9}"; copies].join(" + "))?;
        let best = Solver::new(settings.budget.clone()).score(&sum, Player::Left)?;
        let mut row = row![copies, 7 * copies, best];
        for name in names {
            settings.next(&format!("{name} with {copies} copies"))?;
            let mut mind = name.parse::<PlayerName>()?.player(Kind::Sum, &exact::knowledge())?;
            let mut state = State::new(sum.clone(), Player::Left);
            row.push(worst(&mut *mind, &mut Referee::default(), &mut state, &settings.budget)?.into());
        }
        rows.push(row);
    }
    let title = "What strategies reach as Left, moving first, against the best answer to them";
    Ok(Table::new(title, &format!("copies|mean|best|{}", names.join("|")), rows).into())
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::Settings;

    #[test]
    fn hotstrat_loses_more_with_every_copy() -> anyhow::Result<()> {
        let outcome = run(&Settings::short(0))?;
        let rows = &outcome.tables[0].rows;
        let number = |row: usize, column: usize| rows[row][column].number();
        for (row, copies) in [(0, 1.0), (1, 2.0)] {
            // One point for each copy, six less than the mean.
            assert_eq!(number(row, 3), Some(copies), "{rows:?}");
            // The mean at least, for the first player.
            assert!(number(row, 5) >= Some(7.0 * copies) && number(row, 6) >= Some(7.0 * copies), "{rows:?}");
        }
        Ok(())
    }
}

//! How deep do the searches of trees with chance nodes get? They find the same values, but for strategy II and
//! the limit of flips, so they are compared by the number of nodes for a depth, and by the depth in a given
//! time.

use crate::table::row;
use crate::{Cell, Outcome, Settings, Table};
use adversary::alphabeta::{
    AlphaBeta, Approximate, Chance, Options, OutcomeOrder, Plain, Probing, Shares, Star,
};
use fastrand::Rng;
use rules::games::dark_chess::DarkChess;
use rules::games::ewn::Ewn;
use rules::{Playable, Stochastic};
use std::time::Duration;

const TIME: Duration = Duration::from_millis(100);

/// The number of random moves from the opening state.
const MOVES: u32 = 6;

/// A depth that no search reaches.
const DEEPEST: u32 = 100;

/// States a few random moves after the opening.
fn states<S: Playable + Stochastic>(count: u64, seed: u64) -> Vec<S> {
    let state = |number| {
        let mut random = Rng::with_seed(seed.wrapping_add(number));
        let mut state = S::opening(&mut |below| random.u32(..below.max(1)));
        for _ in 0..MOVES {
            let Some(action) = random.choice(state.moves()) else { break };
            state = state.toss(action, random.u64(..));
        }
        state
    };
    (0..count).map(state).collect()
}

/// A row for each search: the number of nodes for each depth, and the depth reached in the time.
fn rows<S: Playable + Stochastic>(
    name: &str,
    depth: u32,
    time: Duration,
    settings: &Settings,
) -> anyhow::Result<Vec<Vec<Cell>>> {
    let states = states::<S>(if settings.full { 100 } else { 12 }, settings.seed);
    let none = Chance::default();
    let [star2, star2_5] = [1, 3].map(|factor| Star::Star2 { factor, probing: Probing::Cyclic });
    let all = Approximate::All { reduction: 2, margin: 120 };
    let ways = [
        ("Star1", Star::Star1, none),
        ("Star2", star2, none),
        ("Star2.5, h = 3", star2_5, none),
        ("Star2, worst first when ahead", star2, Chance { order: OutcomeOrder::WorstWhenAhead, ..none }),
        ("Star2, best first when ahead", star2, Chance { order: OutcomeOrder::BestWhenAhead, ..none }),
        ("Star2, probes by weight", star2, Chance { shares: Shares::ByWeight, ..none }),
        ("Star2, strategy I", star2, Chance { approximate: Approximate::Promising { outcomes: 2 }, ..none }),
        ("Star2, strategy II", star2, Chance { approximate: all, ..none }),
        ("Star2, two flips at most", star2, Chance { flips: Some(2), ..none }),
    ];
    let mut rows = Vec::new();
    for bytes in [0, Options::default().bytes] {
        for (way, star, chance) in ways {
            settings.next(&format!("{way}, {name}"))?;
            let options = Options { bytes, star, chance, ..Options::default() };
            let search = || AlphaBeta::new(Plain::<S>::default(), options);
            let (mut nodes, mut reached) = (0, 0);
            for state in &states {
                let mut search = search();
                search.think(state, depth, &settings.budget);
                nodes += search.nodes();
            }
            for state in &states {
                let thought = search().think(state, DEEPEST, &settings.budget.slice(time));
                reached += thought.map_or(0, |thought| thought.depth);
            }
            rows.push(row![
                name,
                if bytes == 0 { "no" } else { "yes" },
                way,
                depth,
                nodes / states.len() as u64,
                Cell::Decimal(f64::from(reached) / states.len() as f64, 2),
            ]);
        }
    }
    Ok(rows)
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let mut all = rows::<Ewn>("ewn", 5, TIME, settings)?;
    all.extend(rows::<DarkChess>("dark-chess", 4, TIME, settings)?);
    let columns = "game|table|search|depth|states to it|depth in 100 ms";
    let title = format!("How far searches look, {MOVES} random moves after the start, on average");
    Ok(Table::new(title, columns, all).into())
}

#[cfg(test)]
mod tests {
    use super::{Duration, Ewn, rows};
    use crate::Settings;

    #[test]
    fn probing_takes_fewer_states_to_look_equally_far() -> anyhow::Result<()> {
        let settings = Settings::short(1);
        let rows = rows::<Ewn>("ewn", 3, Duration::ZERO, &settings)?;
        assert_eq!(rows.len(), 18);
        for searches in rows.chunks(9) {
            assert!(searches[1][4].number() < searches[0][4].number(), "{searches:?}");
        }
        Ok(())
    }
}

//! Do all temperature searches agree? Every search is compared with exact thermographs on all 4×4 Amazons
//! boards with a queen each and up to a number of empty squares. One disagreement ends the experiment.

use crate::table::row;
use crate::{Outcome, Settings, Table, six_hundred};
use exact::ThermographTable;
use rules::AnyPosition;
use std::time::Duration;
use temperature::mts::Mts;
use temperature::{Enhancements, Leaves, Method, Tds};
use values::Values;

/// The maximum number of empty squares for which plain temperature discovery search runs on all boards.
const MOST_FOR_PLAIN_TDS: u32 = 4;
/// Plain search runs on one of this number of larger boards.
const SAMPLE: usize = 100;

/// The time and memory limits of each search of a board.
const SECONDS: u64 = 10;
const BYTES: usize = 1 << 30;

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    compare(settings, if settings.full { 6 } else { 2 }, Duration::from_secs(SECONDS))
}

fn compare(settings: &Settings, most: u32, time: Duration) -> anyhow::Result<Outcome> {
    let tds = |enhancements| Box::new(Tds { enhancements, ..Tds::default() });
    let methods = [
        ("interval", Method::Interval),
        ("tds", Method::Tds(tds(Enhancements::NONE))),
        ("tds+", Method::Tds(tds(Enhancements::ALL))),
        ("mts", Method::Mts(Mts::default(), Leaves::NotHot(tds(Enhancements::ALL)))),
    ];
    let (values, table) = (Values::new(), ThermographTable::default());
    let (mut rows, whole) = (Vec::new(), &settings.budget);
    for empty in 0..=most {
        let boards = six_hundred::all_boards(empty)?;
        let mut row = row![empty, boards.len()];
        for (name, method) in &methods {
            // Plain search runs only on a sample of the larger boards.
            let step = if *name == "tds" && empty > MOST_FOR_PLAIN_TDS { SAMPLE } else { 1 };
            let some: Vec<_> = boards.iter().step_by(step).collect();
            settings.next(&format!("{} boards with {empty} empty squares, {name}", some.len()))?;
            let agree = |i: usize| -> anyhow::Result<bool> {
                whole.check_now()?;
                let board = some[i];
                let id = table.thermograph(&values, board)?;
                let graph = values.thermographs().get(id);
                let budget = whole.slice(time).with_bytes(whole.bytes().min(BYTES));
                let found = method.find_any(&AnyPosition::new(*board), &budget)?;
                let right =
                    (found.mean, found.temperature) == (Some(graph.mean()), Some(graph.temperature()));
                anyhow::ensure!(right || !found.exact(), "{name} is wrong about {board}");
                Ok(found.exact())
            };
            let solved = settings.work.list(some.len(), agree)?;
            let count = solved.into_iter().filter(|solved| *solved).count();
            row.push(if step == 1 { count.into() } else { format!("{count} of {}", some.len()).into() });
        }
        rows.push(row);
    }
    let columns = format!("empty|boards|{}", methods.map(|(name, _)| name).join("|"));
    let title =
        format!("4×4 Amazons boards on which searches agree with exact thermographs, {SECONDS} s each");
    Ok(Table::new(title, &columns, rows).into())
}

#[cfg(test)]
mod tests {
    use super::compare;
    use crate::Settings;
    use std::time::Duration;

    #[test]
    fn all_searches_agree_on_small_boards() -> anyhow::Result<()> {
        let outcome = compare(&Settings::short(0), 2, Duration::MAX)?;
        for row in &outcome.tables[0].rows {
            assert!(row[2..].iter().all(|solved| *solved == row[1]), "{row:?}");
        }
        Ok(())
    }
}

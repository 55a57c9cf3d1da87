//! The number of nodes of searches for mean and temperature, by the number of empty squares of an Amazons
//! position. Exact thermographs visit all positions, interval search few, and TDS+ visits states of board and
//! coupons. It is the comparison of Zhang (2015, §4.1) with two more methods.

use crate::six_hundred::{Case, cases};
use crate::table::row;
use crate::{Axis, Cell, Outcome, Plot, Series, Settings, Table};
use exact::ThermographTable;
use rules::bitboard::Small;
use rules::games::amazons::Amazons;
use std::time::Duration;
use temperature::{Aim, IntervalSearch, Tds};
use values::{Budget, Dyadic, Values};

/// Mean, temperature and the number of nodes. `None` means that time was up.
type Answer = anyhow::Result<Option<(Dyadic, Dyadic, u64)>>;

type Method = fn(&Amazons<Small>, Budget) -> Answer;

const METHODS: [(&str, Method); 3] = [("exact", exact), ("interval", interval), ("TDS+", tds_plus)];

fn exact(position: &Amazons<Small>, budget: Budget) -> Answer {
    let mut values = Values::new();
    values.set_budget(budget);
    let table = ThermographTable::default();
    match table.thermograph(&values, position) {
        Ok(id) => {
            let graph = values.thermographs().get(id);
            Ok(Some((graph.mean(), graph.temperature(), table.len() as u64)))
        }
        Err(error) if error.is_limit() => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn interval(position: &Amazons<Small>, budget: Budget) -> Answer {
    let mut search = IntervalSearch::new(budget.with_bytes(1 << 30));
    let (bounds, ended) = search.search(position, Aim::MeanAndTemperature, |_| ());
    match ended {
        Ok(()) => Ok(bounds.map(|bounds| (bounds.mean.0, bounds.temperature.0, search.expanded()))),
        Err(error) if error.is_limit() => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn tds_plus(position: &Amazons<Small>, budget: Budget) -> Answer {
    let found = Tds { budget, ..Tds::default() }.search(position)?;
    Ok(found.finished().then_some((found.mean, found.temperature, found.nodes)))
}

/// The average number of nodes of a method. `None` means that one of the positions takes too long.
fn average(name: &str, method: Method, cases: &[&Case], time: Duration) -> anyhow::Result<Option<f64>> {
    let mut sum = 0;
    for case in cases {
        let Some((mean, temperature, count)) = method(&case.position, Budget::after(time))? else {
            return Ok(None);
        };
        let right = (mean, temperature) == (case.mean, case.temperature);
        anyhow::ensure!(right, "{name} is wrong about {}", case.position);
        sum += count;
    }
    Ok(Some(sum as f64 / cases.len() as f64))
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let (most, time) = if settings.full { (usize::MAX, 120_000) } else { (5, 2000) };
    let time = Duration::from_millis(time);
    let cases = cases()?;
    let mut curves: [Vec<(f64, f64)>; METHODS.len()] = Default::default();
    let mut given_up = [false; METHODS.len()];
    let mut rows = Vec::new();
    for empty in 2..=14 {
        let cases: Vec<&Case> = cases.iter().filter(|case| case.empty == empty).take(most).collect();
        let mut row = row![empty, cases.len()];
        for (i, (name, method)) in METHODS.into_iter().enumerate() {
            (settings.progress)(&format!("{empty} empty squares, {name}"));
            let count = if given_up[i] { None } else { average(name, method, &cases, time)? };
            given_up[i] |= count.is_none();
            curves[i].extend(count.map(|count| (f64::from(empty), count)));
            row.push(count.map_or_else(|| "–".into(), |count| Cell::Decimal(count, 1)));
        }
        rows.push(row);
    }
    let names = METHODS.map(|(name, _)| name);
    let title = format!(
        "Positions looked at, or states of board and coupons for TDS+, on average; – once a position takes more than {} s",
        time.as_secs_f64()
    );
    let table = Table::new(title, &format!("empty|positions|{}", names.join("|")), rows);
    let plot = Plot::new(
        "Positions looked at on 4×4 Amazons boards",
        Axis::linear("empty squares"),
        Axis::logarithmic("positions or states, average"),
        names.into_iter().zip(curves).map(|(name, points)| Series::curve(name, points)).collect(),
    );
    Ok(Outcome { tables: vec![table], plots: vec![plot] })
}

#[cfg(test)]
mod tests {
    use super::{METHODS, average, cases};
    use std::time::Duration;

    #[test]
    fn all_methods_agree_with_the_set() -> anyhow::Result<()> {
        let cases = cases()?;
        let cases: Vec<_> = cases.iter().filter(|case| case.empty <= 4).collect();
        for (name, method) in METHODS {
            assert!(average(name, method, &cases, Duration::MAX)?.is_some(), "{name}");
        }
        Ok(())
    }
}

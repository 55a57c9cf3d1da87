//! The number of nodes of searches for mean and temperature, by the number of empty squares of an Amazons
//! position. Exact thermographs visit all positions, interval search few, and TDS+ visits states of board and
//! coupons. It is the comparison of Zhang (2015, §4.1) with two more methods.

use crate::six_hundred::{Case, cases};
use crate::table::row;
use crate::{Axis, Cell, Outcome, Plot, Series, Settings, Table};
use rules::AnyPosition;
use std::time::Duration;
use temperature::Method;
use values::Budget;

/// The methods, and the bytes that each may take.
fn methods() -> [(&'static str, Method, usize); 3] {
    [
        ("exact", Method::Exact, 4 << 30),
        ("interval", Method::Interval, 1 << 30),
        ("TDS+", Method::Tds(Box::default()), 525_000_000),
    ]
}

/// The average number of nodes of a method. `None` means that one of the positions takes too long.
fn average(
    (name, method, bytes): &(&str, Method, usize),
    cases: &[&Case],
    time: Duration,
    whole: &Budget,
) -> anyhow::Result<Option<f64>> {
    let mut sum = 0;
    for case in cases {
        let budget = whole.slice(time).with_bytes(whole.bytes().min(*bytes));
        let found = method.find_any(&AnyPosition::new(case.position), &budget)?;
        if found.ended_by.is_some() {
            return Ok(None);
        }
        let right = (found.mean, found.temperature) == (Some(case.mean), Some(case.temperature));
        anyhow::ensure!(right, "{name} is wrong about {}", case.position);
        sum += found.nodes;
    }
    Ok(Some(sum as f64 / cases.len() as f64))
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let (most, time) = if settings.full { (usize::MAX, 120_000) } else { (5, 2000) };
    let time = Duration::from_millis(time);
    let cases = cases()?;
    let methods = methods();
    let mut curves: [Vec<(f64, f64)>; 3] = Default::default();
    let mut given_up = [false; 3];
    let mut rows = Vec::new();
    for empty in 2..=14 {
        let cases: Vec<&Case> = cases.iter().filter(|case| case.empty == empty).take(most).collect();
        let mut row = row![empty, cases.len()];
        for (i, method) in methods.iter().enumerate() {
            settings.next(&format!("{empty} empty squares, {}", method.0))?;
            let count = if given_up[i] { None } else { average(method, &cases, time, &settings.budget)? };
            given_up[i] |= count.is_none();
            curves[i].extend(count.map(|count| (f64::from(empty), count)));
            row.push(count.map_or_else(|| "–".into(), |count| Cell::Decimal(count, 1)));
        }
        rows.push(row);
    }
    let names = methods.map(|(name, ..)| name);
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
    use super::{average, cases, methods};
    use std::time::Duration;

    #[test]
    fn all_methods_agree_with_the_set() -> anyhow::Result<()> {
        let cases = cases()?;
        let cases: Vec<_> = cases.iter().filter(|case| case.empty <= 4).collect();
        for method in methods() {
            assert!(
                average(&method, &cases, Duration::MAX, &values::Budget::endless())?.is_some(),
                "{}",
                method.0
            );
        }
        Ok(())
    }
}

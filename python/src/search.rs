//! Temperature searches of positions and of whole sums, with their methods by name.

use crate::errors::wrong;
use crate::numbers::Exact;
use crate::questions::Topic;
use crate::work::Limits;
use pyo3::prelude::*;
use tedomari::rules::AnyPosition;
use tedomari::temperature::mts::Mts;
use tedomari::temperature::{Enhancements, Leaves, Method, Tds};

/// The method of a temperature search by its name.
fn method_of(name: &str, delta: Option<Exact>) -> PyResult<Method> {
    let tds =
        |enhancements| Tds { enhancements, delta: delta.as_ref().map(|delta| delta.0), ..Tds::default() };
    let method = match name {
        "best" => Method::Best,
        "exact" => Method::Exact,
        "interval" => Method::Interval,
        "tds" => Method::Tds(Box::new(tds(Enhancements::NONE))),
        "tds+" => Method::Tds(Box::new(tds(Enhancements::ALL))),
        "mts" => {
            let mts = Mts { bounds: true, ..Default::default() };
            Method::Mts(mts, Leaves::NotHot(Box::new(tds(Enhancements::ALL))))
        }
        other => {
            return Err(wrong(format!(
                "there is no method '{other}': best, exact, interval, tds, tds+, mts"
            )));
        }
    };
    match (delta.is_some(), &method) {
        (true, Method::Best | Method::Exact | Method::Interval) => {
            Err(wrong("delta is for tds, tds+ and mts: the others have no coupons"))
        }
        _ => Ok(method),
    }
}

/// Mean and temperature by a search; or whether the temperature is above a threshold.
pub(crate) fn search<'py>(
    topic: &impl Topic,
    py: Python<'py>,
    position: &AnyPosition,
    game: &str,
    method: &str,
    [threshold, delta]: [Option<Exact>; 2],
    limits: &Limits,
) -> PyResult<Bound<'py, PyAny>> {
    let method = method_of(method, delta)?;
    let found = topic.ask(py, limits, |engine, budget, report| {
        let mut found = match threshold {
            Some(t) => engine.is_hotter(&method, position, t.0, budget)?,
            None => engine.temperature_by(&method, position, budget, &mut |finding| {
                report.tell(finding.nodes, 0);
            })?,
        };
        game.clone_into(&mut found.game);
        Ok(found)
    })?;
    found.answered(py)
}

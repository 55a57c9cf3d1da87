//! Answers of the engine as Python objects: the JSON of the command, with numbers as fractions and thermographs
//! as such.

use crate::elsewhere;
use crate::errors::wrong;
use crate::numbers::{fraction, ratio};
use crate::thermograph::Thermograph;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rustc_hash::FxHashSet;
use serde::Serialize;
use serde_json::Value;
use std::sync::LazyLock;
use tedomari::answers::schema;
use tedomari::values::{Dyadic, Point, Rational};

/// The keys whose texts are exact numbers, from the schema of all answers.
static NUMBERS: LazyLock<FxHashSet<String>> = LazyLock::new(|| {
    fn refers(part: &Value) -> bool {
        match part {
            Value::Object(map) => map.iter().any(|(key, part)| {
                key == "$ref" && matches!(part.as_str(), Some("#/$defs/Number" | "#/$defs/Fraction"))
                    || key != "properties" && refers(part)
            }),
            Value::Array(list) => list.iter().any(refers),
            _ => false,
        }
    }
    fn collect(part: &Value, names: &mut FxHashSet<String>) {
        let Value::Object(map) = part else { return };
        for (key, part) in map {
            if key == "properties" {
                let Value::Object(properties) = part else { continue };
                names.extend(properties.iter().filter(|(_, is)| refers(is)).map(|(name, _)| name.clone()));
            }
            collect(part, names);
        }
    }
    let mut names = FxHashSet::default();
    collect(&schema()["$defs"], &mut names);
    names
});

/// An answer as an object of `tedomari.Answer`.
pub(crate) fn answer<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_value(answer).map_err(wrong)?;
    let facts = convert(py, &json, false)?;
    let text = serde_json::to_string(&json).map_err(wrong)?;
    Ok(elsewhere(py, "_answers", "Answer", (facts, text))?.into_bound(py))
}

/// A part of an answer. The texts below some keys are numbers.
fn convert<'py>(py: Python<'py>, json: &Value, numeric: bool) -> PyResult<Bound<'py, PyAny>> {
    match json {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(said) => said.into_bound_py_any(py),
        Value::Number(number) => match number.as_i64() {
            Some(count) => count.into_bound_py_any(py),
            None => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) if !numeric => text.into_bound_py_any(py),
        Value::String(text) => match (text.parse::<Dyadic>(), text.parse::<Rational>()) {
            (Ok(number), _) => Ok(fraction(py, number)?.into_bound(py)),
            (Err(_), Ok(_)) => ratio(py, text),
            (Err(_), Err(_)) => text.into_bound_py_any(py),
        },
        Value::Array(list) => {
            let items = list.iter().map(|item| convert(py, item, numeric)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, items)?.into_any())
        }
        Value::Object(map) => {
            let facts = PyDict::new(py);
            for (key, fact) in map {
                let graph = if key == "thermograph" { thermograph(fact) } else { None };
                match graph {
                    Some(graph) => facts.set_item(key, graph)?,
                    None => facts.set_item(key, convert(py, fact, NUMBERS.contains(key))?)?,
                }
            }
            Ok(facts.into_any())
        }
    }
}

/// The thermograph with the walls of an answer.
fn thermograph(json: &Value) -> Option<Thermograph> {
    let outline = |side: &str| -> Option<Vec<Point>> {
        let corner = |corner: &Value| {
            let number = |i: usize| corner.get(i)?.as_str()?.parse::<Dyadic>().ok();
            Some(Point { value: number(0)?, temperature: number(1)? })
        };
        json.get(side)?.as_array()?.iter().map(corner).collect()
    };
    Thermograph::of_outlines(outline("left")?, outline("right")?)
}

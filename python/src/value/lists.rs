//! Lists of values: all comparisons of two lists in one call, and all values born by a day.

use super::Value;
use crate::store::{compute, current, home};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tedomari::values::{self, Error, ValueId};

/// The order of each pair of values, numbers or texts of two lists: −1 for less, 0 for equal, 1 for greater, 2 for confused. The
/// first list gives rows.
#[pyfunction]
#[pyo3(signature = (left, right))]
pub(crate) fn compare_lists<'py>(
    py: Python<'py>,
    left: Vec<Bound<'py, PyAny>>,
    right: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let known = left.iter().chain(&right).find_map(|thing| thing.cast::<Value>().ok());
    let home = known.map_or_else(current, |first| home(first.get()));
    let in_rust = |things: &[Bound<'py, PyAny>]| -> PyResult<Vec<values::Value>> {
        let read = |thing: &Bound<'py, PyAny>| match thing.cast::<Value>() {
            Ok(value) => Ok(value.get().value.clone()),
            Err(_) => Ok(Value::read(py, thing, &home)?.value.clone()),
        };
        things.iter().map(read).collect()
    };
    let (left, right) = (in_rust(&left)?, in_rust(&right)?);
    let store = home.store.clone();
    let found = compute(py, || {
        let ids = |side: &[values::Value]| -> Result<Vec<ValueId>, Error> {
            side.iter().map(|value| value.id_in(&store)).collect()
        };
        let (left, right) = (ids(&left)?, ids(&right)?);
        let mut found = Vec::with_capacity(left.len() * right.len());
        for &g in &left {
            store.check()?;
            for &h in &right {
                found.push(match store.compare(g, h)? {
                    Some(order) => order as i8 as u8,
                    None => 2,
                });
            }
        }
        Ok(found)
    })?;
    Ok(PyBytes::new(py, &found))
}

/// All values born by a day, day by day, and those of a day in the order of their texts.
#[pyfunction]
#[pyo3(signature = (day, /))]
pub(crate) fn born_by(py: Python<'_>, day: u32) -> PyResult<Vec<Value>> {
    let home = current();
    let all = compute(py, || {
        let ids = home.store.born_by(day)?.into_iter();
        let mut all = ids.map(|id| values::Value::new(&home.store, id)).collect::<Result<Vec<_>, _>>()?;
        // The order of a store depends on what was computed before.
        all.sort_by_cached_key(|value| (value.birthday(), value.to_string()));
        Ok(all)
    })?;
    Ok(all.into_iter().map(|value| home.owns(value)).collect())
}

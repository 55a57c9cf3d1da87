//! The papers' experiments by name. Python runs each in a process of its own, which a signal ends at once.

use crate::errors::wrong;
use crate::numbers::fraction;
use lab::{Cell, EXPERIMENTS, Experiment, Outcome, Settings, Work};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use tedomari::values::Budget;

/// The experiments: name, what it shows, whether the seed matters, whether there is a longer run, and whether several
/// processes can share its work.
#[pyfunction]
pub(crate) fn experiments() -> Vec<(&'static str, &'static str, bool, bool, bool)> {
    let known = EXPERIMENTS.iter();
    known
        .map(|known| (known.name, known.about, known.is_random, known.can_be_full, known.is_shared()))
        .collect()
}

/// Runs an experiment in this process. Returns its tables (title, columns, rows) and its plots as SVG.
#[pyfunction]
#[pyo3(signature = (name, *, full, seed, progress))]
pub(crate) fn run_experiment<'py>(
    py: Python<'py>,
    name: &str,
    full: bool,
    seed: u64,
    progress: Py<PyAny>,
) -> PyResult<(Bound<'py, PyList>, Vec<String>)> {
    let experiment = named(name)?;
    let tell = |text: &str| {
        // A failure to show progress is ignored.
        Python::attach(|py| _ = progress.call1(py, (text,)));
    };
    let found = py.detach(|| {
        let (budget, work) = (Budget::endless(), Work::default());
        let settings = Settings { full, seed, budget, work, progress: &tell };
        experiment.run(&settings).map_err(|error| format!("{error:#}"))
    });
    told(py, &found.map_err(PyRuntimeError::new_err)?)
}

pub(crate) fn named(name: &str) -> PyResult<&'static Experiment> {
    let experiment = EXPERIMENTS.iter().find(|experiment| experiment.name == name);
    experiment.ok_or_else(|| wrong(format!("there is no experiment '{name}'")))
}

/// The tables (title, columns, rows) and the plots as SVG.
pub(crate) fn told<'py>(py: Python<'py>, outcome: &Outcome) -> PyResult<(Bound<'py, PyList>, Vec<String>)> {
    let mut tables = Vec::new();
    for table in &outcome.tables {
        let row = |row: &Vec<Cell>| {
            let cells = row.iter().map(|cell| value(py, cell)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, cells)
        };
        let rows = table.rows.iter().map(row).collect::<PyResult<Vec<_>>>()?;
        let known = PyDict::new(py);
        known.set_item("title", &table.title)?;
        known.set_item("columns", &table.columns)?;
        known.set_item("rows", rows)?;
        tables.push(known);
    }
    let plots = outcome.plots.iter().map(|plot| plot.picture().svg()).collect();
    Ok((PyList::new(py, tables)?, plots))
}

/// A cell of a table.
fn value<'py>(py: Python<'py>, cell: &Cell) -> PyResult<Bound<'py, PyAny>> {
    match cell {
        Cell::Text(text) => text.into_bound_py_any(py),
        Cell::Count(count) => count.into_bound_py_any(py),
        Cell::Exact(number) => Ok(fraction(py, *number)?.into_bound(py)),
        Cell::Decimal(number, _) | Cell::Seconds(number) => number.into_bound_py_any(py),
    }
}

//! Endgame tables: what `tedomari.Table` is.

use crate::answers::answer;
use crate::elsewhere;
use crate::errors::{LimitReached, of_file, of_value, wrong};
use crate::work::{Limits, run};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::PathBuf;
use std::sync::Arc;
use tedomari::rules::{LISTED, Layout};
use tedomari::tables::endgame::{
    self, Build, BuildFailure, Kind, Progress, Rectangle, Subject, layout, merge,
};
use tedomari::{CensusError, Sample, VerifyError};

/// A table of all positions of a ruleset on a rectangle, in a file.
///
///     >>> import tempfile, tedomari as td
///     >>> folder = tempfile.TemporaryDirectory()
///     >>> table = td.Table.build("domineering", (2, 2), f"{folder.name}/small.table")
///     >>> table.census().hottest[0].temperature, td.Engine(tables=folder.name).position("domineering:..|..").value
///     (Fraction(1, 1), Value('+-1'))
#[pyclass(frozen, module = "tedomari")]
pub(crate) struct Table(Arc<endgame::Table>);

/// The memory of a build in bytes.
const MEMORY: u64 = 4 << 30;

pub(crate) fn subject(game: &str, size: (u8, u8), queens: (u8, u8), values: bool) -> PyResult<Subject> {
    let known = LISTED.iter().copied().find(|known| *known == game);
    let game = known.ok_or_else(|| {
        wrong(format!("there are no tables of '{game}'; there are tables of {}", LISTED.join(", ")))
    })?;
    let layout = layout(game).ok_or_else(|| wrong("the game has no tables"))?;
    if queens != (1, 1) && layout != Layout::Queens {
        return Err(wrong(format!("there are no queens in {game}")));
    }
    let queens = if layout == Layout::Queens { [queens.0, queens.1] } else { [0, 0] };
    let kind = if values { Kind::Value } else { Kind::Thermograph };
    let rectangle = Rectangle { width: size.0, height: size.1, layout, queens: queens.into() };
    Ok(Subject { game, rectangle, kind })
}

pub(crate) fn built(error: BuildFailure) -> PyErr {
    match error {
        BuildFailure::File(error) => of_file(error),
        BuildFailure::Value(error) => of_value(error),
        failure @ BuildFailure::Memory { .. } => LimitReached::new_err(failure.to_string()),
        failure => wrong(failure),
    }
}

#[pymethods]
impl Table {
    /// Builds a table into a file. A build that was interrupted goes on where it was. With workers their cluster works
    /// in the folder of the file.
    #[staticmethod]
    #[pyo3(
        signature = (game, size, path, *, queens = (1, 1), values = false, workers = None, **limits),
        text_signature = "(game, size, path, *, queens=(1, 1), values=False, workers=None, **limits)"
    )]
    #[expect(clippy::too_many_arguments, reason = "the options of a table")]
    fn build(
        py: Python<'_>,
        game: &str,
        size: (u8, u8),
        path: PathBuf,
        queens: (u8, u8),
        values: bool,
        workers: Option<Py<PyAny>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        if let Some(workers) = workers {
            let arguments = (game, size, path, queens, values, workers, limits);
            return elsewhere(py, "cluster._doors", "build", arguments);
        }
        let limits = Limits::read(limits, None)?;
        let subject = subject(game, size, queens, values)?;
        let memory = limits.bytes(MEMORY);
        let table = run(py, &limits, false, |budget, report| {
            let progress = |&Progress { done, left, level, levels }: &Progress| {
                report.tell(done, done + left);
                report.say(&format!("level {level} of {}", levels - 1));
            };
            Build { subject, path: &path, memory, budget: budget.clone(), progress: &progress }.run()
        })?;
        Ok(Bound::new(py, Self(Arc::new(table.plain(built)?)))?.into_any().unbind())
    }

    /// Opens the table in a file.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let table = py.detach(|| endgame::Table::open(&path)).map_err(of_file)?;
        Ok(Self(Arc::new(table)))
    }

    /// Merges the files that a build has kept in its folder into a table.
    #[staticmethod]
    #[pyo3(signature = (pieces, path))]
    fn merge(py: Python<'_>, pieces: Vec<PathBuf>, path: PathBuf) -> PyResult<Self> {
        let merged = py.detach(|| {
            let pieces =
                pieces.iter().map(|piece| endgame::Table::open(piece)).collect::<Result<Vec<_>, _>>()?;
            merge(&path, &pieces)
        });
        Ok(Self(Arc::new(merged.map_err(wrong)?)))
    }

    /// The tables of a folder, also those that cannot be used.
    #[staticmethod]
    #[pyo3(signature = (folder, /))]
    fn list(py: Python<'_>, folder: PathBuf) -> PyResult<Bound<'_, PyList>> {
        let listed = tedomari::list_tables(&folder).map_err(of_file)?;
        PyList::new(py, listed.iter().map(|listed| answer(py, listed)).collect::<PyResult<Vec<_>>>()?)
    }

    /// The file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.0.path().to_owned()
    }

    /// The number of entries.
    fn __len__(&self) -> usize {
        self.0.entries() as usize
    }

    /// The size of the file in bytes.
    #[getter]
    fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// Counts the positions by size, length of play and temperature. A table of values also looks for a position
    /// with each of the values `find`.
    #[pyo3(signature = (find = Vec::new(), **limits), text_signature = "($self, find=(), **limits)")]
    fn census<'py>(
        &self,
        py: Python<'py>,
        find: Vec<String>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (limits, table) = (Limits::read(limits, None)?, self.0.clone());
        let found =
            run(py, &limits, false, move |budget, _| tedomari::Engine::new().census(&table, &find, budget))?;
        let failed = |error| match error {
            CensusError::File(error) => of_file(error),
            error => wrong(error),
        };
        found.give(py, failed, |(found, _)| answer(py, &found))
    }

    /// Checks all bytes, and recomputes a sample of the entries by search. Returns how many are right; an error
    /// says what is wrong.
    #[pyo3(signature = (sample = 1000, *, seed = 0, **limits))]
    fn verify(
        &self,
        py: Python<'_>,
        sample: u64,
        seed: u64,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<u64> {
        let (limits, table) = (Limits::read(limits, None)?, self.0.clone());
        let sample = Sample { count: sample, seed };
        let found = run(py, &limits, false, move |budget, report| {
            tedomari::verify(&table, sample, budget, &|done, of| report.tell(done, of))
        })?;
        found.plain(|error| match error {
            VerifyError::File(error) => of_file(error),
            VerifyError::Bytes(limit) | VerifyError::Entries(_, limit) if limit.is_limit() => of_value(limit),
            error => wrong(error),
        })
    }

    fn __repr__(&self) -> String {
        let Subject { game, rectangle: Rectangle { width, height, .. }, kind } = self.0.subject();
        format!("<Table of {}s of {game} {width}x{height}, {} entries>", kind.name(), self.0.entries())
    }
}

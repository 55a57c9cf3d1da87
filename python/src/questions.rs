//! Questions about positions and sums, which have the same ones: value, thermograph, and answers of the engine.

use crate::answers::answer;
use crate::engine::Engine;
use crate::errors::{LimitReached, of_engine};
use crate::store::current;
use crate::thermograph::Thermograph;
use crate::value::Value;
use crate::work::{Ended, Limits, Report, run};
use pyo3::prelude::*;
use serde::Serialize;
use std::sync::Arc;
use tedomari::EngineError;
use tedomari::values::{self, Budget, Values};

/// What an engine finds out, or why it does not.
type Found<T> = Result<T, EngineError>;

/// A position or a sum.
pub(crate) trait Topic: Sync {
    /// The engine that is asked.
    fn engine(&self) -> &Engine;

    /// Do its rules call Python?
    fn calls_python(&self) -> bool;

    fn find_value(
        &self,
        engine: &tedomari::Engine,
        store: &Arc<Values>,
        budget: &Budget,
    ) -> Found<values::Value>;

    fn find_thermograph(&self, engine: &tedomari::Engine, budget: &Budget) -> Found<values::Thermograph>;

    /// Asks the engine within limits.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        limits: &Limits,
        question: impl FnOnce(&tedomari::Engine, &Budget, &Arc<Report>) -> Found<T> + Send,
    ) -> PyResult<Ended<Found<T>>> {
        let engine = self.engine().get();
        run(py, limits, self.calls_python(), |budget, report| question(&engine, budget, report))
    }

    /// The value, or an error if it is out of reach.
    fn value_within(&self, py: Python<'_>, limits: &Limits) -> PyResult<Value> {
        let home = current();
        let found = self.ask(py, limits, |engine, budget, _| self.find_value(engine, &home.store, budget))?;
        Ok(home.owns(found.plain(|error| of_engine(py, error))?))
    }

    /// The thermograph, or an error if it is out of reach.
    fn thermograph_within(&self, py: Python<'_>, limits: &Limits) -> PyResult<Thermograph> {
        let found = self.ask(py, limits, |engine, budget, _| self.find_thermograph(engine, budget))?;
        Ok(Thermograph { graph: found.plain(|error| of_engine(py, error))? })
    }
}

impl<T: Serialize> Ended<Found<T>> {
    /// The answer for Python.
    pub(crate) fn answered(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        self.give(py, |error| of_engine(py, error), |found| answer(py, &found))
    }
}

impl<T: Serialize> Ended<Found<Option<T>>> {
    /// The answer for Python, or None.
    pub(crate) fn answered_if_any(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        self.give(
            py,
            |error| of_engine(py, error),
            |found| found.map_or_else(|| Ok(py.None().into_bound(py)), |found| answer(py, &found)),
        )
    }
}

/// A fact of an answer, or the limit that prevented it.
pub(crate) fn decided<'py>(fact: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match fact.is_none() {
        true => Err(LimitReached::new_err("a limit was reached before there was an answer")),
        false => Ok(fact.clone()),
    }
}

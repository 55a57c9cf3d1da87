//! Rulesets that are written in Python, as positions like any other.
//!
//! A position is a state, any hashable Python object, and the rules that it belongs to. Equal states of the same
//! rules are one entry, so comparing and hashing positions needs no Python and cannot fail. An exception of
//! a hook travels through the search as a [`RuleError`](tedomari::rules::RuleError) and comes back to the caller as
//! it was raised.

mod hooks;
mod scripted;
mod states;

pub(crate) use states::KeepStates;

use crate::engine::usual;
use crate::errors::{of_rules, wrong};
use crate::position::Position;
use hooks::{Shared, ask};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use scripted::Scripted;
use states::{entry, lock};
use std::sync::{Arc, Mutex, Weak};
use tedomari::rules::{AnyPosition, BoardError, Ruleset};

/// The rules of a ruleset in Python, as long as there are positions.
#[pyclass(frozen, module = "tedomari._native")]
pub(crate) struct Rules(Mutex<Weak<Shared>>);

impl Rules {
    /// The rules with the methods of this object: those of its positions, or else new ones.
    fn get(&self, ruleset: &Bound<'_, PyAny>) -> PyResult<Arc<Shared>> {
        if let Some(known) = lock(&self.0).upgrade() {
            return Ok(known);
        }
        let made = Shared::new(ruleset)?;
        *lock(&self.0) = Arc::downgrade(&made);
        Ok(made)
    }
}

#[pymethods]
impl Rules {
    #[new]
    fn new() -> Self {
        Self(Mutex::default())
    }

    /// The position with this state of the ruleset that these rules belong to.
    #[pyo3(signature = (ruleset, state))]
    fn position(
        &self,
        py: Python<'_>,
        ruleset: &Bound<'_, PyAny>,
        state: &Bound<'_, PyAny>,
    ) -> PyResult<Position> {
        let rules = self.get(ruleset)?;
        let position = Scripted(entry(&rules, state)?);
        // An exception of `show` is told here.
        position.text().map_err(|error| of_rules(py, &error))?;
        Ok(Position::new(rules.name.clone(), AnyPosition::new(position), usual()))
    }

    /// The number of states that are in use or were not swept yet.
    fn __len__(&self) -> usize {
        lock(&self.0).upgrade().map_or(0, |rules| lock(&rules.states).count)
    }

    fn __bool__(&self) -> bool {
        true
    }
}

/// A ruleset in Python for a list of games: its positions are read by the method `read`.
pub(crate) fn listed_ruleset(ruleset: &Bound<'_, PyAny>) -> PyResult<Ruleset> {
    let wrong = || PyTypeError::new_err("a ruleset in Python or the path of one in Lua is added here");
    let rules = ruleset.getattr_opt("_rules")?.ok_or_else(wrong)?.call0()?;
    let rules = rules.cast::<Rules>().map_err(|_| wrong())?.get().get(ruleset)?;
    let text = |name: &str| ruleset.getattr(name)?.extract::<String>();
    let (about, notation, example) = (text("about")?, text("notation")?, text("example")?);
    let name = rules.name.clone();
    let read = move |text: &str| {
        let found = ask(|py| {
            let state = rules.read.bind(py).call1((text,))?;
            entry(&rules, &state)
        });
        let entry = found.map_err(|error| BoardError::Other(error.to_string()))?;
        Ok::<_, BoardError>(Scripted::of(&entry))
    };
    Ok(Ruleset::reading(name, read).about(about).notation(notation).example(example))
}

/// The state of a position, as Python sees it.
pub(crate) fn state_of<'py>(py: Python<'py>, position: &AnyPosition) -> PyResult<Bound<'py, PyAny>> {
    let scripted = position.downcast::<Scripted>();
    let missing = || wrong("the ruleset of this position is not written in Python");
    Ok(scripted.ok_or_else(missing)?.0.state.bind(py).clone())
}

/// The ruleset of a position, if it is written in Python.
pub(crate) fn ruleset_of<'py>(py: Python<'py>, position: &AnyPosition) -> Option<Bound<'py, PyAny>> {
    Some(position.downcast::<Scripted>()?.0.rules.ruleset.bind(py).clone())
}

/// Does a position call rules that are written in Python?
pub(crate) fn calls_python(position: &AnyPosition) -> bool {
    position.downcast::<Scripted>().is_some()
}

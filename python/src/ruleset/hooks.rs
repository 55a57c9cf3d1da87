//! The methods of a ruleset in Python: which ones it has, and what becomes of their exceptions.

use super::states::States;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex};
use tedomari::rules::{Raised, RuleError};

/// An optional method of a ruleset.
#[derive(Clone, Copy)]
pub(super) enum Hook {
    Regions,
    NormalForm,
    Bounds,
    Score,
    LongestPlay,
}

/// The names of the optional methods, in the order of [`Hook`].
const NAMES: [&str; 5] = ["regions", "normal_form", "bounds", "score", "longest_play"];

/// The rules. Positions keep them alive; they keep the object of the ruleset alive, which knows them weakly.
pub(crate) struct Shared {
    pub(super) name: String,
    /// The object whose methods the rules are.
    pub(super) ruleset: Py<PyAny>,
    pub(super) options: Py<PyAny>,
    pub(super) show: Py<PyAny>,
    pub(super) read: Py<PyAny>,
    /// `None` means that the ruleset does not define the method.
    hooks: [Option<Py<PyAny>>; NAMES.len()],
    /// Does the ruleset say that both players always have the same options?
    pub(super) is_impartial: bool,
    pub(super) states: Mutex<States>,
}

impl Shared {
    /// The rules with the methods of this object.
    pub(super) fn new(ruleset: &Bound<'_, PyAny>) -> PyResult<Arc<Self>> {
        let needed = |name: &str| ruleset.getattr(name).map(Bound::unbind);
        let mut hooks = [const { None }; NAMES.len()];
        for (hook, name) in hooks.iter_mut().zip(NAMES) {
            *hook = ruleset.getattr_opt(name)?.filter(|method| !method.is_none()).map(Bound::unbind);
        }
        Ok(Arc::new(Self {
            name: ruleset.getattr("name")?.extract()?,
            ruleset: ruleset.clone().unbind(),
            options: needed("options")?,
            show: needed("show")?,
            read: needed("read")?,
            hooks,
            is_impartial: ruleset.getattr("impartial")?.is_truthy()?,
            states: Mutex::default(),
        }))
    }

    /// The method. `None` means that the ruleset does not define it.
    pub(super) fn hook(&self, hook: Hook) -> Option<&Py<PyAny>> {
        self.hooks[hook as usize].as_ref()
    }
}

/// An exception as the failure of rules.
fn raised(py: Python<'_>, error: PyErr) -> RuleError {
    let message = match error.value(py).str() {
        Ok(text) => format!("{}: {text}", error.get_type(py)),
        Err(_) => error.get_type(py).to_string(),
    };
    RuleError::Raised(Raised::new(message, error))
}

/// Asks Python. An exception becomes a failure of the rules.
pub(super) fn ask<T>(work: impl for<'py> FnOnce(Python<'py>) -> PyResult<T>) -> Result<T, RuleError> {
    Python::attach(|py| work(py).map_err(|error| raised(py, error)))
}

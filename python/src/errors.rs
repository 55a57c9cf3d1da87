//! Why a question has no answer, as Python says it: `ValueError` for a wrong question, `LimitReached` for a
//! limit, `OverflowError` for a number that does not fit, `OSError` for a file; and the exception of a ruleset
//! that is written in Python.

use pyo3::exceptions::{PyOSError, PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::cell::RefCell;
use std::fmt::Display;
use tedomari::rules::{OpenError, RuleError};
use tedomari::sums::ReadError;
use tedomari::tables::file::FileError;
use tedomari::values::Error;
use tedomari::{EngineError, temperature::TdsError, values};

pyo3::create_exception!(
    tedomari,
    LimitReached,
    PyRuntimeError,
    "A limit of time, nodes or memory was reached before there was an answer."
);

thread_local! {
    /// The exception of a signal handler that ended a computation in this thread, most often a KeyboardInterrupt.
    static SIGNAL: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Looks for signals. Keeps the exception of a handler, which the error of the computation becomes.
pub(crate) fn is_interrupted(py: Python<'_>) -> bool {
    match py.check_signals() {
        Ok(()) => false,
        Err(error) => {
            SIGNAL.set(Some(error));
            true
        }
    }
}

/// The exception that [`is_interrupted`] kept, if there is one.
pub(crate) fn signal() -> Option<PyErr> {
    SIGNAL.take()
}

/// An error of a computation with values.
pub(crate) fn of_value(error: Error) -> PyErr {
    let interrupted = if error == Error::Stopped { signal() } else { None };
    interrupted.unwrap_or_else(|| match error {
        Error::Overflow
        | Error::CountTooLarge
        | Error::NimberTooLarge
        | Error::TooManyUps
        | Error::TooDeep => PyOverflowError::new_err(error.to_string()),
        error if error.is_limit() => LimitReached::new_err(error.to_string()),
        error => PyValueError::new_err(error.to_string()),
    })
}

/// A text that is not a value, or a value that is out of reach.
pub(crate) fn of_reading(error: values::notation::ReadError) -> PyErr {
    match error {
        values::notation::ReadError::Value(error) => of_value(error),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// An error of the engine.
pub(crate) fn of_engine(py: Python<'_>, error: EngineError) -> PyErr {
    match error {
        EngineError::Value(error) | EngineError::Search(TdsError::Value(error)) => of_value(error),
        EngineError::Sum(ReadError::Limit { error, .. }) => of_value(error),
        EngineError::Rules(error)
        | EngineError::Position(OpenError::Rules(error))
        | EngineError::Sum(ReadError::Position { error: OpenError::Rules(error), .. }) => {
            of_rules(py, &error)
        }
        error => PyValueError::new_err(error.to_string()),
    }
}

/// Rules that failed. The exception of a ruleset in Python comes back as it was raised.
pub(crate) fn of_rules(py: Python<'_>, error: &RuleError) -> PyErr {
    match error {
        RuleError::Raised(raised) => match raised.downcast::<PyErr>() {
            Some(exception) => exception.clone_ref(py),
            None => PyValueError::new_err(raised.to_string()),
        },
        error => PyValueError::new_err(error.to_string()),
    }
}

/// A file that cannot be used.
pub(crate) fn of_file(error: FileError) -> PyErr {
    match error {
        FileError::Io { path, error } => {
            // Python says the number itself.
            let message = error.to_string();
            let message = message.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((error.raw_os_error(), message, path.display().to_string()))
        }
        error => wrong(error),
    }
}

/// A wrong question, with its message.
pub(crate) fn wrong(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

//! Moves: what `tedomari.Move` is.

use pyo3::prelude::*;
use pyo3::types::PyString;
use tedomari::rules::AnyMove;
use tedomari::values::Player;

/// A move of a player in a position. Its text is its name.
///
///     >>> import tedomari as td
///     >>> move = td.nogo("...").moves("right")[0]
///     >>> move.player, str(move), move == "A1"
///     ('right', 'A1', True)
#[pyclass(frozen, module = "tedomari")]
#[derive(Clone)]
pub(crate) struct Move {
    pub(crate) action: AnyMove,
    pub(crate) player: Player,
}

#[pymethods]
impl Move {
    /// The player whose move it is.
    #[getter]
    fn player(&self) -> &'static str {
        self.player.name()
    }

    /// The name of the move.
    #[getter]
    pub(crate) fn name(&self) -> String {
        self.action.to_string()
    }

    fn __str__(&self) -> String {
        self.name()
    }

    fn __repr__(&self) -> String {
        format!("<{} {}>", self.player.name(), self.action)
    }

    /// Moves are equal to moves of the same player, and to their names.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(other) = other.cast::<Self>() {
            return Ok(other.get().player == self.player && other.get().action == self.action);
        }
        match other.cast::<PyString>() {
            Ok(text) => Ok(text.extract::<&str>()? == self.name()),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.name()).hash()
    }
}

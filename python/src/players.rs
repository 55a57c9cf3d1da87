//! The players, as arguments: `"left"` and `"right"`.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use tedomari::values::Player;

/// A player.
#[derive(Clone, Copy)]
pub(crate) struct Side(pub(crate) Player);

impl<'a, 'py> FromPyObject<'a, 'py> for Side {
    type Error = PyErr;

    fn extract(thing: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let text =
            thing.cast::<PyString>().map_err(|_| PyTypeError::new_err("a player is 'left' or 'right'"))?;
        let text: String = text.extract()?;
        let known = Player::BOTH.into_iter().find(|player| player.name().eq_ignore_ascii_case(&text));
        known
            .map(Self)
            .ok_or_else(|| PyValueError::new_err(format!("'{text}' is not a player: left or right")))
    }
}

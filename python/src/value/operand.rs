//! What stands for a value in Python: a value, a number, or a text in notation.

use super::Value;
use crate::errors::{of_reading, of_value};
use crate::numbers::{Number, number};
use crate::store::{Home, compute};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use tedomari::values::{self, Dyadic, Error};

/// The other side of an operator.
pub(crate) enum Operand<'a, 'py> {
    Value(&'a Bound<'py, Value>),
    Made(Value),
}

impl Operand<'_, '_> {
    pub(crate) fn get(&self) -> &Value {
        match self {
            Self::Value(value) => value.get(),
            Self::Made(value) => value,
        }
    }
}

impl Value {
    /// Reads a value, a number or an expression into a store.
    pub(crate) fn read(py: Python<'_>, thing: &Bound<'_, PyAny>, home: &Home) -> PyResult<Self> {
        if let Ok(value) = thing.cast::<Self>() {
            let other = &value.get().value;
            let value = compute(py, || values::Value::new(&home.store, other.id_in(&home.store)?))?;
            return Ok(home.owns(value));
        }
        if let Ok(text) = thing.cast::<PyString>() {
            let text: String = text.extract()?;
            let value = py.detach(|| values::Value::parse(&home.store, &text)).map_err(of_reading)?;
            return Ok(home.owns(value));
        }
        match Self::of_python_number(thing, home)? {
            Some(value) => Ok(value),
            None => Err(PyTypeError::new_err(format!(
                "a value is made from notation such as '10|8||2', an int or a Fraction, not from {}",
                thing.get_type().name()?
            ))),
        }
    }

    /// The value of a number.
    pub(crate) fn of_number(home: &Home, x: Dyadic) -> PyResult<Self> {
        let value = home.store.number(x).and_then(|id| values::Value::new(&home.store, id));
        Ok(home.owns(value.map_err(of_value)?))
    }

    /// The value of a number in Python. `None` means that it is not a number.
    fn of_python_number(thing: &Bound<'_, PyAny>, home: &Home) -> PyResult<Option<Self>> {
        match number(thing, false)? {
            Some(Number::Dyadic(x)) => Self::of_number(home, x).map(Some),
            Some(Number::Beyond(_)) => Err(of_value(Error::Overflow)),
            Some(Number::Other) => Err(of_value(Error::NotDyadic)),
            None => Ok(None),
        }
    }

    /// The other side of an operator: a value, a number or a text. `None` means anything else.
    pub(super) fn operand<'a, 'py>(
        &self,
        other: &'a Bound<'py, PyAny>,
    ) -> PyResult<Option<Operand<'a, 'py>>> {
        if let Ok(value) = other.cast::<Self>() {
            return Ok(Some(Operand::Value(value)));
        }
        let home = self.home();
        let made = match other.is_instance_of::<PyString>() {
            true => Some(Self::read(other.py(), other, &home)?),
            false => Self::of_python_number(other, &home)?,
        };
        Ok(made.map(Operand::Made))
    }

    /// A value, a number or a text that is an argument.
    pub(super) fn needed<'a, 'py>(&self, other: &'a Bound<'py, PyAny>) -> PyResult<Operand<'a, 'py>> {
        let wrong = || PyTypeError::new_err("a value, a number or a text in notation is needed here");
        self.operand(other)?.ok_or_else(wrong)
    }
}

//! Results of operations on values: in which store they are worked out, and how values compare. Sums and comparisons
//! that are known take no detour.

use super::{Answer, Value};
use crate::store::{self, Home, compute, home};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::cmp::Ordering;
use std::sync::Arc;
use tedomari::values::{self, Error, ValueId, Values};

/// An operation on two forms of a store.
pub(super) type Operation = fn(&Values, ValueId, ValueId) -> Result<ValueId, Error>;

impl Value {
    /// Where the value lives.
    pub(super) fn home(&self) -> Home {
        Home { store: self.value.values().clone(), is_own: self.is_own }
    }

    /// A value of the same store.
    pub(super) fn beside(&self, value: values::Value) -> Self {
        Self { value, is_own: self.is_own }
    }

    pub(super) fn plus(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        // A form that finds no room here has some in the search below.
        if let Ok(Some(known)) = self.value.known_sum(&other.value) {
            return Ok(self.beside(known));
        }
        self.made_with(py, other, Values::sum)
    }

    /// The result of an operation on the form, worked out where there is room.
    pub(super) fn made(
        &self,
        py: Python<'_>,
        operation: impl FnOnce(&Arc<Values>, ValueId) -> Result<ValueId, Error> + Send,
    ) -> PyResult<Self> {
        let home = home(self);
        let value = compute(py, || {
            let id = operation(&home.store, self.value.id_in(&home.store)?)?;
            values::Value::new(&home.store, id)
        })?;
        Ok(home.owns(value))
    }

    /// The result of an operation with another value.
    pub(super) fn made_with(&self, py: Python<'_>, other: &Self, operation: Operation) -> PyResult<Self> {
        self.made(py, |values, g| operation(values, g, other.value.id_in(values)?))
    }

    /// The result of an operation with an argument.
    pub(super) fn with(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        operation: Operation,
    ) -> PyResult<Self> {
        self.made_with(py, self.needed(other)?.get(), operation)
    }

    /// The result of an operator, which Python looks for elsewhere where the other side stands for no value.
    pub(super) fn operator(
        &self,
        other: &Bound<'_, PyAny>,
        operation: impl FnOnce(&Self) -> PyResult<Self>,
    ) -> Answer {
        let py = other.py();
        match self.operand(other)? {
            Some(other) => Ok(Py::new(py, operation(other.get())?)?.into_any()),
            None => Ok(py.NotImplemented()),
        }
    }

    /// A fact about the form that may take a search.
    pub(super) fn fact<T: Send>(
        &self,
        py: Python<'_>,
        fact: impl FnOnce(&Values, ValueId) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        compute(py, || fact(self.value.values(), self.value.id()))
    }

    /// A tuple of values.
    pub(super) fn all<'py>(
        &self,
        py: Python<'py>,
        list: impl FnOnce(&Values, ValueId) -> Result<Vec<ValueId>, Error> + Send,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let store = self.value.values();
        let all = compute(py, || {
            let ids = list(store, self.value.id())?;
            ids.into_iter().map(|id| values::Value::new(store, id)).collect::<Result<Vec<_>, _>>()
        })?;
        let all = all.into_iter().map(|value| Py::new(py, self.beside(value)));
        PyTuple::new(py, all.collect::<PyResult<Vec<_>>>()?)
    }

    /// How two values compare. `None` means they are confused.
    pub(super) fn compared(&self, py: Python<'_>, other: &Self) -> PyResult<Option<Ordering>> {
        compute(py, || self.value.compare(&other.value, store::comparison()))
    }

    /// Is this value at most the other?
    pub(super) fn is_at_most(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        match self.value.known_le(&other.value) {
            Some(known) => Ok(known),
            None => Ok(self.compared(py, other)?.is_some_and(Ordering::is_le)),
        }
    }

    pub(super) fn ordered(&self, py: Python<'_>, other: &Self, op: CompareOp) -> PyResult<bool> {
        Ok(match op {
            CompareOp::Eq => self.value == other.value,
            CompareOp::Ne => self.value != other.value,
            CompareOp::Le => self.is_at_most(py, other)?,
            CompareOp::Ge => other.is_at_most(py, self)?,
            CompareOp::Lt => self.is_at_most(py, other)? && self.value != other.value,
            CompareOp::Gt => other.is_at_most(py, self)? && self.value != other.value,
        })
    }
}

//! Proofs that a player wins a sum: what `tedomari.Proof` is.

use crate::engine::Engine;
use crate::errors::of_engine;
use crate::sum::Sum;
use crate::work::{Limits, run};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tedomari::Claim;

/// A proof that a player wins a sum when one moves first.
///
///     >>> import tedomari as td
///     >>> proof = td.domineering("...|...|...").prove("left")
///     >>> proof.winner, proof.check().winner, td.proof(str(proof)).first
///     ('left', 'left', 'left')
#[pyclass(frozen, module = "tedomari")]
pub(crate) struct Proof {
    pub(crate) claim: Claim,
    pub(crate) engine: Engine,
}

#[pymethods]
impl Proof {
    /// The sum.
    #[getter]
    fn sum(&self) -> Sum {
        Sum { sum: self.claim.sum.clone(), engine: self.engine.clone() }
    }

    /// The player who moves first.
    #[getter]
    fn first(&self) -> &'static str {
        self.claim.first.name()
    }

    /// The player who wins.
    #[getter]
    fn winner(&self) -> &'static str {
        self.claim.proof.winner().name()
    }

    /// The number of states.
    fn __len__(&self) -> usize {
        self.claim.proof.states.len()
    }

    /// Plays through the proof by the rules alone. An error says what is wrong with it.
    #[pyo3(signature = (**limits))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (limits, engine, text) =
            (Limits::read(limits, Some(600.0))?, self.engine.get(), self.claim.write());
        let found = run(py, &limits, false, |budget, _| engine.check_proof(&text, budget))?;
        found.answered(py)
    }

    /// The first moves of the proof as text.
    #[pyo3(signature = (depth = 4, *, lines = 100))]
    fn show(&self, py: Python<'_>, depth: usize, lines: usize) -> PyResult<String> {
        self.claim.show(depth, lines).map_err(|error| of_engine(py, error))
    }

    /// The proof as text, which `tedomari proof` and `Engine.proof` read.
    fn __str__(&self) -> String {
        self.claim.write()
    }

    fn __repr__(&self) -> String {
        let Claim { sum, first, proof } = &self.claim;
        let (winner, states) = (proof.winner().name(), proof.states.len());
        format!("<Proof that {winner} wins if {} moves first in {sum} ({states} states)>", first.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = py.import("tedomari")?.getattr("proof")?;
        let arguments = PyTuple::new(py, [self.claim.write()])?;
        PyTuple::new(py, [make, arguments.into_any()])
    }
}

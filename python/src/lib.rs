//! The Python package: the door between Python and the library [`tedomari`]. It reads arguments, calls the
//! engine and hands answers over; what is written in Python itself is in the folder `tedomari` beside this one.

// Python decides what the functions here are called with.
#![expect(clippy::needless_pass_by_value, reason = "arguments that Python passes are owned")]

mod answers;
mod blocks;
mod engine;
mod errors;
mod experiments;
mod matches;
mod moves;
mod numbers;
mod players;
mod position;
mod proof;
mod questions;
mod ruleset;
mod search;
mod session;
mod shards;
mod store;
mod sum;
mod tables;
mod taking;
mod thermograph;
mod value;
mod work;

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// Calls a function of the package that is written in Python.
fn elsewhere<'py>(
    py: Python<'py>,
    module: &str,
    function: &str,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Py<PyAny>> {
    let module = py.import(format!("tedomari.{module}"))?;
    Ok(module.getattr(function)?.call1(arguments)?.unbind())
}

/// The part of the package that is written in Rust.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::blocks::{Blocks, Needs, Parts};
    #[pymodule_export]
    use crate::engine::{Engine, json_schema};
    #[pymodule_export]
    use crate::errors::LimitReached;
    #[pymodule_export]
    use crate::experiments::{experiments, run_experiment};
    #[pymodule_export]
    use crate::matches::players;
    #[pymodule_export]
    use crate::moves::Move;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::proof::Proof;
    #[pymodule_export]
    use crate::ruleset::Rules;
    #[pymodule_export]
    use crate::session::Session;
    #[pymodule_export]
    use crate::shards::{MatchParts, experiment_end, experiment_part};
    #[pymodule_export]
    use crate::store::Store;
    #[pymodule_export]
    use crate::sum::Sum;
    #[pymodule_export]
    use crate::tables::Table;
    #[pymodule_export]
    use crate::taking::Taking;
    #[pymodule_export]
    use crate::thermograph::Thermograph;
    #[pymodule_export]
    use crate::value::{Value, born_by, compare_lists};
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}

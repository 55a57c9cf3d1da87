//! Numbers between Python and Rust: a dyadic rational is a `fractions.Fraction` there, and an `int` or a
//! `Fraction` is read. Making a `Fraction` takes a microsecond, so those that were made are kept.

use crate::errors::of_value;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyString};
use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};
use tedomari::values::{Dyadic, Error};

/// The maximum number of fractions that are kept.
const MOST_KEPT: usize = 1 << 16;

/// The class `fractions.Fraction`.
fn fraction_class(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class = || Ok::<_, PyErr>(py.import("fractions")?.getattr("Fraction")?.unbind());
    Ok(CLASS.get_or_try_init(py, class)?.bind(py))
}

/// A number as a `Fraction`.
pub(crate) fn fraction(py: Python<'_>, x: Dyadic) -> PyResult<Py<PyAny>> {
    static KEPT: Mutex<Option<FxHashMap<Dyadic, Py<PyAny>>>> = Mutex::new(None);
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept().get_or_insert_default().get(&x) {
        return Ok(known.clone_ref(py));
    }
    // Not under the lock: Python may run another thread meanwhile.
    let made = fraction_class(py)?.call1((x.numerator(), 1u64 << x.exponent()))?.unbind();
    let mut kept = kept();
    let known = kept.get_or_insert_default();
    if known.len() >= MOST_KEPT {
        known.clear();
    }
    known.insert(x, made.clone_ref(py));
    Ok(made)
}

/// A number with any denominator as a `Fraction`.
pub(crate) fn ratio<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    fraction_class(py)?.call1((text,))
}

/// A Python number, as it is compared with values.
pub(crate) enum Number {
    /// A number that a game can be equal to.
    Dyadic(Dyadic),
    /// A number beyond all values; is it positive?
    Beyond(bool),
    /// A number that no game is equal to, such as 1/3 or infinity.
    Other,
}

/// An `int`, a `Fraction` or another exact rational, and in comparisons a `float`. `None` means that it is
/// no number.
pub(crate) fn number(thing: &Bound<'_, PyAny>, with_floats: bool) -> PyResult<Option<Number>> {
    if thing.is_instance_of::<PyInt>() {
        return whole(thing).map(Some);
    }
    if thing.is_instance_of::<PyString>() {
        return Ok(None);
    }
    let (numerator, denominator) = match thing.cast::<PyFloat>() {
        Ok(_) if !with_floats => return Ok(None),
        Ok(float) if float.value().is_nan() => return Ok(Some(Number::Other)),
        Ok(float) if float.value().is_infinite() => return Ok(Some(Number::Beyond(float.value() > 0.0))),
        Ok(_) => thing.call_method0("as_integer_ratio")?.extract()?,
        Err(_) => match (thing.getattr("numerator"), thing.getattr("denominator")) {
            (Ok(numerator), Ok(denominator)) if numerator.is_instance_of::<PyInt>() => {
                (numerator, denominator)
            }
            // Integers of numpy and the like.
            _ if thing.hasattr("__index__")? => return whole(&thing.call_method0("__index__")?).map(Some),
            _ => return Ok(None),
        },
    };
    if let (Ok(n), Ok(d)) = (numerator.extract::<i128>(), denominator.extract::<u128>())
        && d.is_power_of_two()
        && let Ok(found) = Dyadic::new(n, d.trailing_zeros())
    {
        return Ok(Some(Number::Dyadic(found)));
    }
    let beyond = numerator.abs()?.gt(denominator.mul(i64::MAX)?)?;
    Ok(Some(if beyond { Number::Beyond(numerator.gt(0)?) } else { Number::Other }))
}

/// An `int`.
fn whole(n: &Bound<'_, PyAny>) -> PyResult<Number> {
    Ok(match n.extract::<i128>() {
        Ok(n) => Dyadic::new(n, 0).map_or(Number::Beyond(n > 0), Number::Dyadic),
        Err(_) => Number::Beyond(n.gt(0)?),
    })
}

/// A number that is an argument: an `int`, a `Fraction`, or a text such as `"7/2"`.
pub(crate) struct Exact(pub(crate) Dyadic);

impl<'a, 'py> FromPyObject<'a, 'py> for Exact {
    type Error = PyErr;

    fn extract(thing: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = thing.cast::<PyString>() {
            let text: String = text.extract()?;
            let wrong = |error: Error| PyValueError::new_err(format!("'{text}': {error}"));
            return text.trim().parse().map(Self).map_err(wrong);
        }
        let thing = thing.to_owned();
        if let Ok(value) = thing.cast::<crate::value::Value>() {
            let number = value.get().value.to_number();
            return number.map(Self).ok_or_else(|| of_value(Error::NumberNeeded));
        }
        match number(&thing, false)? {
            Some(Number::Dyadic(x)) => Ok(Self(x)),
            Some(Number::Beyond(_)) => Err(of_value(Error::Overflow)),
            Some(Number::Other) => Err(of_value(Error::NotDyadic)),
            None => Err(PyTypeError::new_err(
                "an exact number is needed here: an int, a Fraction, or a text such as '7/2'",
            )),
        }
    }
}

/// The hash that Python gives a rational number: its residue modulo the prime `2^61 − 1`.
pub(crate) fn hash(x: Dyadic) -> isize {
    const BITS: u32 = 61;
    const PRIME: u64 = (1 << BITS) - 1;
    // Halving n times is multiplying by 2^(61 − n), since 2^61 is 1.
    let size = x.numerator().unsigned_abs() % PRIME;
    let turned = u128::from(size) << ((BITS - x.exponent() % BITS) % BITS);
    let residue = (turned % u128::from(PRIME)) as i64;
    let signed = if x.numerator() < 0 { -residue } else { residue };
    // Python keeps -1 for errors.
    if signed == -1 { -2 } else { signed as isize }
}

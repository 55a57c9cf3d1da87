//! Values: what `tedomari.Value` is. Sums, comparisons and temperatures that are known take no detour; all others
//! are computed without the lock of the interpreter, and a signal ends them.

mod lists;
mod operand;
mod results;

pub(crate) use lists::{born_by, compare_lists};

use crate::elsewhere;
use crate::errors::of_value;
use crate::numbers::{self, Exact, Number, fraction, number};
use crate::players::Side;
use crate::store::{self, compute, current};
use crate::thermograph::Thermograph;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use tedomari::values::{self, Player, Temper, ValueId, Values};

/// A value: a canonical form.
///
/// It is made from notation, a number, or another value. `==` and the order are those of games: of two confused
/// values neither is `<=` the other. Numbers are equal to Python's and have their hashes.
///
///     >>> import tedomari as td
///     >>> g = td.Value("10|8||2")
///     >>> g.mean, g.temperature, g.outcome
///     (Fraction(11, 2), Fraction(7, 2), 'L')
///     >>> td.Value("*") + 1, td.Value("^") > 0, td.Value("*").confused(0)
///     (Value('1*'), True, True)
#[pyclass(frozen, module = "tedomari")]
#[derive(Clone)]
pub(crate) struct Value {
    pub(crate) value: values::Value,
    /// Does it live in a store of the caller's own?
    pub(crate) is_own: bool,
}

type Answer = PyResult<Py<PyAny>>;

#[pymethods]
impl Value {
    #[new]
    #[pyo3(signature = (value, /, *, time = None))]
    fn new(py: Python<'_>, value: &Bound<'_, PyAny>, time: Option<f64>) -> PyResult<Self> {
        if let Ok(known) = value.cast::<Self>() {
            return Ok(known.get().clone());
        }
        store::within(time, || Self::read(py, value, &current()))
    }

    /// The value of the game with these options.
    #[staticmethod]
    #[pyo3(signature = (left, right, /))]
    fn of_options(py: Python<'_>, left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> PyResult<Self> {
        let home = current();
        let side = |options: &Bound<'_, PyAny>| -> PyResult<Vec<values::Value>> {
            options.try_iter()?.map(|option| Ok(Self::read(py, &option?, &home)?.value)).collect()
        };
        let (left, right) = (side(left)?, side(right)?);
        let value = compute(py, || values::Value::of_options(&home.store, &left, &right))?;
        Ok(home.owns(value))
    }

    fn __str__(&self, py: Python<'_>) -> String {
        py.detach(|| self.value.to_string())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("Value('{}')", self.__str__(py))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        if let Some(x) = self.value.to_number() {
            return Ok(numbers::hash(x));
        }
        let print = self.fact(py, |values, g| values.fingerprint(g, store::comparison()))?;
        // Python keeps -1 for errors.
        Ok(if print == u64::MAX { -2 } else { print as isize })
    }

    fn __bool__(&self) -> bool {
        self.value.id() != ValueId::ZERO
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, op: CompareOp) -> Answer {
        let said = |answer: bool| Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind());
        if let Ok(other) = other.cast::<Self>() {
            return said(self.ordered(py, other.get(), op)?);
        }
        let is_equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        if other.is_instance_of::<PyString>() {
            return match self.operand(other)? {
                Some(other) if !is_equality => said(self.ordered(py, other.get(), op)?),
                _ => Ok(py.NotImplemented()),
            };
        }
        match number(other, true)? {
            Some(Number::Dyadic(x)) if is_equality => {
                said((self.value.to_number() == Some(x)) == matches!(op, CompareOp::Eq))
            }
            Some(Number::Dyadic(x)) => said(self.ordered(py, &Self::of_number(&self.home(), x)?, op)?),
            // All values lie between such a number and its negative.
            Some(Number::Beyond(positive)) if !is_equality => {
                said(positive == matches!(op, CompareOp::Lt | CompareOp::Le))
            }
            _ => Ok(py.NotImplemented()),
        }
    }

    /// Is neither value at least the other?
    #[pyo3(signature = (other, /))]
    fn confused(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let other = self.needed(other)?;
        Ok(self.compared(py, other.get())?.is_none())
    }

    /// How it compares: `"<"`, `"="`, `">"`, or `"<>"` for confused values.
    #[pyo3(signature = (other, /))]
    fn compare(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        let other = self.needed(other)?;
        Ok(match self.compared(py, other.get())? {
            Some(Ordering::Less) => "<",
            Some(Ordering::Equal) => "=",
            Some(Ordering::Greater) => ">",
            None => "<>",
        })
    }

    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        self.operator(other, |other| self.plus(py, other))
    }

    fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        self.__add__(py, other)
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        self.operator(other, |other| self.made_with(py, other, Values::difference))
    }

    fn __rsub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        self.operator(other, |other| other.made_with(py, self, Values::difference))
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Self> {
        self.made(py, |values, g| values.negative(g))
    }

    fn __pos__(&self) -> Self {
        self.clone()
    }

    /// That many copies, for an `int`; and otherwise Conway's product.
    fn __mul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        if other.cast::<Self>().is_err()
            && let Ok(copies) = other.extract::<i64>()
        {
            let product = self.made(py, |values, g| values.multiple(copies, g))?;
            return Ok(Py::new(py, product)?.into_any());
        }
        self.operator(other, |other| self.made_with(py, other, Values::conway_product))
    }

    fn __rmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        self.__mul__(py, other)
    }

    /// `G:H`: moves in `H` keep `G`, and moves in `G` throw `H` away.
    #[pyo3(signature = (other, /))]
    fn ordinal_sum(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(py, other, Values::ordinal_sum)
    }

    /// Conway's product.
    #[pyo3(signature = (other, /))]
    fn conway_product(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(py, other, Values::conway_product)
    }

    /// Norton's product with a positive unit.
    #[pyo3(signature = (unit, /))]
    fn norton_product(&self, py: Python<'_>, unit: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(py, unit, Values::norton_product)
    }

    /// Cooled by a number: every move costs it.
    #[pyo3(signature = (t, /))]
    fn cool(&self, py: Python<'_>, t: Exact) -> PyResult<Self> {
        self.made(py, |values, g| values.cool(g, t.0))
    }

    /// Heated by a value: every move earns it.
    #[pyo3(signature = (t, /))]
    fn heat(&self, py: Python<'_>, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(py, t, Values::heat)
    }

    /// Overheated: every move earns `t`, and integers count copies of `s`.
    #[pyo3(signature = (s, t, /))]
    fn overheat(&self, py: Python<'_>, s: &Bound<'_, PyAny>, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (s, t) = (self.needed(s)?, self.needed(t)?);
        let (s, t) = (&s.get().value, &t.get().value);
        self.made(py, |values, g| values.overheat(g, s.id_in(values)?, t.id_in(values)?))
    }

    /// The power `G^x` of a game `{0|H}`, as a term of an uptimal.
    #[pyo3(signature = (x, /))]
    fn pow(&self, py: Python<'_>, x: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(py, x, Values::pow)
    }

    /// The sum of all powers up to `x`.
    #[pyo3(signature = (x, /))]
    fn pow_to(&self, py: Python<'_>, x: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(py, x, Values::pow_to)
    }

    /// Cooled by its temperature: its mean plus an infinitesimal.
    #[getter]
    fn freeze(&self, py: Python<'_>) -> PyResult<Self> {
        self.made(py, |values, g| values.freeze(g))
    }

    /// The reduced canonical form: what is left without infinitesimals.
    #[getter]
    fn reduced(&self, py: Python<'_>) -> PyResult<Self> {
        self.made(py, |values, g| values.reduced(g))
    }

    /// The companion.
    #[getter]
    fn companion(&self, py: Python<'_>) -> PyResult<Self> {
        self.made(py, |values, g| values.companion(g))
    }

    /// The atomic weight. `None` means that it has none.
    #[getter]
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        let weight = compute(py, || self.value.atomic_weight(store::comparison()))?;
        Ok(weight.map(|weight| self.beside(weight)))
    }

    /// The canonical form in notation.
    #[getter]
    fn canonical(&self, py: Python<'_>) -> String {
        self.__str__(py)
    }

    /// The mean: who is ahead, and by how much.
    #[getter]
    fn mean(&self, py: Python<'_>) -> Answer {
        fraction(py, self.value.mean())
    }

    /// The temperature: how urgent a move is.
    #[getter]
    fn temperature(&self, py: Python<'_>) -> Answer {
        fraction(py, self.value.temperature())
    }

    /// The number reached when Left starts.
    #[getter]
    fn left_stop(&self, py: Python<'_>) -> Answer {
        fraction(py, self.value.left_stop())
    }

    /// The number reached when Right starts.
    #[getter]
    fn right_stop(&self, py: Python<'_>) -> Answer {
        fraction(py, self.value.right_stop())
    }

    /// The outcome: `"L"`, `"R"`, `"N"` or `"P"`.
    #[getter]
    fn outcome(&self) -> String {
        self.value.outcome().to_string()
    }

    /// The player who wins when this one moves first.
    #[pyo3(signature = (first))]
    fn winner(&self, first: Side) -> &'static str {
        self.value.outcome().winner(first.0).name()
    }

    /// The number that it is equal to. `None` means that it is not a number.
    #[getter]
    fn number(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.value.to_number().map(|x| fraction(py, x)).transpose()
    }

    /// The number that it is infinitesimally close to. `None` means that there is none.
    #[getter]
    fn number_part(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.value.values().number_part(self.value.id()).map(|x| fraction(py, x)).transpose()
    }

    /// The first day on which it exists.
    #[getter]
    fn birthday(&self) -> u64 {
        self.value.birthday()
    }

    /// Words that describe it, such as hot, number or all-small.
    #[getter]
    fn kinds(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.fact(py, tedomari::kinds)
    }

    /// Is it equal to a number?
    #[getter]
    fn is_number(&self) -> bool {
        self.value.is_number()
    }

    /// Is it equal to an integer?
    #[getter]
    fn is_integer(&self) -> bool {
        self.value.values().is_integer(self.value.id())
    }

    /// Are both stops 0: is it smaller than every positive number and larger than every negative one?
    #[getter]
    fn is_infinitesimal(&self) -> bool {
        self.value.values().is_infinitesimal(self.value.id())
    }

    /// Is it `*n`, or 0?
    #[getter]
    fn is_nimber(&self) -> bool {
        self.value.values().is_nimber(self.value.id())
    }

    /// Is it infinitesimally close to a number?
    #[getter]
    fn is_numberish(&self) -> bool {
        self.value.values().is_numberish(self.value.id())
    }

    /// Can both players move or neither, here and later?
    #[getter]
    fn is_all_small(&self, py: Python<'_>) -> PyResult<bool> {
        self.fact(py, Values::is_all_small)
    }

    /// Whether all plays to a number have `"even"` or `"odd"` length. `None` means neither.
    #[getter]
    fn temper(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        let temper = self.fact(py, Values::temper)?;
        Ok(temper.map(|temper| if temper == Temper::Even { "even" } else { "odd" }))
    }

    /// The canonical options of Left.
    #[getter]
    fn left_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.all(py, |values, g| Ok(values.options_of(g, Player::Left)?.to_vec()))
    }

    /// The canonical options of Right.
    #[getter]
    fn right_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.all(py, |values, g| Ok(values.options_of(g, Player::Right)?.to_vec()))
    }

    /// The canonical options of a player.
    #[pyo3(signature = (player, /))]
    fn options<'py>(&self, py: Python<'py>, player: Side) -> PyResult<Bound<'py, PyTuple>> {
        self.all(py, move |values, g| Ok(values.options_of(g, player.0)?.to_vec()))
    }

    /// What Left gains by each move.
    #[getter]
    fn left_incentives<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.all(py, |values, g| values.incentives_of(g, Player::Left))
    }

    /// What Right gains by each move.
    #[getter]
    fn right_incentives<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.all(py, |values, g| values.incentives_of(g, Player::Right))
    }

    /// What both players gain by their moves, without dominated ones.
    #[getter]
    fn incentives<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.all(py, Values::incentives)
    }

    /// The expansion in powers of ↑, such as `0.12`. `None` means that it is not an uptimal.
    #[getter]
    fn uptimal(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.fact(py, |values, g| Ok(values.uptimal(g)?.map(|uptimal| uptimal.to_string())))
    }

    /// The outcome of misère play of the canonical form.
    #[getter]
    fn misere_outcome(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.fact(py, Values::misere_outcome)?.to_string())
    }

    /// The number of stops of the canonical form.
    #[getter]
    fn stop_count(&self, py: Python<'_>) -> PyResult<u64> {
        self.fact(py, Values::stop_count)
    }

    /// The values that play can lead to, itself included and first.
    #[getter]
    fn followers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.all(py, |values, g| {
            let (mut found, mut known, mut next) = (vec![g], FxHashSet::from_iter([g]), 0);
            while let Some(&follower) = found.get(next) {
                values.check()?;
                let (left, right) = values.options(follower)?;
                found.extend(left.iter().chain(right).filter(|option| known.insert(**option)));
                next += 1;
            }
            Ok(found)
        })
    }

    /// The number of followers of the canonical form, itself included.
    #[getter]
    fn follower_count(&self, py: Python<'_>) -> PyResult<u64> {
        self.fact(py, Values::follower_count)
    }

    /// The thermograph.
    #[getter]
    fn thermograph(&self) -> Thermograph {
        Thermograph { graph: self.value.thermograph().clone() }
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    /// The graph of its followers as bytes, which `from_graph` reads.
    fn graph<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.fact(py, Values::write_graph)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The value of such bytes.
    #[staticmethod]
    #[pyo3(signature = (graph, /))]
    fn from_graph(py: Python<'_>, graph: &[u8]) -> PyResult<Self> {
        let home = current();
        let id = py.detach(|| home.store.read_graph(graph)).map_err(|error| match error {
            values::GraphError::Value(error) => of_value(error),
            error => PyValueError::new_err(error.to_string()),
        })?;
        Ok(home.owns(compute(py, || values::Value::new(&home.store, id))?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = PyType::new::<Self>(py).getattr("from_graph")?;
        let arguments = PyTuple::new(py, [self.graph(py)?])?;
        PyTuple::new(py, [make, arguments.into_any()])
    }

    fn _repr_html_(slf: Bound<'_, Self>) -> Answer {
        elsewhere(slf.py(), "_html", "value", (slf,))
    }
}

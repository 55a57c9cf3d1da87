//! Values: what `tedomari.Value` is. Sums, comparisons and temperatures that are known take no detour; all others
//! are computed without the lock of the interpreter, and a signal ends them.

use crate::elsewhere;
use crate::errors::{of_reading, of_value};
use crate::numbers::{self, Exact, Number, fraction, number};
use crate::players::Side;
use crate::store::{self, compute, current, home};
use crate::thermograph::Thermograph;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType};
use std::cmp::Ordering;
use std::sync::Arc;
use tedomari::values::{self, Dyadic, Error, Player, ValueId, Values};

/// A value: a canonical form.
///
/// It is made from notation, a number, or another value. `==` and the order are those of games: of two confused
/// values neither is `<=` the other. Numbers are equal to Python's and have their hashes.
#[pyclass(frozen, module = "tedomari")]
pub(crate) struct Value {
    pub(crate) value: values::Value,
    /// Does it live in a store of the caller's own?
    pub(crate) is_own: bool,
}

impl Clone for Value {
    fn clone(&self) -> Self {
        Self { value: self.value.clone(), is_own: self.is_own }
    }
}

/// The other side of an operator.
enum Operand<'a, 'py> {
    Value(&'a Bound<'py, Value>),
    Made(Value),
}

impl Operand<'_, '_> {
    fn get(&self) -> &Value {
        match self {
            Self::Value(value) => value.get(),
            Self::Made(value) => value,
        }
    }
}

type Answer = PyResult<Py<PyAny>>;

impl Value {
    /// Reads a value, a number or an expression into a store.
    pub(crate) fn read(
        py: Python<'_>,
        thing: &Bound<'_, PyAny>,
        store: &Arc<Values>,
        is_own: bool,
    ) -> PyResult<Self> {
        if let Ok(value) = thing.cast::<Self>() {
            let other = &value.get().value;
            let value = compute(py, || values::Value::new(store, other.id_in(store)?))?;
            return Ok(Self { value, is_own });
        }
        if let Ok(text) = thing.cast::<PyString>() {
            let text: String = text.extract()?;
            let value = py.detach(|| values::Value::parse(store, &text)).map_err(of_reading)?;
            return Ok(Self { value, is_own });
        }
        match number(thing, false)? {
            Some(Number::Dyadic(x)) => Self::of_number(store, is_own, x).map_err(of_value),
            Some(Number::Beyond(_)) => Err(of_value(Error::Overflow)),
            Some(Number::Other) => Err(of_value(Error::NotDyadic)),
            None => Err(PyTypeError::new_err(format!(
                "a value is made from notation such as '10|8||2', an int or a Fraction, not from {}",
                thing.get_type().name()?
            ))),
        }
    }

    fn of_number(store: &Arc<Values>, is_own: bool, x: Dyadic) -> Result<Self, Error> {
        Ok(Self { value: values::Value::new(store, store.number(x)?)?, is_own })
    }

    /// The other side of an operator: a value, a number or a text. `None` means anything else.
    fn operand<'a, 'py>(&self, other: &'a Bound<'py, PyAny>) -> PyResult<Option<Operand<'a, 'py>>> {
        if let Ok(value) = other.cast::<Self>() {
            return Ok(Some(Operand::Value(value)));
        }
        let store = self.value.values();
        if other.is_instance_of::<PyString>() {
            return Self::read(other.py(), other, store, self.is_own).map(|value| Some(Operand::Made(value)));
        }
        match number(other, false)? {
            Some(Number::Dyadic(x)) => Self::of_number(store, self.is_own, x)
                .map(|value| Some(Operand::Made(value)))
                .map_err(of_value),
            Some(Number::Beyond(_)) => Err(of_value(Error::Overflow)),
            Some(Number::Other) => Err(of_value(Error::NotDyadic)),
            None => Ok(None),
        }
    }

    /// A value, a number or a text that is an argument.
    fn needed<'a, 'py>(&self, other: &'a Bound<'py, PyAny>) -> PyResult<Operand<'a, 'py>> {
        let wrong = || PyTypeError::new_err("a value, a number or a text in notation is needed here");
        self.operand(other)?.ok_or_else(wrong)
    }

    /// A value of the same store.
    fn beside(&self, value: values::Value) -> Self {
        Self { value, is_own: self.is_own }
    }

    fn plus(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        // A form that finds no room here has some in the search below.
        if let Ok(Some(known)) = self.value.known_sum(&other.value) {
            return Ok(self.beside(known));
        }
        self.made(py, |values, g| values.sum(g, other.value.id_in(values)?))
    }

    /// The result of an operation on the form, worked out where there is room.
    fn made(
        &self,
        py: Python<'_>,
        operation: impl Fn(&Arc<Values>, ValueId) -> Result<ValueId, Error> + Sync,
    ) -> PyResult<Self> {
        let store = home(self);
        let value = compute(py, || {
            let g = self.value.id_in(&store)?;
            values::Value::new(&store, operation(&store, g)?)
        })?;
        Ok(self.beside(value))
    }

    /// A fact about the form that may take a search.
    fn fact<T: Send>(
        &self,
        py: Python<'_>,
        fact: impl FnOnce(&Values, ValueId) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        compute(py, || fact(self.value.values(), self.value.id()))
    }

    /// A tuple of values.
    fn all<'py>(
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
    fn compared(&self, py: Python<'_>, other: &Self) -> PyResult<Option<Ordering>> {
        compute(py, || self.value.compare(&other.value, store::comparison()))
    }

    /// Is this value at most the other?
    fn is_at_most(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        match self.value.known_le(&other.value) {
            Some(known) => Ok(known),
            None => Ok(self.compared(py, other)?.is_some_and(Ordering::is_le)),
        }
    }

    fn ordered(&self, py: Python<'_>, other: &Self, op: CompareOp) -> PyResult<bool> {
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

#[pymethods]
impl Value {
    #[new]
    #[pyo3(signature = (value, /, *, time = None))]
    fn new(py: Python<'_>, value: &Bound<'_, PyAny>, time: Option<f64>) -> PyResult<Self> {
        if let Ok(known) = value.cast::<Self>() {
            return Ok(known.get().clone());
        }
        let (store, is_own) = current();
        store::within(time, || Self::read(py, value, &store, is_own))
    }

    /// The value of the game with these options.
    #[staticmethod]
    #[pyo3(signature = (left, right, /))]
    fn of_options(py: Python<'_>, left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (store, is_own) = current();
        let side = |options: &Bound<'_, PyAny>| -> PyResult<Vec<values::Value>> {
            options.try_iter()?.map(|option| Ok(Self::read(py, &option?, &store, is_own)?.value)).collect()
        };
        let (left, right) = (side(left)?, side(right)?);
        let value = compute(py, || values::Value::of_options(&store, &left, &right))?;
        Ok(Self { value, is_own })
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
            Some(Number::Dyadic(x)) => {
                let other = Self::of_number(self.value.values(), self.is_own, x).map_err(of_value)?;
                said(self.ordered(py, &other, op)?)
            }
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
        if let Ok(other) = other.cast::<Self>() {
            return Ok(Py::new(py, self.plus(py, other.get())?)?.into_any());
        }
        match self.operand(other)? {
            Some(other) => Ok(Py::new(py, self.plus(py, other.get())?)?.into_any()),
            None => Ok(py.NotImplemented()),
        }
    }

    fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        self.__add__(py, other)
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        match self.operand(other)? {
            Some(other) => {
                let other = &other.get().value;
                let difference = self.made(py, |values, g| values.difference(g, other.id_in(values)?))?;
                Ok(Py::new(py, difference)?.into_any())
            }
            None => Ok(py.NotImplemented()),
        }
    }

    fn __rsub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        Py::new(py, self.__neg__(py)?)?.get().__add__(py, other)
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
        match self.operand(other)? {
            Some(other) => {
                let other = &other.get().value;
                let product = self.made(py, |values, g| values.conway_product(g, other.id_in(values)?))?;
                Ok(Py::new(py, product)?.into_any())
            }
            None => Ok(py.NotImplemented()),
        }
    }

    fn __rmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        self.__mul__(py, other)
    }

    /// `G:H`: moves in `H` keep `G`, and moves in `G` throw `H` away.
    #[pyo3(signature = (other, /))]
    fn ordinal_sum(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let other = self.needed(other)?;
        let other = &other.get().value;
        self.made(py, |values, g| values.ordinal_sum(g, other.id_in(values)?))
    }

    /// Conway's product.
    #[pyo3(signature = (other, /))]
    fn conway_product(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let other = self.needed(other)?;
        let other = &other.get().value;
        self.made(py, |values, g| values.conway_product(g, other.id_in(values)?))
    }

    /// Norton's product with a positive unit.
    #[pyo3(signature = (unit, /))]
    fn norton_product(&self, py: Python<'_>, unit: &Bound<'_, PyAny>) -> PyResult<Self> {
        let unit = self.needed(unit)?;
        let unit = &unit.get().value;
        self.made(py, |values, g| values.norton_product(g, unit.id_in(values)?))
    }

    /// Cooled by a number: every move costs it.
    #[pyo3(signature = (t, /))]
    fn cool(&self, py: Python<'_>, t: Exact) -> PyResult<Self> {
        self.made(py, |values, g| values.cool(g, t.0))
    }

    /// Heated by a value: every move earns it.
    #[pyo3(signature = (t, /))]
    fn heat(&self, py: Python<'_>, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        let t = self.needed(t)?;
        let t = &t.get().value;
        self.made(py, |values, g| values.heat(g, t.id_in(values)?))
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
        let x = self.needed(x)?;
        let x = &x.get().value;
        self.made(py, |values, g| values.pow(g, x.id_in(values)?))
    }

    /// The sum of all powers up to `x`.
    #[pyo3(signature = (x, /))]
    fn pow_to(&self, py: Python<'_>, x: &Bound<'_, PyAny>) -> PyResult<Self> {
        let x = self.needed(x)?;
        let x = &x.get().value;
        self.made(py, |values, g| values.pow_to(g, x.id_in(values)?))
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

    #[getter]
    fn is_number(&self) -> bool {
        self.value.is_number()
    }

    #[getter]
    fn is_integer(&self) -> bool {
        self.value.values().is_integer(self.value.id())
    }

    #[getter]
    fn is_infinitesimal(&self) -> bool {
        self.value.values().is_infinitesimal(self.value.id())
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
        let (store, is_own) = current();
        let id = py.detach(|| store.read_graph(graph)).map_err(|error| match error {
            values::GraphError::Value(error) => of_value(error),
            error => PyValueError::new_err(error.to_string()),
        })?;
        let value = compute(py, || values::Value::new(&store, id))?;
        Ok(Self { value, is_own })
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

/// The order of each pair of values of two lists: −1 for less, 0 for equal, 1 for greater, 2 for confused. The
/// first list gives rows.
#[pyfunction]
#[pyo3(signature = (left, right))]
pub(crate) fn compare_lists<'py>(
    py: Python<'py>,
    left: Vec<Bound<'py, Value>>,
    right: Vec<Bound<'py, Value>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let store = match left.first() {
        Some(first) => home(first.get()),
        None => current().0,
    };
    let in_one = |values: &[Bound<'_, Value>]| -> Vec<values::Value> {
        values.iter().map(|value| value.get().value.clone()).collect()
    };
    let (left, right) = (in_one(&left), in_one(&right));
    let found = compute(py, || {
        let ids = |side: &[values::Value]| -> Result<Vec<ValueId>, Error> {
            side.iter().map(|value| value.id_in(&store)).collect()
        };
        let (left, right) = (ids(&left)?, ids(&right)?);
        let mut found = Vec::with_capacity(left.len() * right.len());
        for &g in &left {
            store.check()?;
            for &h in &right {
                found.push(match store.compare(g, h)? {
                    Some(order) => order as i8 as u8,
                    None => 2,
                });
            }
        }
        Ok(found)
    })?;
    Ok(PyBytes::new(py, &found))
}

/// All values born by a day.
#[pyfunction]
#[pyo3(signature = (day, /))]
pub(crate) fn born_by(py: Python<'_>, day: u32) -> PyResult<Vec<Value>> {
    let (store, is_own) = current();
    let all = compute(py, || {
        store
            .born_by(day)?
            .into_iter()
            .map(|id| values::Value::new(&store, id))
            .collect::<Result<Vec<_>, _>>()
    })?;
    Ok(all.into_iter().map(|value| Value { value, is_own }).collect())
}

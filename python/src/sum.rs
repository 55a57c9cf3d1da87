//! Sums: what `tedomari.Sum` is.

use crate::answers::answer;
use crate::elsewhere;
use crate::engine::{Engine, usual};
use crate::errors::{of_engine, of_value, wrong};
use crate::numbers::{Exact, fraction};
use crate::players::Side;
use crate::position::Position;
use crate::proof::Proof;
use crate::questions::{Topic, decided};
use crate::ruleset::calls_python;
use crate::search::search;
use crate::store::current;
use crate::thermograph::Thermograph;
use crate::value::Value;
use crate::work::Limits;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use std::path::PathBuf;
use std::sync::Arc;
use tedomari::rules::AnyPosition;
use tedomari::sums::{self, Part, Whole};
use tedomari::values::{self, Budget, Error, Values};
use tedomari::{Claim, EngineError, Question, SolveMethod};

/// A sum of positions of any rulesets, and of values.
///
///     >>> import tedomari as td
///     >>> s = td.clobber("xoxoxo") + "^^*"
///     >>> s.winner("right"), s.value == s.parts[0].value + s.parts[1]
///     ('left', True)
#[pyclass(frozen, module = "tedomari")]
pub(crate) struct Sum {
    pub(crate) sum: sums::Sum,
    pub(crate) engine: Engine,
}

impl Sum {
    /// The sum of one position.
    pub(crate) fn of(position: &Position) -> Self {
        Self { sum: sums::Sum { parts: vec![position.part()] }, engine: position.engine.clone() }
    }

    /// The parts that an argument adds: a sum, a position, a value, a number, or a text. `None` means anything
    /// else.
    fn parts(py: Python<'_>, thing: &Bound<'_, PyAny>, engine: &Engine) -> PyResult<Option<Vec<Part>>> {
        if let Ok(sum) = thing.cast::<Self>() {
            return Ok(Some(sum.get().sum.parts.clone()));
        }
        if let Ok(position) = thing.cast::<Position>() {
            return Ok(Some(vec![position.get().part()]));
        }
        if thing.is_instance_of::<PyString>() {
            let (text, engine) = (thing.extract::<String>()?, engine.get());
            let sum = py.detach(|| engine.sum_within(&text, &Budget::default()));
            return Ok(Some(sum.map_err(|error| of_engine(py, error))?.parts));
        }
        let value = match thing.cast::<Value>() {
            Ok(value) => value.get().clone(),
            Err(_) => match Value::read(py, thing, &current()) {
                Err(error) if error.is_instance_of::<PyTypeError>(py) => return Ok(None),
                number => number?,
            },
        };
        let tree = py.detach(|| sums::tree_of(&value.value)).map_err(of_value)?;
        Ok(Some(vec![Part { game: String::new(), position: sums::Component::new(tree) }]))
    }

    /// The sum that an argument is.
    pub(crate) fn made(py: Python<'_>, thing: &Bound<'_, PyAny>, engine: &Engine) -> PyResult<Self> {
        let wrong = || PyTypeError::new_err("a sum, a position, a value or a text is needed here");
        let parts = Self::parts(py, thing, engine)?.ok_or_else(wrong)?;
        Ok(Self { sum: sums::Sum { parts }, engine: engine.clone() })
    }

    fn with(&self, parts: Vec<Part>) -> Self {
        Self { sum: sums::Sum { parts }, engine: self.engine.clone() }
    }

    /// The answer to a question, and the proof, if one was asked for.
    fn ask_who_wins<'py>(
        &self,
        py: Python<'py>,
        question: Question,
        limits: &Limits,
        give: impl FnOnce(tedomari::answers::Solution, Option<Claim>) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let first = question.first;
        let found = self.ask(py, limits, |engine, budget, report| {
            engine.solve_sum(&self.sum, question, budget, &report.counting())
        })?;
        found.give(
            py,
            |error| of_engine(py, error),
            |(solution, proof)| {
                let claim =
                    proof.zip(first).map(|(proof, first)| Claim { sum: self.sum.clone(), first, proof });
                give(solution, claim)
            },
        )
    }
}

impl Topic for Sum {
    fn engine(&self) -> &Engine {
        &self.engine
    }

    fn calls_python(&self) -> bool {
        self.sum.parts.iter().any(|part| calls_python(part.position.position()))
    }

    fn find_value(
        &self,
        engine: &tedomari::Engine,
        store: &Arc<Values>,
        budget: &Budget,
    ) -> Result<values::Value, EngineError> {
        self.sum.parts.iter().try_fold(values::Value::zero(store), |total, part| {
            Ok((&total + &engine.value_of(part.position.position(), store, budget)?)?)
        })
    }

    fn find_thermograph(
        &self,
        engine: &tedomari::Engine,
        budget: &Budget,
    ) -> Result<values::Thermograph, EngineError> {
        engine.thermograph_of_sum(&self.sum, budget)
    }
}

fn method_of(name: &str) -> PyResult<SolveMethod> {
    name.parse().map_err(|error: String| {
        let known: Vec<&str> = SolveMethod::ALL.iter().map(|(name, _)| *name).collect();
        wrong(format!("{error}: {}", known.join(", ")))
    })
}

#[pymethods]
impl Sum {
    /// The sum of these parts, each a position, a value, a sum, or a text.
    #[new]
    #[pyo3(signature = (*parts))]
    fn new(py: Python<'_>, parts: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let engine = usual();
        let mut all = Vec::new();
        for part in parts {
            all.extend(Self::made(py, &part, &engine)?.sum.parts);
        }
        Ok(Self { sum: sums::Sum { parts: all }, engine })
    }

    fn __str__(&self, py: Python<'_>) -> String {
        match self.sum.parts.is_empty() {
            true => "0".to_owned(),
            false => py.detach(|| self.sum.to_string()),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("Sum('{}')", self.__str__(py))
    }

    fn __len__(&self) -> usize {
        self.sum.parts.len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().sum == self.sum)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.__str__(py)).hash()
    }

    /// The parts: positions and values.
    #[getter(parts)]
    fn parts_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let part = |part: &Part| -> PyResult<Bound<'py, PyAny>> {
            if part.game.is_empty() {
                let text = PyString::new(py, &part.position.to_string());
                return Ok(Bound::new(py, Value::read(py, text.as_any(), &current())?)?.into_any());
            }
            let position = part.position.position().clone();
            Ok(Bound::new(py, Position::new(part.game.clone(), position, self.engine.clone()))?.into_any())
        };
        PyList::new(py, self.sum.parts.iter().map(part).collect::<PyResult<Vec<_>>>()?)
    }

    pub(crate) fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        match Self::parts(py, other, &self.engine)? {
            Some(more) => {
                let parts = [&self.sum.parts[..], &more].concat();
                Ok(Py::new(py, self.with(parts))?.into_any())
            }
            None => Ok(py.NotImplemented()),
        }
    }

    pub(crate) fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        // As Python's own `sum` begins.
        if other.extract::<i64>().is_ok_and(|start| start == 0) {
            return Ok(Py::new(py, self.with(self.sum.parts.clone()))?.into_any());
        }
        match Self::parts(py, other, &self.engine)? {
            Some(before) => {
                let parts = [&before[..], &self.sum.parts].concat();
                Ok(Py::new(py, self.with(parts))?.into_any())
            }
            None => Ok(py.NotImplemented()),
        }
    }

    /// Copies of the sum.
    pub(crate) fn __mul__(&self, copies: usize) -> PyResult<Self> {
        const MOST: usize = 10_000;
        match copies.checked_mul(self.sum.parts.len()) {
            Some(parts) if parts <= MOST => Ok(self.with(vec![&self.sum.parts[..]; copies].concat())),
            _ => Err(wrong(format!("a sum has at most {MOST} parts"))),
        }
    }

    fn __rmul__(&self, copies: usize) -> PyResult<Self> {
        self.__mul__(copies)
    }

    /// The value: the sum of the values of all parts.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Value> {
        self.exact_value(py, None)
    }

    /// The value within limits.
    #[pyo3(signature = (**limits))]
    fn exact_value(&self, py: Python<'_>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<Value> {
        self.value_within(py, &Limits::read(limits, Some(10.0))?)
    }

    /// The thermograph.
    #[getter]
    fn thermograph(&self, py: Python<'_>) -> PyResult<Thermograph> {
        self.thermograph_within(py, &Limits::read(None, Some(10.0))?)
    }

    /// The mean.
    #[getter]
    fn mean(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        fraction(py, self.thermograph(py)?.graph.mean())
    }

    /// The temperature.
    #[getter]
    fn temperature(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        fraction(py, self.thermograph(py)?.graph.temperature())
    }

    /// The analysis: the parts, what follows from them, and the value of the sum where it is in reach.
    #[pyo3(signature = (**limits))]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits::read(limits, Some(10.0))?;
        self.ask(py, &limits, |engine, budget, _| engine.analyze_sum(&self.sum, budget))?.answered(py)
    }

    /// Mean and temperature by a search, see `Position.search`.
    #[pyo3(signature = (method = "best", *, threshold = None, delta = None, **limits))]
    fn search<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        threshold: Option<Exact>,
        delta: Option<Exact>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let whole = AnyPosition::new(Whole::new(&self.sum));
        search(self, py, &whole, "", method, [threshold, delta], &Limits::read(limits, Some(10.0))?)
    }

    /// Who wins, and with which move, when this player moves first, or when either does. The methods are
    /// values, alphabeta, pn, dfpn and pn-all; `score` asks for the stops, too. A `checkpoint` is a file that
    /// keeps what was found out for a later search.
    #[pyo3(signature = (first = None, *, method = "values", score = false, checkpoint = None, **limits))]
    pub(crate) fn solve<'py>(
        &self,
        py: Python<'py>,
        first: Option<Side>,
        method: &str,
        score: bool,
        checkpoint: Option<PathBuf>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits::read(limits, Some(10.0))?;
        let (first, method) = (first.map(|first| first.0), method_of(method)?);
        let question = Question { first, method, score, checkpoint, ..Question::default() };
        self.ask_who_wins(py, question, &limits, |solution, _| answer(py, &solution))
    }

    /// The player who wins when this one moves first.
    #[pyo3(signature = (first, **limits))]
    fn winner<'py>(
        &self,
        py: Python<'py>,
        first: Side,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        decided(&self.solve(py, Some(first), "values", false, None, limits)?.getattr("winner")?)
    }

    /// The outcome: `"L"`, `"R"`, `"N"` or `"P"`.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        decided(&self.solve(py, None, "values", false, None, None)?.getattr("outcome")?)
    }

    /// A proof of who wins when this player moves first, by the method pn or dfpn.
    #[pyo3(signature = (first, *, method = "pn", **limits))]
    pub(crate) fn prove<'py>(
        &self,
        py: Python<'py>,
        first: Side,
        method: &str,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits::read(limits, Some(10.0))?;
        let (first, method) = (Some(first.0), method_of(method)?);
        let question = Question { first, method, proof: true, ..Question::default() };
        self.ask_who_wins(py, question, &limits, |solution, claim| match claim {
            Some(claim) => Ok(Bound::new(py, Proof { claim, engine: self.engine.clone() })?.into_any()),
            None => {
                let ended = solution.error.as_ref().and_then(|ended| ended.errors().next());
                Err(of_value(ended.unwrap_or(Error::Stopped)))
            }
        })
    }

    /// The move that a player such as `"informed"` or `"hotstrat:tds+"` chooses for this side.
    #[pyo3(signature = (to_move, player = "informed", **limits))]
    pub(crate) fn choose<'py>(
        &self,
        py: Python<'py>,
        to_move: Side,
        player: &str,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits::read(limits, Some(1.0))?;
        let choose = |engine: &tedomari::Engine, budget: &Budget, _: &_| {
            engine.choose(&self.sum, to_move.0, player, budget)
        };
        self.ask(py, &limits, choose)?.answered_if_any(py)
    }

    /// The moves of a player: the number of the part, counted from 1, and the name.
    #[pyo3(signature = (player, /))]
    fn moves(&self, py: Python<'_>, player: Side) -> PyResult<Vec<(usize, String)>> {
        let (engine, sum) = (self.engine.get(), self.sum.clone());
        let found = py.detach(|| engine.session(sum, player.0, "random")?.moves());
        found.map_err(|error| of_engine(py, error))
    }

    /// The sum after a move of a player in a part, counted from 1.
    #[pyo3(signature = (player, part, action))]
    fn play(&self, py: Python<'_>, player: Side, part: usize, action: &str) -> PyResult<Self> {
        let (engine, sum) = (self.engine.get(), self.sum.clone());
        let after = py.detach(|| {
            let mut session = engine.session(sum, player.0, "random")?;
            session.play_named(part, action)?;
            Ok(session.state().sum().clone())
        });
        Ok(Self { sum: after.map_err(|error| of_engine(py, error))?, engine: self.engine.clone() })
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let parts = slf.getattr("parts")?.cast_into::<PyList>()?.to_tuple();
        PyTuple::new(py, [slf.get_type().into_any(), parts.into_any()])
    }

    fn _repr_html_(slf: Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        elsewhere(slf.py(), "_html", "sum_", (slf,))
    }
}

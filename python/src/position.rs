//! Positions: what `tedomari.Position` is.

use crate::answers::answer;
use crate::elsewhere;
use crate::engine::Engine;
use crate::errors::{LimitReached, of_engine, of_rules, wrong};
use crate::numbers::{Exact, fraction};
use crate::players::Side;
use crate::ruleset::{calls_python, ruleset_of, state_of};
use crate::store::current;
use crate::sum::Sum;
use crate::thermograph::Thermograph;
use crate::value::Value;
use crate::work::{Limits, run};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use tedomari::pictures;
use tedomari::rules::{AnyMove, AnyPosition, rows_and_points};
use tedomari::temperature::mts::Mts;
use tedomari::temperature::{Enhancements, Leaves, Method, Tds};
use tedomari::values::Player;

/// A position of a ruleset, with nobody to move.
#[pyclass(frozen, module = "tedomari")]
pub(crate) struct Position {
    pub(crate) game: String,
    pub(crate) position: AnyPosition,
    pub(crate) engine: Engine,
}

/// A move of a player in a position. Its text is its name.
#[pyclass(frozen, module = "tedomari")]
pub(crate) struct Move {
    action: AnyMove,
    player: Player,
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
    fn name(&self) -> String {
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

/// The method of a temperature search by its name.
fn method(name: &str, delta: Option<Exact>) -> PyResult<Method> {
    let tds =
        |enhancements| Tds { enhancements, delta: delta.as_ref().map(|delta| delta.0), ..Tds::default() };
    let method = match name {
        "best" => Method::Best,
        "exact" => Method::Exact,
        "interval" => Method::Interval,
        "tds" => Method::Tds(Box::new(tds(Enhancements::NONE))),
        "tds+" => Method::Tds(Box::new(tds(Enhancements::ALL))),
        "mts" => {
            let mts = Mts { bounds: true, ..Default::default() };
            Method::Mts(mts, Leaves::NotHot(Box::new(tds(Enhancements::ALL))))
        }
        other => {
            return Err(wrong(format!(
                "there is no method '{other}': best, exact, interval, tds, tds+, mts"
            )));
        }
    };
    match (delta.is_some(), &method) {
        (true, Method::Best | Method::Exact | Method::Interval) => {
            Err(wrong("delta is for tds, tds+ and mts: the others have no coupons"))
        }
        _ => Ok(method),
    }
}

impl Position {
    pub(crate) fn new(game: String, position: AnyPosition, engine: Engine) -> Self {
        Self { game, position, engine }
    }

    fn like(&self, position: AnyPosition) -> Self {
        Self { game: self.game.clone(), position, engine: self.engine.clone() }
    }

    fn calls_python(&self) -> bool {
        calls_python(&self.position)
    }

    fn moves_of(&self, py: Python<'_>, player: Player) -> PyResult<Vec<Move>> {
        let moves = py.detach(|| self.position.moves(player)).map_err(|error| of_rules(py, &error))?;
        Ok(moves.into_iter().map(|action| Move { action, player }).collect())
    }

    /// The move that an argument is.
    fn find(&self, py: Python<'_>, action: &Bound<'_, PyAny>, player: Option<Player>) -> PyResult<Move> {
        if let Ok(action) = action.cast::<Move>() {
            let Move { action, player } = action.get();
            return Ok(Move { action: action.clone(), player: *player });
        }
        let name: String = action.extract()?;
        let players = player.map_or(Player::BOTH.to_vec(), |player| vec![player]);
        let mut found = Vec::new();
        for player in players {
            let moves = self.moves_of(py, player)?;
            found.extend(moves.into_iter().find(|action| action.name().eq_ignore_ascii_case(name.trim())));
        }
        match found.len() {
            1 => Ok(found.remove(0)),
            0 => Err(wrong(format!("'{name}' is not a move in {}", self.position))),
            _ => Err(wrong(format!(
                "both players have the move '{name}': say player='left' or player='right'"
            ))),
        }
    }

    /// The analysis, in a thread of its own.
    fn analysis<'py>(&self, py: Python<'py>, limits: &Limits) -> PyResult<Bound<'py, PyAny>> {
        let engine = self.engine.get();
        let found = run(py, limits, self.calls_python(), |budget, _| engine.analyze(&self.position, budget))?;
        found.give(
            py,
            |error| of_engine(py, error),
            |mut found| {
                found.game.clone_from(&self.game);
                answer(py, &found)
            },
        )
    }

    /// The value, or an error if it is out of reach.
    pub(crate) fn value_within(&self, py: Python<'_>, limits: &Limits) -> PyResult<Value> {
        let (engine, (store, is_own)) = (self.engine.get(), current());
        let found = run(py, limits, self.calls_python(), |budget, _| {
            engine.value_of(&self.position, &store, budget)
        })?;
        Ok(Value { value: found.plain(|error| of_engine(py, error))?, is_own })
    }
}

#[pymethods]
impl Position {
    /// The name of the ruleset.
    #[getter]
    fn game(&self) -> &str {
        &self.game
    }

    /// The position in notation, without its game.
    fn __str__(&self, py: Python<'_>) -> String {
        py.detach(|| self.position.to_string())
    }

    /// The position in notation, `GAME:POSITION`.
    #[getter]
    fn text(&self, py: Python<'_>) -> String {
        format!("{}:{}", self.game, self.__str__(py))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<{}>", self.text(py))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.get().position == self.position && other.get().game == self.game)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position.hash(&mut hasher);
        hasher.finish()
    }

    /// The state of a position whose ruleset is written in Python.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        state_of(py, &self.position)
    }

    /// The ruleset, if it is written in Python.
    #[getter]
    fn ruleset<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        ruleset_of(py, &self.position)
    }

    /// The moves of a player.
    #[pyo3(signature = (player, /))]
    fn moves(&self, py: Python<'_>, player: Side) -> PyResult<Vec<Move>> {
        self.moves_of(py, player.0)
    }

    /// The positions that a player can move to.
    #[pyo3(signature = (player, /))]
    fn options(&self, py: Python<'_>, player: Side) -> PyResult<Vec<Self>> {
        let options = py.detach(|| self.position.options(player.0)).map_err(|error| of_rules(py, &error))?;
        Ok(options.into_iter().map(|option| self.like(option)).collect())
    }

    /// The position after a move, given as such or by its name. Where both players have a move of this name,
    /// `player` says whose it is.
    #[pyo3(signature = (action, /, player = None))]
    fn play(&self, py: Python<'_>, action: &Bound<'_, PyAny>, player: Option<Side>) -> PyResult<Self> {
        let Move { action, player } = self.find(py, action, player.map(|player| player.0))?;
        let after =
            py.detach(|| self.position.play(player, &action)).map_err(|error| of_rules(py, &error))?;
        Ok(self.like(after))
    }

    /// The independent regions: the position is their sum.
    #[getter]
    fn regions(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let regions = py.detach(|| self.position.regions()).map_err(|error| of_rules(py, &error))?;
        Ok(regions.into_iter().map(|region| self.like(region)).collect())
    }

    /// The value. It is an error if it is out of reach within ten seconds; `analyze` takes other limits.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Value> {
        self.value_within(py, &Limits::read(None, Some(10.0))?)
    }

    /// The value within limits.
    #[pyo3(signature = (**limits))]
    fn exact_value(&self, py: Python<'_>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<Value> {
        self.value_within(py, &Limits::read(limits, Some(10.0))?)
    }

    /// The thermograph.
    #[getter]
    fn thermograph(&self, py: Python<'_>) -> PyResult<Thermograph> {
        let (limits, engine) = (Limits::read(None, Some(10.0))?, self.engine.get());
        let found =
            run(py, &limits, self.calls_python(), |budget, _| engine.thermograph(&self.position, budget))?;
        Ok(Thermograph { graph: found.plain(|error| of_engine(py, error))? })
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

    /// The outcome: `"L"`, `"R"`, `"N"` or `"P"`.
    #[getter]
    fn outcome<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let found = slf.get().solve(slf.py(), None, "values", false, None, None)?;
        decided(&found.getattr("outcome")?)
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

    /// The analysis: value or bounds, regions, and the moves of both players, the best first.
    #[pyo3(signature = (**limits))]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.analysis(py, &Limits::read(limits, Some(10.0))?)
    }

    /// All moves of both players as a DataFrame of pandas, the best first.
    #[pyo3(signature = (**limits))]
    fn ranking<'py>(&self, py: Python<'py>, limits: Option<&Bound<'py, PyDict>>) -> PyResult<Py<PyAny>> {
        elsewhere(py, "_tables", "ranking", (self.analyze(py, limits)?,))
    }

    /// Mean and temperature by a search: best, exact, interval, tds, tds+ or mts. With a `threshold` it asks
    /// whether the temperature is above it.
    #[pyo3(signature = (method = "best", *, threshold = None, delta = None, **limits))]
    fn search<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        threshold: Option<Exact>,
        delta: Option<Exact>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (limits, engine) = (Limits::read(limits, Some(10.0))?, self.engine.get());
        let method = self::method(method, delta)?;
        let found = run(py, &limits, self.calls_python(), |budget, report| match threshold {
            Some(t) => engine.is_hotter(&method, &self.position, t.0, budget),
            None => engine.temperature_by(&method, &self.position, budget, &mut |finding| {
                report.tell(finding.nodes, 0);
            }),
        })?;
        found.give(
            py,
            |error| of_engine(py, error),
            |mut found| {
                found.game.clone_from(&self.game);
                answer(py, &found)
            },
        )
    }

    /// Who wins, see `Sum.solve`.
    #[pyo3(signature = (first = None, *, method = "values", score = false, checkpoint = None, **limits))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        first: Option<Side>,
        method: &str,
        score: bool,
        checkpoint: Option<std::path::PathBuf>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Sum::of(self).solve(py, first, method, score, checkpoint, limits)
    }

    /// A proof of who wins when this player moves first, see `Sum.prove`.
    #[pyo3(signature = (first, *, method = "pn", **limits))]
    fn prove<'py>(
        &self,
        py: Python<'py>,
        first: Side,
        method: &str,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Sum::of(self).prove(py, first, method, limits)
    }

    /// The move that a player such as `"informed"` chooses for this side.
    #[pyo3(signature = (to_move, player = "informed", **limits))]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        to_move: Side,
        player: &str,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Sum::of(self).choose(py, to_move, player, limits)
    }

    /// A sum with another position, sum or value.
    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Sum::of(self).__add__(py, other)
    }

    fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Sum::of(self).__radd__(py, other)
    }

    /// Copies of the position, as a sum.
    fn __mul__(&self, copies: usize) -> PyResult<Sum> {
        Sum::of(self).__mul__(copies)
    }

    fn __rmul__(&self, copies: usize) -> PyResult<Sum> {
        self.__mul__(copies)
    }

    /// The rows of the board, if it has some.
    #[getter]
    fn rows(&self, py: Python<'_>) -> Option<Vec<String>> {
        self.position.cells()?;
        let text = self.__str__(py);
        Some(rows_and_points(&text).0.split('|').map(str::to_owned).collect())
    }

    /// The picture of the board as SVG. `None` means that the position is not drawn as a board.
    fn svg(&self, py: Python<'_>) -> Option<String> {
        let names = self.position.cells()?;
        let text = self.__str__(py);
        let board = rows_and_points(&text).0;
        let height = board.split('|').count();
        Some(pictures::board(board, |x| names.column(x), |y| names.row(y, height)).svg())
    }

    /// The characters of the boards of this ruleset, for an editor. `None` means that it has none.
    #[getter]
    fn symbols(&self) -> Option<String> {
        let engine = self.engine.get();
        let symbols = engine.rulesets().get(&self.game).ok()?.symbols?;
        Some(symbols.0.iter().map(|(symbol, _)| symbol).collect())
    }

    /// The position of another text of the same ruleset.
    #[pyo3(signature = (text, /))]
    fn read(&self, py: Python<'_>, text: &str) -> PyResult<Self> {
        self.engine.read(py, self.game.clone(), text)
    }

    /// The position as a game record (SGF). `None` means that the ruleset has no usual format.
    fn record(&self) -> Option<String> {
        self.engine.get().rulesets().get(&self.game).ok()?.record(&self.position)
    }

    /// A board editor with live bounds, for notebooks; it needs anywidget.
    fn widget(slf: Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        elsewhere(slf.py(), "_widget", "board", (slf,))
    }

    fn __reduce__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        if slf.get().calls_python() {
            return Err(wrong("a position of a ruleset in Python is not pickled: pickle its state"));
        }
        let make = py.import("tedomari")?.getattr("position")?;
        let arguments = PyTuple::new(py, [slf.get().text(py)])?;
        PyTuple::new(py, [make, arguments.into_any()])
    }

    fn _repr_html_(slf: Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        elsewhere(slf.py(), "_html", "position", (slf,))
    }
}

/// A fact of an answer, or the limit that prevented it.
pub(crate) fn decided<'py>(fact: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match fact.is_none() {
        true => Err(LimitReached::new_err("a limit was reached before there was an answer")),
        false => Ok(fact.clone()),
    }
}

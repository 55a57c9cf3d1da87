//! Positions: what `tedomari.Position` is.

use crate::elsewhere;
use crate::engine::Engine;
use crate::errors::{of_engine, of_rules, wrong};
use crate::moves::Move;
use crate::numbers::{Exact, fraction};
use crate::players::Side;
use crate::questions::{Topic, decided};
use crate::ruleset::{calls_python, ruleset_of, state_of};
use crate::search::search;
use crate::sum::Sum;
use crate::thermograph::Thermograph;
use crate::value::Value;
use crate::work::Limits;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use tedomari::answers::KoFacts;
use tedomari::rules::{AnyPosition, rows_and_points};
use tedomari::sums::Part;
use tedomari::values::{self, Budget, Player, Values};
use tedomari::{EngineError, pictures};

/// A position of a ruleset, with nobody to move.
///
///     >>> import tedomari as td
///     >>> p = td.domineering("...|...")
///     >>> p.value, p.moves("left"), p.play("A2-A1")
///     (Value('{2|-1/2}'), [<left A2-A1>, <left C2-C1>, <left B2-B1>], <domineering:#..|#..>)
#[pyclass(frozen, module = "tedomari")]
pub(crate) struct Position {
    pub(crate) game: String,
    pub(crate) position: AnyPosition,
    pub(crate) engine: Engine,
}

impl Position {
    pub(crate) fn new(game: String, position: AnyPosition, engine: Engine) -> Self {
        Self { game, position, engine }
    }

    fn like(&self, position: AnyPosition) -> Self {
        Self { game: self.game.clone(), position, engine: self.engine.clone() }
    }

    /// The position as a part of a sum.
    pub(crate) fn part(&self) -> Part {
        Part { game: self.game.clone(), position: self.position.clone().into() }
    }

    fn moves_of(&self, py: Python<'_>, player: Player) -> PyResult<Vec<Move>> {
        let moves = py.detach(|| self.position.moves(player)).map_err(|error| of_rules(py, &error))?;
        Ok(moves.into_iter().map(|action| Move { action, player }).collect())
    }

    /// The move that an argument is.
    fn find(&self, py: Python<'_>, action: &Bound<'_, PyAny>, player: Option<Player>) -> PyResult<Move> {
        if let Ok(action) = action.cast::<Move>() {
            return Ok(action.get().clone());
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
}

impl Topic for Position {
    fn engine(&self) -> &Engine {
        &self.engine
    }

    fn calls_python(&self) -> bool {
        calls_python(&self.position)
    }

    fn find_value(
        &self,
        engine: &tedomari::Engine,
        store: &Arc<Values>,
        budget: &Budget,
    ) -> Result<values::Value, EngineError> {
        engine.value_of(&self.position, store, budget)
    }

    fn find_thermograph(
        &self,
        engine: &tedomari::Engine,
        budget: &Budget,
    ) -> Result<values::Thermograph, EngineError> {
        engine.thermograph(&self.position, budget)
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
        let found = self.ask(py, &Limits::read(limits, Some(10.0))?, |engine, budget, _| {
            let mut found = engine.analyze(&self.position, budget)?;
            found.game.clone_from(&self.game);
            Ok(found)
        })?;
        found.answered(py)
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
        let limits = Limits::read(limits, Some(10.0))?;
        search(self, py, &self.position, &self.game, method, [threshold, delta], &limits)
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

    /// The thermographs of both komasters as SVG. `None` means that there is no ko, or that a limit was reached.
    #[pyo3(signature = (**limits))]
    fn ko_svg(&self, py: Python<'_>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<Option<String>> {
        let limits = Limits::read(limits, Some(10.0))?;
        let found = self.ask(py, &limits, |engine, budget, _| {
            match engine.needs_komaster(&self.position, budget)? {
                true => engine.kos(&self.position, budget),
                false => Ok(KoFacts::default()),
            }
        })?;
        let komasters = found.plain(|error| of_engine(py, error))?.komasters.unwrap_or_default();
        let panels: Option<Vec<_>> =
            komasters.into_iter().map(|known| Some((known.komaster, known.thermograph?))).collect();
        let panels = panels.filter(|panels| !panels.is_empty());
        Ok(panels.map(|panels| pictures::ko_thermographs(&panels, None).svg()))
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

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let position = slf.get();
        // A ruleset makes positions of states; others are read.
        let (make, argument) = match ruleset_of(py, &position.position) {
            Some(ruleset) => (ruleset, state_of(py, &position.position)?),
            None => {
                let engine = Bound::new(py, position.engine.clone())?;
                (engine.getattr("position")?, position.text(py).into_pyobject(py)?.into_any())
            }
        };
        PyTuple::new(py, [make, PyTuple::new(py, [argument])?.into_any()])
    }

    fn _repr_html_(slf: Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        elsewhere(slf.py(), "_html", "position", (slf,))
    }
}

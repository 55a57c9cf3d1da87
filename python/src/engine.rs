//! The engine: rulesets and endgame tables that positions are read and analysed with. There is one without
//! tables that is used where no other is named.

use crate::answers::answer;
use crate::errors::{of_engine, of_file, wrong};
use crate::matches::{self, Starts};
use crate::players::Side;
use crate::position::Position;
use crate::proof::Proof;
use crate::ruleset::listed_ruleset;
use crate::session::Session;
use crate::sum::Sum;
use crate::work::{Limits, run};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};
use tedomari::answers::{RulesetAnswer, schema};
use tedomari::rules::Ruleset;
use tedomari::tables::endgame::Shelf;
use tedomari::{Topic, probe};

/// An engine with its rulesets. It is replaced when a ruleset is added, since questions share it.
pub(crate) struct Inner {
    engine: RwLock<Arc<tedomari::Engine>>,
    added: RwLock<Vec<Ruleset>>,
    /// The folder of its tables, and the tables.
    tables: Option<(PathBuf, Arc<Shelf>)>,
}

/// Rulesets and endgame tables that positions are read and analysed with.
///
///     >>> import tedomari as td
///     >>> engine = td.Engine()
///     >>> engine.position("nogo:...").value, engine.topic("1|-1 + nogo:...")
///     (Value('+-1'), 'sum')
#[pyclass(frozen, module = "tedomari")]
#[derive(Clone)]
pub(crate) struct Engine(pub(crate) Arc<Inner>);

static USUAL: LazyLock<Engine> = LazyLock::new(|| {
    let engine = RwLock::new(Arc::new(tedomari::Engine::new().with_scripts()));
    Engine(Arc::new(Inner { engine, added: RwLock::default(), tables: None }))
});

/// The engine that is used where no other is named.
pub(crate) fn usual() -> Engine {
    USUAL.clone()
}

impl Engine {
    pub(crate) fn get(&self) -> Arc<tedomari::Engine> {
        self.0.engine.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads a position of a ruleset.
    pub(crate) fn read(&self, py: Python<'_>, game: String, text: &str) -> PyResult<Position> {
        let engine = self.get();
        let position = py.detach(|| engine.rulesets().open(&game, text));
        Ok(Position::new(game, position.map_err(|error| of_engine(py, error.into()))?, self.clone()))
    }

    /// A new engine with these tables and rulesets.
    fn build(tables: Option<&(PathBuf, Arc<Shelf>)>, added: &[Ruleset]) -> PyResult<tedomari::Engine> {
        let mut engine = tedomari::Engine::new().with_scripts();
        if let Some((_, shelf)) = tables {
            engine = engine.knowing(shelf.clone());
        }
        for ruleset in added {
            engine.add(ruleset.clone()).map_err(wrong)?;
        }
        Ok(engine)
    }
}

#[pymethods]
impl Engine {
    /// An engine that uses the endgame tables of a folder.
    #[new]
    #[pyo3(signature = (*, tables = None))]
    fn new(py: Python<'_>, tables: Option<PathBuf>) -> PyResult<Self> {
        let tables = tables.map(|folder| {
            let (shelf, errors) = py.detach(|| Shelf::open(&folder));
            match errors.into_iter().next() {
                Some(error) => Err(of_file(error)),
                None => Ok((folder, Arc::new(shelf))),
            }
        });
        let tables = tables.transpose()?;
        let engine = RwLock::new(Arc::new(Self::build(tables.as_ref(), &[])?));
        Ok(Self(Arc::new(Inner { engine, added: RwLock::default(), tables })))
    }

    /// The engine that is used where no other is named.
    #[staticmethod]
    fn usual() -> Self {
        usual()
    }

    /// Adds a ruleset in Python, or the file of one in Lua. Its positions are then read from `NAME:POSITION`. A
    /// ruleset that was added under the same name is replaced. Returns the name.
    #[pyo3(signature = (ruleset, /))]
    fn add(&self, py: Python<'_>, ruleset: &Bound<'_, PyAny>) -> PyResult<String> {
        let ruleset = match ruleset.extract::<PathBuf>() {
            Ok(path) => {
                let loaded = py.detach(|| tedomari::scripts::load(path));
                loaded.map_err(|error| of_engine(py, error.into()))?
            }
            Err(_) => listed_ruleset(ruleset)?,
        };
        let name = ruleset.name.to_string();
        let mut added = self.0.added.write().unwrap_or_else(PoisonError::into_inner);
        let mut rulesets = added.clone();
        rulesets.retain(|known| known.name != ruleset.name);
        rulesets.push(ruleset);
        let engine = Arc::new(Self::build(self.0.tables.as_ref(), &rulesets)?);
        *self.0.engine.write().unwrap_or_else(PoisonError::into_inner) = engine;
        *added = rulesets;
        Ok(name)
    }

    /// The rulesets: name, rules, notation and an example of each.
    fn rulesets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let engine = self.get();
        let answers = engine.rulesets().iter().map(|ruleset| answer(py, &RulesetAnswer::from(ruleset)));
        PyList::new(py, answers.collect::<PyResult<Vec<_>>>()?)
    }

    /// Is it the name of a game with chance?
    #[pyo3(signature = (name, /))]
    fn has_chance(&self, name: &str) -> bool {
        self.get().rulesets().contest(name).is_ok()
    }

    /// A position, `GAME:POSITION`; or of the ruleset `game`.
    #[pyo3(signature = (text, *, game = None))]
    fn position(&self, py: Python<'_>, text: &str, game: Option<&str>) -> PyResult<Position> {
        let engine = self.get();
        let (game, text) = match (game, engine.topic(text)) {
            (Some(game), _) => (game.to_owned(), text.to_owned()),
            (None, Topic::Position { game, text }) => (game, text),
            (None, _) => match text.split_once(':') {
                Some((game, text)) => (game.trim().to_owned(), text.to_owned()),
                None => {
                    return Err(wrong(format!("'{text}' should be GAME:POSITION, such as amazons:x..|..o")));
                }
            },
        };
        self.read(py, game, &text)
    }

    /// A sum of positions and values in notation, joined by ` + `.
    #[pyo3(signature = (text, /, **limits))]
    fn sum<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (limits, engine) = (Limits::read(limits, Some(10.0))?, self.get());
        let read = run(py, &limits, false, |budget, _| engine.sum_within(text, budget))?;
        read.give(
            py,
            |error| of_engine(py, error),
            |sum| Ok(Bound::new(py, Sum { sum, engine: self.clone() })?.into_any()),
        )
    }

    /// What a text is about: `"position"`, `"value"` or `"sum"`.
    #[pyo3(signature = (text, /))]
    fn topic(&self, text: &str) -> &'static str {
        match self.get().topic(text) {
            Topic::Position { .. } => "position",
            Topic::Value(_) => "value",
            Topic::Sum(_) => "sum",
        }
    }

    /// Describes a value in notation, as `tedomari value --all` does.
    #[pyo3(signature = (text, /, *, more = true, **limits))]
    fn describe<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        more: bool,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (limits, engine) = (Limits::read(limits, Some(10.0))?, self.get());
        let found = run(py, &limits, false, |budget, _| engine.describe(text, more, budget))?;
        found.give(py, |error| of_engine(py, error), |found| answer(py, &found))
    }

    /// Looks a position up in the endgame tables of this engine, without search.
    #[pyo3(signature = (position, /))]
    fn probe<'py>(&self, py: Python<'py>, position: &Bound<'py, Position>) -> PyResult<Bound<'py, PyAny>> {
        let position = position.get();
        let empty = Arc::default();
        let shelf = self.0.tables.as_ref().map_or(&empty, |(_, shelf)| shelf);
        answer(py, &py.detach(|| probe(shelf, &position.game, &position.position)).map_err(wrong)?)
    }

    /// Reads a proof from the text that a proof writes.
    #[pyo3(signature = (text, /))]
    fn proof(&self, py: Python<'_>, text: &str) -> PyResult<Proof> {
        let budget = tedomari::values::Budget::endless();
        let claim = self.get().claim(text, &budget).map_err(|error| of_engine(py, error))?;
        Ok(Proof { claim, engine: self.clone() })
    }

    /// A game in progress: of a sum in notation or as `Sum`, or of a game with chance, `GAME` or `GAME:STATE`.
    #[pyo3(
        signature = (start, *, first = Side(tedomari::values::Player::Left), player = "informed", seed = 0),
        text_signature = "($self, start, *, first='left', player='informed', seed=0)"
    )]
    fn session(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        first: Side,
        player: &str,
        seed: u64,
    ) -> PyResult<Session> {
        Session::start(py, self, start, first.0, player, seed)
    }

    /// Plays a match, see `tedomari.match`.
    #[pyo3(signature = (left, right, *, game, start, play, size, components, games, move_time, move_nodes, seed, journal, **limits))]
    #[expect(clippy::too_many_arguments, reason = "the options of a match")]
    fn play_match<'py>(
        &self,
        py: Python<'py>,
        left: &str,
        right: &str,
        game: &Bound<'py, PyAny>,
        start: Option<&Bound<'py, PyAny>>,
        play: Option<&str>,
        size: Option<(u8, u8)>,
        components: Option<usize>,
        games: u32,
        move_time: f64,
        move_nodes: Option<u64>,
        seed: u64,
        journal: Option<PathBuf>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits::read(limits, None)?;
        let starts = Starts { game, start, play, size, components };
        let options = matches::Options { players: [left, right], games, move_time, move_nodes, seed };
        matches::play(py, self, &starts, &options, journal, &limits)
    }

    /// Plays the games of a journal again and checks them.
    #[pyo3(signature = (journal, /))]
    fn replay<'py>(&self, py: Python<'py>, journal: PathBuf) -> PyResult<Bound<'py, PyAny>> {
        matches::replay(py, &self.get(), &journal)
    }

    /// Engines are made again, with the tables of the same folder.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let tables = self.0.tables.as_ref().map(|(folder, _)| folder);
        let make = py.import("tedomari._engines")?.getattr("engine")?;
        let arguments = (Arc::ptr_eq(&self.0, &USUAL.0), tables).into_pyobject(py)?;
        PyTuple::new(py, [make, arguments.into_any()])
    }

    fn __repr__(&self) -> String {
        format!("<Engine with {} rulesets>", self.get().rulesets().iter().count())
    }
}

/// The JSON Schema of all answers, as text.
#[pyfunction]
pub(crate) fn json_schema() -> String {
    schema().to_string()
}

//! Rulesets that are written in Python, as positions like any other.
//!
//! A position is a state, any hashable Python object, and the rules that it belongs to. Equal states of the same
//! rules are one [`Entry`], so comparing and hashing positions needs no Python and cannot fail. An exception of
//! a hook travels through the search as a [`RuleError`] and comes back to the caller as it was raised.

use crate::engine::usual;
use crate::errors::{of_rules, wrong};
use crate::numbers::Exact;
use crate::position::Position;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use pyo3::{PyTraverseError, PyVisit, intern};
use rustc_hash::FxHashMap;
use std::any::Any;
use std::fmt;
use std::hash::Hasher;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tedomari::rules::games::tree::Tree;
use tedomari::rules::{
    AnyMove, AnyPosition, BoardError, Coordinates, DynPosition, Hints, Prospects, Raised, RuleError, Ruleset,
};
use tedomari::values::{ByPlayer, Dyadic, Player};

/// The memory of a state in bytes, about. Python does not say how large it is.
const BYTES: usize = 400;
/// The number of positions whose options are remembered, for searches that ask for one option after the other.
const RECENT: usize = 4;

/// The methods of a ruleset. `None` means that it does not define the method.
struct Hooks {
    options: Py<PyAny>,
    regions: Option<Py<PyAny>>,
    normal_form: Option<Py<PyAny>>,
    bounds: Option<Py<PyAny>>,
    score: Option<Py<PyAny>>,
    show: Py<PyAny>,
    read: Py<PyAny>,
    /// The object whose methods they are.
    ruleset: Py<PyAny>,
}

/// The rules.
pub(crate) struct Shared {
    name: String,
    hooks: Hooks,
    states: Mutex<States>,
    recent: Mutex<Vec<(Arc<Entry>, Player, Options)>>,
}

/// The states in use, by their hashes. Those that nothing refers to any more are swept when they may be half of
/// all.
#[derive(Default)]
struct States {
    known: FxHashMap<isize, Vec<Weak<Entry>>>,
    /// The number of entries since the last sweep, and at its end.
    count: usize,
    swept: usize,
}

/// A state.
struct Entry {
    rules: Arc<Shared>,
    state: Py<PyAny>,
    hash: isize,
    text: Mutex<Option<String>>,
}

/// The options of a position with the names of the moves. `None` means that a move is named after the position
/// that it leads to.
type Options = Arc<Vec<(Option<String>, Arc<Entry>)>>;

/// A position of a ruleset in Python.
#[derive(Clone)]
pub(crate) struct Scripted(Arc<Entry>);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An exception as the failure of rules.
fn raised(py: Python<'_>, error: PyErr) -> RuleError {
    let message = match error.value(py).str() {
        Ok(text) => format!("{}: {text}", error.get_type(py)),
        Err(_) => error.get_type(py).to_string(),
    };
    RuleError::Raised(Raised::new(message, error))
}

/// Asks Python. An exception becomes a failure of the rules.
fn ask<T>(work: impl for<'py> FnOnce(Python<'py>) -> PyResult<T>) -> Result<T, RuleError> {
    Python::attach(|py| work(py).map_err(|error| raised(py, error)))
}

fn name(player: Player, py: Python<'_>) -> &Bound<'_, PyString> {
    match player {
        Player::Left => intern!(py, "left"),
        Player::Right => intern!(py, "right"),
    }
}

impl Shared {
    /// The entry of a state.
    fn entry(self: &Arc<Self>, state: &Bound<'_, PyAny>) -> PyResult<Arc<Entry>> {
        let hash = state.hash()?;
        let mut compared = 0;
        loop {
            // Comparing calls Python, which may run another thread: not under the lock.
            let alike: Vec<Arc<Entry>> = match lock(&self.states).known.get(&hash) {
                Some(known) => known.iter().filter_map(Weak::upgrade).collect(),
                None => Vec::new(),
            };
            for entry in alike.iter().skip(compared) {
                let known = entry.state.bind(state.py());
                if known.is(state) || known.eq(state)? {
                    return Ok(entry.clone());
                }
            }
            compared = alike.len();
            let mut states = lock(&self.states);
            states.sweep();
            let here = states.known.entry(hash).or_default();
            here.retain(|entry| entry.strong_count() > 0);
            // Another thread may have added one since.
            if here.len() == compared {
                let state = state.clone().unbind();
                let text = Mutex::new(None);
                let made = Arc::new(Entry { rules: self.clone(), state, hash, text });
                here.push(Arc::downgrade(&made));
                states.count += 1;
                return Ok(made);
            }
            compared = 0;
        }
    }

    /// Reads the options that a hook has returned.
    fn options(self: &Arc<Self>, given: &Bound<'_, PyAny>) -> PyResult<Options> {
        let mut options = Vec::new();
        if let Ok(named) = given.cast::<PyDict>() {
            for (name, state) in named {
                options.push((Some(name.str()?.extract()?), self.entry(&state)?));
            }
        } else {
            for state in given.try_iter()? {
                options.push((None, self.entry(&state?)?));
            }
        }
        Ok(Arc::new(options))
    }
}

impl States {
    fn sweep(&mut self) {
        if self.count > 2 * self.swept + 1000 {
            self.known.retain(|_, entries| {
                entries.retain(|entry| entry.strong_count() > 0);
                !entries.is_empty()
            });
            self.swept = self.known.values().map(Vec::len).sum();
            self.count = self.swept;
        }
    }
}

impl Scripted {
    /// The options of a player, from the last positions that were asked or from Python.
    fn listed(&self, player: Player) -> Result<Options, RuleError> {
        let is_this =
            |known: &(Arc<Entry>, Player, Options)| Arc::ptr_eq(&known.0, &self.0) && known.1 == player;
        let rules = &self.0.rules;
        if let Some((.., options)) = lock(&rules.recent).iter().find(|known| is_this(known)) {
            return Ok(options.clone());
        }
        let options = ask(|py| {
            let given = rules.hooks.options.bind(py).call1((self.0.state.bind(py), name(player, py)))?;
            rules.options(&given)
        })?;
        let mut recent = lock(&rules.recent);
        let dropped = if recent.len() >= RECENT { Some(recent.remove(0)) } else { None };
        recent.push((self.0.clone(), player, options.clone()));
        drop(recent);
        // The last reference to a state calls Python: not under the lock.
        drop(dropped);
        Ok(options)
    }

    fn of(entry: &Arc<Entry>) -> AnyPosition {
        AnyPosition::new(Self(entry.clone()))
    }

    /// The state.
    pub(crate) fn state<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.0.state.bind(py).clone()
    }

    /// The text of a state.
    fn text(&self) -> Result<String, RuleError> {
        if let Some(known) = &*lock(&self.0.text) {
            return Ok(known.clone());
        }
        let text: String = ask(|py| {
            let shown = self.0.rules.hooks.show.bind(py).call1((self.0.state.bind(py),))?;
            shown.str()?.extract()
        })?;
        *lock(&self.0.text) = Some(text.clone());
        Ok(text)
    }

    /// What a hook says about the state. `None` means that there is no such hook, or that it returned None.
    fn hook<T>(
        &self,
        hook: Option<&Py<PyAny>>,
        read: impl for<'py> FnOnce(Bound<'py, PyAny>) -> PyResult<T>,
    ) -> Result<Option<T>, RuleError> {
        let Some(hook) = hook else { return Ok(None) };
        ask(|py| {
            let said = hook.bind(py).call1((self.0.state.bind(py),))?;
            if said.is_none() { Ok(None) } else { read(said).map(Some) }
        })
    }
}

impl fmt::Display for Scripted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A text cannot fail here. `Rules::position` has asked for it where a failure can be told.
        f.write_str(&self.text().unwrap_or_else(|error| format!("({error})")))
    }
}

impl fmt::Debug for Scripted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{self}", self.0.rules.name)
    }
}

/// A move of a ruleset in Python: its place in the list of options, and its name.
#[derive(Clone, PartialEq, Eq, Hash, Debug, derive_more::Display)]
#[display("{name}")]
struct Action {
    index: usize,
    name: String,
}

impl DynPosition for Scripted {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Self>().is_some_and(|other| Arc::ptr_eq(&self.0, &other.0))
    }

    fn hash_into(&self, hasher: &mut dyn Hasher) {
        hasher.write_isize(self.0.hash);
    }

    fn bytes(&self) -> usize {
        BYTES
    }

    fn cells(&self) -> Option<Coordinates> {
        None
    }

    fn is_scored(&self) -> bool {
        self.0.rules.hooks.score.is_some()
    }

    fn moves(&self, player: Player) -> Result<Vec<AnyMove>, RuleError> {
        let options = self.listed(player)?;
        let action = |(index, (name, entry)): (usize, &(Option<String>, Arc<Entry>))| {
            let name = name.clone().map_or_else(|| Self(entry.clone()).text(), Ok)?;
            Ok(AnyMove::new(Action { index, name }))
        };
        options.iter().enumerate().map(action).collect()
    }

    fn count_moves(&self, player: Player) -> Result<usize, RuleError> {
        Ok(self.listed(player)?.len())
    }

    fn play(&self, player: Player, action: &AnyMove) -> Result<Option<AnyPosition>, RuleError> {
        let is_legal = self.moves(player)?.contains(action);
        let action = action.downcast::<Action>().filter(|_| is_legal);
        action.map_or(Ok(None), |action| self.play_nth(player, action.index))
    }

    fn play_nth(&self, player: Player, index: usize) -> Result<Option<AnyPosition>, RuleError> {
        Ok(self.listed(player)?.get(index).map(|(_, entry)| Self::of(entry)))
    }

    fn options(&self, player: Player) -> Result<Vec<AnyPosition>, RuleError> {
        Ok(self.listed(player)?.iter().map(|(_, entry)| Self::of(entry)).collect())
    }

    fn can_move(&self, player: Player) -> Result<bool, RuleError> {
        Ok(!self.listed(player)?.is_empty())
    }

    /// From a number, to its canonical option.
    fn free_move(&self, player: Player) -> Result<Option<AnyPosition>, RuleError> {
        if !self.is_scored() || self.can_move(player)? {
            return Ok(None);
        }
        let left = self.number()?.and_then(|number| match player {
            Player::Left => number.left_option(),
            Player::Right => number.right_option(),
        });
        Ok(left.map(|number| AnyPosition::new(Tree::from(number))))
    }

    fn regions(&self) -> Result<Vec<AnyPosition>, RuleError> {
        let read = |said: Bound<'_, PyAny>| -> PyResult<Vec<AnyPosition>> {
            said.try_iter()?.map(|state| Ok(Self::of(&self.0.rules.entry(&state?)?))).collect()
        };
        let regions = self.hook(self.0.rules.hooks.regions.as_ref(), read)?;
        Ok(regions.unwrap_or_else(|| vec![Self::of(&self.0)]))
    }

    fn normal_form(&self) -> Result<(AnyPosition, bool), RuleError> {
        let read = |said: Bound<'_, PyAny>| -> PyResult<(AnyPosition, bool)> {
            let wrong =
                || PyTypeError::new_err("normal_form returns a position, and whether it is the negative");
            let pair = said.cast::<PyTuple>().map_err(|_| wrong())?;
            let (state, negative) = pair.extract::<(Bound<'_, PyAny>, bool)>().map_err(|_| wrong())?;
            Ok((Self::of(&self.0.rules.entry(&state)?), negative))
        };
        let form = self.hook(self.0.rules.hooks.normal_form.as_ref(), read)?;
        Ok(form.unwrap_or_else(|| (Self::of(&self.0), false)))
    }

    fn simplified(&self) -> Result<Option<AnyPosition>, RuleError> {
        Ok(None)
    }

    fn number(&self) -> Result<Option<Dyadic>, RuleError> {
        let score = self.hook(self.0.rules.hooks.score.as_ref(), |said| Ok(said.extract::<Exact>()?.0))?;
        Ok(match score {
            Some(score) => Some(score),
            None => self.bounds()?.and_then(|(low, high)| (low == high).then_some(low)),
        })
    }

    fn longest_play(&self) -> Result<Option<u32>, RuleError> {
        Ok(None)
    }

    fn bounds(&self) -> Result<Option<(Dyadic, Dyadic)>, RuleError> {
        self.hook(self.0.rules.hooks.bounds.as_ref(), |said| {
            let (low, high) = said.extract::<(Exact, Exact)>()?;
            match low.0 <= high.0 {
                true => Ok((low.0, high.0)),
                false => Err(PyValueError::new_err("the lower bound is above the upper one")),
            }
        })
    }

    fn prospects(&self) -> Result<Option<ByPlayer<Prospects>>, RuleError> {
        Ok(None)
    }

    fn distances(&self, first: Player) -> Result<ByPlayer<u32>, RuleError> {
        Ok(Bounded(self.bounds()?).distances(first))
    }

    fn ordering(&self) -> Result<i32, RuleError> {
        Ok(Bounded(self.bounds()?).ordering())
    }

    fn evaluation(&self) -> Result<i32, RuleError> {
        Ok(Bounded(self.bounds()?).evaluation())
    }
}

/// What follows from bounds alone.
struct Bounded(Option<(Dyadic, Dyadic)>);

impl Hints for Bounded {
    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        self.0
    }
}

/// The rules of a ruleset in Python, with the states that are in use.
#[pyclass(frozen, module = "tedomari._native")]
pub(crate) struct Rules(Arc<Shared>);

#[pymethods]
impl Rules {
    /// The rules with the methods of this object.
    #[new]
    fn new(ruleset: &Bound<'_, PyAny>) -> PyResult<Self> {
        let optional = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            Ok(ruleset.getattr_opt(name)?.filter(|hook| !hook.is_none()).map(Bound::unbind))
        };
        let needed = |name: &str| ruleset.getattr(name).map(Bound::unbind);
        let hooks = Hooks {
            options: needed("options")?,
            regions: optional("regions")?,
            normal_form: optional("normal_form")?,
            bounds: optional("bounds")?,
            score: optional("score")?,
            show: needed("show")?,
            read: needed("read")?,
            ruleset: ruleset.clone().unbind(),
        };
        let name = ruleset.getattr("name")?.extract()?;
        Ok(Self(Arc::new(Shared { name, hooks, states: Mutex::default(), recent: Mutex::default() })))
    }

    /// The position with this state.
    fn position(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<Position> {
        let position = Scripted(self.0.entry(state)?);
        // An exception of `show` is told here.
        position.text().map_err(|error| of_rules(py, &error))?;
        Ok(Position::new(self.0.name.clone(), AnyPosition::new(position), usual()))
    }

    /// The number of states that are in use or were not swept yet.
    fn __len__(&self) -> usize {
        lock(&self.0.states).count
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // Positions share the hooks with this object, so only a reference that is held here alone counts.
        if Arc::strong_count(&self.0) == 1 {
            let Hooks { options, regions, normal_form, bounds, score, show, read, ruleset } = &self.0.hooks;
            [options, show, read, ruleset].into_iter().try_for_each(|hook| visit.call(hook))?;
            for hook in [regions, normal_form, bounds, score].into_iter().flatten() {
                visit.call(hook)?;
            }
        }
        Ok(())
    }
}

impl Rules {
    /// The ruleset for a list of games: its positions are read by the method `read`.
    pub(crate) fn ruleset(&self, about: String, notation: String, example: String) -> Ruleset {
        let rules = self.0.clone();
        let read = move |text: &str| {
            let found = ask(|py| {
                let state = rules.hooks.read.bind(py).call1((text,))?;
                rules.entry(&state)
            });
            let entry = found.map_err(|error| BoardError::Other(error.to_string()))?;
            Ok::<_, BoardError>(Scripted::of(&entry))
        };
        Ruleset::reading(self.0.name.clone(), read).about(about).notation(notation).example(example)
    }

    /// The state of a position of a ruleset in Python, as Python sees it.
    pub(crate) fn state<'py>(py: Python<'py>, position: &AnyPosition) -> PyResult<Bound<'py, PyAny>> {
        let scripted = position.downcast::<Scripted>();
        Ok(scripted.ok_or_else(|| wrong("the ruleset of this position is not written in Python"))?.state(py))
    }
}

/// The ruleset of a position, if it is written in Python.
pub(crate) fn ruleset_of<'py>(py: Python<'py>, position: &AnyPosition) -> Option<Bound<'py, PyAny>> {
    Some(position.downcast::<Scripted>()?.0.rules.hooks.ruleset.bind(py).clone())
}

/// Does a position call rules that are written in Python?
pub(crate) fn calls_python(position: &AnyPosition) -> bool {
    position.downcast::<Scripted>().is_some()
}

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
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use rustc_hash::FxHashMap;
use std::any::Any;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::hash::Hasher;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use tedomari::rules::games::tree::Tree;
use tedomari::rules::{
    AnyMove, AnyPosition, BoardError, Coordinates, DynPosition, Hints, Prospects, Raised, RuleError, Ruleset,
};
use tedomari::values::{ByPlayer, Dyadic, Player};

/// The memory of a state in bytes, about. Python does not say how large it is.
const BYTES: usize = 400;
/// The number of positions whose options are remembered, for searches that ask for one option after the other.
const RECENT: usize = 4;

/// The number of states that are kept while a question is answered, with what hooks have returned for them. A
/// state is met again and again as an option of others.
const KEPT: usize = 1 << 14;

/// An optional method of a ruleset.
#[derive(Clone, Copy)]
enum Hook {
    Regions,
    NormalForm,
    Bounds,
    Score,
}

/// The names of the optional methods, in the order of [`Hook`].
const NAMES: [&str; 4] = ["regions", "normal_form", "bounds", "score"];

/// The rules. Positions keep them alive; they keep the object of the ruleset alive, which knows them weakly.
pub(crate) struct Shared {
    name: String,
    /// The object whose methods the rules are.
    ruleset: Py<PyAny>,
    options: Py<PyAny>,
    show: Py<PyAny>,
    read: Py<PyAny>,
    /// `None` means that the ruleset does not define the method.
    hooks: [Option<Py<PyAny>>; 4],
    states: Mutex<States>,
}

thread_local! {
    /// The options of the last positions that this thread has asked for.
    static ASKED: RefCell<Vec<(Arc<Entry>, Player, Options)>> = const { RefCell::new(Vec::new()) };
    /// The states that are kept. `None` means that this thread answers no question.
    static STATES: RefCell<Option<VecDeque<Arc<Entry>>>> = const { RefCell::new(None) };
}

/// Keeps states as long as this lives.
pub(crate) struct KeepStates;

impl KeepStates {
    pub(crate) fn new() -> Self {
        STATES.with_borrow_mut(|kept| _ = kept.get_or_insert_default());
        Self
    }
}

impl Drop for KeepStates {
    fn drop(&mut self) {
        // The last reference to a state calls Python, which may come back here.
        drop((STATES.take(), ASKED.take()));
    }
}

/// Keeps a state for the question that is answered.
fn keep(entry: &Arc<Entry>) {
    let dropped = STATES.with_borrow_mut(|kept| {
        let kept = kept.as_mut()?;
        kept.push_back(entry.clone());
        if kept.len() > KEPT { kept.pop_front() } else { None }
    });
    drop(dropped);
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

/// A state, and what the ruleset says about it.
struct Entry {
    rules: Arc<Shared>,
    state: Py<PyAny>,
    hash: isize,
    text: OnceLock<String>,
    bounds: OnceLock<Option<(Dyadic, Dyadic)>>,
    score: OnceLock<Option<Dyadic>>,
    regions: Mutex<Option<Vec<Weak<Entry>>>>,
    normal_form: Mutex<Option<(Weak<Entry>, bool)>>,
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
    /// The rules with the methods of this object.
    fn new(ruleset: &Bound<'_, PyAny>) -> PyResult<Arc<Self>> {
        let needed = |name: &str| ruleset.getattr(name).map(Bound::unbind);
        let mut hooks = [const { None }; 4];
        for (hook, name) in hooks.iter_mut().zip(NAMES) {
            *hook = ruleset.getattr_opt(name)?.filter(|method| !method.is_none()).map(Bound::unbind);
        }
        Ok(Arc::new(Self {
            name: ruleset.getattr("name")?.extract()?,
            ruleset: ruleset.clone().unbind(),
            options: needed("options")?,
            show: needed("show")?,
            read: needed("read")?,
            hooks,
            states: Mutex::default(),
        }))
    }

    fn has(&self, hook: Hook) -> bool {
        self.hooks[hook as usize].is_some()
    }

    /// The entry of a state.
    fn entry(self: &Arc<Self>, state: &Bound<'_, PyAny>) -> PyResult<Arc<Entry>> {
        let hash = state.hash()?;
        // Those that were compared stay in use until the end, so that their places do not change.
        let mut others = Vec::new();
        loop {
            let known = lock(&self.states).alike(hash, others.len());
            if let Some(entry) = known {
                // Comparing calls Python, which may run another thread: not under the lock.
                let known = entry.state.bind(state.py());
                if known.is(state) || known.eq(state)? {
                    return Ok(entry);
                }
                others.push(entry);
                continue;
            }
            let mut states = lock(&self.states);
            states.sweep();
            // Another thread may have added one since.
            if states.alike(hash, others.len()).is_none() {
                let made = Arc::new(Entry {
                    rules: self.clone(),
                    state: state.clone().unbind(),
                    hash,
                    text: OnceLock::new(),
                    bounds: OnceLock::new(),
                    score: OnceLock::new(),
                    regions: Mutex::default(),
                    normal_form: Mutex::default(),
                });
                states.known.entry(hash).or_default().push(Arc::downgrade(&made));
                states.count += 1;
                drop(states);
                keep(&made);
                return Ok(made);
            }
        }
    }

    /// Reads the options that the ruleset has returned.
    fn read_options(self: &Arc<Self>, given: &Bound<'_, PyAny>) -> PyResult<Options> {
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
    /// The state with this hash and this place among those that are in use. `None` means that there are fewer.
    fn alike(&mut self, hash: isize, place: usize) -> Option<Arc<Entry>> {
        let known = self.known.get_mut(&hash)?;
        known.retain(|entry| entry.strong_count() > 0);
        known.get(place)?.upgrade()
    }

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
    /// The options of a player, from the last positions that were asked for, or from Python.
    fn listed(&self, player: Player) -> Result<Options, RuleError> {
        let is_this =
            |known: &&(Arc<Entry>, Player, Options)| Arc::ptr_eq(&known.0, &self.0) && known.1 == player;
        if let Some(known) =
            ASKED.with_borrow(|asked| asked.iter().find(is_this).map(|(.., known)| known.clone()))
        {
            return Ok(known);
        }
        let rules = &self.0.rules;
        let options = ask(|py| {
            let given = rules.options.bind(py).call1((self.0.state.bind(py), name(player, py)))?;
            rules.read_options(&given)
        })?;
        let dropped = ASKED.with_borrow_mut(|asked| {
            asked.push((self.0.clone(), player, options.clone()));
            (asked.len() > RECENT).then(|| asked.remove(0))
        });
        // The last reference to a state calls Python, which may come back here.
        drop(dropped);
        Ok(options)
    }

    fn of(entry: &Arc<Entry>) -> AnyPosition {
        AnyPosition::new(Self(entry.clone()))
    }

    /// The text of a state.
    fn text(&self) -> Result<&str, RuleError> {
        if self.0.text.get().is_none() {
            let text: String = ask(|py| {
                let shown = self.0.rules.show.bind(py).call1((self.0.state.bind(py),))?;
                shown.str()?.extract()
            })?;
            _ = self.0.text.set(text);
        }
        Ok(self.0.text.get().expect("the text was set above"))
    }

    /// What a hook says about the state. `None` means that there is no such hook, or that it returned None.
    fn hook<T>(
        &self,
        hook: Hook,
        read: impl for<'py> FnOnce(Bound<'py, PyAny>) -> PyResult<T>,
    ) -> Result<Option<T>, RuleError> {
        let Some(hook) = &self.0.rules.hooks[hook as usize] else { return Ok(None) };
        ask(|py| {
            let said = hook.bind(py).call1((self.0.state.bind(py),))?;
            if said.is_none() { Ok(None) } else { read(said).map(Some) }
        })
    }

    /// What a hook says about the state, asked once.
    fn once<T: Copy>(
        &self,
        known: &OnceLock<Option<T>>,
        hook: Hook,
        read: impl for<'py> FnOnce(Bound<'py, PyAny>) -> PyResult<T>,
    ) -> Result<Option<T>, RuleError> {
        if let Some(known) = known.get() {
            return Ok(*known);
        }
        let said = self.hook(hook, read)?;
        Ok(*known.get_or_init(|| said))
    }
}

impl fmt::Display for Scripted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A text cannot fail here. `Rules::position` has asked for it where a failure can be told.
        match self.text() {
            Ok(text) => f.write_str(text),
            Err(error) => write!(f, "({error})"),
        }
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
        self.0.rules.has(Hook::Score)
    }

    fn moves(&self, player: Player) -> Result<Vec<AnyMove>, RuleError> {
        let options = self.listed(player)?;
        let action = |(index, (name, entry)): (usize, &(Option<String>, Arc<Entry>))| {
            let name = match name {
                Some(name) => name.clone(),
                None => Self(entry.clone()).text()?.to_owned(),
            };
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
        if !self.0.rules.has(Hook::Regions) {
            return Ok(vec![Self::of(&self.0)]);
        }
        let known = |regions: &Vec<Weak<Entry>>| regions.iter().map(Weak::upgrade).collect();
        let known: Option<Vec<Arc<Entry>>> = lock(&self.0.regions).as_ref().and_then(known);
        let regions = match known {
            Some(regions) => regions,
            None => {
                let read = |said: Bound<'_, PyAny>| -> PyResult<Vec<Arc<Entry>>> {
                    said.try_iter()?.map(|state| self.0.rules.entry(&state?)).collect()
                };
                let regions = self.hook(Hook::Regions, read)?.unwrap_or_else(|| vec![self.0.clone()]);
                *lock(&self.0.regions) = Some(regions.iter().map(Arc::downgrade).collect());
                regions
            }
        };
        Ok(regions.iter().map(Self::of).collect())
    }

    fn normal_form(&self) -> Result<(AnyPosition, bool), RuleError> {
        if !self.0.rules.has(Hook::NormalForm) {
            return Ok((Self::of(&self.0), false));
        }
        let known = lock(&self.0.normal_form)
            .as_ref()
            .and_then(|(form, negative)| Some((form.upgrade()?, *negative)));
        let (form, negative) = match known {
            Some(known) => known,
            None => {
                let read = |said: Bound<'_, PyAny>| -> PyResult<(Arc<Entry>, bool)> {
                    let wrong = || {
                        PyTypeError::new_err("normal_form returns a position, and whether it is the negative")
                    };
                    let pair = said.cast::<PyTuple>().map_err(|_| wrong())?;
                    let (state, negative) =
                        pair.extract::<(Bound<'_, PyAny>, bool)>().map_err(|_| wrong())?;
                    Ok((self.0.rules.entry(&state)?, negative))
                };
                let form = self.hook(Hook::NormalForm, read)?.unwrap_or_else(|| (self.0.clone(), false));
                *lock(&self.0.normal_form) = Some((Arc::downgrade(&form.0), form.1));
                form
            }
        };
        Ok((Self::of(&form), negative))
    }

    fn simplified(&self) -> Result<Option<AnyPosition>, RuleError> {
        Ok(None)
    }

    fn number(&self) -> Result<Option<Dyadic>, RuleError> {
        let score = self.once(&self.0.score, Hook::Score, |said| Ok(said.extract::<Exact>()?.0))?;
        Ok(match score {
            Some(score) => Some(score),
            None => self.bounds()?.and_then(|(low, high)| (low == high).then_some(low)),
        })
    }

    fn longest_play(&self) -> Result<Option<u32>, RuleError> {
        Ok(None)
    }

    fn bounds(&self) -> Result<Option<(Dyadic, Dyadic)>, RuleError> {
        self.once(&self.0.bounds, Hook::Bounds, |said| {
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

/// The rules of a ruleset in Python, as long as there are positions.
#[pyclass(frozen, module = "tedomari._native")]
pub(crate) struct Rules(Mutex<Weak<Shared>>);

impl Rules {
    /// The rules with the methods of this object: those of its positions, or else new ones.
    fn get(&self, ruleset: &Bound<'_, PyAny>) -> PyResult<Arc<Shared>> {
        if let Some(known) = lock(&self.0).upgrade() {
            return Ok(known);
        }
        let made = Shared::new(ruleset)?;
        *lock(&self.0) = Arc::downgrade(&made);
        Ok(made)
    }
}

#[pymethods]
impl Rules {
    #[new]
    fn new() -> Self {
        Self(Mutex::default())
    }

    /// The position with this state of the ruleset that these rules belong to.
    #[pyo3(signature = (ruleset, state))]
    fn position(
        &self,
        py: Python<'_>,
        ruleset: &Bound<'_, PyAny>,
        state: &Bound<'_, PyAny>,
    ) -> PyResult<Position> {
        let rules = self.get(ruleset)?;
        let position = Scripted(rules.entry(state)?);
        // An exception of `show` is told here.
        position.text().map_err(|error| of_rules(py, &error))?;
        Ok(Position::new(rules.name.clone(), AnyPosition::new(position), usual()))
    }

    /// The number of states that are in use or were not swept yet.
    fn __len__(&self) -> usize {
        lock(&self.0).upgrade().map_or(0, |rules| lock(&rules.states).count)
    }

    fn __bool__(&self) -> bool {
        true
    }
}

/// A ruleset in Python for a list of games: its positions are read by the method `read`.
pub(crate) fn listed_ruleset(rules: &Rules, ruleset: &Bound<'_, PyAny>) -> PyResult<Ruleset> {
    let rules = rules.get(ruleset)?;
    let text = |name: &str| ruleset.getattr(name)?.extract::<String>();
    let (about, notation, example) = (text("about")?, text("notation")?, text("example")?);
    let name = rules.name.clone();
    let read = move |text: &str| {
        let found = ask(|py| {
            let state = rules.read.bind(py).call1((text,))?;
            rules.entry(&state)
        });
        let entry = found.map_err(|error| BoardError::Other(error.to_string()))?;
        Ok::<_, BoardError>(Scripted::of(&entry))
    };
    Ok(Ruleset::reading(name, read).about(about).notation(notation).example(example))
}

/// The state of a position, as Python sees it.
pub(crate) fn state_of<'py>(py: Python<'py>, position: &AnyPosition) -> PyResult<Bound<'py, PyAny>> {
    let scripted = position.downcast::<Scripted>();
    let missing = || wrong("the ruleset of this position is not written in Python");
    Ok(scripted.ok_or_else(missing)?.0.state.bind(py).clone())
}

/// The ruleset of a position, if it is written in Python.
pub(crate) fn ruleset_of<'py>(py: Python<'py>, position: &AnyPosition) -> Option<Bound<'py, PyAny>> {
    Some(position.downcast::<Scripted>()?.0.rules.ruleset.bind(py).clone())
}

/// Does a position call rules that are written in Python?
pub(crate) fn calls_python(position: &AnyPosition) -> bool {
    position.downcast::<Scripted>().is_some()
}

//! The states of a ruleset in Python. Equal states of the same rules are one [`Entry`], which lives as long as a
//! position or a question needs it.

use super::hooks::Shared;
use super::scripted::Options;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use tedomari::values::{Dyadic, Player};

/// The number of positions whose options are remembered, for searches that ask for one option after the other.
const RECENT: usize = 4;

/// The number of states that are kept while a question is answered, with what hooks have returned for them. A
/// state is met again and again as an option of others.
const KEPT: usize = 1 << 14;

/// A state, and what the ruleset says about it.
pub(super) struct Entry {
    pub(super) rules: Arc<Shared>,
    pub(super) state: Py<PyAny>,
    pub(super) hash: isize,
    pub(super) text: OnceLock<String>,
    pub(super) bounds: OnceLock<Option<(Dyadic, Dyadic)>>,
    pub(super) score: OnceLock<Option<Dyadic>>,
    pub(super) longest_play: OnceLock<Option<u32>>,
    pub(super) regions: Related,
    pub(super) normal_form: Related,
}

/// States that a hook has named for another one, and whether their value is the negative. `None` means that it was
/// not asked.
pub(super) type Related = Mutex<Option<(Vec<Weak<Entry>>, bool)>>;

impl Entry {
    fn new(rules: &Arc<Shared>, state: &Bound<'_, PyAny>, hash: isize) -> Arc<Self> {
        Arc::new(Self {
            rules: rules.clone(),
            state: state.clone().unbind(),
            hash,
            text: OnceLock::new(),
            bounds: OnceLock::new(),
            score: OnceLock::new(),
            longest_play: OnceLock::new(),
            regions: Mutex::default(),
            normal_form: Mutex::default(),
        })
    }
}

/// The states in use, by their hashes. Those that nothing refers to any more are swept when they may be half of
/// all.
#[derive(Default)]
pub(super) struct States {
    known: FxHashMap<isize, Vec<Weak<Entry>>>,
    /// The number of entries since the last sweep, and at its end.
    pub(super) count: usize,
    swept: usize,
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

/// The entry of a state of these rules.
pub(super) fn entry(rules: &Arc<Shared>, state: &Bound<'_, PyAny>) -> PyResult<Arc<Entry>> {
    let hash = state.hash()?;
    // Those that were compared stay in use until the end, so that their places do not change.
    let mut others = Vec::new();
    loop {
        let known = lock(&rules.states).alike(hash, others.len());
        if let Some(entry) = known {
            // Comparing calls Python, which may run another thread: not under the lock.
            let known = entry.state.bind(state.py());
            if known.is(state) || known.eq(state)? {
                return Ok(entry);
            }
            others.push(entry);
            continue;
        }
        let mut states = lock(&rules.states);
        states.sweep();
        // Another thread may have added one since.
        if states.alike(hash, others.len()).is_none() {
            let made = Entry::new(rules, state, hash);
            states.known.entry(hash).or_default().push(Arc::downgrade(&made));
            states.count += 1;
            drop(states);
            keep(&made);
            return Ok(made);
        }
    }
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

/// The options of a position, if this thread has asked for them lately.
pub(super) fn asked(entry: &Arc<Entry>, player: Player) -> Option<Options> {
    ASKED.with_borrow(|asked| {
        let known = asked.iter().find(|(known, by, _)| Arc::ptr_eq(known, entry) && *by == player);
        known.map(|(.., options)| options.clone())
    })
}

/// Remembers the options of a position for a while.
pub(super) fn remember(entry: &Arc<Entry>, player: Player, options: &Options) {
    let dropped = ASKED.with_borrow_mut(|asked| {
        asked.push((entry.clone(), player, options.clone()));
        (asked.len() > RECENT).then(|| asked.remove(0))
    });
    // The last reference to a state calls Python, which may come back here.
    drop(dropped);
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

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

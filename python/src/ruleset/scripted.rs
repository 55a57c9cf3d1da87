//! A position of a ruleset in Python, as searches see it.

use super::hooks::{Hook, Shared, ask};
use super::states::{Entry, Related, asked, entry, lock, remember};
use crate::numbers::Exact;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::any::Any;
use std::fmt;
use std::hash::Hasher;
use std::sync::{Arc, OnceLock, Weak};
use tedomari::rules::games::tree::Tree;
use tedomari::rules::{AnyMove, AnyPosition, DynPosition, RuleError, bounds_by_length};
use tedomari::values::{Dyadic, Player};

/// The memory of a state in bytes, about. Python does not say how large it is.
const BYTES: usize = 400;

/// The options of a position with the names of the moves. `None` means that a move is named after the position
/// that it leads to.
pub(super) type Options = Arc<Vec<(Option<String>, Arc<Entry>)>>;

/// A position of a ruleset in Python.
#[derive(Clone)]
pub(super) struct Scripted(pub(super) Arc<Entry>);

fn name(player: Player, py: Python<'_>) -> &Bound<'_, PyString> {
    match player {
        Player::Left => intern!(py, "left"),
        Player::Right => intern!(py, "right"),
    }
}

/// Reads the options that the ruleset has returned.
fn read_options(rules: &Arc<Shared>, given: &Bound<'_, PyAny>) -> PyResult<Options> {
    let mut options = Vec::new();
    if let Ok(named) = given.cast::<PyDict>() {
        for (name, state) in named {
            options.push((Some(name.str()?.extract()?), entry(rules, &state)?));
        }
    } else {
        for state in given.try_iter()? {
            options.push((None, entry(rules, &state?)?));
        }
    }
    Ok(Arc::new(options))
}

impl Scripted {
    /// The options of a player, from the last positions that were asked for, or from Python.
    fn listed(&self, player: Player) -> Result<Options, RuleError> {
        if let Some(known) = asked(&self.0, player) {
            return Ok(known);
        }
        let rules = &self.0.rules;
        let options = ask(|py| {
            let given = rules.options.bind(py).call1((self.0.state.bind(py), name(player, py)))?;
            read_options(rules, &given)
        })?;
        remember(&self.0, player, &options);
        Ok(options)
    }

    pub(super) fn of(entry: &Arc<Entry>) -> AnyPosition {
        AnyPosition::new(Self(entry.clone()))
    }

    /// The text of a state.
    pub(super) fn text(&self) -> Result<&str, RuleError> {
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
        let Some(hook) = self.0.rules.hook(hook) else { return Ok(None) };
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

    /// The positions that a hook names, asked once while they are in use. They are the position itself where it
    /// names none.
    fn related(
        &self,
        known: &Related,
        hook: Hook,
        read: impl for<'py> FnOnce(Bound<'py, PyAny>) -> PyResult<(Vec<Arc<Entry>>, bool)>,
    ) -> Result<(Vec<AnyPosition>, bool), RuleError> {
        let living = |(entries, negative): &(Vec<Weak<Entry>>, bool)| {
            let entries: Option<Vec<_>> = entries.iter().map(Weak::upgrade).collect();
            Some((entries?, *negative))
        };
        let remembered = lock(known).as_ref().and_then(living);
        let (entries, negative) = match remembered {
            Some(remembered) => remembered,
            None => {
                let said = self.hook(hook, read)?.unwrap_or_else(|| (vec![self.0.clone()], false));
                *lock(known) = Some((said.0.iter().map(Arc::downgrade).collect(), said.1));
                said
            }
        };
        Ok((entries.iter().map(Self::of).collect(), negative))
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

    fn is_scored(&self) -> bool {
        self.0.rules.hook(Hook::Score).is_some()
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
        let (regions, _) = self.related(&self.0.regions, Hook::Regions, |said| {
            let regions = said.try_iter()?.map(|state| entry(&self.0.rules, &state?));
            Ok((regions.collect::<PyResult<_>>()?, false))
        })?;
        Ok(regions)
    }

    fn normal_form(&self) -> Result<(AnyPosition, bool), RuleError> {
        let (mut form, negative) = self.related(&self.0.normal_form, Hook::NormalForm, |said| {
            let wrong =
                || PyTypeError::new_err("normal_form returns a position, and whether it is the negative");
            let pair = said.cast::<PyTuple>().map_err(|_| wrong())?;
            let (state, negative) = pair.extract::<(Bound<'_, PyAny>, bool)>().map_err(|_| wrong())?;
            Ok((vec![entry(&self.0.rules, &state)?], negative))
        })?;
        Ok((form.pop().expect("a hook names a normal form, or it is the position"), negative))
    }

    fn number(&self) -> Result<Option<Dyadic>, RuleError> {
        let score = self.once(&self.0.score, Hook::Score, |said| Ok(said.extract::<Exact>()?.0))?;
        Ok(match score {
            Some(score) => Some(score),
            None => self.bounds()?.and_then(|(low, high)| (low == high).then_some(low)),
        })
    }

    fn longest_play(&self) -> Result<Option<u32>, RuleError> {
        self.once(&self.0.longest_play, Hook::LongestPlay, |said| said.extract())
    }

    fn bounds(&self) -> Result<Option<(Dyadic, Dyadic)>, RuleError> {
        let said = self.once(&self.0.bounds, Hook::Bounds, |said| {
            let (low, high) = said.extract::<(Exact, Exact)>()?;
            match low.0 <= high.0 {
                true => Ok((low.0, high.0)),
                false => Err(PyValueError::new_err("the lower bound is above the upper one")),
            }
        })?;
        match said {
            // A score may be any number, however short play is.
            None if !self.is_scored() => Ok(self.longest_play()?.and_then(bounds_by_length)),
            said => Ok(said),
        }
    }

    fn is_impartial(&self) -> Result<bool, RuleError> {
        // A score favours a player.
        Ok(self.0.rules.is_impartial && !self.is_scored())
    }
}

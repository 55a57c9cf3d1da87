//! Parts of matches and experiments, which several processes do: what `tedomari.cluster` calls.

use crate::engine::usual;
use crate::errors::wrong;
use crate::experiments::{named, told as tables_of};
use crate::matches::{Options, Starts, failed, planned, told};
use crate::work::Limits;
use lab::{Entry, Settings, Work};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use tedomari::answers::MatchAnswer;
use tedomari::matches::{Journal, Match, Record};
use tedomari::values::Budget;

/// A match whose games several processes play.
#[pyclass(frozen, module = "tedomari._native")]
pub(crate) struct MatchParts {
    play: Match,
    journal: Mutex<Option<Journal>>,
}

#[pymethods]
impl MatchParts {
    /// The match with this first line of a journal, and this number of games.
    #[new]
    fn new(header: &str, games: u32) -> PyResult<Self> {
        let engine = usual().get();
        let play = Match::from_header(header, engine.rulesets());
        let play = play.ok_or_else(|| wrong("not the first line of a journal"))?;
        Ok(Self { play: Match { games, ..play }, journal: Mutex::default() })
    }

    /// The first line of the journal of a match, see `tedomari.match`.
    #[staticmethod]
    #[pyo3(signature = (left, right, *, game, start, play, size, components, move_time, move_nodes, seed))]
    #[expect(clippy::too_many_arguments, reason = "the options of a match")]
    fn header(
        py: Python<'_>,
        left: &str,
        right: &str,
        game: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        play: Option<&str>,
        size: Option<(u8, u8)>,
        components: Option<usize>,
        move_time: f64,
        move_nodes: Option<u64>,
        seed: u64,
    ) -> PyResult<String> {
        let starts = Starts { game, start, play, size, components };
        let options = Options { players: [left, right], games: 0, move_time, move_nodes, seed };
        let (play, calls_python) = planned(py, &usual(), &starts, &options, 1)?;
        if calls_python {
            return Err(wrong(
                "workers do not have rulesets that are written in Python; those in Lua they can read",
            ));
        }
        Ok(play.header())
    }

    /// Opens a journal for the games to come. Returns the records of those that it has.
    fn open(&self, py: Python<'_>, journal: PathBuf) -> PyResult<Vec<String>> {
        let opened = py.detach(|| Journal::open(&journal, &self.play));
        let (journal, records) = opened.map_err(|error| failed(py, error))?;
        *self.journal.lock().unwrap_or_else(PoisonError::into_inner) = Some(journal);
        Ok(records.iter().map(Record::to_line).collect())
    }

    /// Plays the games with these numbers, counted from 0. Returns their records.
    fn play(&self, py: Python<'_>, first: u32, end: u32) -> PyResult<Vec<String>> {
        let engine = usual().get();
        let budget = Limits::read(None, None)?.budget();
        let played = py.detach(|| self.play.play_part(engine.knowledge(), first..end, &budget));
        Ok(played.map_err(|error| failed(py, error))?.iter().map(Record::to_line).collect())
    }

    /// Adds a record to the journal, if there is one.
    fn add(&self, py: Python<'_>, record: &str) -> PyResult<()> {
        let record = Record::from_line(record).map_err(wrong)?;
        match self.journal.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            Some(journal) => journal.add(&record).map_err(|error| failed(py, error)),
            None => Ok(()),
        }
    }

    /// Closes the journal. Returns the answer about these games.
    fn answer<'py>(&self, py: Python<'py>, records: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
        *self.journal.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let read = |line: &String| Record::from_line(line).map_err(wrong);
        let mut records = records.iter().map(read).collect::<PyResult<Vec<_>>>()?;
        records.retain(|record| record.game < self.play.games);
        records.sort_by_key(|record| record.game);
        told(py, &MatchAnswer::of(&self.play, &records), &records)
    }
}

fn broken(error: anyhow::Error) -> PyErr {
    PyRuntimeError::new_err(format!("{error:#}"))
}

/// A run of an experiment that knows these results, a line of JSON each.
fn settings(full: bool, seed: u64, known: &[String]) -> anyhow::Result<Settings<'static>> {
    let known: Result<Vec<Entry>, _> = known.iter().map(|line| serde_json::from_str(line)).collect();
    let work = Work::default().knowing(known?);
    Ok(Settings { full, seed, budget: Budget::endless(), work, progress: &|_| {} })
}

/// The results of a share of the units of an experiment that can be worked out from the known ones. No share has any
/// where all are known.
#[pyfunction]
#[pyo3(signature = (name, *, full, seed, part, of, known))]
pub(crate) fn experiment_part(
    py: Python<'_>,
    name: &str,
    full: bool,
    seed: u64,
    part: usize,
    of: usize,
    known: Vec<String>,
) -> PyResult<Vec<String>> {
    let experiment = named(name)?;
    let found = py.detach(|| {
        let settings = settings(full, seed, &known)?;
        let work = settings.work.share(part, of);
        let found = experiment.part(&Settings { work, ..settings })?;
        Ok(found.iter().map(serde_json::to_string).collect::<Result<_, _>>()?)
    });
    found.map_err(broken)
}

/// The tables and plots of an experiment, from the known results of its units.
#[pyfunction]
#[pyo3(signature = (name, *, full, seed, known))]
pub(crate) fn experiment_end<'py>(
    py: Python<'py>,
    name: &str,
    full: bool,
    seed: u64,
    known: Vec<String>,
) -> PyResult<(Bound<'py, PyList>, Vec<String>)> {
    let experiment = named(name)?;
    let found = py.detach(|| experiment.run(&settings(full, seed, &known)?));
    tables_of(py, &found.map_err(broken)?)
}

//! Taking games such as Triangular Nim, all positions of which are solved together: what `tedomari.Taking` is.

use crate::answers::answer;
use crate::elsewhere;
use crate::errors::{LimitReached, of_file, of_value, wrong};
use crate::work::{Limits, run};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::Arc;
use tedomari::answers::{NimAnswer, NimSolution, NimStats};
use tedomari::rules::Notation;
use tedomari::rules::games::triangular_nim::{Convention, TriangularNim};
use tedomari::tables::retrograde::{Error, Folder, Keep, Layout, Solved, TakingGame, Work};

/// The memory of a solution in bytes.
const MEMORY: u64 = 9 << 30;

/// All positions of a taking game, solved: who wins each, and with which moves.
///
///     >>> import tedomari as td
///     >>> solved = td.Taking.solve("triangular-nim:4")
///     >>> solved.facts.outcome, solved.query("x|..|...|....").winning_moves
///     ('N', ['A1'])
#[pyclass(frozen, module = "tedomari")]
pub(crate) struct Taking(Arc<Solved>);

pub(crate) fn convention(play: &str) -> PyResult<Convention> {
    match play {
        "normal" => Ok(Convention::Normal),
        "misere" => Ok(Convention::Misere),
        other => Err(wrong(format!("'{other}' is not a convention of play: normal or misere"))),
    }
}

pub(crate) fn game(name: &str) -> PyResult<TakingGame> {
    TakingGame::find(name, |path| std::fs::read_to_string(path)).map_err(wrong)
}

pub(crate) fn failed(error: Error) -> PyErr {
    match error {
        Error::Stopped | Error::Memory { .. } | Error::Full { .. } | Error::Disk { .. } => {
            LimitReached::new_err(error.to_string())
        }
        Error::File(error) => of_file(error),
        error => wrong(error),
    }
}

#[pymethods]
impl Taking {
    /// Solves a game: `triangular-nim:LAYERS`, `cram:WIDTHxHEIGHT`, `tactix:WIDTHxHEIGHT`, or a file with a move on
    /// each line. With a folder the blocks are kept there, and those that are there are used; with workers their
    /// cluster works in it.
    #[staticmethod]
    #[pyo3(signature = (name, *, play = "normal", symmetry = true, folder = None, workers = None, **limits))]
    fn solve(
        py: Python<'_>,
        name: &str,
        play: &str,
        symmetry: bool,
        folder: Option<PathBuf>,
        workers: Option<Py<PyAny>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        if let Some(workers) = workers {
            return elsewhere(py, "cluster._doors", "solve", (name, play, symmetry, folder, workers, limits));
        }
        let limits = Limits::read(limits, None)?;
        let (game, convention) = (game(name)?, convention(play)?);
        let (memory, threads) = (limits.bytes(MEMORY), limits.threads());
        let solved = run(py, &limits, false, move |budget, report| {
            let layout = Layout::with_room(&game, symmetry, block_bytes(&game, folder.is_some()))?;
            let work = Work {
                blocks: 0..layout.all_blocks(),
                keep: Keep::All,
                memory,
                disk: u64::MAX,
                threads,
                budget,
                progress: &|done, of| report.tell(done as u64, of as u64),
                warn: &|text| report.say(text),
            };
            match folder {
                Some(path) => {
                    let folder = Folder::create(&path, layout, convention)?;
                    folder.solve(&work)?;
                    folder.solved(memory)
                }
                None => Solved::solve(layout.clone(), convention, &work),
            }
        })?;
        Ok(Bound::new(py, Self(Arc::new(solved.plain(failed)?)))?.into_any().unbind())
    }

    /// Opens the solution in a folder.
    #[staticmethod]
    #[pyo3(signature = (folder, /))]
    fn open(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        let solved = py.detach(|| Folder::open(&folder)?.solved(MEMORY)).map_err(failed)?;
        Ok(Self(Arc::new(solved)))
    }

    /// Counts blocks and updates of a game without solving it, and estimates their cost on this machine.
    #[staticmethod]
    #[pyo3(signature = (name, *, symmetry = true, **limits))]
    fn stats<'py>(
        py: Python<'py>,
        name: &str,
        symmetry: bool,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (limits, game) = (Limits::read(limits, None)?, game(name)?);
        let found = run(py, &limits, false, move |budget, _| {
            let layout = Layout::with_room(&game, symmetry, block_bytes(&game, false)).map_err(wrong)?;
            NimStats::of(&layout, budget).map_err(of_value)
        })?;
        found.give(py, |error| error, |found| answer(py, &found))
    }

    /// The facts: outcome and winning moves of the start, and how many positions are lost.
    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found = NimSolution::of(self.0.layout(), self.0.convention());
        py.detach(|| found.add(&self.0)).map_err(failed)?;
        answer(py, &found)
    }

    /// Who wins a position, drawn or as a number, and with which moves.
    #[pyo3(signature = (position, /))]
    fn query<'py>(&self, py: Python<'py>, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let text = position.str()?.to_string();
        let (game, solved) = (self.0.layout().game(), &self.0);
        let is_drawn = !text.trim().chars().all(|digit| digit.is_ascii_digit());
        let found = match game.layers() {
            Some(layers) => {
                let position = match is_drawn {
                    true => TriangularNim::read(&text).map_err(wrong)?,
                    false => TriangularNim::from_number(layers, text.trim().parse().map_err(wrong)?)
                        .map_err(wrong)?,
                };
                py.detach(|| NimAnswer::look_up(position, solved))
            }
            None => {
                let set = game.position(&text).map_err(wrong)?;
                py.detach(|| NimAnswer::look_up_set(&text, set, solved))
            }
        };
        answer(py, &found.map_err(failed)?)
    }

    fn __repr__(&self) -> String {
        let game = self.0.layout().game().name();
        let play = if self.0.convention() == Convention::Normal { "normal" } else { "misere" };
        format!("<{game} solved in {play} play>")
    }
}

/// The size of blocks: those in memory should fit the caches, and those in files should not be too many.
pub(crate) fn block_bytes(game: &TakingGame, in_files: bool) -> u64 {
    let least = if in_files { 1 << 21 } else { 1 << 18 };
    least.max(1 << game.pieces().saturating_sub(18))
}

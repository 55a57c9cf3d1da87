//! Games in progress: what `tedomari.Session` is.

use crate::engine::Engine;
use crate::errors::{of_engine, wrong};
use crate::numbers::fraction;
use crate::questions::Topic;
use crate::sum::Sum;
use crate::work::{Limits, run};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Mutex, MutexGuard, TryLockError};
use tedomari::Session as Game;
use tedomari::values::Player;

/// A game in progress: the player to move, the legal moves, and the choice of a player.
///
///     >>> import tedomari as td
///     >>> game = td.session("5|-3 + 2|1", player="hotstrat:exact")
///     >>> chosen = game.choose()
///     >>> game.play(chosen.part, chosen.move)
///     >>> chosen.part, game.to_move, game.undo()
///     (1, 'right', True)
#[pyclass(frozen, module = "tedomari")]
pub(crate) struct Session {
    game: Mutex<Game>,
    calls_python: bool,
}

impl Session {
    pub(crate) fn start(
        py: Python<'_>,
        engine: &Engine,
        start: &Bound<'_, PyAny>,
        first: Player,
        player: &str,
        seed: u64,
    ) -> PyResult<Self> {
        let inner = engine.get();
        let contest = start.extract::<String>().ok().and_then(|text| {
            let (game, state) = match text.split_once(':') {
                Some((game, state)) => (game.trim().to_owned(), Some(state.to_owned())),
                None => (text.trim().to_owned(), None),
            };
            inner.rulesets().contest(&game).is_ok().then_some((game, state))
        });
        if let Some((game, state)) = contest {
            let session = inner.contest_session(&game, state.as_deref(), player, seed);
            let game = Mutex::new(session.map_err(|error| of_engine(py, error))?);
            return Ok(Self { game, calls_python: false });
        }
        let sum = Sum::made(py, start, engine)?;
        let calls_python = sum.calls_python();
        let session = inner.session(sum.sum, first, player).map_err(|error| of_engine(py, error))?;
        Ok(Self { game: Mutex::new(session), calls_python })
    }

    fn game(&self) -> PyResult<MutexGuard<'_, Game>> {
        match self.game.try_lock() {
            Ok(game) => Ok(game),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(wrong("another thread uses this session")),
        }
    }
}

#[pymethods]
impl Session {
    /// The board as text.
    fn __str__(&self) -> PyResult<String> {
        Ok(self.game()?.state().text())
    }

    fn __repr__(&self) -> PyResult<String> {
        let game = self.game()?;
        let state = game.state();
        Ok(format!("<Session {}, {} to move>", state.text(), state.to_move().name()))
    }

    /// The player to move.
    #[getter]
    fn to_move(&self) -> PyResult<&'static str> {
        Ok(self.game()?.state().to_move().name())
    }

    /// The moves of the player to move: the number of the part, counted from 1, and the name.
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<(usize, String)>> {
        self.game()?.moves().map_err(|error| of_engine(py, error))
    }

    /// The move that the player of this session chooses. `None` means that there is no move.
    #[pyo3(signature = (**limits))]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits::read(limits, Some(1.0))?;
        // A thread that is asked to stop gives the game back before this one goes on.
        let found = run(py, &limits, self.calls_python, |budget, _| {
            let mut game = self.game.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            game.choose(budget)
        })?;
        found.answered_if_any(py)
    }

    /// Makes the move with this name in a part, counted from 1.
    #[pyo3(signature = (part, action))]
    fn play(&self, py: Python<'_>, part: usize, action: &str) -> PyResult<()> {
        self.game()?.play_named(part, action).map_err(|error| of_engine(py, error))
    }

    /// Takes the last move back. `False` means that there is none.
    fn undo(&self) -> PyResult<bool> {
        Ok(self.game()?.undo().is_some())
    }

    /// The score of Left. `None` means that the game is not over.
    #[getter]
    fn score(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let score = self.game()?.score().map_err(|error| of_engine(py, error))?;
        score.map(|score| fraction(py, score)).transpose()
    }
}

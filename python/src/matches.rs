//! Players and matches between them.

use crate::answers::answer;
use crate::errors::{of_rules, wrong};
use crate::numbers::fraction;
use crate::work::{Limits, run};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::PathBuf;
use std::time::Duration;
use tedomari::answers::MatchAnswer;
use tedomari::matches::players::{Kind, PlayerName};
use tedomari::matches::{self, Allowance, Deal, Match, MatchError, Record, Starts, Tally};
use tedomari::rules::OpenError;
use tedomari::values::{ByPlayer, Player};

/// What is played, and how long.
pub(crate) struct Options<'a> {
    pub(crate) game: &'a str,
    pub(crate) size: (u8, u8),
    pub(crate) components: usize,
    pub(crate) games: u32,
    pub(crate) move_time: f64,
    pub(crate) move_nodes: Option<u64>,
    pub(crate) seed: u64,
}

/// The players of sums (`contest` is false) or of games with chance: name and what they do.
#[pyfunction]
#[pyo3(signature = (*, contest = false))]
pub(crate) fn players(contest: bool) -> Vec<(&'static str, &'static str)> {
    let kind = if contest { Kind::Contest } else { Kind::Sum };
    let known = PlayerName::ALL.iter().filter(|(_, player, _)| player.plays(kind));
    known.map(|(name, _, about)| (*name, *about)).collect()
}

fn failed(py: Python<'_>, error: MatchError) -> PyErr {
    match error {
        MatchError::Open(OpenError::Rules(error)) => of_rules(py, &error),
        MatchError::File(path, reason) => PyOSError::new_err(format!("{path}: {reason}")),
        error => wrong(error),
    }
}

/// Plays a match. The answer has its games in the key `records`.
pub(crate) fn play<'py>(
    py: Python<'py>,
    engine: &tedomari::Engine,
    players: [&str; 2],
    options: &Options<'_>,
    journal: Option<PathBuf>,
    limits: &Limits,
) -> PyResult<Bound<'py, PyAny>> {
    let &Options { game, size: (width, height), components, games, move_time, move_nodes, seed } = options;
    let [left, right] = players.map(|name| name.parse::<PlayerName>().map_err(wrong));
    let starts = match engine.rulesets().contest(game) {
        Ok(ruleset) => Starts::from(ruleset.clone()),
        Err(_) => Deal { game: game.to_owned(), width, height, components }.into(),
    };
    let time = Duration::try_from_secs_f64(move_time).map_err(wrong)?;
    let allowance = move_nodes.map_or_else(|| Allowance::time(time), Allowance::Nodes);
    let play = Match { players: [left?, right?], starts, games, allowance, seed, threads: limits.threads() };
    let played = run(py, limits, false, |budget, report| {
        let tell = |records: &[Record]| {
            let Tally { wins, losses, .. } = Tally::of(records);
            report.tell(records.len() as u64, games.into());
            report.say(&format!("{wins}:{losses}"));
        };
        engine.play_match(&play, journal.as_deref(), budget, &tell)
    })?;
    played.give(py, |error| failed(py, error), |(found, records)| told(py, &found, &records))
}

/// The answer about a match, with its games.
fn told<'py>(py: Python<'py>, found: &MatchAnswer, records: &[Record]) -> PyResult<Bound<'py, PyAny>> {
    let answer = answer(py, found)?;
    let games = records.iter().map(|record| game(py, record)).collect::<PyResult<Vec<_>>>()?;
    answer.call_method1("_add", ("records", PyList::new(py, games)?))?;
    Ok(answer)
}

/// A game of a match.
fn game<'py>(py: Python<'py>, record: &Record) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    let ByPlayer { left, right } = record.seats;
    facts.set_item("game", record.game + 1)?;
    facts.set_item("start", &record.sum)?;
    facts.set_item("left_player", left)?;
    facts.set_item("right_player", right)?;
    facts.set_item("score", fraction(py, record.score)?)?;
    facts.set_item("winner", record.winner().map(Player::name))?;
    facts.set_item("late", record.late.map(Player::name))?;
    let moves: Vec<(usize, &str)> = record.moves.iter().map(|(part, name)| (part + 1, &**name)).collect();
    facts.set_item("moves", moves)?;
    Ok(facts)
}

/// Plays the games of a journal again and checks them.
#[pyfunction]
#[pyo3(signature = (journal, /))]
pub(crate) fn replay<'py>(py: Python<'py>, journal: PathBuf) -> PyResult<Bound<'py, PyAny>> {
    let (play, records) = py.detach(|| matches::replay(&journal)).map_err(|error| failed(py, error))?;
    told(py, &MatchAnswer::of(&play, &records), &records)
}

//! Players and matches between them.

use crate::answers::answer;
use crate::engine::Engine;
use crate::errors::{of_engine, of_rules, wrong};
use crate::numbers::fraction;
use crate::position::Position;
use crate::ruleset::calls_python;
use crate::sum::Sum;
use crate::work::{Limits, run};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tedomari::answers::MatchAnswer;
use tedomari::matches::players::{Kind, PlayerName};
use tedomari::matches::{self, Allowance, Deal, Match, MatchError, Record, Tally, Walk};
use tedomari::rules::OpenError;
use tedomari::values::{ByPlayer, Player};

/// What is played.
pub(crate) struct Starts<'a, 'py> {
    /// The name of a game, or a position that random moves start from.
    pub(crate) game: &'a Bound<'py, PyAny>,
    /// The sum of every game. `None` means random ones.
    pub(crate) start: Option<&'a Bound<'py, PyAny>>,
    /// How sums end. `None` means in their usual way.
    pub(crate) play: Option<&'a str>,
    pub(crate) size: Option<(u8, u8)>,
    pub(crate) components: Option<usize>,
}

/// Who plays, how often, and how long.
pub(crate) struct Options<'a> {
    pub(crate) players: [&'a str; 2],
    pub(crate) games: u32,
    pub(crate) move_time: f64,
    pub(crate) move_nodes: Option<u64>,
    pub(crate) seed: u64,
}

impl Starts<'_, '_> {
    fn read(&self, py: Python<'_>, engine: &Engine) -> PyResult<matches::Starts> {
        let Self { game, start, play, size, components } = *self;
        const MOST: usize = Deal::MOST_COMPONENTS;
        let inner = engine.get();
        if components.is_some_and(|count| !(1..=MOST).contains(&count)) {
            return Err(wrong(format!("components is a number from 1 to {MOST}")));
        }
        let starts = if let Some(start) = start {
            if size.is_some() || components.is_some() {
                return Err(wrong("size and components are for random sums, not for a given start"));
            }
            Sum::made(py, start, engine)?.sum.into()
        } else if let Ok(position) = game.cast::<Position>() {
            if size.is_some() {
                return Err(wrong("a size is for random boards, not for moves from a position"));
            }
            Walk { start: position.get().part(), components: components.unwrap_or(4) }.into()
        } else {
            let game: String = game.extract()?;
            match inner.rulesets().contest(&game) {
                Ok(_) if size.is_some() || components.is_some() || play.is_some() => {
                    return Err(wrong(format!("size, components and play are for sums, not for {game}")));
                }
                Ok(ruleset) => ruleset.clone().into(),
                Err(_) => inner.deal(&game, size, components).map_err(|error| of_engine(py, error))?,
            }
        };
        match play {
            Some(play) => Ok(starts.ending_by(play.parse().map_err(wrong)?)),
            None => Ok(starts),
        }
    }
}

/// The players of sums (`contest` is false) or of games with chance: name and what they do.
#[pyfunction]
#[pyo3(signature = (*, contest = false))]
pub(crate) fn players(contest: bool) -> Vec<(&'static str, &'static str)> {
    let kind = if contest { Kind::Contest } else { Kind::Sum };
    let known = PlayerName::ALL.iter().filter(|(_, player, _)| player.plays(kind));
    known.map(|(name, _, about)| (*name, *about)).collect()
}

pub(crate) fn failed(py: Python<'_>, error: MatchError) -> PyErr {
    match error {
        MatchError::Open(OpenError::Rules(error)) => of_rules(py, &error),
        MatchError::File(path, reason) => PyOSError::new_err(format!("{path}: {reason}")),
        error => wrong(error),
    }
}

/// Plays a match. The answer has its games in the key `records`.
pub(crate) fn play<'py>(
    py: Python<'py>,
    engine: &Engine,
    starts: &Starts<'_, '_>,
    options: &Options<'_>,
    journal: Option<PathBuf>,
    limits: &Limits,
) -> PyResult<Bound<'py, PyAny>> {
    let (play, calls_python) = planned(py, engine, starts, options, limits.threads())?;
    let (games, engine) = (play.games, engine.get());
    let played = run(py, limits, calls_python, |budget, report| {
        let tell = |records: &[Record]| {
            let Tally { wins, losses, .. } = Tally::of(records);
            report.tell(records.len() as u64, games.into());
            report.say(&format!("{wins}:{losses}"));
        };
        engine.play_match(&play, journal.as_deref(), budget, &tell)
    })?;
    played.give(py, |error| failed(py, error), |(found, records)| told(py, &found, &records))
}

/// The match with these options, and whether its rules are in Python: then it stays in this thread, so that a signal
/// ends it.
pub(crate) fn planned(
    py: Python<'_>,
    engine: &Engine,
    starts: &Starts<'_, '_>,
    options: &Options<'_>,
    threads: usize,
) -> PyResult<(Match, bool)> {
    let &Options { players, games, move_time, move_nodes, seed } = options;
    let [left, right] = players.map(|name| name.parse::<PlayerName>().map_err(wrong));
    let starts = starts.read(py, engine)?;
    let time = Duration::try_from_secs_f64(move_time).map_err(wrong)?;
    let allowance = move_nodes.map_or_else(|| Allowance::time(time), Allowance::Nodes);
    let calls_python = match &starts {
        matches::Starts::Given(sum, _) => sum.parts.iter().any(|part| calls_python(part.position.position())),
        matches::Starts::Walks(walk, _) => calls_python(walk.start.position.position()),
        matches::Starts::Sums(..) | matches::Starts::Contest(..) => false,
    };
    let threads = if calls_python { 1 } else { threads };
    Ok((Match { players: [left?, right?], starts, games, allowance, seed, threads }, calls_python))
}

/// The answer about a match, with its games.
pub(crate) fn told<'py>(
    py: Python<'py>,
    found: &MatchAnswer,
    records: &[Record],
) -> PyResult<Bound<'py, PyAny>> {
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
pub(crate) fn replay<'py>(
    py: Python<'py>,
    engine: &tedomari::Engine,
    journal: &Path,
) -> PyResult<Bound<'py, PyAny>> {
    let (play, records) = py.detach(|| engine.replay(journal)).map_err(|error| failed(py, error))?;
    told(py, &MatchAnswer::of(&play, &records), &records)
}

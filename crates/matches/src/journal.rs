//! How does a match survive being killed? Its journal is a file with a line that says which match it is, and
//! a line for every finished game. A line is written at once, so no finished game is lost. A last line
//! without a line end belongs to a game whose record was not finished, and is ignored.

use crate::{Allowance, Deal, Ending, Match, MatchError, Record, RecordError, Referee, Starts, Walk};
use rules::{RULESETS, Rulesets};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;
use sums::{Part, Sum};
use values::Budget;

/// The maximum length of a line, in bytes.
const LONGEST: u64 = 16 << 20;

/// The first line of a journal: which match it is. It lacks the number of games, which may be raised later.
#[derive(Serialize, Deserialize)]
struct Header {
    players: [String; 2],
    game: String,
    /// The size of random boards. `None` means that something else is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<String>,
    /// The number of parts of random sums.
    #[serde(skip_serializing_if = "Option::is_none")]
    components: Option<usize>,
    /// The sum of every game; or, with a number of parts, the position that they are played from.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// How sums end. `None` means by a score, as in journals of older versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    play: Option<Ending>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_ms: Option<u64>,
    /// The processor time of a move. `None` means that time is by the clock, or that nodes are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    processor_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    seed: u64,
}

impl Match {
    /// The first line of a journal, which says which match it is.
    #[must_use]
    pub fn header(&self) -> String {
        let Self { players: [a, b], starts, allowance, seed, .. } = self;
        let (time_ms, processor_ms, nodes) = match *allowance {
            Allowance::Time { limit, .. } => (Some(limit.as_millis() as u64), None, None),
            Allowance::Processor(limit) => (None, Some(limit.as_millis() as u64), None),
            Allowance::Nodes(nodes) => (None, None, Some(nodes)),
        };
        let (players, game) = ([a.to_string(), b.to_string()], starts.game());
        let (size, components, start) = match starts {
            Starts::Sums(deal, _) => (Some(deal.size()), Some(deal.components), None),
            Starts::Walks(walk, _) => (None, Some(walk.components), Some(walk.start.to_string())),
            Starts::Given(sum, _) => (None, None, Some(sum.to_string())),
            Starts::Contest(_, start) => (None, None, start.clone()),
        };
        let play = starts.ending().filter(|ending| *ending != Ending::Score);
        let header = Header {
            players,
            game,
            size,
            components,
            start,
            play,
            time_ms,
            processor_ms,
            nodes,
            seed: *seed,
        };
        serde_json::to_string(&header).expect("a header has only texts and numbers")
    }

    /// The match with this first line, and no games. `None` means that the line is not a first line.
    #[must_use]
    pub fn from_header(line: &str, rulesets: &Rulesets) -> Option<Self> {
        let header: Header = serde_json::from_str(line).ok()?;
        let [first, second] = header.players.map(|name| name.parse().ok());
        let ending = header.play.unwrap_or_default();
        let starts = match (header.start, header.size, header.components) {
            (Some(start), None, None) => match rulesets.contest(&header.game) {
                Ok(ruleset) => Starts::Contest(ruleset.clone(), Some(start)),
                Err(_) => Starts::Given(Sum::read_with(rulesets, &start, &Budget::endless()).ok()?, ending),
            },
            (Some(start), None, Some(components)) if components <= Deal::MOST_COMPONENTS => {
                let start = Part::read_with(rulesets, &start, &Budget::endless()).ok()?;
                Starts::Walks(Walk { start, components }, ending)
            }
            (None, Some(size), Some(components)) if components <= Deal::MOST_COMPONENTS => {
                let (width, height) = size.split_once('x')?;
                let (width, height) = (width.parse().ok()?, height.parse().ok()?);
                Starts::Sums(Deal { game: header.game, width, height, components }, ending)
            }
            (None, None, None) => rulesets.contest(&header.game).ok()?.clone().into(),
            _ => return None,
        };
        let allowance = match (header.nodes, header.processor_ms) {
            (Some(nodes), _) => Allowance::Nodes(nodes),
            (None, Some(limit)) => Allowance::Processor(Duration::from_millis(limit)),
            (None, None) => Allowance::time(Duration::from_millis(header.time_ms?)),
        };
        Some(Self { players: [first?, second?], starts, games: 0, allowance, seed: header.seed, threads: 1 })
    }

    /// Checks that a record is a game of the match, from its start to its score.
    fn check(&self, record: &Record, referee: &mut Referee) -> Result<(), RecordError> {
        match self.start(record.game) {
            Ok((start, state, _)) if (&start.sum, start.seats) == (&record.sum, record.seats) => {
                record.replay(state, referee).map(drop)
            }
            _ => Err(RecordError::Start(record.game)),
        }
    }
}

/// Reads a journal, and checks its games by playing them again.
pub fn replay(path: &Path) -> Result<(Match, Vec<Record>), MatchError> {
    replay_with(&RULESETS, path)
}

/// The same with these rulesets.
pub fn replay_with(rulesets: &Rulesets, path: &Path) -> Result<(Match, Vec<Record>), MatchError> {
    // To open a pipe would wait for a writer.
    if !path.metadata().map_err(|error| trouble(path, &error))?.is_file() {
        return Err(trouble(path, &"not a regular file"));
    }
    let file = File::open(path).map_err(|error| trouble(path, &error))?;
    let mut lines = Lines::new(path, file);
    let header = lines.next_line()?.unwrap_or_default();
    let of = Match::from_header(&header, rulesets).ok_or_else(|| lines.wrong(RecordError::Header))?;
    let records = lines.records(&of)?;
    Ok((of, records))
}

fn trouble(path: &Path, error: &dyn std::fmt::Display) -> MatchError {
    MatchError::File(path.display().to_string(), error.to_string())
}

/// The lines of a journal.
struct Lines<'a, R> {
    path: &'a Path,
    input: BufReader<R>,
    /// The number of the last line that was read, counted from 1.
    number: usize,
    /// The number of bytes of all complete lines.
    bytes: u64,
    /// The incomplete line at the end.
    rest: Vec<u8>,
}

impl<'a, R: Read> Lines<'a, R> {
    fn new(path: &'a Path, input: R) -> Self {
        Self { path, input: BufReader::new(input), number: 0, bytes: 0, rest: Vec::new() }
    }

    /// The next complete line. `None` means that there is none.
    fn next_line(&mut self) -> Result<Option<String>, MatchError> {
        self.number += 1;
        let mut line = Vec::new();
        let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        let read = read.map_err(|error| trouble(self.path, &error))? as u64;
        if line.pop_if(|last| *last == b'\n').is_none() {
            self.rest = line;
            return if read < LONGEST { Ok(None) } else { Err(self.wrong(RecordError::Long(LONGEST))) };
        }
        self.bytes += read;
        String::from_utf8(line).map(Some).map_err(|_| self.wrong(RecordError::Text))
    }

    /// The games of all other lines, which must belong to this match.
    fn records(&mut self, of: &Match) -> Result<Vec<Record>, MatchError> {
        let (mut records, mut known) = (Vec::new(), FxHashSet::default());
        let mut referee = Referee::default();
        while let Some(line) = self.next_line()? {
            let record = Record::from_line(&line).map_err(|error| self.wrong(error))?;
            of.check(&record, &mut referee).map_err(|error| self.wrong(error))?;
            if !known.insert(record.game) {
                return Err(self.wrong(RecordError::Twice(record.game)));
            }
            records.push(record);
        }
        records.sort_by_key(|record| record.game);
        Ok(records)
    }

    /// An error in the last line that was read.
    fn wrong(&self, error: RecordError) -> MatchError {
        MatchError::Line { file: self.path.display().to_string(), line: self.number, error }
    }
}

/// The journal of a match, open at its end.
pub struct Journal {
    path: String,
    file: File,
}

impl Journal {
    /// Opens or creates a journal. Returns also the games that it has already, checked as by [`replay`].
    pub fn open(path: &Path, of: &Match) -> Result<(Self, Vec<Record>), MatchError> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(|error| trouble(path, &error))?;
        if !file.metadata().is_ok_and(|data| data.is_file()) {
            return Err(trouble(path, &"not a regular file"));
        }
        // Two matches at once would play the same games.
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => trouble(path, &"another match is being played with it"),
            TryLockError::Error(error) => trouble(path, &error),
        })?;
        let mut lines = Lines::new(path, &file);
        let header = lines.next_line()?;
        // A file that is not a journal of this match is left unchanged.
        let begun = header.is_some() || of.header().as_bytes().starts_with(&lines.rest);
        if !begun || header.as_ref().is_some_and(|header| *header != of.header()) {
            let found = header.unwrap_or_else(|| String::from_utf8_lossy(&lines.rest).into_owned());
            let found = found.chars().take(200).collect();
            return Err(MatchError::Other { file: path.display().to_string(), found, expected: of.header() });
        }
        let records = lines.records(of)?;
        let whole = lines.bytes;
        let ready = file.set_len(whole).and_then(|()| file.seek(SeekFrom::Start(whole)));
        let ready = ready.and_then(|_| match header {
            Some(_) => Ok(()),
            None => writeln!(file, "{}", of.header()),
        });
        ready.map_err(|error| trouble(path, &error))?;
        Ok((Self { path: path.display().to_string(), file }, records))
    }

    /// Adds a finished game.
    pub fn add(&mut self, record: &Record) -> Result<(), MatchError> {
        self.write(record).map_err(|error| MatchError::File(self.path.clone(), error.to_string()))
    }

    fn write(&mut self, record: &Record) -> std::io::Result<()> {
        let end = self.file.stream_position()?;
        let written = self.file.write_all(format!("{}\n", record.to_line()).as_bytes());
        if written.is_err() {
            // An incomplete line would spoil the next one.
            self.file.set_len(end)?;
            self.file.seek(SeekFrom::Start(end))?;
        }
        written
    }
}

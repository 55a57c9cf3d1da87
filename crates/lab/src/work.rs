//! How does a run of hours survive being stopped? It is done in units, such as one search of one position. A
//! journal keeps the result of every finished unit, a line of JSON with a checksum each, written at once. A
//! run that goes on takes what the journal has, and does the rest. Units come in a random order that does not
//! depend on their results, so what is done when time is up is a fair sample of the whole.
//!
//! Several processes can share a run: each does the units whose number leaves its remainder, and hands over what it
//! found. Where an experiment needs a whole list of results before it goes on, they meet there once more.

use crate::{Experiment, Settings};
use anyhow::{Context, bail, ensure};
use matches::{Match, Record};
use rustc_hash::FxHashMap;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use values::{Budget, map_on_all_cores, processor_time};

/// The largest journal that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// What a run is, for its journal: units of different runs must not be mixed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The name of the experiment.
    pub experiment: String,
    /// Is it a run of the paper's size?
    pub paper: bool,
    /// The factor of all time limits.
    pub scale: f64,
    /// The seed. `None` means that the experiment makes no random choices.
    pub seed: Option<u64>,
    /// The version of the program.
    pub version: String,
}

/// A finished unit.
#[derive(Clone, Serialize, Deserialize)]
pub struct Entry {
    unit: String,
    /// Its processor time.
    seconds: f64,
    result: Value,
}

/// The units of a run, finished and to do.
pub struct Work {
    scale: f64,
    /// The processor time at which no further unit is begun. `None` means that all are done.
    end: Option<Duration>,
    /// Which units are done here. `None` means all of them.
    share: Option<Share>,
    /// How many lists of pieces were asked for.
    lists: AtomicUsize,
    units: Mutex<Units>,
}

/// The units whose number leaves this remainder.
#[derive(Clone, Copy)]
struct Share {
    remainder: usize,
    of: usize,
}

impl Share {
    fn has(self, number: usize) -> bool {
        number % self.of == self.remainder
    }
}

/// What is known of units.
#[derive(Default)]
struct Units {
    journal: Option<File>,
    known: FxHashMap<String, (f64, Value)>,
    /// What was worked out here, where several processes share a run.
    found: Vec<Entry>,
    /// The units asked for, those that have a result, and the processor time of these.
    counts: (usize, usize, f64),
}

impl Units {
    /// The result of a unit that is known.
    fn known<T: DeserializeOwned>(&mut self, name: &str) -> anyhow::Result<Option<T>> {
        self.counts.0 += 1;
        let Some((seconds, result)) = self.known.get(name) else { return Ok(None) };
        self.counts.1 += 1;
        self.counts.2 += seconds;
        let read = serde_json::from_value(result.clone());
        read.map(Some).with_context(|| format!("the known result of {name} is of another kind"))
    }

    /// Keeps a result.
    fn keep(&mut self, name: &str, seconds: f64, result: Value, is_shared: bool) -> anyhow::Result<()> {
        self.counts.1 += 1;
        self.counts.2 += seconds;
        let entry = Entry { unit: name.to_owned(), seconds: (seconds * 1e6).round() / 1e6, result };
        if let Some(file) = &mut self.journal {
            let line = sealed(&serde_json::to_string(&entry)?);
            file.write_all(line.as_bytes()).context("the journal cannot be written")?;
        }
        if is_shared {
            self.found.push(entry.clone());
        }
        self.known.insert(entry.unit, (seconds, entry.result));
        Ok(())
    }
}

/// The reason for which a process with a share of a list stops: what follows needs the whole list.
#[derive(thiserror::Error, Debug)]
#[error("a part of the experiment is done")]
struct PartDone;

impl Default for Work {
    /// All units, and nothing is kept.
    fn default() -> Self {
        Self { scale: 1.0, end: None, share: None, lists: AtomicUsize::new(0), units: Mutex::default() }
    }
}

impl Work {
    /// The factor of all time limits.
    #[must_use]
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The same units with other time limits.
    #[must_use]
    pub fn scaled(self, scale: f64) -> Self {
        Self { scale, ..self }
    }

    /// The units that can be begun within this processor time. Results that are known take none.
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        Self { end: Some(processor_time().saturating_add(time)), ..self }
    }

    /// The units of which these results are known.
    #[must_use]
    pub fn knowing(self, entries: impl IntoIterator<Item = Entry>) -> Self {
        let known = entries.into_iter().map(|entry| (entry.unit, (entry.seconds, entry.result)));
        self.units().known.extend(known);
        self
    }

    /// One of several shares of the units.
    #[must_use]
    pub fn share(self, remainder: usize, of: usize) -> Self {
        Self { share: Some(Share { remainder, of: of.max(1) }), ..self }
    }

    fn units(&self) -> MutexGuard<'_, Units> {
        self.units.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens or creates the journal of a run. A journal of another run, or a line that is damaged, is refused;
    /// a last line without its end, of a run that was killed while it wrote, is dropped.
    pub fn open(path: &Path, header: &Header) -> anyhow::Result<Self> {
        let name = path.display();
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.with_context(|| format!("{name} cannot be opened"))?;
        let data = file.metadata()?;
        ensure!(data.is_file() && data.len() <= LARGEST, "{name} is no journal");
        file.try_lock().with_context(|| format!("{name}: another run uses it"))?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("{name} cannot be read"))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut known = FxHashMap::default();
        for (i, line) in text[..whole].lines().enumerate() {
            let entry = unsealed(line).with_context(|| format!("{name}, line {}: damaged", i + 1))?;
            if i == 0 {
                let found: Header = serde_json::from_str(entry)
                    .with_context(|| format!("{name}, line 1: not the first line of a journal"))?;
                ensure!(found == *header, "{name} belongs to another run: {found:?}");
                continue;
            }
            let Entry { unit, seconds, result } =
                serde_json::from_str(entry).with_context(|| format!("{name}, line {}: not a unit", i + 1))?;
            if known.insert(unit.clone(), (seconds, result)).is_some() {
                bail!("{name}, line {}: {unit} is there twice", i + 1);
            }
        }
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::Start(whole as u64))?;
        if whole == 0 {
            file.write_all(sealed(&serde_json::to_string(header)?).as_bytes())?;
        }
        let units = Units { journal: Some(file), known, ..Units::default() };
        Ok(Self { scale: header.scale, units: units.into(), ..Self::default() })
    }

    /// The result of a unit, known or worked out now. `None` means that time was up before it began, or that it is
    /// in the share of another process.
    pub fn unit<T: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        work: impl FnOnce() -> anyhow::Result<T>,
    ) -> anyhow::Result<Option<T>> {
        let number = {
            let mut units = self.units();
            if let Some(known) = units.known(name)? {
                return Ok(Some(known));
            }
            units.counts.0 - 1
        };
        let began = processor_time();
        if self.end.is_some_and(|end| began >= end) || self.share.is_some_and(|share| !share.has(number)) {
            return Ok(None);
        }
        let result = work()?;
        let seconds = processor_time().saturating_sub(began).as_secs_f64();
        self.units().keep(name, seconds, serde_json::to_value(&result)?, self.share.is_some())?;
        Ok(Some(result))
    }

    /// The results of a list of pieces of work, in order, on all cores. A process with a share of the run does its
    /// pieces, and ends with an error where others are missing.
    pub(crate) fn list<T: Serialize + DeserializeOwned + Send + Sync>(
        &self,
        pieces: usize,
        work: impl Fn(usize) -> anyhow::Result<T> + Sync,
    ) -> anyhow::Result<Vec<T>> {
        let list = self.lists.fetch_add(1, Ordering::Relaxed);
        let name = |piece: usize| format!("list {list}, piece {piece} of {pieces}");
        let known = (0..pieces).map(|piece| self.units().known(&name(piece)));
        let mut results: Vec<Option<T>> = known.collect::<anyhow::Result<_>>()?;
        let missing: Vec<usize> = (0..pieces).filter(|&piece| results[piece].is_none()).collect();
        let is_mine = |piece: &usize| self.share.is_none_or(|share| share.has(*piece));
        let mine: Vec<usize> = missing.iter().copied().filter(is_mine).collect();
        let found = map_on_all_cores(mine.len(), |i| {
            let began = processor_time();
            let result = work(mine[i])?;
            let seconds = processor_time().saturating_sub(began).as_secs_f64();
            let value = serde_json::to_value(&result)?;
            self.units().keep(&name(mine[i]), seconds, value, self.share.is_some())?;
            anyhow::Ok(result)
        })?;
        if mine.len() < missing.len() {
            return Err(PartDone.into());
        }
        for (piece, result) in mine.into_iter().zip(found) {
            results[piece] = Some(result);
        }
        Ok(results.into_iter().flatten().collect())
    }

    /// The games of a match, whose pairs are pieces of work: the two games of an opening share their seed.
    pub(crate) fn games(&self, play: &Match, budget: &Budget) -> anyhow::Result<Vec<Record>> {
        let pairs = self.list(play.games.div_ceil(2) as usize, |pair| {
            let first = 2 * pair as u32;
            let games = first..(first + 2).min(play.games);
            let records = play.play_part(&exact::knowledge(), games, budget)?;
            // A game that was cut off does not count.
            budget.check_now()?;
            Ok(records)
        })?;
        Ok(pairs.into_iter().flatten().collect())
    }

    /// The number of different units asked for, of those that have a result, and their processor time in
    /// seconds.
    #[must_use]
    pub fn counts(&self) -> (usize, usize, f64) {
        self.units().counts
    }
}

impl Experiment {
    /// Does a share of the units that the known results allow to do, and returns what was found. Nothing found by any
    /// share means that all is known.
    pub fn part(&self, settings: &Settings) -> anyhow::Result<Vec<Entry>> {
        let outcome = self.run(settings);
        let found = std::mem::take(&mut settings.work.units().found);
        match outcome {
            Err(error) if !error.is::<PartDone>() => Err(error),
            _ => Ok(found),
        }
    }
}

/// A line: an object with the checksum of what it holds.
fn sealed(entry: &str) -> String {
    format!("{{\"crc32\":\"{:08x}\",\"entry\":{entry}}}\n", crc32fast::hash(entry.as_bytes()))
}

/// What a line holds. `None` means that it is damaged.
fn unsealed(line: &str) -> Option<&str> {
    let (sum, rest) = line.strip_prefix("{\"crc32\":\"")?.split_at_checked(8)?;
    let entry = rest.strip_prefix("\",\"entry\":")?.strip_suffix('}')?;
    (u32::from_str_radix(sum, 16).ok()? == crc32fast::hash(entry.as_bytes())).then_some(entry)
}

#[cfg(test)]
mod tests {
    use super::{Entry, Header, Work};
    use crate::table::row;
    use crate::{Experiment, Outcome, Settings, Table};
    use std::time::Duration;

    fn header() -> Header {
        let (experiment, version) = ("example".to_owned(), "1".to_owned());
        Header { experiment, paper: true, scale: 0.5, seed: Some(7), version }
    }

    /// Does units until time is up, which is at once for `Duration::ZERO`.
    fn run(path: &std::path::Path, time: Duration, most: u32) -> anyhow::Result<(Vec<u32>, u32)> {
        let work = Work::open(path, &header())?.within(time);
        let (mut found, mut worked) = (Vec::new(), 0);
        for n in 0..most {
            found.extend(work.unit(&format!("square of {n}"), || {
                worked += 1;
                Ok(n * n)
            })?);
        }
        assert_eq!(work.counts().1, found.len());
        Ok((found, worked))
    }

    #[test]
    fn a_run_goes_on_where_it_was_stopped() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("example.journal");
        let long = Duration::from_secs(60);
        assert_eq!(run(&path, Duration::ZERO, 5)?, (vec![], 0));
        assert_eq!(run(&path, long, 3)?, (vec![0, 1, 4], 3));
        // A line that was not written to its end is done again.
        let text = std::fs::read_to_string(&path)?;
        std::fs::write(&path, &text[..text.len() - 4])?;
        assert_eq!(run(&path, long, 5)?, (vec![0, 1, 4, 9, 16], 3));
        assert_eq!(run(&path, Duration::ZERO, 5)?, (vec![0, 1, 4, 9, 16], 0));
        Ok(())
    }

    #[test]
    fn damaged_and_foreign_journals_are_refused() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("example.journal");
        run(&path, Duration::from_secs(60), 3)?;
        let whole = std::fs::read(&path)?;
        for place in 0..whole.len() - 1 {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            std::fs::write(&path, &damaged)?;
            assert!(Work::open(&path, &header()).is_err(), "a change at {place} was not seen");
            assert_eq!(std::fs::read(&path)?, damaged, "a refused file is left as it is");
        }
        std::fs::write(&path, &whole)?;
        let other = Header { seed: Some(8), ..header() };
        assert!(Work::open(&path, &other).is_err_and(|error| error.to_string().contains("another run")));
        Ok(())
    }

    /// Two lists, of which the second depends on the first, and units of which a sample would be enough.
    fn two_lists(settings: &Settings) -> anyhow::Result<Outcome> {
        let squares = settings.work.list(10, |i| Ok((i * i) as u64))?;
        let (sum, seed): (u64, u64) = (squares.iter().sum(), settings.seed);
        let texts = settings.work.list(7, |i| Ok(format!("{}", sum * i as u64 + seed)))?;
        let mut rows: Vec<_> = texts.into_iter().map(|text| row![text]).collect();
        for i in 0..5u64 {
            rows.extend(settings.work.unit(&format!("unit {i}"), || Ok(i))?.map(|i| row![i]));
        }
        Ok(Table::new("sums", "sum", rows).into())
    }

    #[test]
    fn processes_with_shares_find_out_what_one_does() -> anyhow::Result<()> {
        let experiment = Experiment::random("test", "two lists", two_lists).shared();
        let mut known: Vec<Entry> = Vec::new();
        let mut rounds = Vec::new();
        loop {
            let mut found = Vec::new();
            for share in 0..3 {
                let work = Work::default().knowing(known.clone()).share(share, 3);
                found.extend(experiment.part(&Settings { work, ..Settings::short(5) })?);
            }
            if found.is_empty() {
                break;
            }
            rounds.push(found.len());
            known.extend(found);
        }
        assert_eq!(rounds, [10, 7, 5]);
        let all = Settings { work: Work::default().knowing(known), ..Settings::short(5) };
        let text = |outcome: Outcome| outcome.tables[0].to_string();
        assert_eq!(text(experiment.run(&all)?), text(two_lists(&Settings::short(5))?));
        assert_eq!(all.work.counts().0, 22);
        Ok(())
    }
}

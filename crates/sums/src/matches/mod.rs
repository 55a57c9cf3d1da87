//! Matches between two players over many sums: every sum is played twice with colours exchanged, several games at a time,
//! each on a thread of its own with players of its own (Zhang 2015, §4.5).
//!
//! Left moves first. A player who takes 20 ms longer than allowed has lost that game.

mod deal;
mod journal;
mod record;
mod tally;

pub use deal::{Deal, DealError};
pub use record::{Record, RecordError};
pub use tally::Tally;

use crate::players::{Player as Mind, PlayerName};
use crate::{Referee, State};
use journal::Journal;
use serde_json::json;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use values::{Dyadic, Error, Player, Stop};

/// So much longer than allowed a move may take.
const GRACE: Duration = Duration::from_millis(20);

/// Who plays whom, and about what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The two players.
    pub players: [PlayerName; 2],
    /// How the sums are made.
    pub deal: Deal,
    /// How many games; two for each sum.
    pub games: u32,
    /// Time for a move.
    pub time: Duration,
    /// Where chance starts from.
    pub seed: u64,
    /// How many games are played at a time.
    pub threads: usize,
}

/// Why a match cannot go on.
#[derive(thiserror::Error, Clone, Debug, PartialEq)]
pub enum MatchError {
    /// There are no sums.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The file of the match.
    #[error("{0}: {1}")]
    File(String, String),
    /// The file belongs to another match.
    #[error("the file is of another match: {found}, not {expected}")]
    Other {
        /// Its first line.
        found: String,
        /// What the line should be.
        expected: String,
    },
    /// A record of the file makes no sense.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A score beyond all bounds.
    #[error(transparent)]
    Value(#[from] Error),
}

impl Match {
    /// Which match it is; the number of games may be raised later.
    fn header(&self) -> String {
        let Self { players: [a, b], deal, time, seed, .. } = self;
        json!({
            "players": [a.to_string(), b.to_string()],
            "game": deal.game,
            "size": format!("{}x{}", deal.width, deal.height),
            "components": deal.components,
            "time_ms": time.as_millis() as u64,
            "seed": seed,
        })
        .to_string()
    }

    /// Plays all games that the journal, if there is one, does not have yet, until told to stop. `tell` hears about all
    /// finished games after each. Returns them in their order.
    pub fn play(
        &self,
        journal: Option<&Path>,
        stop: &Stop,
        tell: &(dyn Fn(&[Record]) + Sync),
    ) -> Result<Vec<Record>, MatchError> {
        let (journal, records) = match journal {
            Some(path) => {
                let (journal, records) = Journal::open(path, self)?;
                (Some(journal), records)
            }
            None => (None, Vec::new()),
        };
        let open: Vec<u32> =
            (0..self.games).filter(|game| records.iter().all(|known| known.game != *game)).collect();
        let shared = Mutex::new((journal, records));
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let work = || -> Result<(), MatchError> {
            let mut table =
                Table { minds: self.players.map(PlayerName::player), referee: Referee::default() };
            while !stop.is_over() && !failed.load(Ordering::Relaxed) {
                let Some(&game) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let record = self.game(game, &mut table)?;
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let (journal, records) = &mut *shared;
                if let Some(journal) = journal {
                    let trouble =
                        |error: std::io::Error| MatchError::File("the journal".to_owned(), error.to_string());
                    journal
                        .add(&record)
                        .map_err(trouble)
                        .inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
                }
                records.push(record);
                tell(records);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let ended = workers.into_iter().map(|worker| match worker.join() {
                Ok(ended) => ended,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            ended.collect::<Result<(), MatchError>>()
        })?;
        let (_, mut records) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        records.retain(|record| record.game < self.games);
        records.sort_by_key(|record| record.game);
        Ok(records)
    }

    /// Plays one game.
    fn game(&self, game: u32, table: &mut Table) -> Result<Record, MatchError> {
        let seats = if game.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        let seed = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(u64::from(game / 2));
        let sum = self.deal.sum(seed)?;
        let mut record =
            Record { game, sum: sum.to_string(), seats, moves: Vec::new(), score: Dyadic::ZERO, late: None };
        let mut state = State::new(sum, Player::Left);
        loop {
            if let Some(score) = table.referee.score(&state)? {
                record.score = score;
                return Ok(record);
            }
            let player = state.to_move();
            let started = Instant::now();
            let choice = table.minds[seats[player as usize]].choose(&state, started + self.time);
            let late = started.elapsed() > self.time + GRACE;
            let Some(choice) = choice.filter(|_| !late) else {
                record.late = Some(player);
                return Ok(record);
            };
            let part = &state.sum().parts[choice.action.part];
            let name = part.position.moves(player).swap_remove(choice.action.index);
            record.moves.push((choice.action.part, name));
            if state.play(choice.action).is_err() {
                record.late = Some(player);
                return Ok(record);
            }
        }
    }
}

/// What a thread needs to play games.
struct Table {
    minds: [Box<dyn Mind>; 2],
    referee: Referee,
}

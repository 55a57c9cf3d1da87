//! Which of two players of sums is stronger? In a match every sum is played twice, with colours exchanged.
//! Several games are played at a time, each on a thread of its own (Zhang 2015, §4.5).
//!
//! Left moves first. A player loses a game with a move that takes 20 ms longer than allowed. Players forget
//! everything before each game, so a game depends only on the match and its number, as long as no clock ends
//! a search.

use crate::journal::Journal;
use crate::players::{Kind, NameError, NoMove, Player as Mind, PlayerName};
use crate::{Allowance, Deal, DealError, Game, Record, RecordError, Referee, State};
use fastrand::Rng;
use positions::Knowledge;
use rules::OpenError;
use rustc_hash::FxHashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use values::{Budget, ByPlayer, Dyadic, Error, Player};

/// The players of Left and of Right in a game, as indices of the match's players. Colours are exchanged
/// after every game.
pub(crate) fn seats(game: u32) -> ByPlayer<usize> {
    let first = game as usize % 2;
    ByPlayer::new(first, 1 - first)
}

/// An error if one of the players does not play this, or cannot be started.
pub(crate) fn ready(players: &[PlayerName; 2], kind: Kind) -> Result<(), MatchError> {
    for player in players {
        if !player.plays(kind) {
            return Err(NameError::Kind(player.clone(), kind).into());
        }
        player.check().map_err(|error| MatchError::Program(player.to_string(), error))?;
    }
    Ok(())
}

/// New players of these names.
pub(crate) fn minds(
    [first, second]: &[PlayerName; 2],
    kind: Kind,
    knowledge: &Knowledge,
) -> Result<[Box<dyn Mind>; 2], NameError> {
    Ok([first.player(kind, knowledge)?, second.player(kind, knowledge)?])
}

/// A match between two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The two players.
    pub players: [PlayerName; 2],
    /// The sums.
    pub deal: Deal,
    /// The number of games; two for each sum.
    pub games: u32,
    /// The limit of a move.
    pub allowance: Allowance,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of games that are played at a time.
    pub threads: usize,
}

/// Why a match cannot go on.
#[derive(thiserror::Error, Clone, Debug, PartialEq)]
pub enum MatchError {
    /// A player does not play this.
    #[error(transparent)]
    Player(#[from] NameError),
    /// The program of a player cannot be started: its name and the reason.
    #[error("{0}: {1}")]
    Program(String, String),
    /// The game has no chance, or its rules failed.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The sums cannot be made.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The journal cannot be read or written.
    #[error("{0}: {1}")]
    File(String, String),
    /// The journal belongs to another match.
    #[error("{file}, line 1: the file is of another match: {found}, not {expected}")]
    Other {
        /// The file.
        file: String,
        /// Its first line.
        found: String,
        /// The first line that was expected.
        expected: String,
    },
    /// A line of the journal is wrong.
    #[error("{file}, line {line}: {error}")]
    Line {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The error.
        error: RecordError,
    },
    /// A score is out of range.
    #[error(transparent)]
    Value(#[from] Error),
}

impl Match {
    /// Plays all games that the journal, if there is one, does not have yet, until the budget is spent.
    /// Returns all finished games in their order. `tell` is called with them after each game.
    pub fn play(
        &self,
        journal: Option<&Path>,
        budget: &Budget,
        tell: &(dyn Fn(&[Record]) + Sync),
    ) -> Result<Vec<Record>, MatchError> {
        self.play_knowing(&exact::knowledge(), journal, budget, tell)
    }

    /// The same with players who ask these sources.
    pub fn play_knowing(
        &self,
        knowledge: &Knowledge,
        journal: Option<&Path>,
        budget: &Budget,
        tell: &(dyn Fn(&[Record]) + Sync),
    ) -> Result<Vec<Record>, MatchError> {
        let (journal, records) = match journal {
            Some(path) => {
                let (journal, records) = Journal::open(path, self)?;
                (Some(journal), records)
            }
            None => (None, Vec::new()),
        };
        let known: FxHashSet<u32> = records.iter().map(|record| record.game).collect();
        let open: Vec<u32> = (0..self.games).filter(|game| !known.contains(game)).collect();
        if !open.is_empty() {
            ready(&self.players, Kind::Sum)?;
        }
        let shared = Mutex::new((journal, records));
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let work = || -> Result<(), MatchError> {
            let mut referee = Referee::knowing(knowledge.clone());
            let mut minds = minds(&self.players, Kind::Sum, knowledge)?;
            while !budget.is_spent() && !failed.load(Ordering::Relaxed) {
                let Some(&game) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let record = self.game(game, &mut minds, &mut referee)?;
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let (journal, records) = &mut *shared;
                if let Some(journal) = journal {
                    journal.add(&record).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
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

    /// The start of a game: its record without moves, the state, and a seed for each player.
    pub(crate) fn start(&self, game: u32) -> Result<(Record, State, ByPlayer<u64>), DealError> {
        let seats = seats(game);
        let seed = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(u64::from(game / 2));
        let sum = self.deal.sum(seed)?;
        // Other random numbers than those that made the sum.
        let mut chance = Rng::with_seed(!seed);
        let record = Record {
            game,
            sum: sum.to_string(),
            seats,
            moves: Vec::new(),
            score: Dyadic::ZERO,
            late: None,
            complaint: None,
        };
        Ok((record, State::new(sum, Player::Left), ByPlayer::from_fn(|_| chance.u64(..))))
    }

    /// Plays one game.
    fn game(
        &self,
        game: u32,
        minds: &mut [Box<dyn Mind>; 2],
        referee: &mut Referee,
    ) -> Result<Record, MatchError> {
        let (mut record, mut state, seeds) = self.start(game)?;
        for player in Player::BOTH {
            minds[record.seats[player]].begin(&Game::Sum(state.clone()), player, seeds[player]);
        }
        loop {
            if let Some(score) = referee.score(&state)? {
                record.score = score;
                return Ok(record);
            }
            let player = state.to_move();
            let started = Instant::now();
            let mind = &mut minds[record.seats[player]];
            let playing = Game::Sum(state);
            let choice = mind.choose(&playing, &self.allowance.deadline());
            let late = self.allowance.is_exceeded(started.elapsed());
            let Game::Sum(same) = playing else { unreachable!("a game stays of one kind") };
            state = same;
            if let Err(NoMove::Failed(why)) = &choice {
                record.complaint = Some(why.clone());
            }
            let action = choice.ok().filter(|_| !late).map(|choice| choice.action);
            let name = action.and_then(|action| {
                let moves = state.sum().parts.get(action.part)?.position.moves(player);
                Some((action.part, moves.into_iter().nth(action.index)?))
            });
            match (action, name) {
                (Some(action), Some(name)) if state.play(action).is_ok() => record.moves.push(name),
                _ => {
                    record.late = Some(player);
                    return Ok(record);
                }
            }
        }
    }
}

//! Which of two players is stronger? In a match every start is played twice, with sides exchanged and the same
//! seed. Several games are played at a time, each on a thread of its own with players of its own (Zhang 2015,
//! §4.5).
//!
//! Left moves first in a sum, which ends by its score or by the last move ([`Ending`](crate::Ending)). A player loses a game with a move that takes 20 ms
//! longer than allowed. Players
//! forget everything before each game, so a game depends only on the match and its number, as long as no clock
//! ends a search.

use crate::journal::Journal;
use crate::players::{NameError, NoMove, Player as Mind, PlayerName};
use crate::{Allowance, DealError, PlayError, Record, RecordError, Referee, Starts, State};
use positions::Knowledge;
use rules::{OpenError, RuleError, attempt};
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use values::{Budget, ByPlayer, Dyadic, Error, Player, in_threads};

/// A match between two players.
#[derive(Clone, Debug)]
pub struct Match {
    /// The two players.
    pub players: [PlayerName; 2],
    /// What they play.
    pub starts: Starts,
    /// The number of games; two for each start.
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
    /// The sums cannot be made.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The game is without chance, or its rules failed.
    #[error(transparent)]
    Open(#[from] OpenError),
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

impl From<RuleError> for MatchError {
    fn from(error: RuleError) -> Self {
        Self::Open(OpenError::Rules(error))
    }
}

impl Match {
    /// Plays all games that the journal, if there is one, does not have yet, until the budget is spent.
    /// Returns all finished games in their order. `tell` is called with them after each game, the last one at
    /// the end. Rules that fail end the match; a player that fails loses that game.
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
        self.check_players()?;
        let (journal, records) = match journal {
            Some(path) => {
                let (journal, records) = Journal::open(path, self)?;
                (Some(journal), records)
            }
            None => (None, Vec::new()),
        };
        let known: FxHashSet<u32> = records.iter().map(|record| record.game).collect();
        let open: Vec<u32> = (0..self.games).filter(|game| !known.contains(game)).collect();
        let shared = Mutex::new((journal, records));
        let next = AtomicUsize::new(0);
        // An error of one thread ends the match of the others.
        let budget = budget.part(1.0);
        let work = || -> Result<(), MatchError> {
            let mut minds = self.minds(knowledge)?;
            let mut referee = Referee::knowing(knowledge.afresh());
            while !budget.is_spent() {
                let Some(&game) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let Some(record) = self.game(game, &mut minds, &mut referee, &budget)? else { break };
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let (journal, records) = &mut *shared;
                if let Some(journal) = journal {
                    journal.add(&record)?;
                }
                records.push(record);
                tell(records);
            }
            Ok(())
        };
        let work = || work().inspect_err(|_| budget.cancel());
        in_threads((0..self.threads.max(1)).map(|_| work)).into_iter().collect::<Result<(), MatchError>>()?;
        let (_, mut records) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        records.retain(|record| record.game < self.games);
        records.sort_by_key(|record| record.game);
        Ok(records)
    }

    /// Plays these games one after the other, as a part of a match whose other games are played elsewhere.
    pub fn play_part(
        &self,
        knowledge: &Knowledge,
        games: Range<u32>,
        budget: &Budget,
    ) -> Result<Vec<Record>, MatchError> {
        self.check_players()?;
        let mut minds = self.minds(knowledge)?;
        let mut referee = Referee::knowing(knowledge.afresh());
        let play = |game| self.game(game, &mut minds, &mut referee, budget).transpose();
        games.map_while(play).collect()
    }

    /// A player that does not play this, or a program that cannot be started, is told before any game.
    fn check_players(&self) -> Result<(), MatchError> {
        let opening = self.opening(0)?;
        for player in &self.players {
            player.suits(&opening)?;
            player.check().map_err(|error| MatchError::Program(player.to_string(), error))?;
        }
        Ok(())
    }

    fn minds(&self, knowledge: &Knowledge) -> Result<[Box<dyn Mind>; 2], MatchError> {
        let ([first, second], kind) = (&self.players, self.starts.kind());
        Ok([first.player(kind, knowledge)?, second.player(kind, knowledge)?])
    }

    /// The start of a game, counted from 0.
    pub fn opening(&self, number: u32) -> Result<State, MatchError> {
        Ok(self.start(number)?.1)
    }

    /// The start of a game: its record without moves, the game, and a seed for each player.
    pub(crate) fn start(&self, number: u32) -> Result<(Record, State, ByPlayer<u64>), MatchError> {
        let seed = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(u64::from(number / 2));
        let (state, seeds) = self.starts.start(seed)?;
        // Sides are exchanged after every game.
        let first = number as usize % 2;
        let record = Record {
            game: number,
            sum: state.text(),
            seats: ByPlayer::new(first, 1 - first),
            score: Dyadic::ZERO,
            late: None,
            moves: Vec::new(),
            depths: [(0, 0); 2],
            complaint: None,
        };
        Ok((record, state, seeds))
    }

    /// Plays one game. `None` means that the budget of the match was spent before its end.
    fn game(
        &self,
        number: u32,
        minds: &mut [Box<dyn Mind>; 2],
        referee: &mut Referee,
        budget: &Budget,
    ) -> Result<Option<Record>, MatchError> {
        let (mut record, mut state, seeds) = self.start(number)?;
        for player in Player::BOTH {
            minds[record.seats[player]].begin(&state, player, seeds[player]);
        }
        loop {
            if let Some(score) = attempt(|| referee.score(&state))?? {
                record.score = score;
                return Ok(Some(record));
            }
            let player = state.to_move();
            let seat = record.seats[player];
            let started = self.allowance.now();
            let choice = attempt(|| minds[seat].choose(&state, &self.allowance.within(budget)))?;
            if budget.is_spent() {
                return Ok(None);
            }
            let is_late = self.allowance.is_exceeded(started.elapsed());
            if let Err(NoMove::Failed(why)) = &choice {
                record.complaint = Some(why.clone());
            }
            let Some(choice) = choice.ok().filter(|_| !is_late) else {
                record.late = Some(player);
                return Ok(Some(record));
            };
            if let Some(depth) = choice.depth {
                let (total, count) = &mut record.depths[seat];
                (*total, *count) = (*total + u64::from(depth), *count + 1);
            }
            let name = state.name(choice.action)?;
            match state.play(choice.action) {
                Ok(()) => record.moves.push((choice.action.part, name.expect("the move was legal"))),
                Err(PlayError::Rules(error)) => return Err(error.into()),
                Err(PlayError::Illegal(_)) => {
                    record.late = Some(player);
                    return Ok(Some(record));
                }
            }
        }
    }
}

//! Which of two players is stronger? In a match every start is played twice, with seats exchanged and the
//! same seed. Several games are played at a time, each on a thread of its own with players of its own.

use super::Allowance;
use crate::matches::{MatchError, ready, seats};
use crate::players::{Kind, NoMove, Player as Mind, PlayerName};
use crate::{Game, PlayError, Round};
use fastrand::Rng;
use positions::Knowledge;
use rules::{OpenError, Ruleset, attempt};
use std::fmt;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use values::{ByPlayer, Player};

/// A match between two players.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game, one with chance.
    pub ruleset: Ruleset,
    /// The two players.
    pub players: [PlayerName; 2],
    /// The number of games; two for each start.
    pub games: u32,
    /// The limit of a move.
    pub allowance: Allowance,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of games that are played at a time.
    pub threads: usize,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of the game in the match, counted from 0.
    pub game: u32,
    /// The winner, as an index of the match's players. `None` means a draw.
    pub winner: Option<usize>,
    /// The player who has lost by time, or without a move, as an index of the match's players.
    pub late: Option<usize>,
    /// The number of moves.
    pub moves: u32,
    /// Why a player failed.
    pub complaint: Option<String>,
    /// For each of the match's players, the total depth of all its searches that the deadline ended, and
    /// their number.
    pub depths: [(u64, u64); 2],
}

impl Match {
    /// Plays all games, and returns them in their order. `tell` is called with all finished games after each.
    /// Rules that fail end the match, as does a game without chance.
    pub fn play(&self, tell: &(dyn Fn(&[Record]) + Sync)) -> Result<Vec<Record>, MatchError> {
        ready(&self.players, Kind::Contest)?;
        let records = Mutex::new(Vec::new());
        let next = AtomicU32::new(0);
        let work = || {
            let mut minds = crate::matches::minds(&self.players, Kind::Contest, &Knowledge::default())?;
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= self.games {
                    return Ok(());
                }
                let record = self.game(game, &mut minds).inspect_err(|_| {
                    // The other threads start no more games.
                    next.fetch_max(self.games, Ordering::Relaxed);
                })?;
                let mut records = records.lock().unwrap_or_else(PoisonError::into_inner);
                records.push(record);
                tell(&records);
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let ended =
                threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            ended.collect::<Result<(), MatchError>>()
        })?;
        let mut records = records.into_inner().unwrap_or_else(PoisonError::into_inner);
        records.sort_by_key(|record| record.game);
        Ok(records)
    }

    /// Plays one game.
    fn game(&self, game: u32, minds: &mut [Box<dyn Mind>; 2]) -> Result<Record, MatchError> {
        let seats = seats(game);
        let seed = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(u64::from(game / 2));
        let mut random = Rng::with_seed(seed);
        let opening = self.ruleset.opening(&mut |most| random.u32(..most.max(1)))?;
        let mut record =
            Record { game, winner: None, late: None, moves: 0, complaint: None, depths: [(0, 0); 2] };
        let seeds = ByPlayer::from_fn(|_| random.u64(..));
        let mut state = Round::new(&self.ruleset.name, opening, random);
        for player in Player::BOTH {
            minds[seats[player]].begin(&Game::Contest(state.clone()), player, seeds[player]);
        }
        loop {
            if let Some(score) = state.state().score().map_err(OpenError::Rules)? {
                let winner = if score > 0 { Player::Left } else { Player::Right };
                record.winner = (score != 0).then_some(seats[winner]);
                return Ok(record);
            }
            let seat = seats[state.state().to_move()];
            let started = Instant::now();
            let mut playing = Game::Contest(state);
            let choice = attempt(|| minds[seat].choose(&playing, &self.allowance.deadline()));
            let choice = choice.map_err(OpenError::Rules)?;
            let late = self.allowance.is_exceeded(started.elapsed());
            if let Err(NoMove::Failed(why)) = &choice {
                record.complaint = Some(why.clone());
            }
            let choice = choice.ok().filter(|_| !late);
            if let Some(depth) = choice.as_ref().and_then(|choice| choice.depth) {
                let (sum, count) = &mut record.depths[seat];
                (*sum, *count) = (*sum + u64::from(depth), *count + 1);
            }
            match choice.map(|choice| playing.play(choice.action)) {
                Some(Ok(())) => {}
                Some(Err(PlayError::Rules(error))) => return Err(OpenError::Rules(error).into()),
                _ => {
                    (record.winner, record.late) = (Some(1 - seat), Some(seat));
                    return Ok(record);
                }
            }
            let Game::Contest(following) = playing else { unreachable!("a game stays of one kind") };
            state = following;
            record.moves += 1;
        }
    }
}

/// The result of a match for the first player.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Tally {
    /// The number of finished games.
    pub games: usize,
    /// The number of wins of the first player.
    pub wins: usize,
    /// The number of draws.
    pub draws: usize,
    /// The number of losses of the first player.
    pub losses: usize,
    /// The number of games that the first player has lost by time, and the second.
    pub late: [usize; 2],
    /// The mean depth of the searches of each player that the deadline ended. `None` means that there were
    /// none.
    pub depth: [Option<f64>; 2],
    /// The mean number of moves of a game.
    pub moves: f64,
}

impl Tally {
    /// Counts games.
    #[must_use]
    pub fn of(records: &[Record]) -> Self {
        let count = |test: &dyn Fn(&Record) -> bool| records.iter().filter(|record| test(record)).count();
        let depth = |seat: usize| {
            let sums = records.iter().map(|record| record.depths[seat]);
            let (sum, count) = sums.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
            (count > 0).then(|| sum as f64 / count as f64)
        };
        let moves: u64 = records.iter().map(|record| u64::from(record.moves)).sum();
        Self {
            games: records.len(),
            wins: count(&|record| record.winner == Some(0)),
            draws: count(&|record| record.winner.is_none()),
            losses: count(&|record| record.winner == Some(1)),
            late: [0, 1].map(|seat| count(&|record| record.late == Some(seat))),
            depth: [0, 1].map(depth),
            moves: moves as f64 / records.len().max(1) as f64,
        }
    }

    /// The share of wins of the first player among all games. `None` means that there are no games.
    #[must_use]
    pub fn win_share(&self) -> Option<f64> {
        (self.games > 0).then(|| self.wins as f64 / self.games as f64)
    }

    /// The 95 % confidence interval of that share.
    #[must_use]
    pub fn confidence(&self) -> Option<(f64, f64)> {
        wilson(self.wins, self.games)
    }
}

/// The 95 % confidence interval of a share of successes (Wilson's interval). `None` means that there are no
/// trials.
#[must_use]
pub fn wilson(successes: usize, trials: usize) -> Option<(f64, f64)> {
    const Z: f64 = 1.959_964;
    let n = trials as f64;
    let p = (trials > 0).then(|| successes as f64 / n)?;
    let scale = 1.0 + Z * Z / n;
    let middle = (p + Z * Z / (2.0 * n)) / scale;
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
    Some(((middle - half).max(0.0), (middle + half).min(1.0)))
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} won, {} drawn, {} lost", self.wins, self.draws, self.losses)?;
        if let (Some(share), Some((low, high))) = (self.win_share(), self.confidence()) {
            write!(f, ": {:.1}% [{:.1}, {:.1}]", 100.0 * share, 100.0 * low, 100.0 * high)?;
        }
        write!(f, " of {} games", self.games)?;
        if let [first, second] = self.depth
            && (first.is_some() || second.is_some())
        {
            let depth = |depth: Option<f64>| depth.map_or("-".to_owned(), |depth| format!("{depth:.2}"));
            write!(f, ", depth {} and {}", depth(first), depth(second))?;
        }
        if self.late != [0, 0] {
            write!(f, ", lost by time {} and {}", self.late[0], self.late[1])?;
        }
        Ok(())
    }
}

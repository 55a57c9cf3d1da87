//! Who wins a sum under normal play, and with which move? Cheap knowledge comes first: small positions get
//! their canonical values, simple values add up and opposites cancel, and bounds decide many sums. A search
//! tries moves only where no bound decides, with a transposition table. A sum with Right to move is its
//! negative with Left to move, so only Left is ever searched. Sums of impartial games have a search of their
//! own, for nim values (`impartial`).
//!
//! A solver works in any memory: when its room is used up it forgets what is cheapest to find again
//! (`forget`). It works on many threads: all search the same sum with the same tables, and keep away from
//! options that another thread is searching ([`Crowd`]).

mod forget;
mod impartial;
mod judge;
mod notes;
mod paged;
mod pieces;
mod search;

pub(crate) use impartial::LARGE;
pub(crate) use judge::Look;
pub use notes::NotesError;
pub(crate) use pieces::{Packed, Piece, Pieces};

use crate::Component;
use crate::arena::Arena;
use crate::sum::Sum;
use forget::Interrupted;
use paged::Paged;
use positions::{Crowd, Knowledge, TranspositionTable};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use values::{Budget, Error, Limits, Player, Progress, Values, in_threads, silent};

/// The solution of a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The player who wins.
    pub winner: Player,
    /// A move that wins: its part, counted from 0, and its name. `None` means that the player who moves first
    /// loses, or that the search for the move ended early.
    pub winning_move: Option<(usize, String)>,
    /// The limit that ended the search for that move early. `None` means that the search was completed.
    pub ended_by: Option<Error>,
}

/// Solves sums. What it has found out about a sum is kept for the next ones.
pub struct Solver {
    core: Core,
}

/// What all threads of a search share.
pub(crate) struct Core {
    pub(crate) values: Values,
    arena: Arena,
    /// The transposition table: does Left win, moving first?
    known: TranspositionTable<Pieces, bool>,
    /// Thermographs and atomic weights of values that occur in sums.
    looks: Paged<Look>,
    crowd: Crowd,
    /// Where the last search was interrupted.
    interrupted: Mutex<Vec<Interrupted>>,
    /// The number of sums that were searched.
    nodes: AtomicU64,
    /// The number of sums after which one thread is not enough.
    pause: u64,
    /// The number of them that were decided.
    decided: AtomicU64,
    progress: Progress,
    pub(crate) limits: Limits,
}

/// The number of sums that one thread searches before the others start.
const HEAD_START: u64 = 256;
/// A search that has decided fewer sums than this since it last forgot something makes no progress.
const LEAST_PROGRESS: u64 = 8;

impl Solver {
    /// A solver that ends with this budget, and uses about its bytes and at most its threads.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Self { core: Core::new(budget, &exact::knowledge()) }
    }

    /// The same solver, which asks sources before it searches.
    #[must_use]
    pub fn knowing(mut self, knowledge: &Knowledge) -> Self {
        self.core = Core::new(self.core.values.budget().clone(), knowledge);
        self
    }

    /// Sets the budget of the next searches. The memory stays that of [`Self::new`].
    pub fn set_budget(&mut self, budget: Budget) {
        self.core.values.set_budget(budget);
    }

    /// The number of sums that were searched.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.core.nodes()
    }

    /// About the bytes of what was found out.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.core.bytes()
    }

    /// Sets a function to be called now and then with the number of sums that were searched.
    pub fn set_progress(&mut self, progress: Progress) {
        self.core.progress = progress;
    }

    /// Solves a sum with this player to move.
    pub fn solve(&mut self, sum: &Sum, first: Player) -> Result<Answer, Error> {
        let mut parts: Vec<Component> = sum.parts.iter().map(|part| part.position.clone()).collect();
        if !self.wins(&parts, first)? {
            return Ok(Answer { winner: first.opponent(), winning_move: None, ended_by: None });
        }
        let winning_move = self.winning_move(&mut parts, first);
        let ended_by = winning_move.as_ref().err().copied();
        Ok(Answer { winner: first, winning_move: winning_move.ok().flatten(), ended_by })
    }

    /// A move that wins. Moves that are known to win are tried first, then the others by their ordering.
    fn winning_move(
        &mut self,
        parts: &mut [Component],
        first: Player,
    ) -> Result<Option<(usize, String)>, Error> {
        let mut moves = Vec::new();
        for i in 0..parts.len() {
            let before = parts[i].clone();
            for (name, after) in before.moves(first).into_iter().zip(before.plays(first)) {
                self.core.values.budget().check_now()?;
                parts[i] = after.clone();
                let judged = self.run(|core| {
                    let pieces = core.pieces(parts, first.opponent())?;
                    if let Some(lost) = core.is_lost_impartial(&pieces) {
                        return Ok((lost, 0));
                    }
                    let pieces = core.valued(pieces)?;
                    let lost = core.is_lost(&pieces) || core.judge(&pieces)? == Some(false);
                    Ok((lost, core.ordering(&pieces)?))
                })?;
                moves.push((Reverse(judged), i, name, after));
            }
            parts[i] = before;
        }
        moves.sort_by_key(|(ordering, ..)| *ordering);
        for (_, i, name, after) in moves {
            let before = std::mem::replace(&mut parts[i], after);
            let lost = !self.wins(parts, first.opponent())?;
            parts[i] = before;
            if lost {
                return Ok(Some((i, name)));
            }
        }
        Ok(None)
    }

    /// Does the player who moves first win?
    fn wins(&mut self, parts: &[Component], first: Player) -> Result<bool, Error> {
        self.run_on_all_threads(|core| core.left_wins(&mut core.pieces(parts, first)?, &mut Vec::new()))
    }

    /// Runs a search. Where the room is used up, it forgets and starts again.
    pub(crate) fn run<T>(&mut self, search: impl Fn(&mut Core) -> Result<T, Error>) -> Result<T, Error> {
        let mut has_forgotten = false;
        loop {
            self.core.interrupted.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
            let before = self.core.decided.load(Relaxed);
            let found = search(&mut self.core);
            let Err(Error::OutOfRoom | Error::TooManyValues(_)) = found else { return found };
            let progress = self.core.decided.load(Relaxed) - before;
            let may_shrink = self.core.is_crowded() && self.core.arena.may_grow();
            if has_forgotten && progress < LEAST_PROGRESS && !may_shrink {
                return found;
            }
            self.core.forget()?;
            has_forgotten = true;
        }
    }

    /// Runs a search on all threads. The first one that has the answer stops the others.
    fn run_on_all_threads<T: Send>(
        &mut self,
        search: impl Fn(&Core) -> Result<T, Error> + Sync,
    ) -> Result<T, Error> {
        let budget = self.core.values.budget().clone();
        let threads = budget.threads();
        if threads == 1 {
            return self.run(|core| search(core));
        }
        // Most questions need few nodes, and starting threads takes as long as searching some dozens.
        self.core.pause = self.nodes() + HEAD_START;
        let found = self.run(|core| search(core));
        self.core.pause = u64::MAX;
        if !matches!(found, Err(Error::OutOfNodes)) {
            return found;
        }
        self.run(|core| {
            let shared = budget.part(1.0);
            core.values.set_budget(shared.clone());
            core.crowd = Crowd::new(threads);
            let work = || {
                let _ended = shared.cancel_on_drop();
                search(core)
            };
            let found = in_threads((0..threads).map(|_| &work));
            core.values.set_budget(budget.clone());
            core.crowd = Crowd::default();
            // A thread that was stopped by another one has nothing to say.
            let rank = |found: &Result<T, Error>| match found {
                Ok(_) => 0,
                Err(Error::Stopped) => 2,
                Err(_) => 1,
            };
            found.into_iter().min_by_key(rank).expect("there is at least one thread")
        })
    }
}

impl Core {
    fn new(budget: Budget, knowledge: &Knowledge) -> Self {
        // No part may take more than this of the room, and all together no more than `is_full` says. Caches take
        // a sixth of it. As much is left for what is copied while all else is forgotten, and for gaps: memory that
        // was freed between things that are kept is used again for small things, not for large ones.
        let room = room(&budget);
        let values = room / 4 / (Limits::BYTES_PER_VALUE + size_of::<Look>());
        let values = u32::try_from(values).unwrap_or(u32::MAX);
        let limits = Limits { values, cache_bits: Limits::cache_bits_for(room), budget };
        Self::with(limits, Arena::new(room / 2, knowledge), silent())
    }

    fn with(limits: Limits, arena: Arena, progress: Progress) -> Self {
        Self {
            values: Values::with_limits(limits.clone()),
            arena,
            known: TranspositionTable::with_bytes(table_bytes(&limits.budget)),
            looks: Paged::new(limits.values as usize),
            crowd: Crowd::default(),
            interrupted: Mutex::default(),
            nodes: AtomicU64::new(0),
            pause: u64::MAX,
            decided: AtomicU64::new(0),
            progress,
            limits,
        }
    }

    /// Do thermographs take more than their part of the memory? Most of them come from sources that grow.
    fn is_crowded(&self) -> bool {
        self.values.thermographs().bytes() > room(&self.limits.budget) / 3
    }

    /// The bytes of values and their thermographs.
    fn bytes_of_values(&self) -> usize {
        let value = Limits::BYTES_PER_VALUE + size_of::<Look>();
        self.values.load() * value + self.values.thermographs().bytes()
    }

    /// The bytes of all that was found out.
    fn bytes(&self) -> usize {
        self.arena.store.bytes() + self.known.bytes() + self.bytes_of_values()
    }

    /// Is the room used up?
    fn is_full(&self) -> bool {
        self.bytes() > 11 * (room(&self.limits.budget) / 16) || self.is_crowded()
    }

    /// The number of sums that were searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Counts a sum that is searched, and returns how many there were before. An error means that there is no
    /// room or no time for it.
    pub(crate) fn count_node(&self) -> Result<u64, Error> {
        self.values.budget().check_now()?;
        self.arena.store.check_room()?;
        self.values.check_room()?;
        if self.nodes() >= self.pause {
            return Err(Error::OutOfNodes);
        }
        let before = self.nodes.fetch_add(1, Relaxed);
        if before.is_multiple_of(64) && self.is_full() {
            return Err(Error::OutOfRoom);
        }
        if (before + 1).is_multiple_of(4096) {
            (self.progress)(before + 1);
        }
        Ok(before)
    }
}

/// The memory of a solver with this budget, in bytes.
fn room(budget: &Budget) -> usize {
    budget.bytes().saturating_add(Budget::SPARE_BYTES)
}

/// The size of a transposition table of a solver with this budget, in bytes.
pub(crate) fn table_bytes(budget: &Budget) -> usize {
    room(budget) / 8
}

/// The result of a computation that helps but is not needed. `None` means that it did not fit.
fn unless_full<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Ok(known) => Ok(Some(known)),
        Err(Error::OutOfRoom | Error::TooManyValues(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

//! Who wins a sum under normal play, and with which move? Cheap knowledge comes first: small positions get
//! their canonical values, simple values add up and opposites cancel, and bounds decide many sums. A search
//! tries moves only where no bound decides, with a transposition table. A sum with Right to move is its
//! negative with Left to move, so only Left is ever searched.

mod judge;
mod pieces;
mod search;

pub(crate) use judge::Look;
pub(crate) use pieces::{Piece, Pieces};

use crate::Component;
use crate::arena::Arena;
use crate::score::Between;
use crate::sum::Sum;
use positions::Knowledge;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use values::{Budget, Error, Limits, Player, Progress, ValueId, Values, silent};

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
    values: Values,
    arena: Arena,
    /// The transposition table: does Left win, moving first?
    known: FxHashMap<Pieces, bool>,
    /// The maximum number of sums in the tables. When it is reached, all sums are forgotten.
    most: usize,
    /// Bounds of Left stops.
    pub(crate) stops: FxHashMap<Pieces, Between>,
    /// Thermographs and atomic weights of values that occur in sums.
    looks: FxHashMap<ValueId, Look>,
    nodes: u64,
    progress: Progress,
}

impl Solver {
    /// A solver that ends with this budget and uses about its bytes.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        let bytes = budget.bytes();
        let values = u32::try_from(bytes / 4 / Limits::BYTES_PER_VALUE).unwrap_or(u32::MAX);
        Self {
            values: Values::with_limits(Limits { values, budget, ..Limits::default() }),
            arena: Arena::new(bytes / 2, exact::knowledge()),
            known: FxHashMap::default(),
            most: bytes / 4 / (2 * size_of::<(Pieces, bool)>()),
            stops: FxHashMap::default(),
            looks: FxHashMap::default(),
            nodes: 0,
            progress: silent(),
        }
    }

    /// The same solver, which asks sources before it searches.
    #[must_use]
    pub fn knowing(mut self, knowledge: Knowledge) -> Self {
        self.arena = Arena::new(self.values.budget().bytes() / 2, knowledge);
        self
    }

    /// Sets the budget of the next searches. The memory stays that of [`Self::new`].
    pub fn set_budget(&mut self, budget: Budget) {
        self.values.set_budget(budget);
    }

    /// The number of sums that were searched.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Sets a function to be called now and then with the number of sums that were searched.
    pub fn set_progress(&mut self, progress: Progress) {
        self.progress = progress;
    }

    /// Counts a sum that is searched. An error means that there is no room or no time for it.
    pub(crate) fn count_node(&mut self) -> Result<(), Error> {
        self.values.budget().check_now()?;
        self.arena.check_room()?;
        self.nodes += 1;
        if self.nodes.is_multiple_of(4096) {
            (self.progress)(self.nodes);
        }
        Ok(())
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
                self.values.budget().check_now()?;
                parts[i] = after.clone();
                let pieces = self.pieces(parts, first.opponent())?;
                let pieces = self.valued(pieces)?;
                let lost = self.known.get(&pieces) == Some(&false) || self.judge(&pieces)? == Some(false);
                moves.push((Reverse((lost, self.ordering(&pieces)?)), i, name, after));
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
        let pieces = self.pieces(parts, first)?;
        self.left_wins(pieces)
    }

    /// Forgets all sums that were searched if the tables are full.
    pub(crate) fn make_room(&mut self) {
        if self.known.len() + self.stops.len() >= self.most {
            self.known.clear();
            self.stops.clear();
        }
        if self.looks.len() >= self.most {
            self.looks.clear();
        }
    }
}

/// The result of a computation that helps but is not needed. `None` means that there was no room for it.
fn unless_full<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Ok(known) => Ok(Some(known)),
        Err(Error::OutOfRoom | Error::TooManyValues(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

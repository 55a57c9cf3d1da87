//! αβ search where play may repeat earlier states: exact scores, fail-soft, with tables that respect history.
//! The result for a state is two claims, a lower and an upper bound, each with its debt to the path.

use super::{Debt, Path, Repetition, Twin};
use positions::{Priority, TranspositionTable};
use rules::Deterministic;
use values::{Budget, Error, Player, deep};

/// A bound on a score, and its debt to the path.
#[derive(Clone, Copy)]
struct Claim {
    score: i32,
    debt: Debt,
}

/// The lower and the upper bound on the score of the player to move. They may contradict each other where one
/// of them holds only without a history (see [`super`], case 1), but never at the root.
#[derive(Clone, Copy)]
struct Found {
    low: Claim,
    high: Claim,
}

impl Found {
    fn exactly(score: i32) -> Self {
        Self::between(score, score)
    }

    fn between(low: i32, high: i32) -> Self {
        let claim = |score| Claim { score, debt: Debt::NONE };
        Self { low: claim(low), high: claim(high) }
    }

    /// Do the bounds answer a search with this window?
    fn decides(&self, alpha: i32, beta: i32) -> bool {
        self.low.score >= beta || self.high.score <= alpha || self.low.score >= self.high.score
    }

    /// The same for the opponent.
    fn turned(self) -> Self {
        let negative = |claim: Claim| Claim { score: -claim.score, ..claim };
        Self { low: negative(self.high), high: negative(self.low) }
    }
}

/// Bounds that hold on every path.
#[derive(Clone, Copy)]
struct Entry {
    low: i32,
    high: i32,
    work: u64,
}

/// Bounds that hold on some paths. `None` means that no such bound is known.
#[derive(Clone, Copy)]
struct TwinEntry {
    low: Option<(i32, Twin)>,
    high: Option<(i32, Twin)>,
    work: u64,
}

impl Priority for Entry {
    fn priority(&self) -> u64 {
        self.work
    }
}

impl Priority for TwinEntry {
    fn priority(&self) -> u64 {
        self.work
    }
}

/// An αβ search and its memory.
pub struct AlphaBeta<S> {
    rule: Repetition,
    budget: Budget,
    table: TranspositionTable<S, Entry>,
    twins: TranspositionTable<S, TwinEntry>,
    path: Path<S>,
    nodes: u64,
}

impl<S: Deterministic> AlphaBeta<S> {
    /// A search with about this many bytes of memory.
    #[must_use]
    pub fn new(bytes: usize, rule: Repetition, budget: Budget) -> Self {
        let history = if rule == Repetition::Never { 0 } else { bytes / 4 };
        let (table, twins) =
            (TranspositionTable::with_bytes(bytes - 2 * history), TranspositionTable::with_bytes(history));
        Self { rule, budget, table, twins, path: Path::new(rule, history), nodes: 0 }
    }

    /// The number of expanded states, counted each time.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score for Left with best play.
    pub fn value(&mut self, root: &S) -> Result<i32, Error> {
        self.path.clear();
        let score = self.search(root, -root.most(), root.most())?.low.score;
        Ok(root.to_move().sees(score))
    }

    /// The score of the player to move after the present path if it lies between `alpha` and `beta`,
    /// otherwise a bound on it from that side.
    fn search(&mut self, state: &S, alpha: i32, beta: i32) -> Result<Found, Error> {
        if let Some(score) = state.score() {
            return Ok(Found::exactly(state.to_move().sees(score)));
        }
        let known = self.look(state);
        if known.decides(alpha, beta) {
            return Ok(known);
        }
        self.budget.check_now()?;
        self.nodes += 1;
        let before = self.nodes;
        self.path.enter(state);
        let mut found = deep(|| self.best(state, alpha, beta))?;
        self.path.leave([&mut found.low.debt, &mut found.high.debt]);
        self.remember(state, found, self.nodes - before);
        Ok(found)
    }

    /// The score by a search of all moves.
    fn best(&mut self, state: &S, mut alpha: i32, beta: i32) -> Result<Found, Error> {
        let mover = state.to_move();
        let mut best = Found::exactly(-state.most());
        for option in state.options() {
            let child = self.child(&option, mover, alpha, beta)?;
            let owed = |claim: Claim, favoured| self.path.owed(claim.debt, mover, favoured, &option);
            if child.low.score > best.low.score {
                best.low = Claim { debt: owed(child.low, mover), ..child.low };
                alpha = alpha.max(best.low.score);
            }
            best.high.score = best.high.score.max(child.high.score);
            best.high.debt = best.high.debt.and(owed(child.high, mover.opponent()));
            if best.low.score >= beta {
                best.high = Found::exactly(state.most()).high;
                break;
            }
        }
        Ok(best)
    }

    /// The score of the mover after a move to this state.
    fn child(&mut self, option: &S, mover: Player, alpha: i32, beta: i32) -> Result<Found, Error> {
        if self.path.repeats(option) {
            let score = self.rule.score(mover, option.most());
            Ok(Found::exactly(mover.sees(score)))
        } else if option.to_move() == mover {
            self.search(option, alpha, beta)
        } else {
            Ok(self.search(option, -beta, -alpha)?.turned())
        }
    }

    /// The bounds from the tables for a state after the present path.
    fn look(&self, state: &S) -> Found {
        let mut known = match self.table.get(state) {
            Some(Entry { low, high, .. }) => Found::between(low, high),
            None => Found::between(-state.most(), state.most()),
        };
        if let Some(TwinEntry { low, high, .. }) = self.twins.get(state).filter(|_| self.path.matters()) {
            let claim = |(score, twin)| Some(Claim { score, debt: self.path.holds(twin)? });
            known.low =
                low.and_then(claim).filter(|claim| claim.score > known.low.score).unwrap_or(known.low);
            known.high =
                high.and_then(claim).filter(|claim| claim.score < known.high.score).unwrap_or(known.high);
        }
        known
    }

    /// Stores the bounds: those without a debt for every path, the others as twins.
    fn remember(&mut self, state: &S, Found { low, high }: Found, work: u64) {
        let mut always =
            self.table.get(state).unwrap_or(Entry { low: -state.most(), high: state.most(), work });
        let mut here = self.twins.get(state).unwrap_or(TwinEntry { low: None, high: None, work });
        if low.debt == Debt::NONE {
            always.low = always.low.max(low.score);
        } else {
            here.low = Some((low.score, self.path.twin(low.debt)));
        }
        if high.debt == Debt::NONE {
            always.high = always.high.min(high.score);
        } else {
            here.high = Some((high.score, self.path.twin(high.debt)));
        }
        (always.work, here.work) = (always.work.max(work), here.work.max(work));
        if low.debt == Debt::NONE || high.debt == Debt::NONE {
            self.table.put(state.clone(), always);
        }
        if low.debt != Debt::NONE || high.debt != Debt::NONE {
            self.twins.put(state.clone(), here);
        }
    }
}

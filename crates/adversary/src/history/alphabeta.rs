//! αβ search where play may repeat earlier states. It is the search of [`crate::alphabeta`] in a domain that
//! keeps the path and remembers bounds together with their debts to it. A debt is collected while the moves of
//! a state are searched, from all of them: that may be more than the bounds owe, which is safe.

use super::{Counts, Debt, Path, Repetition, Twin};
use crate::alphabeta::{AlphaBeta as Search, Domain, Options, Score, Window};
use positions::TranspositionTable;
use rules::{Deterministic, Outcomes};
use smallvec::smallvec;
use values::{Budget, Error, Player};

/// Bounds on the value of a state.
#[derive(Clone, Copy)]
struct Entry {
    bounds: Window,
    /// The paths on which the bounds hold. `None` means all.
    twin: Option<Twin>,
}

/// The states of a game after a path. A state that repeats one of the path has a score for Left.
struct Histories<S> {
    /// The bounds of a state that depend on the path, and those that do not.
    table: TranspositionTable<(S, bool), Entry>,
    /// What is known of positions in which moves are counted, in normal form, where no path matters.
    counts: TranspositionTable<S, Counts>,
    path: Path<S>,
    /// For each state of the path its debt so far, and the number of nodes when it was entered.
    open: Vec<(Debt, u64)>,
    nodes: u64,
}

impl<S: Deterministic> Histories<S> {
    /// Adds to the debt of the last state of the path.
    fn owe(&mut self, more: Debt) {
        if let Some((debt, _)) = self.open.last_mut() {
            *debt = debt.and(more);
        }
    }

    /// The bounds of an entry that hold on the present path, with their debt.
    fn known(&self, state: &S, depends: bool) -> (Window, Debt) {
        let entry = self.table.get(&(state.clone(), depends));
        let held = entry.and_then(|Entry { bounds, twin }| {
            let debt = twin.map_or(Some(Debt::NONE), |twin| self.path.holds(twin))?;
            Some((bounds, debt))
        });
        held.unwrap_or((self.everything(), Debt::NONE))
    }
}

impl<S: Deterministic> Histories<S> {
    /// The position of a state in which moves are counted, in normal form, and the number of moves left. `None`
    /// means that they are not counted, or that the path matters too.
    fn counted(&self, state: &S) -> Option<(S, u32)> {
        let left = state.moves_left().filter(|_| !self.path.matters())?;
        Some((state.with_moves_left(u32::MAX).normal_form(), left))
    }

    fn everything(&self) -> Window {
        Window { alpha: -self.most(), beta: self.most() }
    }
}

/// Both bounds.
fn both(one: Window, other: Window) -> Window {
    Window { alpha: one.alpha.max(other.alpha), beta: one.beta.min(other.beta) }
}

impl<S: Deterministic> Domain for Histories<S> {
    type State = (S, Option<i32>);
    type Move = S::Move;
    type Key = ();

    fn most(&self) -> Score {
        S::MOST.into()
    }

    fn key(&mut self, _: &Self::State) {}

    fn to_move(&self, (state, _): &Self::State) -> Player {
        state.to_move()
    }

    fn score(&mut self, (state, repeated): &Self::State) -> Option<Score> {
        repeated.or_else(|| state.score()).map(|score| state.to_move().sees(score).into())
    }

    /// The bounds that are known on the present path.
    fn range(&mut self, (state, _): &Self::State) -> Result<Window, Error> {
        if let Some((position, left)) = self.counted(state) {
            let counts = self.counts.get(&position).unwrap_or_default();
            return Ok(counts.bounds(left, self.everything()));
        }
        let [(always, _), (here, debt)] = [false, true].map(|depends| self.known(state, depends));
        self.owe(debt);
        Ok(both(always, here))
    }

    fn evaluation(&mut self, _: &Self::State) -> Score {
        unreachable!("play is searched to its end")
    }

    fn moves(&mut self, (state, _): &Self::State) -> Result<Vec<(i32, S::Move)>, Error> {
        Ok(state.moves().into_iter().map(|action| (state.ordering(action), action)).collect())
    }

    fn outcomes(
        &mut self,
        (state, _): &Self::State,
        action: S::Move,
    ) -> Result<Outcomes<Self::State>, Error> {
        let (mover, next) = (state.to_move(), state.play(action));
        for favoured in Player::BOTH {
            self.owe(self.path.owed(Debt::NONE, mover, favoured, &next));
        }
        let repeated = self.path.repetition(mover, &next);
        Ok(smallvec![(1, (next, repeated))])
    }

    fn enter(&mut self, (state, _): &Self::State) {
        self.nodes += 1;
        self.open.push((Debt::NONE, self.nodes));
        self.path.enter(state);
    }

    /// Stores the bounds.
    fn leave(&mut self, (state, _): &Self::State, found: Window) {
        let (mut debt, before) = self.open.pop().expect("a state that is left was entered");
        if let Some((position, left)) = self.counted(state) {
            let mut counts = self.counts.get(&position).unwrap_or_default();
            counts.learn(left, found, self.everything());
            self.counts.put(position, counts, self.nodes - before);
            return;
        }
        self.path.leave([&mut debt]);
        self.owe(debt);
        let depends = debt != Debt::NONE;
        let (known, more) = self.known(state, depends);
        let twin = depends.then(|| self.path.twin(debt.and(more)));
        let entry = Entry { bounds: both(found, known), twin };
        self.table.put((state.clone(), depends), entry, self.nodes - before);
    }
}

/// An αβ search and its memory.
pub struct AlphaBeta<S: Deterministic> {
    search: Search<Histories<S>>,
    budget: Budget,
}

impl<S: Deterministic> AlphaBeta<S> {
    /// A search with about this many bytes of memory.
    #[must_use]
    pub fn new(bytes: usize, rule: Repetition, budget: Budget) -> Self {
        let history = if rule == Repetition::Never { 0 } else { bytes / 4 };
        let table = TranspositionTable::with_bytes(bytes - history);
        let (counts, path) = (TranspositionTable::with_bytes(bytes - history), Path::new(rule, history));
        let domain = Histories { table, counts, path, open: Vec::new(), nodes: 0 };
        Self { search: Search::new(domain, Options { bytes: 0, ..Options::default() }), budget }
    }

    /// Sets the budget of the next searches. The memory stays that of [`Self::new`].
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// The number of expanded states, counted each time.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.search.domain.nodes
    }

    /// The score for Left with best play.
    pub fn value(&mut self, root: &S) -> Result<i32, Error> {
        self.search.domain.path.clear();
        self.value_on(root)
    }

    /// The same after a path of one state, which play may come back to.
    pub fn value_after(&mut self, before: &S, root: &S) -> Result<i32, Error> {
        let path = &mut self.search.domain.path;
        path.clear();
        if let Some(score) = path.repetition(before.to_move(), root) {
            return Ok(score);
        }
        path.enter(before);
        self.value_on(root)
    }

    /// The same after the present path. Where moves are counted, states with few moves left come first: what
    /// is decided there needs no long search.
    fn value_on(&mut self, root: &S) -> Result<i32, Error> {
        let mut value = 0;
        for root in self.search.domain.path.rule().stages(root) {
            self.search.domain.open.clear();
            let window = self.search.everything();
            let score = self.search.value(&(root.clone(), None), u32::MAX, window, &self.budget)?.score;
            value = root.to_move().sees(score as i32);
            if value.abs() == S::MOST {
                break;
            }
        }
        Ok(value)
    }
}

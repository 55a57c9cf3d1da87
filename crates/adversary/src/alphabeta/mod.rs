//! What is the best move, looking so many moves ahead? The αβ search that everything shares: negamax, fail-soft,
//! deeper and deeper while there is time, with null windows, a narrow first window, killer moves, the history
//! of cutoffs, a table of fixed size and quiet ends. Where chance answers a move it becomes *-minimax search
//! (see [`Star`]); what it needs to know of a game is a [`Domain`].
//!
//! Values are whole numbers of [`POINT`]ths of a point, and the mean of what chance may do is rounded towards 0: that
//! is odd and monotone, so every cut is right for the rounded mean, whatever is searched first.

mod domain;
mod ordering;
pub mod star;

pub use domain::{Domain, Plain};
pub use star::{Probing, Star, expectimax};

use crate::{Priority, TranspositionTable};
use ordering::Ordering;
use std::ops::Neg;
use values::{Budget, Error, Player, deep};

/// What a state is worth for somebody.
pub type Score = i64;

/// A point of a score.
pub const POINT: Score = 1 << 16;

/// Values below `alpha` and above `beta` need not be told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Something as good is there already.
    pub alpha: Score,
    /// The other player avoids what is as good.
    pub beta: Score,
}

impl Neg for Window {
    type Output = Self;

    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A value, or a bound of it, and whether looking farther ahead can change it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// For the player to move.
    pub score: Score,
    /// If all play that matters was followed to its end: within how many moves it ended.
    pub ends: Option<u32>,
}

impl Bound {
    /// What a guess is worth.
    fn guess(score: Score) -> Self {
        Self { score, ends: None }
    }

    /// Play that ends within as many moves as both.
    fn together(self, other: Option<u32>) -> Option<u32> {
        Some(self.ends?.max(other?))
    }
}

impl Neg for Bound {
    type Output = Self;

    fn neg(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

/// What is known about a state from a search of some depth.
#[derive(Clone, Copy)]
struct Entry<M> {
    depth: u32,
    ends: Option<u32>,
    low: Score,
    high: Score,
    best: Option<M>,
    nodes: u32,
}

impl<M> Entry<M> {
    /// Would a search of this depth have found the same? If play ended, a deeper one would.
    fn holds(&self, depth: u32) -> bool {
        self.depth == depth || self.ends.is_some_and(|ends| ends <= depth)
    }
}

impl<M> Priority for Entry<M> {
    fn priority(&self) -> u64 {
        self.nodes.into()
    }
}

/// How a search goes about it. All ways find the same values.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// About how many bytes the table takes; none at all without a table.
    pub bytes: usize,
    /// What is done where chance answers.
    pub star: Star,
    /// Are moves after the first asked only whether they are better, before their value is found (NegaScout)?
    pub scout: bool,
    /// Half of the first window of a search that follows a shallower one.
    pub aspiration: Option<Score>,
    /// Are captures and the like followed beyond the last move?
    pub quiescence: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { bytes: 64 << 20, star: Star::default(), scout: true, aspiration: None, quiescence: true }
    }
}

/// What came out of looking ahead for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought<M> {
    /// The best move found.
    pub best: M,
    /// What it is worth for the player to move.
    pub score: Score,
    /// So many moves ahead everything was looked at.
    pub depth: u32,
    /// Can nothing farther ahead change it?
    pub complete: bool,
}

/// A search, and what it remembers.
pub struct AlphaBeta<D: Domain> {
    /// The game.
    pub domain: D,
    options: Options,
    table: Option<TranspositionTable<D::Key, Entry<D::Move>>>,
    ordering: Ordering<D::Move>,
    budget: Budget,
    nodes: u64,
}

impl<D: Domain> AlphaBeta<D> {
    /// A search that knows nothing yet.
    pub fn new(domain: D, options: Options) -> Self {
        let table = (options.bytes > 0).then(|| TranspositionTable::with_bytes(options.bytes));
        Self { domain, options, table, ordering: Ordering::default(), budget: Budget::endless(), nodes: 0 }
    }

    /// How many states were looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets everything about states.
    pub fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.ordering = Ordering::default();
    }

    /// A window that everything is in.
    pub fn everything(&self) -> Window {
        let most = self.domain.most();
        Window { alpha: -most, beta: most }
    }

    /// The value for the player to move, if it is in the window, which must not be empty; else a bound of it on that side.
    pub fn value(
        &mut self,
        state: &D::State,
        depth: u32,
        window: Window,
        budget: &Budget,
    ) -> Result<Bound, Error> {
        self.budget = budget.clone();
        self.search(state, Place { depth, ply: 0 }, window)
    }

    /// The best move, found by looking farther and farther ahead until time is up, everything is known, or the
    /// deepest search is done; nothing if there is no move or no time at all.
    pub fn think(&mut self, state: &D::State, deepest: u32, budget: &Budget) -> Option<Thought<D::Move>> {
        self.budget = budget.clone();
        self.ordering.begin();
        let mut moves = self.domain.moves(state);
        moves.sort_by_key(|(ordering, _)| std::cmp::Reverse(*ordering));
        let mut moves: Vec<D::Move> = moves.into_iter().map(|(_, action)| action).collect();
        let mut thought: Option<Thought<D::Move>> = None;
        for depth in 1..=deepest {
            let last = thought.map(|thought| thought.score);
            let (found, stopped) = self.best(state, &moves, depth, last);
            if let Some(mut found) = found {
                found.depth -= u32::from(stopped);
                thought = Some(found);
                if let Some(place) = moves.iter().position(|known| *known == found.best) {
                    moves[..=place].rotate_right(1);
                }
            }
            if stopped || found.is_none_or(|found| found.complete) {
                break;
            }
        }
        thought
    }

    /// The best of these moves, and whether the search was stopped. What was best before is looked at first,
    /// so anything better counts, even if not all moves were looked at.
    fn best(
        &mut self,
        state: &D::State,
        moves: &[D::Move],
        depth: u32,
        last: Option<Score>,
    ) -> (Option<Thought<D::Move>>, bool) {
        let mut window = self.everything();
        if let (Some(last), Some(half)) = (last, self.options.aspiration) {
            let half = half.clamp(1, self.domain.most());
            window = Window { alpha: last - half, beta: last + half };
        }
        loop {
            let mut best: Option<Thought<D::Move>> = None;
            let (mut alpha, mut ends) = (window.alpha, Some(0));
            for &action in moves {
                let place = Place { depth, ply: 0 };
                let asked = Window { alpha, beta: window.beta };
                let value = match self.scouted(state, action, place, asked, best.is_none()) {
                    Ok(value) => value,
                    // A bound of the first window says little about a move.
                    Err(_) => return (best.filter(|best| best.score > window.alpha), true),
                };
                ends = value.together(ends);
                if best.is_none_or(|best| value.score > best.score) {
                    best = Some(Thought { best: action, score: value.score, depth, complete: false });
                    alpha = alpha.max(value.score);
                }
                if alpha >= window.beta {
                    ends = value.ends;
                    break;
                }
            }
            let whole = self.everything();
            match best {
                Some(found) if found.score <= window.alpha && window.alpha > whole.alpha => {
                    window.alpha = whole.alpha;
                }
                Some(found) if found.score >= window.beta && window.beta < whole.beta => {
                    window.beta = whole.beta;
                }
                found => {
                    return (found.map(|found| Thought { complete: ends.is_some(), ..found }), false);
                }
            }
        }
    }

    fn search(&mut self, state: &D::State, place: Place, window: Window) -> Result<Bound, Error> {
        // A state may take long to expand.
        if place.depth > 0 { self.budget.check_now() } else { self.budget.check() }?;
        self.nodes += 1;
        if let Some(score) = self.domain.score(state) {
            return Ok(Bound { score, ends: Some(0) });
        }
        if place.depth == 0 {
            return self.quiet(state, place, window);
        }
        if place.depth == 1
            && let Some(score) = self.domain.frontier(state)
        {
            return Ok(Bound::guess(score));
        }
        let mut bounds = self.domain.range(state);
        if bounds.alpha >= window.beta || bounds.alpha == bounds.beta {
            return Ok(Bound { score: bounds.alpha, ends: Some(0) });
        }
        if bounds.beta <= window.alpha {
            return Ok(Bound { score: bounds.beta, ends: Some(0) });
        }
        let key = self.key(state, place.depth);
        let known = self.known(key.as_ref());
        if let Some(entry) = known
            && entry.holds(place.depth)
        {
            bounds = Window { alpha: entry.low, beta: entry.high };
            if entry.low >= window.beta || entry.low == entry.high {
                return Ok(Bound { score: entry.low, ends: entry.ends });
            }
            if entry.high <= window.alpha {
                return Ok(Bound { score: entry.high, ends: entry.ends });
            }
        }
        let before = self.nodes;
        let (value, best) = self.best_of(state, place, window, known.and_then(|entry| entry.best))?;
        if let (Some(key), Some(table)) = (key, &mut self.table) {
            let exact = value.score > window.alpha && value.score < window.beta;
            let low = if exact || value.score >= window.beta { value.score } else { bounds.alpha };
            let high = if exact || value.score <= window.alpha { value.score } else { bounds.beta };
            let nodes = u32::try_from(self.nodes - before).unwrap_or(u32::MAX);
            let best = best.or(known.and_then(|entry| entry.best));
            let merged = known.filter(|entry| entry.holds(place.depth));
            let ends = merged.map_or(value.ends, |entry| value.together(entry.ends));
            let entry = Entry { depth: place.depth, ends, low, high, best, nodes };
            table.put(key, entry);
        }
        Ok(value)
    }

    /// What the table knows a state by; nothing if asking it takes longer than finding out.
    fn key(&mut self, state: &D::State, depth: u32) -> Option<D::Key> {
        (self.table.is_some() && depth > 1).then(|| self.domain.key(state))
    }

    fn known(&self, key: Option<&D::Key>) -> Option<Entry<D::Move>> {
        self.table.as_ref()?.get(key?)
    }

    /// The value of the best move, and that move unless all are bad.
    fn best_of(
        &mut self,
        state: &D::State,
        place: Place,
        window: Window,
        known: Option<D::Move>,
    ) -> Result<(Bound, Option<D::Move>), Error> {
        let moves = self.domain.moves(state);
        if moves.is_empty() {
            return Ok((Bound { score: self.domain.evaluation(state), ends: Some(0) }, None));
        }
        let moves = self.ordering.sorted(moves, place.ply, known);
        let mut best = Bound { score: self.everything().alpha, ends: Some(0) };
        let (mut alpha, mut choice) = (window.alpha, None);
        for (i, action) in moves.into_iter().enumerate() {
            let asked = Window { alpha, ..window };
            let value = deep(|| self.scouted(state, action, place, asked, i == 0))?;
            best = Bound { score: best.score.max(value.score), ends: value.together(best.ends) };
            if value.score > alpha {
                (alpha, choice) = (value.score, Some(action));
            }
            if alpha >= window.beta {
                self.ordering.cut(action, place);
                // One good move is enough: what the others are worth does not matter.
                best.ends = value.ends;
                break;
            }
        }
        Ok((best, choice))
    }

    /// The value of a move. All but the first are asked only whether they are better, first.
    fn scouted(
        &mut self,
        state: &D::State,
        action: D::Move,
        place: Place,
        window: Window,
        first: bool,
    ) -> Result<Bound, Error> {
        if self.options.scout && !first && window.beta - window.alpha > 1 {
            let null = Window { alpha: window.alpha, beta: window.alpha + 1 };
            let value = self.after(state, action, place, null)?;
            if value.score <= window.alpha || value.score >= window.beta {
                return Ok(value);
            }
        }
        self.after(state, action, place, window)
    }

    /// The value of a move for the player who makes it.
    fn after(
        &mut self,
        state: &D::State,
        action: D::Move,
        place: Place,
        window: Window,
    ) -> Result<Bound, Error> {
        let plies = self.domain.plies(state, action);
        let Some(rest) = place.after(plies) else {
            // It reaches beyond what is looked at, so whatever it does has not happened yet.
            return Ok(Bound::guess(self.domain.evaluation(state)));
        };
        if rest.depth == 0
            && let Some(score) = self.domain.evaluation_after(state, action)
        {
            self.nodes += 1;
            return Ok(Bound::guess(score));
        }
        let value = self.answered(state, action, rest, window)?;
        Ok(Bound { ends: value.ends.map(|ends| ends + plies), ..value })
    }

    /// The value of a move that chance may answer.
    fn answered(
        &mut self,
        state: &D::State,
        action: D::Move,
        rest: Place,
        window: Window,
    ) -> Result<Bound, Error> {
        let player = self.domain.to_move(state);
        let outcomes = self.domain.outcomes(state, action);
        match &outcomes[..] {
            [(_, next)] => self.seen(player, next, rest, window),
            _ => self.chance(player, &outcomes, rest, window),
        }
    }

    /// The value of a state for the player before, who may be the one to move again.
    fn seen(
        &mut self,
        player: Player,
        next: &D::State,
        place: Place,
        window: Window,
    ) -> Result<Bound, Error> {
        if self.domain.to_move(next) == player {
            self.search(next, place, window)
        } else {
            Ok(-self.search(next, place, -window)?)
        }
    }

    /// The value at the end of a search: the estimate, or better by a loud move.
    fn quiet(&mut self, state: &D::State, place: Place, window: Window) -> Result<Bound, Error> {
        let mut best = self.domain.evaluation(state);
        if self.options.quiescence {
            for action in self.domain.loud(state) {
                if best >= window.beta {
                    break;
                }
                let asked = Window { alpha: window.alpha.max(best), ..window };
                let rest = Place { depth: 0, ply: place.ply + 1 };
                best = best.max(deep(|| self.answered(state, action, rest, asked))?.score);
            }
        }
        Ok(Bound::guess(best))
    }
}

/// Where a search is.
#[derive(Clone, Copy)]
struct Place {
    /// So many moves are left to look at.
    depth: u32,
    /// So many moves were made.
    ply: u32,
}

impl Place {
    fn after(self, plies: u32) -> Option<Self> {
        Some(Self { depth: self.depth.checked_sub(plies)?, ply: self.ply + 1 })
    }
}

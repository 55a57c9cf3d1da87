//! What is the value of a state at a fixed depth? Negamax, fail-soft: moves after the first are searched with
//! a null window, the transposition table remembers bounds, and quiescence search replaces the static
//! evaluation at the end.

use super::{AlphaBeta, Bound, Domain, Window};
use values::{Error, Player, deep};

/// An entry of the transposition table: bounds on the value of a state at some depth.
#[derive(Clone, Copy)]
pub(super) struct Entry<M> {
    depth: u32,
    /// As in [`Place::flips`].
    flips: u32,
    /// As in [`Bound::ends`].
    ends: Option<u32>,
    /// The bounds, without the offset of the state.
    bounds: Window,
    /// The best move. `None` means that no move was above the window.
    pub(super) best: Option<M>,
}

impl<M> Entry<M> {
    /// Do the bounds hold for a search from this place? If play ended, they hold for deeper ones too.
    fn holds(&self, place: Place) -> bool {
        (self.depth, self.flips) == (place.depth, place.flips)
            || self.ends.is_some_and(|ends| ends <= place.depth)
    }
}

/// The place of a state in the search tree.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The remaining depth.
    pub(super) depth: u32,
    /// The number of moves from the root.
    pub(super) ply: u32,
    /// The number of further flips on a line, see [`super::Chance::flips`].
    pub(super) flips: u32,
}

impl Place {
    /// The place after a move that counts as this many plies. `None` means that the remaining depth is too
    /// small.
    fn after(self, plies: u32) -> Option<Self> {
        Some(Self { depth: self.depth.checked_sub(plies)?, ply: self.ply + 1, ..self })
    }
}

/// The number of moves at a state that are not late in the order.
const EARLY: usize = 4;
/// The least depth at which late moves are searched less deep first.
const REDUCED: u32 = 3;

impl<D: Domain> AlphaBeta<D> {
    /// The value of a state for the player to move, within a window.
    pub(super) fn search(&mut self, state: &D::State, place: Place, window: Window) -> Result<Bound, Error> {
        // A state may take long to expand, so the clock is read each time.
        if place.depth > 0 { self.budget.check_now() } else { self.budget.check() }?;
        self.nodes += 1;
        if let Some(score) = self.domain.score(state) {
            return Ok(Bound::settled(score));
        }
        let mut bounds = self.domain.range(state)?;
        if let Some(score) = bounds.answer(window) {
            return Ok(Bound::settled(score));
        }
        if place.depth == 0 {
            return self.quiet(state, place, window);
        }
        if place.depth == 1
            && let Some(score) = self.domain.frontier(state)
        {
            return Ok(Bound::evaluation(score));
        }
        let key = self.key(state, place.depth);
        let known = self.known(key.as_ref());
        let held = known.filter(|entry| entry.holds(place));
        let offset = self.domain.offset(state);
        if let Some(entry) = held {
            bounds = entry.bounds.shifted(offset);
            if let Some(score) = bounds.answer(window) {
                return Ok(Bound { score, ends: entry.ends });
            }
        }
        let (before, first) = (self.nodes, known.and_then(|entry| entry.best));
        self.domain.enter(state);
        let (value, best) = self.best_of(state, place, window, first)?;
        self.domain.leave(state, self.everything().narrowed(window, value.score));
        if let (Some(key), Some(table)) = (key, &self.table) {
            let bounds = bounds.narrowed(window, value.score).shifted(-offset);
            let ends = held.map_or(value.ends, |entry| value.together(entry.ends));
            let Place { depth, flips, .. } = place;
            let entry = Entry { depth, flips, ends, bounds, best: best.or(first) };
            table.put(key, entry, self.nodes - before);
        }
        Ok(value)
    }

    /// The key of a state in the table. `None` means no table, or a depth at which a search is faster than
    /// the table.
    pub(super) fn key(&mut self, state: &D::State, depth: u32) -> Option<D::Key> {
        (self.table.is_some() && depth > 1).then(|| self.domain.key(state))
    }

    /// The entry of a state.
    pub(super) fn known(&self, key: Option<&D::Key>) -> Option<Entry<D::Move>> {
        self.table.as_ref()?.get(key?)
    }

    /// The value of the best move, and that move. `None` means that no move was above the window.
    fn best_of(
        &mut self,
        state: &D::State,
        place: Place,
        window: Window,
        known: Option<D::Move>,
    ) -> Result<(Bound, Option<D::Move>), Error> {
        let moves = self.domain.moves(state)?;
        if moves.is_empty() {
            return Ok((Bound::settled(self.domain.evaluation(state)), None));
        }
        let moves = self.ordering.sorted(moves, place.ply, known);
        let mut best = Bound::settled(self.everything().alpha);
        let (mut alpha, mut choice) = (window.alpha, None);
        for (i, action) in moves.into_iter().enumerate() {
            let asked = Window { alpha, ..window };
            let value = deep(|| {
                if let Some(bound) = self.reduced(state, action, place, asked, i)? {
                    return Ok(bound);
                }
                self.scouted(state, action, place, asked, i == 0)
            })?;
            best = Bound { score: best.score.max(value.score), ends: value.together(best.ends) };
            if value.score > alpha {
                (alpha, choice) = (value.score, Some(action));
            }
            if alpha >= window.beta {
                if self.options.killers {
                    self.ordering.cut(action, place);
                }
                // A cutoff depends on this move alone.
                best.ends = value.ends;
                break;
            }
        }
        Ok((best, choice))
    }

    /// An upper bound on the value of a late move, by a search that is one ply less deep, if it is not above the
    /// window.
    fn reduced(
        &mut self,
        state: &D::State,
        action: D::Move,
        place: Place,
        window: Window,
        index: usize,
    ) -> Result<Option<Bound>, Error> {
        if !self.options.reduction || index < EARLY || place.depth < REDUCED {
            return Ok(None);
        }
        let null = Window { alpha: window.alpha, beta: window.alpha + 1 };
        let value = self.after(state, action, Place { depth: place.depth - 1, ..place }, null)?;
        let is_low = value.score <= window.alpha;
        Ok(is_low.then_some(Bound { ends: None, ..value }))
    }

    /// The value of a move. All moves but the first are searched with a null window first (NegaScout).
    pub(super) fn scouted(
        &mut self,
        state: &D::State,
        action: D::Move,
        place: Place,
        window: Window,
        first: bool,
    ) -> Result<Bound, Error> {
        if self.options.scout && !first && window.alpha + 1 < window.beta {
            let null = Window { alpha: window.alpha, beta: window.alpha + 1 };
            let value = self.after(state, action, place, null)?;
            if value.score <= window.alpha || value.score >= window.beta {
                return Ok(value);
            }
        }
        self.after(state, action, place, window)
    }

    /// The value of a move for the player who makes it.
    pub(super) fn after(
        &mut self,
        state: &D::State,
        action: D::Move,
        place: Place,
        window: Window,
    ) -> Result<Bound, Error> {
        let plies = self.domain.plies(state, action);
        let Some(rest) = place.after(plies) else {
            // The move reaches beyond the depth: the evaluation before it counts.
            return Ok(Bound::evaluation(self.domain.evaluation(state)));
        };
        // Static evaluations are faster than the table.
        let is_remembered = self.table.is_some() && rest.depth > 0;
        let key = if is_remembered { self.domain.key_after(state, action) } else { None };
        let held = self.known(key.as_ref()).filter(|entry| entry.holds(rest));
        if let Some(Entry { bounds, ends, .. }) = held
            && let Some(score) = bounds.answer(window)
        {
            return Ok(Bound { score, ends }.later(plies));
        }
        if rest.depth == 0
            && let Some(score) = self.domain.evaluation_after(state, action)
        {
            self.nodes += 1;
            return Ok(Bound::evaluation(score));
        }
        let before = self.nodes;
        let value = self.answered(state, action, rest, window)?;
        if let (Some(key), Some(table)) = (key, &self.table) {
            let bounds = held.map_or(self.everything(), |entry| entry.bounds).narrowed(window, value.score);
            let ends = held.map_or(value.ends, |entry| value.together(entry.ends));
            let Place { depth, flips, .. } = rest;
            table.put(key, Entry { depth, flips, ends, bounds, best: None }, self.nodes - before);
        }
        Ok(value.later(plies))
    }

    /// The value of a move for the player who makes it, with the outcomes of chance.
    fn answered(
        &mut self,
        state: &D::State,
        action: D::Move,
        rest: Place,
        window: Window,
    ) -> Result<Bound, Error> {
        let player = self.domain.to_move(state);
        let outcomes = self.domain.outcomes(state, action)?;
        match &outcomes[..] {
            [(_, next)] => self.seen(player, next, rest, window),
            _ => match rest.flips.checked_sub(u32::from(self.domain.plies(state, action) > 1)) {
                Some(flips) => self.chance(player, &outcomes, Place { flips, ..rest }, window),
                // The move is beyond the limit of flips: the evaluation before it counts.
                None => Ok(Bound::evaluation(self.domain.evaluation(state))),
            },
        }
    }

    /// The value of a state for the player who just moved, who may be to move again.
    pub(super) fn seen(
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

    /// Quiescence search: the static evaluation, or the value of a noisy move that is better.
    fn quiet(&mut self, state: &D::State, place: Place, window: Window) -> Result<Bound, Error> {
        let mut best = self.domain.evaluation(state);
        if self.options.quiescence {
            for action in self.domain.noisy_moves(state) {
                if best >= window.beta {
                    break;
                }
                let asked = Window { alpha: window.alpha.max(best), ..window };
                let rest = Place { depth: 0, ply: place.ply + 1, ..place };
                best = best.max(deep(|| self.answered(state, action, rest, asked))?.score);
            }
        }
        Ok(Bound::evaluation(best))
    }
}

//! What is known when time is up? Searches with a horizon, a static evaluation behind it, and one more move on the
//! board each time give a mean, a temperature and a variation soon; the last one that finished counts (Zhang
//! 2015, §4.3 and Appendix B). The search without horizon goes from wide gaps to narrow ones.
//!
//! A horizon counts moves on the board alone: coupons come in long runs, and the board beside them does not
//! change. A position whose play ends before the horizon has none, so what a shallow search finds out about it
//! is used by deeper ones and by the search without horizon. On the horizon the means that this one has found
//! with wide gaps take the place of static evaluations (§6.4).
//!
//! A sixteenth of the budget goes to horizons first, then a half to the search without horizon and with the
//! widest gap. If that finishes, the rest goes to narrower gaps, otherwise to farther horizons.

use super::alphabeta::{ENDLESS, Left, Mast, Search};
use super::coupons::{CouponStack, ONE, Score};
use super::pursuit::Reached;
use super::{Tds, Variation};
use crate::limit;
use rules::Position;
use values::Error;

/// The part of the budget for the first horizons.
const FIRST: f64 = 1.0 / 16.0;

/// The number of nodes for the first horizons where the budget has no end.
const FIRST_NODES: u64 = 10_000;

/// The part of the rest for the first search without horizon.
const WITHOUT_HORIZON: f64 = 0.5;

/// The gap of searches with a horizon is at least `2^-PLACES`, a unit of static evaluations.
const PLACES: u32 = 3;

/// The ambient temperature of the first stack.
const WARM: Score = 4 * ONE;

/// The result of a search that has finished. Horizons after an odd and an even number of moves are too hot and too
/// cold, since the last move has no answer. So the mast is half-way between the last two of them.
pub(super) struct Found {
    pub(super) mast: Mast,
    pub(super) stack: CouponStack,
    pub(super) left: Left,
    pub(super) variation: Variation,
}

/// What is searched.
pub(super) struct Question<'a, P> {
    pub(super) position: &'a P,
    pub(super) id: u32,
    /// The gap is `2^-places`.
    pub(super) places: u32,
    /// The stack to start with. `None` means one above all temperatures that the position can have.
    pub(super) first: Option<CouponStack>,
}

/// The state of the searches when the budget is spent, or all of them are done.
pub(super) struct Progress {
    /// The last result. `None` means that no search has finished.
    pub(super) found: Option<Found>,
    /// The limit that ended the last search. `None` means that it finished.
    pub(super) ended_by: Option<Error>,
    /// The stack of the search without horizon.
    pub(super) stack: CouponStack,
}

/// Searches with a horizon that moves away.
struct Deepening<'a, P> {
    question: &'a Question<'a, P>,
    next: Left,
    /// The mast of the last horizon.
    last: Option<Mast>,
    found: Option<Found>,
}

impl<P: Position> Deepening<'_, P> {
    /// Searches with farther and farther horizons until play ends before them.
    fn deepen(&mut self, search: &mut Search<'_, P>) -> Result<(), Error> {
        let Question { position, id, places, first } = *self.question;
        let coarse = places.min(PLACES);
        let widest = if search.with.e1 { 0 } else { coarse };
        loop {
            let left = search.horizon(id, self.next);
            // A stack above what the last horizon has shown is raised if it is too low.
            let warm = self.last.map_or(WARM, |last| last.temperature + 2 * ONE);
            let first = first.filter(|_| coarse == places).unwrap_or(CouponStack::above(warm, widest));
            search.start_again();
            let mut reached = Reached { last: None, stack: search.first_stack(id, coarse) };
            let ended = search.pursue(id, left, coarse, Some(first), &mut reached);
            if let Some(mast) = reached.last
                && (ended.is_ok() || self.found.is_none())
            {
                let stack = reached.stack;
                let variation = search.variation(position, left, stack)?;
                let last = self.last.filter(|_| ended.is_ok() && left < ENDLESS);
                let mast = last.map_or(mast, |last| mast.half_way(last));
                self.found = Some(Found { mast, stack, left, variation });
            }
            ended?;
            self.last = reached.last;
            if left == ENDLESS {
                return Ok(());
            }
            self.next += 1;
        }
    }
}

impl Tds {
    /// Searches until the answer is found or the budget is spent.
    pub(super) fn pursue<P: Position>(
        &self,
        search: &mut Search<'_, P>,
        question: &Question<'_, P>,
        deepening: bool,
    ) -> Result<Progress, Error> {
        let &Question { position, id, places, first } = question;
        let mut horizons = Deepening { question, next: 1, last: None, found: None };
        let budget = &self.budget;
        if deepening {
            let endless = budget.time_left().is_none() && budget.nodes_left().is_none();
            search.budget =
                if endless { budget.part(1.0).with_nodes(FIRST_NODES) } else { budget.part(FIRST) };
            limit(horizons.deepen(search))?;
        }
        search.budget = if deepening { budget.part(WITHOUT_HORIZON) } else { budget.clone() };
        search.start_again();
        let widest = if search.with.e1 && first.is_none() { 0 } else { places };
        let warm =
            horizons.found.as_ref().map(|found| CouponStack::above(found.mast.temperature + 2 * ONE, widest));
        let first = first.or(warm);
        let mut reached = Reached { last: None, stack: search.first_stack(id, places) };
        let mut ended_by = limit(search.pursue(id, ENDLESS, widest, first, &mut reached))?;
        search.budget = budget.clone();
        if ended_by.is_some() && deepening {
            ended_by = limit(horizons.deepen(search))?;
            search.start_again();
        }
        if ended_by.is_none() {
            ended_by = limit(search.pursue(id, ENDLESS, places, first, &mut reached))?;
        }
        let stack = reached.stack;
        let found = match reached.last {
            Some(mast) => {
                let line = std::mem::take(&mut search.line);
                let variation = match ended_by {
                    None => search.variation(position, ENDLESS, stack)?,
                    Some(_) => horizons.found.map_or_else(Variation::default, |found| found.variation),
                };
                search.line = line;
                Some(Found { mast, stack, left: ENDLESS, variation })
            }
            None => horizons.found,
        };
        Ok(Progress { found, ended_by, stack })
    }
}

impl<P: Position> Search<'_, P> {
    /// Forgets the line that was being searched when a limit ended the last search.
    fn start_again(&mut self) {
        self.depth = 0;
        self.open.clear();
        self.line.clear();
    }
}

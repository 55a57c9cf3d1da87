//! Which of two games is better? `G ≤ H` holds when Left loses `G − H` moving first: no Left option of `G` is
//! at least `H`, and no Right option of `H` is at most `G`. The stops decide most questions at once, and
//! every question about a number.

use super::{Node, Shape, ValueId, Values, deep};
use crate::{Budget, Error, Outcome, Player};
use std::cmp::Ordering;

/// A game with what is stored about it.
type Stored<'a> = (ValueId, &'a Node);

/// The budget of a comparison. A type parameter, so that comparisons under the budget of their store, which
/// are the inner loop of everything, pass no reference to it down the recursion.
trait Patience: Copy {
    fn check(self, values: &Values) -> Result<(), Error>;
}

/// The budget of the store.
#[derive(Clone, Copy)]
struct OfStore;

impl Patience for OfStore {
    #[inline]
    fn check(self, values: &Values) -> Result<(), Error> {
        values.limits.budget.check()
    }
}

impl Patience for &Budget {
    #[inline]
    fn check(self, _: &Values) -> Result<(), Error> {
        Budget::check(self)
    }
}

impl Values {
    /// Is `g ≤ h`?
    #[inline]
    pub fn le(&self, g: ValueId, h: ValueId) -> Result<bool, Error> {
        self.le_with(g, h, OfStore)
    }

    #[inline]
    fn le_with(&self, g: ValueId, h: ValueId, patience: impl Patience) -> Result<bool, Error> {
        if g == h {
            return Ok(true);
        }
        self.nodes_le((g, self.node(g)), (h, self.node(h)), patience)
    }

    #[inline]
    fn nodes_le(&self, (g, a): Stored, (h, b): Stored, patience: impl Patience) -> Result<bool, Error> {
        match self.known_nodes_le((g, a), (h, b)) {
            Some(known) => Ok(known),
            None => self.le_by_options((g, a), (h, b), patience),
        }
    }

    // As a call it takes 7 % of the instructions of `cargo bench -p tedomari-values -- compare`.
    #[inline(always)]
    fn known_nodes_le(&self, (g, a): Stored, (h, b): Stored) -> Option<bool> {
        if let Some(le) = a.stops.le(&b.stops) {
            return Some(le);
        }
        if let (Shape::Closed(a), Shape::Closed(b)) = (a.shape, b.shape) {
            // The stops left it open, so the numbers are the same.
            return Some(a.le(b));
        }
        self.order.get(g.0, h.0)
    }

    /// Is `g ≤ h`? `None` means that stops do not say, and that it was not found before.
    #[inline]
    pub(crate) fn known_le(&self, g: ValueId, h: ValueId) -> Option<bool> {
        if g == h { Some(true) } else { self.known_nodes_le((g, self.node(g)), (h, self.node(h))) }
    }

    #[inline(never)]
    fn le_by_options(&self, g: Stored, h: Stored, patience: impl Patience) -> Result<bool, Error> {
        // Low games take neither much time nor much stack.
        let le = if g.1.height + h.1.height < 16 {
            self.no_option_refutes(g, h, patience)?
        } else {
            patience.check(self)?;
            deep(|| self.no_option_refutes(g, h, patience))?
        };
        self.order.put(g.0.0, h.0.0, le);
        Ok(le)
    }

    #[inline]
    fn no_option_refutes(
        &self,
        (g, a): Stored,
        (h, b): Stored,
        patience: impl Patience,
    ) -> Result<bool, Error> {
        for &option in self.sides(a)?.0 {
            if option == h || self.nodes_le((h, b), (option, self.node(option)), patience)? {
                return Ok(false);
            }
        }
        for &option in self.sides(b)?.1 {
            if option == g || self.nodes_le((option, self.node(option)), (g, a), patience)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How two games compare. `None` means they are confused (`g <> h`).
    pub fn compare(&self, g: ValueId, h: ValueId) -> Result<Option<Ordering>, Error> {
        self.compare_with(g, h, OfStore)
    }

    /// How two games compare, worked out within a budget of its own. The other errors are those of the room:
    /// the options of closed forms may have to be stored.
    pub(crate) fn compare_within(
        &self,
        g: ValueId,
        h: ValueId,
        budget: &Budget,
    ) -> Result<Option<Ordering>, Error> {
        self.compare_with(g, h, budget)
    }

    fn compare_with(
        &self,
        g: ValueId,
        h: ValueId,
        patience: impl Patience,
    ) -> Result<Option<Ordering>, Error> {
        if g == h {
            return Ok(Some(Ordering::Equal));
        }
        // Equal games are the same id, so at most one of these holds.
        Ok(if self.le_with(g, h, patience)? {
            Some(Ordering::Less)
        } else if self.le_with(h, g, patience)? {
            Some(Ordering::Greater)
        } else {
            None
        })
    }

    /// The outcome. It never is an error.
    pub fn outcome(&self, g: ValueId) -> Result<Outcome, Error> {
        Ok(self.outcome_by_stops(g))
    }

    /// The outcome: the order of the game and zero, which is a number.
    pub(crate) fn outcome_by_stops(&self, g: ValueId) -> Outcome {
        let wins = |left: bool| if left { Player::Left } else { Player::Right };
        let le = |g: ValueId, h: ValueId| {
            self.node(g).stops.le(&self.node(h).stops).expect("stops decide every comparison with a number")
        };
        Outcome::of_winners(wins(!le(g, ValueId::ZERO)), wins(le(ValueId::ZERO, g)))
    }
}

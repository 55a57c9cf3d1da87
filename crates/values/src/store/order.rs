//! Which of two games is better? Left prefers `H` to `G`, `G ≤ H`, when Left
//! loses `G − H` moving first: no Left option of `G` is at least `H` and no
//! Right option of `H` is at most `G`. The stops decide most questions at once,
//! and every question about a number.

use super::{Node, Shape, ValueId, Values, deep};
use crate::{Error, Outcome, Player};
use std::cmp::Ordering;

/// A game with what is stored about it.
type Stored<'a> = (ValueId, &'a Node);

impl Values {
    /// Is `g ≤ h`?
    #[inline]
    pub fn le(&self, g: ValueId, h: ValueId) -> Result<bool, Error> {
        if g == h {
            return Ok(true);
        }
        self.nodes_le((g, self.node(g)), (h, self.node(h)))
    }

    #[inline]
    fn nodes_le(&self, (g, a): Stored, (h, b): Stored) -> Result<bool, Error> {
        if let Some(le) = a.stops.le(&b.stops) {
            return Ok(le);
        }
        if let (Shape::Closed(a), Shape::Closed(b)) = (a.shape, b.shape) {
            // The stops left it open, so the numbers are the same.
            return Ok(a.le(b));
        }
        match self.order.get(g.0, h.0) {
            Some(known) => Ok(known),
            None => self.le_by_options((g, a), (h, b)),
        }
    }

    #[inline(never)]
    fn le_by_options(&self, g: Stored, h: Stored) -> Result<bool, Error> {
        // Low games take neither much time nor much stack.
        let le = if g.1.height + h.1.height < 16 {
            self.no_option_refutes(g, h)?
        } else {
            self.limits.budget.check()?;
            deep(|| self.no_option_refutes(g, h))?
        };
        self.order.put(g.0.0, h.0.0, le);
        Ok(le)
    }

    #[inline]
    fn no_option_refutes(&self, (g, a): Stored, (h, b): Stored) -> Result<bool, Error> {
        for &option in self.sides(a)?.0 {
            if option == h || self.nodes_le((h, b), (option, self.node(option)))? {
                return Ok(false);
            }
        }
        for &option in self.sides(b)?.1 {
            if option == g || self.nodes_le((option, self.node(option)), (g, a))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How two games compare; `None` if they are confused (`g <> h`).
    pub fn compare(&self, g: ValueId, h: ValueId) -> Result<Option<Ordering>, Error> {
        if g == h {
            return Ok(Some(Ordering::Equal));
        }
        // Equal games are the same id, so at most one of these holds.
        Ok(if self.le(g, h)? {
            Some(Ordering::Less)
        } else if self.le(h, g)? {
            Some(Ordering::Greater)
        } else {
            None
        })
    }

    /// Who wins.
    pub fn outcome(&self, g: ValueId) -> Result<Outcome, Error> {
        let wins = |left: bool| if left { Player::Left } else { Player::Right };
        let left_starts = wins(!self.le(g, ValueId::ZERO)?);
        let right_starts = wins(self.le(ValueId::ZERO, g)?);
        Ok(Outcome::of_winners(left_starts, right_starts))
    }
}

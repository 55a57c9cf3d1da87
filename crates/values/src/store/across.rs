//! The order of two games that need not be in the same store, by the recursion of [`Values::le`]. Closed
//! forms take part without ids, so nothing is stored and a comparison needs no room in either store.

use super::stops::Stops;
use super::{List, NumberUpStar, ValueId, Values, deep};
use crate::{Budget, Error, Player};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// How two games compare, each given with its store. `None` means they are confused. The only errors are
/// those of the budget.
pub(crate) fn compare_across(
    (values_g, g): (&Values, ValueId),
    (values_h, h): (&Values, ValueId),
    budget: &Budget,
) -> Result<Option<Ordering>, Error> {
    let mut order = Across { stores: [values_g, values_h], budget, known: FxHashMap::default() };
    let (g, h) = (order.form(0, g), order.form(1, h));
    Ok(match (order.le(g, h)?, order.le(h, g)?) {
        (true, true) => Some(Ordering::Equal),
        (true, false) => Some(Ordering::Less),
        (false, true) => Some(Ordering::Greater),
        (false, false) => None,
    })
}

struct Across<'a> {
    stores: [&'a Values; 2],
    budget: &'a Budget,
    /// The comparisons that took a recursion.
    known: FxHashMap<(Form, Form), bool>,
}

/// A canonical form: a closed one, or a general game of one of the two stores.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Form {
    Closed(NumberUpStar),
    General { store: usize, id: ValueId },
}

impl Across<'_> {
    fn form(&self, store: usize, id: ValueId) -> Form {
        self.stores[store].to_closed(id).map_or(Form::General { store, id }, Form::Closed)
    }

    fn stops(&self, form: Form) -> Stops {
        match form {
            Form::Closed(closed) => closed.stops(),
            Form::General { store, id } => self.stores[store].node(id).stops,
        }
    }

    fn options(&self, form: Form, player: Player) -> Result<List<Form>, Error> {
        Ok(match form {
            Form::Closed(closed) => {
                let (left, right) = closed.options();
                let side = if player == Player::Left { left } else { right };
                side.into_iter().map(Form::Closed).collect()
            }
            Form::General { store, id } => {
                let side = self.stores[store].options_of(id, player)?;
                side.iter().map(|&option| self.form(store, option)).collect()
            }
        })
    }

    /// Is `g ≤ h`?
    fn le(&mut self, g: Form, h: Form) -> Result<bool, Error> {
        if let Some(le) = self.stops(g).le(&self.stops(h)) {
            return Ok(le);
        }
        if let (Form::Closed(a), Form::Closed(b)) = (g, h) {
            return Ok(a.le(b));
        }
        if let Some(&known) = self.known.get(&(g, h)) {
            return Ok(known);
        }
        self.budget.check()?;
        let le = deep(|| self.no_option_refutes(g, h))?;
        self.known.insert((g, h), le);
        Ok(le)
    }

    fn no_option_refutes(&mut self, g: Form, h: Form) -> Result<bool, Error> {
        for option in self.options(g, Player::Left)? {
            if self.le(h, option)? {
                return Ok(false);
            }
        }
        for option in self.options(h, Player::Right)? {
            if self.le(option, g)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

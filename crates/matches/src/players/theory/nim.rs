//! The player `nim` plays impartial games by their nim values: a sum is lost for the player to move exactly if
//! the nim-sum is 0, and any other sum has a move that makes it 0. Triangles of up to six layers have all
//! their nim values in a table. In misère play nim values say nothing, and a table of all positions decides
//! sums of triangles. Other sums are left to `solve`.

use super::table::Table;
use super::{Solve, Theory, Verdict, gave_up};
use crate::{Ending, Move, State};
use rules::Position;
use rules::games::triangular_nim::TriangularNim;
use sums::Component;
use tables::retrograde::Nimbers;
use values::{Budget, Error};

/// The theory.
pub(in crate::players) struct Nim {
    solve: Solve,
    /// The nim values of triangles, of the largest that was met. `None` means that there was none.
    triangles: Option<Nimbers>,
    /// The positions of the triangles of this game in misère play.
    table: Option<Table>,
}

impl Nim {
    pub(in crate::players) fn new(solve: Solve) -> Self {
        Self { solve, triangles: None, table: None }
    }

    /// The nim value of a part. `None` means that it is not impartial.
    fn value(&mut self, component: &Component, budget: &Budget) -> Result<Option<u32>, Error> {
        if let Some(triangle) = component.downcast::<TriangularNim>()
            && let Some(value) = self.value_of_triangle(triangle)
        {
            return Ok(Some(value.into()));
        }
        self.solve.solver(budget).nim_value(component)
    }

    /// The nim value of a triangle. `None` means that one of its groups is too large.
    fn value_of_triangle(&mut self, triangle: &TriangularNim) -> Option<u8> {
        let groups: Vec<TriangularNim> =
            triangle.regions().iter().map(|group| group.normal_form().0).collect();
        let layers = groups.iter().map(TriangularNim::layers).max()?;
        if self.triangles.as_ref().is_none_or(|known| known.layers() < layers) {
            self.triangles = Some(Nimbers::new(layers).ok()?);
        }
        let known = self.triangles.as_ref()?;
        groups.iter().try_fold(0, |sum, group| Some(sum ^ known.of(group)?))
    }

    /// What nim values say. `None` means that a part is not impartial.
    fn by_values(&mut self, state: &State, budget: &Budget) -> Result<Option<Verdict>, Error> {
        let (sum, player) = (state.sum(), state.to_move());
        let mut values = Vec::new();
        for part in &sum.parts {
            let Some(value) = self.value(&part.position, budget)? else { return Ok(None) };
            values.push(value);
        }
        let total = values.iter().fold(0, |total, value| total ^ value);
        if total == 0 {
            return Ok(Some(Verdict::Lost("the nim-sum is 0".to_owned())));
        }
        for (part, (position, value)) in sum.parts.iter().map(|part| &part.position).zip(values).enumerate() {
            let wanted = total ^ value;
            if wanted > value {
                continue;
            }
            for (index, after) in position.plays(player).iter().enumerate() {
                if self.value(after, budget)? == Some(wanted) {
                    let reason = format!("wins: the nim value {value} becomes {wanted}, the nim-sum 0");
                    return Ok(Some(Verdict::Best(Move { part, index }, reason)));
                }
            }
        }
        Ok(None)
    }

    /// What the table of misère play says. `None` means that it does not have the sum.
    fn by_table(
        &mut self,
        state: &State,
        budget: &Budget,
    ) -> Result<Option<Verdict>, tables::retrograde::Error> {
        if self.table.as_ref().is_none_or(|table| !table.covers(state.sum())) {
            self.table = Table::of(state.sum(), budget)?;
        }
        self.table.as_ref().map(|table| table.judge(state)).transpose()
    }
}

impl Theory for Nim {
    fn begin(&mut self, start: &State) {
        self.solve.begin(start);
        self.table = None;
        if start.ending() == Ending::Misere {
            // Without a table, the first move tries again, within its time.
            self.table = Table::of(start.sum(), &Budget::endless()).ok().flatten();
        }
    }

    fn judge(&mut self, state: &State, budget: &Budget) -> Verdict {
        let known = match state.ending() {
            Ending::Score => None,
            Ending::Normal => match self.by_values(state, budget) {
                Ok(known) => known,
                Err(error) => return gave_up(error),
            },
            // A table that does not fit in the time is no loss: the search may end sooner.
            Ending::Misere => self.by_table(state, budget).ok().flatten(),
        };
        known.unwrap_or_else(|| self.solve.judge(state, budget))
    }

    fn bytes(&self) -> usize {
        self.solve.bytes() + self.table.as_ref().map_or(0, Table::bytes)
    }
}

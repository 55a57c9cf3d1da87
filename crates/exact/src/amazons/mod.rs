//! What is known about Amazons? All duels of one queen against one on few cells: there are so few positions
//! that a table of all of them costs little more than a search of some.

mod geometry;
mod table;

pub use table::DuelTable;

use positions::{Growing, Growth};
use rules::Duel;
use std::any::Any;
use values::{Error, ThermographId, Thermographs, WallId};

/// The duels of queens that a search has met, and all on parts of their cells.
#[derive(Default)]
pub struct Duels(DuelTable);

impl Growing for Duels {
    fn afresh(&self) -> Box<dyn Growing> {
        Box::new(Self::default())
    }

    fn cost(&self, position: &dyn Any) -> Option<u64> {
        Duel::of(position).map(|duel| duel.positions())
    }

    fn thermograph(
        &mut self,
        position: &dyn Any,
        graphs: &Thermographs,
        growth: &Growth<'_>,
    ) -> Result<Option<ThermographId>, Error> {
        let Some(duel) = Duel::of(position) else { return Ok(None) };
        if let Some(walls) = self.0.get(&duel) {
            return Ok(Some(graphs.of_walls(walls)));
        }
        let bytes = duel.positions().saturating_mul(size_of::<WallId>() as u64);
        if self.worked_out().saturating_add(duel.positions()) > growth.positions
            || bytes.saturating_add(self.bytes() as u64) > growth.bytes as u64
        {
            return Ok(None);
        }
        self.0.work_out(graphs, &duel, growth.budget)?;
        Ok(self.0.get(&duel).map(|walls| graphs.of_walls(walls)))
    }

    fn worked_out(&self) -> u64 {
        self.0.len() as u64
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

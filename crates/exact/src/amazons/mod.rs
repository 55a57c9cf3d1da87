//! What is known about Amazons? All duels of one queen against one on few cells: there are so few positions
//! that a table of all of them costs little more than a search of some.

mod table;

pub use table::DuelTable;

use positions::{Growing, Growth};
use rules::Duel;
use std::any::Any;
use values::{Error, ThermographId, Thermographs, WallId};

/// Sizes of boards that many duels share. A duel that fits none of them gets a table of its own size.
const SHARED_BOARDS: [(u8, u8); 6] = [(3, 3), (4, 3), (4, 4), (5, 4), (6, 4), (5, 5)];

/// The duels of queens that a search has met, and all on parts of their cells.
#[derive(Default)]
pub struct Duels {
    tables: Vec<DuelTable>,
}

impl Duels {
    /// The table for a duel, which is made if there is none yet. `None` means that the duel has too many cells,
    /// or that the tables would take more than these bytes.
    fn table_for(&mut self, duel: &Duel, bytes: usize) -> Option<&mut DuelTable> {
        let (width, height) = board_for(duel)?;
        // A wall serves both players, and most mirror images.
        let growth = usize::try_from(duel.positions()).ok()? / 4 * size_of::<WallId>();
        let found = self.tables.iter().position(|table| table.size() == (width, height));
        let empty = if found.is_some() { 0 } else { DuelTable::empty_bytes(width, height) };
        if self.bytes().checked_add(empty)?.checked_add(growth)? > bytes {
            return None;
        }
        if found.is_none() {
            self.tables.push(DuelTable::new(width, height)?);
        }
        let index = found.unwrap_or(self.tables.len() - 1);
        self.tables.get_mut(index)
    }
}

/// The size of the board of the table that a duel goes to. `None` means that it is too large for one.
fn board_for(&Duel { width, height, .. }: &Duel) -> Option<(u8, u8)> {
    let fits = |&&(w, h): &&(u8, u8)| (width <= w && height <= h) || (height <= w && width <= h);
    let own = (width.max(height), width.min(height));
    let (width, height) = SHARED_BOARDS.iter().find(fits).copied().unwrap_or(own);
    (usize::from(width) * usize::from(height) <= DuelTable::MAX_CELLS).then_some((width, height))
}

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
        if let Some(walls) = self.tables.iter().find_map(|table| table.get(&duel)) {
            return Ok(Some(graphs.of_walls(walls)));
        }
        if self.worked_out() + duel.positions() > growth.positions {
            return Ok(None);
        }
        let Some(table) = self.table_for(&duel, growth.bytes) else { return Ok(None) };
        table.work_out(graphs, &duel, growth.budget)?;
        Ok(table.get(&duel).map(|walls| graphs.of_walls(walls)))
    }

    fn worked_out(&self) -> u64 {
        self.tables.iter().map(|table| table.len() as u64).sum()
    }

    fn bytes(&self) -> usize {
        self.tables.iter().map(DuelTable::bytes).sum()
    }
}

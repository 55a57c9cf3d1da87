//! What is the thermograph of a duel of two queens? The table of duels knows it, once it was extended by the
//! cells of the duel. The search extends it only while the table takes no more work than the search itself.

use super::IntervalSearch;
use super::store::Kind;
use exact::DuelTable;
use rules::{Duel, Position};
use values::Error;

/// The number of duels that the table adds in the time that it takes to expand a position.
const DUELS_PER_POSITION: u64 = 512;

impl<P: Position> IntervalSearch<P> {
    /// Takes the walls of a region from the table of duels, which it extends if the table then took no more
    /// work than the search itself. `false` means that the table does not have the region.
    pub(super) fn look_up(&mut self, node: usize) -> Result<bool, Error> {
        let Kind::Region(position) = &self.store.nodes[node].kind else { return Ok(false) };
        let Some(duel) = Duel::of(position.concrete()) else { return Ok(false) };
        let Some(table) = DuelTable::for_duel(&mut self.duels, &duel) else { return Ok(false) };
        if table.get(&duel).is_none() {
            let work = table.len() as u64 + duel.positions();
            if work > self.store.expanded() * DUELS_PER_POSITION || !self.store.has_room_for(table.bytes()) {
                return Ok(false);
            }
            table.work_out(&self.store.graphs, &duel, &self.budget)?;
        }
        match table.get(&duel) {
            Some(walls) => self.store.bounds[node] = [walls; 2],
            None => return Ok(false),
        }
        Ok(true)
    }
}

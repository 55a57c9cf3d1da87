//! What is the exact thermograph of a region, and what its canonical form? From tables of all positions, from
//! tables of duels of queens, and otherwise from the options, within a number of positions and a budget.

use super::{Atlas, Node, Region};
use exact::DuelTable;
use rules::Duel;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use values::{Budget, Dyadic, Error, Player, ThermographId, ValueId, deep};

/// The maximum number of positions for a region in which only one player can move.
const ALONE: u32 = 50;
/// The sizes of boards of the tables of duels. A duel goes to the first one that it fits.
pub(super) const DUEL_BOARDS: [(u8, u8); 4] = [(4, 4), (5, 4), (6, 4), (5, 5)];

/// The number of the first table of duels that a duel fits. `None` means that it fits none.
fn board_for(duel: &Duel) -> Option<usize> {
    let Duel { width: w, height: h, .. } = *duel;
    DUEL_BOARDS.iter().position(|&(width, height)| (w <= width && h <= height) || (h <= width && w <= height))
}

impl Atlas {
    /// Does play in the region lead to at most `most` others before it comes to numbers, or to duels that are
    /// computed? The answer does not depend on what is known already.
    pub(crate) fn has_few_followers(&mut self, region: Region, most: usize) -> bool {
        let mut seen = FxHashSet::from_iter([region.node()]);
        let mut open = vec![region.node()];
        while let Some(node) = open.pop() {
            if self.number(node).is_some() {
                continue;
            }
            if let Some(duel) = self.nodes[node].component.duel() {
                if duel.cells.count_ones() > self.habits.duel_cells {
                    return false;
                }
                continue;
            }
            for player in Player::BOTH {
                let options = self.options(Region::of(node), player);
                open.extend(
                    options.iter().flatten().map(|part| part.node()).filter(|part| seen.insert(*part)),
                );
            }
            if seen.len() > most {
                return false;
            }
        }
        true
    }

    /// The exact thermograph, from at most `room` positions. Positions of duels of queens do not count.
    pub(crate) fn graph(
        &mut self,
        region: Region,
        room: &mut u32,
        budget: &Budget,
    ) -> Result<ThermographId, Error> {
        let id = self.node_graph(region.node(), room, budget)?;
        Ok(self.signed(id, region))
    }

    /// The exact thermograph of a stored form.
    fn node_graph(&mut self, node: usize, room: &mut u32, budget: &Budget) -> Result<ThermographId, Error> {
        if let Some(id) = self.nodes[node].graph {
            return Ok(id);
        }
        if let Some(id) = self.nodes[node].component.known(&self.habits.knowledge, self.values.thermographs())
        {
            self.nodes[node].graph = Some(id);
            return Ok(id);
        }
        let id = match self.number(node) {
            Some(x) => self.values.thermographs().of_number(x)?,
            None => match self.duel(node, budget)? {
                Some(id) => id,
                None => {
                    *room = room.checked_sub(1).ok_or(Error::OutOfRoom)?;
                    budget.check_now()?;
                    let region = Region::of(node);
                    let alone = Player::BOTH.into_iter().any(|player| self.count(region, player) == 0);
                    // The free moves of one player may be too many to be counted now.
                    let few = alone && !self.habits.patient && self.nodes[node].component.duel().is_none();
                    let allowed = if few { (*room).min(ALONE) } else { *room };
                    let mut left = allowed;
                    let made = deep(|| {
                        let mut sides = [Vec::new(), Vec::new()];
                        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                            for option in self.options(Region::of(node), player) {
                                side.push(self.sum_graph(&option, &mut left, budget)?);
                            }
                        }
                        let [left, right] = sides;
                        self.values.thermographs().of_options(left, right)
                    });
                    *room -= allowed - left;
                    made?
                }
            },
        };
        self.nodes[node].graph = Some(id);
        Ok(id)
    }

    /// The thermograph from a table of duels. `None` means that the region is not a duel, or that it fits no
    /// table.
    fn duel(&mut self, node: usize, budget: &Budget) -> Result<Option<ThermographId>, Error> {
        let Some(duel) = self.nodes[node].component.duel() else { return Ok(None) };
        if duel.cells.count_ones() > self.habits.duel_cells {
            return Err(Error::OutOfRoom);
        }
        let Some(size) = board_for(&duel) else { return Ok(None) };
        let (width, height) = DUEL_BOARDS[size];
        let table = self.duels[size].get_or_insert_with(|| {
            DuelTable::new(width, height).expect("a board of DUEL_BOARDS is not too large for a table")
        });
        let graphs = self.values.thermographs();
        if table.get(&duel).is_none() {
            table.work_out(graphs, &duel, budget)?;
        }
        Ok(table.get(&duel).map(|walls| graphs.of_walls(walls)))
    }

    /// Sets the thermograph of a node from a table, if a table has it.
    pub(super) fn look_up(&mut self, node: usize) {
        let Node { component, graph: graph @ None, looked_up, .. } = &mut self.nodes[node] else { return };
        // A table that has not grown is not probed again.
        let size = match looked_up {
            Some((size, _)) => *size,
            None => component.duel().and_then(|duel| board_for(&duel)),
        };
        if looked_up.is_none() {
            *graph = component.known(&self.habits.knowledge, self.values.thermographs());
        }
        let Some(table) = size.and_then(|size| self.duels[size].as_ref()) else {
            *looked_up = Some((size, 0));
            return;
        };
        if *looked_up == Some((size, table.len())) {
            return;
        }
        *looked_up = Some((size, table.len()));
        if let Some(walls) = component.duel().and_then(|duel| table.get(&duel)) {
            *graph = Some(self.values.thermographs().of_walls(walls));
        }
    }

    /// The exact thermograph of a sum.
    pub(crate) fn sum_graph(
        &mut self,
        regions: &[Region],
        room: &mut u32,
        budget: &Budget,
    ) -> Result<ThermographId, Error> {
        if let [region] = regions {
            return self.graph(*region, room, budget);
        }
        let mut total = Dyadic::ZERO;
        let mut hot: SmallVec<[Region; 4]> = SmallVec::new();
        for &region in regions {
            self.graph(region, room, budget)?;
            match self.known_number(region) {
                Some(x) => total = total.plus(x)?,
                None => hot.push(region),
            }
        }
        match hot[..] {
            [] => self.values.thermographs().of_number(total),
            [region] if total.is_integer() => {
                let id = self.graph(region, room, budget)?;
                Ok(self.values.thermographs().intern(&self.get(id).shifted(total)?))
            }
            _ => {
                // Thermographs do not add up, but canonical forms do.
                let mut sum = self.values.number(total)?;
                for &region in &hot {
                    let value = self.value(region, room, budget)?;
                    sum = self.values.sum(sum, value)?;
                }
                self.values.thermograph_id(sum)
            }
        }
    }

    /// The canonical form, from at most `room` positions.
    pub(crate) fn value(
        &mut self,
        region: Region,
        room: &mut u32,
        budget: &Budget,
    ) -> Result<ValueId, Error> {
        let node = region.node();
        let value = match self.nodes[node].value {
            Some(value) => value,
            None => {
                let value = match self.number(node) {
                    Some(x) => self.values.number(x)?,
                    None => deep(|| self.value_of_options(node, room, budget))?,
                };
                self.nodes[node].value = Some(value);
                value
            }
        };
        if region.is_negative() { self.values.negative(value) } else { Ok(value) }
    }

    fn value_of_options(&mut self, node: usize, room: &mut u32, budget: &Budget) -> Result<ValueId, Error> {
        *room = room.checked_sub(1).ok_or(Error::OutOfRoom)?;
        budget.check_now()?;
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
            for option in self.options(Region::of(node), player) {
                let mut sum = ValueId::ZERO;
                for part in option {
                    let value = self.value(part, room, budget)?;
                    sum = self.values.sum(sum, value)?;
                }
                side.push(sum);
            }
        }
        self.values.from_options(&sides[0], &sides[1])
    }
}

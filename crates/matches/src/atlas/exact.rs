//! What is the exact thermograph of a region, and what its canonical form? From sources of knowledge, and
//! otherwise from the options, within a number of positions and a budget.

use super::{Atlas, Facts, Region, Regions};
use positions::Growth;
use rustc_hash::FxHashSet;
use values::{Budget, ByPlayer, Dyadic, Error, Player, ThermographId, ValueId, deep};

/// The maximum number of positions for a region in which only one player can move.
const ALONE: u32 = 50;

impl Atlas {
    /// Does play in the region lead to at most `most` others before it comes to numbers, or to regions that
    /// sources work out? The answer does not depend on what is known already.
    pub(crate) fn has_few_followers(&mut self, region: Region, most: usize) -> bool {
        let mut seen = FxHashSet::from_iter([region.node()]);
        let mut open = vec![region.node()];
        while let Some(node) = open.pop() {
            if self.number(node).is_some() {
                continue;
            }
            if let Some(cost) = self.cost(node) {
                if cost > self.habits.most_work {
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

    /// The exact thermograph, from at most `room` positions. Positions that sources work out do not count.
    pub(crate) fn graph(
        &mut self,
        region: Region,
        room: &mut u32,
        budget: &Budget,
    ) -> Result<ThermographId, Error> {
        let node = region.node();
        let (component, facts) = self.store.entry(node);
        if facts.graph.is_none() {
            facts.graph = self.habits.knowledge.thermograph(component.as_any(), self.values.thermographs());
        }
        if facts.graph.is_none() {
            let id = match self.number(node) {
                Some(x) => self.of_number(x)?,
                None => match self.worked_out(node, budget)? {
                    Some(id) => id,
                    None => deep(|| self.graph_of_options(Region::of(node), room, budget))?,
                },
            };
            self.store.data_mut(node).graph = Some(id);
        }
        Ok(self.known(region).expect("the thermograph was just stored"))
    }

    /// The thermograph of a stored form from those of its options.
    fn graph_of_options(
        &mut self,
        form: Region,
        room: &mut u32,
        budget: &Budget,
    ) -> Result<ThermographId, Error> {
        *room = room.checked_sub(1).ok_or(Error::OutOfRoom)?;
        budget.check_now()?;
        self.check_room()?;
        let alone = Player::BOTH.iter().any(|&player| self.count(form, player) == 0);
        // The free moves of one player may be too many to be counted now.
        let few = alone && !self.habits.patient && self.cost(form.node()).is_none();
        let allowed = if few { (*room).min(ALONE) } else { *room };
        let mut left = allowed;
        let mut graphs = |player| {
            let options = self.options(form, player);
            let graph = |option: &Regions| self.sum_graph(option, &mut left, budget);
            options.iter().map(graph).collect::<Result<Vec<_>, _>>()
        };
        let sides = graphs(Player::Left).and_then(|left| Ok((left, graphs(Player::Right)?)));
        *room -= allowed - left;
        let (left, right) = sides?;
        self.values.thermographs().of_options(left, right)
    }

    /// The number of positions that sources work out for a region, if nothing is known yet. `None` means that
    /// no source works it out.
    fn cost(&self, node: usize) -> Option<u64> {
        self.habits.knowledge.cost(self.store.position(node).as_any())
    }

    /// The thermograph from a source that works it out. `None` means that there is none. Regions that cost
    /// too much are an error.
    fn worked_out(&mut self, node: usize, budget: &Budget) -> Result<Option<ThermographId>, Error> {
        match self.cost(node) {
            Some(cost) if cost > self.habits.most_work => Err(Error::OutOfRoom),
            Some(_) => {
                let growth = Growth { positions: u64::MAX, bytes: self.memory.grown, budget };
                let (component, graphs) = (self.store.position(node), self.values.thermographs());
                self.habits.knowledge.work_out(component.as_any(), graphs, &growth)
            }
            None => Ok(None),
        }
    }

    /// Sets the thermograph of a node from a source, if one has it already.
    pub(super) fn look_up(&mut self, node: usize) {
        let (component, Facts { graph: graph @ None, asked_at, .. }) = self.store.entry(node) else { return };
        let (knowledge, graphs) = (&mut self.habits.knowledge, self.values.thermographs());
        if asked_at.is_none() {
            *graph = knowledge.thermograph(component.as_any(), graphs);
        }
        // Sources that have not grown, or that never have such a region, are not asked again.
        let grown = if knowledge.cost(component.as_any()).is_some() { knowledge.worked_out() } else { 0 };
        if graph.is_none() && asked_at.replace(grown) != Some(grown) {
            let nothing = Growth { positions: 0, bytes: 0, budget: &Budget::endless() };
            let found = knowledge.work_out(component.as_any(), graphs, &nothing);
            *graph = found.expect("a source that works nothing out meets no limit");
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
        let mut hot = Regions::new();
        for &region in regions {
            self.graph(region, room, budget)?;
            match self.known_number(region) {
                Some(x) => total = total.plus(x)?,
                None => hot.push(region),
            }
        }
        match hot[..] {
            [] => self.of_number(total),
            [region] if total.is_integer() => {
                let graph = self.get(self.known(region).expect("it was found above")).shifted(total)?;
                Ok(self.values.thermographs().intern(&graph))
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
        if self.store.data(node).value.is_none() {
            let value = match self.number(node) {
                Some(x) => self.values.number(x)?,
                None => match self.habits.knowledge.value(self.form(region).as_any(), &self.values) {
                    Some(value) => value,
                    None => deep(|| self.value_of_options(node, room, budget))?,
                },
            };
            self.store.data_mut(node).value = Some(value);
        }
        let value = self.store.data(node).value.expect("the value was just stored");
        if region.is_negative() { self.values.negative(value) } else { Ok(value) }
    }

    fn value_of_options(&mut self, node: usize, room: &mut u32, budget: &Budget) -> Result<ValueId, Error> {
        *room = room.checked_sub(1).ok_or(Error::OutOfRoom)?;
        budget.check_now()?;
        self.check_room()?;
        let ByPlayer { left, right } = ByPlayer::try_from_fn(|player| {
            let options = self.options(Region::of(node), player);
            let sum = |option: Regions| {
                option.into_iter().try_fold(ValueId::ZERO, |sum, part| {
                    let value = self.value(part, room, budget)?;
                    self.values.sum(sum, value)
                })
            };
            options.into_iter().map(sum).collect::<Result<Vec<_>, Error>>()
        })?;
        self.values.from_options(&left, &right)
    }
}

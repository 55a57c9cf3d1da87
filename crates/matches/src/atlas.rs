//! What a player knows about regions: each in normal form once, with its options, its thermograph where that was
//! worked out, and a guess of it where it was not. Everything is kept from move to move.
//!
//! A guess is the thermograph of a pruned game tree: a few promising options of both players to some depth, and below
//! that the estimate of the rules, as if it were a number.

use exact::DuelTable;
use hashbrown::HashTable;
use rules::games::tree::Tree;
use rules::{Duel, Position};
use rustc_hash::{FxBuildHasher, FxHashSet};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::hash::BuildHasher;
use sums::Judge;
use sums::{Component, Signed};
use values::{
    Budget, Dyadic, Error, Limits, Player, Thermograph, ThermographId, ValueId, Values, Wall, deep,
};

/// A region or its negative: the number of a node, and a bit for the sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Region(u32);

impl Region {
    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn times(self, negative: bool) -> Self {
        Self(self.0 ^ u32::from(negative))
    }

    /// Is it the negative of the form that is stored?
    pub(crate) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Who moves in the form that is stored when `player` moves here?
    pub(crate) fn owner(self, player: Player) -> Player {
        if self.is_negative() { player.opponent() } else { player }
    }
}

/// Regions that are left after a move, sorted.
pub(crate) type Regions = SmallVec<[Region; 2]>;

/// The sizes of boards for which there are tables of duels; a duel goes to the first that it fits.
const DUEL_BOARDS: [(u8, u8); 4] = [(4, 4), (5, 4), (6, 4), (5, 5)];
/// How many options of options are looked at, to see which options are still good after an answer.
const GLANCES: usize = 1_600;
/// How many of them a guess looks into.
const WIDTH: usize = 8;
/// The most options that are stored, about 25 bytes each; more, and all is forgotten.
const MOST_OPTIONS: usize = 6_000_000;
/// The most regions. There is room for all from the start, since to make room takes longer than a move may.
const MOST_REGIONS: usize = 900_000;
/// So many regions that are forgotten are thrown away before a move.
const FORGOTTEN_AT_ONCE: usize = 15_000;
/// So many positions in which only one player can move are looked into.
const ALONE: u32 = 50;
/// The most canonical forms for sums of regions.
const MOST_VALUES: u32 = 400_000;

struct Node {
    component: Component,
    estimate: i32,
    /// Is it a number that needs no working out?
    settled: bool,
    options: [Option<Box<[Regions]>>; 2],
    /// The number that the rules know; `None` inside if they know none.
    number: Option<Option<Dyadic>>,
    value: Option<ValueId>,
    graph: Option<ThermographId>,
    guess: Option<(u32, ThermographId)>,
    /// The best estimates that Left and Right can move to, where they were asked for.
    swing: [Option<Option<i32>>; 2],
    /// Which table of duels was last asked in vain, and how large it was then.
    looked_up: Option<(Option<usize>, usize)>,
}

/// The first table of duels that a duel fits.
fn board_for(duel: &Duel) -> Option<usize> {
    let Duel { width: w, height: h, .. } = *duel;
    DUEL_BOARDS.iter().position(|&(width, height)| (w <= width && h <= height) || (h <= width && w <= height))
}

/// How a player looks at regions.
#[derive(Clone, Copy, Default)]
pub(crate) struct Habits {
    /// Duels on so many cells are worked out.
    pub(crate) duel_cells: u32,
    /// Are free moves counted, however long that takes?
    pub(crate) patient: bool,
    /// What estimates are made of.
    pub(crate) judge: Judge,
}

/// All regions that a player has met.
pub(crate) struct Atlas {
    values: Values,
    nodes: Vec<Node>,
    links: HashTable<u32>,
    /// Regions that are forgotten. To throw all away at once takes longer than a move may.
    forgotten: Vec<Node>,
    duels: [Option<DuelTable>; DUEL_BOARDS.len()],
    habits: Habits,
    stored: usize,
}

impl Atlas {
    /// An atlas without regions.
    pub(crate) fn new(habits: Habits) -> Self {
        Self {
            values: Self::store(),
            nodes: Vec::with_capacity(MOST_REGIONS),
            links: HashTable::with_capacity(MOST_REGIONS),
            forgotten: Vec::new(),
            duels: Default::default(),
            habits,
            stored: 0,
        }
    }

    fn store() -> Values {
        Values::with_limits(Limits { values: MOST_VALUES, cache_bits: 16, ..Limits::default() })
    }

    /// Forgets regions, if there are too many, and also the tables of duels, if there are too many values. No [`Region`] is valid after that.
    /// `true` if so.
    pub(crate) fn tidy(&mut self) -> bool {
        // To throw all away at once takes longer than a move may be late.
        let now = FORGOTTEN_AT_ONCE.max(self.forgotten.len() / 32);
        self.forgotten.truncate(self.forgotten.len().saturating_sub(now));
        if self.values.len() > MOST_VALUES as usize / 2 {
            let mut old = std::mem::replace(self, Self::new(self.habits));
            self.forgotten = std::mem::take(&mut old.forgotten);
            self.forgotten.append(&mut old.nodes);
            return true;
        }
        let full = self.stored > MOST_OPTIONS || self.nodes.len() > MOST_REGIONS * 4 / 5;
        if full {
            let mut old = std::mem::replace(&mut self.nodes, Vec::with_capacity(MOST_REGIONS));
            self.forgotten.append(&mut old);
            self.links.clear();
            self.stored = 0;
        }
        full
    }

    /// Forgets everything. Even exact tables would show in later games: guesses look into them, and regions, whose numbers
    /// decide between equal moves, would be thrown away at another moment.
    pub(crate) fn forget(&mut self) {
        self.values = Self::store();
        self.duels = Default::default();
        self.nodes.clear();
        self.links.clear();
        self.forgotten.clear();
        self.stored = 0;
    }

    pub(crate) fn region(&mut self, signed: Signed) -> Region {
        let Signed { component, negative } = signed;
        let hash = FxBuildHasher.hash_one(&component);
        let node = match self.links.find(hash, |&node| self.nodes[node as usize].component == component) {
            Some(&node) => node,
            None => {
                let node = self.nodes.len() as u32;
                self.nodes.push(Node {
                    estimate: component.judged(self.habits.judge),
                    settled: component.downcast::<Tree>().is_some_and(|tree| tree.number().is_some()),
                    component,
                    options: [None, None],
                    number: None,
                    value: None,
                    graph: None,
                    guess: None,
                    swing: [None, None],
                    looked_up: None,
                });
                let nodes = &self.nodes;
                let rehash = |&node: &u32| FxBuildHasher.hash_one(&nodes[node as usize].component);
                self.links.insert_unique(hash, node, rehash);
                node
            }
        };
        Region(node << 1 | u32::from(negative))
    }

    /// The regions of a position.
    pub(crate) fn regions(&mut self, component: &Component) -> Regions {
        self.intern(component.regions())
    }

    /// The regions of a position, or of its negative.
    pub(crate) fn regions_of(&mut self, component: &Component, negative: bool) -> Regions {
        negated(&self.regions(component), negative)
    }

    fn intern(&mut self, regions: Vec<Signed>) -> Regions {
        let mut regions: Regions = regions.into_iter().map(|region| self.region(region)).collect();
        regions.sort_unstable();
        regions
    }

    /// The position of which the region is the value, or the negative of it.
    pub(crate) fn form(&self, region: Region) -> &Component {
        &self.nodes[region.node()].component
    }

    /// How far Left is ahead, as the rules guess, in eighths of a move.
    pub(crate) fn estimate(&self, region: Region) -> i64 {
        let estimate = i64::from(self.nodes[region.node()].estimate);
        if region.is_negative() { -estimate } else { estimate }
    }

    /// The same for a sum.
    pub(crate) fn estimate_all(&self, regions: &[Region]) -> i64 {
        regions.iter().map(|&region| self.estimate(region)).sum()
    }

    /// Is it a settled score or a number as such? Nobody wants to move there.
    pub(crate) fn is_settled(&self, region: Region) -> bool {
        self.nodes[region.node()].settled
    }

    /// What a player can move to, in the order of the estimates, the best first; equal options are listed once.
    pub(crate) fn options(&mut self, region: Region, player: Player) -> Vec<Regions> {
        self.promising(region, player, usize::MAX)
    }

    /// The first of them.
    pub(crate) fn promising(&mut self, region: Region, player: Player, most: usize) -> Vec<Regions> {
        let negative = region.is_negative();
        self.listed(region, player).iter().take(most).map(|option| negated(option, negative)).collect()
    }

    /// How many options there are.
    pub(crate) fn count(&mut self, region: Region, player: Player) -> usize {
        self.listed(region, player).len()
    }

    /// One of them.
    pub(crate) fn option(&mut self, region: Region, player: Player, index: usize) -> Option<Regions> {
        let negative = region.is_negative();
        self.listed(region, player).get(index).map(|option| negated(option, negative))
    }

    fn listed(&mut self, region: Region, player: Player) -> &[Regions] {
        let owner = region.owner(player);
        self.expand(region.node(), owner);
        self.nodes[region.node()].options[owner as usize].as_deref().unwrap_or_default()
    }

    fn expand(&mut self, node: usize, player: Player) {
        if self.nodes[node].options[player as usize].is_some() {
            return;
        }
        let listed = self.nodes[node].component.options(player);
        let mut options: Vec<Regions> = listed.into_iter().map(|option| self.intern(option)).collect();
        options.sort_unstable();
        options.dedup();
        options.sort_by_cached_key(|option| Reverse(player.sees(self.estimate_all(option))));
        self.stored += options.len();
        self.nodes[node].options[player as usize] = Some(options.into_boxed_slice());
    }

    /// The thermograph behind an id.
    pub(crate) fn get(&self, id: ThermographId) -> &Thermograph {
        self.values.thermographs().get(id)
    }

    fn signed(&self, id: ThermographId, region: Region) -> ThermographId {
        if region.is_negative() { self.values.thermographs().negative(id) } else { id }
    }

    /// The thermograph, if it is known.
    pub(crate) fn known(&self, region: Region) -> Option<ThermographId> {
        self.nodes[region.node()].graph.map(|id| self.signed(id, region))
    }

    /// The number that the region is, as far as that is known.
    pub(crate) fn known_number(&self, region: Region) -> Option<Dyadic> {
        let graph = self.get(self.known(region)?);
        (graph.temperature() < Dyadic::ZERO).then(|| graph.mean())
    }

    /// The number that the rules know it to be.
    pub(crate) fn number_of(&mut self, region: Region) -> Option<Dyadic> {
        self.number(region.node()).map(|x| if region.is_negative() { -x } else { x })
    }

    /// Removes the region that is a number, and returns the number; 0 if there is none.
    pub(crate) fn take_number(&mut self, regions: &mut Regions) -> Dyadic {
        let found = regions.iter().enumerate().find_map(|(i, &region)| Some((i, self.number_of(region)?)));
        found.map_or(Dyadic::ZERO, |(i, number)| {
            regions.remove(i);
            number
        })
    }

    /// The thermograph of a number.
    pub(crate) fn of_number(&self, x: Dyadic) -> Result<ThermographId, Error> {
        self.values.thermographs().of_number(x)
    }

    fn number(&mut self, node: usize) -> Option<Dyadic> {
        let Node { component, number, .. } = &mut self.nodes[node];
        *number.get_or_insert_with(|| {
            if self.habits.patient { component.number() } else { component.quick_number() }
        })
    }

    /// Can play in the region lead to at most so many others before it comes to numbers, or to duels that are worked out?
    /// What is known already makes no difference.
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
                let options = self.options(Region((node as u32) << 1), player);
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

    /// The exact thermograph, from as many positions as the room allows; duels of queens do not count.
    pub(crate) fn graph(
        &mut self,
        region: Region,
        room: &mut u32,
        budget: &Budget,
    ) -> Result<ThermographId, Error> {
        let id = self.node_graph(region.node(), room, budget)?;
        Ok(self.signed(id, region))
    }

    fn node_graph(&mut self, node: usize, room: &mut u32, budget: &Budget) -> Result<ThermographId, Error> {
        if let Some(id) = self.nodes[node].graph {
            return Ok(id);
        }
        if let Some(id) = self.nodes[node].component.known(self.values.thermographs()) {
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
                    let region = Region((node as u32) << 1);
                    let alone = Player::BOTH.into_iter().any(|player| self.count(region, player) == 0);
                    // Free moves of one player may be too many to count them now.
                    let few = alone && !self.habits.patient && self.nodes[node].component.duel().is_none();
                    let allowed = if few { (*room).min(ALONE) } else { *room };
                    let mut left = allowed;
                    let made = deep(|| {
                        let mut sides = [Vec::new(), Vec::new()];
                        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                            for option in self.options(Region((node as u32) << 1), player) {
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

    /// The thermograph from a table of duels, if the region is one.
    fn duel(&mut self, node: usize, budget: &Budget) -> Result<Option<ThermographId>, Error> {
        let Some(duel) = self.nodes[node].component.duel() else { return Ok(None) };
        if duel.cells.count_ones() > self.habits.duel_cells {
            return Err(Error::OutOfRoom);
        }
        let Some(size) = board_for(&duel) else { return Ok(None) };
        let (width, height) = DUEL_BOARDS[size];
        if self.duels[size].is_none() {
            self.duels[size] = DuelTable::new(width, height);
        }
        let Some(table) = &mut self.duels[size] else { return Ok(None) };
        let graphs = self.values.thermographs();
        if table.get(&duel).is_none() {
            table.work_out(graphs, &duel, budget)?;
        }
        Ok(table.get(&duel).map(|walls| graphs.of_walls(walls)))
    }

    /// Takes the thermograph from a table, if it is there.
    fn look_up(&mut self, node: usize) {
        let Node { component, graph: graph @ None, looked_up, .. } = &mut self.nodes[node] else { return };
        // Only a table that has grown knows more.
        let size = match looked_up {
            Some((size, _)) => *size,
            None => component.duel().and_then(|duel| board_for(&duel)),
        };
        if looked_up.is_none() {
            *graph = component.known(self.values.thermographs());
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
                // Thermographs do not add up, canonical forms do.
                let mut sum = self.values.number(total)?;
                for &region in &hot {
                    let value = self.value(region, room, budget)?;
                    sum = self.values.sum(sum, value)?;
                }
                self.values.thermograph_id(sum)
            }
        }
    }

    /// The canonical form.
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
            for option in self.options(Region((node as u32) << 1), player) {
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

    /// The thermograph if it is known, otherwise the best guess so far; the estimate, if there is none.
    pub(crate) fn best_guess(&mut self, region: Region) -> Result<ThermographId, Error> {
        self.look_up(region.node());
        let Node { graph, guess, estimate, .. } = &self.nodes[region.node()];
        match graph.or(guess.map(|(_, id)| id)) {
            Some(id) => Ok(self.signed(id, region)),
            None => {
                let id = self.values.thermographs().of_number(eighths(*estimate)?)?;
                Ok(self.signed(id, region))
            }
        }
    }

    /// A guess of the thermograph from a game tree of this depth.
    pub(crate) fn guess(
        &mut self,
        region: Region,
        depth: u32,
        budget: &Budget,
    ) -> Result<ThermographId, Error> {
        let node = region.node();
        self.look_up(node);
        let Node { graph, guess, .. } = &self.nodes[node];
        let known = graph.or(guess.filter(|(known, _)| *known >= depth).map(|(_, id)| id));
        if let Some(id) = known {
            return Ok(self.signed(id, region));
        }
        if depth == 0 {
            return self.best_guess(region);
        }
        budget.check_now()?;
        if let Some(x) = self.number(node) {
            let id = self.values.thermographs().of_number(x)?;
            self.nodes[node].graph = Some(id);
            return Ok(self.signed(id, region));
        }
        let id = match depth {
            1 => {
                let wall = |x| eighths(x).map(Wall::vertical);
                let left = self.swing(node, Player::Left).map(wall).transpose()?;
                let right = self.swing(node, Player::Right).map(wall).transpose()?;
                self.values.thermographs().intern(&Thermograph::of_reach(left.as_ref(), right.as_ref())?)
            }
            _ => {
                let mut sides = [Vec::new(), Vec::new()];
                for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                    for option in self.best_options(Region((node as u32) << 1), player, budget)? {
                        side.push(self.guess_sum(&option, depth - 1, budget)?);
                    }
                }
                let [left, right] = sides;
                self.values.thermographs().of_options(left, right)?
            }
        };
        self.nodes[node].guess = Some((depth, id));
        Ok(self.signed(id, region))
    }

    fn swing(&mut self, node: usize, player: Player) -> Option<i32> {
        let Node { component, swing, .. } = &mut self.nodes[node];
        *swing[player as usize].get_or_insert_with(|| component.best_judged(player, self.habits.judge))
    }

    /// A few options that are still good when the opponent answers, by the estimates.
    pub(crate) fn best_options(
        &mut self,
        region: Region,
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<Regions>, Error> {
        let mut options = Vec::new();
        let glances = (GLANCES / self.count(region, player).max(1)).clamp(WIDTH, 3 * WIDTH);
        for option in self.promising(region, player, glances) {
            budget.check_now()?;
            options.push((Reverse(self.answered(&option, player)), option));
        }
        options.sort_by_key(|(answered, _)| *answered);
        options.truncate(WIDTH);
        Ok(options.into_iter().map(|(_, option)| option).collect())
    }

    /// What a player has after the best answer to a move that left these regions.
    fn answered(&mut self, regions: &[Region], player: Player) -> i64 {
        let mut answer: Option<i64> = None;
        for &region in regions {
            // Seen from the form that is stored, another player answers there.
            let answerer = region.owner(player.opponent());
            if let Some(estimate) = self.swing(region.node(), answerer) {
                let estimate = i64::from(estimate);
                let after = if region.is_negative() { -estimate } else { estimate };
                let change = player.sees(after - self.estimate(region));
                answer = Some(answer.map_or(change, |best| best.min(change)));
            }
        }
        player.sees(self.estimate_all(regions)) + answer.unwrap_or(0)
    }

    /// A guess for a sum: means add up, and the hottest part is as urgent as the sum.
    pub(crate) fn guess_sum(
        &mut self,
        regions: &[Region],
        depth: u32,
        budget: &Budget,
    ) -> Result<ThermographId, Error> {
        let graphs = regions
            .iter()
            .map(|&region| self.guess(region, depth, budget))
            .collect::<Result<SmallVec<[_; 4]>, _>>()?;
        self.join(&graphs)
    }

    /// The best guess so far for a sum.
    pub(crate) fn best_guess_sum(&mut self, regions: &[Region]) -> Result<ThermographId, Error> {
        let graphs =
            regions.iter().map(|&region| self.best_guess(region)).collect::<Result<SmallVec<[_; 4]>, _>>()?;
        self.join(&graphs)
    }

    fn join(&self, graphs: &[ThermographId]) -> Result<ThermographId, Error> {
        let store = self.values.thermographs();
        if let [id] = graphs {
            return Ok(*id);
        }
        let (mut hottest, mut rest): (Option<ThermographId>, Dyadic) = (None, Dyadic::ZERO);
        for &id in graphs {
            let graph = store.get(id);
            match hottest {
                Some(other) if store.get(other).temperature() >= graph.temperature() => {
                    rest = rest.plus(graph.mean())?;
                }
                _ => {
                    if let Some(other) = hottest.replace(id) {
                        rest = rest.plus(store.get(other).mean())?;
                    }
                }
            }
        }
        match hottest {
            Some(id) if rest == Dyadic::ZERO => Ok(id),
            Some(id) => Ok(store.intern(&store.get(id).shifted(rest)?)),
            None => store.of_number(Dyadic::ZERO),
        }
    }
}

fn eighths(x: i32) -> Result<Dyadic, Error> {
    Dyadic::new(x.into(), 3)
}

fn negated(regions: &Regions, negative: bool) -> Regions {
    let mut regions: Regions = regions.iter().map(|region| region.times(negative)).collect();
    regions.sort_unstable();
    regions
}

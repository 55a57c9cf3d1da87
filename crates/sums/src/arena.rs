//! What is known about the positions that a search through sums has met? Each region is stored once, in
//! normal form, with its options and bounds and, where that was cheap, its value or its thermograph.

use crate::component::{Evaluated, Judge};
use crate::{Component, Signed};
use positions::{Growth, Knowledge};
use rules::Prospects;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use values::{Dyadic, Error, Player, ThermographId, ValueId, Values, deep};

/// A region or its negative: the number of a node and a bit for the sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Item(pub(crate) u32);

impl Item {
    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) fn negated(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// An option, as its regions.
pub(crate) type Parts = SmallVec<[Item; 2]>;

/// The maximum height of a sum that is computed as a value, unless the value is needed at any cost. A higher
/// sum may have a huge canonical form.
const MAX_HEIGHT: u32 = 10;

/// The number of positions that a growing source works out in the time of searching one sum.
const GROWTH: u64 = 256;

struct Node {
    component: Component,
    bounds: [Option<Dyadic>; 2],
    prospects: Option<[Prospects; 2]>,
    evaluation: i32,
    options: [Option<Box<[Parts]>>; 2],
    value: Option<ValueId>,
    graph: Option<ThermographId>,
    /// Were sources asked for the thermograph?
    looked_up: bool,
    /// The number of positions that was not enough to find the value.
    tried: u32,
    /// The number of times that the value was asked for.
    asked: u32,
}

/// All regions that were met.
pub(crate) struct Arena {
    nodes: Vec<Node>,
    links: FxHashMap<Component, u32>,
    bytes: usize,
    limit: usize,
    knowledge: Knowledge,
}

impl Arena {
    /// For positions that may take this many bytes.
    pub(crate) fn new(limit: usize, knowledge: Knowledge) -> Self {
        Self { nodes: Vec::new(), links: FxHashMap::default(), bytes: 0, limit, knowledge }
    }

    /// An error means that there is no room for more positions.
    pub(crate) fn check_room(&self) -> Result<(), Error> {
        if self.bytes + self.knowledge.bytes() > self.limit { Err(Error::OutOfRoom) } else { Ok(()) }
    }

    /// The item of a region. `None` means that it was not met before.
    pub(crate) fn find(&self, signed: &Signed) -> Option<Item> {
        let node = self.links.get(&signed.component)?;
        Some(Item(node << 1 | u32::from(signed.negative)))
    }

    /// The item of a region, which is added if it is new.
    pub(crate) fn item(&mut self, signed: Signed) -> Item {
        let Signed { component, negative } = signed;
        let node = match self.links.get(&component) {
            Some(&node) => node,
            None => {
                let node = self.nodes.len() as u32;
                self.bytes += 2 * size_of::<Node>() + 2 * size_of::<(Component, u32)>() + component.bytes();
                let (low, high) = component.bounds().unzip();
                self.nodes.push(Node {
                    component: component.clone(),
                    bounds: [low, high],
                    prospects: component.prospects(),
                    evaluation: component.judged(Judge::Evaluation),
                    options: [None, None],
                    value: None,
                    graph: None,
                    looked_up: false,
                    tried: 0,
                    asked: 0,
                });
                self.links.insert(component, node);
                node
            }
        };
        Item(node << 1 | u32::from(negative))
    }

    /// The regions of a position.
    pub(crate) fn parts(&mut self, component: &Component) -> Parts {
        component.regions().into_iter().map(|region| self.item(region)).collect()
    }

    /// The options of a player.
    pub(crate) fn options(&mut self, item: Item, player: Player) -> Vec<Parts> {
        let owner = if item.is_negative() { player.opponent() } else { player };
        self.expand(item.node(), owner);
        let options = self.nodes[item.node()].options[owner as usize].iter().flatten();
        let signed = |parts: &Parts| match item.is_negative() {
            true => parts.iter().map(|part| part.negated()).collect(),
            false => parts.clone(),
        };
        options.map(signed).collect()
    }

    /// The options of Left whose outcome beside the rest of the sum is not decided by the bounds, with their
    /// static evaluations. `rest` bounds the guaranteed moves of both players there. `None` means that an
    /// option wins.
    pub(crate) fn undecided(&self, item: Item, rest: [Prospects; 2]) -> Option<Vec<Evaluated>> {
        let negative = item.is_negative();
        let (owner, rest) = match negative {
            true => (Player::Right, [rest[1], rest[0]]),
            false => (Player::Left, rest),
        };
        let mut options = self.nodes[item.node()].component.undecided(owner, &rest)?;
        for (evaluation, regions) in options.iter_mut().filter(|_| negative) {
            *evaluation = -*evaluation;
            regions.iter_mut().for_each(|region| region.negative ^= true);
        }
        Some(options)
    }

    fn expand(&mut self, node: usize, player: Player) {
        if self.nodes[node].options[player as usize].is_some() {
            return;
        }
        let mut options: Vec<Parts> = Vec::new();
        for option in self.nodes[node].component.clone().options(player) {
            let mut parts: Parts = option.into_iter().map(|region| self.item(region)).collect();
            parts.sort_unstable();
            options.push(parts);
        }
        options.sort_unstable();
        options.dedup();
        self.bytes += options.len() * size_of::<Parts>();
        self.nodes[node].options[player as usize] = Some(options.into_boxed_slice());
    }

    /// Numbers that bound the value from below and from above.
    pub(crate) fn bounds(&self, item: Item) -> [Option<Dyadic>; 2] {
        let [low, high] = self.nodes[item.node()].bounds;
        if item.is_negative() { [high.map(|x| -x), low.map(|x| -x)] } else { [low, high] }
    }

    /// Static bounds on the number of moves that Left and Right are guaranteed.
    pub(crate) fn prospects(&self, item: Item) -> Option<[Prospects; 2]> {
        let [left, right] = self.nodes[item.node()].prospects?;
        Some(if item.is_negative() { [right, left] } else { [left, right] })
    }

    /// Static evaluation of the mean, in eighths of a move.
    pub(crate) fn evaluation(&self, item: Item) -> i32 {
        let evaluation = self.nodes[item.node()].evaluation;
        if item.is_negative() { -evaluation } else { evaluation }
    }

    /// The value, if it is known.
    pub(crate) fn known_value(&self, values: &Values, item: Item) -> Result<Option<ValueId>, Error> {
        match self.nodes[item.node()].value {
            Some(value) if item.is_negative() => values.negative(value).map(Some),
            value => Ok(value),
        }
    }

    /// The value. The work on it is limited to as many positions as the value was asked for before: a value
    /// helps most where it is needed again and again, and finding it must not take longer than the search.
    /// `None` means that this was not enough.
    pub(crate) fn value(&mut self, values: &Values, item: Item) -> Result<Option<ValueId>, Error> {
        let node = &mut self.nodes[item.node()];
        if node.value.is_none() {
            let mut budget = node.asked;
            node.asked += 1;
            // Another try needs at least twice as many positions as the last one. Where the search leaves out
            // most options, they are not added for a try that must fail: a long play has many positions.
            let long = node.prospects.and(node.component.longest_play()).unwrap_or(0);
            if budget >= long.max(node.tried.saturating_mul(2)) {
                self.value_within(values, item.node(), &mut budget)?;
            }
        }
        self.known_value(values, item)
    }

    /// The thermograph from a source. `None` means that no source has it. Sources grow as long as all their
    /// work is less than that of searching `sums` sums.
    pub(crate) fn graph(
        &mut self,
        values: &Values,
        item: Item,
        sums: u64,
    ) -> Result<Option<ThermographId>, Error> {
        let node = &mut self.nodes[item.node()];
        let graphs = values.thermographs();
        if !std::mem::replace(&mut node.looked_up, true) {
            node.graph = node.component.known(&self.knowledge, graphs);
        }
        if node.graph.is_none() {
            let bytes = self.limit.saturating_sub(self.bytes) / 2;
            let growth = Growth { positions: sums * GROWTH, bytes, budget: values.budget() };
            node.graph = node.component.work_out(&mut self.knowledge, graphs, &growth)?;
        }
        Ok(match node.graph {
            Some(graph) if item.is_negative() => Some(graphs.negative(graph)),
            graph => graph,
        })
    }

    /// The thermograph, if it is known.
    pub(crate) fn known_graph(&self, values: &Values, item: Item) -> Option<ThermographId> {
        let graph = self.nodes[item.node()].graph?;
        Some(if item.is_negative() { values.thermographs().negative(graph) } else { graph })
    }

    /// The value, however many positions it takes.
    pub(crate) fn value_at_any_cost(&mut self, values: &Values, item: Item) -> Result<ValueId, Error> {
        self.value_within(values, item.node(), &mut { u32::MAX })?;
        self.known_value(values, item)?.ok_or(Error::OutOfRoom)
    }

    /// The value of a node from at most `budget` positions. `None` means that these were not enough.
    fn value_within(
        &mut self,
        values: &Values,
        node: usize,
        budget: &mut u32,
    ) -> Result<Option<ValueId>, Error> {
        let Node { value, tried, .. } = &self.nodes[node];
        if value.is_some() {
            return Ok(*value);
        }
        if *tried >= *budget {
            return Ok(None);
        }
        let before = *budget;
        *budget -= 1;
        values.check()?;
        self.check_room()?;
        let component = &self.nodes[node].component;
        let value = match component.known_value(&self.knowledge, values) {
            Some(value) => Some(value),
            None => match component.number() {
                Some(x) => Some(values.number(x)?),
                None => match deep(|| self.sides(values, node, budget))? {
                    Some([left, right]) => Some(values.from_options(&left, &right)?),
                    None => None,
                },
            },
        };
        match value {
            Some(_) => self.nodes[node].value = value,
            None => self.nodes[node].tried = before,
        }
        Ok(value)
    }

    /// The values of all options. `None` means that the budget was not enough, or that a sum is too high.
    fn sides(
        &mut self,
        values: &Values,
        node: usize,
        budget: &mut u32,
    ) -> Result<Option<[Vec<ValueId>; 2]>, Error> {
        let at_any_cost = *budget > u32::MAX / 2;
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
            for option in self.options(Item((node as u32) << 1), player) {
                let mut sum = ValueId::ZERO;
                for part in option {
                    let Some(mut value) = self.value_within(values, part.node(), budget)? else {
                        return Ok(None);
                    };
                    if part.is_negative() {
                        value = values.negative(value)?;
                    }
                    let simple = [sum, value].iter().any(|&g| values.to_closed(g).is_some());
                    if !simple && !at_any_cost && values.height(sum) + values.height(value) > MAX_HEIGHT {
                        return Ok(None);
                    }
                    sum = values.sum(sum, value)?;
                }
                side.push(sum);
            }
        }
        Ok(Some(sides))
    }
}

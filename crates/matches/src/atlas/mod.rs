//! What does a player know about regions? Each region is stored once, in normal form, with its options, its
//! exact thermograph where that was computed, and a guess of it elsewhere. All of that is kept from move to
//! move.

mod exact;
mod guess;
mod region;

pub(crate) use region::{Region, Regions};

use hashbrown::HashTable;
use positions::Knowledge;
use region::negated;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::hash::BuildHasher;
use sums::Judge;
use sums::{Component, Signed};
use values::{Dyadic, Error, Limits, Player, Thermograph, ThermographId, ValueId, Values};

/// The maximum number of stored options, of about 25 bytes each. When it is reached, all regions are
/// forgotten.
const MAX_OPTIONS: usize = 6_000_000;
/// The maximum number of regions. Memory for all is allocated at the start, since growing takes longer than a
/// move may take.
const MAX_REGIONS: usize = 900_000;
/// The least number of forgotten regions that are dropped before a move.
const FORGOTTEN_AT_ONCE: usize = 15_000;
/// The maximum number of canonical forms for sums of regions.
const MAX_VALUES: u32 = 400_000;

struct Node {
    component: Component,
    evaluation: i32,
    /// Is it a number as such, a tree that is a number?
    settled: bool,
    options: [Option<Box<[Regions]>>; 2],
    /// The number that the rules know the region to be. The outer `None` means that they were not asked yet,
    /// the inner `None` that they know none.
    number: Option<Option<Dyadic>>,
    value: Option<ValueId>,
    graph: Option<ThermographId>,
    /// The deepest guess so far, with its depth.
    guess: Option<(u32, ThermographId)>,
    /// The best evaluations of the options of Left and of Right. The outer `None` means that they were not
    /// computed yet, the inner `None` that there is no option.
    swing: [Option<Option<i32>>; 2],
    /// The number of positions that sources had worked out when they were last asked in vain. `None` means
    /// that they were not asked yet.
    asked_at: Option<u64>,
}

/// How a player looks at regions.
#[derive(Default)]
pub(crate) struct Habits {
    /// The maximum cost of a region that a source works out.
    pub(crate) most_work: u64,
    /// Are free moves counted exactly, however long that takes?
    pub(crate) patient: bool,
    /// The static evaluation that is used.
    pub(crate) judge: Judge,
    /// What is known beforehand.
    pub(crate) knowledge: Knowledge,
}

impl Habits {
    /// The same habits, with sources that have not grown yet.
    fn afresh(&self) -> Self {
        Self { knowledge: self.knowledge.afresh(), ..*self }
    }
}

/// All regions that a player has met.
pub(crate) struct Atlas {
    values: Values,
    nodes: Vec<Node>,
    links: HashTable<u32>,
    /// Forgotten regions that are not dropped yet. Dropping all at once takes longer than a move may take.
    forgotten: Vec<Node>,
    habits: Habits,
    stored: usize,
}

impl Atlas {
    /// An atlas without regions.
    pub(crate) fn new(habits: Habits) -> Self {
        Self {
            values: Self::store(),
            nodes: Vec::with_capacity(MAX_REGIONS),
            links: HashTable::with_capacity(MAX_REGIONS),
            forgotten: Vec::new(),
            habits,
            stored: 0,
        }
    }

    fn store() -> Values {
        Values::with_limits(Limits { values: MAX_VALUES, cache_bits: 20, ..Limits::default() })
    }

    /// Forgets all regions if there are too many, and also what sources worked out if there are too many values.
    /// `true` means that it did so; then no earlier [`Region`] is valid.
    pub(crate) fn tidy(&mut self) -> bool {
        // Dropping all at once takes longer than the grace of a move.
        let now = FORGOTTEN_AT_ONCE.max(self.forgotten.len() / 32);
        self.forgotten.truncate(self.forgotten.len().saturating_sub(now));
        if self.values.len() > MAX_VALUES as usize / 2 {
            let mut old = std::mem::replace(self, Self::new(self.habits.afresh()));
            self.forgotten = std::mem::take(&mut old.forgotten);
            self.forgotten.append(&mut old.nodes);
            return true;
        }
        let full = self.stored > MAX_OPTIONS || self.nodes.len() > MAX_REGIONS * 4 / 5;
        if full {
            let mut old = std::mem::replace(&mut self.nodes, Vec::with_capacity(MAX_REGIONS));
            self.forgotten.append(&mut old);
            self.links.clear();
            self.stored = 0;
        }
        full
    }

    /// Forgets everything, so that games do not depend on earlier ones. Even exact tables would have an
    /// effect: guesses use them, and regions, whose numbers break ties between moves, would be forgotten at
    /// another moment.
    pub(crate) fn forget(&mut self) {
        self.values = Self::store();
        self.habits.knowledge = self.habits.knowledge.afresh();
        self.nodes.clear();
        self.links.clear();
        self.forgotten.clear();
        self.stored = 0;
    }

    /// The region of a component, which is added if it is new.
    pub(crate) fn region(&mut self, signed: Signed) -> Region {
        let Signed { component, negative } = signed;
        let hash = FxBuildHasher.hash_one(&component);
        let node = match self.links.find(hash, |&node| self.nodes[node as usize].component == component) {
            Some(&node) => node,
            None => {
                let node = self.nodes.len() as u32;
                self.nodes.push(Node {
                    evaluation: component.judged(self.habits.judge),
                    settled: component.is_written_number(),
                    component,
                    options: [None, None],
                    number: None,
                    value: None,
                    graph: None,
                    guess: None,
                    swing: [None, None],
                    asked_at: None,
                });
                let nodes = &self.nodes;
                let rehash = |&node: &u32| FxBuildHasher.hash_one(&nodes[node as usize].component);
                self.links.insert_unique(hash, node, rehash);
                node
            }
        };
        Region::of(node as usize).times(negative)
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

    /// The stored form of a region: the region or its negative.
    pub(crate) fn form(&self, region: Region) -> &Component {
        &self.nodes[region.node()].component
    }

    /// Static evaluation of the mean, in eighths of a move.
    pub(crate) fn evaluation(&self, region: Region) -> i64 {
        let evaluation = i64::from(self.nodes[region.node()].evaluation);
        if region.is_negative() { -evaluation } else { evaluation }
    }

    /// Static evaluation of the mean of a sum, in eighths of a move.
    pub(crate) fn evaluation_of_sum(&self, regions: &[Region]) -> i64 {
        regions.iter().map(|&region| self.evaluation(region)).sum()
    }

    /// Is it a settled score or a number as such? Moves there are never searched.
    pub(crate) fn is_settled(&self, region: Region) -> bool {
        self.nodes[region.node()].settled
    }

    /// The different options of a player, in the order of their evaluations, the best first.
    pub(crate) fn options(&mut self, region: Region, player: Player) -> Vec<Regions> {
        self.first_options(region, player, usize::MAX)
    }

    /// The first `most` of them.
    fn first_options(&mut self, region: Region, player: Player, most: usize) -> Vec<Regions> {
        let negative = region.is_negative();
        self.listed(region, player).iter().take(most).map(|option| negated(option, negative)).collect()
    }

    /// The number of different options of a player.
    pub(crate) fn count(&mut self, region: Region, player: Player) -> usize {
        self.listed(region, player).len()
    }

    /// The option with this number in the order of [`Self::options`]. `None` means that there are fewer.
    pub(crate) fn option(&mut self, region: Region, player: Player, index: usize) -> Option<Regions> {
        let negative = region.is_negative();
        self.listed(region, player).get(index).map(|option| negated(option, negative))
    }

    /// The options of the stored form.
    fn listed(&mut self, region: Region, player: Player) -> &[Regions] {
        let owner = region.owner(player);
        self.expand(region.node(), owner);
        self.nodes[region.node()].options[owner as usize].as_deref().expect("the options were just listed")
    }

    /// Lists the options of a player, if that was not done before.
    fn expand(&mut self, node: usize, player: Player) {
        if self.nodes[node].options[player as usize].is_some() {
            return;
        }
        let listed = self.nodes[node].component.options(player);
        let mut options: Vec<Regions> = listed.into_iter().map(|option| self.intern(option)).collect();
        options.sort_unstable();
        options.dedup();
        options.sort_by_cached_key(|option| Reverse(player.sees(self.evaluation_of_sum(option))));
        self.stored += options.len();
        self.nodes[node].options[player as usize] = Some(options.into_boxed_slice());
    }

    /// The thermograph behind an id.
    pub(crate) fn get(&self, id: ThermographId) -> &Thermograph {
        self.values.thermographs().get(id)
    }

    /// The thermograph of a region, from that of its stored form.
    fn signed(&self, id: ThermographId, region: Region) -> ThermographId {
        if region.is_negative() { self.values.thermographs().negative(id) } else { id }
    }

    /// The thermograph, if it is known.
    pub(crate) fn known(&self, region: Region) -> Option<ThermographId> {
        self.nodes[region.node()].graph.map(|id| self.signed(id, region))
    }

    /// The number that the region is, if its thermograph is known and is that of a number.
    pub(crate) fn known_number(&self, region: Region) -> Option<Dyadic> {
        let graph = self.get(self.known(region)?);
        (graph.temperature() < Dyadic::ZERO).then(|| graph.mean())
    }

    /// The number that the region is, if the rules know it.
    pub(crate) fn number_of(&mut self, region: Region) -> Option<Dyadic> {
        self.number(region.node()).map(|x| if region.is_negative() { -x } else { x })
    }

    /// Removes the first region that is a number, and returns the number. Without such a region it returns 0.
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
}

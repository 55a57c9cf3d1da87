//! What does a player know about regions? Each region is stored once, in normal form, with its options, its
//! exact thermograph where that was computed, and a guess of it elsewhere. All of that is kept from move to
//! move.

mod exact;
mod guess;

use crate::memory::Memory;
use positions::{Knowledge, Options, Store, negated, sorted};
use std::cmp::Reverse;
use sums::{Component, Judge, Signed};
use temperature::Estimates;
use values::{Budget, ByPlayer, Dyadic, Error, Limits, Player, Thermograph, ThermographId, ValueId, Values};

/// A region, or its negative.
pub(crate) type Region = positions::SignedId;

/// The regions of an option, sorted.
pub(crate) type Regions = positions::Parts;

/// The least number of forgotten regions that are dropped before a move. Dropping all at once may take longer
/// than a move.
const FORGOTTEN_AT_ONCE: usize = 15_000;
/// The part of the time of a move in which forgotten regions are dropped, if memory is scarce.
const DROPPING: f64 = 0.25;
/// The bytes that an allocation takes besides its own.
const OVERHEAD: usize = 16;

/// What is known about a region.
#[derive(Default)]
struct Facts {
    evaluation: i32,
    /// Is it a number as such, a tree that is a number?
    settled: bool,
    /// The number that the rules know the region to be. The outer `None` means that they were not asked yet,
    /// the inner `None` that they know none.
    number: Option<Option<Dyadic>>,
    value: Option<ValueId>,
    graph: Option<ThermographId>,
    /// The deepest guess so far, with its depth.
    guess: Option<(u32, ThermographId)>,
    /// The best evaluations of the options of Left and of Right. The outer `None` means that they were not
    /// computed yet, the inner `None` that there is no option.
    swing: ByPlayer<Option<Option<i32>>>,
    /// The number of positions that sources had worked out when they were last asked in vain. `None` means
    /// that they were not asked yet.
    asked_at: Option<u64>,
    /// The estimate of the thermograph, and the round of estimates in which it was asked for. The inner `None`
    /// means that there was none.
    estimate: Option<(u32, Option<ThermographId>)>,
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

/// Regions with what is known about them.
type Entries = Store<Component, Facts, Options<Regions>>;

/// All regions that a player has met.
pub(crate) struct Atlas {
    values: Values,
    store: Entries,
    habits: Habits,
    pub(crate) memory: Memory,
    /// Searches that estimate thermographs. `None` means that only guesses do.
    estimates: Option<Estimates>,
    /// The number of times that estimates were improved.
    round: u32,
}

impl Atlas {
    /// An atlas without regions.
    pub(crate) fn new(habits: Habits, memory: Memory) -> Self {
        let (values, store) = (no_values(memory), Store::default());
        Self { values, store, habits, memory, estimates: None, round: 0 }
    }

    /// The same with searches that estimate thermographs.
    pub(crate) fn with_estimates(self) -> Self {
        let estimates = Some(Estimates::new(self.habits.knowledge.afresh(), self.memory.search));
        Self { estimates, ..self }
    }

    /// Forgets all regions if there are too many, and also what sources worked out if there are too many
    /// values or thermographs. `true` means that it did so; then no earlier [`Region`] is valid.
    pub(crate) fn tidy(&mut self, deadline: &Budget) -> bool {
        self.store.drop_forgotten(FORGOTTEN_AT_ONCE);
        let many_values = self.values.len() > self.memory.values as usize / 2
            || self.values.thermographs().bytes() > self.memory.graphs / 2;
        if many_values {
            (self.values, self.habits) = (no_values(self.memory), self.habits.afresh());
        }
        let full = many_values || self.store.bytes() > self.memory.regions;
        if full {
            self.store.forget();
        }
        if self.memory.is_scarce() {
            let time = deadline.part(DROPPING);
            while self.store.forgotten_bytes() > 0 && !time.is_spent() {
                self.store.drop_forgotten(FORGOTTEN_AT_ONCE);
            }
        }
        full
    }

    /// About the bytes of all regions, values, thermographs and estimates.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes_without_estimates() + self.estimates.as_ref().map_or(0, Estimates::bytes)
    }

    fn bytes_without_estimates(&self) -> usize {
        let values = self.values.load() * Limits::BYTES_PER_VALUE + self.values.thermographs().bytes();
        self.store.bytes() + self.store.forgotten_bytes() + values + self.habits.knowledge.bytes()
    }

    /// An error means that there is no room for more regions or thermographs before the next move.
    pub(crate) fn check_room(&self) -> Result<(), Error> {
        self.check_room_beside(0)
    }

    /// The same beside other bytes that belong to regions.
    pub(crate) fn check_room_beside(&self, others: usize) -> Result<(), Error> {
        let Memory { full, graphs, .. } = self.memory;
        let is_full = self.memory.is_scarce()
            && (self.bytes_without_estimates() + others > full
                || self.values.thermographs().bytes() > graphs);
        if is_full { Err(Error::OutOfRoom) } else { Ok(()) }
    }

    /// Forgets everything, so that games do not depend on earlier ones. Even exact tables would have an
    /// effect: guesses use them, and regions, whose numbers break ties between moves, would be forgotten at
    /// another moment.
    pub(crate) fn forget(&mut self) {
        let forgotten = Self::new(self.habits.afresh(), self.memory);
        *self = if self.estimates.is_some() { forgotten.with_estimates() } else { forgotten };
    }

    /// The region of a component, which is added if it is new.
    pub(crate) fn region(&self, Signed { component, negative }: Signed) -> Region {
        let facts = |component: &Component| {
            self.store.count(component.bytes());
            // Lists of entries are allocated for the double number. The component has reference counts.
            self.count_overhead(Entries::BYTES + 2 * OVERHEAD);
            let evaluation = component.judged(self.habits.judge);
            Facts { evaluation, settled: component.is_written_number(), ..Facts::default() }
        };
        Region::new(self.store.intern(component, facts), negative)
    }

    /// Counts memory that matters only where it is scarce. Elsewhere it would change when regions are forgotten,
    /// and so games that were recorded earlier.
    fn count_overhead(&self, bytes: usize) {
        if self.memory.is_scarce() {
            self.store.count(bytes);
        }
    }

    /// The regions of a position.
    pub(crate) fn regions(&self, component: &Component) -> Regions {
        self.intern(component.regions())
    }

    fn intern(&self, regions: Vec<Signed>) -> Regions {
        sorted(regions.into_iter().map(|region| self.region(region)))
    }

    /// The stored form of a region: the region or its negative.
    pub(crate) fn form(&self, region: Region) -> &Component {
        self.store.position(region.node())
    }

    /// Static evaluation of the mean, in eighths of a move.
    pub(crate) fn evaluation(&self, region: Region) -> i64 {
        region.sees(self.store.data(region.node()).evaluation.into())
    }

    /// Static evaluation of the mean of a sum, in eighths of a move.
    pub(crate) fn evaluation_of_sum(&self, regions: &[Region]) -> i64 {
        regions.iter().map(|&region| self.evaluation(region)).sum()
    }

    /// Is it a settled score or a number as such? Moves there are never searched.
    pub(crate) fn is_settled(&self, region: Region) -> bool {
        self.store.data(region.node()).settled
    }

    /// The different options of a player, in the order of their evaluations, the best first.
    pub(crate) fn options(&self, region: Region, player: Player) -> Vec<Regions> {
        self.first_options(region, player, usize::MAX)
    }

    /// The first `most` of them.
    fn first_options(&self, region: Region, player: Player, most: usize) -> Vec<Regions> {
        let first = self.listed(region, player).iter().take(most);
        first.map(|option| negated(option, region.is_negative())).collect()
    }

    /// The number of different options of a player.
    pub(crate) fn count(&self, region: Region, player: Player) -> usize {
        self.listed(region, player).len()
    }

    /// The option with this number in the order of [`Self::options`]. `None` means that there are fewer.
    pub(crate) fn option(&self, region: Region, player: Player, index: usize) -> Option<Regions> {
        self.listed(region, player).get(index).map(|option| negated(option, region.is_negative()))
    }

    /// The options of the stored form.
    fn listed(&self, region: Region, player: Player) -> &[Regions] {
        let (node, player) = (region.node(), region.owner(player));
        self.store.listed(node, player).unwrap_or_else(|| {
            let listed = self.form(region).options(player).into_iter();
            let mut options: Vec<Regions> = listed.map(|option| self.intern(option)).collect();
            options.sort_unstable();
            options.dedup();
            options.sort_by_cached_key(|option| Reverse(player.sees(self.evaluation_of_sum(option))));
            let long = options.iter().filter(|option| option.spilled());
            self.count_overhead(
                OVERHEAD + long.map(|option| size_of_val(&option[..]) + OVERHEAD).sum::<usize>(),
            );
            self.store.list(node, player, options)
        })
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
        self.store.data(region.node()).graph.map(|id| self.signed(id, region))
    }

    /// The number that the region is, if its thermograph is known and is that of a number.
    pub(crate) fn known_number(&self, region: Region) -> Option<Dyadic> {
        let graph = self.get(self.known(region)?);
        (graph.temperature() < Dyadic::ZERO).then(|| graph.mean())
    }

    /// The number that the region is, if the rules know it.
    pub(crate) fn number_of(&mut self, region: Region) -> Option<Dyadic> {
        self.number(region.node()).map(|x| region.sees(x))
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
        let (component, facts) = self.store.entry(node);
        *facts.number.get_or_insert_with(|| {
            if self.habits.patient { component.number() } else { component.quick_number() }
        })
    }
}

fn no_values(memory: Memory) -> Values {
    Values::with_limits(Limits { values: memory.values, cache_bits: memory.cache_bits, ..Limits::default() })
}

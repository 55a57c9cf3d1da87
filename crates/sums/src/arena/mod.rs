//! What is known about the positions that a search through sums has met? Each region is stored once, in
//! normal form, with its options and bounds and, where that was cheap, its value or its thermograph. Threads
//! share an arena.

mod notes;
mod options;
mod small;

use crate::component::{Evaluated, Judge};
use crate::{Component, Signed};
pub(crate) use notes::Noted;
pub(crate) use options::Listed;
use positions::{Growth, Knowledge, Options, Parts, SignedId, Store};
use rules::Prospects;
use small::{Kind, Nim};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};
use values::{ByPlayer, Dyadic, Error, Player, ThermographId, ValueId, Values, deep};

/// The maximum height of a sum that is computed as a value, unless the value is needed at any cost. A higher
/// sum may have a huge canonical form.
const MAX_HEIGHT: u32 = 10;

/// The number of positions that a growing source works out in the time of searching one sum.
const GROWTH: u64 = 256;

/// The bytes of the arena for each position that a growing source works out: thermographs need room too.
const GROWN_BYTES: usize = 6;

/// The bytes that an allocation takes besides its own.
const OVERHEAD: usize = 16;

/// What is known about a region.
#[derive(Default)]
pub(crate) struct Facts {
    /// Most games have neither bounds nor prospects.
    bounds: Option<Box<[Option<Dyadic>; 2]>>,
    prospects: Option<Box<ByPlayer<Prospects>>>,
    evaluation: i32,
    value: OnceLock<ValueId>,
    graph: OnceLock<ThermographId>,
    /// Is the region of a kind that a source works out?
    grows: bool,
    /// Were sources asked for the thermograph?
    looked_up: AtomicBool,
    /// Were sources asked for the value?
    asked_sources: AtomicBool,
    /// The number of positions that was not enough to find the value, or that it took.
    tried: AtomicU32,
    /// The number of times that the value was asked for.
    asked: AtomicU32,
    kind: Kind,
    /// The bits of [`Nim`].
    nim: AtomicU64,
    options: Options<u32>,
}

/// The bytes that an entry of a list may take besides its own: a mark, and an entry that is not used yet, as lists
/// are allocated for up to the double number.
const SPARE_ENTRY: usize = size_of::<(Component, Box<Facts>)>() + size_of::<usize>();

/// The bytes of a position and of what is known about it, with the overhead of allocations, without options.
fn bytes(component: &Component, facts: &Facts) -> usize {
    let bounds = facts.bounds.as_ref().map_or(0, |bounds| size_of_val(&**bounds) + OVERHEAD);
    let prospects = facts.prospects.as_ref().map_or(0, |prospects| size_of_val(&**prospects) + OVERHEAD);
    component.bytes() + size_of::<Facts>() + 3 * OVERHEAD + SPARE_ENTRY + bounds + prospects
}

/// All regions that were met.
pub(crate) struct Arena {
    /// Entries are small, because lists of them are allocated for the double number.
    pub(crate) store: Store<Component, Box<Facts>>,
    /// The maximum number of positions that growing sources work out.
    growth: u64,
    sources: Knowledge,
    /// The sources that grow. A thread does not wait while another one uses them.
    growing: Mutex<Knowledge>,
}

impl Arena {
    /// For positions that may take this many bytes.
    pub(crate) fn new(limit: usize, knowledge: &Knowledge) -> Self {
        Self {
            store: Store::new(limit),
            growth: (limit / GROWN_BYTES) as u64,
            sources: knowledge.afresh(),
            growing: Mutex::new(knowledge.afresh()),
        }
    }

    /// Keeps the positions for whose numbers `keep` holds, without their options, and returns the new numbers.
    pub(crate) fn retain(&mut self, keep: &[bool]) -> Vec<Option<usize>> {
        let new = self.store.retain(keep);
        self.store.count(self.bytes_of_sources());
        for number in 0..self.store.len() {
            self.store.data_mut(number).options = Options::default();
            self.store.count(bytes(self.store.position(number), self.store.data(number)));
        }
        new
    }

    /// Forgets all thermographs, and changes values. Sources begin afresh, and may grow to a part of what they
    /// might before.
    pub(crate) fn forget_graphs(&mut self, part: u64, new_value: impl Fn(ValueId) -> Option<ValueId>) {
        self.growth /= part;
        *self.growing.get_mut().unwrap_or_else(PoisonError::into_inner) = self.sources.afresh();
        for number in 0..self.store.len() {
            let facts = &mut **self.store.data_mut(number);
            facts.graph = OnceLock::new();
            facts.looked_up = AtomicBool::new(false);
            facts.value = facts.value.take().and_then(&new_value).map_or_else(OnceLock::new, OnceLock::from);
        }
    }

    /// The bytes that growing sources use.
    pub(crate) fn bytes_of_sources(&self) -> usize {
        self.growing.lock().unwrap_or_else(PoisonError::into_inner).bytes()
    }

    /// The bytes of the position with this number, without its options.
    pub(crate) fn bytes_of(&self, number: usize) -> usize {
        bytes(self.store.position(number), self.store.data(number)) + Store::<Component, Box<Facts>>::BYTES
    }

    /// May sources grow?
    pub(crate) fn may_grow(&self) -> bool {
        self.growth > 0
    }

    fn facts(&self, item: SignedId) -> &Facts {
        self.store.data(item.node())
    }

    /// The component of a stored form.
    pub(crate) fn component(&self, item: SignedId) -> &Component {
        self.store.position(item.node())
    }

    /// The item of a region. `None` means that it was not met before.
    pub(crate) fn find(&self, signed: &Signed) -> Option<SignedId> {
        Some(SignedId::new(self.store.find(&signed.component)?, signed.negative))
    }

    /// The item of a region, which is added if it is new.
    pub(crate) fn item(&self, Signed { component, negative }: Signed) -> SignedId {
        let number = self.store.intern(component, |component| {
            let (low, high) = component.bounds().unzip();
            let bounds = [low, high];
            let kind = Kind::of(component);
            let nimber = if kind == Kind::Impartial { component.written_nimber() } else { None };
            let facts = Facts {
                bounds: (bounds != [None; 2]).then(|| Box::new(bounds)),
                prospects: component.prospects().map(Box::new),
                evaluation: component.judged(Judge::Evaluation),
                grows: self.sources.cost(component.as_any()).is_some(),
                kind,
                nim: AtomicU64::new(nimber.map_or(0, Nim::of_value)),
                ..Facts::default()
            };
            self.store.count(bytes(component, &facts));
            Box::new(facts)
        });
        SignedId::new(number, negative)
    }

    /// All stored forms whose value is known, each with the number of positions that it took.
    pub(crate) fn valued(&self) -> impl Iterator<Item = (u32, SignedId)> {
        let known = |number: &usize| self.store.data(*number).value.get().is_some();
        let work = |number: usize| (self.store.data(number).tried.load(Relaxed), SignedId::of(number));
        (0..self.store.len()).filter(known).map(work)
    }

    /// The value of a stored form, if it is known.
    pub(crate) fn value_of_form(&self, item: SignedId) -> Option<ValueId> {
        self.facts(item).value.get().copied()
    }

    /// The regions of a position.
    pub(crate) fn parts(&self, component: &Component) -> Parts {
        component.regions().into_iter().map(|region| self.item(region)).collect()
    }

    /// The options of a player.
    pub(crate) fn options(&self, item: SignedId, player: Player) -> impl Iterator<Item = Parts> {
        let negative = item.is_negative();
        let signed = move |parts: Parts| parts.into_iter().map(|part| part.times(negative)).collect();
        self.listed(item, item.owner(player)).iter().map(signed)
    }

    /// The options of a player in the stored form.
    pub(crate) fn listed(&self, item: SignedId, player: Player) -> Listed<'_> {
        Listed(self.facts(item).options[player].get_or_init(|| {
            let options = self.component(item).options(player).into_iter();
            let parts = |option: Vec<Signed>| option.into_iter().map(|region| self.item(region)).collect();
            let options = options::flat(options.map(parts).collect());
            self.store.count(size_of_val(&options[..]) + OVERHEAD);
            options.into_boxed_slice()
        }))
    }

    /// The options of a player in the stored form. `None` means that they are not listed yet.
    pub(crate) fn listed_before(&self, item: SignedId, player: Player) -> Option<Listed<'_>> {
        self.facts(item).options[player].get().map(|options| Listed(options))
    }

    /// The options of Left whose outcome beside the rest of the sum is not decided by the bounds, with their
    /// static evaluations. `rest` bounds the guaranteed moves of both players there. `None` means that an
    /// option wins.
    pub(crate) fn undecided(&self, item: SignedId, rest: ByPlayer<Prospects>) -> Option<Vec<Evaluated>> {
        let negative = item.is_negative();
        let rest = if negative { rest.swapped() } else { rest };
        let mut options = self.component(item).undecided(item.owner(Player::Left), &rest)?;
        for (evaluation, regions) in options.iter_mut().filter(|_| negative) {
            *evaluation = -*evaluation;
            regions.iter_mut().for_each(|region| region.negative ^= true);
        }
        Some(options)
    }

    /// Numbers that bound the value from below and from above.
    pub(crate) fn bounds(&self, item: SignedId) -> [Option<Dyadic>; 2] {
        let [low, high] = self.facts(item).bounds.as_deref().copied().unwrap_or_default();
        if item.is_negative() { [high.map(|x| -x), low.map(|x| -x)] } else { [low, high] }
    }

    /// Static bounds on the number of moves that Left and Right are guaranteed.
    pub(crate) fn prospects(&self, item: SignedId) -> Option<ByPlayer<Prospects>> {
        let prospects = *self.facts(item).prospects.as_deref()?;
        Some(if item.is_negative() { prospects.swapped() } else { prospects })
    }

    /// Static evaluation of the mean, in eighths of a move.
    pub(crate) fn evaluation(&self, item: SignedId) -> i32 {
        item.sees(self.facts(item).evaluation)
    }

    /// The value, if it is known.
    pub(crate) fn known_value(&self, values: &Values, item: SignedId) -> Result<Option<ValueId>, Error> {
        match self.facts(item).value.get() {
            Some(value) if item.is_negative() => values.negative(*value).map(Some),
            value => Ok(value.copied()),
        }
    }

    /// The value. The work on it is limited to as many positions as the value was asked for before: a value
    /// helps most where it is needed again and again, and finding it must not take longer than the search.
    /// `None` means that this was not enough.
    pub(crate) fn value(&self, values: &Values, item: SignedId) -> Result<Option<ValueId>, Error> {
        let facts = self.facts(item);
        if facts.value.get().is_none() {
            if !facts.asked_sources.swap(true, Relaxed)
                && let Some(value) = self.sources.value(self.component(item).as_any(), values)
            {
                _ = facts.value.set(value);
                return self.known_value(values, item);
            }
            let mut budget = facts.asked.fetch_add(1, Relaxed);
            // Another try needs at least twice as many positions as the last one. Where the search leaves out
            // most options, they are not added for a try that must fail: a long play has many positions.
            let long = facts.prospects.as_ref().and(self.component(item).longest_play()).unwrap_or(0);
            if budget >= long.max(facts.tried.load(Relaxed).saturating_mul(2)) {
                self.value_within(values, item, &mut budget)?;
            }
        }
        self.known_value(values, item)
    }

    /// The thermograph from a source. `None` means that no source has it. Sources grow as long as all their
    /// work is less than that of searching `sums` sums.
    pub(crate) fn look_up(&self, values: &Values, item: SignedId, sums: u64) -> Result<(), Error> {
        let (facts, component) = (self.facts(item), self.component(item));
        let graphs = values.thermographs();
        if !facts.looked_up.swap(true, Relaxed)
            && let Some(graph) = self.sources.thermograph(component.as_any(), graphs)
        {
            _ = facts.graph.set(graph);
        }
        if facts.grows
            && facts.graph.get().is_none()
            && let Ok(mut growing) = self.growing.try_lock()
        {
            let before = growing.bytes();
            let positions = (sums * GROWTH).min(self.growth);
            let growth = Growth { positions, bytes: self.store.limit() / 4, budget: values.budget() };
            let graph = growing.work_out(component.as_any(), graphs, &growth)?;
            self.store.count(growing.bytes() - before);
            if let Some(graph) = graph {
                _ = facts.graph.set(graph);
            }
        }
        Ok(())
    }

    /// The thermograph, if it is known.
    pub(crate) fn known_graph(&self, values: &Values, item: SignedId) -> Option<ThermographId> {
        let graph = *self.facts(item).graph.get()?;
        Some(if item.is_negative() { values.thermographs().negative(graph) } else { graph })
    }

    /// The value, however many positions it takes.
    pub(crate) fn value_at_any_cost(&self, values: &Values, item: SignedId) -> Result<ValueId, Error> {
        self.value_within(values, item, &mut { u32::MAX })?;
        self.known_value(values, item)?.ok_or(Error::OutOfRoom)
    }

    /// The value of a stored form from at most `budget` positions. `None` means that these were not enough.
    fn value_within(
        &self,
        values: &Values,
        item: SignedId,
        budget: &mut u32,
    ) -> Result<Option<ValueId>, Error> {
        let (facts, component) = (self.facts(item), self.component(item));
        if let Some(value) = facts.value.get() {
            return Ok(Some(*value));
        }
        if facts.tried.load(Relaxed) >= *budget {
            return Ok(None);
        }
        let before = *budget;
        *budget -= 1;
        values.check()?;
        self.store.check_room()?;
        let value = match component.number() {
            Some(x) => Some(values.number(x)?),
            None => match deep(|| self.sides(values, item, budget))? {
                Some(ByPlayer { left, right }) => Some(values.from_options(&left, &right)?),
                None => None,
            },
        };
        match value {
            Some(value) => {
                _ = facts.value.set(value);
                facts.tried.store(before - *budget, Relaxed);
            }
            None => facts.tried.store(before, Relaxed),
        }
        Ok(value)
    }

    /// The values of all options. `None` means that the budget was not enough, or that a sum is too high.
    fn sides(
        &self,
        values: &Values,
        item: SignedId,
        budget: &mut u32,
    ) -> Result<Option<ByPlayer<Vec<ValueId>>>, Error> {
        let at_any_cost = *budget > u32::MAX / 2;
        let mut sides = ByPlayer::<Vec<ValueId>>::default();
        for player in Player::BOTH {
            for option in self.listed(item, player).iter() {
                let mut sum = ValueId::ZERO;
                for part in option {
                    let Some(mut value) = self.value_within(values, part, budget)? else {
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
                sides[player].push(sum);
            }
        }
        Ok(Some(sides))
    }
}

//! Where do strategies get means and temperatures from? From exact thermographs, or from one of the searches,
//! such as `tds+`, or `tds+@1/2` with coupons 1/2 apart.
//!
//! A search gets a share of the time for every region whose reading is not certain yet. Its result at the end
//! of that time counts. Where a method gives no result at all, the guess of the [`Atlas`] is used.

use super::NameError;
use crate::atlas::{Atlas, Habits, Region, Regions};
use crate::memory::Memory;
use positions::{Knowledge, negated};
use rustc_hash::FxHashMap;
use std::fmt;
use std::str::FromStr;
use temperature::mts::Mts;
use temperature::{CouponStack, Enhancements, Leaves, Method, Tds};
use values::{Budget, Dyadic, Error, Player, within_limits};

/// A source of means and temperatures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// Exact thermographs, from all positions that can follow.
    Exact,
    /// The middle of certified bounds.
    Interval,
    /// Certified bounds, and estimates where they do not meet.
    Best,
    /// Temperature discovery search without enhancements, with this gap between coupons. `None` means the
    /// gaps of the search itself.
    Tds(Option<Dyadic>),
    /// The same with all enhancements.
    TdsPlus(Option<Dyadic>),
    /// Mean and temperature search, whose leaves are recognised with this gap.
    Mts(Option<Dyadic>),
}

impl Source {
    /// All sources, without a gap.
    pub const ALL: [Self; 6] =
        [Self::Exact, Self::Interval, Self::Best, Self::Tds(None), Self::TdsPlus(None), Self::Mts(None)];

    /// The name after the colon, without the gap.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Interval => "interval",
            Self::Best => "best",
            Self::Tds(_) => "tds",
            Self::TdsPlus(_) => "tds+",
            Self::Mts(_) => "mts",
        }
    }

    /// The gap between coupons. `None` means that none is given.
    #[must_use]
    pub fn gap(self) -> Option<Dyadic> {
        match self {
            Self::Exact | Self::Interval | Self::Best => None,
            Self::Tds(gap) | Self::TdsPlus(gap) | Self::Mts(gap) => gap,
        }
    }

    /// The same source with this gap. `None` means that the source has no coupons, or that they cannot be so
    /// far apart.
    fn with_gap(self, gap: Dyadic) -> Option<Self> {
        CouponStack::new(Dyadic::MINUS_ONE, gap).ok()?;
        match self {
            Self::Exact | Self::Interval | Self::Best => None,
            Self::Tds(_) => Some(Self::Tds(Some(gap))),
            Self::TdsPlus(_) => Some(Self::TdsPlus(Some(gap))),
            Self::Mts(_) => Some(Self::Mts(Some(gap))),
        }
    }

    /// The names of all sources.
    #[must_use]
    pub fn list() -> String {
        Self::ALL.map(Self::name).join(", ")
    }
}

impl FromStr for Source {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let (name, gap) = text.split_once('@').map_or((text, None), |(name, gap)| (name, Some(gap)));
        let named = Self::ALL.into_iter().find(|source| source.name() == name);
        let source = named.ok_or_else(|| NameError::Source(name.to_owned()))?;
        let Some(gap) = gap else { return Ok(source) };
        gap.parse().ok().and_then(|gap| source.with_gap(gap)).ok_or_else(|| NameError::Gap(text.to_owned()))
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.gap().map_or(Ok(()), |gap| write!(f, "@{gap}"))
    }
}

/// The mean and temperature that a thermometer has read for a region.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) mean: Dyadic,
    pub(super) temperature: Dyadic,
    /// Is the reading final, so that more time would not change it?
    pub(super) certain: bool,
    /// The option that the search recommends. `None` means that it recommends none.
    pub(super) best: Option<Regions>,
}

/// The maximum number of positions that a source works out for a region, which takes the time of a few moves:
/// those of duels of queens on 14 cells.
const WORK: u64 = 750_000;
/// The maximum depth of guesses.
const DEEPEST: u32 = 4;

/// Reads means and temperatures, and remembers them.
pub(super) struct Thermometer {
    source: Source,
    memory: Memory,
    pub(super) atlas: Atlas,
    pub(super) readings: FxHashMap<(Region, Player), Reading>,
}

impl Thermometer {
    pub(super) fn new(source: Source, knowledge: Knowledge, memory: Memory) -> Self {
        let memory = if source == Source::Exact { memory } else { memory.with_search() };
        let atlas = Atlas::new(Habits { most_work: WORK, knowledge, ..Habits::default() }, memory);
        let atlas = if source == Source::Best { atlas.with_estimates() } else { atlas };
        Self { source, memory, atlas, readings: FxHashMap::default() }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.atlas.forget();
        self.readings.clear();
    }

    /// Makes room before a move, if there is too little.
    pub(super) fn tidy(&mut self, deadline: &Budget) {
        if self.atlas.tidy(deadline) {
            self.readings.clear();
        }
    }

    /// The last reading for a player, or for the opponent.
    pub(super) fn remembered(&self, region: Region, player: Player) -> Option<&Reading> {
        let of = |player| self.readings.get(&(region, player));
        of(player).or_else(|| of(player.opponent()))
    }

    /// Reads all these regions until the deadline, for the player to move.
    pub(super) fn survey(
        &mut self,
        regions: &[Region],
        player: Player,
        deadline: &Budget,
    ) -> Result<(), Error> {
        let mut doubtful: Vec<Region> = regions.to_vec();
        doubtful.sort_unstable();
        doubtful.dedup();
        let certain = |reading: &Reading| reading.certain;
        doubtful.retain(|&region| !self.readings.get(&(region, player)).is_some_and(certain));
        // Every region gets a first guess before any is read by the source.
        for &region in &doubtful {
            if self.readings.contains_key(&(region, player)) {
                continue;
            }
            let guess = within_limits(self.atlas.guess(region, 1, deadline))?;
            let id = guess.map_or_else(|| self.atlas.best_guess(region), Ok)?;
            self.show(region, player, id, false);
        }
        for (i, &region) in doubtful.iter().enumerate() {
            let budget = deadline.part(1.0 / (doubtful.len() - i) as f64);
            within_limits(self.read(region, player, &budget))?;
        }
        Ok(())
    }

    /// Stores mean and temperature of a thermograph as a reading.
    fn show(&mut self, region: Region, player: Player, id: values::ThermographId, certain: bool) {
        let graph = self.atlas.get(id);
        let (mean, temperature) = (graph.mean(), graph.temperature());
        self.readings.insert((region, player), Reading { mean, temperature, certain, best: None });
    }

    /// Reads a region by the source.
    fn read(&mut self, region: Region, player: Player, budget: &Budget) -> Result<(), Error> {
        // Numbers are the same from all sources.
        if let Some(x) = self.atlas.number_of(region) {
            let id = self.atlas.of_number(x)?;
            self.show(region, player, id, true);
            return Ok(());
        }
        match self.source {
            Source::Exact => self.read_exactly(region, player, budget)?,
            Source::Tds(gap) => self.discover(Enhancements::NONE, gap, region, player, budget),
            Source::TdsPlus(gap) => self.discover(Enhancements::ALL, gap, region, player, budget),
            Source::Interval => self.find(&Method::Interval, region, player, budget),
            Source::Best => self.estimate(region, player, budget)?,
            Source::Mts(delta) => {
                let leaves = Leaves::NotHot(Box::new(Tds { delta, ..Tds::default() }));
                self.find(&Method::Mts(Mts::default(), leaves), region, player, budget);
            }
        }
        Ok(())
    }

    fn read_exactly(&mut self, region: Region, player: Player, budget: &Budget) -> Result<(), Error> {
        if let Some(id) = within_limits(self.atlas.graph(region, &mut { u32::MAX }, budget))? {
            self.show(region, player, id, true);
            return Ok(());
        }
        for depth in 2..=DEEPEST {
            let id = self.atlas.guess(region, depth, budget)?;
            self.show(region, player, id, false);
        }
        Ok(())
    }

    fn estimate(&mut self, region: Region, player: Player, budget: &Budget) -> Result<(), Error> {
        within_limits(self.atlas.improve(region, budget))?;
        let id = self.atlas.best_guess(region)?;
        self.show(region, player, id, self.atlas.known(region).is_some());
        Ok(())
    }

    fn discover(
        &mut self,
        enhancements: Enhancements,
        delta: Option<Dyadic>,
        region: Region,
        player: Player,
        budget: &Budget,
    ) {
        let (budget, limit) = (budget.clone(), self.memory.states);
        let tds = Tds { enhancements, delta, budget, limit, ..Tds::default() };
        let owner = region.owner(player);
        let form = self.atlas.form(region).clone();
        let Ok(found) = form.discover(owner, &tds) else { return };
        let mean = region.sees(found.mean);
        // The variation starts with the player, so the first move on the board is the player's if an even
        // number of moves comes before it.
        let first = found.variation.first_on_board();
        let best = first.filter(|(before, _)| before % 2 == 0).and_then(|(_, action)| {
            let index = form.moves(owner).iter().position(|name| *name == action)?;
            let after = form.play(owner, index)?;
            Some(negated(&self.atlas.regions(&after), region.is_negative()))
        });
        let reading = Reading { mean, temperature: found.temperature, certain: found.finished(), best };
        self.readings.insert((region, player), reading);
    }

    fn find(&mut self, method: &Method, region: Region, player: Player, budget: &Budget) {
        let budget = budget.clone().with_bytes(self.memory.search);
        let Ok(found) = self.atlas.form(region).find(method, &budget) else { return };
        if let (Some(mean), Some(temperature)) = (found.mean, found.temperature) {
            let (mean, certain) = (region.sees(mean), found.ended_by.is_none());
            self.readings.insert((region, player), Reading { mean, temperature, certain, best: None });
        }
    }
}

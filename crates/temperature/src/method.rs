//! Mean and temperature by one of several methods. All return the same type: certified bounds, and an
//! estimate beside them where the method has one.

use crate::mts::Mts;
use crate::{Aim, Enhancements, IntervalSearch, Tds, TdsError, Variation, insert};
use exact::SIZES_PER_ENTRY;
use exact::ThermographTable;
use positions::Knowledge;
use rules::Position;
use rustc_hash::FxHashMap;
use values::{Budget, Dyadic, Error, Limits, Values};

/// The memory of temperature discovery search per state: the table entry and its share of all other memory.
const BYTES_PER_STATE: usize = 150;

/// How to find the temperature.
#[derive(Clone, Debug)]
pub enum Method {
    /// Thermographs of all followers.
    Exact,
    /// Interval thermography: certified bounds that narrow.
    Interval,
    /// Temperature discovery search, TDS or TDS+ by its enhancements.
    Tds(Box<Tds>),
    /// Mean and temperature search, whose leaves temperature discovery search recognises (Zhang 2015, §6.1).
    Mts(Mts, Box<Tds>),
}

/// Bounds on a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Between {
    /// The lower bound. `None` means −∞.
    pub low: Option<Dyadic>,
    /// The upper bound. `None` means ∞.
    pub high: Option<Dyadic>,
}

impl Between {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { low: None, high: None };

    /// A known number.
    #[must_use]
    pub fn exactly(x: Dyadic) -> Self {
        Self { low: Some(x), high: Some(x) }
    }

    /// The number. `None` means that it is not known.
    #[must_use]
    pub fn exact(self) -> Option<Dyadic> {
        self.low.filter(|_| self.low == self.high)
    }

    /// The middle. `None` means that there is none, or that it does not fit.
    fn middle(self) -> Option<Dyadic> {
        self.exact().or_else(|| self.low?.plus(self.high?).ok()?.half().ok())
    }
}

impl From<(Dyadic, Dyadic)> for Between {
    fn from((low, high): (Dyadic, Dyadic)) -> Self {
        Self { low: Some(low), high: Some(high) }
    }
}

/// The result of a method. Only the bounds are certain; mean and temperature may be estimates.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// The mean, or an estimate of it. `None` means that the method has none.
    pub mean: Option<Dyadic>,
    /// The temperature, or an estimate of it. `None` means that the method has none.
    pub temperature: Option<Dyadic>,
    /// Certified bounds on the mean.
    pub mean_bounds: Between,
    /// Certified bounds on the temperature.
    pub temperature_bounds: Between,
    /// Best play beside coupons. `None` means that the method has no coupons.
    pub variation: Option<Variation>,
    /// The gap between the coupons. `None` means that the method has no coupons.
    pub delta: Option<Dyadic>,
    /// The number of visited positions or states.
    pub nodes: u64,
    /// The limit that ended the search early. `None` means that the search is complete.
    pub ended_by: Option<Error>,
}

impl Finding {
    /// Are mean and temperature certain and exact?
    #[must_use]
    pub fn exact(&self) -> bool {
        self.mean_bounds.exact().is_some() && self.temperature_bounds.exact().is_some()
    }

    /// The same with certified bounds, and with their middles as estimates.
    fn between(self, mean_bounds: Between, temperature_bounds: Between) -> Self {
        let (mean, temperature) = (mean_bounds.middle(), temperature_bounds.middle());
        Self { mean, temperature, mean_bounds, temperature_bounds, ..self }
    }
}

/// Is a position hotter than some temperature?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The answer. `None` means that a limit was reached before it was known.
    pub hotter: Option<bool>,
    /// Is the answer certain?
    pub exact: bool,
    /// The limit that ended the search early. `None` means that there is an answer.
    pub ended_by: Option<Error>,
    /// The number of positions or states that were searched.
    pub nodes: u64,
}

impl Verdict {
    pub(crate) fn certain(hotter: bool) -> Self {
        Self { hotter: Some(hotter), exact: true, ended_by: None, nodes: 0 }
    }

    pub(crate) fn unknown(ended_by: Error, nodes: u64) -> Self {
        Self { hotter: None, exact: false, ended_by: Some(ended_by), nodes }
    }
}

impl Method {
    /// The name of the method: exact, interval, tds, tds+ (with all enhancements) or mts.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Interval => "interval",
            Self::Tds(tds) if tds.enhancements == Enhancements::ALL => "tds+",
            Self::Tds(_) => "tds",
            Self::Mts(..) => "mts",
        }
    }

    /// Finds the mean and the temperature of a position. If a limit ends the search, the result at that time
    /// is returned with the limit in [`Finding::ended_by`]. `tell` is called with the bounds as they narrow.
    pub fn find<P: Position>(
        &self,
        position: &P,
        budget: &Budget,
        tell: impl FnMut(&Finding),
    ) -> Result<Finding, TdsError> {
        self.find_knowing(&::exact::knowledge(), position, budget, tell)
    }

    /// The same with sources that are asked before the search. Temperature discovery search asks none.
    pub fn find_knowing<P: Position>(
        &self,
        knowledge: &Knowledge,
        position: &P,
        budget: &Budget,
        tell: impl FnMut(&Finding),
    ) -> Result<Finding, TdsError> {
        match self {
            Self::Exact => exact(knowledge, position, budget),
            Self::Interval => interval(knowledge, position, budget, Aim::MeanAndTemperature, tell),
            Self::Tds(tds) => discover(&tds.within(budget), position),
            Self::Mts(mts, tds) => by_mts(*mts, tds, position, budget),
        }
    }

    /// Is the temperature above `t`?
    pub fn is_hotter<P: Position>(
        &self,
        position: &P,
        t: Dyadic,
        budget: &Budget,
    ) -> Result<Verdict, TdsError> {
        self.is_hotter_knowing(&::exact::knowledge(), position, t, budget)
    }

    /// The same with sources that are asked before the search.
    pub fn is_hotter_knowing<P: Position>(
        &self,
        knowledge: &Knowledge,
        position: &P,
        t: Dyadic,
        budget: &Budget,
    ) -> Result<Verdict, TdsError> {
        let finding = match self {
            Self::Tds(tds) | Self::Mts(_, tds) => return tds.within(budget).is_hotter(position, t),
            Self::Exact => exact(knowledge, position, budget)?,
            Self::Interval => interval(knowledge, position, budget, Aim::HotterThan(t), |_| {})?,
        };
        let Between { low, high } = finding.temperature_bounds;
        let hotter = match (low, high) {
            (Some(cold), _) if cold > t => Some(true),
            (_, Some(hot)) if hot <= t => Some(false),
            _ => None,
        };
        let ended_by = finding.ended_by.filter(|_| hotter.is_none());
        Ok(Verdict { hotter, exact: hotter.is_some(), ended_by, nodes: finding.nodes })
    }
}

impl Tds {
    /// The same search with this budget.
    fn within(&self, budget: &Budget) -> Self {
        let limit = (budget.bytes() / BYTES_PER_STATE).max(100);
        Self { budget: budget.clone(), limit, ..self.clone() }
    }
}

fn exact<P: Position>(knowledge: &Knowledge, position: &P, budget: &Budget) -> Result<Finding, TdsError> {
    let limits = Limits::within(budget);
    let (values, table) = (Values::with_limits(limits), ThermographTable::knowing(knowledge.afresh()));
    let found = table.thermograph(&values, position);
    let finding = Finding { nodes: table.len() as u64, ..Finding::default() };
    match found {
        Ok(id) => {
            let graph = values.thermographs().get(id);
            Ok(finding.between(Between::exactly(graph.mean()), Between::exactly(graph.temperature())))
        }
        // The maximum number of values follows from the memory of the budget.
        Err(Error::TooManyValues(_)) => Ok(Finding { ended_by: Some(Error::OutOfRoom), ..finding }),
        Err(error) if error.is_limit() => Ok(Finding { ended_by: Some(error), ..finding }),
        Err(error) => Err(error.into()),
    }
}

fn interval<P: Position>(
    knowledge: &Knowledge,
    position: &P,
    budget: &Budget,
    aim: Aim,
    mut tell: impl FnMut(&Finding),
) -> Result<Finding, TdsError> {
    let finding =
        |bounds: &crate::Bounds| Finding::default().between(bounds.mean.into(), bounds.temperature.into());
    let mut search = IntervalSearch::new(budget.clone()).knowing(knowledge.afresh());
    let (bounds, ended) = search.search(position, aim, |bounds| tell(&finding(bounds)));
    // Bounds are certain whatever ended the search, so they are returned even after an error that is not a
    // limit.
    let ended_by = match ended {
        Ok(()) => None,
        Err(error) if error.is_limit() || bounds.is_some() => Some(error),
        Err(error) => return Err(error.into()),
    };
    let found = bounds.as_ref().map(finding).unwrap_or_default();
    // The last question may have made the bounds exact.
    let ended_by = ended_by.filter(|_| !found.exact());
    Ok(Finding { nodes: search.expanded(), ended_by, ..found })
}

fn discover<P: Position>(tds: &Tds, position: &P) -> Result<Finding, TdsError> {
    let found = tds.search(position)?;
    let bounds = |x| if found.exact { Between::exactly(x) } else { Between::UNKNOWN };
    Ok(Finding {
        mean: Some(found.mean),
        temperature: Some(found.temperature),
        mean_bounds: bounds(found.mean),
        temperature_bounds: bounds(found.temperature),
        variation: Some(found.variation),
        delta: Some(found.delta),
        nodes: found.nodes,
        ended_by: found.ended_by,
    })
}

/// Recognises the leaves of mean and temperature search by temperature discovery search.
struct Leaves<'a, P> {
    tds: &'a Tds,
    /// The mean of each position met. `None` means that it is hot.
    means: FxHashMap<P, Option<Dyadic>>,
    /// The maximum number of means that are kept.
    room: usize,
    /// Are all means certain so far?
    certain: bool,
    nodes: u64,
    /// An error of discovery search that the leaf recogniser cannot return; it ends the search.
    trouble: Option<TdsError>,
}

impl<P: Position> Leaves<'_, P> {
    /// The mean of a position that is not hot. `None` means that it is hot; a limit means that neither is
    /// known.
    fn mean(&mut self, position: &P) -> Result<Option<Dyadic>, Error> {
        if let Some(&mean) = self.means.get(position) {
            return Ok(mean);
        }
        let mean = self.find(position).map_err(|error| match error {
            TdsError::Value(error) => error,
            other => {
                self.trouble = Some(other);
                Error::Stopped
            }
        })?;
        insert(&mut self.means, self.room, position.clone(), mean);
        Ok(mean)
    }

    fn find(&mut self, position: &P) -> Result<Option<Dyadic>, TdsError> {
        if position.number().is_some() {
            return Ok(position.number());
        }
        let verdict = self.tds.is_hotter(position, Dyadic::ZERO)?;
        if let Some(error) = verdict.ended_by {
            return Err(error.into());
        }
        self.certain &= verdict.exact;
        if verdict.hotter == Some(true) {
            return Ok(None);
        }
        let found = self.tds.search(position)?;
        self.nodes += found.nodes;
        if let Some(error) = found.ended_by {
            return Err(error.into());
        }
        self.certain &= found.exact;
        Ok(Some(found.mean))
    }
}

/// Mean and temperature search down to the positions that are not hot, which discovery search recognises.
fn by_mts<P: Position>(mts: Mts, tds: &Tds, position: &P, budget: &Budget) -> Result<Finding, TdsError> {
    // Half of the memory for discovery search, the rest for the tree and for the means.
    let bytes = budget.bytes();
    let tds = &tds.within(&budget.clone().with_bytes(bytes / 2));
    let room = bytes / 8 / (SIZES_PER_ENTRY * size_of::<(P, Option<Dyadic>)>() + position.heap_bytes());
    let means = FxHashMap::default();
    let mut leaves = Leaves { tds, means, room, certain: true, nodes: 0, trouble: None };
    // A root that is not hot is a leaf itself: discovery search finds its temperature.
    match leaves.mean(position) {
        Ok(Some(_)) => return discover(tds, position),
        Ok(None) => {}
        Err(error) if error.is_limit() => {
            let ended = Finding { nodes: leaves.nodes, ended_by: Some(error), ..Finding::default() };
            return leaves.trouble.map_or(Ok(ended), Err);
        }
        Err(error) => return Err(error.into()),
    }
    let mts = Mts { bytes: bytes / 4, ..mts };
    let found = mts.search_hot(position, |position| leaves.mean(position), budget)?;
    if let Some(error) = leaves.trouble {
        return Err(error);
    }
    let (nodes, ended_by) = (leaves.nodes + found.nodes, found.ended_by);
    let finding = Finding { nodes, ended_by, ..Finding::default() }.between(found.mean, found.temperature);
    if leaves.certain {
        return Ok(finding);
    }
    Ok(Finding { mean_bounds: Between::UNKNOWN, temperature_bounds: Between::UNKNOWN, ..finding })
}

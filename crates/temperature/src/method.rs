//! Mean and temperature by one of several methods. All return the same type: certified bounds, and an
//! estimate beside them where the method has one.

use crate::best::ByAll;
use crate::mts::Mts;
use crate::regions;
use crate::searches::{ByIntervals, ByMts, ByThermographs, ByValue, Discover, Hotter};
use crate::{Aim, Enhancements, Estimate, Tds, TdsError, Variation};
use positions::Knowledge;
use rules::{AnyPosition, Erased, Position, Search};
use values::{Budget, Dyadic, Error, Player, Values};

/// How to find the temperature.
#[derive(Clone, Debug)]
pub enum Method {
    /// Thermographs of all followers.
    Exact,
    /// Interval thermography: certified bounds that narrow.
    Interval,
    /// The best estimate: certified bounds, and a guess between them where they do not meet in time.
    Best,
    /// Temperature discovery search, TDS or TDS+ by its enhancements.
    Tds(Box<Tds>),
    /// Mean and temperature search.
    Mts(Mts, Leaves),
}

/// Where mean and temperature search ends.
#[derive(Clone, Debug)]
pub enum Leaves {
    /// At positions that the rules know as numbers, as in Kao's own search.
    Numbers,
    /// At positions that are not hot, which temperature discovery search recognises (Zhang 2015, §6.1).
    NotHot(Box<Tds>),
}

impl Default for Leaves {
    fn default() -> Self {
        Self::NotHot(Box::default())
    }
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

    /// The narrower of both bounds on each side.
    fn and(self, other: Self) -> Self {
        let low = self.low.max(other.low);
        let high = [self.high, other.high].into_iter().flatten().min();
        Self { low, high }
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
    /// The estimates of mean and temperature with their expected errors. `None` means that mean and
    /// temperature are exact, or that the errors of the method were not measured.
    pub estimate: Option<Estimate>,
    /// Best play beside coupons, of the hottest region. `None` means that the method has no coupons.
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

    /// Is the temperature above `t`?
    pub(crate) fn verdict(self, t: Dyadic) -> Verdict {
        let Between { low, high } = self.temperature_bounds;
        let hotter = match (low, high) {
            (Some(cold), _) if cold > t => Some(true),
            (_, Some(hot)) if hot <= t => Some(false),
            _ => None,
        };
        // A search that finished without certain bounds has an estimate at least.
        let hotter = hotter.map(|hotter| (hotter, true));
        let guess = self.temperature.filter(|_| self.ended_by.is_none()).map(|guess| (guess > t, false));
        match hotter.or(guess) {
            Some((hotter, exact)) => {
                Verdict { hotter: Some(hotter), exact, ended_by: None, nodes: self.nodes }
            }
            None => Verdict::unknown(self.ended_by.unwrap_or(Error::NoBounds), self.nodes),
        }
    }

    /// What this search and a later one of the same position have found. The estimates of the later one count
    /// where it has any and the bounds do not know better.
    pub(crate) fn merged(&self, later: Self) -> Self {
        let mean_bounds = self.mean_bounds.and(later.mean_bounds);
        let temperature_bounds = self.temperature_bounds.and(later.temperature_bounds);
        Self {
            mean: mean_bounds.exact().or(later.mean).or(self.mean),
            temperature: temperature_bounds.exact().or(later.temperature).or(self.temperature),
            mean_bounds,
            temperature_bounds,
            estimate: later.estimate.or(self.estimate),
            variation: later.variation.or_else(|| self.variation.clone()),
            delta: later.delta.or(self.delta),
            nodes: self.nodes + later.nodes,
            ended_by: later.ended_by,
        }
    }

    /// The expected errors of mean and temperature. `None` means that they are not known.
    pub(crate) fn errors(&self) -> Option<(f64, f64)> {
        match self.estimate {
            _ if self.exact() => Some((0.0, 0.0)),
            estimate => estimate.map(|estimate| (estimate.mean_error, estimate.temperature_error)),
        }
    }

    /// The same with certified bounds, and with their middles as estimates.
    pub(crate) fn between(self, mean_bounds: Between, temperature_bounds: Between) -> Self {
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
    /// The name of the method: exact, interval, best, tds, tds+ (with all enhancements) or mts.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Interval => "interval",
            Self::Best => "best",
            Self::Tds(tds) if tds.enhancements == Enhancements::ALL => "tds+",
            Self::Tds(_) => "tds",
            Self::Mts(..) => "mts",
        }
    }

    /// Finds the mean and the temperature of a position, region by region. If a limit ends the search, the
    /// result at that time is returned with the limit in [`Finding::ended_by`]. `tell` is called with the
    /// bounds as they narrow.
    pub fn find<P: Position>(
        &self,
        position: &P,
        budget: &Budget,
        mut tell: impl FnMut(&Finding),
    ) -> Result<Finding, TdsError> {
        let knowledge = &::exact::knowledge();
        let mut search = |region: &P, budget: &Budget, tell: &mut dyn FnMut(&Finding)| {
            self.find_on(&Typed(region), knowledge, budget, tell)
        };
        let mut value = |region: &P, values: &Values| ByValue { knowledge, values }.run(region);
        regions::find(position, budget, &mut search, &mut value, &mut tell)
    }

    /// The same for a position of any game. Rules that fail [unwind](rules::attempt).
    pub fn find_any(&self, position: &AnyPosition, budget: &Budget) -> Result<Finding, TdsError> {
        self.find_knowing(&::exact::knowledge(), position, budget, &mut |_| {})
    }

    /// The same for a position of any game, with sources that are asked before the search. Temperature
    /// discovery search asks none. Rules that fail [unwind](rules::attempt).
    pub fn find_knowing(
        &self,
        knowledge: &Knowledge,
        position: &AnyPosition,
        budget: &Budget,
        tell: &mut dyn FnMut(&Finding),
    ) -> Result<Finding, TdsError> {
        let erased = Erased::new(position.clone(), Player::Left);
        // Searches of regions are compiled for their types where that pays.
        let mut search =
            |region: &Erased, budget: &Budget, tell: &mut dyn FnMut(&Finding)| match region.inside() {
                Some(position) => self.find_on(position, knowledge, budget, tell),
                None => self.find_on(&Typed(region), knowledge, budget, tell),
            };
        let mut value = |region: &Erased, values: &Values| match region.inside() {
            Some(position) => position.search(ByValue { knowledge, values }),
            None => ByValue { knowledge, values }.run(region),
        };
        regions::find(&erased, budget, &mut search, &mut value, tell)
    }

    fn find_on(
        &self,
        ground: &impl Ground,
        knowledge: &Knowledge,
        budget: &Budget,
        tell: &mut dyn FnMut(&Finding),
    ) -> Result<Finding, TdsError> {
        match self {
            Self::Exact => ground.run(ByThermographs { knowledge, budget }),
            Self::Interval => {
                ground.run(ByIntervals { knowledge, budget, aim: Aim::MeanAndTemperature, tell })
            }
            Self::Best => ground.run(ByAll { knowledge, budget, tell }),
            Self::Tds(tds) => Ok(ground.run(Discover(&tds.within(budget)))?.into()),
            Self::Mts(mts, leaves) => ground.run(ByMts { mts: *mts, leaves, budget }),
        }
    }

    /// Is the temperature above `t`?
    pub fn is_hotter<P: Position>(
        &self,
        position: &P,
        t: Dyadic,
        budget: &Budget,
    ) -> Result<Verdict, TdsError> {
        let knowledge = &::exact::knowledge();
        let mut ask = |region: &P, budget: &Budget| self.is_hotter_on(&Typed(region), knowledge, t, budget);
        regions::is_hotter(position, budget, &mut ask)?
            .map_or_else(|| Ok(self.find(position, budget, |_| {})?.verdict(t)), Ok)
    }

    /// The same for a position of any game, with sources that are asked before the search. Rules that fail
    /// [unwind](rules::attempt).
    pub fn is_hotter_knowing(
        &self,
        knowledge: &Knowledge,
        position: &AnyPosition,
        t: Dyadic,
        budget: &Budget,
    ) -> Result<Verdict, TdsError> {
        let mut ask = |region: &Erased, budget: &Budget| match region.inside() {
            Some(position) => self.is_hotter_on(position, knowledge, t, budget),
            None => self.is_hotter_on(&Typed(region), knowledge, t, budget),
        };
        regions::is_hotter(&Erased::new(position.clone(), Player::Left), budget, &mut ask)?
            .map_or_else(|| Ok(self.find_knowing(knowledge, position, budget, &mut |_| {})?.verdict(t)), Ok)
    }

    fn is_hotter_on(
        &self,
        ground: &impl Ground,
        knowledge: &Knowledge,
        t: Dyadic,
        budget: &Budget,
    ) -> Result<Verdict, TdsError> {
        match self {
            Self::Tds(tds) | Self::Mts(_, Leaves::NotHot(tds)) => ground.run(Hotter(&tds.within(budget), t)),
            Self::Interval | Self::Best => {
                let aim = Aim::HotterThan(t);
                Ok(ground.run(ByIntervals { knowledge, budget, aim, tell: &mut |_| {} })?.verdict(t))
            }
            Self::Exact | Self::Mts(_, Leaves::Numbers) => {
                Ok(self.find_on(ground, knowledge, budget, &mut |_| {})?.verdict(t))
            }
        }
    }
}

/// A position on which a search runs.
trait Ground {
    fn run<S: Search>(&self, search: S) -> S::Output;
}

/// A position of a known type, for which every search is compiled where it is asked for.
struct Typed<'a, P>(&'a P);

impl<P: Position> Ground for Typed<'_, P> {
    fn run<S: Search>(&self, search: S) -> S::Output {
        search.run(self.0)
    }
}

/// A position of any game. Its searches are compiled in this crate, once for all callers.
impl Ground for AnyPosition {
    fn run<S: Search>(&self, search: S) -> S::Output {
        self.search(search)
    }
}

//! Mean and temperature by one of several methods. All return the same type: certified bounds, and an
//! estimate beside them where the method has one.

use crate::best::ByAll;
use crate::mts::Mts;
use crate::searches::{ByCoupons, ByIntervals, ByMts, ByThermographs, Hotter};
use crate::{Aim, Enhancements, Estimate, Tds, TdsError, Variation};
use positions::Knowledge;
use rules::{AnyPosition, Position, Search};
use values::{Budget, Dyadic, Error};

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
    /// The estimates of mean and temperature with their expected errors. `None` means that mean and
    /// temperature are exact, or that the errors of the method were not measured.
    pub estimate: Option<Estimate>,
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

    /// Finds the mean and the temperature of a position. If a limit ends the search, the result at that time
    /// is returned with the limit in [`Finding::ended_by`]. `tell` is called with the bounds as they narrow.
    pub fn find<P: Position>(
        &self,
        position: &P,
        budget: &Budget,
        mut tell: impl FnMut(&Finding),
    ) -> Result<Finding, TdsError> {
        self.find_on(&Typed(position), &::exact::knowledge(), budget, &mut tell)
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
        self.find_on(position, knowledge, budget, tell)
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
            Self::Tds(tds) => ground.run(ByCoupons(&tds.within(budget))),
            Self::Mts(mts, tds) => ground.run(ByMts { mts: *mts, tds, budget }),
        }
    }

    /// Is the temperature above `t`?
    pub fn is_hotter<P: Position>(
        &self,
        position: &P,
        t: Dyadic,
        budget: &Budget,
    ) -> Result<Verdict, TdsError> {
        self.is_hotter_on(&Typed(position), &::exact::knowledge(), t, budget)
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
        self.is_hotter_on(position, knowledge, t, budget)
    }

    fn is_hotter_on(
        &self,
        ground: &impl Ground,
        knowledge: &Knowledge,
        t: Dyadic,
        budget: &Budget,
    ) -> Result<Verdict, TdsError> {
        let finding = match self {
            Self::Tds(tds) | Self::Mts(_, tds) => return ground.run(Hotter(&tds.within(budget), t)),
            Self::Exact => ground.run(ByThermographs { knowledge, budget })?,
            Self::Interval | Self::Best => {
                let aim = Aim::HotterThan(t);
                ground.run(ByIntervals { knowledge, budget, aim, tell: &mut |_| {} })?
            }
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

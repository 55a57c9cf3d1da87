//! Mean and temperature by a method of choice, all with the same kind of answer.

use crate::mts::Mts;
use crate::{Aim, IntervalSearch, Tds, TdsError, ThermographTable};
use rules::Position;
use rustc_hash::FxHashMap;
use values::{Dyadic, Error, Games, Limits, Stop};

/// How to find the temperature.
#[derive(Clone, Debug)]
pub enum Method {
    /// From the thermographs of all positions that can follow.
    Exact,
    /// By narrowing certified bounds.
    Interval,
    /// By temperature discovery search; the enhancements say which.
    Tds(Box<Tds>),
    /// By mean and temperature search, whose leaves temperature discovery search recognises (Zhang 2015, §6.1).
    Mts(Mts, Box<Tds>),
}

/// What limits a search.
#[derive(Clone, Debug)]
pub struct Reach {
    /// When to stop.
    pub stop: Stop,
    /// How many bytes the tables may take.
    pub bytes: usize,
}

/// What was found out.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// The mean, or the best guess.
    pub mean: Option<Dyadic>,
    /// The temperature, or the best guess.
    pub temperature: Option<Dyadic>,
    /// Are both certain?
    pub exact: bool,
    /// Certain bounds of the mean; `None` where there is none.
    pub mean_bounds: (Option<Dyadic>, Option<Dyadic>),
    /// Certain bounds of the temperature; `None` where there is none.
    pub temperature_bounds: (Option<Dyadic>, Option<Dyadic>),
    /// Best play beside coupons, where the method has it.
    pub variation: Option<String>,
    /// The gap between the coupons, where there are coupons.
    pub delta: Option<Dyadic>,
    /// How many positions were looked into.
    pub nodes: u64,
    /// What ended the search early.
    pub ended_by: Option<Error>,
}

impl Finding {
    fn exactly(mean: Dyadic, temperature: Dyadic, nodes: u64) -> Self {
        Self { nodes, ..Self::default() }.with(mean, temperature, true)
    }

    fn with(self, mean: Dyadic, temperature: Dyadic, exact: bool) -> Self {
        let bounds = |x| if exact { (Some(x), Some(x)) } else { (None, None) };
        let (mean_bounds, temperature_bounds) = (bounds(mean), bounds(temperature));
        Self {
            mean: Some(mean),
            temperature: Some(temperature),
            exact,
            mean_bounds,
            temperature_bounds,
            ..self
        }
    }
}

impl Method {
    /// Looks for the mean and the temperature of a position. A limit that is reached is no error: what is
    /// known by then is returned. `tell` hears about bounds as they narrow.
    pub fn find<P: Position>(
        &self,
        position: &P,
        reach: &Reach,
        tell: impl FnMut(&Finding),
    ) -> Result<Finding, TdsError> {
        match self {
            Self::Exact => exact(position, reach),
            Self::Interval => interval(position, reach, Aim::MeanAndTemperature, tell),
            Self::Tds(tds) => discover(&tds.within(reach), position),
            Self::Mts(mts, tds) => by_mts(*mts, &tds.within(reach), position, reach),
        }
    }

    /// Is the temperature above `t`? `None` if the limits were too narrow to tell.
    pub fn is_hotter<P: Position>(
        &self,
        position: &P,
        t: Dyadic,
        reach: &Reach,
    ) -> Result<Option<bool>, TdsError> {
        let finding = match self {
            // No position is hotter than its longest play.
            Self::Tds(_) | Self::Mts(..)
                if position.longest_play().is_some_and(|n| Dyadic::from(n as i32) <= t) =>
            {
                return Ok(Some(false));
            }
            Self::Tds(tds) | Self::Mts(_, tds) => {
                return match tds.within(reach).is_hotter(position, t) {
                    Ok(hotter) => Ok(Some(hotter)),
                    Err(TdsError::Value(error)) if error.is_limit() => Ok(None),
                    Err(error) => Err(error),
                };
            }
            Self::Exact => exact(position, reach)?,
            Self::Interval => interval(position, reach, Aim::HotterThan(t), |_| {})?,
        };
        Ok(match finding.temperature_bounds {
            (Some(cold), _) if cold > t => Some(true),
            (_, Some(hot)) if hot <= t => Some(false),
            _ => None,
        })
    }
}

impl Tds {
    fn within(&self, reach: &Reach) -> Self {
        // A state takes about 50 bytes, and so does a position.
        Self { stop: reach.stop.clone(), limit: (reach.bytes / 100).max(1_000), ..self.clone() }
    }
}

fn exact<P: Position>(position: &P, reach: &Reach) -> Result<Finding, TdsError> {
    let room = u32::try_from(reach.bytes / 200).unwrap_or(u32::MAX).clamp(1_000, 200_000_000);
    let limits = Limits { games: room, stop: reach.stop.clone(), ..Limits::default() };
    let (games, table) = (Games::with_limits(limits), ThermographTable::default());
    match table.thermograph(&games, position) {
        Ok(id) => {
            let graph = games.thermographs().get(id);
            Ok(Finding::exactly(graph.mean(), graph.temperature(), table.len() as u64))
        }
        Err(error) if error.is_limit() => Ok(stopped(reach, table.len() as u64)),
        Err(error) => Err(error.into()),
    }
}

fn interval<P: Position>(
    position: &P,
    reach: &Reach,
    aim: Aim,
    mut tell: impl FnMut(&Finding),
) -> Result<Finding, TdsError> {
    let finding = |bounds: &crate::Bounds| -> Result<Finding, Error> {
        let middle = |(low, high): (Dyadic, Dyadic)| low.plus(high)?.half();
        let both = |(low, high): (Dyadic, Dyadic)| (Some(low), Some(high));
        Ok(Finding {
            mean: Some(middle(bounds.mean)?),
            temperature: Some(middle(bounds.temperature)?),
            exact: bounds.are_exact(),
            mean_bounds: both(bounds.mean),
            temperature_bounds: both(bounds.temperature),
            ..Finding::default()
        })
    };
    let mut search = IntervalSearch::new(reach.bytes, reach.stop.clone());
    let (bounds, ended) = search.search(position, aim, |bounds| {
        if let Ok(finding) = finding(bounds) {
            tell(&finding);
        }
    });
    // Whatever ended the search, bounds that were certain stay so.
    let ended_by = match ended {
        Ok(()) => None,
        Err(error) if error.is_limit() || bounds.is_some() => Some(error),
        Err(error) => return Err(error.into()),
    };
    let found = bounds.as_ref().map_or(Ok(Finding::default()), finding)?;
    Ok(Finding { nodes: search.expanded(), ended_by, ..found })
}

/// Nothing is known, because the time is over or the tables are full.
fn stopped(reach: &Reach, nodes: u64) -> Finding {
    Finding { nodes, ended_by: Some(limit(&reach.stop)), ..Finding::default() }
}

/// Which limit ended a search.
fn limit(stop: &Stop) -> Error {
    if stop.is_over() { Error::Stopped } else { Error::OutOfRoom }
}

fn discover<P: Position>(tds: &Tds, position: &P) -> Result<Finding, TdsError> {
    let found = tds.search(position)?;
    let finding = Finding {
        variation: Some(found.line()),
        delta: Some(found.delta),
        nodes: found.nodes,
        ended_by: (!found.finished).then(|| limit(&tds.stop)),
        ..Finding::default()
    };
    Ok(finding.with(found.mean, found.temperature, found.exact))
}

/// Mean and temperature search down to the positions that are not hot, which are told by their thresholds.
fn by_mts<P: Position>(mts: Mts, tds: &Tds, position: &P, reach: &Reach) -> Result<Finding, TdsError> {
    // Leaves are only certain if the coupons are close enough together.
    let certain = tds.delta.is_none() && position.longest_play().is_some();
    // What has gone wrong below a leaf matters more than that the search was stopped there.
    let mut trouble = None;
    let mut known: FxHashMap<P, Option<Dyadic>> = FxHashMap::default();
    let mut nodes = 0;
    let mut leaf = |position: &P| -> Result<Option<Dyadic>, Error> {
        if let Some(&mean) = known.get(position) {
            return Ok(mean);
        }
        let mut mean = || -> Result<Option<Dyadic>, TdsError> {
            if position.number().is_some() {
                return Ok(position.number());
            }
            if tds.is_hotter(position, Dyadic::ZERO)? {
                return Ok(None);
            }
            let found = tds.search(position)?;
            nodes += found.nodes;
            if found.finished { Ok(Some(found.mean)) } else { Err(Error::Stopped.into()) }
        };
        let mean = mean().map_err(|error| match error {
            TdsError::Value(error) => error,
            other => {
                trouble = Some(other);
                Error::Stopped
            }
        })?;
        known.insert(position.clone(), mean);
        Ok(mean)
    };
    // A position that is not hot is a leaf itself: discovery search knows its temperature.
    let cold = match leaf(position) {
        Ok(mean) => mean.is_some(),
        Err(error) if error.is_limit() => return trouble.map_or_else(|| Ok(stopped(reach, nodes)), Err),
        Err(error) => return Err(error.into()),
    };
    if cold {
        return discover(tds, position);
    }
    let found = mts.search_hot(position, leaf, &reach.stop)?;
    if let Some(error) = trouble {
        return Err(error);
    }
    let finished = found.exact().is_some();
    let middle = |low: Option<Dyadic>, high: Option<Dyadic>| low?.plus(high?).ok()?.half().ok();
    Ok(Finding {
        mean: middle(found.mean.low, found.mean.high),
        temperature: middle(found.temperature.low, found.temperature.high),
        exact: finished && certain,
        mean_bounds: if certain { (found.mean.low, found.mean.high) } else { (None, None) },
        temperature_bounds: if certain {
            (found.temperature.low, found.temperature.high)
        } else {
            (None, None)
        },
        nodes: nodes + found.nodes,
        ended_by: (!finished && reach.stop.is_over()).then_some(Error::Stopped),
        ..Finding::default()
    })
}

//! What do independent regions say about the position? Every method searches them one by one.
//!
//! Means add. For temperatures `t(G + H) ≤ max(t(G), t(H))` holds; since `G` is the sum of `G + H` and `−H`, it
//! follows that `t(G + H) = t(G)` if `G` is hotter than `H`. So the hottest region has the temperature of the
//! position, unless two are equally hot. Then their sum may be colder: its thermograph follows from canonical
//! forms where those are small, otherwise from a search of the whole position.

use crate::{Between, Estimate, Finding, TdsError, Verdict};
use rules::{Position, Regions};
use values::{Budget, Dyadic, Error, Limits, ValueId, Values};

/// The part of the budget for a first search of each region. The rest goes to those that are not exact then.
const FIRST: f64 = 0.25;

/// A method, for a position and a budget.
pub(crate) type Search<'a, P> =
    &'a mut dyn FnMut(&P, &Budget, &mut dyn FnMut(&Finding)) -> Result<Finding, TdsError>;

/// The value of a region.
pub(crate) type Value<'a, P> = &'a mut dyn FnMut(&P, &Values) -> Result<ValueId, Error>;

/// Equal regions.
struct Part<P> {
    region: P,
    count: i64,
    /// What the searches of the region have found.
    finding: Finding,
}

/// The regions of a position that are not numbers, and the sum of those that are.
struct Split<P> {
    parts: Vec<Part<P>>,
    number: Dyadic,
}

impl<P: Position> Split<P> {
    /// Regions that cancel each other are left out.
    fn new(regions: Regions<P>) -> Result<Self, Error> {
        let mut number = Dyadic::ZERO;
        let mut all: Vec<(P, bool, Part<P>)> = Vec::new();
        for region in regions {
            if let Some(x) = region.number() {
                number = number.plus(x)?;
                continue;
            }
            let (form, negative) = region.normal_form();
            match all.iter().position(|(known, ..)| *known == form) {
                None => all.push((form, negative, Part { region, count: 1, finding: Finding::default() })),
                Some(place) if all[place].1 == negative => all[place].2.count += 1,
                Some(place) if all[place].2.count == 1 => drop(all.swap_remove(place)),
                Some(place) => all[place].2.count -= 1,
            }
        }
        Ok(Self { parts: all.into_iter().map(|(.., part)| part).collect(), number })
    }

    /// Searches all parts: each for a while, then those that are not known by the widths of their bounds.
    fn search(
        &mut self,
        search: Search<'_, P>,
        budget: &Budget,
        tell: &mut dyn FnMut(&Finding),
    ) -> Result<(), TdsError> {
        let first = if self.parts.len() == 1 { budget.clone() } else { budget.part(FIRST) };
        for (i, rest) in (0..self.parts.len()).rev().enumerate() {
            let share = first.part(1.0 / (rest + 1) as f64);
            self.search_part(i, search, &share, tell)?;
        }
        if self.parts.len() == 1 {
            return Ok(());
        }
        let mut open: Vec<(f64, usize)> =
            self.parts.iter().enumerate().map(|(i, part)| (part.width(), i)).collect();
        open.retain(|&(_, i)| self.parts[i].finding.ended_by.is_some());
        open.sort_by(|a, b| a.0.total_cmp(&b.0));
        for i in 0..open.len() {
            let all: f64 = open[i..].iter().map(|(width, _)| width).sum();
            self.search_part(open[i].1, search, &budget.part(open[i].0 / all), tell)?;
        }
        Ok(())
    }

    fn search_part(
        &mut self,
        i: usize,
        search: Search<'_, P>,
        budget: &Budget,
        tell: &mut dyn FnMut(&Finding),
    ) -> Result<(), TdsError> {
        let region = self.parts[i].region.clone();
        let before = self.parts[i].finding.clone();
        let mut failed = None;
        let found = search(&region, budget, &mut |finding| {
            self.parts[i].finding = before.merged(finding.clone());
            match self.together() {
                Ok(together) => tell(&together),
                Err(error) => failed = Some(error),
            }
        })?;
        self.parts[i].finding = before.merged(found);
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    /// What the findings say about the sum.
    fn together(&self) -> Result<Finding, Error> {
        let coldest = if self.parts.is_empty() { temperature_of(self.number) } else { Dyadic::MINUS_ONE };
        let mut sum = Finding {
            mean: Some(self.number),
            temperature: Some(coldest),
            mean_bounds: Between::exactly(self.number),
            ..Finding::default()
        };
        let add = |a: Option<Dyadic>, b: Option<Dyadic>, count: i64| match (a, b) {
            (Some(a), Some(b)) => a.plus(b.times(count)?).map(Some),
            _ => Ok(None),
        };
        for Part { finding, count, .. } in &self.parts {
            sum.mean = add(sum.mean, finding.mean, *count)?;
            let bounds = finding.mean_bounds;
            sum.mean_bounds.low = add(sum.mean_bounds.low, bounds.low, *count)?;
            sum.mean_bounds.high = add(sum.mean_bounds.high, bounds.high, *count)?;
            sum.temperature = sum.temperature.zip(finding.temperature).map(|(a, b)| a.max(b));
            sum.delta = sum.delta.max(finding.delta);
            sum.nodes += finding.nodes;
            sum.ended_by = sum.ended_by.or(finding.ended_by);
        }
        let hottest = self.parts.iter().max_by_key(|part| part.finding.temperature);
        sum.variation = hottest.and_then(|part| part.finding.variation.clone());
        sum.temperature_bounds = self.temperature();
        sum.estimate = self.estimate(&sum);
        Ok(sum)
    }

    /// The estimates of the sum with their errors: those of means add up, and the temperature is as uncertain as
    /// that of any part. `None` means that the sum is exact, or that the errors of a part are not known.
    fn estimate(&self, sum: &Finding) -> Option<Estimate> {
        let (mean, temperature) = sum.mean.zip(sum.temperature).filter(|_| !sum.exact())?;
        let mut errors = self.parts.iter().map(|part| Some((part.finding.errors()?, part.count)));
        let (mean_error, temperature_error) = errors.try_fold((0.0, 0.0f64), |(means, most), part| {
            let ((mean, temperature), count) = part?;
            Some((means + mean * count as f64, most.max(temperature)))
        })?;
        // Exact parts of which some are equally hot: how much colder their sum is was not measured.
        let is_measured = mean_error > 0.0 || temperature_error > 0.0;
        is_measured.then_some(Estimate { mean, temperature, mean_error, temperature_error })
    }

    /// The bounds on the temperature: those of a single region that is hotter than all others. If there is
    /// none, the temperature may be as low as −1.
    fn temperature(&self) -> Between {
        let highest = |parts: &mut dyn Iterator<Item = &Part<P>>| {
            let number = Some(temperature_of(self.number));
            parts.map(|part| part.finding.temperature_bounds.high).fold(number, |a, b| Some(a?.max(b?)))
        };
        for (i, part) in self.parts.iter().enumerate().filter(|(_, part)| part.count == 1) {
            let mut others = self.parts.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, part)| part);
            let others = highest(&mut others);
            let bounds = part.finding.temperature_bounds;
            if let (Some(low), Some(others)) = (bounds.low, others)
                && low > others
            {
                return bounds;
            }
        }
        let low = if self.parts.is_empty() { temperature_of(self.number) } else { Dyadic::MINUS_ONE };
        Between { low: Some(low), high: highest(&mut self.parts.iter()) }
    }

    /// The temperature of the sum from canonical forms, where all regions are known and some are equally hot.
    fn temperature_by_values(&self, value: Value<'_, P>, budget: &Budget) -> Result<Option<Dyadic>, Error> {
        let mut parts = Vec::new();
        for part in &self.parts {
            let Some(t) = part.finding.temperature_bounds.exact() else { return Ok(None) };
            parts.push((t, part));
        }
        parts.sort_by_key(|(t, _)| std::cmp::Reverse(*t));
        let values = Values::with_limits(Limits::within(budget));
        let mut sum = values.number(self.number)?;
        let mut hottest = temperature_of(self.number);
        for same in parts.chunk_by(|a, b| a.0 == b.0) {
            let t = same[0].0;
            // The rest is colder.
            if hottest > t {
                break;
            }
            if let [(_, part)] = same
                && part.count == 1
                && hottest < t
            {
                return Ok(Some(t));
            }
            for (_, part) in same {
                let value = value(&part.region, &values)?;
                // A store adds a value and its negative at once where it knows them as such.
                values.negative(value)?;
                sum = values.sum(sum, values.multiple(part.count, value)?)?;
            }
            hottest = values.thermograph(sum)?.temperature();
        }
        Ok(Some(hottest))
    }
}

impl<P> Part<P> {
    /// How far the bounds are apart, for all regions of the part.
    fn width(&self) -> f64 {
        /// The width of bounds that are not known.
        const UNKNOWN: f64 = 100.0;
        let width =
            |Between { low, high }: Between| low.zip(high).map(|(low, high)| high.to_f64() - low.to_f64());
        let Finding { mean_bounds, temperature_bounds, .. } = &self.finding;
        let both = [*mean_bounds, *temperature_bounds].map(|bounds| width(bounds).unwrap_or(UNKNOWN));
        (both[0] + both[1]) * self.count as f64
    }
}

/// The temperature of a number.
fn temperature_of(x: Dyadic) -> Dyadic {
    -x.unit()
}

/// Mean and temperature of a position by a search of each of its regions.
pub(crate) fn find<P: Position>(
    position: &P,
    budget: &Budget,
    search: Search<'_, P>,
    value: Value<'_, P>,
    tell: &mut dyn FnMut(&Finding),
) -> Result<Finding, TdsError> {
    let regions = position.regions();
    if regions.len() < 2 {
        return search(position, budget, tell);
    }
    let mut split = Split::new(regions)?;
    split.search(search, budget, tell)?;
    let together = split.together()?;
    if together.temperature_bounds.exact().is_some() || split.parts.iter().any(|part| !part.finding.exact()) {
        let ended_by = together.ended_by.filter(|_| !together.exact());
        return Ok(Finding { ended_by, ..together });
    }
    // Values that do not fit are no failure: a search of the whole position may fit.
    let by_values = split.temperature_by_values(value, &budget.part(0.5)).unwrap_or_default();
    if let Some(t) = by_values {
        let temperature_bounds = Between::exactly(t);
        return Ok(Finding {
            temperature: Some(t),
            temperature_bounds,
            estimate: None,
            ended_by: None,
            ..together
        });
    }
    let whole = search(position, budget, &mut |_| {})?;
    let (nodes, ended_by) = (together.nodes + whole.nodes, whole.ended_by);
    let found = Finding { nodes, ..together }.merged(Finding { mean: None, nodes: 0, ..whole });
    let estimate = found.estimate.filter(|_| !found.exact());
    Ok(Finding { estimate, ended_by: ended_by.filter(|_| !found.exact()), ..found })
}

/// Is a position hotter than some temperature? By the same question about each of its regions. `None` means that
/// the answers do not decide.
pub(crate) fn is_hotter<P: Position>(
    position: &P,
    budget: &Budget,
    ask: &mut dyn FnMut(&P, &Budget) -> Result<Verdict, TdsError>,
) -> Result<Option<Verdict>, TdsError> {
    let regions = position.regions();
    if regions.len() < 2 {
        return ask(position, budget).map(Some);
    }
    let first = budget.part(0.5);
    let (mut nodes, mut exact, mut hotter) = (0, true, 0);
    for (i, region) in regions.iter().enumerate() {
        let verdict = ask(region, &first.part(1.0 / (regions.len() - i) as f64))?;
        nodes += verdict.nodes;
        exact &= verdict.exact;
        let Some(is_hotter) = verdict.hotter else { return Ok(None) };
        hotter += usize::from(is_hotter);
    }
    let is_decided = hotter < 2;
    Ok(is_decided.then_some(Verdict { hotter: Some(hotter == 1), exact, ended_by: None, nodes }))
}

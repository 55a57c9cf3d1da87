//! The searches behind the [methods](crate::Method), each for positions of any type.

use crate::mts::Mts;
use crate::{
    Aim, Between, Discovery, Estimate, Finding, IntervalSearch, Leaves, Tds, TdsError, Verdict, insert,
};
use exact::{SIZES_PER_ENTRY, ThermographTable, ValueTable};
use positions::Knowledge;
use rules::{AnyPosition, Compiled, Erased, Position, Search};
use rustc_hash::FxHashMap;
use values::{Budget, Dyadic, Error, Limits, Player, Thermograph, ValueId, Values};

/// The memory of temperature discovery search per state: the table entry and its share of all other memory.
pub const BYTES_PER_STATE: usize = 150;

impl Tds {
    /// The same search with this budget.
    pub(crate) fn within(&self, budget: &Budget) -> Self {
        let limit = (budget.bytes() / BYTES_PER_STATE).max(100);
        Self { budget: budget.clone(), limit, ..self.clone() }
    }
}

/// Thermographs of all followers.
pub(crate) struct ByThermographs<'a> {
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) budget: &'a Budget,
}

impl Search for ByThermographs<'_> {
    type Output = Result<Finding, TdsError>;

    fn run<P: Position>(self, position: &P) -> Self::Output {
        let values = Values::with_limits(Limits::within(self.budget));
        let table = ThermographTable::knowing(self.knowledge.afresh());
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
}

/// The value of a position.
pub(crate) struct ByValue<'a> {
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) values: &'a Values,
}

impl Search for ByValue<'_> {
    const COMPILED: Compiled = Compiled::Amazons;

    type Output = Result<ValueId, Error>;

    fn run<P: Position>(self, position: &P) -> Self::Output {
        ValueTable::knowing(self.knowledge.afresh()).value(self.values, position)
    }
}

/// Interval thermography.
pub(crate) struct ByIntervals<'a> {
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) budget: &'a Budget,
    pub(crate) aim: Aim,
    pub(crate) tell: &'a mut dyn FnMut(&Finding),
}

impl Search for ByIntervals<'_> {
    type Output = Result<Finding, TdsError>;

    fn run<P: Position>(self, position: &P) -> Self::Output {
        let Self { knowledge, budget, aim, tell } = self;
        let finding = |bounds: &crate::Bounds| {
            Finding::default().between(bounds.mean.into(), bounds.temperature.into())
        };
        let mut search = IntervalSearch::new(budget.clone()).knowing(knowledge.afresh());
        let (bounds, ended) = search.search(position, aim, &mut |bounds| tell(&finding(bounds)));
        // Bounds are certain whatever ended the search, so they are returned even after an error that is not
        // a limit.
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
}

/// Temperature discovery search.
pub(crate) struct Discover<'a>(pub(crate) &'a Tds);

impl Search for Discover<'_> {
    const COMPILED: Compiled = Compiled::Amazons;

    type Output = Result<Discovery, TdsError>;

    fn run<P: Position>(self, position: &P) -> Self::Output {
        self.0.search(position)
    }
}

/// Is a position hotter, by temperature discovery search?
pub(crate) struct Hotter<'a>(pub(crate) &'a Tds, pub(crate) Dyadic);

impl Search for Hotter<'_> {
    const COMPILED: Compiled = Compiled::Amazons;

    type Output = Result<Verdict, TdsError>;

    fn run<P: Position>(self, position: &P) -> Self::Output {
        self.0.is_hotter(position, self.1)
    }
}

/// Mean and temperature search.
pub(crate) struct ByMts<'a> {
    pub(crate) mts: Mts,
    pub(crate) leaves: &'a Leaves,
    pub(crate) budget: &'a Budget,
}

impl Search for ByMts<'_> {
    const COMPILED: Compiled = Compiled::Amazons;

    type Output = Result<Finding, TdsError>;

    fn run<P: Position>(self, position: &P) -> Self::Output {
        let Self { mts, leaves, budget } = self;
        let found = match leaves {
            Leaves::NotHot(tds) => by_mts(mts, tds, position, budget),
            Leaves::Numbers => Mts { bytes: budget.bytes(), ..mts }
                .search(position, budget)
                .map_err(Into::into)
                .map(|found| {
                    let (nodes, ended_by) = (found.nodes, found.ended_by);
                    Finding { nodes, ended_by, ..Finding::default() }.between(found.mean, found.temperature)
                }),
        };
        // Bounds of positions that were not visited are far out: beside small fractions they may not fit.
        match found {
            Err(TdsError::Value(Error::Overflow)) => {
                Ok(Finding { ended_by: Some(Error::Overflow), ..Finding::default() })
            }
            found => found,
        }
    }
}

impl Tds {
    /// The same as [`search`](Self::search) for a position of any game, with this player in the role of Left.
    /// Rules that fail [unwind](rules::attempt).
    pub fn search_any(&self, position: &AnyPosition, left: Player) -> Result<Discovery, TdsError> {
        match left {
            Player::Left => position.search(Discover(self)),
            Player::Right => self.search(&Erased::new(position.clone(), left)),
        }
    }
}

impl From<Discovery> for Finding {
    fn from(found: Discovery) -> Self {
        let bounds = |x| if found.exact { Between::exactly(x) } else { Between::UNKNOWN };
        Self {
            mean: Some(found.mean),
            temperature: Some(found.temperature),
            mean_bounds: bounds(found.mean),
            temperature_bounds: bounds(found.temperature),
            variation: Some(found.variation),
            delta: Some(found.delta),
            estimate: None,
            nodes: found.nodes,
            ended_by: found.ended_by,
        }
    }
}

/// Recognises the leaves of mean and temperature search by temperature discovery search.
struct NotHot<'a, P> {
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

impl<P: Position> NotHot<'_, P> {
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
    let mut leaves = NotHot { tds, means, room, certain: true, nodes: 0, trouble: None };
    // A root that is not hot is a leaf itself: discovery search finds its temperature.
    match leaves.mean(position) {
        Ok(Some(_)) => return Ok(tds.search(position)?.into()),
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

/// The facts about a position that are known without its value.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// Certified bounds on mean and temperature. `None` means that there are none yet.
    pub bounds: Option<crate::Bounds>,
    /// Estimates between the bounds. `None` means that the bounds are exact, or that none was asked for or
    /// found.
    pub estimate: Option<Estimate>,
    /// The thermograph. `None` means that it is not known.
    pub thermograph: Option<Thermograph>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// Interval thermography of a position of any game, as far as the budget allows. Rules that fail
/// [unwind](rules::attempt).
pub fn outlook(knowledge: &Knowledge, position: &AnyPosition, budget: &Budget) -> Outlook {
    position.search(Look { knowledge, budget, estimates: false, tell: &mut |_| {} })
}

/// The same with estimates where the bounds do not meet. Bounds are told whenever they are narrower.
pub fn best_outlook(
    knowledge: &Knowledge,
    position: &AnyPosition,
    budget: &Budget,
    tell: &mut dyn FnMut(&crate::Bounds),
) -> Outlook {
    position.search(Look { knowledge, budget, estimates: true, tell })
}

struct Look<'a> {
    knowledge: &'a Knowledge,
    budget: &'a Budget,
    estimates: bool,
    tell: &'a mut dyn FnMut(&crate::Bounds),
}

impl Search for Look<'_> {
    type Output = Outlook;

    fn run<P: Position>(self, position: &P) -> Outlook {
        let mut search = IntervalSearch::new(self.budget.clone()).knowing(self.knowledge.afresh());
        let (bounds, estimate) = match self.estimates {
            true => {
                let (bounds, estimate, _) = search.best(position, self.budget, self.tell);
                (bounds, estimate)
            }
            false => (search.search(position, Aim::MeanAndTemperature, self.tell).0, None),
        };
        let thermograph = search.thermograph(position).ok().flatten();
        Outlook { bounds, estimate, thermograph, nodes: search.expanded() }
    }
}

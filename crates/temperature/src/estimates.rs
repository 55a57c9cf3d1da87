//! What are the thermographs of many positions likely to be, when they are asked for again and again, as in a
//! game? One interval search for each kind of positions, which is kept: what it has learned about a position
//! holds for every other that leads there.

use crate::IntervalSearch;
use positions::Knowledge;
use rules::{AnyPosition, Position, Search};
use std::any::Any;
use values::{Budget, Error, Thermograph};

/// Interval searches that are kept, one for each kind of positions that was asked for.
pub struct Estimates {
    knowledge: Knowledge,
    /// The maximum memory of all searches.
    limit: usize,
    searches: Vec<Box<dyn Kept>>,
}

/// A search of any kind of positions.
trait Kept: Any + Send {
    fn bytes(&self) -> usize;
}

impl<P: Position> Kept for IntervalSearch<P> {
    fn bytes(&self) -> usize {
        Self::bytes(self)
    }
}

impl Estimates {
    /// No searches yet. All of them know these sources, and together they take this memory.
    #[must_use]
    pub fn new(knowledge: Knowledge, limit: usize) -> Self {
        Self { knowledge, limit, searches: Vec::new() }
    }

    /// Narrows the bounds of a position, and the guesses between them, within a budget. Rules that fail
    /// [unwind](rules::attempt).
    pub fn improve(&mut self, position: &AnyPosition, budget: &Budget) -> Result<(), Error> {
        position.search(Improve { estimates: self, budget })
    }

    /// The thermograph of a region and whether it is certain. `None` means that it was never looked into.
    pub fn known(
        &mut self,
        region: &AnyPosition,
        budget: &Budget,
    ) -> Result<Option<(Thermograph, bool)>, Error> {
        if self.searches.is_empty() {
            return Ok(None);
        }
        region.search(Look { estimates: self, budget })
    }

    /// About the bytes of all searches.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.searches.iter().map(|search| search.bytes()).sum()
    }

    /// The search of this kind of positions, if there is one.
    fn kept<P: Position>(&mut self) -> Option<&mut IntervalSearch<P>> {
        self.searches.iter_mut().find_map(|search| (&mut **search as &mut dyn Any).downcast_mut())
    }
}

/// [`Estimates::improve`].
struct Improve<'a> {
    estimates: &'a mut Estimates,
    budget: &'a Budget,
}

impl Search for Improve<'_> {
    type Output = Result<(), Error>;

    fn run<P: Position>(self, position: &P) -> Self::Output {
        let Self { estimates, budget } = self;
        // A search takes half of the memory at most, and those that are kept the other half. What a search without
        // room has found is still of use until the next one.
        let half = estimates.limit / 2;
        if estimates.bytes() > half {
            estimates.searches.clear();
        }
        if estimates.kept::<P>().is_none() {
            let memory = Budget::endless().with_bytes(half);
            let search = IntervalSearch::<P>::new(memory).knowing(estimates.knowledge.afresh());
            estimates.searches.push(Box::new(search));
        }
        let Some(search) = estimates.kept::<P>() else { return Ok(()) };
        search.best(position, budget, &mut |_| {}).2
    }
}

/// [`Estimates::known`].
struct Look<'a> {
    estimates: &'a mut Estimates,
    budget: &'a Budget,
}

impl Search for Look<'_> {
    type Output = Result<Option<(Thermograph, bool)>, Error>;

    fn run<P: Position>(self, region: &P) -> Self::Output {
        self.estimates.kept::<P>().map_or(Ok(None), |search| search.known(region, self.budget))
    }
}

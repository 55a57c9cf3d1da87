//! What is known about positions without searching them? [`Source`]s have exact thermographs and values that
//! were made beforehand, such as endgame tables; [`Growing`] sources work them out for a whole kind of
//! positions while a search runs. They are exact, so they change no result, only how soon it is found.
//! Searches are handed them; nothing is global.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use values::{Budget, Error, ThermographId, Thermographs, ValueId, Values};

/// A source of exact thermographs and values, made beforehand.
pub trait Source: Send + Sync {
    /// The thermograph of a position. `None` means that this source does not have it.
    fn thermograph(&self, position: &dyn Any, graphs: &Thermographs) -> Option<ThermographId>;

    /// The canonical form of a position. `None` means that this source does not have it.
    fn value(&self, position: &dyn Any, values: &Values) -> Option<ValueId>;

    /// The end of a state of a contest. `None` means that this source does not have it.
    fn ending(&self, _state: &dyn Any) -> Option<Ending> {
        None
    }
}

/// The end of a contest if both play their best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The score of Left.
    pub score: i32,
    /// The number of moves in which the winner gets on, such as those until the next capture; 0 for a draw.
    pub moves: u32,
}

/// A source that works out all positions of a kind together, where that costs little more than a search of
/// some of them. What it has belongs to one search and its store of thermographs.
pub trait Growing: Send + Sync {
    /// A source of the same kind that has nothing yet.
    fn afresh(&self) -> Box<dyn Growing>;

    /// The number of positions to work out before this one is known, if nothing is known yet. `None` means
    /// that the position is not of the kind. A position may be of the kind and yet too large for the source.
    fn cost(&self, position: &dyn Any) -> Option<u64>;

    /// The thermograph of a position, which is worked out if the allowance is enough for it. `None` means
    /// that it is not, or that the position is not of the kind.
    fn thermograph(
        &mut self,
        position: &dyn Any,
        graphs: &Thermographs,
        growth: &Growth<'_>,
    ) -> Result<Option<ThermographId>, Error>;

    /// The number of positions that were worked out.
    fn worked_out(&self) -> u64;

    /// The bytes in use.
    fn bytes(&self) -> usize;
}

/// How far a growing source may grow.
#[derive(Clone, Copy)]
pub struct Growth<'a> {
    /// The maximum number of positions that it works out in all.
    pub positions: u64,
    /// The maximum number of bytes that it uses.
    pub bytes: usize,
    /// The limits of the search.
    pub budget: &'a Budget,
}

/// All sources that a search may ask.
#[must_use]
#[derive(Default)]
pub struct Knowledge {
    sources: Vec<Arc<dyn Source>>,
    growing: Vec<Box<dyn Growing>>,
}

impl Knowledge {
    /// No sources.
    pub fn none() -> Self {
        Self::default()
    }

    /// The same sources for another search, where those that grow have nothing yet.
    pub fn afresh(&self) -> Self {
        let growing = self.growing.iter().map(|source| source.afresh()).collect();
        Self { sources: self.sources.clone(), growing }
    }

    /// The same with another source, which is asked last.
    pub fn with(mut self, source: Arc<dyn Source>) -> Self {
        self.sources.push(source);
        self
    }

    /// The same with another growing source, which is asked last.
    pub fn growing(mut self, source: Box<dyn Growing>) -> Self {
        self.growing.push(source);
        self
    }

    /// The thermograph of a [concrete](rules::Position::concrete) position. `None` means that no source made
    /// beforehand has it.
    #[inline]
    pub fn thermograph(&self, position: &dyn Any, graphs: &Thermographs) -> Option<ThermographId> {
        self.sources.iter().find_map(|source| source.thermograph(position, graphs))
    }

    /// The canonical form of a [concrete](rules::Position::concrete) position. `None` means that no source has
    /// it.
    #[inline]
    pub fn value(&self, position: &dyn Any, values: &Values) -> Option<ValueId> {
        self.sources.iter().find_map(|source| source.value(position, values))
    }

    /// The end of a state of a contest. `None` means that no source has it.
    #[inline]
    pub fn ending(&self, state: &dyn Any) -> Option<Ending> {
        self.sources.iter().find_map(|source| source.ending(state))
    }

    /// The number of positions that growing sources would work out, from nothing, to know this one. `None`
    /// means that it is of no kind that grows.
    pub fn cost(&self, position: &dyn Any) -> Option<u64> {
        self.growing.iter().filter_map(|source| source.cost(position)).min()
    }

    /// The thermograph of a position from the sources that grow. `None` means that the allowance is not
    /// enough, or that the position is of no such kind.
    pub fn work_out(
        &mut self,
        position: &dyn Any,
        graphs: &Thermographs,
        growth: &Growth<'_>,
    ) -> Result<Option<ThermographId>, Error> {
        for source in &mut self.growing {
            let found = source.thermograph(position, graphs, growth)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The number of positions that growing sources have worked out.
    #[must_use]
    pub fn worked_out(&self) -> u64 {
        self.growing.iter().map(|source| source.worked_out()).sum()
    }

    /// The bytes that growing sources use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.growing.iter().map(|source| source.bytes()).sum()
    }
}

impl fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Knowledge of {} sources", self.sources.len() + self.growing.len())
    }
}

//! What is known about positions before any search: thermographs and values from sources such as endgame
//! tables. It is exact, so it changes no result, only how soon it is found. Searches are handed it; nothing
//! is global.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use values::{ThermographId, Thermographs, ValueId, Values};

/// A source of exact thermographs and values, made beforehand.
pub trait Source: Send + Sync {
    /// The thermograph of a position. `None` means that this source does not have it.
    fn thermograph(&self, position: &dyn Any, graphs: &Thermographs) -> Option<ThermographId>;

    /// The canonical form of a position. `None` means that this source does not have it.
    fn value(&self, position: &dyn Any, values: &Values) -> Option<ValueId>;
}

/// All sources that searches may ask.
#[derive(Clone, Default)]
pub struct Knowledge {
    sources: Vec<Arc<dyn Source>>,
}

impl Knowledge {
    /// No sources.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The same with another source, which is asked last.
    #[must_use]
    pub fn with(mut self, source: Arc<dyn Source>) -> Self {
        self.sources.push(source);
        self
    }

    /// Is there no source?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// The thermograph of a [concrete](rules::Position::concrete) position, if a source has it.
    #[inline]
    pub fn thermograph(&self, position: &dyn Any, graphs: &Thermographs) -> Option<ThermographId> {
        self.sources.iter().find_map(|source| source.thermograph(position, graphs))
    }

    /// The canonical form of a [concrete](rules::Position::concrete) position, if a source has it.
    #[inline]
    pub fn value(&self, position: &dyn Any, values: &Values) -> Option<ValueId> {
        self.sources.iter().find_map(|source| source.value(position, values))
    }
}

impl fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Knowledge of {} sources", self.sources.len())
    }
}

//! What is a position of any game worth? The tables of all games that are in use are made when they are first
//! asked for. Their searches are compiled here.

use crate::{ThermographTable, ValueTable};
use positions::Knowledge;
use rules::{AnyPosition, Compiled, Position, Search};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use values::{Error, ThermographId, ValueId, Values};

/// A table of values for every kind of position. They belong to one store of
/// [`values::Values`]: forget both together.
#[derive(Default)]
pub struct Tables {
    knowledge: Knowledge,
    tables: Mutex<HashMap<TypeId, Arc<dyn AnyTable>>>,
}

/// A table of values for positions of any type.
trait AnyTable: Any + Send + Sync {
    fn len(&self) -> usize;
}

impl<P: Position> AnyTable for ValueTable<P> {
    fn len(&self) -> usize {
        self.len()
    }
}

impl Tables {
    /// Empty tables that ask sources before they search.
    #[must_use]
    pub fn knowing(knowledge: Knowledge) -> Self {
        Self { knowledge, tables: Mutex::default() }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<TypeId, Arc<dyn AnyTable>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table for positions of this type.
    pub fn of<P: Position>(&self) -> Arc<ValueTable<P>> {
        let new = || -> Arc<dyn AnyTable> { Arc::new(ValueTable::<P>::knowing(self.knowledge.afresh())) };
        let table: Arc<dyn Any + Send + Sync> =
            self.all().entry(TypeId::of::<P>()).or_insert_with(new).clone();
        table.downcast().expect("a table is stored under the id of its type")
    }

    /// The number of regions, in normal form, that are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all().values().map(|table| table.len()).sum()
    }

    /// Is nothing known yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a position of any game. Rules that fail [unwind](rules::attempt).
    pub fn value(&self, values: &Values, position: &AnyPosition) -> Result<ValueId, Error> {
        position.search(Find { tables: self, values, parallel: false })
    }

    /// The same on all cores.
    pub fn value_in_parallel(&self, values: &Values, position: &AnyPosition) -> Result<ValueId, Error> {
        position.search(Find { tables: self, values, parallel: true })
    }
}

/// The value of a position.
struct Find<'a> {
    tables: &'a Tables,
    values: &'a Values,
    parallel: bool,
}

impl Search for Find<'_> {
    const COMPILED: Compiled = Compiled::EveryGame;

    type Output = Result<ValueId, Error>;

    fn run<P: Position>(self, position: &P) -> Self::Output {
        let Self { tables, values, parallel } = self;
        let table = tables.of::<P>();
        if parallel { table.value_in_parallel(values, position) } else { table.value(values, position) }
    }
}

/// The thermograph of a position of any game, as an id in [`Values::thermographs`]. Rules that fail
/// [unwind](rules::attempt).
pub fn thermograph(
    values: &Values,
    knowledge: &Knowledge,
    position: &AnyPosition,
) -> Result<ThermographId, Error> {
    position.search(Draw { values, knowledge })
}

struct Draw<'a> {
    values: &'a Values,
    knowledge: &'a Knowledge,
}

impl Search for Draw<'_> {
    type Output = Result<ThermographId, Error>;

    fn run<P: Position>(self, position: &P) -> Self::Output {
        ThermographTable::knowing(self.knowledge.afresh()).thermograph(self.values, position)
    }
}

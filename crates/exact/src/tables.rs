//! The tables of all games that are in use, each made when it is first asked for.

use crate::ValueTable;
use positions::Knowledge;
use rules::Position;
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A table of values for every kind of position. They belong to one store of
/// [`values::Values`]: forget both together.
#[derive(Default)]
pub struct Tables {
    knowledge: Knowledge,
    tables: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl Tables {
    /// Empty tables that ask sources before they search.
    #[must_use]
    pub fn knowing(knowledge: Knowledge) -> Self {
        Self { knowledge, tables: Mutex::default() }
    }

    /// The table for positions of this type.
    pub fn of<P: Position>(&self) -> Arc<ValueTable<P>> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let table = tables
            .entry(TypeId::of::<P>())
            .or_insert_with(|| Arc::new(ValueTable::<P>::knowing(self.knowledge.afresh())));
        table.clone().downcast().expect("a table is stored under the id of its type")
    }
}

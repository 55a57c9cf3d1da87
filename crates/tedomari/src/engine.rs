//! The engine, which a program holds while it asks questions. It has rulesets and sources of knowledge, and
//! caches results from one question to the next.

use crate::EngineError;
use derive_more::Debug;
use positions::{Knowledge, Source};
use rules::{AnyPosition, Ruleset, Rulesets};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use sums::Sum;
use tables::dark_chess::Endings;
use values::{Budget, Limits, Value, Values};

/// Answers questions about values, positions and sums.
///
/// ```
/// use tedomari::prelude::*;
///
/// let engine = Engine::new();
/// let g = engine.value("10|8||2")?;
/// assert_eq!((g.mean().to_string(), g.temperature().to_string()), ("11/2".to_owned(), "7/2".to_owned()));
///
/// let position = engine.position("amazons:x.#.|....|.##.|...o")?;
/// let analysis = engine.analyze(&position, &Budget::seconds(10.0))?;
/// assert_eq!(analysis.temperature.unwrap().to_string(), "5/2");
/// println!("Left should play {}", analysis.moves.unwrap().left[0].action);
///
/// let solution = engine.solve("clobber:xoxoxo + ^^*", Player::Right, &Budget::default())?;
/// assert_eq!(solution.winner, Some(Player::Left));
/// # Ok::<(), EngineError>(())
/// ```
#[must_use]
#[derive(Debug)]
#[debug("Engine with {} games", rulesets.iter().count())]
pub struct Engine {
    rulesets: Rulesets,
    knowledge: Knowledge,
    /// The results of endgames of dark chess, which are among the sources of knowledge.
    pub(crate) endings: Arc<Endings>,
    /// The store of handles, which belong to the caller.
    values: Arc<Values>,
    /// The store of analyses, which is emptied when it is half full.
    store: Mutex<Option<Store>>,
}

/// Canonical forms, and the values of positions among them.
pub(crate) struct Store {
    pub(crate) values: Values,
    pub(crate) tables: exact::Tables,
    /// The maximum number of canonical forms.
    most: u32,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine with Tedomari's own games, and what it knows without files.
    pub fn new() -> Self {
        Self::with_endings(Endings::new())
    }

    /// The same with these results of endgames of dark chess, such as those in the files of a folder.
    pub fn with_endings(endings: Endings) -> Self {
        let endings = Arc::new(endings);
        Self {
            rulesets: Rulesets::default(),
            knowledge: exact::knowledge().with(endings.clone()),
            endings,
            values: Arc::default(),
            store: Mutex::default(),
        }
    }

    /// The same engine with another source of knowledge, such as the tables of a folder.
    pub fn knowing(self, source: Arc<dyn Source>) -> Self {
        Self { knowledge: self.knowledge.with(source), store: Mutex::default(), ..self }
    }

    /// Adds a ruleset. Its positions are then read, analysed, solved and played like all others.
    pub fn add(&mut self, ruleset: Ruleset) -> Result<(), EngineError> {
        Ok(self.rulesets.add(ruleset)?)
    }

    /// The same engine, in which the path of a script, such as `./cutcake.lua`, names its ruleset. A program
    /// that answers others should [add](Self::add) a script that it has [loaded](scripts::load) instead:
    /// questions must not name files.
    #[cfg(feature = "scripts")]
    pub fn with_scripts(self) -> Self {
        Self { rulesets: self.rulesets.loading(scripts::open), ..self }
    }

    /// The rulesets of this engine.
    #[must_use]
    pub fn rulesets(&self) -> &Rulesets {
        &self.rulesets
    }

    /// The sources of knowledge of this engine.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// A value in notation.
    pub fn value(&self, text: &str) -> Result<Value, EngineError> {
        Ok(Value::parse(&self.values, text)?)
    }

    /// The same within a budget, for a value that may take long to compute. It gets its own store.
    pub fn value_within(&self, text: &str, budget: &Budget) -> Result<Value, EngineError> {
        Ok(Value::parse(&Arc::new(Values::with_limits(Limits::within(budget))), text)?)
    }

    /// A position, `GAME:POSITION`.
    pub fn position(&self, text: &str) -> Result<AnyPosition, EngineError> {
        Ok(self.rulesets.read(text)?)
    }

    /// A sum of positions and values, joined by ` + `.
    pub fn sum(&self, text: &str) -> Result<Sum, EngineError> {
        self.sum_within(text, &Budget::endless())
    }

    /// The same, with a budget for values that take long to compute.
    pub fn sum_within(&self, text: &str, budget: &Budget) -> Result<Sum, EngineError> {
        Ok(Sum::read_with(&self.rulesets, text, budget)?)
    }

    /// Frees the store before a search that has its own memory.
    pub(crate) fn forget(&self) {
        if let Ok(mut store) = self.store.try_lock() {
            *store = None;
        }
    }

    /// The store, with this budget. While another thread uses it, a new one takes its place.
    pub(crate) fn store(&self, budget: &Budget) -> Held<'_> {
        let mut held = match self.store.try_lock() {
            Ok(shared) => Held::Shared(shared),
            Err(TryLockError::Poisoned(poisoned)) => {
                // A panic left the store incomplete.
                let mut shared = poisoned.into_inner();
                *shared = None;
                self.store.clear_poison();
                Held::Shared(shared)
            }
            Err(TryLockError::WouldBlock) => Held::Own(Box::default()),
        };
        let most = u32::try_from(budget.bytes() / Limits::BYTES_PER_VALUE).unwrap_or(u32::MAX);
        let slot = held.slot();
        // The results of one question must neither use up the memory of the next nor change its node count.
        let is_stale = |store: &Store| store.most != most || store.values.load() > most as usize / 2;
        if budget.counts_nodes() || slot.as_ref().is_none_or(is_stale) {
            let cache_bits = Limits::cache_bits_for(budget.bytes());
            let limits = Limits { values: most, cache_bits, ..Limits::default() };
            let tables = exact::Tables::knowing(self.knowledge.afresh());
            *slot = Some(Store { values: Values::with_limits(limits), tables, most });
        }
        held.get().values.set_budget(budget.clone());
        held
    }
}

/// A store that one question uses.
pub(crate) enum Held<'a> {
    Shared(MutexGuard<'a, Option<Store>>),
    Own(Box<Option<Store>>),
}

impl Held<'_> {
    fn slot(&mut self) -> &mut Option<Store> {
        match self {
            Self::Shared(guard) => guard,
            Self::Own(store) => store,
        }
    }

    pub(crate) fn get(&mut self) -> &mut Store {
        self.slot().as_mut().expect("a store is put in place before it is given out")
    }

    /// Frees the store.
    pub(crate) fn clear(&mut self) {
        *self.slot() = None;
    }
}

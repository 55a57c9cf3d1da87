//! Scripts, and values by plain recursion.

#![allow(clippy::unwrap_used)]

use exact::Tables;
use rules::{AnyPosition, Ruleset};
use scripts::{Limits, LoadError, load, parse};
use std::collections::HashMap;
use std::hash::Hash;
use std::path::Path;
use values::{ByPlayer, Player, ValueId, Values};

/// Limits that are reached soon.
pub(crate) const SMALL: Limits = Limits { instructions: 10_000_000, bytes: 16 << 20 };

/// A script in the text of a test.
pub(crate) fn script(source: &str) -> Ruleset {
    parse("test.lua", source, SMALL).unwrap()
}

/// The message of a script that cannot be loaded.
pub(crate) fn refused(source: &str) -> String {
    match parse("test.lua", source, SMALL) {
        Err(LoadError::Script(message)) => message,
        other => panic!("{other:?}"),
    }
}

/// A ruleset of the library.
pub(crate) fn library(name: &str) -> Ruleset {
    load(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/rulesets/{name}.lua"))).unwrap()
}

/// Values of positions of scripts.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) values: Values,
    pub(crate) tables: Tables,
}

impl Found {
    pub(crate) fn of(&self, position: &AnyPosition) -> ValueId {
        rules::attempt(|| self.tables.value(&self.values, position)).unwrap().unwrap()
    }

    pub(crate) fn read(&self, ruleset: &Ruleset, text: &str) -> ValueId {
        self.of(&ruleset.read(text).unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    pub(crate) fn nimber(&self, n: u32) -> ValueId {
        self.values.parse(&format!("*{n}")).unwrap()
    }

    pub(crate) fn print(&self, ruleset: &Ruleset, text: &str) -> String {
        self.values.print(self.read(ruleset, text)).unwrap()
    }

    /// The value by plain recursion over options that a test knows.
    pub(crate) fn plain<S: Clone + Eq + Hash>(
        &self,
        known: &mut HashMap<S, ValueId>,
        options: &dyn Fn(&S, Player) -> Vec<S>,
        state: &S,
    ) -> ValueId {
        if let Some(value) = known.get(state) {
            return *value;
        }
        let ByPlayer { left, right } = ByPlayer::from_fn(|player| {
            options(state, player).iter().map(|option| self.plain(known, options, option)).collect::<Vec<_>>()
        });
        let value = self.values.from_options(&left, &right).unwrap();
        known.insert(state.clone(), value);
        value
    }
}

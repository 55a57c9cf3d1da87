//! What is worth keeping of a region beyond the end of the process? Its value, what is known of its nim
//! value, and the work on both so far.

use super::Arena;
use crate::{Component, Signed};
use positions::SignedId;
use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;
use values::ValueId;

/// What is known about a stored form.
#[derive(Clone, Copy)]
pub(crate) struct Noted {
    pub(crate) value: Option<ValueId>,
    /// The number of positions that was not enough to find the value, or that it took.
    pub(crate) tried: u32,
    /// The number of times that the value was asked for.
    pub(crate) asked: u32,
    /// The bits of the nim value.
    pub(crate) nim: u64,
}

impl Arena {
    /// What is known about a stored form.
    pub(crate) fn noted(&self, item: SignedId) -> Noted {
        let facts = self.facts(item);
        Noted {
            value: facts.value.get().copied(),
            tried: facts.tried.load(Relaxed),
            asked: facts.asked.load(Relaxed),
            nim: facts.nim.load(Relaxed),
        }
    }

    /// The stored forms with a known value, or on which at least this much work was done in vain, most work
    /// first. Sums were decided with these values in them, so without them a search does not meet these sums.
    pub(crate) fn notable(&self, least: u32) -> Vec<SignedId> {
        let noted = |item: &SignedId| {
            let Noted { value, tried, nim, .. } = self.noted(*item);
            value.is_some() || nim != 0 || tried >= least.max(2)
        };
        let mut items: Vec<SignedId> = (0..self.store.len()).map(SignedId::of).filter(noted).collect();
        items.sort_by_key(|&item| Reverse(self.noted(item).tried));
        items
    }

    /// Adds a region in normal form about which this is known.
    pub(crate) fn take_note(&self, component: Component, noted: Noted) -> SignedId {
        let item = self.item(Signed { component, negative: false });
        let facts = self.facts(item);
        facts.tried.store(noted.tried, Relaxed);
        facts.asked.store(noted.asked, Relaxed);
        facts.nim.fetch_or(noted.nim, Relaxed);
        if let Some(value) = noted.value {
            _ = facts.value.set(value);
        }
        item
    }
}

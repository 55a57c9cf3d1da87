//! What is known about regions whose values are infinitesimal? In all-small regions both players can move or
//! neither, so their atomic weights have bounds. In impartial regions both have the same moves, so their
//! values are nimbers.

use super::Arena;
use crate::Component;
use crate::solve::LARGE;
use positions::SignedId;
use std::sync::atomic::Ordering::Relaxed;
use values::ValueId;

/// What the rules say about a region. An impartial one is all-small too.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    #[default]
    Any,
    AllSmall,
    Impartial,
}

impl Kind {
    pub(super) fn of(component: &Component) -> Self {
        if !component.is_all_small() {
            Self::Any
        } else if component.is_impartial() {
            Self::Impartial
        } else {
            Self::AllSmall
        }
    }
}

/// What is known about the nim value of an impartial region: a bit for each small number that it is not, and
/// above them the value plus one, once it is known. Bits are only ever added.
#[derive(Clone, Copy)]
pub(crate) struct Nim(u64);

impl Nim {
    /// The nim value. `None` means that it is not known.
    pub(crate) fn value(self) -> Option<u32> {
        (self.0 >> LARGE).checked_sub(1).map(|value| value as u32)
    }

    /// Is it known that the nim value is not this one?
    pub(crate) fn is_refuted(self, n: u32) -> bool {
        n < LARGE && self.0 >> n & 1 == 1
    }

    /// The bits of a known nim value.
    pub(super) fn of_value(nim: u32) -> u64 {
        u64::from(nim + 1) << LARGE
    }
}

impl Arena {
    /// Is the region known to be impartial?
    pub(crate) fn is_impartial(&self, item: SignedId) -> bool {
        self.facts(item).kind == Kind::Impartial
    }

    /// An upper bound on the atomic weight of an all-small region, and on that of its negative. `None` means
    /// that the region may not be all-small.
    pub(crate) fn most_weight(&self, item: SignedId) -> Option<u32> {
        if self.facts(item).kind == Kind::Any { None } else { self.component(item).most_weight() }
    }

    /// What is known about the nim value of an impartial region.
    pub(crate) fn nim(&self, item: SignedId) -> Nim {
        Nim(self.facts(item).nim.load(Relaxed))
    }

    /// Keeps that the nim value of an impartial region is not this small number.
    pub(crate) fn refute_nim(&self, item: SignedId, n: u32) {
        self.facts(item).nim.fetch_or(1 << n, Relaxed);
    }

    /// Keeps the nim value of an impartial region, also as a canonical form, and the work that it took.
    pub(crate) fn decide_nim(&self, item: SignedId, nim: u32, value: ValueId, work: u32) {
        let facts = self.facts(item);
        facts.nim.fetch_or(Nim::of_value(nim), Relaxed);
        _ = facts.value.set(value);
        facts.tried.store(work, Relaxed);
    }

    /// An upper bound on the number of moves that can still be played in a region.
    pub(crate) fn longest_play(&self, item: SignedId) -> u32 {
        self.component(item).longest_play().unwrap_or(u32::MAX)
    }
}

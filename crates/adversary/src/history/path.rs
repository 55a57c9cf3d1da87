//! Does a claim that was proved on one path hold on another? A path is a stack of states with a number of its
//! own, and a claim carries a debt: the states of the path that it relies on, and the states that must not be
//! on it.

use super::Repetition;
use positions::TranspositionTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use values::Player;

/// The last place with a bit in [`Debt::relies`]; the bit stands for all later places too.
const LAST: usize = 63;

/// The dependence of a claim on the path that it was proved on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Debt {
    /// The places of the states that the claim relies on, a bit for each.
    relies: u64,
    /// The bits of the states that must not be on the path.
    avoids: u64,
}

impl Debt {
    /// The claim holds on every path.
    pub const NONE: Self = Self { relies: 0, avoids: 0 };

    /// The debt of a claim that moves to the state at this place of the path.
    fn to(place: usize) -> Self {
        Self { relies: 1 << place.min(LAST), avoids: 0 }
    }

    /// The debt of two claims together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { relies: self.relies | other.relies, avoids: self.avoids | other.avoids }
    }

    /// The number of states at the beginning of a path of this length that contain all states that the claim
    /// relies on.
    fn reach(self, length: usize) -> usize {
        match self.relies.checked_ilog2() {
            None => 0,
            Some(last) if last as usize == LAST => length,
            Some(last) => last as usize + 1,
        }
    }
}

/// A debt together with its path.
#[derive(Clone, Copy, Debug)]
pub struct Twin {
    debt: Debt,
    /// The number of states at the beginning of the path that contain all states relied on.
    reach: usize,
    /// The number of the path of those states alone.
    relied: u64,
    /// The number of the whole path.
    path: u64,
}

/// A path under a rule of repetition. Every path has a number of its own; a path that was forgotten gets a
/// new number when it comes again.
#[must_use]
pub struct Path<S> {
    rule: Repetition,
    steps: Vec<Step<S>>,
    places: FxHashMap<S, usize>,
    numbers: Arc<PathNumbers<S>>,
}

/// The numbers of paths, by the number of the path without its last state, and that state. Threads may share
/// them: when two of them number the same path at the same time it has two numbers, but no number ever
/// belongs to two paths.
struct PathNumbers<S> {
    known: TranspositionTable<(u64, S), u64>,
    last: AtomicU64,
}

struct Step<S> {
    state: S,
    /// The number of the path up to here.
    number: u64,
    /// The bit of the state.
    bit: u64,
}

impl<S: Clone + Eq + Hash> Path<S> {
    /// An empty path, with a table of about this many bytes for the numbers of paths.
    pub fn new(rule: Repetition, bytes: usize) -> Self {
        let bytes = if rule == Repetition::Never { 0 } else { bytes };
        let (steps, places) = (Vec::new(), FxHashMap::default());
        let known = TranspositionTable::with_bytes(bytes);
        Self { rule, steps, places, numbers: Arc::new(PathNumbers { known, last: AtomicU64::new(0) }) }
    }

    /// An empty path for another thread of the same search. The claims of one thread can be used by the other.
    pub fn beside(&self) -> Self {
        let (steps, places) = (Vec::new(), FxHashMap::default());
        Self { rule: self.rule, steps, places, numbers: self.numbers.clone() }
    }

    /// Can states be repeated? If not, the path is not recorded.
    #[must_use]
    pub fn matters(&self) -> bool {
        self.rule != Repetition::Never
    }

    /// Back to the empty path.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.places.clear();
    }

    /// Appends a state that is not on the path.
    pub fn enter(&mut self, state: &S) {
        if !self.matters() {
            return;
        }
        let key = (self.number(self.steps.len()), state.clone());
        let number = self.numbers.known.get(&key);
        let number = number.unwrap_or_else(|| self.numbers.last.fetch_add(1, Ordering::Relaxed) + 1);
        // Recent paths are the most likely to come again.
        self.numbers.known.put(key, number, number);
        self.places.insert(state.clone(), self.steps.len());
        self.steps.push(Step { state: state.clone(), number, bit: bit(state) });
    }

    /// Removes the last state, which must be there. The debts of claims about it lose the state itself.
    pub fn leave<const N: usize>(&mut self, debts: [&mut Debt; N]) {
        if !self.matters() {
            return;
        }
        let Step { state, .. } = self.steps.pop().expect("a state that is left was entered");
        self.places.remove(&state);
        // The last bit stands for several places. It is cleared when all of them are left.
        let place = self.steps.len();
        if place <= LAST {
            for debt in debts {
                debt.relies &= !(1 << place);
            }
        }
    }

    /// Is the state on the path?
    #[must_use]
    pub fn repeats(&self, state: &S) -> bool {
        self.matters() && self.places.contains_key(state)
    }

    /// The debt of a claim in favour of a player that follows, by a move of `mover` to this state, from a
    /// claim with this debt about the state.
    #[must_use]
    pub fn owed(&self, debt: Debt, mover: Player, favoured: Player, state: &S) -> Debt {
        match self.places.get(state) {
            Some(&place) => Debt::to(place),
            None if self.rule.harms(mover, favoured) => debt.and(Debt { relies: 0, avoids: bit(state) }),
            None => debt,
        }
    }

    /// The debt of a claim about a state after the present path, in the form that is stored.
    #[must_use]
    pub fn twin(&self, debt: Debt) -> Twin {
        let reach = debt.reach(self.steps.len());
        Twin { debt, reach, relied: self.number(reach), path: self.number(self.steps.len()) }
    }

    /// The debt of a stored claim on the present path. `None` means that the claim may not hold there.
    #[must_use]
    pub fn holds(&self, twin: Twin) -> Option<Debt> {
        let same = self.steps.len() >= twin.reach && self.number(twin.reach) == twin.relied;
        let avoided = || self.steps[twin.reach..].iter().all(|step| step.bit & twin.debt.avoids == 0);
        (same && (self.number(self.steps.len()) == twin.path || avoided())).then_some(twin.debt)
    }

    /// The number of the path that consists of the first `length` states.
    fn number(&self, length: usize) -> u64 {
        length.checked_sub(1).map_or(0, |last| self.steps[last].number)
    }
}

/// One of 64 bits, chosen by the state.
fn bit<S: Hash>(state: &S) -> u64 {
    // The lowest bits of the hash depend on all bits of the state.
    1 << (FxBuildHasher.hash_one(state) % 64)
}

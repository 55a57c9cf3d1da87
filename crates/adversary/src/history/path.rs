//! Does a claim that was proved on one path hold on another? A path is a stack of states with a number of its
//! own, and a claim carries a debt: the states of the path that it relies on, and the states that must not be
//! on it.

use super::Repetition;
use positions::TranspositionTable;
use rules::Contest;
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

    /// The debt of a claim that relies on all states of a path of this length from a place on.
    fn from(place: usize, length: usize) -> Self {
        (place..length).map(Self::to).fold(Self::NONE, Self::and)
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
    /// The places of the positions on the path.
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

#[derive(Clone)]
struct Step<S> {
    state: S,
    /// The number of the path up to here.
    number: u64,
    /// The bit of the state.
    bit: u64,
}

impl<S: Contest> Path<S> {
    /// An empty path, with a table of about this many bytes for the numbers of paths.
    pub fn new(rule: Repetition, bytes: usize) -> Self {
        let bytes = if rule == Repetition::Never { 0 } else { bytes };
        let (steps, places) = (Vec::new(), FxHashMap::default());
        let known = TranspositionTable::with_bytes(bytes);
        Self { rule, steps, places, numbers: Arc::new(PathNumbers { known, last: AtomicU64::new(0) }) }
    }

    /// The same path for another thread of the same search. The claims of one thread can be used by the other.
    pub fn beside(&self) -> Self {
        let (steps, places) = (self.steps.clone(), self.places.clone());
        Self { rule: self.rule, steps, places, numbers: self.numbers.clone() }
    }

    /// Can states be repeated? If not, the path is not recorded.
    #[must_use]
    pub fn matters(&self) -> bool {
        self.rule != Repetition::Never
    }

    /// The rule of repetition.
    pub(super) fn rule(&self) -> Repetition {
        self.rule
    }

    /// Back to the empty path.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.places.clear();
    }

    /// Appends a state whose position is not on the path.
    pub fn enter(&mut self, state: &S) {
        if !self.matters() {
            return;
        }
        let key = (self.number(self.steps.len()), state.clone());
        let number = self.numbers.known.get(&key);
        let number = number.unwrap_or_else(|| self.numbers.last.fetch_add(1, Ordering::Relaxed) + 1);
        // Recent paths are the most likely to come again.
        self.numbers.known.put(key, number, number);
        let position = position(state);
        let bit = bit(&position);
        self.places.insert(position, self.steps.len());
        self.steps.push(Step { state: state.clone(), number, bit });
    }

    /// Removes the last state, which must be there. The debts of claims about it lose the state itself.
    pub fn leave<const N: usize>(&mut self, debts: [&mut Debt; N]) {
        if !self.matters() {
            return;
        }
        let Step { state, .. } = self.steps.pop().expect("a state that is left was entered");
        self.places.remove(&position(&state));
        // The last bit stands for several places. It is cleared when all of them are left.
        let place = self.steps.len();
        if place <= LAST {
            for debt in debts {
                debt.relies &= !(1 << place);
            }
        }
    }

    /// The score of Left when this player moves to a state whose position is on the path. `None` means that
    /// the position is new.
    #[must_use]
    pub fn repetition(&self, mover: Player, next: &S) -> Option<i32> {
        let place = self.place(next)?;
        Some(match self.rule {
            Repetition::OfGame => {
                let cycle: Vec<S> = self.steps[place..].iter().map(|step| step.state.clone()).collect();
                S::repetition(&cycle)
            }
            rule => rule.score(mover, next.most()),
        })
    }

    /// The place of the position of a state. `None` means that it is not on the path.
    fn place(&self, state: &S) -> Option<usize> {
        if self.steps.is_empty() { None } else { self.places.get(&position(state)).copied() }
    }

    /// The debt of a claim in favour of a player that follows, by a move of `mover` to this state, from a
    /// claim with this debt about the state.
    #[must_use]
    pub fn owed(&self, debt: Debt, mover: Player, favoured: Player, state: &S) -> Debt {
        match self.place(state) {
            Some(place) if self.rule == Repetition::OfGame => Debt::from(place, self.steps.len()),
            Some(place) => Debt::to(place),
            None if self.rule.harms(mover, favoured, state.moves_left().is_some()) => {
                debt.and(Debt { relies: 0, avoids: bit(&position(state)) })
            }
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
        // The rule of the game looks at all states between two occurrences.
        let may_differ = self.rule != Repetition::OfGame || twin.debt.relies == 0;
        let avoided =
            || may_differ && self.steps[twin.reach..].iter().all(|step| step.bit & twin.debt.avoids == 0);
        (same && (self.number(self.steps.len()) == twin.path || avoided())).then_some(twin.debt)
    }

    /// The number of the path that consists of the first `length` states.
    fn number(&self, length: usize) -> u64 {
        length.checked_sub(1).map_or(0, |last| self.steps[last].number)
    }
}

/// The position of a state: what play can come back to. Moves that are counted make a new state of it, not a
/// new position.
fn position<S: Contest>(state: &S) -> S {
    if state.moves_left().is_some() { state.with_moves_left(u32::MAX) } else { state.clone() }
}

/// One of 64 bits, chosen by the position.
fn bit<S: Hash>(state: &S) -> u64 {
    // The lowest bits of the hash depend on all bits of the state.
    1 << (FxBuildHasher.hash_one(state) % 64)
}

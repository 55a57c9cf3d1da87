//! Can Left get a score of at least v? Answered by numbers that say how much is left to do: the least number of open
//! leaves whose solving would prove a state, or disprove it (Allis, van der Meulen and van den Herik 1994; Hsu 2022, "Proof
//! number search"). Left's turns are MAX nodes, where one good move proves; Right's are MIN nodes, where all must.
//!
//! [`Pn`] keeps the whole tree and is for games that end; [`Thresholds`] asks about all scores in one
//! tree, [`by_doubling`] one threshold after the other. A [`Proof`] can be kept, and [checked](check) by who trusts nobody.

mod all;
mod check;
mod multi;
mod pn;
mod proof;
mod text;

pub use all::{Choice, Thresholds};
pub use check::{Flaw, check};
pub use multi::by_doubling;
pub use pn::Pn;
pub use proof::{Chosen, Oracle, Proof};
pub use text::ProofError;

/// The least numbers of open leaves whose solving would prove a state or disprove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// Leaves to prove so that the state is proved.
    pub proof: u32,
    /// Leaves to disprove so that the state is disproved.
    pub disproof: u32,
}

impl Numbers {
    /// No number of leaves is enough.
    pub const INFINITE: u32 = u32::MAX;

    /// An open leaf: to solve it costs one.
    pub const LEAF: Self = Self { proof: 1, disproof: 1 };

    /// What is proved, or disproved.
    #[must_use]
    pub fn settled(holds: bool) -> Self {
        let proved = Self { proof: 0, disproof: Self::INFINITE };
        if holds { proved } else { proved.exchanged() }
    }

    /// Proved, disproved, or open.
    #[must_use]
    pub fn answer(self) -> Option<bool> {
        match self {
            Self { proof: 0, .. } => Some(true),
            Self { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// The numbers of a MAX or MIN node with these children.
    pub fn of_children(max: bool, children: impl IntoIterator<Item = Self>) -> Self {
        let mut most = Self { proof: Self::INFINITE, disproof: 0 };
        for child in children {
            let child = if max { child } else { child.exchanged() };
            most.proof = most.proof.min(child.proof);
            most.disproof = add(most.disproof, child.disproof);
        }
        if max { most } else { most.exchanged() }
    }

    /// The same, seen by the other player.
    fn exchanged(self) -> Self {
        Self { proof: self.disproof, disproof: self.proof }
    }
}

/// A finite sum never becomes infinite.
fn add(a: u32, b: u32) -> u32 {
    match (a, b) {
        (Numbers::INFINITE, _) | (_, Numbers::INFINITE) => Numbers::INFINITE,
        _ => a.saturating_add(b).min(Numbers::INFINITE - 1),
    }
}

/// What a search tries to do next, and the way down to the leaf that it should solve for that.
#[derive(Clone, Copy)]
struct Goal {
    prove: bool,
}

impl Goal {
    /// What is less work; to prove if both are the same.
    fn of(root: Numbers) -> Self {
        Self { prove: root.proof <= root.disproof }
    }

    /// Which child of a MAX or MIN node is on the way to the leaf: where one is enough the leftmost of those with the least
    /// work left, where all are needed the leftmost with any.
    fn choose(self, max: bool, children: impl Iterator<Item = Numbers>) -> Option<usize> {
        let work = |numbers: Numbers| if self.prove { numbers.proof } else { numbers.disproof };
        let mut open = children.map(work).enumerate().filter(|(_, work)| *work > 0);
        let child = if max == self.prove { open.min_by_key(|(_, work)| *work) } else { open.next() };
        child.map(|(index, _)| index)
    }
}

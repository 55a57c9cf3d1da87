//! Can Left get a score of at least v? Answered by numbers that say how much is left to do: the least number of open
//! leaves whose solving would prove a state, or disprove it (Allis, van der Meulen and van den Herik 1994; Hsu 2022, "Proof
//! number search"). Left's turns are MAX nodes, where one good move proves; Right's are MIN nodes, where all must.
//!
//! [`Pn`] keeps the whole tree and is for games that end; [`DfPn`] keeps a table of fixed size and knows about
//! repetition. [`Thresholds`] asks about all scores in one tree, [`by_doubling`] one threshold after the other. A [`Proof`] can be kept, and [checked](check) by who trusts nobody.

mod all;
mod check;
mod dfpn;
mod multi;
mod pn;
mod proof;
mod text;
mod tree;

pub use all::{Choice, Thresholds};
pub use check::{Flaw, check};
pub use dfpn::DfPn;
pub use multi::by_doubling;
pub use pn::Pn;
pub use proof::{Answers, Chosen, Oracle, Proof, good_move};
pub use text::ProofError;

/// The answer to: does Left get at least so much?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Yes, whatever Right does.
    Proved,
    /// No, Right can prevent it.
    Disproved,
}

impl Verdict {
    /// Does Left get it?
    #[must_use]
    pub fn holds(self) -> bool {
        self == Self::Proved
    }
}

/// At least so many leaves are still to be proved, or disproved, before there is an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Numbers {
    /// To prove it.
    pub proof: u32,
    /// To disprove it.
    pub disproof: u32,
}

impl Numbers {
    /// The number of what cannot be done.
    pub const INFINITE: u32 = u32::MAX;
    const PROVED: Self = Self { proof: 0, disproof: Self::INFINITE };
    const DISPROVED: Self = Self { proof: Self::INFINITE, disproof: 0 };

    /// A leaf that nothing is known about: to solve it costs one.
    pub const UNKNOWN: Self = Self { proof: 1, disproof: 1 };

    /// The numbers of what is decided.
    #[must_use]
    pub fn decided(proved: bool) -> Self {
        if proved { Self::PROVED } else { Self::DISPROVED }
    }

    /// The answer, if these numbers are those of a state that is decided.
    #[must_use]
    pub fn verdict(self) -> Option<Verdict> {
        match self {
            Self::PROVED => Some(Verdict::Proved),
            Self::DISPROVED => Some(Verdict::Disproved),
            _ => None,
        }
    }

    /// The numbers of a MAX or MIN node with these children.
    pub fn of_children(max: bool, children: impl IntoIterator<Item = Self>) -> Self {
        let mut numbers = Self { proof: Self::INFINITE, disproof: 0 };
        for child in children {
            let child = if max { child } else { child.turned() };
            numbers.proof = numbers.proof.min(child.proof);
            numbers.disproof = add(numbers.disproof, child.disproof);
        }
        if max { numbers } else { numbers.turned() }
    }

    /// Those of a leaf: open, or solved where play is over.
    fn of_leaf(threshold: i32, score: Option<i32>) -> Self {
        score.map_or(Self::UNKNOWN, |score| Self::decided(score >= threshold))
    }

    /// The greater number of each kind.
    fn at_least(self, other: Self) -> Self {
        Self { proof: self.proof.max(other.proof), disproof: self.disproof.max(other.disproof) }
    }

    /// The same question as the opponent asks it.
    fn turned(self) -> Self {
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

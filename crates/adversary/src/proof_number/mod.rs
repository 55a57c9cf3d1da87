//! Can Left get a score of at least v? Proof-number search (Allis, van der Meulen and van den Herik 1994; Hsu
//! 2022, "Proof number search"): the proof number of a state is the least number of open leaves that prove it
//! when they are solved, the disproof number the least number that disprove it. Left moves at MAX nodes,
//! where one good move is a proof; Right moves at MIN nodes, where all moves are needed.
//!
//! [`Pn`] keeps the whole tree and is for games that end; [`DfPn`] keeps a table of fixed size and handles
//! repetition. [`Thresholds`] asks about all scores in one tree, [`by_doubling`] about one threshold after
//! the other. A [`Cost`] says what leaves cost. A [`Proof`] can be kept, and [checked](check()) by an independent verifier.

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
pub use dfpn::{DfPn, Note};
pub use multi::by_doubling;
pub use pn::Pn;
pub use proof::{Answers, Chosen, Oracle, Proof, good_move};
pub use text::ProofError;

use rules::Contest;
use values::ByPlayer;

/// The cost of evaluating a leaf, or an estimate of it: for a proof, and for a disproof. In the plain search both
/// are 1. A leaf that looks expensive is left for later.
pub type Cost<S> = fn(&S) -> ByPlayer<u32>;

/// Every leaf costs the same.
fn equal_cost<S>(_: &S) -> ByPlayer<u32> {
    ByPlayer::both(1)
}

/// The answer to the question: can Left get at least this score?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Yes, against every play of Right.
    Proved,
    /// No, Right can prevent it.
    Disproved,
}

impl Verdict {
    /// Is the answer yes?
    #[must_use]
    pub fn holds(self) -> bool {
        self == Self::Proved
    }
}

/// The proof and the disproof number of a state.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Numbers {
    /// The least number of open leaves that have to be proved for a proof.
    pub proof: u32,
    /// The least number of open leaves that have to be disproved for a disproof.
    pub disproof: u32,
}

impl Numbers {
    /// Infinity: there is no proof, or no disproof.
    pub const INFINITE: u32 = u32::MAX;
    const PROVED: Self = Self { proof: 0, disproof: Self::INFINITE };
    const DISPROVED: Self = Self { proof: Self::INFINITE, disproof: 0 };

    /// The numbers of an open leaf.
    pub const UNKNOWN: Self = Self { proof: 1, disproof: 1 };

    /// The numbers of a decided state.
    pub fn decided(proved: bool) -> Self {
        if proved { Self::PROVED } else { Self::DISPROVED }
    }

    /// The verdict. `None` means that the state is open.
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

    /// The numbers of a leaf; those of an open one are what it costs.
    fn of_leaf<S: Contest>(threshold: i32, leaf: &S, cost: Cost<S>) -> Self {
        match leaf.score() {
            Some(score) => Self::decided(score >= threshold),
            None => {
                let ByPlayer { left, right } = cost(leaf).map(|cost| cost.clamp(1, Self::INFINITE - 1));
                Self { proof: left, disproof: right }
            }
        }
    }

    /// The greater number of each kind.
    fn at_least(self, other: Self) -> Self {
        Self { proof: self.proof.max(other.proof), disproof: self.disproof.max(other.disproof) }
    }

    /// The numbers of the opponent's question, whether this one fails.
    fn turned(self) -> Self {
        Self { proof: self.disproof, disproof: self.proof }
    }
}

/// The sum. A sum of finite numbers stays finite.
fn add(a: u32, b: u32) -> u32 {
    match (a, b) {
        (Numbers::INFINITE, _) | (_, Numbers::INFINITE) => Numbers::INFINITE,
        _ => a.saturating_add(b).min(Numbers::INFINITE - 1),
    }
}

/// The goal of the next expansion, a proof or a disproof. It decides the path to the leaf.
#[derive(Clone, Copy)]
struct Goal {
    prove: bool,
}

impl Goal {
    /// The goal with the smaller number; a proof if both are the same.
    fn of(root: Numbers) -> Self {
        Self { prove: root.proof <= root.disproof }
    }

    /// The index of the child of a MAX or MIN node on the path to the leaf. Where one child is enough it is
    /// the leftmost with the least number, where all are needed the leftmost that is open. `None` means that
    /// all are solved.
    fn choose(self, max: bool, children: impl Iterator<Item = Numbers>) -> Option<usize> {
        let work = |numbers: Numbers| if self.prove { numbers.proof } else { numbers.disproof };
        let mut open = children.map(work).enumerate().filter(|(_, work)| *work > 0);
        let child = if max == self.prove { open.min_by_key(|(_, work)| *work) } else { open.next() };
        child.map(|(index, _)| index)
    }
}

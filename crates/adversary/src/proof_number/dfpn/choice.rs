//! Which child is searched next, and up to which numbers? The one with the least proof number, until another
//! one is clearly better. A thread that has company takes the other threads' places into account.

use super::turned_if;
use crate::history::Debt;
use crate::proof_number::Numbers;

/// A state that the player to move can choose.
pub(super) struct Child<S> {
    pub(super) state: S,
    /// The goal of the player to move in the child.
    pub(super) goal: i32,
    /// Is the opponent to move in the child?
    pub(super) turned: bool,
    /// The numbers for the player who chooses.
    pub(super) numbers: Numbers,
    pub(super) debt: Debt,
    /// The place of the child in [`positions::Crowd`], and the number of visits to it by all threads when
    /// its numbers were looked up. `None` means that this was when all children were listed: most of them are
    /// never searched.
    pub(super) seen: Option<(usize, u32)>,
    /// The number of threads inside of the child.
    pub(super) inside: u32,
}

impl<S> Child<S> {
    /// Takes over the result of a search for the player to move in the child.
    pub(super) fn learn(&mut self, (numbers, debt): (Numbers, Debt)) {
        let found = turned_if(self.turned, numbers);
        self.numbers = if found.verdict().is_some() { found } else { self.numbers.at_least(found) };
        self.debt = debt;
    }

    /// The virtual proof number: it is greater where other threads are at work.
    fn virtual_proof(&self) -> u32 {
        let proof = self.numbers.proof;
        if self.inside == 0 || proof == Numbers::INFINITE {
            return proof;
        }
        proof.saturating_add((1 + proof / 4).saturating_mul(self.inside)).min(Numbers::INFINITE - 1)
    }
}

/// The child that is searched next, and the numbers of the parent.
pub(super) struct Choice {
    /// The child with the least proof number.
    pub(super) best: usize,
    proof: u32,
    /// The least proof number of the others.
    second: u32,
    /// The greatest disproof number.
    disproof: u32,
    /// The number of children that are not disproved, less one.
    others: u32,
}

impl Choice {
    /// The choice among children, of which there must be some.
    pub(super) fn among<S>(children: &[Child<S>]) -> Self {
        let (best, infinite) = (0, Numbers::INFINITE);
        let mut choice = Self { best, proof: infinite, second: infinite, disproof: 0, others: 0 };
        for (i, child) in children.iter().enumerate() {
            let Numbers { proof, disproof } = child.numbers;
            if proof < choice.proof {
                (choice.best, choice.second, choice.proof) = (i, choice.proof, proof);
            } else {
                choice.second = choice.second.min(proof);
            }
            choice.others += u32::from(disproof > 0 && choice.disproof > 0);
            choice.disproof = choice.disproof.max(disproof);
        }
        choice
    }

    /// Chooses by virtual proof numbers, among the children whose own proof number is below the limit: in the
    /// others there is nothing to do.
    pub(super) fn avoid_company<S>(&mut self, children: &[Child<S>], limit: Numbers) {
        let (mut least, mut second) = (Numbers::INFINITE, Numbers::INFINITE);
        for (i, child) in children.iter().enumerate() {
            let proof = child.virtual_proof();
            if proof < least && child.numbers.proof < limit.proof {
                (self.best, second, least) = (i, second.min(least), proof);
            } else {
                second = second.min(proof);
            }
        }
        // A child above the limit may look better than the best one below it.
        self.second = second.max(least);
    }

    /// The numbers of the parent.
    pub(super) fn numbers(&self) -> Numbers {
        let disproof = match self.disproof {
            decided @ (0 | Numbers::INFINITE) => decided,
            open => open.saturating_add(self.others).min(Numbers::INFINITE - 1),
        };
        Numbers { proof: self.proof, disproof }
    }

    /// The limit for the best child. At this limit the parent reaches its own, or another child is clearly
    /// better.
    pub(super) fn limit(&self, limit: Numbers) -> Numbers {
        let clearly_better = self.second.saturating_add(1 + self.second / 4);
        let disproof =
            if limit.disproof == Numbers::INFINITE { limit.disproof } else { limit.disproof - self.others };
        Numbers { proof: limit.proof.min(clearly_better), disproof }
    }
}

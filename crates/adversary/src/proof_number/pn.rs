//! Proof-number search as Hsu 2022 prints it: the whole tree is kept, the leaf to solve next is found from the root by what is
//! less work, leftmost first, and the numbers are brought up to date on the way back. To solve a leaf means to look
//! at its moves and at which of them end play.

use super::proof::{Growing, Witness};
use super::tree::{Node, Tree};
use super::{Goal, Numbers, Proof, Verdict};
use rules::Deterministic;
use values::{Budget, Error};

/// Proof-number search for one threshold. It may be stopped and run on.
pub struct Pn<S: Deterministic> {
    threshold: i32,
    tree: Tree<S, Numbers>,
    /// So many nodes have room.
    most: usize,
}

impl<S: Deterministic> Pn<S> {
    /// Can Left get at least `threshold` from here? The tree may take about so many bytes.
    #[must_use]
    pub fn new(root: S, threshold: i32, bytes: usize) -> Self {
        let numbers = Numbers::of_leaf(threshold, root.score());
        Self { threshold, tree: Tree::new(root, numbers), most: bytes / Tree::<S, Numbers>::BYTES }
    }

    /// Tells this function now and then how many states were expanded.
    pub fn set_progress(&mut self, progress: fn(u64)) {
        self.tree.set_progress(progress);
    }

    /// The numbers of the root.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        self.tree.node(0).known
    }

    /// How many states were expanded.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.tree.expanded()
    }

    /// How many states are in the tree.
    #[must_use]
    pub fn states(&self) -> usize {
        self.tree.len()
    }

    /// Searches until it is known, or until time or memory are used up; after that it may be run on.
    pub fn run(&mut self, budget: &Budget) -> Result<Verdict, Error> {
        loop {
            if let Some(verdict) = self.numbers().verdict() {
                return Ok(verdict);
            }
            budget.check()?;
            self.step(budget)?;
        }
    }

    /// Solves one leaf.
    fn step(&mut self, budget: &Budget) -> Result<(), Error> {
        let (goal, threshold) = (Goal::of(self.numbers()), self.threshold);
        let room = self.most.saturating_sub(self.tree.len());
        self.tree.descend(|max, children| goal.choose(max, numbers_of(children)));
        self.tree.expand(budget, |children| children <= room, |score| Numbers::of_leaf(threshold, score))?;
        self.tree.update(|numbers, max, children| {
            let new = Numbers::of_children(max, numbers_of(children));
            std::mem::replace(numbers, new) != new
        });
        Ok(())
    }

    /// The first move of the root after which the answer is the same, if it is found and the player to move is the one who
    /// got what he wanted.
    #[must_use]
    pub fn winning_move(&self) -> Option<S::Move> {
        let verdict = self.numbers().verdict()?;
        let found = self.tree.find_move(|child| child.known.verdict() == Some(verdict));
        found.filter(|_| self.tree.node(0).max == verdict.holds())
    }

    /// The part of the tree that proves the answer, once it is known, with at most so many states.
    pub fn proof(&self, most: usize, budget: &Budget) -> Result<Option<Proof>, Error> {
        match (self.numbers().verdict(), self.tree.root()) {
            (Some(verdict), Some(root)) => {
                Growing::grow(&mut &*self, 0, root, (self.threshold, verdict.holds()), most, budget).map(Some)
            }
            _ => Ok(None),
        }
    }
}

fn numbers_of(nodes: &[Node<Numbers>]) -> impl Iterator<Item = Numbers> {
    nodes.iter().map(|node| node.known)
}

impl<S: Deterministic> Witness<S> for &Pn<S> {
    type Place = usize;

    fn after(&self, place: usize, index: usize) -> usize {
        self.tree.child(place, index)
    }

    fn known(&mut self, place: usize, _: &S, holds: bool) -> bool {
        self.tree.node(place).known == Numbers::decided(holds)
    }

    /// Where it is known for no move, the tree has none.
    fn find(&mut self, _: usize, _: &S, _: bool) -> Result<bool, Error> {
        Ok(false)
    }
}

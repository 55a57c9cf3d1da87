//! Proof-number search in the form of Hsu 2022: the whole tree is kept, the path to the next leaf follows the
//! smaller numbers from the root, leftmost first, and the numbers are updated on the way back. Expanding a
//! leaf shows which of its moves end play.

use super::proof::{Growing, Witness};
use super::tree::{Node, Tree};
use super::{Cost, Goal, Numbers, Proof, Verdict, equal_cost};
use rules::Deterministic;
use values::{Budget, Error, Progress};

/// Proof-number search for one threshold. It can be stopped and continued.
pub struct Pn<S: Deterministic> {
    threshold: i32,
    cost: Cost<S>,
    tree: Tree<S, Numbers>,
    /// The maximum number of nodes.
    most: usize,
}

impl<S: Deterministic> Pn<S> {
    /// A search for whether Left can get at least `threshold`. The tree may take about this many bytes.
    #[must_use]
    pub fn new(root: S, threshold: i32, bytes: usize) -> Self {
        Self::with_cost(root, threshold, equal_cost, bytes)
    }

    /// The same with a cost of leaves: the numbers are costs then in place of counts of leaves.
    #[must_use]
    pub fn with_cost(root: S, threshold: i32, cost: Cost<S>, bytes: usize) -> Self {
        let numbers = Numbers::of_leaf(threshold, &root, cost);
        Self { threshold, cost, tree: Tree::new(root, numbers), most: bytes / Tree::<S, Numbers>::BYTES }
    }

    /// Sets a function that is called from time to time with the number of expanded states.
    pub fn set_progress(&mut self, progress: Progress) {
        self.tree.set_progress(progress);
    }

    /// The numbers of the root.
    pub fn numbers(&self) -> Numbers {
        self.tree.node(0).known
    }

    /// The number of expanded states.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.tree.expanded()
    }

    /// The number of states in the tree.
    #[must_use]
    pub fn states(&self) -> usize {
        self.tree.len()
    }

    /// Searches until the verdict is known, or until time or memory are used up. After a limit it can be
    /// called again.
    pub fn run(&mut self, budget: &Budget) -> Result<Verdict, Error> {
        loop {
            if let Some(verdict) = self.numbers().verdict() {
                return Ok(verdict);
            }
            budget.check()?;
            self.step(budget)?;
        }
    }

    /// Expands one leaf.
    fn step(&mut self, budget: &Budget) -> Result<(), Error> {
        let (goal, threshold, cost) = (Goal::of(self.numbers()), self.threshold, self.cost);
        let room = self.most.saturating_sub(self.tree.len());
        self.tree.descend(|max, children| goal.choose(max, numbers_of(children)));
        self.tree.expand(
            budget,
            |children| children <= room,
            |leaf| Numbers::of_leaf(threshold, leaf, cost),
        )?;
        self.tree.update(|numbers, max, children| {
            let new = Numbers::of_children(max, numbers_of(children));
            std::mem::replace(numbers, new) != new
        });
        Ok(())
    }

    /// The first move of the root that keeps the verdict. `None` means that there is no verdict yet, or that
    /// the player to move loses.
    #[must_use]
    pub fn winning_move(&self) -> Option<S::Move> {
        let verdict = self.numbers().verdict()?;
        let found = self.tree.find_move(|child| child.known.verdict() == Some(verdict));
        found.filter(|_| self.tree.node(0).max == verdict.holds())
    }

    /// The part of the tree that proves the verdict, with at most `most` states. `None` means that there is
    /// no verdict yet.
    pub fn proof(&self, most: usize, budget: &Budget) -> Result<Option<Proof>, Error> {
        let Some(verdict) = self.numbers().verdict() else { return Ok(None) };
        let (root, claim) = (self.tree.root(), (self.threshold, verdict.holds()));
        Growing::grow(&mut &*self, 0, root, claim, most, budget).map(Some)
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

    /// The tree has no answers beyond the known ones.
    fn find(&mut self, _: usize, _: &S, _: bool) -> Result<bool, Error> {
        Ok(false)
    }
}

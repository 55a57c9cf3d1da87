//! The exact score in one tree: every node has a proof and a disproof number for each threshold that is open
//! at the root, and a leaf that is solved serves all of them. A proof for a threshold holds for all lower
//! ones, so the open thresholds lie between the proved and the disproved ones.

use super::tree::Tree;
use super::{Cost, Goal, Numbers, equal_cost};
use rules::{Contest, Deterministic};
use std::ops::RangeInclusive;
use values::{Budget, Error, Progress};

/// The choice of the threshold that is searched next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// The one with the least proof or disproof number; the lowest of several.
    #[default]
    Easiest,
    /// The middle one, which halves the open thresholds when it is known.
    Middle,
}

/// The place of the numbers of a node, for the thresholds from `from` upwards.
#[derive(Clone, Copy)]
struct Row {
    start: usize,
    from: i32,
}

impl Row {
    fn at(self, threshold: i32) -> usize {
        self.start + threshold.abs_diff(self.from) as usize
    }
}

/// Proof-number search for all thresholds at once, in games that end. It can be stopped and continued.
pub struct Thresholds<S: Deterministic> {
    choice: Choice,
    cost: Cost<S>,
    /// The lower bound on the score.
    low: i32,
    /// The upper bound on the score.
    high: i32,
    /// The number of thresholds that were open at the start.
    width: i32,
    tree: Tree<S, Row>,
    numbers: Vec<Numbers>,
    bytes: usize,
}

impl<S: Deterministic> Thresholds<S> {
    /// A search for the score of Left, which must lie from `lowest` to `highest`. The tree may take about
    /// this many bytes.
    #[must_use]
    pub fn new(root: S, lowest: i32, highest: i32, choice: Choice, bytes: usize) -> Self {
        Self::with_cost(root, lowest..=highest, choice, equal_cost, bytes)
    }

    /// The same with a cost of leaves.
    #[must_use]
    pub fn with_cost(
        root: S,
        scores: RangeInclusive<i32>,
        choice: Choice,
        cost: Cost<S>,
        bytes: usize,
    ) -> Self {
        let (lowest, highest) = scores.into_inner();
        let (high, width) = (highest.max(lowest), highest.saturating_sub(lowest).max(0));
        let mut numbers = Vec::new();
        let row = add_leaf(&mut numbers, open(lowest, high), &root, cost);
        let mut search =
            Self { choice, cost, low: lowest, high, width, tree: Tree::new(root, row), numbers, bytes };
        search.narrow();
        search
    }

    /// Sets a function that is called from time to time with the number of expanded states.
    pub fn set_progress(&mut self, progress: Progress) {
        self.tree.set_progress(progress);
    }

    /// The bounds on the score.
    #[must_use]
    pub fn bounds(&self) -> (i32, i32) {
        (self.low, self.high)
    }

    /// The numbers of the root for a threshold.
    pub fn numbers(&self, threshold: i32) -> Numbers {
        match threshold {
            _ if threshold <= self.low => Numbers::decided(true),
            _ if threshold > self.high => Numbers::decided(false),
            _ => self.numbers[self.tree.node(0).known.at(threshold)],
        }
    }

    /// The number of expanded states.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.tree.expanded()
    }

    /// Searches until the score is known, or until time or memory are used up. After a limit it can be called
    /// again.
    pub fn run(&mut self, budget: &Budget) -> Result<i32, Error> {
        while self.low < self.high {
            budget.check()?;
            self.step(budget)?;
        }
        Ok(self.low)
    }

    /// A move that secures the score for the player to move at the root. `None` means that the score is not
    /// known, or that it is the worst possible, so that no move had to be found.
    #[must_use]
    pub fn winning_move(&self) -> Option<S::Move> {
        let root = self.tree.node(0);
        let threshold = if root.max { self.low } else { self.high.checked_add(1)? };
        let from = root.known.from;
        let wanted =
            self.low == self.high && from <= threshold && threshold < from.saturating_add(self.width);
        let shown =
            |row: Row| threshold >= row.from && self.numbers[row.at(threshold)] == Numbers::decided(root.max);
        self.tree.find_move(|child| wanted && shown(child.known))
    }

    /// Expands one leaf.
    fn step(&mut self, budget: &Budget) -> Result<(), Error> {
        let threshold = self.threshold();
        let goal = Goal::of(self.numbers(threshold));
        let Self { low, high, tree, numbers, bytes, cost, .. } = self;
        tree.descend(|max, children| {
            goal.choose(max, children.iter().map(|child| numbers[child.known.at(threshold)]))
        });
        let per_node = Tree::<S, Row>::BYTES + open(*low, *high).count() * size_of::<Numbers>();
        let used = tree.len() * Tree::<S, Row>::BYTES + size_of_val(&numbers[..]);
        let fits = |children| used + children * per_node <= *bytes;
        tree.expand(budget, fits, |leaf| add_leaf(numbers, open(*low, *high), leaf, *cost))?;
        tree.update(|row, max, children| {
            let mut changed = false;
            for threshold in open(*low, *high) {
                let of = children.iter().map(|child| numbers[child.known.at(threshold)]);
                let new = Numbers::of_children(max, of);
                changed |= std::mem::replace(&mut numbers[row.at(threshold)], new) != new;
            }
            changed
        });
        self.narrow();
        Ok(())
    }

    /// The threshold that is searched next. Some threshold must be open.
    fn threshold(&self) -> i32 {
        let work = |threshold: &i32| {
            let Numbers { proof, disproof } = self.numbers(*threshold);
            proof.min(disproof)
        };
        match self.choice {
            Choice::Easiest => {
                open(self.low, self.high).min_by_key(work).expect("`low < high`, so a threshold is open")
            }
            Choice::Middle => i32::midpoint(self.low, self.high).max(self.low + 1),
        }
    }

    /// Closes the thresholds that are decided at the root.
    fn narrow(&mut self) {
        while self.low < self.high && self.numbers(self.low + 1) == Numbers::decided(true) {
            self.low += 1;
        }
        while self.low < self.high && self.numbers(self.high) == Numbers::decided(false) {
            self.high -= 1;
        }
    }
}

/// The open thresholds if the score has these bounds.
fn open(low: i32, high: i32) -> RangeInclusive<i32> {
    low.saturating_add(1)..=high
}

/// Adds the numbers of a leaf.
fn add_leaf<S: Contest>(
    numbers: &mut Vec<Numbers>,
    open: RangeInclusive<i32>,
    leaf: &S,
    cost: Cost<S>,
) -> Row {
    let row = Row { start: numbers.len(), from: *open.start() };
    numbers.extend(open.map(|threshold| Numbers::of_leaf(threshold, leaf, cost)));
    row
}

//! The exact score in one tree: every node has a proof and a disproof number for each threshold that is still open at the
//! root, and a leaf that is solved serves all of them. What is proved for a threshold is proved for all lower ones, so
//! what is open lies between the scores that are proved and those that are disproved.

use super::tree::Tree;
use super::{Goal, Numbers};
use rules::Deterministic;
use std::ops::RangeInclusive;
use values::{Budget, Error};

/// Which of the open thresholds is worked on next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// The one that is least work, to prove or to disprove; the lowest of several.
    #[default]
    Easiest,
    /// The middle one, which leaves the least when it is known.
    Middle,
}

/// Where the numbers of a node are, for the thresholds from `from` upwards.
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

/// Proof-number search for all thresholds at once, in games that end. It may be stopped and run on.
pub struct Thresholds<S: Deterministic> {
    choice: Choice,
    /// The score lies between these.
    low: i32,
    high: i32,
    /// So many thresholds were open at first.
    width: i32,
    tree: Tree<S, Row>,
    numbers: Vec<Numbers>,
    bytes: usize,
}

impl<S: Deterministic> Thresholds<S> {
    /// Which score from `lowest` to `highest` will Left get? The tree may take about so many bytes.
    #[must_use]
    pub fn new(root: S, lowest: i32, highest: i32, choice: Choice, bytes: usize) -> Self {
        let (high, width) = (highest.max(lowest), highest.saturating_sub(lowest).max(0));
        let mut numbers = Vec::new();
        let row = add_leaf(&mut numbers, open(lowest, high), root.score());
        let mut search =
            Self { choice, low: lowest, high, width, tree: Tree::new(root, row), numbers, bytes };
        search.narrow();
        search
    }

    /// Tells this function now and then how many states were expanded.
    pub fn set_progress(&mut self, progress: fn(u64)) {
        self.tree.set_progress(progress);
    }

    /// The scores that are still possible: the lowest and the highest.
    #[must_use]
    pub fn bounds(&self) -> (i32, i32) {
        (self.low, self.high)
    }

    /// The numbers of the root for a threshold: settled if it is known.
    #[must_use]
    pub fn numbers(&self, threshold: i32) -> Numbers {
        match threshold {
            _ if threshold <= self.low => Numbers::decided(true),
            _ if threshold > self.high => Numbers::decided(false),
            _ => self.numbers[self.tree.node(0).known.at(threshold)],
        }
    }

    /// How many states were expanded.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.tree.expanded()
    }

    /// Searches until the score is known, or until time or memory are used up; after that it may be run on.
    pub fn run(&mut self, budget: &Budget) -> Result<i32, Error> {
        while self.low < self.high {
            budget.check()?;
            self.step(budget)?;
        }
        Ok(self.low)
    }

    /// A move that gets the player to move at the root the score, once that is known and if it had to be shown.
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

    /// Solves one leaf.
    fn step(&mut self, budget: &Budget) -> Result<(), Error> {
        let threshold = self.threshold();
        let goal = Goal::of(self.numbers(threshold));
        let Self { low, high, tree, numbers, bytes, .. } = self;
        tree.descend(|max, children| {
            goal.choose(max, children.iter().map(|child| numbers[child.known.at(threshold)]))
        });
        let per_node = Tree::<S, Row>::BYTES + open(*low, *high).count() * size_of::<Numbers>();
        let used = tree.len() * Tree::<S, Row>::BYTES + size_of_val(&numbers[..]);
        let fits = |children| used + children * per_node <= *bytes;
        tree.expand(budget, fits, |score| add_leaf(numbers, open(*low, *high), score))?;
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

    fn threshold(&self) -> i32 {
        let work = |threshold: &i32| {
            let Numbers { proof, disproof } = self.numbers(*threshold);
            proof.min(disproof)
        };
        match self.choice {
            Choice::Easiest => open(self.low, self.high).min_by_key(work).unwrap_or(self.high),
            Choice::Middle => i32::midpoint(self.low, self.high).max(self.low + 1),
        }
    }

    /// Leaves out the thresholds that are known at the root.
    fn narrow(&mut self) {
        while self.low < self.high && self.numbers(self.low + 1) == Numbers::decided(true) {
            self.low += 1;
        }
        while self.low < self.high && self.numbers(self.high) == Numbers::decided(false) {
            self.high -= 1;
        }
    }
}

/// The thresholds that are neither proved nor disproved if the score lies between these.
fn open(low: i32, high: i32) -> RangeInclusive<i32> {
    low.saturating_add(1)..=high
}

/// Adds the numbers of a leaf.
fn add_leaf(numbers: &mut Vec<Numbers>, open: RangeInclusive<i32>, score: Option<i32>) -> Row {
    let row = Row { start: numbers.len(), from: *open.start() };
    numbers.extend(open.map(|threshold| Numbers::of_leaf(threshold, score)));
    row
}

//! The exact score in one tree: every node has a proof and a disproof number for each threshold that is still open at the
//! root, and a leaf that is solved serves all of them. What is proved for a threshold is proved for all lower ones, so
//! what is open lies between the scores that are proved and those that are disproved.

use super::{Goal, Numbers};
use rules::Deterministic;
use values::{Error, Player, Stop};

/// Which of the open thresholds is worked on next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// The one that is least work, to prove or to disprove; the lowest of several.
    #[default]
    Easiest,
    /// The middle one, which leaves the least when it is known.
    Middle,
}

struct Node {
    first: u32,
    count: u32,
    /// Where its numbers are, for the thresholds from `from` upwards.
    numbers: usize,
    from: i32,
    max: bool,
}

impl Node {
    fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    fn at(&self, threshold: i32) -> usize {
        self.numbers + threshold.abs_diff(self.from) as usize
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
    nodes: Vec<Node>,
    actions: Vec<S::Move>,
    numbers: Vec<Numbers>,
    path: Vec<(usize, S)>,
    bytes: usize,
    expanded: u64,
    progress: fn(u64),
}

impl<S: Deterministic> Thresholds<S> {
    /// Which score from `lowest` to `highest` will Left get? The tree may take about so many bytes.
    #[must_use]
    pub fn new(root: S, lowest: i32, highest: i32, choice: Choice, bytes: usize) -> Self {
        let mut search = Self {
            choice,
            low: lowest,
            high: highest.max(lowest),
            width: highest.saturating_sub(lowest).max(0),
            nodes: Vec::new(),
            actions: Vec::new(),
            numbers: Vec::new(),
            path: Vec::new(),
            bytes,
            expanded: 0,
            progress: |_| {},
        };
        let score = root.score();
        search.add_leaf(&root, score);
        search.path.push((0, root));
        search.narrow();
        search
    }

    /// Tells this function now and then how many states were expanded.
    pub fn set_progress(&mut self, progress: fn(u64)) {
        self.progress = progress;
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
            _ => self.numbers[self.nodes[0].at(threshold)],
        }
    }

    /// How many states were expanded.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Searches until the score is known, or until time or memory are used up; after that it may be run on.
    pub fn run(&mut self, stop: &Stop) -> Result<i32, Error> {
        while self.low < self.high {
            stop.check()?;
            self.step(stop)?;
        }
        Ok(self.low)
    }

    /// A move that gets the player to move at the root the score, once that is known and if it had to be shown.
    #[must_use]
    pub fn winning_move(&self) -> Option<S::Move> {
        let root = &self.nodes[0];
        let threshold = if root.max { self.low } else { self.high.checked_add(1)? };
        let shown = |child: &usize| {
            let node = &self.nodes[*child];
            threshold >= node.from && self.numbers[node.at(threshold)] == Numbers::decided(root.max)
        };
        let wanted = self.low == self.high
            && root.from <= threshold
            && threshold < root.from.saturating_add(self.width);
        root.children().find(|child| wanted && shown(child)).map(|child| self.actions[child - 1])
    }

    /// Solves one leaf.
    fn step(&mut self, stop: &Stop) -> Result<(), Error> {
        let threshold = self.threshold();
        let goal = Goal::of(self.numbers(threshold));
        while let Some((child, state)) = self.below(threshold, goal) {
            self.path.push((child, state));
        }
        self.expand(stop)?;
        self.expanded += 1;
        if self.expanded.is_multiple_of(4096) {
            (self.progress)(self.expanded);
        }
        self.update();
        self.narrow();
        Ok(())
    }

    fn threshold(&self) -> i32 {
        let work = |threshold: &i32| {
            let Numbers { proof, disproof } = self.numbers(*threshold);
            proof.min(disproof)
        };
        match self.choice {
            Choice::Easiest => self.open().min_by_key(work).unwrap_or(self.high),
            Choice::Middle => i32::midpoint(self.low, self.high).max(self.low + 1),
        }
    }

    /// The thresholds that are neither proved nor disproved.
    fn open(&self) -> impl Iterator<Item = i32> + use<S> {
        self.low + 1..=self.high
    }

    /// One step down from the node that is looked at, if it has children.
    fn below(&self, threshold: i32, goal: Goal) -> Option<(usize, S)> {
        let (number, state) = self.path.last()?;
        let node = &self.nodes[*number];
        let children = self.nodes[node.children()].iter().map(|child| self.numbers[child.at(threshold)]);
        let child = node.first as usize + goal.choose(node.max, children)?;
        Some((child, state.play(self.actions[child - 1])))
    }

    /// Gives the leaf that is looked at its children, all or none.
    fn expand(&mut self, stop: &Stop) -> Result<(), Error> {
        let Some((leaf, state)) = self.path.last().cloned() else { return Ok(()) };
        let moves = state.moves();
        let numbers = self.numbers.len() + moves.len() * self.open().count();
        let nodes = self.nodes.len() + moves.len();
        let bytes = nodes * (size_of::<Node>() + size_of::<S::Move>()) + numbers * size_of::<Numbers>();
        if bytes > self.bytes || nodes > u32::MAX as usize {
            return Err(Error::OutOfRoom);
        }
        let mut children = Vec::with_capacity(moves.len());
        for &action in &moves {
            stop.check()?;
            let child = state.play(action);
            let score = child.score();
            children.push((child, score));
        }
        self.nodes[leaf].first = self.nodes.len() as u32;
        self.nodes[leaf].count = moves.len() as u32;
        for (child, score) in children {
            self.add_leaf(&child, score);
        }
        self.actions.extend(moves);
        Ok(())
    }

    fn add_leaf(&mut self, state: &S, score: Option<i32>) {
        self.nodes.push(Node {
            first: 0,
            count: 0,
            numbers: self.numbers.len(),
            from: self.low.saturating_add(1),
            max: state.to_move() == Player::Left,
        });
        let leaf = |threshold| score.map_or(Numbers::UNKNOWN, |score| Numbers::decided(score >= threshold));
        self.numbers.extend(self.open().map(leaf));
    }

    /// Brings the numbers for all open thresholds up to date, up to the first node that they do not change.
    fn update(&mut self) {
        while let Some(&(number, _)) = self.path.last() {
            let node = &self.nodes[number];
            let mut changed = false;
            for threshold in self.open() {
                let children =
                    self.nodes[node.children()].iter().map(|child| self.numbers[child.at(threshold)]);
                let numbers = Numbers::of_children(node.max, children);
                changed |= std::mem::replace(&mut self.numbers[node.at(threshold)], numbers) != numbers;
            }
            if !changed || self.path.len() == 1 {
                return;
            }
            self.path.pop();
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

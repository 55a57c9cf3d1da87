//! Proof-number search as Hsu 2022 prints it: the whole tree is kept, the leaf to solve next is found from the root by what is
//! less work, leftmost first, and the numbers are brought up to date on the way back. To solve a leaf means to look
//! at its moves and at which of them end play.

use super::proof::{Growing, Witness};
use super::{Goal, Numbers, Proof, Verdict};
use rules::Deterministic;
use values::{Error, Player, Stop};

/// A node; its children lie side by side, one for each move, and a leaf has none.
struct Node {
    numbers: Numbers,
    first: u32,
    count: u32,
    max: bool,
}

impl Node {
    fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// Proof-number search for one threshold. It may be stopped and run on.
pub struct Pn<S: Deterministic> {
    threshold: i32,
    nodes: Vec<Node>,
    /// The move to each node but the root.
    actions: Vec<S::Move>,
    /// The way from the root to the node that is looked at.
    path: Vec<(usize, S)>,
    most: usize,
    expanded: u64,
    progress: fn(u64),
}

impl<S: Deterministic> Pn<S> {
    /// Can Left get at least `threshold` from here? The tree may take about so many bytes.
    #[must_use]
    pub fn new(root: S, threshold: i32, bytes: usize) -> Self {
        let most = bytes / (size_of::<Node>() + size_of::<S::Move>());
        let mut search = Self {
            threshold,
            nodes: Vec::new(),
            actions: Vec::new(),
            path: Vec::new(),
            most: most.min(u32::MAX as usize),
            expanded: 0,
            progress: |_| {},
        };
        search.nodes.push(search.leaf(&root));
        search.path.push((0, root));
        search
    }

    /// Tells this function now and then how many states were expanded.
    pub fn set_progress(&mut self, progress: fn(u64)) {
        self.progress = progress;
    }

    /// The numbers of the root.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        self.nodes[0].numbers
    }

    /// How many states were expanded.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// How many states are in the tree.
    #[must_use]
    pub fn states(&self) -> usize {
        self.nodes.len()
    }

    /// Searches until it is known, or until time or memory are used up; after that it may be run on.
    pub fn run(&mut self, stop: &Stop) -> Result<Verdict, Error> {
        loop {
            if let Some(verdict) = self.numbers().verdict() {
                return Ok(verdict);
            }
            stop.check()?;
            self.step(stop)?;
        }
    }

    /// Solves one leaf.
    fn step(&mut self, stop: &Stop) -> Result<(), Error> {
        let goal = Goal::of(self.numbers());
        while let Some((child, state)) = self.below(goal) {
            self.path.push((child, state));
        }
        self.expand(stop)?;
        self.expanded += 1;
        if self.expanded.is_multiple_of(4096) {
            (self.progress)(self.expanded);
        }
        self.update();
        Ok(())
    }

    /// One step down from the node that is looked at, if it has children.
    fn below(&self, goal: Goal) -> Option<(usize, S)> {
        let (number, state) = self.path.last()?;
        let node = &self.nodes[*number];
        let children = self.nodes[node.children()].iter().map(|child| child.numbers);
        let child = node.first as usize + goal.choose(node.max, children)?;
        Some((child, state.play(self.actions[child - 1])))
    }

    /// Gives the leaf that is looked at its children, all or none.
    fn expand(&mut self, stop: &Stop) -> Result<(), Error> {
        let Some((leaf, state)) = self.path.last() else { return Ok(()) };
        let moves = state.moves();
        if self.nodes.len() + moves.len() > self.most {
            return Err(Error::OutOfRoom);
        }
        let mut children = Vec::with_capacity(moves.len());
        for &action in &moves {
            stop.check()?;
            children.push(self.leaf(&state.play(action)));
        }
        self.nodes[*leaf].first = self.nodes.len() as u32;
        self.nodes[*leaf].count = moves.len() as u32;
        self.nodes.extend(children);
        self.actions.extend(moves);
        Ok(())
    }

    /// A node without children: open, or solved where play is over.
    fn leaf(&self, state: &S) -> Node {
        let settled = |score| Numbers::decided(score >= self.threshold);
        let numbers = state.score().map_or(Numbers::UNKNOWN, settled);
        Node { numbers, first: 0, count: 0, max: state.to_move() == Player::Left }
    }

    /// Brings the numbers up to date, up to the first node that they do not change: from there the search goes on.
    fn update(&mut self) {
        while let Some(&(number, _)) = self.path.last() {
            let node = &self.nodes[number];
            let children = self.nodes[node.children()].iter().map(|child| child.numbers);
            let numbers = Numbers::of_children(node.max, children);
            let changed = std::mem::replace(&mut self.nodes[number].numbers, numbers) != numbers;
            if !changed || self.path.len() == 1 {
                return;
            }
            self.path.pop();
        }
    }

    /// The first move of the root after which the answer is the same, if it is found and the player to move is the one who
    /// got what he wanted.
    #[must_use]
    pub fn winning_move(&self) -> Option<S::Move> {
        let (root, verdict) = (&self.nodes[0], self.numbers().verdict()?);
        let children = &mut root.children();
        let settled = |child: &usize| self.nodes[*child].numbers.verdict() == Some(verdict);
        children.find(settled).filter(|_| root.max == verdict.holds()).map(|child| self.actions[child - 1])
    }

    /// The part of the tree that proves the answer, once it is known, with at most so many states.
    pub fn proof(&self, most: usize, stop: &Stop) -> Result<Option<Proof>, Error> {
        match (self.numbers().verdict(), self.path.first()) {
            (Some(verdict), Some((_, root))) => {
                Growing::grow(&mut &*self, 0, root, (self.threshold, verdict.holds()), most, stop).map(Some)
            }
            _ => Ok(None),
        }
    }
}

impl<S: Deterministic> Witness<S> for &Pn<S> {
    type Place = usize;

    fn after(&self, place: usize, index: usize) -> usize {
        self.nodes[place].first as usize + index
    }

    fn known(&mut self, place: usize, _: &S, holds: bool) -> bool {
        self.nodes[place].numbers == Numbers::decided(holds)
    }

    /// Where it is known for no move, the tree has none.
    fn find(&mut self, _: usize, _: &S, _: bool) -> Result<bool, Error> {
        Ok(false)
    }
}

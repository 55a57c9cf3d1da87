//! The tree that proof-number search keeps in memory: nodes whose children lie side by side, with what the search knows about
//! each, and the way from the root to the node that is looked at.

use rules::Deterministic;
use values::{Budget, Error, Player};

/// Progress is reported once in so many leaves.
const PROGRESS: u64 = 4096;

/// A node; a leaf has no children.
pub(super) struct Node<T> {
    pub(super) known: T,
    /// Does Left move here?
    pub(super) max: bool,
    first: u32,
    count: u32,
}

pub(super) struct Tree<S: Deterministic, T> {
    nodes: Vec<Node<T>>,
    /// The move to each node but the root.
    actions: Vec<S::Move>,
    path: Vec<(usize, S)>,
    expanded: u64,
    progress: fn(u64),
}

impl<S: Deterministic, T> Tree<S, T> {
    /// What a node takes.
    pub(super) const BYTES: usize = size_of::<Node<T>>() + size_of::<S::Move>();

    pub(super) fn new(root: S, known: T) -> Self {
        let node = Node { known, max: root.to_move() == Player::Left, first: 0, count: 0 };
        Self { nodes: vec![node], actions: Vec::new(), path: vec![(0, root)], expanded: 0, progress: |_| {} }
    }

    pub(super) fn set_progress(&mut self, progress: fn(u64)) {
        self.progress = progress;
    }

    /// How many leaves were given children.
    pub(super) fn expanded(&self) -> u64 {
        self.expanded
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The root is node 0.
    pub(super) fn node(&self, number: usize) -> &Node<T> {
        &self.nodes[number]
    }

    /// The state at the root.
    pub(super) fn root(&self) -> Option<&S> {
        self.path.first().map(|(_, state)| state)
    }

    /// The number of a child, by its index among its siblings.
    pub(super) fn child(&self, number: usize, index: usize) -> usize {
        self.nodes[number].first as usize + index
    }

    fn children(&self, node: &Node<T>) -> &[Node<T>] {
        &self.nodes[node.first as usize..][..node.count as usize]
    }

    /// The first move of the root to a child like this.
    pub(super) fn find_move(&self, wanted: impl FnMut(&Node<T>) -> bool) -> Option<S::Move> {
        let index = self.children(&self.nodes[0]).iter().position(wanted)?;
        Some(self.actions[self.child(0, index) - 1])
    }

    /// Goes down to a leaf, at each node to the child with the chosen index.
    pub(super) fn descend(&mut self, choose: impl Fn(bool, &[Node<T>]) -> Option<usize>) {
        while let Some((number, state)) = self.path.last() {
            let node = &self.nodes[*number];
            let Some(index) = choose(node.max, self.children(node)) else { return };
            let child = self.child(*number, index);
            let state = state.play(self.actions[child - 1]);
            self.path.push((child, state));
        }
    }

    /// Gives the leaf that is looked at its children, all or none, if so many fit; what is known about them follows from the
    /// score where play is over.
    pub(super) fn expand(
        &mut self,
        budget: &Budget,
        fits: impl FnOnce(usize) -> bool,
        mut leaf: impl FnMut(Option<i32>) -> T,
    ) -> Result<(), Error> {
        let Some((number, state)) = self.path.last() else { return Ok(()) };
        let (number, moves) = (*number, state.moves());
        if self.nodes.len() + moves.len() > u32::MAX as usize || !fits(moves.len()) {
            return Err(Error::OutOfRoom);
        }
        let mut children = Vec::with_capacity(moves.len());
        for &action in &moves {
            budget.check()?;
            let child = state.play(action);
            children.push((child.to_move() == Player::Left, child.score()));
        }
        self.nodes[number].first = self.nodes.len() as u32;
        self.nodes[number].count = moves.len() as u32;
        let node = |(max, score)| Node { known: leaf(score), max, first: 0, count: 0 };
        self.nodes.extend(children.into_iter().map(node));
        self.actions.extend(moves);
        self.expanded += 1;
        if self.expanded.is_multiple_of(PROGRESS) {
            (self.progress)(self.expanded);
        }
        Ok(())
    }

    /// Brings what is known up to date, from the node that is looked at up to the first one that does not change: from there
    /// the search goes on.
    pub(super) fn update(&mut self, mut changes: impl FnMut(&mut T, bool, &[Node<T>]) -> bool) {
        while let Some(&(number, _)) = self.path.last() {
            let first = self.nodes[number].first as usize;
            let (above, below) = self.nodes.split_at_mut(first);
            let node = &mut above[number];
            let changed = changes(&mut node.known, node.max, &below[..node.count as usize]);
            if !changed || self.path.len() == 1 {
                return;
            }
            self.path.pop();
        }
    }
}

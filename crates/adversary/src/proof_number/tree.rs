//! The tree that proof-number search keeps in memory: nodes whose children lie side by side, each with the
//! data of the search, and the path from the root to the current node.

use rules::Deterministic;
use values::{Budget, Error, Player, Progress, silent};

/// The number of leaves between two reports of progress.
const PROGRESS: u64 = 4096;

/// A node; a leaf has no children.
pub(super) struct Node<T> {
    /// The data of the search.
    pub(super) known: T,
    /// Is it a MAX node, where Left moves?
    pub(super) max: bool,
    /// The index of the first child.
    first: u32,
    /// The number of children.
    count: u32,
}

/// A tree with a current node.
pub(super) struct Tree<S: Deterministic, T> {
    /// The nodes; the root is the first.
    nodes: Vec<Node<T>>,
    /// The move to each node but the root.
    actions: Vec<S::Move>,
    /// The nodes from the root to the current one with their states; the root is always there.
    path: Vec<(usize, S)>,
    expanded: u64,
    progress: Progress,
}

impl<S: Deterministic, T> Tree<S, T> {
    /// The memory of a node.
    pub(super) const BYTES: usize = size_of::<Node<T>>() + size_of::<S::Move>();

    /// A tree of the root alone.
    pub(super) fn new(root: S, known: T) -> Self {
        let node = Node { known, max: root.to_move() == Player::Left, first: 0, count: 0 };
        Self {
            nodes: vec![node],
            actions: Vec::new(),
            path: vec![(0, root)],
            expanded: 0,
            progress: silent(),
        }
    }

    pub(super) fn set_progress(&mut self, progress: Progress) {
        self.progress = progress;
    }

    /// The number of expanded leaves.
    pub(super) fn expanded(&self) -> u64 {
        self.expanded
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node with this index; the root is node 0.
    pub(super) fn node(&self, number: usize) -> &Node<T> {
        &self.nodes[number]
    }

    /// The state at the root.
    pub(super) fn root(&self) -> &S {
        &self.path[0].1
    }

    /// The current node and its state.
    fn current(&self) -> &(usize, S) {
        self.path.last().expect("the root is never taken off the path")
    }

    /// The node that is the child with this index.
    pub(super) fn child(&self, number: usize, index: usize) -> usize {
        self.nodes[number].first as usize + index
    }

    fn children(&self, node: &Node<T>) -> &[Node<T>] {
        &self.nodes[node.first as usize..][..node.count as usize]
    }

    /// The first move of the root to a wanted child. `None` means that there is no such child.
    pub(super) fn find_move(&self, wanted: impl FnMut(&Node<T>) -> bool) -> Option<S::Move> {
        let index = self.children(&self.nodes[0]).iter().position(wanted)?;
        Some(self.actions[self.child(0, index) - 1])
    }

    /// Goes down to a leaf, from each node to the child with the chosen index.
    pub(super) fn descend(&mut self, choose: impl Fn(bool, &[Node<T>]) -> Option<usize>) {
        loop {
            let (number, state) = self.current();
            let node = &self.nodes[*number];
            let Some(index) = choose(node.max, self.children(node)) else { return };
            let child = self.child(*number, index);
            let state = state.play(self.actions[child - 1]);
            self.path.push((child, state));
        }
    }

    /// Expands the current node, which is a leaf: all its children are added if they fit, otherwise none.
    /// `leaf` makes the data of a child.
    pub(super) fn expand(
        &mut self,
        budget: &Budget,
        fits: impl FnOnce(usize) -> bool,
        mut leaf: impl FnMut(&S) -> T,
    ) -> Result<(), Error> {
        let (number, state) = self.current();
        let (number, moves) = (*number, state.moves());
        if self.nodes.len() + moves.len() > u32::MAX as usize || !fits(moves.len()) {
            return Err(Error::OutOfRoom);
        }
        let mut children = Vec::with_capacity(moves.len());
        for &action in &moves {
            budget.check()?;
            let child = state.play(action);
            children.push((child.to_move() == Player::Left, leaf(&child)));
        }
        self.nodes[number].first = self.nodes.len() as u32;
        self.nodes[number].count = moves.len() as u32;
        let node = |(max, known)| Node { known, max, first: 0, count: 0 };
        self.nodes.extend(children.into_iter().map(node));
        self.actions.extend(moves);
        self.expanded += 1;
        if self.expanded.is_multiple_of(PROGRESS) {
            (self.progress)(self.expanded);
        }
        Ok(())
    }

    /// Updates the data from the current node upwards. The first node whose data does not change becomes the
    /// current one.
    pub(super) fn update(&mut self, mut changes: impl FnMut(&mut T, bool, &[Node<T>]) -> bool) {
        loop {
            let number = self.current().0;
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

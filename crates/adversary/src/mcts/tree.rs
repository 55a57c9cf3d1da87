//! What does the search remember? A tree of states. Each state has moves, and those that are considered have a
//! branch: statistics, and the outcomes of the move in a bag, from which chance draws them without putting
//! them back until the bag is empty. So simulations spread over outcomes in proportion to their weights.

use super::{Domain, Mcts, Plan, Tried};
use fastrand::Rng;
use num_integer::gcd;
use rules::drawn;
use rustc_hash::FxHashMap;
use values::Budget;

/// The bytes that an allocation takes besides its own.
pub(super) const OVERHEAD: usize = 16;

/// The results of simulations: scores of Left as parts of the largest score.
#[derive(Clone, Copy, Default)]
pub(super) struct Results {
    pub(super) count: u64,
    pub(super) sum: f64,
}

impl Results {
    pub(super) fn add(&mut self, more: Self) {
        self.count += more.count;
        self.sum += more.sum;
    }

    /// The mean; 0 without simulations.
    pub(super) fn mean(self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }
}

/// A state in the tree.
pub(super) struct Node<D: Domain> {
    pub(super) state: D::State,
    pub(super) results: Results,
    /// The number of moves with several outcomes on the way to the state.
    pub(super) flips: u32,
    /// All moves, in the order in which they are considered; empty until one has to be chosen.
    pub(super) moves: Vec<D::Move>,
    /// The branches of the first moves, which are considered.
    pub(super) branches: Vec<Branch>,
}

/// The chance node after a move.
#[derive(Default)]
pub(super) struct Branch {
    pub(super) results: Results,
    /// The weighted mean of the outcomes.
    pub(super) mean: f64,
    /// The outcomes that are considered; empty until the move is expanded.
    pub(super) choices: Vec<Choice>,
}

/// An outcome at a chance node.
pub(super) struct Choice {
    pub(super) weight: u32,
    /// The number of times that it is still in the bag.
    pub(super) left: u32,
    /// The index of the outcome in the list of the rules.
    pub(super) outcome: u32,
    /// The index of the node of its state.
    pub(super) node: u32,
}

impl Branch {
    /// Draws an outcome from the bag and returns its node. An empty bag is filled again: each outcome as often
    /// as its weight, divided by the greatest common divisor of all weights.
    pub(super) fn draw(&mut self, random: &mut Rng) -> usize {
        if self.choices.iter().all(|choice| choice.left == 0) {
            let unit = self.choices.iter().fold(0, |unit, choice| gcd(unit, choice.weight));
            self.choices.iter_mut().for_each(|choice| choice.left = choice.weight / unit);
        }
        let drawn = drawn(self.choices.iter().map(|choice| choice.left), random.u64(..));
        let choice = &mut self.choices[drawn];
        choice.left =
            choice.left.checked_sub(1).expect("what is drawn is in the bag, as weights are above 0");
        choice.node as usize
    }
}

/// The tree, with all that a search needs. The root is the first node.
pub(super) struct Tree<'a, D: Domain> {
    pub(super) settings: Mcts,
    pub(super) domain: &'a mut D,
    pub(super) budget: &'a Budget,
    pub(super) random: Rng,
    pub(super) nodes: Vec<Node<D>>,
    /// The nodes by their states, if paths share them.
    shared: FxHashMap<D::State, usize>,
    /// The approximate memory of the tree.
    pub(super) bytes: usize,
    pub(super) depth: u32,
}

impl<'a, D: Domain> Tree<'a, D> {
    pub(super) fn new(settings: Mcts, domain: &'a mut D, state: D::State, budget: &'a Budget) -> Self {
        let (random, nodes, shared) = (Rng::with_seed(settings.seed), Vec::new(), FxHashMap::default());
        let mut tree = Self { settings, domain, budget, random, nodes, shared, bytes: 0, depth: 0 };
        tree.add(state, 0);
        tree
    }

    /// The node of a state after this number of moves with several outcomes; it is added unless paths share it.
    pub(super) fn add(&mut self, state: D::State, flips: u32) -> usize {
        let new = self.nodes.len();
        if D::SHARES_STATES {
            if let Some(&known) = self.shared.get(&state) {
                return known;
            }
            self.shared.insert(state.clone(), new);
            self.bytes += 2 * size_of::<(D::State, usize)>();
        }
        let (results, moves, branches) = (Results::default(), Vec::new(), Vec::new());
        self.nodes.push(Node { state, results, flips, moves, branches });
        // Vectors and tables double when they grow, so they may be half empty.
        self.bytes += 2 * size_of::<Node<D>>();
        new
    }

    pub(super) fn has_room(&self) -> bool {
        self.bytes < self.budget.bytes() && self.domain.has_room()
    }

    /// Does a node have moves? They are listed if there is room, and always at the root.
    pub(super) fn has_moves(&mut self, at: usize) -> bool {
        if self.nodes[at].moves.is_empty() && (self.has_room() || at == 0) {
            let mut moves = self.domain.moves(&self.nodes[at].state, &mut self.random);
            if self.settings.flips.is_some_and(|most| self.nodes[at].flips >= most) && at != 0 {
                let state = &self.nodes[at].state;
                moves.retain(|&action| self.domain.outcomes(state, action).len() == 1);
            }
            moves.shrink_to_fit();
            self.bytes += size_of_val(&moves[..]) + 2 * OVERHEAD;
            self.nodes[at].moves = moves;
        }
        !self.nodes[at].moves.is_empty()
    }

    pub(super) fn plan(self) -> Plan<D::Move> {
        let root = &self.nodes[0];
        let found = root.branches.iter().map(|branch| (branch.results.count, branch.mean));
        let tried = root.moves.iter().zip(found.chain(std::iter::repeat((0, 0.0))));
        let tried = tried.map(|(&action, (visits, mean))| Tried { action, visits, mean }).collect();
        let (mean, simulations) = (root.results.mean(), root.results.count);
        Plan { action: None, mean, simulations, bytes: self.bytes, depth: self.depth, tried }.chosen()
    }
}

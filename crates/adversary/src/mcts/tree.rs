//! What does the search remember? A tree of states. Each state has moves, and those that are considered have a
//! branch: statistics, and the outcomes of the move in a bag, from which chance draws them without putting
//! them back until the bag is empty. So simulations spread over outcomes in proportion to their weights.

use super::{Domain, Mcts, Plan, Tried};
use fastrand::Rng;
use num_integer::gcd;
use rules::drawn;
use rustc_hash::FxHashMap;
use values::{Budget, Player};

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

/// Bounds on the score of Left.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Bounds {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Bounds {
    pub(super) const NONE: Self = Self { low: -1.0, high: 1.0 };

    pub(super) fn exact(score: f64) -> Self {
        Self { low: score, high: score }
    }

    /// The score, if it is certain.
    pub(super) fn score(self) -> Option<f64> {
        (self.low >= self.high).then_some(self.low)
    }

    /// The worst and the best score for a player.
    pub(super) fn seen_by(self, player: Player) -> (f64, f64) {
        match player {
            Player::Left => (self.low, self.high),
            Player::Right => (-self.high, -self.low),
        }
    }
}

/// A state in the tree.
pub(super) struct Node<D: Domain> {
    pub(super) state: D::State,
    pub(super) results: Results,
    /// The number of moves with several outcomes on the way to the state; 0 if they are not limited.
    pub(super) flips: u32,
    /// Are moves with several outcomes left out, because there were enough on the way?
    pub(super) is_cut: bool,
    pub(super) bounds: Bounds,
    /// All moves, in the order in which they are considered; empty until one has to be chosen.
    pub(super) moves: Vec<D::Move>,
    /// The branches of the first moves, which are considered.
    pub(super) branches: Vec<Branch>,
}

/// The chance node after a move.
pub(super) struct Branch {
    pub(super) results: Results,
    /// The weighted mean of the outcomes.
    pub(super) mean: f64,
    /// Bounds on it, once all outcomes are considered.
    pub(super) bounds: Bounds,
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

impl Default for Branch {
    fn default() -> Self {
        Self { results: Results::default(), mean: 0.0, bounds: Bounds::NONE, choices: Vec::new() }
    }
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

impl<D: Domain> Node<D> {
    fn new(state: D::State, flips: u32) -> Self {
        let (results, bounds) = (Results::default(), Bounds::NONE);
        Self { state, results, flips, is_cut: false, bounds, moves: Vec::new(), branches: Vec::new() }
    }

    /// The mean, or what is certain beyond it.
    pub(super) fn value(&self) -> f64 {
        self.results.mean().clamp(self.bounds.low, self.bounds.high)
    }

    /// About its bytes. Vectors and tables double when they grow, so they may be half empty.
    fn bytes(&self) -> usize {
        let choices = |branch: &Branch| branch.choices.len() * size_of::<Choice>() + OVERHEAD;
        let moves = size_of_val(&self.moves[..]) + 2 * OVERHEAD;
        let branches = 2 * size_of_val(&self.branches[..]);
        2 * size_of::<Self>() + moves + branches + self.branches.iter().map(choices).sum::<usize>()
    }
}

/// A tree that was grown, to be grown on from a later state.
pub struct Grown<D: Domain> {
    pub(super) nodes: Vec<Node<D>>,
    /// The nodes by their states and flips, if paths share them.
    shared: FxHashMap<(D::State, u32), usize>,
}

impl<D: Domain> Default for Grown<D> {
    fn default() -> Self {
        Self { nodes: Vec::new(), shared: FxHashMap::default() }
    }
}

impl<D: Domain> Grown<D> {
    /// The part of the tree that can be reached from this state, which becomes its root. Without the state it
    /// is empty.
    fn from(mut self, state: &D::State) -> Self {
        let most_flips = self.nodes.iter().map(|node| node.flips).max().unwrap_or(0);
        let found = match self.shared.is_empty() {
            true => self.nodes.iter().position(|node| node.state == *state),
            false => (0..=most_flips).find_map(|flips| self.shared.get(&(state.clone(), flips)).copied()),
        };
        let Some(root) = found else { return Self::default() };
        let before = self.nodes[root].flips;
        let mut places: Vec<Option<u32>> = vec![None; self.nodes.len()];
        let mut order = vec![root];
        places[root] = Some(0);
        let mut done = 0;
        while let Some(&at) = order.get(done) {
            done += 1;
            for branch in &mut self.nodes[at].branches {
                for choice in &mut branch.choices {
                    let child = choice.node as usize;
                    choice.node = *places[child].get_or_insert_with(|| {
                        order.push(child);
                        order.len() as u32 - 1
                    });
                }
            }
        }
        let mut old: Vec<Option<Node<D>>> = self.nodes.into_iter().map(Some).collect();
        let mut nodes: Vec<Node<D>> = order.into_iter().filter_map(|at| old[at].take()).collect();
        nodes.iter_mut().for_each(|node| node.flips -= before);
        let places = nodes.iter().map(|node| (node.state.clone(), node.flips)).zip(0..);
        let shared = if self.shared.is_empty() { FxHashMap::default() } else { places.collect() };
        Self { nodes, shared }
    }
}

/// The tree, with all that a search needs. The root is the first node.
pub(super) struct Tree<'a, D: Domain> {
    pub(super) settings: Mcts,
    pub(super) domain: &'a mut D,
    pub(super) budget: &'a Budget,
    pub(super) random: Rng,
    pub(super) grown: Grown<D>,
    /// The approximate memory of the tree.
    pub(super) bytes: usize,
    pub(super) depth: u32,
}

impl<'a, D: Domain> Tree<'a, D> {
    /// About the bytes of a shared node in its table.
    const SHARED: usize = 2 * size_of::<((D::State, u32), usize)>();

    pub(super) fn new(
        settings: Mcts,
        domain: &'a mut D,
        grown: Grown<D>,
        state: D::State,
        budget: &'a Budget,
    ) -> Self {
        let grown = grown.from(&state);
        let entry = if grown.shared.is_empty() { 0 } else { Self::SHARED };
        let bytes = grown.nodes.iter().map(|node| node.bytes() + entry).sum();
        let random = Rng::with_seed(settings.seed);
        let mut tree = Self { settings, domain, budget, random, grown, bytes, depth: 0 };
        if tree.grown.nodes.is_empty() {
            tree.add(state, 0);
        }
        tree
    }

    pub(super) fn nodes(&self) -> &[Node<D>] {
        &self.grown.nodes
    }

    /// Is the score of the root certain, and is there a move that reaches it?
    pub(super) fn is_decided(&self) -> bool {
        let root = &self.nodes()[0];
        let reaches = |branch: &Branch| branch.bounds.score() == root.bounds.score();
        root.bounds.score().is_some() && root.branches.iter().any(reaches)
    }

    /// The node of a state after this number of moves with several outcomes; it is added unless paths share it.
    /// Where these are limited, paths with different numbers of them go on differently.
    pub(super) fn add(&mut self, state: D::State, flips: u32) -> usize {
        let new = self.grown.nodes.len();
        let flips = if self.settings.flips.is_some() { flips } else { 0 };
        if D::SHARES_STATES || self.settings.transpositions {
            let key = (state.clone(), flips);
            if let Some(&known) = self.grown.shared.get(&key) {
                return known;
            }
            self.grown.shared.insert(key, new);
            self.bytes += Self::SHARED;
        }
        self.grown.nodes.push(Node::new(state, flips));
        self.bytes += 2 * size_of::<Node<D>>();
        new
    }

    pub(super) fn has_room(&self) -> bool {
        self.bytes < self.budget.bytes() && self.domain.has_room()
    }

    /// Does a node have moves? They are listed if there is room, and always at the root. Those that were left out
    /// are added where a tree that grows on allows them.
    pub(super) fn has_moves(&mut self, at: usize) -> bool {
        let Node { flips, is_cut, ref moves, .. } = self.grown.nodes[at];
        let is_limited = at != 0 && self.settings.flips.is_some_and(|most| flips >= most);
        if (moves.is_empty() || is_cut && !is_limited) && (self.has_room() || at == 0) {
            let (settings, domain, random) = (&self.settings, &mut *self.domain, &mut self.random);
            let node = &mut self.grown.nodes[at];
            let mut more = domain.moves(&node.state, random);
            let all = more.len();
            if settings.flips.is_some() && (is_limited || is_cut) {
                more.retain(|&action| (domain.outcomes(&node.state, action).len() == 1) == is_limited);
            }
            node.is_cut = is_limited && more.len() < all;
            node.moves.append(&mut more);
            node.moves.shrink_to_fit();
            self.bytes += size_of_val(&self.grown.nodes[at].moves[..]) + 2 * OVERHEAD;
        }
        !self.nodes()[at].moves.is_empty()
    }

    pub(super) fn plan(&self) -> Plan<D::Move> {
        let root = &self.nodes()[0];
        let found = root.branches.iter().map(|branch| (branch.results.count, branch.mean, branch.bounds));
        let tried = root.moves.iter().zip(found.chain(std::iter::repeat((0, 0.0, Bounds::NONE))));
        let tried = tried.map(|(&action, (visits, mean, bounds))| {
            let proved = bounds.score();
            Tried { action, visits, mean: proved.unwrap_or(mean), proved }
        });
        let (tried, player) = (tried.collect(), self.domain.to_move(&root.state));
        let (mean, simulations) = (root.value(), root.results.count);
        let (bytes, depth) = (self.bytes, self.depth);
        Plan { action: None, mean, player, simulations, bytes, depth, tried }.chosen()
    }
}

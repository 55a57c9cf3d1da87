//! Which move is best, by random simulations? Monte Carlo tree search with chance nodes, as in Hsu 2022.
//! Players choose by UCB. Chance draws its outcomes from a bag without putting them back until the bag is
//! empty, so the simulations spread over them in proportion to their weights. A move that is expanded gets
//! all its outcomes at once, and its value is the weighted mean of its outcomes. Moves and outcomes may be
//! sampled [sparsely](Sparse).

use crate::sparse_sampling::{Sparse, Widening};
use fastrand::Rng;
use rules::{Stochastic, drawn};
use values::{Budget, Error, Player};

/// The settings of a search.
#[derive(Clone, Copy, Debug)]
pub struct Mcts {
    /// The exploration constant: the factor of `√(ln N / n)`, for results between 0 and 1.
    pub exploration: f64,
    /// The number of simulations from each new state.
    pub simulations: u32,
    /// The number of moves after which a simulation ends with the static evaluation. `None` means that
    /// simulations go on to the end of play.
    pub cut: Option<u32>,
    /// The choices that are considered only after some visits.
    pub sparse: Sparse,
    /// The approximate maximum number of states and moves in the tree. A full tree no longer grows, but the
    /// search goes on.
    pub room: u32,
    /// The number of simulations after which the search ends.
    pub limit: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for Mcts {
    fn default() -> Self {
        Self {
            exploration: 0.7,
            simulations: 1,
            cut: None,
            sparse: Sparse::default(),
            room: 1 << 20,
            limit: u64::MAX,
            seed: 0,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Plan<M> {
    /// The move with the most visits. `None` means that play is over.
    pub action: Option<M>,
    /// The mean score of Left; 0 while [`simulations`](Self::simulations) is 0.
    pub mean: f64,
    /// The number of simulations.
    pub simulations: u64,
    /// The number of states and moves in the tree.
    pub size: usize,
    /// The number of moves of the longest line in the tree.
    pub depth: u32,
    /// All moves, in the random order in which they are considered.
    pub tried: Vec<Tried<M>>,
}

/// The statistics of a move.
#[derive(Clone, Copy, Debug)]
pub struct Tried<M> {
    /// The move.
    pub action: M,
    /// The number of simulations that began with it.
    pub visits: u64,
    /// The mean score of Left, over the outcomes by their weights; 0 while [`visits`](Self::visits) is 0.
    pub mean: f64,
}

impl Mcts {
    /// Searches for the best move until the budget or the [number of simulations](Self::limit) is used up.
    pub fn search<S: Stochastic>(&self, state: &S, budget: &Budget) -> Plan<S::Move> {
        let mut tree = Tree::new(*self, state.clone(), budget);
        // The only error is that the budget is used up; the unfinished simulation does not count.
        while tree.simulations < self.limit && tree.descend().is_ok() && !tree.is_over() {}
        tree.plan()
    }
}

/// The results of simulations: scores of Left as parts of the largest score.
#[derive(Clone, Copy, Default)]
struct Results {
    count: u64,
    sum: f64,
}

impl Results {
    fn add(&mut self, more: Self) {
        self.count += more.count;
        self.sum += more.sum;
    }

    /// The mean; 0 without simulations.
    fn mean(self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }
}

/// A state in the tree.
struct Node<S> {
    state: S,
    score: Option<i32>,
    results: Results,
    /// The moves in random order; empty until one has to be chosen.
    branches: Range,
    /// The number of moves, from the first, that are considered.
    considered: usize,
}

/// A move and the chance node after it.
struct Branch<M> {
    action: M,
    results: Results,
    /// The weighted mean of the outcomes.
    mean: f64,
    /// The outcomes; empty until the move is expanded, and in random order if not all of them are considered.
    choices: Range,
    /// The number of outcomes, from the first, that are considered.
    considered: usize,
}

/// An outcome at a chance node.
struct Choice {
    weight: u32,
    /// The number of times that it is still in the bag.
    left: u32,
    /// The index of the outcome in the list of the rules.
    outcome: u32,
    /// The index of the node of its state; meaningless until the outcome is considered.
    node: u32,
}

/// A range in an arena.
#[derive(Clone, Copy, Default)]
struct Range {
    start: usize,
    len: usize,
}

impl Range {
    /// The indices of the first `count` elements.
    fn first(self, count: usize) -> std::ops::Range<usize> {
        self.start..self.start + count
    }
}

/// Appends to an arena, and returns the new range.
fn append<T>(arena: &mut Vec<T>, more: impl IntoIterator<Item = T>) -> Range {
    let start = arena.len();
    arena.extend(more);
    Range { start, len: arena.len() - start }
}

/// The tree, in three arenas, so that it is freed at once when a search is over.
struct Tree<'a, S: Stochastic> {
    settings: Mcts,
    budget: &'a Budget,
    random: Rng,
    nodes: Vec<Node<S>>,
    branches: Vec<Branch<S::Move>>,
    choices: Vec<Choice>,
    simulations: u64,
    depth: u32,
}

impl<'a, S: Stochastic> Tree<'a, S> {
    const ROOT: usize = 0;

    fn new(settings: Mcts, state: S, budget: &'a Budget) -> Self {
        let random = Rng::with_seed(settings.seed);
        let (nodes, branches, choices) = (Vec::new(), Vec::new(), Vec::new());
        let mut tree = Self { settings, budget, random, nodes, branches, choices, simulations: 0, depth: 0 };
        tree.add(state);
        tree.list_moves(Self::ROOT);
        tree
    }

    /// Adds a node for a state.
    fn add(&mut self, state: S) -> usize {
        let (score, results, branches) = (state.score(), Results::default(), Range::default());
        append(&mut self.nodes, [Node { state, score, results, branches, considered: 0 }]).start
    }

    /// Lists the moves of a node in random order.
    fn list_moves(&mut self, node: usize) {
        let mut moves = self.nodes[node].state.moves();
        self.random.shuffle(&mut moves);
        let (results, choices) = (Results::default(), Range::default());
        let branch = |action| Branch { action, results, mean: 0.0, choices, considered: 0 };
        self.nodes[node].branches = append(&mut self.branches, moves.into_iter().map(branch));
    }

    fn size(&self) -> usize {
        self.nodes.len() + self.branches.len()
    }

    fn has_room(&self) -> bool {
        self.size() < self.settings.room as usize
    }

    fn is_over(&self) -> bool {
        self.nodes[Self::ROOT].score.is_some()
    }

    /// One iteration: selection, expansion, simulation and backpropagation.
    fn descend(&mut self) -> Result<(), Error> {
        let mut path = Vec::new();
        let mut at = Self::ROOT;
        let new = loop {
            self.budget.check()?;
            let is_listed = self.nodes[at].branches.len > 0;
            let is_new = self.nodes[at].results.count == 0 && at != Self::ROOT;
            if self.nodes[at].score.is_some() || is_new || !is_listed && !self.has_room() {
                break self.simulate_node(at)?;
            }
            if !is_listed {
                self.list_moves(at);
            }
            let branch = self.select(at);
            path.push((at, branch));
            match (self.branches[branch].considered, self.has_room()) {
                (0, true) => break self.expand(at, branch)?,
                (0, false) => break self.simulate_move(at, branch)?,
                _ => at = self.draw(at, branch),
            }
        };
        self.depth = self.depth.max(path.len() as u32);
        self.simulations += new.count;
        for (node, branch) in path.into_iter().rev() {
            self.nodes[node].results.add(new);
            self.branches[branch].results.add(new);
            self.weigh(branch);
        }
        Ok(())
    }

    /// The considered move with the highest UCB for the player to move.
    fn select(&mut self, at: usize) -> usize {
        let node = &mut self.nodes[at];
        node.considered =
            widened(self.settings.sparse.moves, node.considered, node.branches.len, node.results);
        let sign = if node.state.to_move() == Player::Left { 0.5 } else { -0.5 };
        let all = (node.results.count as f64).max(1.0).ln();
        let mut best = (node.branches.start, f64::NEG_INFINITY);
        for i in node.branches.first(node.considered) {
            let branch = &self.branches[i];
            if branch.results.count == 0 {
                return i;
            }
            let doubt = (all / branch.results.count as f64).sqrt();
            let bound = sign * branch.mean + self.settings.exploration * doubt;
            if bound > best.1 {
                best = (i, bound);
            }
        }
        best.0
    }

    /// Expands a move: lists its outcomes, and simulates from each that is considered at first.
    fn expand(&mut self, at: usize, branch: usize) -> Result<Results, Error> {
        let outcomes = self.nodes[at].state.outcomes(self.branches[branch].action);
        let weights = outcomes.iter().map(|(weight, _)| *weight).zip(0..);
        let choice = |(weight, outcome)| Choice { weight, left: 0, outcome, node: 0 };
        let choices = append(&mut self.choices, weights.map(choice));
        if self.settings.sparse.outcomes.is_some() {
            self.random.shuffle(&mut self.choices[choices.first(choices.len)]);
        }
        let considered = widened(self.settings.sparse.outcomes, 0, choices.len, Results::default());
        let mut new = Results::default();
        for choice in choices.first(considered) {
            let state = outcomes[self.choices[choice].outcome as usize].1.clone();
            let node = self.add(state);
            self.choices[choice].node = node as u32;
            new.add(self.simulate_node(node)?);
        }
        let branch = &mut self.branches[branch];
        (branch.choices, branch.considered) = (choices, considered);
        Ok(new)
    }

    /// The node of an outcome: a new one if it is time to consider one more, otherwise one from the bag.
    fn draw(&mut self, at: usize, branch: usize) -> usize {
        let Branch { action, results, choices, considered, .. } = self.branches[branch];
        let wider = widened(self.settings.sparse.outcomes, considered, choices.len, results);
        if wider == considered || !self.has_room() {
            return take(&mut self.choices[choices.first(considered)], &mut self.random);
        }
        let next = choices.start + considered;
        let state = self.nodes[at].state.outcomes(action)[self.choices[next].outcome as usize].1.clone();
        let node = self.add(state);
        self.choices[next].node = node as u32;
        self.branches[branch].considered += 1;
        node
    }

    /// Updates the mean of a move: the weighted mean of those outcomes that have been simulated.
    fn weigh(&mut self, branch: usize) {
        let branch = &mut self.branches[branch];
        let (mut sum, mut weights) = (0.0, 0.0);
        for choice in &self.choices[branch.choices.first(branch.considered)] {
            let results = self.nodes[choice.node as usize].results;
            if results.count > 0 {
                sum += f64::from(choice.weight) * results.mean();
                weights += f64::from(choice.weight);
            }
        }
        branch.mean = if weights > 0.0 { sum / weights } else { branch.results.mean() };
    }

    /// Simulates from a state of the tree, and adds the results to it.
    fn simulate_node(&mut self, node: usize) -> Result<Results, Error> {
        let mut new = Results::default();
        for _ in 0..self.settings.simulations.max(1) {
            let state = self.nodes[node].state.clone();
            let sum = self.simulate(state)?;
            new.add(Results { count: 1, sum });
        }
        self.nodes[node].results.add(new);
        Ok(new)
    }

    /// Simulates a move that is not expanded because the tree is full.
    fn simulate_move(&mut self, at: usize, branch: usize) -> Result<Results, Error> {
        let state = self.nodes[at].state.toss(self.branches[branch].action, self.random.u64(..));
        Ok(Results { count: 1, sum: self.simulate(state)? })
    }

    /// Plays at random to the end or to the cut; the score of Left, between −1 and 1.
    fn simulate(&mut self, mut state: S) -> Result<f64, Error> {
        let mut played = 0;
        loop {
            self.budget.check()?;
            let is_cut = self.settings.cut.is_some_and(|cut| played >= cut);
            if let Some(score) = state.score().or_else(|| is_cut.then(|| state.evaluation())) {
                return Ok(f64::from(score) / f64::from(state.most().max(1)));
            }
            let action = self.random.choice(state.moves()).expect("there is a move until play is over");
            state = state.toss(action, self.random.u64(..));
            played += 1;
        }
    }

    fn plan(&self) -> Plan<S::Move> {
        let root = &self.nodes[Self::ROOT];
        let most = f64::from(root.state.most().max(1));
        let tried = |branch: &Branch<S::Move>| Tried {
            action: branch.action,
            visits: branch.results.count,
            mean: branch.mean * most,
        };
        let tried: Vec<_> = self.branches[root.branches.first(root.branches.len)].iter().map(tried).collect();
        let best = tried.iter().rev().max_by_key(|tried| tried.visits);
        Plan {
            action: best.map(|tried| tried.action),
            mean: root.results.mean() * most,
            simulations: self.simulations,
            size: self.size(),
            depth: self.depth,
            tried,
        }
    }
}

/// The number of choices, out of `all`, that are considered after these simulations: at least one, and never
/// fewer than before.
fn widened(rule: Option<Widening>, before: usize, all: usize, results: Results) -> usize {
    let Some(rule) = rule else { return all };
    // Rules count visits up to 2³² − 1.
    let visits = u32::try_from(results.count).unwrap_or(u32::MAX);
    let mut considered = before.max(1).min(all);
    while considered < all && !rule.is_reached(considered as u64, visits) {
        considered += 1;
    }
    considered
}

/// Draws an outcome from the bag and returns its node. An empty bag is filled again: each outcome as often as
/// its weight, divided by the greatest common divisor of all weights.
fn take(choices: &mut [Choice], random: &mut Rng) -> usize {
    if choices.iter().all(|choice| choice.left == 0) {
        let unit = choices.iter().fold(0, |unit, choice| divisor(unit, choice.weight));
        for choice in choices.iter_mut() {
            choice.left = choice.weight / unit;
        }
    }
    let chosen = drawn(choices.iter().map(|choice| choice.left), random.u64(..));
    let chosen = &mut choices[chosen];
    chosen.left = chosen.left.checked_sub(1).expect("weights are above 0, so what is drawn is in the bag");
    chosen.node as usize
}

/// The greatest common divisor.
fn divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { divisor(b, a % b) }
}

//! Where does the next simulation start? One iteration of the search: selection by UCB down to a state or a
//! move without simulations, expansion, simulation, and backpropagation of results and bounds.

use super::Domain;
use super::tree::{Bounds, Branch, Choice, Node, OVERHEAD, Results, Tree};
use crate::sparse_sampling::is_enough;
use rules::drawn;
use smallvec::SmallVec;
use values::{Error, Player};

impl<D: Domain> Tree<'_, D> {
    /// One iteration.
    pub(super) fn descend(&mut self) -> Result<(), Error> {
        let mut path = Vec::new();
        let mut at = 0;
        let new = loop {
            let node = &self.nodes()[at];
            if let Some(score) = node.bounds.score().filter(|_| at != 0) {
                break Results { count: 1, sum: score };
            }
            let is_new = node.results.count == 0 && at != 0;
            // A state that repeats itself, which only a shared one does, ends the descent.
            if is_new || path.iter().any(|&(node, _)| node == at) || !self.has_moves(at) {
                break self.simulate_node(at)?;
            }
            let place = self.select(at);
            path.push((at, place));
            let new = self.expand(at, place)?;
            if new.count > 0 {
                break new;
            }
            at = self.grown.nodes[at].branches[place].draw(&mut self.random);
            self.budget.check()?;
        };
        self.depth = self.depth.max(path.len() as u32);
        for (node, place) in path.into_iter().rev() {
            self.grown.nodes[node].results.add(new);
            self.grown.nodes[node].branches[place].results.add(new);
            self.weigh(node, place);
            if self.settings.proofs {
                self.narrow(node, place);
            }
        }
        Ok(())
    }

    /// The place of the considered move with the highest UCB for the player to move, of those that may still
    /// be better than what is certain. If the tree is full, only the root gets more moves to consider.
    fn select(&mut self, at: usize) -> usize {
        let may_widen = at == 0 || self.has_room();
        let Node { state, results, bounds, moves, branches, .. } = &mut self.grown.nodes[at];
        let player = self.domain.to_move(state);
        let sure = bounds.seen_by(player).0;
        let is_open =
            |branch: &Branch| branch.bounds.score().is_none() && branch.bounds.seen_by(player).1 > sure;
        let is_enough = |choices: &usize| is_enough(self.settings.sparse.moves, *choices, results.count);
        let mut considered = match branches.len() {
            some if some > 0 && !may_widen => some,
            some => (some..moves.len()).find(is_enough).unwrap_or(moves.len()),
        };
        if self.settings.proofs && considered == branches.len() && !branches.iter().any(is_open) {
            considered = moves.len().min(considered + 1);
        }
        self.bytes += 2 * (considered - branches.len()) * size_of::<Branch>();
        branches.resize_with(considered, Branch::default);
        let sign = if player == Player::Left { 0.5 } else { -0.5 };
        let log = (results.count as f64).max(1.0).ln();
        let bound = |branch: &Branch| match branch.results.count {
            _ if self.settings.proofs && !is_open(branch) => f64::NEG_INFINITY,
            0 => f64::INFINITY,
            count => sign * branch.mean + self.settings.exploration * (log / count as f64).sqrt(),
        };
        // The first one of equal bounds comes last, which `max_by` prefers.
        let bounds = branches.iter().map(bound).enumerate().rev();
        bounds.max_by(|(_, a), (_, b)| a.total_cmp(b)).expect("at least one of the moves is considered").0
    }

    /// Expands a move: adds the outcomes that it is time to consider, and simulates from those that are new.
    /// If the tree is full, it simulates a move without outcomes from a random one.
    fn expand(&mut self, at: usize, place: usize) -> Result<Results, Error> {
        let (rule, has_room) = (self.settings.sparse.outcomes, self.has_room());
        let Node { state, moves, branches, .. } = &mut self.grown.nodes[at];
        let Branch { results: Results { count: visits, .. }, choices, .. } = &mut branches[place];
        if !choices.is_empty() && (!has_room || rule.is_none() || is_enough(rule, choices.len(), *visits)) {
            return Ok(Results::default());
        }
        let outcomes = self.domain.outcomes(state, moves[place]);
        if !has_room {
            let drawn = drawn(outcomes.iter().map(|(weight, _)| *weight), self.random.u64(..));
            return self.simulate(outcomes[drawn].1.clone());
        }
        let (visits, mut choices, mut new) = (*visits, std::mem::take(choices), Results::default());
        let is_unseen = |outcome: &u32| choices.iter().all(|choice| choice.outcome != *outcome);
        let mut unseen: SmallVec<[u32; 8]> = (0..outcomes.len() as u32).filter(is_unseen).collect();
        if rule.is_some() {
            self.random.shuffle(&mut unseen);
        }
        choices.reserve_exact(unseen.len());
        self.bytes += OVERHEAD;
        for outcome in unseen {
            if is_enough(rule, choices.len(), visits) {
                break;
            }
            let (weight, state) = outcomes[outcome as usize].clone();
            let flips = self.nodes()[at].flips + u32::from(outcomes.len() > 1);
            let node = self.add(state, flips);
            choices.push(Choice { weight, left: 0, outcome, node: node as u32 });
            self.bytes += size_of::<Choice>();
            if self.nodes()[node].results.count == 0 {
                new.add(self.simulate_node(node)?);
            }
        }
        self.grown.nodes[at].branches[place].choices = choices;
        Ok(new)
    }

    /// Updates the mean of a move: the weighted mean of its outcomes.
    fn weigh(&mut self, at: usize, place: usize) {
        let Branch { results, choices, .. } = &self.nodes()[at].branches[place];
        let result = |choice: &Choice| self.nodes()[choice.node as usize].value();
        let sum: f64 = choices.iter().map(|choice| f64::from(choice.weight) * result(choice)).sum();
        let weights: f64 = choices.iter().map(|choice| f64::from(choice.weight)).sum();
        self.grown.nodes[at].branches[place].mean =
            if weights > 0.0 { sum / weights } else { results.mean() };
    }

    /// Updates the bounds of a move, which are the weighted means of those of its outcomes if all of them are
    /// considered, and then those of the state: the best bounds of its moves.
    fn narrow(&mut self, at: usize, place: usize) {
        if self.settings.sparse.outcomes.is_some() {
            return;
        }
        let choices = &self.nodes()[at].branches[place].choices;
        let bounds_of = |choice: &Choice| self.nodes()[choice.node as usize].bounds;
        let bounds = match &choices[..] {
            [] => return,
            [only] => bounds_of(only),
            several => {
                let weights: f64 = several.iter().map(|choice| f64::from(choice.weight)).sum();
                let mean = |bound: fn(Bounds) -> f64| {
                    let weighted = |choice: &Choice| f64::from(choice.weight) * bound(bounds_of(choice));
                    several.iter().map(weighted).sum::<f64>() / weights
                };
                Bounds { low: mean(|bounds| bounds.low), high: mean(|bounds| bounds.high) }
            }
        };
        let node = &mut self.grown.nodes[at];
        if node.branches[place].bounds == bounds {
            return;
        }
        node.branches[place].bounds = bounds;
        let player = self.domain.to_move(&node.state);
        let is_partial = node.is_cut || node.branches.len() < node.moves.len();
        let untried = is_partial.then_some(Bounds::NONE);
        let all = || node.branches.iter().map(|branch| branch.bounds).chain(untried);
        let best = |bound: fn(Bounds) -> f64| match player {
            Player::Left => all().map(bound).fold(-1.0, f64::max),
            Player::Right => all().map(bound).fold(1.0, f64::min),
        };
        node.bounds = Bounds { low: best(|bounds| bounds.low), high: best(|bounds| bounds.high) };
    }

    /// Simulates from a state of the tree, and adds the results to it. Where play is over, its score is
    /// certain.
    fn simulate_node(&mut self, node: usize) -> Result<Results, Error> {
        let state = self.nodes()[node].state.clone();
        if self.settings.proofs
            && let Some(score) = self.domain.score(&state, false)
        {
            self.grown.nodes[node].bounds = Bounds::exact(score);
        }
        let new = self.simulate(state)?;
        self.grown.nodes[node].results.add(new);
        Ok(new)
    }

    /// Plays at random to the end or to the cut.
    fn simulate(&mut self, mut state: D::State) -> Result<Results, Error> {
        let mut played = 0;
        loop {
            self.budget.check()?;
            let is_cut = self.settings.cut.is_some_and(|cut| played >= cut);
            if let Some(sum) = self.domain.score(&state, is_cut) {
                return Ok(Results { count: 1, sum });
            }
            state = self.domain.random_play(&state, &mut self.random);
            played += 1;
        }
    }
}

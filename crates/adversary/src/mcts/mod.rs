//! Which move is best, by random simulations? Monte Carlo tree search repeats four steps: it follows the most
//! promising moves through a tree, adds what comes next, simulates play from there, and counts the result on
//! the whole way. Players choose by UCB. Chance nodes are those of Hsu 2022: a move that is expanded gets all
//! its outcomes at once, and its value is their weighted mean. Moves and outcomes may be sampled
//! [sparsely](Sparse), and states that several paths reach may share a node.
//!
//! A [`Domain`] says what is played; every contest is one. The budget bounds the memory of the tree and the
//! number of threads, each of which grows a tree of its own.

mod descent;
mod domain;
mod plan;
mod tree;

pub use domain::Domain;
pub use plan::{Plan, Tried};

use crate::alphabeta::Plain;
use crate::sparse_sampling::Sparse;
use rules::Stochastic;
use tree::Tree;
use values::{Budget, in_threads};

/// The settings of a search.
#[derive(Clone, Copy, Debug)]
pub struct Mcts {
    /// The exploration constant: the factor of `√(ln N / n)`, for results between 0 and 1.
    pub exploration: f64,
    /// The number of moves after which a simulation ends with the static evaluation. `None` means that
    /// simulations go on to the end of play.
    pub cut: Option<u32>,
    /// The maximum number of moves with several outcomes on a line of the tree; simulations begin where no other
    /// moves are left. `None` means no limit. It is for games in which such moves can be put off, as flips in
    /// dark chess.
    pub flips: Option<u32>,
    /// The choices that are considered only after some visits.
    pub sparse: Sparse,
    /// The number of simulations after which the search ends.
    pub limit: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for Mcts {
    fn default() -> Self {
        Self { exploration: 0.7, cut: None, flips: None, sparse: Sparse::default(), limit: u64::MAX, seed: 0 }
    }
}

impl Mcts {
    /// Searches for the best move until the budget or the [number of simulations](Self::limit) is used up.
    /// A tree that fills the memory of the budget no longer grows, but the search goes on.
    pub fn search<S: Stochastic>(&self, state: &S, budget: &Budget) -> Plan<S::Move> {
        let mut domains: Vec<_> = (0..budget.threads()).map(|_| Plain::default()).collect();
        let plan = self.search_together(&mut domains, budget, |search, domain, budget| {
            search.search_in(domain, state.clone(), budget)
        });
        plan.times(state.most().max(1).into())
    }

    /// Searches in one tree. The means of the plan lie between −1 and 1.
    pub fn search_in<D: Domain>(&self, domain: &mut D, state: D::State, budget: &Budget) -> Plan<D::Move> {
        let mut tree = Tree::new(*self, domain, state, budget);
        // One simulation is enough where play is over.
        let limit = if tree.has_moves(0) { self.limit } else { 1 };
        // The only error is that the budget is used up; the unfinished simulation does not count.
        let mut ended = Ok(());
        while ended.is_ok() && tree.nodes[0].results.count < limit {
            ended = budget.check_now().and_then(|()| tree.descend());
        }
        tree.plan()
    }

    /// Searches in a thread for each domain, of which there is at least one, with trees and seeds of their
    /// own, and adds their visits: no thread ever waits for another. They share the simulations and the memory.
    pub fn search_together<T: Send, M: Copy + PartialEq + Send>(
        &self,
        domains: &mut [T],
        budget: &Budget,
        search: impl Fn(&Self, &mut T, &Budget) -> Plan<M> + Sync,
    ) -> Plan<M> {
        let threads = domains.len();
        let limit = self.limit.div_ceil(threads as u64);
        let budget = budget.clone().with_bytes(budget.bytes() / threads);
        let searches = domains.iter_mut().zip(0..).map(|(domain, i)| {
            let (search, budget, seed) = (&search, &budget, self.seed.wrapping_add(i));
            move || search(&Self { limit, seed, ..*self }, domain, budget)
        });
        in_threads(searches).into_iter().reduce(Plan::plus).expect("there is at least one domain")
    }
}

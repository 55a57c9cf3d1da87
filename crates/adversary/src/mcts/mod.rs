//! Which move is best, by random simulations? Monte Carlo tree search repeats four steps: it follows the most
//! promising moves through a tree, adds what comes next, simulates play from there, and counts the result on
//! the whole way. Players choose by UCB. Chance nodes are those of Hsu 2022: a move that is expanded gets all
//! its outcomes at once, and its value is their weighted mean. Moves and outcomes may be sampled
//! [sparsely](Sparse), and states that several paths reach may share a node.
//!
//! Three things may be remembered beyond the visits. *Transpositions*: states that several paths reach share a
//! node. *Proofs*: a state has bounds on its score, which are exact where play is over; they go up the tree, so
//! that decided states are no longer visited and moves that cannot be best are left out (Winands, Björnsson
//! and Saito 2008; Cazenave and Saffidine 2010). *The tree itself*: a [`Grown`] tree goes on from the next state.
//!
//! A [`Domain`] says what is played; every contest is one. The budget bounds the memory of the tree and the
//! number of threads, each of which grows a tree of its own.

mod descent;
mod domain;
mod plan;
mod tree;

pub use domain::Domain;
pub use plan::{Plan, Tried};
pub use tree::Grown;

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
    /// dark chess. A state is shared by paths with the same number of such moves, and nothing is proved from moves
    /// that are left out: they count as unknown.
    pub flips: Option<u32>,
    /// The choices that are considered only after some visits.
    pub sparse: Sparse,
    /// Do all paths to a state share its node? Some [domains](Domain::SHARES_STATES) share them in any case.
    pub transpositions: bool,
    /// Are bounds on scores kept, so that decided states are no longer visited? Then the search ends when the
    /// score of the root is certain.
    pub proofs: bool,
    /// The number of simulations after which the search ends.
    pub limit: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for Mcts {
    fn default() -> Self {
        Self {
            exploration: 0.7,
            cut: None,
            flips: None,
            sparse: Sparse::default(),
            transpositions: false,
            proofs: false,
            limit: u64::MAX,
            seed: 0,
        }
    }
}

impl Mcts {
    /// Searches for the best move until the budget or the [number of simulations](Self::limit) is used up.
    /// A tree that fills the memory of the budget no longer grows, but the search goes on.
    pub fn search<S: Stochastic>(&self, state: &S, budget: &Budget) -> Plan<S::Move> {
        self.search_on(&mut Vec::new(), state, budget)
    }

    /// The same in trees that were grown from earlier states of the same game, one for each thread.
    pub fn search_on<S: Stochastic>(
        &self,
        trees: &mut Vec<Grown<Plain<S>>>,
        state: &S,
        budget: &Budget,
    ) -> Plan<S::Move> {
        trees.resize_with(budget.threads(), Grown::default);
        let plan = self.search_together(trees, budget, |search, tree, budget| {
            search.grow(tree, &mut Plain::default(), state.clone(), budget)
        });
        plan.times(state.most().max(1).into())
    }

    /// Searches in one tree. The means of the plan lie between −1 and 1.
    pub fn search_in<D: Domain>(&self, domain: &mut D, state: D::State, budget: &Budget) -> Plan<D::Move> {
        self.grow(&mut Grown::default(), domain, state, budget)
    }

    /// The same in a tree that was grown from an earlier state. What can no longer be reached is forgotten.
    pub fn grow<D: Domain>(
        &self,
        grown: &mut Grown<D>,
        domain: &mut D,
        state: D::State,
        budget: &Budget,
    ) -> Plan<D::Move> {
        let mut tree = Tree::new(*self, domain, std::mem::take(grown), state, budget);
        // One simulation is enough where play is over.
        let more = if tree.has_moves(0) { self.limit } else { 1 };
        let limit = tree.nodes()[0].results.count.saturating_add(more);
        // The only error is that the budget is used up; the unfinished simulation does not count.
        let mut ended = Ok(());
        while ended.is_ok() && tree.nodes()[0].results.count < limit && !tree.is_decided() {
            ended = budget.check_now().and_then(|()| tree.descend());
        }
        let plan = tree.plan();
        *grown = tree.grown;
        plan
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

//! What does a thread know about the others: where are they, and what have they decided in the meantime?

use super::{Memory, Question};
use positions::{Crowd, Presence};
use rules::Deterministic;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the threads of a search share besides the tables.
pub(super) struct Common {
    crowd: Crowd,
    /// The number of states that were decided while another thread was inside.
    decided: AtomicU64,
    /// The nodes of all threads, for progress.
    nodes: AtomicU64,
}

impl Common {
    /// For this number of threads, after a search of this number of nodes.
    pub(super) fn new(threads: usize, nodes: u64) -> Self {
        Self { crowd: Crowd::new(threads), decided: AtomicU64::default(), nodes: AtomicU64::new(nodes) }
    }
}

/// A state on the path of a thread.
struct Step<S> {
    question: Question<S>,
    place: usize,
    /// The number of visits when the thread entered the state.
    visits: u32,
}

/// The view of one thread.
pub(super) struct Company<'a, S> {
    common: &'a Common,
    steps: Vec<Step<S>>,
    /// The value of [`Common::decided`] when the path was last compared with the table.
    seen: u64,
    /// The first state of the path that another thread has decided.
    cut: Option<usize>,
}

impl<'a, S: Deterministic> Company<'a, S> {
    pub(super) fn new(common: &'a Common) -> Self {
        Self { common, steps: Vec::new(), seen: 0, cut: None }
    }

    /// The place of a question.
    pub(super) fn place(state: &S, goal: i32) -> usize {
        Crowd::place(&(state, goal))
    }

    pub(super) fn at(&self, place: usize) -> Presence {
        self.common.crowd.at(place)
    }

    /// Appends a state to the path.
    pub(super) fn enter(&mut self, state: &S, goal: i32) {
        let place = Self::place(state, goal);
        let Presence { visits, .. } = self.common.crowd.enter(place);
        self.steps.push(Step { question: (state.clone(), goal), place, visits });
    }

    /// Removes the last state. Was another thread in it in the meantime?
    pub(super) fn leave(&mut self, decided: bool) -> bool {
        let Step { place, visits, .. } = self.steps.pop().expect("a state that is left was entered");
        if self.cut == Some(self.steps.len()) {
            self.cut = None;
        }
        let before = self.common.crowd.leave(place);
        if decided && before.inside > 1 {
            self.common.decided.fetch_add(1, Ordering::Relaxed);
        }
        before.visits != visits
    }

    /// Looks for a state of the path that another thread has decided.
    pub(super) fn look_up(&mut self, memory: &Memory<S>) {
        let decided = self.common.decided.load(Ordering::Relaxed);
        if decided == self.seen || self.cut.is_some() {
            return;
        }
        self.seen = decided;
        for (depth, step) in self.steps.iter().enumerate() {
            if self.at(step.place).visits != step.visits && memory.is_decided(&step.question) {
                self.cut = Some(depth);
                return;
            }
        }
    }

    /// Has another thread decided a state of the path?
    pub(super) fn is_cut(&self) -> bool {
        self.cut.is_some()
    }

    /// Counts nodes of this thread. Returns the nodes of all threads.
    pub(super) fn count(&self, nodes: u64) -> u64 {
        self.common.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes
    }
}

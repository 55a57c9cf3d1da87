//! In which states are the threads of a search, and which states has another thread visited in the meantime?
//! An array of counters answers, indexed by a hash of the state. Two states with the same counter look busier
//! than they are, which costs work and never a wrong answer.

use super::{Memory, Question};
use rules::Deterministic;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of counters: they fit into the cache of a core.
const PLACES: usize = 1 << 14;
/// The number of lower bits of a counter that count the threads inside. The others count the visits.
const INSIDE: u32 = 16;

/// The states where the threads are.
pub(super) struct Crowd {
    places: Box<[AtomicU64]>,
    /// The number of states that were decided while another thread was inside.
    decided: AtomicU64,
    /// The nodes of all threads, for progress.
    pub(super) nodes: AtomicU64,
}

/// What a counter says.
#[derive(Clone, Copy)]
pub(super) struct Presence {
    /// The number of threads inside.
    pub(super) inside: u32,
    /// The number of visits that have ended.
    pub(super) visits: u32,
}

impl From<u64> for Presence {
    fn from(word: u64) -> Self {
        Self { inside: word as u32 & ((1 << INSIDE) - 1), visits: (word >> INSIDE) as u32 }
    }
}

impl Crowd {
    pub(super) fn new(nodes: u64) -> Self {
        let places = std::iter::repeat_with(AtomicU64::default).take(PLACES).collect();
        Self { places, decided: AtomicU64::default(), nodes: AtomicU64::new(nodes) }
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
    crowd: &'a Crowd,
    steps: Vec<Step<S>>,
    /// The value of [`Crowd::decided`] when the path was last compared with the table.
    seen: u64,
    /// The first state of the path that another thread has decided.
    cut: Option<usize>,
}

impl<'a, S: Deterministic> Company<'a, S> {
    pub(super) fn new(crowd: &'a Crowd) -> Self {
        Self { crowd, steps: Vec::new(), seen: 0, cut: None }
    }

    /// The place of a question.
    pub(super) fn place(&self, state: &S, goal: i32) -> usize {
        // Only the low bits of this hash depend on all of the state.
        FxBuildHasher.hash_one((state, goal)) as usize % PLACES
    }

    pub(super) fn at(&self, place: usize) -> Presence {
        self.crowd.places[place].load(Ordering::Relaxed).into()
    }

    /// Appends a state to the path.
    pub(super) fn enter(&mut self, state: &S, goal: i32) {
        let place = self.place(state, goal);
        let before = Presence::from(self.crowd.places[place].fetch_add(1, Ordering::Relaxed));
        self.steps.push(Step { question: (state.clone(), goal), place, visits: before.visits });
    }

    /// Removes the last state. Was another thread in it in the meantime?
    pub(super) fn leave(&mut self, decided: bool) -> bool {
        let Step { place, visits, .. } = self.steps.pop().expect("a state that is left was entered");
        if self.cut == Some(self.steps.len()) {
            self.cut = None;
        }
        let before = self.crowd.places[place].fetch_add((1 << INSIDE) - 1, Ordering::Relaxed);
        let before = Presence::from(before);
        if decided && before.inside > 1 {
            self.crowd.decided.fetch_add(1, Ordering::Relaxed);
        }
        before.visits != visits
    }

    /// Looks for a state of the path that another thread has decided.
    pub(super) fn look_up(&mut self, memory: &Memory<S>) {
        let decided = self.crowd.decided.load(Ordering::Relaxed);
        if decided == self.seen || self.cut.is_some() {
            return;
        }
        self.seen = decided;
        for (depth, step) in self.steps.iter().enumerate() {
            let visits = Presence::from(self.crowd.places[step.place].load(Ordering::Relaxed)).visits;
            if visits != step.visits && memory.is_decided(&step.question) {
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
        self.crowd.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes
    }
}

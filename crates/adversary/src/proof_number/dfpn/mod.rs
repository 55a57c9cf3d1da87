//! Depth-first proof-number search (Nagai 2002): can Left get at least a score? It expands the leaf that
//! best-first search would expand, but keeps only the present line and a table of fixed size: it leaves a
//! state when its proof or disproof number reaches a threshold, that is, when a leaf elsewhere has become
//! more promising.
//!
//! Additions to the plain method:
//! - *Thresholds a quarter above the second-best child* (the 1+ε of Pawlewicz and Lew 2007), so that the
//!   search does not change between children after every leaf.
//! - *Weak numbers*: in place of the sum of the children's numbers, their maximum plus 1 for every other open
//!   child (Ueda et al. 2008). A state that is reached on several paths is then counted once, not once for
//!   each path.
//! - *Numbers of the children are kept while their parent is searched, and never get smaller.* Without this a
//!   search with a small table may go round in circles: a child comes back with a larger proof number, the
//!   next time with a larger disproof number and the old proof number, and so on. With it, the search ends
//!   with any table.
//! - *Questions of the player to move*: does the mover get at least `goal`? So states that are alike with the
//!   players exchanged share an entry.
//! - *Heuristic initial numbers*: the squares of the distances that the rules estimate
//!   ([`rules::Contest::distances`]), in most games the moves by which a player is behind. They save three
//!   quarters of the nodes in NoGo 4×4 and more than that in Domineering 7×7, where neither distances
//!   themselves nor their cubes do as well.
//! - *History*: see [`crate::history`].
//!
//! # Threads
//!
//! All threads search the same root with one table, and each has a path of its own. Two rules keep them from
//! doing the same work:
//! - *Virtual proof numbers* (Kaneko 2010): a child with other threads inside counts as harder than it is when
//!   a thread chooses, but not in the numbers of its parent. This is done where the parent will probably be
//!   disproved, so that all children are needed. Where it will probably be proved, one child is enough, and
//!   the threads work on it together: the second-best child would be wasted work. But where few moves are
//!   left, two threads in one child mostly expand the same states, so there they part as well.
//! - *News*: counters say which states another thread has visited ([`positions::Crowd`]). A thread looks up
//!   such a child again before it chooses, and leaves all states below one that another thread has decided.
//!
//! The first thread that decides the root stops the others. The verdict does not depend on the threads; which
//! of several good moves is known at the end does. Twins name their path by a number that belongs to one path
//! only, for all threads, so threads share them as one thread does. With
//! `cargo bench -p tedomari-sums --bench known -- NAME --threads=2` two threads can be compared with one.

mod choice;
mod company;
mod notes;
mod worker;

use super::{Numbers, Verdict};
use crate::alphabeta::{Score, Window};
use crate::history::{Counts, Debt, Path, Repetition, Twin};
use company::{Common, Company};
pub use notes::Note;
use positions::TranspositionTable;
use rules::Deterministic;
use values::{Budget, ByPlayer, Error, Player, Progress, in_threads, silent};
use worker::Worker;

/// The number of nodes that one thread searches before the others start, unless it is set. Most questions need
/// fewer, and starting threads takes as long as searching some dozens.
const HEAD_START: u64 = 1 << 10;

/// A state and the goal of the player to move: the least score that is asked for.
type Question<S> = (S, i32);

/// A search and its memory.
#[must_use]
pub struct DfPn<S> {
    memory: Memory<S>,
    /// The path before the root, with the numbers of all paths.
    path: Path<S>,
    budget: Budget,
    head_start: u64,
    root: Numbers,
    nodes: u64,
    progress: Progress,
}

impl<S: Deterministic> DfPn<S> {
    /// A search with about this many bytes of memory, in the threads of the budget.
    pub fn new(bytes: usize, rule: Repetition, budget: Budget) -> Self {
        let history = if rule == Repetition::Never { 0 } else { bytes / 4 };
        let table = TranspositionTable::with_bytes(bytes - 2 * history);
        let twins = TranspositionTable::with_bytes(history);
        // A table grows as it is filled, so it takes nothing where moves are not counted.
        let counts = TranspositionTable::with_bytes(bytes / 4);
        Self {
            memory: Memory { rule, table, twins, counts },
            path: Path::new(rule, history),
            budget,
            head_start: HEAD_START,
            root: Numbers::UNKNOWN,
            nodes: 0,
            progress: silent(),
        }
    }

    /// The same search in which one thread searches this many nodes of a question before the others start.
    pub fn with_head_start(self, nodes: u64) -> Self {
        Self { head_start: nodes, ..self }
    }

    /// Sets the budget of the next searches. The memory stays that of [`Self::new`].
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Sets a function that is called from time to time with the number of nodes.
    pub fn set_progress(&mut self, progress: Progress) {
        self.progress = progress;
    }

    /// The number of expanded states, counted each time.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The numbers of the last root, also if its search was stopped.
    pub fn numbers(&self) -> Numbers {
        self.root
    }

    /// Can Left get at least this score?
    pub fn solve(&mut self, root: &S, least: i32) -> Result<Verdict, Error> {
        self.path.clear();
        self.solve_on(root, least)
    }

    /// The same after a path of one state, which play may come back to.
    pub fn solve_after(&mut self, before: &S, root: &S, least: i32) -> Result<Verdict, Error> {
        self.path.clear();
        if let Some(score) = self.path.repetition(before.to_move(), root) {
            return Ok(if score >= least { Verdict::Proved } else { Verdict::Disproved });
        }
        self.path.enter(before);
        self.solve_on(root, least)
    }

    /// The same after the present path.
    fn solve_on(&mut self, root: &S, least: i32) -> Result<Verdict, Error> {
        let question = self.memory.question(root, least);
        let turned = root.to_move() == Player::Right;
        let mut numbers = Numbers::UNKNOWN;
        let pause =
            if self.budget.threads() == 1 { u64::MAX } else { self.nodes.saturating_add(self.head_start) };
        let mut ended = self.solve_alone(&question, pause, &mut numbers);
        if ended.is_err() && self.nodes >= pause && !self.budget.is_spent() {
            ended = self.solve_together(&question, &mut numbers);
        }
        self.root = turned_if(turned, numbers);
        ended.map(|()| self.root.verdict().expect("a search that is not stopped ends with a verdict"))
    }

    /// Searches in this thread, up to this number of nodes.
    fn solve_alone(
        &mut self,
        question: &Question<S>,
        pause: u64,
        numbers: &mut Numbers,
    ) -> Result<(), Error> {
        let mut worker = Worker {
            memory: &self.memory,
            budget: self.budget.clone(),
            path: self.path.beside(),
            company: None,
            nodes: self.nodes,
            pause,
            progress: self.progress.clone(),
        };
        let ended = worker.solve(question, numbers);
        self.nodes = worker.nodes;
        ended
    }

    /// Searches in all threads, until one of them ends.
    fn solve_together(&mut self, question: &Question<S>, numbers: &mut Numbers) -> Result<(), Error> {
        let common = Common::new(self.budget.threads(), self.nodes);
        let budget = self.budget.part(1.0);
        let work = || {
            let _ended = budget.cancel_on_drop();
            let mut worker = Worker {
                memory: &self.memory,
                budget: budget.clone(),
                path: self.path.beside(),
                company: Some(Company::new(&common)),
                nodes: 0,
                pause: u64::MAX,
                progress: self.progress.clone(),
            };
            let mut numbers = Numbers::UNKNOWN;
            let ended = worker.solve(question, &mut numbers);
            (ended, numbers, worker.nodes)
        };
        let mut result = Err(Error::Stopped);
        for (ended, found, nodes) in in_threads((0..budget.threads()).map(|_| work)) {
            self.nodes += nodes;
            match (ended, result) {
                (Ok(()), _) => (result, *numbers) = (Ok(()), found),
                (Err(error), Err(_)) => (result, *numbers) = (Err(error), numbers.at_least(found)),
                (Err(_), Ok(())) => {}
            }
        }
        result
    }

    /// Can Left get at least this score, on every path? `None` means that it takes a search to know.
    #[must_use]
    pub fn known(&self, state: &S, least: i32) -> Option<Verdict> {
        let (form, goal) = self.memory.question(state, least);
        let first = self.memory.first_numbers(&form, goal);
        let numbers = match first.verdict() {
            Some(_) => first,
            None => match self.memory.counted(&form, goal) {
                Some(verdict) => Numbers::decided(verdict.holds()),
                None => self.memory.table.get(&(form, goal))?,
            },
        };
        turned_if(state.to_move() == Player::Right, numbers).verdict()
    }
}

/// The memory that all threads share.
struct Memory<S> {
    rule: Repetition,
    /// Numbers that hold on every path.
    table: TranspositionTable<Question<S>, Numbers>,
    /// Verdicts that hold on some paths.
    twins: TranspositionTable<Question<S>, (Verdict, Twin)>,
    /// Bounds on the scores of positions in which moves are counted, for the player to move.
    counts: TranspositionTable<S, Counts>,
}

/// A window that contains all scores.
const EVERYTHING: Window = Window { alpha: Score::MIN, beta: Score::MAX };

impl<S: Deterministic> Memory<S> {
    /// Does the value of a state depend on the path?
    fn has_history(&self) -> bool {
        self.rule != Repetition::Never
    }

    /// The question of the player to move: can Left get at least this score?
    fn question(&self, state: &S, least: i32) -> Question<S> {
        let goal = if state.to_move() == Player::Left { least } else { 1_i32.saturating_sub(least) };
        (self.form(state), goal)
    }

    /// The form of a state in the table. States with the same normal form have different histories, so they
    /// share an entry only where history does not matter.
    fn form(&self, state: &S) -> S {
        if self.has_history() { state.clone() } else { state.normal_form() }
    }

    /// The initial numbers from the rules: a verdict if it is certain, otherwise an estimate.
    fn first_numbers(&self, state: &S, goal: i32) -> Numbers {
        if self.has_history() {
            return Numbers::UNKNOWN;
        }
        let turned = state.to_move() == Player::Right;
        let least = if turned { 1_i32.saturating_sub(goal) } else { goal };
        let ByPlayer { left: proof, right: disproof } = state.distances(least);
        let squared = |distance: u32| distance.saturating_mul(distance).min(Numbers::INFINITE - 1);
        let numbers = match (proof, disproof) {
            (0, _) => Numbers::PROVED,
            (_, 0) => Numbers::DISPROVED,
            _ => Numbers { proof: squared(proof), disproof: squared(disproof) },
        };
        turned_if(turned, numbers)
    }

    /// The verdict that follows from one about the same position with more or fewer moves left. `None` means
    /// that there is none, or that moves are not counted.
    fn counted(&self, state: &S, goal: i32) -> Option<Verdict> {
        let left = state.moves_left().filter(|_| !self.has_history())?;
        let bounds = self.counts.get(&state.with_moves_left(u32::MAX))?.bounds(left, EVERYTHING);
        match Score::from(goal) {
            goal if bounds.alpha >= goal => Some(Verdict::Proved),
            goal if bounds.beta < goal => Some(Verdict::Disproved),
            _ => None,
        }
    }

    /// Stores a verdict about a position in which moves are counted.
    fn count(&self, state: &S, goal: i32, verdict: Verdict, work: u64) {
        let Some(left) = state.moves_left().filter(|_| !self.has_history()) else { return };
        let position = state.with_moves_left(u32::MAX);
        let mut counts = self.counts.get(&position).unwrap_or_default();
        let found = match verdict {
            Verdict::Proved => Window { alpha: goal.into(), ..EVERYTHING },
            Verdict::Disproved => Window { beta: Score::from(goal) - 1, ..EVERYTHING },
        };
        counts.learn(left, found, EVERYTHING);
        self.counts.put(position, counts, work);
    }

    /// Is the answer to a question known on every path?
    fn is_decided(&self, question: &Question<S>) -> bool {
        self.table.get(question).is_some_and(|numbers| numbers.verdict().is_some())
    }

    /// Stores the numbers of a state after a path, or a verdict with a debt as a twin.
    fn remember(&self, question: Question<S>, numbers: Numbers, (debt, path): (Debt, &Path<S>), work: u64) {
        if let (Some(verdict), true) = (numbers.verdict(), debt == Debt::NONE) {
            self.count(&question.0, question.1, verdict, work);
        }
        match numbers.verdict() {
            Some(verdict) if debt != Debt::NONE => {
                self.twins.put(question, (verdict, path.twin(debt)), work);
            }
            _ => self.table.put(question, numbers, work),
        }
    }
}

/// The numbers of the same question, for the opponent if `turned`.
fn turned_if(turned: bool, numbers: Numbers) -> Numbers {
    if turned { numbers.turned() } else { numbers }
}

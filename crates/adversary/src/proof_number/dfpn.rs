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

use super::{Numbers, Verdict};
use crate::history::{Debt, Path, Repetition, Twin};
use positions::{Priority, TranspositionTable};
use rules::Deterministic;
use values::{Budget, ByPlayer, Error, Player, Progress, deep, silent};

/// The number of nodes between two reports of progress.
const PROGRESS: u64 = 1 << 16;

/// A state and the goal of the player to move: the least score that is asked for.
type Question<S> = (S, i32);

/// Numbers that hold on every path.
#[derive(Clone, Copy)]
struct Entry {
    numbers: Numbers,
    work: u32,
}

/// A verdict that holds on some paths.
#[derive(Clone, Copy)]
struct TwinEntry {
    proved: bool,
    twin: Twin,
    work: u32,
}

impl Priority for Entry {
    fn priority(&self) -> u64 {
        self.work.into()
    }
}

impl Priority for TwinEntry {
    fn priority(&self) -> u64 {
        self.work.into()
    }
}

/// A state that the player to move can choose.
struct Child<S> {
    state: S,
    /// The goal of the player to move in the child.
    goal: i32,
    /// Is the opponent to move in the child?
    turned: bool,
    /// The numbers for the player who chooses.
    numbers: Numbers,
    debt: Debt,
}

impl<S> Child<S> {
    /// Takes over the result of a search for the player to move in the child.
    fn learn(&mut self, (numbers, debt): (Numbers, Debt)) {
        let found = turned_if(self.turned, numbers);
        self.numbers = if found.verdict().is_some() { found } else { self.numbers.at_least(found) };
        self.debt = debt;
    }
}

/// A search and its memory.
pub struct DfPn<S> {
    rule: Repetition,
    budget: Budget,
    table: TranspositionTable<Question<S>, Entry>,
    twins: TranspositionTable<Question<S>, TwinEntry>,
    path: Path<S>,
    root: Numbers,
    nodes: u64,
    progress: Progress,
}

impl<S: Deterministic> DfPn<S> {
    /// A search with about this many bytes of memory.
    #[must_use]
    pub fn new(bytes: usize, rule: Repetition, budget: Budget) -> Self {
        let history = if rule == Repetition::Never { 0 } else { bytes / 4 };
        Self {
            rule,
            budget,
            table: TranspositionTable::with_bytes(bytes - 2 * history),
            twins: TranspositionTable::with_bytes(history),
            path: Path::new(rule, history),
            root: Numbers::UNKNOWN,
            nodes: 0,
            progress: silent(),
        }
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
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        self.root
    }

    /// Can Left get at least this score?
    pub fn solve(&mut self, root: &S, least: i32) -> Result<Verdict, Error> {
        let (state, goal) = self.question(root, least);
        let turned = root.to_move() == Player::Right;
        self.path.clear();
        self.root = turned_if(turned, self.look(&state, goal).0);
        let mut limit = 1_u32;
        loop {
            if let Some(verdict) = self.root.verdict() {
                return Ok(verdict);
            }
            limit = limit.saturating_mul(4);
            let (numbers, _) = self.search(&state, goal, Numbers { proof: limit, disproof: limit })?;
            self.root = turned_if(turned, numbers);
        }
    }

    /// Can Left get at least this score, on every path? `None` means that it takes a search to know.
    #[must_use]
    pub fn known(&self, state: &S, least: i32) -> Option<Verdict> {
        let (form, goal) = self.question(state, least);
        let first = self.first_numbers(&form, goal);
        let numbers = match first.verdict() {
            Some(_) => first,
            None => self.table.get(&(form, goal))?.numbers,
        };
        turned_if(state.to_move() == Player::Right, numbers).verdict()
    }

    /// The question of the player to move: can Left get at least this score?
    fn question(&self, state: &S, least: i32) -> Question<S> {
        let goal = if state.to_move() == Player::Left { least } else { 1_i32.saturating_sub(least) };
        (self.form(state), goal)
    }

    /// The form of a state in the table. States with the same normal form have different histories, so they
    /// share an entry only where history does not matter.
    fn form(&self, state: &S) -> S {
        if self.path.matters() { state.clone() } else { state.normal_form() }
    }

    /// The initial numbers from the rules: a verdict if it is certain, otherwise an estimate.
    fn first_numbers(&self, state: &S, goal: i32) -> Numbers {
        if self.path.matters() {
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

    /// The numbers of a state after the present path without a search.
    fn look(&self, state: &S, goal: i32) -> (Numbers, Debt) {
        let first = self.first_numbers(state, goal);
        if first.verdict().is_some() {
            return (first, Debt::NONE);
        }
        let question = (state.clone(), goal);
        let numbers = self.table.get(&question).map_or(first, |entry| entry.numbers);
        if self.path.matters() && numbers.verdict().is_none() {
            let twin = self.twins.get(&question);
            let held =
                twin.and_then(|entry| Some((Numbers::decided(entry.proved), self.path.holds(entry.twin)?)));
            return held.unwrap_or((numbers, Debt::NONE));
        }
        (numbers, Debt::NONE)
    }

    /// A state that the mover can choose, with the numbers of the mover's question: do I get at least `goal`
    /// there?
    fn child(&self, option: &S, goal: i32, mover: Player) -> Child<S> {
        let turned = option.to_move() != mover;
        let wanted = if turned { 1_i32.saturating_sub(goal) } else { goal };
        let (state, numbers, debt) = (self.form(option), Numbers::UNKNOWN, Debt::NONE);
        let mut child = Child { state, goal: wanted, turned, numbers, debt };
        if self.path.repeats(&child.state) {
            let score = self.rule.score(mover, option.most());
            child.numbers = Numbers::decided(mover.sees(score) >= goal);
        } else {
            let found = self.look(&child.state, wanted);
            child.learn(found);
        }
        child
    }

    /// Searches a state until one of its numbers reaches the limit.
    fn search(&mut self, state: &S, goal: i32, limit: Numbers) -> Result<(Numbers, Debt), Error> {
        self.budget.check_now()?;
        self.nodes += 1;
        if self.nodes.is_multiple_of(PROGRESS) {
            (self.progress)(self.nodes);
        }
        let before = self.nodes;
        self.path.enter(state);
        let (numbers, mut debt) = self.widen(state, goal, limit)?;
        self.path.leave([&mut debt]);
        let work = u32::try_from(self.nodes - before).unwrap_or(u32::MAX);
        self.remember((state.clone(), goal), numbers, debt, work);
        Ok((numbers, debt))
    }

    /// Stores the numbers, or a verdict with a debt as a twin.
    fn remember(&mut self, question: Question<S>, numbers: Numbers, debt: Debt, work: u32) {
        match numbers.verdict() {
            Some(verdict) if debt != Debt::NONE => {
                let twin = self.path.twin(debt);
                self.twins.put(question, TwinEntry { proved: verdict == Verdict::Proved, twin, work });
            }
            _ => self.table.put(question, Entry { numbers, work }),
        }
    }

    /// Searches the most promising child until the limit is reached.
    fn widen(&mut self, state: &S, goal: i32, limit: Numbers) -> Result<(Numbers, Debt), Error> {
        let mover = state.to_move();
        let mut children = self.children(state, goal)?;
        if children.is_empty() {
            let score = state.score().expect("play is over where there are no moves");
            return Ok((Numbers::decided(mover.sees(score) >= goal), Debt::NONE));
        }
        loop {
            let choice = Choice::among(&children);
            let numbers = choice.numbers();
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                return Ok((numbers, self.debt(mover, numbers, &children)));
            }
            let best = &mut children[choice.best];
            let limit = turned_if(best.turned, choice.limit(limit));
            let found = deep(|| self.search(&best.state, best.goal, limit))?;
            best.learn(found);
        }
    }

    /// The children, up to one that proves the goal.
    fn children(&self, state: &S, goal: i32) -> Result<Vec<Child<S>>, Error> {
        let mut children: Vec<Child<S>> = Vec::new();
        for option in state.options() {
            // A sum of many parts has many options, and it takes long to find the normal form of each.
            self.budget.check()?;
            children.push(self.child(&option, goal, state.to_move()));
            if children.last().is_some_and(|child| child.numbers.proof == 0) {
                break;
            }
        }
        Ok(children)
    }

    /// The debt of the verdict on a state to the path, which ends with that state.
    fn debt(&self, mover: Player, numbers: Numbers, children: &[Child<S>]) -> Debt {
        let owed = |favoured, child: &Child<S>| self.path.owed(child.debt, mover, favoured, &child.state);
        match numbers.verdict() {
            Some(_) if !self.path.matters() => Debt::NONE,
            Some(Verdict::Proved) => {
                let proof = children.iter().find(|child| child.numbers.proof == 0);
                owed(mover, proof.expect("one of the children proves a state that is proved"))
            }
            Some(Verdict::Disproved) => {
                let debts = children.iter().map(|child| owed(mover.opponent(), child));
                debts.fold(Debt::NONE, Debt::and)
            }
            None => Debt::NONE,
        }
    }
}

/// The child that is searched next, and the numbers of the parent.
struct Choice {
    /// The child with the least proof number.
    best: usize,
    proof: u32,
    /// The least proof number of the others.
    second: u32,
    /// The greatest disproof number.
    disproof: u32,
    /// The number of children that are not disproved, less one.
    others: u32,
}

impl Choice {
    /// The choice among children, of which there must be some.
    fn among<S>(children: &[Child<S>]) -> Self {
        let (best, infinite) = (0, Numbers::INFINITE);
        let mut choice = Self { best, proof: infinite, second: infinite, disproof: 0, others: 0 };
        for (i, child) in children.iter().enumerate() {
            let Numbers { proof, disproof } = child.numbers;
            if proof < choice.proof {
                (choice.best, choice.second, choice.proof) = (i, choice.proof, proof);
            } else {
                choice.second = choice.second.min(proof);
            }
            choice.others += u32::from(disproof > 0 && choice.disproof > 0);
            choice.disproof = choice.disproof.max(disproof);
        }
        choice
    }

    /// The numbers of the parent.
    fn numbers(&self) -> Numbers {
        let disproof = match self.disproof {
            decided @ (0 | Numbers::INFINITE) => decided,
            open => open.saturating_add(self.others).min(Numbers::INFINITE - 1),
        };
        Numbers { proof: self.proof, disproof }
    }

    /// The limit for the best child. At this limit the parent reaches its own, or another child is clearly
    /// better.
    fn limit(&self, limit: Numbers) -> Numbers {
        let clearly_better = self.second.saturating_add(1 + self.second / 4);
        let disproof =
            if limit.disproof == Numbers::INFINITE { limit.disproof } else { limit.disproof - self.others };
        Numbers { proof: limit.proof.min(clearly_better), disproof }
    }
}

/// The numbers of the same question, for the opponent if `turned`.
fn turned_if(turned: bool, numbers: Numbers) -> Numbers {
    if turned { numbers.turned() } else { numbers }
}

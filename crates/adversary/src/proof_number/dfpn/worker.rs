//! The search of one thread: its path, and its part of the work.

use super::choice::{Child, Choice};
use super::company::Company;
use super::{Memory, Question, turned_if};
use crate::history::{Debt, Path};
use crate::proof_number::{Numbers, Verdict};
use rules::Deterministic;
use values::{Budget, Error, Player, Progress, deep};

/// The number of nodes between two reports of progress.
const PROGRESS: u64 = 1 << 16;

/// The number of children below which threads part even if one of the children is probably enough.
const FEW: usize = 8;

/// A thread of a search.
pub(super) struct Worker<'a, S> {
    pub(super) memory: &'a Memory<S>,
    pub(super) budget: Budget,
    pub(super) path: Path<S>,
    /// The other threads. `None` means that there are none.
    pub(super) company: Option<Company<'a, S>>,
    /// The number of nodes, including those of earlier searches if the thread is alone.
    pub(super) nodes: u64,
    /// The number of nodes at which the search is interrupted.
    pub(super) pause: u64,
    pub(super) progress: Progress,
}

impl<S: Deterministic> Worker<'_, S> {
    /// Answers a question of the player to move. `numbers` are those of the last full iteration, also if the
    /// search is stopped.
    pub(super) fn solve(&mut self, (state, goal): &Question<S>, numbers: &mut Numbers) -> Result<(), Error> {
        *numbers = self.look(state, *goal).0;
        let mut limit = 1_u32;
        while numbers.verdict().is_none() {
            limit = limit.saturating_mul(4);
            *numbers = self.search(state, *goal, Numbers { proof: limit, disproof: limit })?.0;
        }
        Ok(())
    }

    /// The numbers of a state after the present path without a search.
    fn look(&self, state: &S, goal: i32) -> (Numbers, Debt) {
        let first = self.memory.first_numbers(state, goal);
        if first.verdict().is_some() {
            return (first, Debt::NONE);
        }
        self.stored(state, goal).unwrap_or((first, Debt::NONE))
    }

    /// The numbers of a state after the present path in the tables. `None` means that there are none.
    fn stored(&self, state: &S, goal: i32) -> Option<(Numbers, Debt)> {
        if let Some(verdict) = self.memory.counted(state, goal) {
            return Some((Numbers::decided(verdict.holds()), Debt::NONE));
        }
        let question = (state.clone(), goal);
        let numbers = self.memory.table.get(&question);
        if self.path.matters() && numbers.and_then(Numbers::verdict).is_none() {
            let twin = self.memory.twins.get(&question);
            let held = twin.and_then(|(verdict, twin)| {
                Some((Numbers::decided(verdict.holds()), self.path.holds(twin)?))
            });
            return held.or(numbers.map(|numbers| (numbers, Debt::NONE)));
        }
        numbers.map(|numbers| (numbers, Debt::NONE))
    }

    /// A state that the mover can choose, with the numbers of the mover's question: do I get at least `goal`
    /// there?
    fn child(&self, option: &S, goal: i32, mover: Player) -> Child<S> {
        let turned = option.to_move() != mover;
        let goal_there = if turned { 1_i32.saturating_sub(goal) } else { goal };
        let (state, numbers, debt) = (self.memory.form(option), Numbers::UNKNOWN, Debt::NONE);
        let mut child = Child { state, goal: goal_there, turned, numbers, debt, seen: None, inside: 0 };
        if let Some(score) = self.path.repetition(mover, option) {
            child.numbers = Numbers::decided(mover.sees(score) >= goal);
        } else {
            let found = self.look(&child.state, goal_there);
            child.learn(found);
        }
        child
    }

    /// Searches a state until one of its numbers reaches the limit, or until another thread decides the state
    /// or one before it on the path.
    fn search(&mut self, state: &S, goal: i32, limit: Numbers) -> Result<(Numbers, Debt), Error> {
        self.budget.check_now()?;
        if self.nodes >= self.pause {
            return Err(Error::Stopped);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(PROGRESS) {
            let all = self.company.as_ref().map_or(self.nodes, |company| company.count(PROGRESS));
            (self.progress)(all);
        }
        let before = self.nodes;
        self.path.enter(state);
        if let Some(company) = &mut self.company {
            company.enter(state, goal);
            company.look_up(self.memory);
        }
        let (numbers, mut debt) = self.widen(state, goal, limit)?;
        self.path.leave([&mut debt]);
        let decided = numbers.verdict().is_some();
        // Another thread may know better. Its verdict stays in the table.
        if self.company.as_mut().is_some_and(|company| company.leave(decided)) && !decided {
            let known = self.stored(state, goal).filter(|(numbers, _)| numbers.verdict().is_some());
            if let Some(known) = known {
                return Ok(known);
            }
        }
        self.memory.remember((state.clone(), goal), numbers, (debt, &self.path), self.nodes - before);
        Ok((numbers, debt))
    }

    /// Searches the most promising child until the limit is reached.
    fn widen(&mut self, state: &S, goal: i32, limit: Numbers) -> Result<(Numbers, Debt), Error> {
        let mover = state.to_move();
        let mut children = self.children(state, goal)?;
        if children.is_empty() {
            let score = state.score().expect("play is over where there are no moves");
            return Ok((Numbers::decided(mover.sees(score) >= goal), Debt::NONE));
        }
        let mut just_listed = true;
        loop {
            let mut choice = Choice::among(&children);
            if self.has_news(&mut children[choice.best], just_listed) {
                continue;
            }
            let numbers = choice.numbers();
            let cut = self.company.as_ref().is_some_and(Company::is_cut);
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof || cut {
                return Ok((numbers, self.debt(mover, numbers, &children)));
            }
            let all_needed = numbers.proof >= numbers.disproof;
            if children[choice.best].inside > 0 && (all_needed || children.len() < FEW) {
                if children.iter_mut().fold(false, |news, child| self.has_news(child, just_listed) | news) {
                    continue;
                }
                choice.avoid_company(&children, limit);
            }
            let best = &mut children[choice.best];
            let limit = turned_if(best.turned, choice.limit(limit));
            let found = deep(|| self.search(&best.state, best.goal, limit))?;
            best.learn(found);
            if let (Some(company), Some((place, visits))) = (&self.company, &mut best.seen) {
                *visits = company.at(*place).visits;
            }
            just_listed = false;
        }
    }

    /// Counts the threads inside of a child, and looks it up if another thread may have visited it since it
    /// was looked up, unless the children were listed just now. Have its numbers changed?
    fn has_news(&self, child: &mut Child<S>, just_listed: bool) -> bool {
        let Some(company) = &self.company else { return false };
        let seen = child.seen;
        let place = seen.map_or_else(|| Company::place(&child.state, child.goal), |(place, _)| place);
        let (now, before) = (company.at(place), child.numbers);
        let is_current = seen.map_or(just_listed, |(_, visits)| visits == now.visits);
        (child.seen, child.inside) = (Some((place, now.visits)), now.inside);
        if !is_current
            && before.verdict().is_none()
            && let Some(found) = self.stored(&child.state, child.goal)
        {
            child.learn(found);
        }
        child.numbers != before
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

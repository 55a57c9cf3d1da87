//! Who wins a sum, and with which move? The solver of sums answers, or a search over whole sums that can give
//! a proof.

use crate::answers::{Ended, SCHEMA, Solution, Winning};
use crate::proving::{self, Best, Found, SolveMethod, Terms, discard};
use crate::{Engine, EngineError};
use adversary::proof_number::Proof;
use rules::{Position, attempt};
use std::time::Instant;
use sums::{Solver, Sum};
use values::{Budget, Error, Outcome, Player, Progress, silent};

/// A question about a sum. [`Engine::solve_sum`] refuses questions that the method cannot answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question {
    /// The player who moves first. `None` means both, one after the other.
    pub first: Option<Player>,
    /// The method.
    pub method: SolveMethod,
    /// Are the stops asked for? Only the solver of sums finds them.
    pub score: bool,
    /// Is a proof wanted? Only proof-number searches give one.
    pub proof: bool,
    /// Does the program end after this answer? Then memory is not freed piece by piece.
    pub last: bool,
}

impl Engine {
    /// The winner of a sum in notation, such as `amazons:x..|..o + ^^*`, when this player moves first.
    pub fn solve(&self, sum: &str, first: Player, budget: &Budget) -> Result<Solution, EngineError> {
        let sum = self.sum_within(sum, budget)?;
        let question = Question { first: Some(first), ..Question::default() };
        Ok(self.solve_sum(&sum, question, budget, &silent())?.0)
    }

    /// Answers a question about a sum. The second result is the proof; `None` means that none was wanted or
    /// found.
    pub fn solve_sum(
        &self,
        sum: &Sum,
        question: Question,
        budget: &Budget,
        progress: &Progress,
    ) -> Result<(Solution, Option<Proof>), EngineError> {
        let started = Instant::now();
        let searched = matches!(question.method, SolveMethod::Pn | SolveMethod::DfPn);
        if question.proof && !(searched && question.first.is_some()) {
            return Err(EngineError::other(
                "a proof is about one player who moves first, by the method pn or dfpn",
            ));
        }
        if question.score && question.method != SolveMethod::Values {
            return Err(EngineError::other("stops are found by the method values only"));
        }
        self.forget();
        let mut asked = Asked { engine: self, sum, question, budget, progress, proof: None };
        let mut solution = attempt(|| asked.answer())?;
        let proof = asked.proof;
        if let Some(proof) = &proof {
            solution.proof_states = Some(proof.states.len());
        }
        (solution.sum, solution.schema) = (sum.to_string(), SCHEMA);
        solution.seconds = started.elapsed().as_secs_f64();
        Ok((solution, proof))
    }
}

/// A question that is being answered.
struct Asked<'a> {
    engine: &'a Engine,
    sum: &'a Sum,
    question: Question,
    budget: &'a Budget,
    progress: &'a Progress,
    proof: Option<Proof>,
}

impl Asked<'_> {
    fn answer(&mut self) -> Solution {
        let mut solution = Solution::default();
        let ended = match self.question.method {
            SolveMethod::Values => self.by_values(&mut solution),
            method => self.by_search(method, &mut solution),
        };
        if let Err(error) = ended {
            solution.error = Some(Ended::by(error));
        }
        solution
    }

    /// The solver of sums.
    fn by_values(&mut self, solution: &mut Solution) -> Result<(), Error> {
        let mut solver = Solver::new(self.budget.clone()).knowing(self.engine.knowledge());
        solver.set_progress(self.progress.clone());
        let found = self.for_each_first(solution, |asked, first, solution| {
            let answer = solver.solve(asked.sum, first)?;
            if let Some(error) = answer.ended_by {
                solution.error = Some(Ended::default().without("move", error));
            }
            let (part, action) = answer.winning_move.map(|(part, name)| (part + 1, name)).unzip();
            Ok(Winning { winner: answer.winner, part, action })
        });
        let found = found.and_then(|()| {
            if self.question.score {
                solution.left_stop = Some(solver.score(self.sum, Player::Left)?);
                solution.right_stop = Some(solver.score(self.sum, Player::Right)?);
            }
            Ok(())
        });
        solution.nodes = solver.nodes();
        discard(solver, self.question.last, self.budget);
        found
    }

    /// A search over whole sums.
    fn by_search(&mut self, method: SolveMethod, solution: &mut Solution) -> Result<(), Error> {
        self.for_each_first(solution, |asked, first, solution| {
            let terms = Terms {
                budget: asked.budget,
                progress: asked.progress,
                proof: asked.question.proof,
                draws: false,
                last: asked.question.last,
            };
            let root = proving::root(asked.sum, first);
            let found = method.find_sum(asked.sum, &root, &terms);
            solution.nodes += found.nodes;
            solution.tell_numbers(&found);
            let Best { winner, action } = found.result?;
            match found.proof {
                Some(Ok(proof)) => asked.proof = Some(proof),
                Some(Err(error)) => solution.error = Some(Ended::default().without("proof", error)),
                None => {}
            }
            Ok(Winning {
                winner: winner.expect("a sum is never drawn"),
                part: action.map(|action| action.part() + 1),
                action: action.map(|action| root.position.name(first, action)),
            })
        })
    }

    fn for_each_first(
        &mut self,
        solution: &mut Solution,
        mut find: impl FnMut(&mut Self, Player, &mut Solution) -> Result<Winning, Error>,
    ) -> Result<(), Error> {
        if let Some(first) = self.question.first {
            let Winning { winner, part, action } = find(self, first, solution)?;
            solution.winner = Some(winner);
            (solution.part, solution.action) = (part.into(), action.into());
            return Ok(());
        }
        let left = find(self, Player::Left, solution)?;
        let left_wins = left.winner;
        solution.left_first = Some(left);
        let right = find(self, Player::Right, solution)?;
        solution.outcome = Some(Outcome::of_winners(left_wins, right.winner));
        solution.right_first = Some(right);
        Ok(())
    }
}

impl Solution {
    /// Adds the proof numbers of a search that ended early.
    pub(crate) fn tell_numbers<M>(&mut self, found: &Found<M>) {
        if let (Err(_), Some(numbers)) = (&found.result, found.numbers) {
            self.proof_number = Some(numbers.proof);
            self.disproof_number = Some(numbers.disproof);
        }
    }
}

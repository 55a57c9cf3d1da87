//! Who wins a sum, and with which move? The solver of sums answers, or a search over whole sums that can give
//! a proof.

use crate::answers::{Ended, SCHEMA, Solution, Winning};
use crate::checkpoint::{Checkpoint, in_slices};
use crate::proving::{self, Best, RepetitionRule, SolveMethod, Terms, discard};
use crate::{Engine, EngineError};
use adversary::history::Repetition;
use adversary::proof_number::Proof;
use rules::{Position, attempt};
use std::path::PathBuf;
use std::time::Instant;
use sums::{Solver, Sum};
use values::{Budget, Error, Outcome, Player, Progress, silent};

/// A question about a sum. [`Engine::solve_sum`] refuses questions that the method cannot answer.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The player who moves first. `None` means both, one after the other.
    pub first: Option<Player>,
    /// The method.
    pub method: SolveMethod,
    /// Are the stops asked for? Only the solver of sums finds them.
    pub score: bool,
    /// Is a proof wanted? Only proof-number searches give one.
    pub proof: bool,
    /// Is a line of play wanted? αβ and depth-first proof-number search give one for a player who moves first.
    pub line: bool,
    /// The rule for play that comes back to a position, in games where it can.
    pub repetition: RepetitionRule,
    /// Does the program end after this answer? Then memory is not freed piece by piece.
    pub last: bool,
    /// The file that keeps what was found out, now and then and at the end, for a later search of the same
    /// sum by the same method: values or df-pn. A file of another question is refused.
    /// Checksums find damage, not forgery, and the file does not know whether a ruleset has changed: an answer
    /// is as trustworthy as the file. Two searches at once must not share a file.
    pub checkpoint: Option<PathBuf>,
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
        let lined = matches!(question.method, SolveMethod::AlphaBeta | SolveMethod::DfPn);
        if question.line && !(lined && question.first.is_some()) {
            return Err(EngineError::other(
                "a line of play is about one player who moves first, by the method alphabeta or dfpn",
            ));
        }
        if question.repetition != RepetitionRule::OfGame {
            return Err(EngineError::other(
                "no position comes back in a sum, so there is no rule of repetition",
            ));
        }
        if question.score && question.method != SolveMethod::Values {
            return Err(EngineError::other("stops are found by the method values only"));
        }
        let (path, name) = (question.checkpoint.as_ref(), question.method.name());
        if path.is_some() && !matches!(question.method, SolveMethod::Values | SolveMethod::DfPn) {
            return Err(EngineError::other("checkpoints are kept by the methods values and dfpn only"));
        }
        let checkpoint = path.map(|path| Checkpoint::open(path, name, self.rulesets(), sum)).transpose()?;
        self.forget();
        let file = checkpoint.as_ref();
        let mut asked =
            Asked { engine: self, sum, question, budget, progress, checkpoint: file, proof: None };
        let mut solution = attempt(|| asked.answer())?;
        let proof = asked.proof;
        if let Some(checkpoint) = &checkpoint {
            checkpoint.finish(&mut solution)?;
        }
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
    checkpoint: Option<&'a Checkpoint<'a>>,
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
        if let Some(file) = self.checkpoint {
            file.start(&mut solver, self.budget)?;
        }
        let found = self.for_each_first(solution, |asked, first, solution| {
            let answer = in_slices(asked.checkpoint, &mut solver, asked.budget, |solver| {
                let answer = solver.solve(asked.sum, first)?;
                match answer.ended_by {
                    Some(Error::Stopped) if !asked.budget.is_spent() => Err(Error::Stopped),
                    _ => Ok(answer),
                }
            })?;
            if let Some(error) = answer.ended_by {
                solution.error = Some(Ended::default().without("move", error));
            }
            let (part, action) = answer.winning_move.map(|(part, name)| (part + 1, name)).unzip();
            Ok(Winning { winner: answer.winner, part, action })
        });
        let found = found.and_then(|()| {
            if self.question.score {
                // The search for a stop keeps only the values, so it is not interrupted.
                in_slices(self.checkpoint, &mut solver, self.budget, |solver| solver.find_values(self.sum))?;
                if let Some(file) = self.checkpoint {
                    file.write(&mut solver, self.budget);
                }
                solution.left_stop = Some(solver.score(self.sum, Player::Left)?);
                solution.right_stop = Some(solver.score(self.sum, Player::Right)?);
            }
            Ok(())
        });
        if let Some(file) = self.checkpoint {
            file.write(&mut solver, self.budget);
        }
        solution.nodes = solver.nodes();
        discard(solver, self.question.last, self.budget);
        found
    }

    /// A search over whole sums. Questions about both players share its table.
    fn by_search(&mut self, method: SolveMethod, solution: &mut Solution) -> Result<(), Error> {
        let terms = Terms {
            budget: self.budget,
            progress: self.progress,
            proof: self.question.proof,
            draws: false,
            repetition: Repetition::Never,
            line: self.question.line,
            last: self.question.last,
            checkpoint: self.checkpoint,
        };
        let firsts = self.question.first.map_or(Player::BOTH.to_vec(), |first| vec![first]);
        let mut all = method.find_sum(self.sum, &firsts, &terms).into_iter();
        self.for_each_first(solution, |asked, first, solution| {
            let found = all.next().expect("there is a result for each player until a search ends early");
            solution.nodes += found.nodes;
            (solution.proof_number, solution.disproof_number) = found.open_numbers().unzip();
            let Best { winner, action } = found.result?;
            match found.proof {
                Some(Ok(proof)) => asked.proof = Some(proof),
                Some(Err(error)) => solution.error = Some(Ended::default().without("proof", error)),
                None => {}
            }
            let root = proving::root(asked.sum, first);
            if !found.line.is_empty() {
                solution.line = Some(proving::names(&root, &found.line));
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
            let Winning { winner, part, action } = self.checked(first, solution, &mut find)?;
            solution.winner = Some(winner);
            (solution.part, solution.action) = (part.into(), action.into());
            return Ok(());
        }
        let left = self.checked(Player::Left, solution, &mut find)?;
        let left_wins = left.winner;
        solution.left_first = Some(left);
        let right = self.checked(Player::Right, solution, &mut find)?;
        solution.outcome = Some(Outcome::of_winners(left_wins, right.winner));
        solution.right_first = Some(right);
        Ok(())
    }

    /// What was found for the player who moves first. A winner without a move that wins comes from a
    /// checkpoint that was tampered with.
    fn checked(
        &mut self,
        first: Player,
        solution: &mut Solution,
        find: &mut impl FnMut(&mut Self, Player, &mut Solution) -> Result<Winning, Error>,
    ) -> Result<Winning, Error> {
        let winning = find(self, first, solution)?;
        match self.checkpoint {
            Some(file) if winning.winner == first && winning.part.is_none() && solution.error.is_none() => {
                Err(file.contradicted())
            }
            _ => Ok(winning),
        }
    }
}

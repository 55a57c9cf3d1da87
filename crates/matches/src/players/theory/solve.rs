//! The player `solve` searches the whole sum: with the solver of sums in normal play, by trying all moves in
//! misère play, and for the best score where the score decides.

use super::{Theory, Verdict, gave_up, winning_move};
use crate::memory::Memory;
use crate::{Ending, State};
use positions::Knowledge;
use rules::surely;
use sums::{Answer, MisereSolver, Solver};
use values::{Budget, Error};

/// The theory.
pub(in crate::players) struct Solve {
    knowledge: Knowledge,
    memory: Memory,
    /// The solvers of the present game. `None` means that they were not needed yet.
    solver: Option<Solver>,
    misere: Option<MisereSolver>,
}

impl Solve {
    pub(in crate::players) fn new(knowledge: Knowledge, memory: Memory) -> Self {
        Self { knowledge, memory, solver: None, misere: None }
    }

    /// The solver of sums with this budget.
    pub(super) fn solver(&mut self, budget: &Budget) -> &mut Solver {
        let bytes = budget.bytes().min(self.memory.whole);
        let new = || Solver::new(budget.clone().with_bytes(bytes)).knowing(&self.knowledge.afresh());
        let solver = self.solver.get_or_insert_with(new);
        solver.set_budget(budget.clone());
        solver
    }

    /// The answer where the last move decides.
    fn answer(&mut self, state: &State, budget: &Budget) -> Result<Answer, Error> {
        let (sum, player) = (state.sum(), state.to_move());
        if state.ending() == Ending::Misere {
            let bytes = budget.bytes().min(self.memory.whole);
            let solver = self.misere.get_or_insert_with(|| MisereSolver::new(bytes));
            return solver.solve(sum, player, budget);
        }
        self.solver(budget).solve(sum, player)
    }

    /// The move to the best score, and that score.
    fn best_score(&mut self, state: &State, budget: &Budget) -> Result<Verdict, Error> {
        let player = state.to_move();
        let solver = self.solver(budget);
        let best = solver.score(state.sum(), player)?;
        let action = winning_move(state, |sum| Ok(solver.score(sum, player.opponent())? == best))?;
        Ok(match action {
            Some(action) => Verdict::Best(action, format!("reaches the score {best} against any answer")),
            None => Verdict::Unknown("every move costs something".to_owned()),
        })
    }
}

impl Theory for Solve {
    fn begin(&mut self, _: &State) {
        (self.solver, self.misere) = (None, None);
    }

    fn judge(&mut self, state: &State, budget: &Budget) -> Verdict {
        if !state.ending().is_by_last_move() {
            return self.best_score(state, budget).unwrap_or_else(gave_up);
        }
        match self.answer(state, budget) {
            Ok(Answer { winner, winning_move, ended_by }) if winner == state.to_move() => {
                let found = winning_move.and_then(|(part, name)| surely(state.find(part, &name)));
                match found {
                    Some(action) => Verdict::Best(action, format!("wins in {}", state.ending())),
                    None => gave_up(ended_by.unwrap_or(Error::Stopped)),
                }
            }
            Ok(_) => Verdict::Lost(format!("every move has an answer in {}", state.ending())),
            Err(error) => gave_up(error),
        }
    }

    fn bytes(&self) -> usize {
        let used = self.solver.as_ref().map_or(0, Solver::bytes);
        used + self.misere.as_ref().map_or(0, MisereSolver::bytes)
    }
}

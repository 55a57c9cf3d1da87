//! Who wins an endgame of dark chess without further chance events?

use crate::answers::{ContestSolution, Ended, SCHEMA, Won};
use crate::proving::{Best, SolveMethod, Terms};
use crate::{Engine, EngineError, Question};
use rules::games::dark_chess::DarkChess;
use rules::{Playable, Settled};
use std::time::Instant;
use values::{Budget, Progress};

impl Engine {
    /// The winner of a dark chess endgame without pieces face down, by any method but values. The position
    /// says who moves first, and there are no stops and no proof, whatever the question says about them.
    pub fn solve_dark_chess(
        &self,
        text: &str,
        question: &Question,
        budget: &Budget,
        progress: &Progress,
    ) -> Result<ContestSolution, EngineError> {
        let (started, method) = (Instant::now(), question.method);
        if method == SolveMethod::Values {
            return Err(EngineError::other("dark chess has no values: choose dfpn, pn, pn-all or alphabeta"));
        }
        if question.checkpoint.is_some() {
            return Err(EngineError::other("checkpoints are for sums, not for dark chess"));
        }
        let state = Settled::new(DarkChess::read(text)?).ok_or_else(|| {
            EngineError::other(
                "pieces that lie face down are up to chance: only positions without them are solved",
            )
        })?;
        let (last, checkpoint) = (question.last, None);
        let terms = Terms { budget, progress, proof: false, draws: true, last, checkpoint };
        let found = method.find(&state, &terms, budget.bytes());
        let mut solution =
            ContestSolution { schema: SCHEMA, nodes: found.nodes, ..ContestSolution::default() };
        (solution.proof_number, solution.disproof_number) = found.open_numbers().unzip();
        match found.result {
            Ok(Best { winner, action }) => {
                solution.winner = Some(winner.map_or(Won::Draw, Won::By));
                solution.action = action.map(|action| action.to_string()).into();
            }
            Err(error) => solution.error = Some(Ended::by(error)),
        }
        (solution.sum, solution.seconds) = (format!("dark-chess:{text}"), started.elapsed().as_secs_f64());
        Ok(solution)
    }
}

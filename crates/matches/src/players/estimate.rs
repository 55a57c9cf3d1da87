//! What did a move of a game with chance give away? An estimate by Monte Carlo tree search: the mean score after the
//! move, over all that chance may bring, beside the mean score after the move that the search prefers. Luck is in
//! neither, so what is lost was the player's to keep.

use adversary::mcts::Mcts;
use rules::{AnyContest, ContestSearch, Stochastic};
use std::fmt::Display;
use values::Budget;

/// The least number of simulations of an outcome of chance.
const FEWEST: u64 = 64;

/// What a move is estimated to give away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The place of the preferred move in the list of moves.
    pub best: usize,
    /// The mean score of Left after the preferred move.
    pub before: f64,
    /// The mean score of Left after the move that was made. It is never better for the player than `before`.
    pub after: f64,
    /// The largest score of the game.
    pub most: i32,
    /// The number of simulations.
    pub simulations: u64,
}

impl Estimate {
    /// Estimates a move, given by its place in the list of moves, with this number of simulations for each of both
    /// questions. `None` means that there is no such move, or no time for a simulation.
    pub fn of(state: &AnyContest, made: usize, simulations: u64, seed: u64, budget: &Budget) -> Option<Self> {
        state.search(Judge { made, simulations, seed, budget })
    }
}

struct Judge<'a> {
    made: usize,
    simulations: u64,
    seed: u64,
    budget: &'a Budget,
}

impl Judge<'_> {
    /// The mean score of Left in a state. `None` means that there was no time.
    fn mean<S: Stochastic>(&self, state: &S, limit: u64, budget: &Budget) -> Option<(f64, u64)> {
        if let Some(score) = state.score() {
            return Some((score.into(), 0));
        }
        let plan = self.search(limit).search(state, budget);
        let best = plan.best().filter(|_| plan.simulations > 0)?;
        Some((best.proved.unwrap_or(plan.mean), plan.simulations))
    }

    fn search(&self, limit: u64) -> Mcts {
        Mcts { limit, seed: self.seed, transpositions: true, proofs: true, ..Mcts::default() }
    }
}

impl ContestSearch for Judge<'_> {
    type Output = Option<Estimate>;

    fn run<S: Stochastic + Display>(self, state: &S) -> Self::Output {
        let (moves, most) = (state.moves(), state.most());
        let made = *moves.get(self.made)?;
        let plan = self.search(self.simulations).search(state, &self.budget.part(0.5));
        let best = plan.best().filter(|_| plan.simulations > 0)?;
        let place = moves.iter().position(|action| *action == best.action)?;
        let before = best.proved.unwrap_or(best.mean);
        let mut answer = Estimate { best: place, before, after: before, most, simulations: plan.simulations };
        if best.action == made {
            return Some(answer);
        }
        let outcomes = state.outcomes(made);
        let all: f64 = outcomes.iter().map(|(weight, _)| f64::from(*weight)).sum();
        let limit = (self.simulations / outcomes.len() as u64).max(FEWEST);
        let mut after = 0.0;
        for (i, (weight, next)) in outcomes.iter().enumerate() {
            let share = self.budget.part(1.0 / (outcomes.len() - i) as f64);
            let (mean, simulations) = self.mean(next, limit, &share)?;
            after += mean * f64::from(*weight) / all;
            answer.simulations += simulations;
        }
        let player = state.to_move();
        // The preferred move is at least as good: what says otherwise is noise.
        if player.sees(after) < player.sees(before) {
            answer.after = after;
        }
        Some(answer)
    }
}

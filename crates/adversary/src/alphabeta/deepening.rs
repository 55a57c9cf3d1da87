//! What is the best move in the time there is? Iterative deepening: the moves of the root are searched to
//! depth 1, 2 and so on, the best of the last depth first.

use super::{AlphaBeta, Domain, Thought};
use values::Budget;

impl<D: Domain> AlphaBeta<D> {
    /// The best move, by iterative deepening until time is up, the domain fails, the score is final, or depth
    /// `deepest` is done. `None` means that there is no move, or that the search ended before the first one
    /// was searched.
    pub fn think(&mut self, state: &D::State, deepest: u32, budget: &Budget) -> Option<Thought<D::Move>> {
        self.budget = budget.clone();
        self.ordering.begin();
        let mut moves = self.domain.moves(state).ok()?;
        moves.sort_by_key(|(ordering, _)| std::cmp::Reverse(*ordering));
        let mut moves: Vec<D::Move> = moves.into_iter().map(|(_, action)| action).collect();
        let mut thought: Option<Thought<D::Move>> = None;
        for depth in 1..=deepest {
            let (found, stopped) = self.best(state, &moves, depth);
            if let Some(mut found) = found {
                found.depth -= u32::from(stopped);
                thought = Some(found);
                if let Some(place) = moves.iter().position(|known| *known == found.best) {
                    moves[..=place].rotate_right(1);
                }
            }
            if stopped || found.is_none_or(|found| found.complete) {
                break;
            }
        }
        thought
    }

    /// The best of these moves, and whether the search was stopped. The best move of the last depth comes
    /// first, so a better one counts even if a stopped search did not reach the rest.
    fn best(&mut self, state: &D::State, moves: &[D::Move], depth: u32) -> (Option<Thought<D::Move>>, bool) {
        let mut window = self.everything();
        let (mut best, mut ends) = (None::<Thought<D::Move>>, Some(0));
        for &action in moves {
            let place = self.start(depth);
            let Ok(value) = self.scouted(state, action, place, window, best.is_none()) else {
                return (best, true);
            };
            ends = value.together(ends);
            if best.is_none_or(|best| value.score > best.score) {
                best = Some(Thought { best: action, score: value.score, depth, complete: false });
                window.alpha = window.alpha.max(value.score);
            }
            if window.alpha >= window.beta {
                ends = value.ends;
                break;
            }
        }
        (best.map(|best| Thought { complete: ends.is_some(), ..best }), false)
    }
}

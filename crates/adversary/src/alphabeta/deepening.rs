//! What is the best move in the time there is? Iterative deepening: the moves of the root are searched to
//! depth 1, 2 and so on, the best of the last depth first, in an aspiration window around the last score.

use super::search::Place;
use super::{AlphaBeta, Domain, Score, Thought, Window};
use values::Budget;

impl<D: Domain> AlphaBeta<D> {
    /// The best move, by iterative deepening until time is up, the score is final, or depth `deepest` is
    /// done. `None` means that there is no move, or that time was up before the first one was searched.
    pub fn think(&mut self, state: &D::State, deepest: u32, budget: &Budget) -> Option<Thought<D::Move>> {
        self.budget = budget.clone();
        self.ordering.begin();
        let mut moves = self.domain.moves(state);
        moves.sort_by_key(|(ordering, _)| std::cmp::Reverse(*ordering));
        let mut moves: Vec<D::Move> = moves.into_iter().map(|(_, action)| action).collect();
        let mut thought: Option<Thought<D::Move>> = None;
        for depth in 1..=deepest {
            let last = thought.map(|thought| thought.score);
            let (found, stopped) = self.best(state, &moves, depth, last);
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
    fn best(
        &mut self,
        state: &D::State,
        moves: &[D::Move],
        depth: u32,
        last: Option<Score>,
    ) -> (Option<Thought<D::Move>>, bool) {
        let mut window = self.everything();
        if let (Some(last), Some(half)) = (last, self.options.aspiration) {
            let half = half.clamp(1, self.domain.most());
            window = Window { alpha: last - half, beta: last + half };
        }
        loop {
            let mut best: Option<Thought<D::Move>> = None;
            let (mut alpha, mut ends) = (window.alpha, Some(0));
            for &action in moves {
                let place = Place { depth, ply: 0 };
                let asked = Window { alpha, beta: window.beta };
                let value = match self.scouted(state, action, place, asked, best.is_none()) {
                    Ok(value) => value,
                    // Only the budget ends a search. A move that failed low in the aspiration window has no
                    // value yet.
                    Err(_) => return (best.filter(|best| best.score > window.alpha), true),
                };
                ends = value.together(ends);
                if best.is_none_or(|best| value.score > best.score) {
                    best = Some(Thought { best: action, score: value.score, depth, complete: false });
                    alpha = alpha.max(value.score);
                }
                if alpha >= window.beta {
                    ends = value.ends;
                    break;
                }
            }
            let whole = self.everything();
            match best {
                Some(found) if found.score <= window.alpha && window.alpha > whole.alpha => {
                    window.alpha = whole.alpha;
                }
                Some(found) if found.score >= window.beta && window.beta < whole.beta => {
                    window.beta = whole.beta;
                }
                found => {
                    return (found.map(|found| Thought { complete: ends.is_some(), ..found }), false);
                }
            }
        }
    }
}

//! What is a score worth to a player who has something to win or to lose? Behind, a risky line that may still
//! win is better than a sure small loss; ahead, a sure small win is better than a risky large one (Hsu 2022,
//! on chance nodes). A utility that is convex for losses and concave for wins says that: the search takes the
//! mean of utilities in place of scores. This one is `x·(m + w)/(|x| + w)` with the largest score `m`; the
//! smaller the width `w`, the more a lead is worth already.

use super::{Domain, POINT, Plain, Score, Window};
use positions::Knowledge;
use rules::{Outcomes, Stochastic};
use std::sync::Arc;
use values::{Error, Player};

/// A contest whose scores are utilities.
#[derive(Clone)]
pub struct Risk<S> {
    plain: Plain<S>,
    /// The largest score is this number of widths.
    widths: u16,
}

impl<S> Risk<S> {
    /// Utilities whose width is the largest score divided by this number. 0 means that utilities are scores.
    #[must_use]
    pub fn new(widths: u16) -> Self {
        Self { plain: Plain::default(), widths }
    }

    /// The same with these sources of knowledge.
    #[must_use]
    pub fn knowing(self, knowledge: Arc<Knowledge>) -> Self {
        Self { plain: Plain::knowing(knowledge), ..self }
    }
}

impl<S: Stochastic> Risk<S> {
    /// The utility of a score, rounded towards 0.
    fn utility(&self, score: Score) -> Score {
        if self.widths == 0 {
            return score;
        }
        let most = i128::from(S::MOST.max(1)) * i128::from(POINT);
        let (score, width) = (i128::from(score), (most / i128::from(self.widths)).max(1));
        // At most the largest score in size, which fits.
        (score * (most + width) / (score.abs() + width)) as Score
    }
}

impl<S: Stochastic> Domain for Risk<S> {
    type State = S;
    type Move = S::Move;
    type Key = S;

    fn most(&self) -> Score {
        self.plain.most()
    }

    fn key(&mut self, state: &S) -> S {
        self.plain.key(state)
    }

    fn key_after(&mut self, state: &S, action: S::Move) -> Option<S> {
        self.plain.key_after(state, action)
    }

    fn to_move(&self, state: &S) -> Player {
        state.to_move()
    }

    fn score(&mut self, state: &S) -> Option<Score> {
        self.plain.score(state).map(|score| self.utility(score))
    }

    fn range(&mut self, state: &S) -> Result<Window, Error> {
        let Window { alpha, beta } = self.plain.range(state)?;
        Ok(Window { alpha: self.utility(alpha), beta: self.utility(beta) })
    }

    fn evaluation(&mut self, state: &S) -> Score {
        let evaluation = self.plain.evaluation(state);
        self.utility(evaluation)
    }

    fn moves(&mut self, state: &S) -> Result<Vec<(i32, S::Move)>, Error> {
        self.plain.moves(state)
    }

    fn outcomes(&mut self, state: &S, action: S::Move) -> Result<Outcomes<S>, Error> {
        self.plain.outcomes(state, action)
    }

    /// The utility of a mean is not the mean of utilities, so all outcomes have to be looked at.
    fn evaluation_after(&mut self, state: &S, action: S::Move) -> Option<Score> {
        if self.widths == 0 { self.plain.evaluation_after(state, action) } else { None }
    }

    fn plies(&self, state: &S, action: S::Move) -> u32 {
        state.plies(action)
    }

    fn noisy_moves(&mut self, state: &S) -> Vec<S::Move> {
        state.noisy_moves()
    }
}

//! Who is it that plays like this? Each move seen makes those opponents more likely who would have made it (Bayes).

use super::Model;
use super::mind::{Mind, UNKNOWN};
use super::ratio::divisor;
use rules::Deterministic;
use values::{Budget, Error};

/// No weight grows beyond this; instead all become smaller, but never 0. So the products of weights that
/// PrOM search needs fit for ten plies, and somebody who starts to play like another is found out.
const HEAVIEST: u32 = 1 << 16;

/// The opponents that are thought possible, each with its weight.
#[derive(Clone)]
pub struct Learner<S> {
    types: Vec<(u32, Model<S>)>,
    error: (u16, u16),
}

impl<S: Deterministic> Learner<S> {
    /// Opponents with their weights before anything was seen, and how often they err: `error.0` times in `error.1`
    /// they make any of their moves at random. There is none if that is not a probability.
    #[must_use]
    pub fn new(prior: impl IntoIterator<Item = (u32, Model<S>)>, error: (u16, u16)) -> Option<Self> {
        let (weights, types): (Vec<u32>, Vec<Model<S>>) = prior.into_iter().unzip();
        let mut learner = Self { types: types.into_iter().map(|model| (0, model)).collect(), error };
        learner.weigh(&weights.into_iter().map(u128::from).collect::<Vec<_>>());
        (error.0 <= error.1 && error.1 > 0).then_some(learner)
    }

    /// Takes these weights, made smaller alike if they are too large; none if all are 0.
    fn weigh(&mut self, weights: &[u128]) {
        let Some(heaviest) = weights.iter().copied().max().filter(|heaviest| *heaviest > 0) else { return };
        let unit = weights.iter().fold(0, |unit, weight| divisor(unit, *weight));
        for ((weight, _), new) in self.types.iter_mut().zip(weights) {
            *weight = scaled(new / unit, heaviest / unit);
        }
    }

    /// The opponents with their weights now, as [`Model::against`] takes them.
    pub fn beliefs(&self) -> impl Iterator<Item = (u32, Model<S>)> + '_ {
        self.types.iter().cloned()
    }

    /// The weights now.
    pub fn weights(&self) -> impl Iterator<Item = u32> + '_ {
        self.types.iter().map(|(weight, _)| *weight)
    }

    /// The opponent, whose turn it was in this state, made this move. Those without a depth of their own are taken
    /// to look `depth` plies ahead. If none of the opponents can have made the move, nothing is learned.
    pub fn see(&mut self, state: &S, action: S::Move, depth: u32, budget: &Budget) -> Result<(), Error> {
        let count = state.moves().len() as u64;
        let [errs, all] = [self.error.0, self.error.1].map(u64::from);
        let mut weights = Vec::with_capacity(self.types.len());
        for (weight, model) in &self.types {
            let mut mind = Mind::new(model, state.to_move(), 0);
            let (expected, _) = mind.choose(state, mind.sight(depth.max(1)), UNKNOWN, budget)?;
            // Its chance, times all and times the number of moves.
            let likely = errs + if expected == Some(action) { (all - errs) * count } else { 0 };
            weights.push(u128::from(*weight) * u128::from(likely));
        }
        self.weigh(&weights);
        Ok(())
    }
}

/// The weight itself as long as the heaviest one is not too heavy, otherwise in proportion, and not 0 unless it
/// was.
fn scaled(weight: u128, heaviest: u128) -> u32 {
    let most = u128::from(HEAVIEST);
    let fitting = if heaviest <= most { weight } else { (weight * most / heaviest).max(weight.min(1)) };
    fitting as u32
}

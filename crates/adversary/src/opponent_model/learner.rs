//! Which opponent plays like this? Bayesian learning: each observed move raises the probability of the models
//! that would have made it.

use super::Model;
use super::mind::{Mind, UNKNOWN};
use num_integer::gcd;
use rules::Stochastic;
use values::{Budget, Error};

/// The maximum weight. Larger weights are scaled down together, but never to 0. So the products of weights
/// that PrOM search needs fit for ten plies, and a change of the opponent can still be learned.
const HEAVIEST: u32 = 1 << 16;

/// The possible opponents with their weights.
#[derive(Clone)]
pub struct Learner<S> {
    types: Vec<(u32, Model<S>)>,
    error: (u16, u16),
}

impl<S: Stochastic> Learner<S> {
    /// Opponents with their prior weights, and the rate of errors: `error.0` times in `error.1` they make a
    /// random move. `None` means that the rate is not a probability.
    #[must_use]
    pub fn new(prior: impl IntoIterator<Item = (u32, Model<S>)>, error: (u16, u16)) -> Option<Self> {
        let (weights, types): (Vec<u32>, Vec<Model<S>>) = prior.into_iter().unzip();
        let mut learner = Self { types: types.into_iter().map(|model| (0, model)).collect(), error };
        learner.weigh(&weights.into_iter().map(u128::from).collect::<Vec<_>>());
        (error.0 <= error.1 && error.1 > 0).then_some(learner)
    }

    /// Sets the weights, in proportion to these. If all are 0, the weights stay as they are.
    fn weigh(&mut self, weights: &[u128]) {
        let Some(heaviest) = weights.iter().copied().max().filter(|heaviest| *heaviest > 0) else { return };
        let unit = weights.iter().fold(0, |unit, weight| gcd(unit, *weight));
        for ((weight, _), new) in self.types.iter_mut().zip(weights) {
            *weight = scaled(new / unit, heaviest / unit);
        }
    }

    /// The opponents with their present weights, as [`Model::against`] takes them.
    pub fn beliefs(&self) -> impl Iterator<Item = (u32, Model<S>)> + '_ {
        self.types.iter().cloned()
    }

    /// The present weights.
    pub fn weights(&self) -> impl Iterator<Item = u32> + '_ {
        self.types.iter().map(|(weight, _)| *weight)
    }

    /// Learns from a move of the opponent, who was to move in this state. Models without a depth of their own
    /// search `depth` plies. If no model can have made the move, the weights stay as they are.
    pub fn see(&mut self, state: &S, action: S::Move, depth: u32, budget: &Budget) -> Result<(), Error> {
        let count = state.moves().len() as u64;
        let [errs, all] = [self.error.0, self.error.1].map(u64::from);
        let mut weights = Vec::with_capacity(self.types.len());
        for (weight, model) in &self.types {
            let mut mind = Mind::new(model, state.to_move(), 0);
            let (expected, _) = mind.choose(state, mind.sight(depth.max(1)), UNKNOWN, budget)?;
            // The probability of the move, times `all` and the number of moves.
            let likely = errs + if expected == Some(action) { (all - errs) * count } else { 0 };
            weights.push(u128::from(*weight) * u128::from(likely));
        }
        self.weigh(&weights);
        Ok(())
    }
}

/// The weight itself if the heaviest one is within the maximum, otherwise scaled down, and at least 1 unless
/// it was 0.
fn scaled(weight: u128, heaviest: u128) -> u32 {
    let most = u128::from(HEAVIEST);
    let fitting = if heaviest <= most { weight } else { (weight * most / heaviest).max(weight.min(1)) };
    fitting as u32
}

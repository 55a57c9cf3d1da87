//! What is the best move against an opponent with another evaluation? Opponent-model search (Iida, Uiterwijk,
//! van den Herik and Herschberg 1993; Carmel and Markovitch 1996). At our nodes we take the best move by our
//! own evaluation; at the opponent's nodes, the move that the opponent's own search finds with the opponent's
//! evaluation.
//!
//! A [`Model`] describes how a player thinks: evaluation, depth, value of a draw, and beliefs about the
//! opponent. A model without beliefs searches by minimax. With one believed opponent it is OM search; with
//! several, each with a weight, PrOM search (Donkers, Uiterwijk and van den Herik 2001). Since believed
//! opponents have beliefs too, models of models are the M* of Carmel and Markovitch.
//!
//! Ties: of several best moves a player takes the first in the order of [`moves`](rules::Contest::moves). In
//! PrOM search the value of an opponent's node is the mean over the moves of the believed opponents, so the
//! opponent is drawn anew at each such node.
//!
//! After a move with several outcomes of chance every player counts with the mean over them. Predictions and
//! scores are exact in units of 1/[`POINT`] of a point.
//!
//! Pruning: the opponent's move is found by αβ first (*αβ probing*), and only that move is followed. Where
//! the opponent has the same horizon as we do, the score that the opponent expects is also a lower bound at
//! all later nodes of that line, so the next probe need not search below it (*β-pruning*). Chance ends that:
//! what was expected on average is no bound after one of the outcomes.

mod learner;
mod mind;
mod ratio;

pub use learner::Learner;
pub use ratio::Ratio;

use crate::alphabeta::POINT;
use mind::Mind;
use rules::Stochastic;
use std::sync::Arc;
use values::{Budget, Error, Player};

/// A static evaluation: an estimate of Left's score at a state where play is not over.
pub type Evaluation<S> = Arc<dyn Fn(&S) -> i32 + Send + Sync>;

/// How a player thinks.
#[must_use]
#[derive(Clone)]
pub struct Model<S> {
    evaluation: Evaluation<S>,
    sight: Sight,
    contempt: i32,
    beliefs: Vec<(u32, Self)>,
}

/// The depth of a believed opponent's search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// To the horizon of the model that believes in it: both evaluate the same states.
    SameHorizon,
    /// This number of plies, at least one.
    Plies(u32),
}

impl<S: Stochastic> Model<S> {
    /// A player who searches by minimax with this evaluation, to the horizon of the model that believes in
    /// it.
    pub fn minimax(evaluation: impl Fn(&S) -> i32 + Send + Sync + 'static) -> Self {
        Self { evaluation: Arc::new(evaluation), sight: Sight::SameHorizon, contempt: 0, beliefs: Vec::new() }
    }

    /// The same player with this depth as a believed opponent.
    pub fn with_sight(self, sight: Sight) -> Self {
        Self { sight, ..self }
    }

    /// The same player with this contempt. A draw counts as its negative: a player with positive contempt
    /// avoids draws, one with negative contempt seeks them.
    pub fn with_contempt(self, contempt: i32) -> Self {
        Self { contempt, ..self }
    }

    /// The same player with these beliefs: opponents, each with a probability in proportion to its weight.
    /// Opponents of weight 0 are left out. Without beliefs the player searches by minimax.
    pub fn against(self, beliefs: impl IntoIterator<Item = (u32, Self)>) -> Self {
        let beliefs = beliefs.into_iter().filter(|(weight, _)| *weight > 0).collect();
        Self { beliefs, ..self }
    }
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought<M> {
    /// The move of the player. `None` means that play is over.
    pub action: Option<M>,
    /// The score that the player expects.
    pub value: Ratio,
    /// The depth of the search in plies.
    pub depth: u32,
    /// The number of visited states, including those of the believed opponents.
    pub nodes: u64,
}

/// The search of a player with a model. Its tables are kept from move to move.
pub struct OpponentModelSearch<S: Stochastic> {
    mind: Mind<S>,
}

impl<S: Stochastic> OpponentModelSearch<S> {
    /// A search for this player, with a table of about this many bytes for each model that searches by αβ; 0
    /// means no tables.
    #[must_use]
    pub fn new(model: &Model<S>, player: Player, bytes: usize) -> Self {
        Self { mind: Mind::new(model, player, bytes) }
    }

    /// The move of the player, who must be to move, by a search of this depth, at least one ply.
    pub fn think(&mut self, state: &S, depth: u32, budget: &Budget) -> Result<Thought<S::Move>, Error> {
        let before = self.mind.nodes();
        let depth = depth.max(1);
        let (action, value) = self.mind.choose(state, depth, mind::UNKNOWN, budget)?;
        let value = value.over(POINT)?;
        Ok(Thought { action, value, depth, nodes: self.mind.nodes() - before })
    }

    /// The move of the player by iterative deepening: the result of the last search that finished within the
    /// budget. Fractions that do not fit end it too.
    pub fn deepen(&mut self, state: &S, depth: u32, budget: &Budget) -> Result<Thought<S::Move>, Error> {
        let mut finished = self.think(state, 1, budget)?;
        for depth in 2..=depth {
            match self.think(state, depth, budget) {
                Ok(thought) => finished = thought,
                Err(_) => break,
            }
        }
        Ok(finished)
    }
}

//! What to play against somebody who judges otherwise than we do: opponent-model search (Iida, Uiterwijk, van den
//! Herik and Herschberg 1993; Carmel and Markovitch 1996). Where we move we take what is best by our own
//! evaluation; where the opponent moves, the move that *he* takes, found by his own search with his own evaluation.
//!
//! A [`Model`] says how a player thinks: what he looks at, how far, what a draw is to him, and against whom he
//! believes to play. One who believes in nobody in particular searches by minimax; with one opponent it is OM
//! search, with several, each with a weight, PrOM search (Donkers, Uiterwijk and van den Herik 2001); and
//! since those have beliefs too, models of models are the M* of Carmel and Markovitch.
//!
//! Exactly: of several moves that are best for him a player takes the first in the order of
//! [`moves`](rules::Contest::moves). In PrOM search a node where the opponent moves is worth the mean over what the
//! believed opponents would do, so which of them it is gets drawn anew at each such node.
//!
//! Pruning: the opponent's move is found by αβ first (*αβ probing*), and only that move is followed. Where the
//! opponent sees as far as we do, what he expects from his move also holds below it: at each later node of that
//! line he finds at least that much, so the next probe need not look for less (*β-pruning*).

mod learner;
mod mind;
mod ratio;

pub use learner::Learner;
pub use ratio::Ratio;

use mind::Mind;
use rules::Deterministic;
use std::sync::Arc;
use values::{Budget, Error, Player};

/// What somebody thinks that Left will have won, at a state where play is not over.
pub type Evaluation<S> = Arc<dyn Fn(&S) -> i32 + Send + Sync>;

/// How a player thinks.
#[derive(Clone)]
pub struct Model<S> {
    evaluation: Evaluation<S>,
    sight: Sight,
    contempt: i32,
    beliefs: Vec<(u32, Self)>,
}

/// How far an opponent looks ahead when it is his turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// As far as whoever models him: both judge the same states.
    SameHorizon,
    /// So many plies, at least one.
    Plies(u32),
}

impl<S: Deterministic> Model<S> {
    /// A player who searches by minimax with this evaluation, as far as whoever models him.
    pub fn minimax(evaluation: impl Fn(&S) -> i32 + Send + Sync + 'static) -> Self {
        Self { evaluation: Arc::new(evaluation), sight: Sight::SameHorizon, contempt: 0, beliefs: Vec::new() }
    }

    /// The same player, who looks this far ahead in the mind of those who model him.
    #[must_use]
    pub fn with_sight(self, sight: Sight) -> Self {
        Self { sight, ..self }
    }

    /// The same player, to whom a drawn game is worth the negative of this: above 0 he shuns draws, below 0 he
    /// seeks them.
    #[must_use]
    pub fn with_contempt(self, contempt: i32) -> Self {
        Self { contempt, ..self }
    }

    /// The same player, who now believes to play against one of these, each as likely as its weight says. What has
    /// no weight is left out; who believes in nobody expects an opponent like himself.
    #[must_use]
    pub fn against(self, beliefs: impl IntoIterator<Item = (u32, Self)>) -> Self {
        let beliefs = beliefs.into_iter().filter(|(weight, _)| *weight > 0).collect();
        Self { beliefs, ..self }
    }
}

/// What a player thinks of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought<M> {
    /// The move he makes; none if and only if play is over.
    pub action: Option<M>,
    /// What he thinks to win.
    pub value: Ratio,
    /// He looked so many plies ahead.
    pub depth: u32,
    /// So many states were looked at, in his mind and in those he has a model of.
    pub nodes: u64,
}

/// The search of a player who thinks like a model. What was searched before is remembered from move to move.
pub struct OpponentModelSearch<S: Deterministic> {
    mind: Mind<S>,
}

impl<S: Deterministic> OpponentModelSearch<S> {
    /// A search for this player, with a table of about so many bytes for each mind that searches by αβ, or none.
    #[must_use]
    pub fn new(model: &Model<S>, player: Player, bytes: usize) -> Self {
        Self { mind: Mind::new(model, player, bytes) }
    }

    /// What the player does in a state where it is his turn, when he looks so many plies ahead, at least one.
    pub fn think(&mut self, state: &S, depth: u32, budget: &Budget) -> Result<Thought<S::Move>, Error> {
        let before = self.mind.nodes();
        let depth = depth.max(1);
        let (action, value) = self.mind.choose(state, depth, mind::UNKNOWN, budget)?;
        Ok(Thought { action, value, depth, nodes: self.mind.nodes() - before })
    }

    /// What the player does, looking one ply farther after the other until told to stop: the last
    /// thought that was finished. Numbers that become too long end it too.
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

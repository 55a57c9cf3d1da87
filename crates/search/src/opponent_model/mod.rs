//! What to play against somebody who judges otherwise than we do: opponent-model search (Iida, Uiterwijk, van den
//! Herik and Herschberg 1993; Carmel and Markovitch 1996). Where we move we take what is best by our own evaluation;
//! where the opponent moves, the move that *he* takes, found by his own search with his own evaluation.
//!
//! A [`Model`] says how a player thinks: what he looks at, how far, what a draw is to him, and against whom he
//! believes to play. One who believes in nobody in particular searches by minimax; with one opponent it is OM
//! search, with several, each with a weight, PrOM search (Donkers, Uiterwijk and van den Herik 2001); and
//! since those have beliefs too, models of models are the M* of Carmel and Markovitch.
//!
//! Exactly: of several moves that are best for him a player takes the first in the order of [`moves`](rules::Contest::moves). In PrOM
//! search a node where the opponent moves is worth the mean of what the moves of the believed opponents are worth, so one of them is drawn anew
//! at each such node.
//!
//! Pruning: the opponent's move is found by αβ first (*αβ probing*), and only that move is followed. Where the opponent has as
//! far a sight as we, what he expects from his move also holds below it: at each later node of that line he finds at
//! least that much, so the next probe need not look for less (*β-pruning*).

mod learner;
mod ratio;

pub use learner::Learner;
pub use ratio::Ratio;

use rules::Deterministic;
use smallvec::SmallVec;
use std::sync::Arc;
use values::{Error, Player, Stop, deep};

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
    /// As far as whoever models him looks ahead: both judge the same states.
    SameHorizon,
    /// So many plies, at least one.
    Plies(u32),
}

/// What a player thinks of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought<M> {
    /// The move he makes; none if and only if play is over.
    pub action: Option<M>,
    /// What he thinks that he will win.
    pub value: Ratio,
    /// So many states were looked at, in his mind and in those he has a model of.
    pub nodes: u64,
}

impl<S: Deterministic> Model<S> {
    /// A player who searches by minimax with this evaluation, as far as whoever asks.
    pub fn minimax(evaluation: impl Fn(&S) -> i32 + Send + Sync + 'static) -> Self {
        Self { evaluation: Arc::new(evaluation), sight: Sight::SameHorizon, contempt: 0, beliefs: Vec::new() }
    }

    /// The same player, believed by those who model him to look this far ahead.
    #[must_use]
    pub fn with_sight(self, sight: Sight) -> Self {
        Self { sight, ..self }
    }

    /// The same player, to whom a drawn game is worth the negative of this: above 0 he shuns draws, below 0 he seeks them.
    #[must_use]
    pub fn with_contempt(self, contempt: i32) -> Self {
        Self { contempt, ..self }
    }

    /// The same player, who now believes to play against one of these, each as likely as its weight says. What has no
    /// weight is left out; who believes in nobody expects an opponent like himself.
    #[must_use]
    pub fn against(self, beliefs: impl IntoIterator<Item = (u32, Self)>) -> Self {
        let beliefs = beliefs.into_iter().filter(|(weight, _)| *weight > 0).collect();
        Self { beliefs, ..self }
    }

    /// What this player does if it is his turn, when he looks so many plies ahead, at least one.
    pub fn think(&self, state: &S, depth: u32, stop: &Stop) -> Result<Thought<S::Move>, Error> {
        let mut search = Search { stop, nodes: 0 };
        let mind = Mind { model: self, side: state.to_move() };
        let (action, value) = search.choose(mind, state, depth.max(1), UNKNOWN)?;
        Ok(Thought { action, value, nodes: search.nodes })
    }

    /// What this player does, looking one ply farther after the other, up to `depth` and as long as he is not told to stop: the
    /// last thought that was finished, and how far it looked ahead.
    pub fn deepen(&self, state: &S, depth: u32, stop: &Stop) -> Result<(Thought<S::Move>, u32), Error> {
        let mut finished = (self.think(state, 1, stop)?, 1);
        for depth in 2..=depth {
            match self.think(state, depth, stop) {
                Ok(thought) => finished = (thought, depth),
                Err(Error::Stopped) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(finished)
    }
}

/// A model of somebody, and which player that is.
struct Mind<'a, S> {
    model: &'a Model<S>,
    side: Player,
}

impl<S> Clone for Mind<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Mind<'_, S> {}

impl<'a, S: Deterministic> Mind<'a, S> {
    /// What a state is worth to him without looking further, if that can be said.
    fn known(self, state: &S, depth: u32) -> Option<i64> {
        let own = |for_left: i32| {
            if self.side == Player::Left { i64::from(for_left) } else { -i64::from(for_left) }
        };
        match state.score() {
            Some(0) => Some(-i64::from(self.model.contempt)),
            Some(score) => Some(own(score)),
            None if depth == 0 => Some(own((self.model.evaluation)(state))),
            None => None,
        }
    }

    fn opponents(self) -> impl Iterator<Item = (u32, Mind<'a, S>)> {
        let side = self.side.opponent();
        self.model.beliefs.iter().map(move |(weight, model)| (*weight, Mind { model, side }))
    }

    /// How far he looks in the mind of one who still looks this far.
    fn sight(self, depth: u32) -> u32 {
        match self.model.sight {
            Sight::SameHorizon => depth,
            Sight::Plies(plies) => plies.max(1),
        }
    }

    /// Does what he expects from a move hold below it in the mind of another?
    fn is_steady(self) -> bool {
        self.model.sight == Sight::SameHorizon && self.model.beliefs.is_empty()
    }
}

/// Beyond all values.
const UNKNOWN: i64 = i64::MIN / 2;

/// What each believed opponent is known to win at least.
type Floors = SmallVec<[i64; 4]>;

struct Search<'a> {
    stop: &'a Stop,
    nodes: u64,
}

impl Search<'_> {
    fn visit(&mut self) -> Result<(), Error> {
        self.nodes += 1;
        self.stop.check()
    }

    /// The first of the best moves of the player whose turn it is, and what he thinks to win, which is known to be no less than `floor`.
    fn choose<S: Deterministic>(
        &mut self,
        mind: Mind<S>,
        state: &S,
        depth: u32,
        floor: i64,
    ) -> Result<(Option<S::Move>, Ratio), Error> {
        let moves = state.moves();
        if mind.model.beliefs.is_empty() {
            return self.choose_by_minimax(mind, state, &moves, depth, floor);
        }
        let mut best = None;
        for &action in &moves {
            let value = self.expect(mind, &state.play(action), depth - 1, &unknown(mind))?;
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((Some(action), value));
            }
        }
        Ok(best.unwrap_or_else(|| (None, Ratio::from(mind.known(state, 0).unwrap_or_default()))))
    }

    fn choose_by_minimax<S: Deterministic>(
        &mut self,
        mind: Mind<S>,
        state: &S,
        moves: &[S::Move],
        depth: u32,
        floor: i64,
    ) -> Result<(Option<S::Move>, Ratio), Error> {
        let Some(&first) = moves.first() else {
            return Ok((None, Ratio::from(mind.known(state, 0).unwrap_or_default())));
        };
        let (mut chosen, mut best) = (first, floor - 1);
        for &action in moves {
            let value = self.alphabeta(mind, &state.play(action), depth - 1, (best, -UNKNOWN))?;
            if value > best {
                (chosen, best) = (action, value);
            }
        }
        Ok((Some(chosen), Ratio::from(best)))
    }

    /// What somebody who believes in nobody thinks to win, if that is within the window; otherwise a bound of it on the same side of the window.
    fn alphabeta<S: Deterministic>(
        &mut self,
        mind: Mind<S>,
        state: &S,
        depth: u32,
        (mut low, mut high): (i64, i64),
    ) -> Result<i64, Error> {
        self.visit()?;
        if let Some(value) = mind.known(state, depth) {
            return Ok(value);
        }
        let is_own = state.to_move() == mind.side;
        let mut best = if is_own { UNKNOWN } else { -UNKNOWN };
        for action in state.moves() {
            let value = deep(|| self.alphabeta(mind, &state.play(action), depth - 1, (low, high)))?;
            if is_own {
                best = best.max(value);
                low = low.max(value);
            } else {
                best = best.min(value);
                high = high.min(value);
            }
            if low >= high {
                break;
            }
        }
        Ok(best)
    }

    /// What somebody with beliefs thinks to win.
    fn expect<S: Deterministic>(
        &mut self,
        mind: Mind<S>,
        state: &S,
        depth: u32,
        floors: &Floors,
    ) -> Result<Ratio, Error> {
        self.visit()?;
        if let Some(value) = mind.known(state, depth) {
            return Ok(Ratio::from(value));
        }
        if state.to_move() != mind.side {
            return deep(|| self.expect_reply(mind, state, depth, floors));
        }
        let mut best = Ratio::from(UNKNOWN);
        for action in state.moves() {
            best = best.max(deep(|| self.expect(mind, &state.play(action), depth - 1, floors))?);
        }
        Ok(best)
    }

    /// What somebody with beliefs thinks to win where an opponent moves: the mean over what the opponents do.
    fn expect_reply<S: Deterministic>(
        &mut self,
        mind: Mind<S>,
        state: &S,
        depth: u32,
        floors: &Floors,
    ) -> Result<Ratio, Error> {
        let mut replies: SmallVec<[(S::Move, u64, Floors); 4]> = SmallVec::new();
        for (i, (weight, opponent)) in mind.opponents().enumerate() {
            let (action, value) = self.choose(opponent, state, opponent.sight(depth), floors[i])?;
            let Some(action) = action else { continue };
            let known = replies.iter().position(|(reply, ..)| *reply == action);
            let place = known.unwrap_or_else(|| {
                replies.push((action, 0, unknown(mind)));
                replies.len() - 1
            });
            let (_, weights, expected) = &mut replies[place];
            *weights += u64::from(weight);
            if opponent.is_steady() {
                expected[i] = i64::try_from(value.above()).unwrap_or(UNKNOWN);
            }
        }
        let mut parts: SmallVec<[(u64, Ratio); 4]> = SmallVec::new();
        for (action, weight, floors) in replies {
            parts.push((weight, self.expect(mind, &state.play(action), depth - 1, &floors)?));
        }
        Ratio::mean(&parts)
    }
}

fn unknown<S>(mind: Mind<S>) -> Floors {
    Floors::from_elem(UNKNOWN, mind.model.beliefs.len())
}

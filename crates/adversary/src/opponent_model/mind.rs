//! A model at work: a mind looks ahead, and asks the minds of its opponents what they would do.

use super::{Evaluation, Model, Ratio, Sight};
use crate::alphabeta::{AlphaBeta, Domain, Options, Score, Window};
use rules::{Deterministic, Outcomes, Stochastic};
use smallvec::{SmallVec, smallvec};
use values::{Budget, Error, Player, deep};

/// Beyond all evaluations, scores and values of draws.
const MOST: Score = 1 << 32;

/// What is known to be won at least if nothing is known.
pub(super) const UNKNOWN: Score = -MOST;

/// What each believed opponent is known to win at least.
type Floors = SmallVec<[Score; 4]>;

/// How somebody thinks, for one of the players.
pub(super) struct Mind<S: Deterministic> {
    sight: Sight,
    /// What ends and evaluations are to him, and his search as long as he has no opponents in mind.
    alphabeta: AlphaBeta<Eyes<S>>,
    opponents: Vec<(u32, Self)>,
    nodes: u64,
}

impl<S: Deterministic> Mind<S> {
    pub(super) fn new(model: &Model<S>, side: Player, bytes: usize) -> Self {
        let opponents = model.beliefs.iter();
        let opponents: Vec<_> = opponents
            .map(|(weight, believed)| (*weight, Self::new(believed, side.opponent(), bytes)))
            .collect();
        let eyes = Eyes { evaluation: model.evaluation.clone(), contempt: model.contempt, side };
        let bytes = if opponents.is_empty() { bytes } else { 0 };
        let alphabeta = AlphaBeta::new(eyes, Options { bytes, ..Options::default() });
        Self { sight: model.sight, alphabeta, opponents, nodes: 0 }
    }

    /// How many states were looked at, by him and by those he has in mind.
    pub(super) fn nodes(&self) -> u64 {
        let others = self.opponents.iter().map(|(_, opponent)| opponent.nodes());
        self.nodes + self.alphabeta.nodes() + others.sum::<u64>()
    }

    /// How far he looks in the mind of one who still looks this far.
    pub(super) fn sight(&self, depth: u32) -> u32 {
        match self.sight {
            Sight::SameHorizon => depth,
            Sight::Plies(plies) => plies.max(1),
        }
    }

    /// Does what he expects from a move hold below it, for one who asks him again there?
    fn is_steady(&self) -> bool {
        self.sight == Sight::SameHorizon && self.opponents.is_empty()
    }

    fn eyes(&self) -> &Eyes<S> {
        &self.alphabeta.domain
    }

    /// The first of his best moves where it is his turn, and what he thinks to win, which is no less than `floor`.
    pub(super) fn choose(
        &mut self,
        state: &S,
        depth: u32,
        floor: Score,
        budget: &Budget,
    ) -> Result<(Option<S::Move>, Ratio), Error> {
        if let Some(end) = self.eyes().end(state) {
            return Ok((None, Ratio::from(end)));
        }
        let mut best = (None, Ratio::from(floor - 1));
        for action in state.moves() {
            let next = state.play(action);
            let value = if self.opponents.is_empty() {
                Ratio::from(self.probe(&next, depth - 1, best.1, budget)?)
            } else {
                let floors = self.floors();
                self.expect(&next, depth - 1, &floors, budget)?
            };
            if value > best.1 {
                best = (Some(action), value);
            }
        }
        Ok(best)
    }

    /// What a state is worth to him by minimax if that is more than what he has; otherwise no more than that.
    fn probe(&mut self, state: &S, depth: u32, has: Ratio, budget: &Budget) -> Result<Score, Error> {
        let window = Window { alpha: has.above() as Score, beta: MOST };
        if state.to_move() == self.eyes().side {
            Ok(self.alphabeta.value(state, depth, window, budget)?.score)
        } else {
            Ok(-self.alphabeta.value(state, depth, -window, budget)?.score)
        }
    }

    fn floors(&self) -> Floors {
        smallvec![UNKNOWN; self.opponents.len()]
    }

    /// What he thinks to win against those he has in mind.
    fn expect(&mut self, state: &S, depth: u32, floors: &Floors, budget: &Budget) -> Result<Ratio, Error> {
        self.nodes += 1;
        budget.check()?;
        if let Some(end) = self.eyes().end(state) {
            return Ok(Ratio::from(end));
        }
        if depth == 0 {
            return Ok(Ratio::from(self.eyes().guess(state)));
        }
        if state.to_move() != self.eyes().side {
            return deep(|| self.expect_reply(state, depth, floors, budget));
        }
        let mut best = Ratio::from(UNKNOWN);
        for action in state.moves() {
            best = best.max(deep(|| self.expect(&state.play(action), depth - 1, floors, budget))?);
        }
        Ok(best)
    }

    /// What he thinks to win where an opponent moves: the mean over what the opponents do.
    fn expect_reply(
        &mut self,
        state: &S,
        depth: u32,
        floors: &Floors,
        budget: &Budget,
    ) -> Result<Ratio, Error> {
        let unknown = self.floors();
        let mut replies: SmallVec<[(S::Move, u64, Floors); 4]> = SmallVec::new();
        for (i, (weight, opponent)) in self.opponents.iter_mut().enumerate() {
            let (action, value) = opponent.choose(state, opponent.sight(depth), floors[i], budget)?;
            let Some(action) = action else { continue };
            let place = replies.iter().position(|(reply, ..)| *reply == action).unwrap_or_else(|| {
                replies.push((action, 0, unknown.clone()));
                replies.len() - 1
            });
            let (_, weights, floors) = &mut replies[place];
            *weights += u64::from(*weight);
            if opponent.is_steady() {
                floors[i] = value.above() as Score;
            }
        }
        let mut parts: SmallVec<[(u64, Ratio); 4]> = SmallVec::new();
        for (action, weight, floors) in replies {
            parts.push((weight, self.expect(&state.play(action), depth - 1, &floors, budget)?));
        }
        Ratio::mean(&parts)
    }
}

/// How somebody sees a game: αβ search with his evaluation, and with what a draw is to him.
struct Eyes<S> {
    evaluation: Evaluation<S>,
    contempt: i32,
    side: Player,
}

impl<S: Deterministic> Eyes<S> {
    /// What he has won, if play is over.
    fn end(&self, state: &S) -> Option<Score> {
        let score = state.score()?;
        Some(if score == 0 { -Score::from(self.contempt) } else { self.own(score) })
    }

    /// What he thinks to win without looking ahead.
    fn guess(&self, state: &S) -> Score {
        self.own((self.evaluation)(state))
    }

    fn own(&self, for_left: i32) -> Score {
        if self.side == Player::Left { Score::from(for_left) } else { -Score::from(for_left) }
    }

    fn seen_by_mover(&self, state: &S, own: Score) -> Score {
        if state.to_move() == self.side { own } else { -own }
    }
}

impl<S: Deterministic> Domain for Eyes<S> {
    type State = S;
    type Move = S::Move;
    /// Somebody may see a difference between states that are alike.
    type Key = S;

    fn most(&self) -> Score {
        MOST
    }

    fn key(&mut self, state: &S) -> S {
        state.clone()
    }

    fn to_move(&self, state: &S) -> Player {
        state.to_move()
    }

    fn score(&mut self, state: &S) -> Option<Score> {
        self.end(state).map(|end| self.seen_by_mover(state, end))
    }

    fn evaluation(&mut self, state: &S) -> Score {
        self.seen_by_mover(state, self.guess(state))
    }

    fn moves(&mut self, state: &S) -> Vec<(i32, S::Move)> {
        state.moves().into_iter().map(|action| (state.ordering(action), action)).collect()
    }

    fn outcomes(&mut self, state: &S, action: S::Move) -> Outcomes<S> {
        state.outcomes(action)
    }
}

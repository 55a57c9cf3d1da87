//! The search of a model. A mind searches for one player, and asks the minds of its opponents for their
//! moves.

use super::{Evaluation, Model, Ratio, Sight};
use crate::alphabeta::{AlphaBeta, Domain, Options, POINT, Score, Window};
use rules::{Outcomes, Stochastic};
use smallvec::{SmallVec, smallvec};
use values::{Budget, Error, Player, deep};

/// A score outside the range of evaluations, scores and contempt.
const MOST: Score = 1 << 50;

/// The trivial lower bound on a score.
pub(super) const UNKNOWN: Score = -MOST;

/// A lower bound on the score of each believed opponent.
type Floors = SmallVec<[Score; 4]>;

/// A model that searches for one of the players.
pub(super) struct Mind<S: Stochastic> {
    sight: Sight,
    /// The minimax search of a model without beliefs; its domain has the model's evaluation in any case.
    alphabeta: AlphaBeta<Eyes<S>>,
    /// The believed opponents with their weights.
    opponents: Vec<(u32, Self)>,
    nodes: u64,
}

impl<S: Stochastic> Mind<S> {
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

    /// The number of visited states, including those of the believed opponents.
    pub(super) fn nodes(&self) -> u64 {
        let others = self.opponents.iter().map(|(_, opponent)| opponent.nodes());
        self.nodes + self.alphabeta.nodes() + others.sum::<u64>()
    }

    /// The depth of this mind's search, when the mind that asks has this depth left.
    pub(super) fn sight(&self, depth: u32) -> u32 {
        match self.sight {
            Sight::SameHorizon => depth,
            Sight::Plies(plies) => plies.max(1),
        }
    }

    /// Is the score that this mind expects from a move a lower bound further down the line?
    fn is_steady(&self) -> bool {
        self.sight == Sight::SameHorizon && self.opponents.is_empty()
    }

    /// The model's view of the game.
    fn eyes(&self) -> &Eyes<S> {
        &self.alphabeta.domain
    }

    /// The first of the best moves in a state where this player is to move, and its score, which must be at
    /// least `floor`. `None` means that play is over.
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
            let outcomes = state.outcomes(action);
            let value = if self.opponents.is_empty() {
                Ratio::from(self.probe_move(state, action, &outcomes, depth, best.1, budget)?)
            } else {
                let floors = self.floors();
                self.expect_chance(state, action, outcomes, depth, &floors, budget)?
            };
            if value > best.1 {
                best = (Some(action), value);
            }
        }
        Ok(best)
    }

    /// The minimax score of a move of this player if it is above `has`, otherwise an upper bound that is not.
    /// The mean over several outcomes is rounded as in αβ search, which also says what a move counts as.
    fn probe_move(
        &mut self,
        state: &S,
        action: S::Move,
        outcomes: &Outcomes<S>,
        depth: u32,
        has: Ratio,
        budget: &Budget,
    ) -> Result<Score, Error> {
        let Some(rest) = depth.checked_sub(state.plies(action)) else {
            return Ok(self.eyes().evaluate(state));
        };
        if let [(_, next)] = &outcomes[..] {
            return self.probe(next, rest, has, budget);
        }
        let mut parts: SmallVec<[(u64, Ratio); 4]> = SmallVec::new();
        for (weight, next) in outcomes {
            let score = self.probe(next, rest, Ratio::from(UNKNOWN), budget)?;
            parts.push(((*weight).into(), Ratio::from(score)));
        }
        Ok(Ratio::mean(&parts)?.truncated())
    }

    /// The minimax score of a state for this player if it is above `has`, otherwise an upper bound that is
    /// not.
    fn probe(&mut self, state: &S, depth: u32, has: Ratio, budget: &Budget) -> Result<Score, Error> {
        let window = Window { alpha: has.above() as Score, beta: MOST };
        if state.to_move() == self.eyes().side {
            Ok(self.alphabeta.value(state, depth, window, budget)?.score)
        } else {
            Ok(-self.alphabeta.value(state, depth, -window, budget)?.score)
        }
    }

    /// Trivial lower bounds for all opponents.
    fn floors(&self) -> Floors {
        smallvec![UNKNOWN; self.opponents.len()]
    }

    /// The expected score after a move: the mean over its outcomes. The floors of the opponents hold only
    /// where chance has no part.
    fn expect_chance(
        &mut self,
        state: &S,
        action: S::Move,
        outcomes: Outcomes<S>,
        depth: u32,
        floors: &Floors,
        budget: &Budget,
    ) -> Result<Ratio, Error> {
        let Some(rest) = depth.checked_sub(state.plies(action)) else {
            return Ok(Ratio::from(self.eyes().evaluate(state)));
        };
        if let [(_, next)] = &outcomes[..] {
            return self.expect(next, rest, floors, budget);
        }
        let unknown = self.floors();
        let mut parts: SmallVec<[(u64, Ratio); 4]> = SmallVec::new();
        for (weight, next) in outcomes {
            parts.push((weight.into(), self.expect(&next, rest, &unknown, budget)?));
        }
        Ratio::mean(&parts)
    }

    /// The expected score of this player against the believed opponents.
    fn expect(&mut self, state: &S, depth: u32, floors: &Floors, budget: &Budget) -> Result<Ratio, Error> {
        self.nodes += 1;
        budget.check()?;
        if let Some(end) = self.eyes().end(state) {
            return Ok(Ratio::from(end));
        }
        if depth == 0 {
            return Ok(Ratio::from(self.eyes().evaluate(state)));
        }
        if state.to_move() != self.eyes().side {
            return deep(|| self.expect_reply(state, depth, floors, budget));
        }
        let mut best = Ratio::from(UNKNOWN);
        for action in state.moves() {
            let outcomes = state.outcomes(action);
            best = best.max(deep(|| self.expect_chance(state, action, outcomes, depth, floors, budget))?);
        }
        Ok(best)
    }

    /// The expected score where the opponent moves: the mean over the moves of the believed opponents.
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
            let action = action.expect("play goes on, and some move reaches the floor");
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
            let outcomes = state.outcomes(action);
            parts.push((weight, self.expect_chance(state, action, outcomes, depth, &floors, budget)?));
        }
        Ratio::mean(&parts)
    }
}

/// A game as a model sees it: with the model's evaluation and its value of a draw.
struct Eyes<S> {
    evaluation: Evaluation<S>,
    contempt: i32,
    side: Player,
}

impl<S: Stochastic> Eyes<S> {
    /// The final score of this player. `None` means that play goes on.
    fn end(&self, state: &S) -> Option<Score> {
        let score = state.score()?;
        let own = if score == 0 { -Score::from(self.contempt) } else { self.side.sees(score.into()) };
        Some(own * POINT)
    }

    /// The static evaluation for this player.
    fn evaluate(&self, state: &S) -> Score {
        self.side.sees(Score::from((self.evaluation)(state)) * POINT)
    }

    /// A score for this player as a score for the player to move.
    fn seen_by_mover(&self, state: &S, own: Score) -> Score {
        if state.to_move() == self.side { own } else { -own }
    }
}

impl<S: Stochastic> Domain for Eyes<S> {
    type State = S;
    type Move = S::Move;
    /// The whole state: an evaluation may differ between states with the same normal form.
    type Key = S;

    fn most(&self) -> Score {
        MOST
    }

    fn key(&mut self, state: &S) -> S {
        state.clone()
    }

    fn key_after(&mut self, state: &S, action: S::Move) -> Option<S> {
        state.before_chance(action)
    }

    fn to_move(&self, state: &S) -> Player {
        state.to_move()
    }

    fn score(&mut self, state: &S) -> Option<Score> {
        self.end(state).map(|end| self.seen_by_mover(state, end))
    }

    fn evaluation(&mut self, state: &S) -> Score {
        self.seen_by_mover(state, self.evaluate(state))
    }

    fn moves(&mut self, state: &S) -> Result<Vec<(i32, S::Move)>, Error> {
        Ok(state.moves().into_iter().map(|action| (state.ordering(action), action)).collect())
    }

    fn outcomes(&mut self, state: &S, action: S::Move) -> Result<Outcomes<S>, Error> {
        Ok(state.outcomes(action))
    }

    fn plies(&self, state: &S, action: S::Move) -> u32 {
        state.plies(action)
    }
}

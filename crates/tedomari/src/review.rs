//! What did each move of a game give away? The score of a sum under best play, before and after every move, or the
//! winner where the last move decides: a move can only keep it or give some of it away. In a game with chance both are
//! out of reach, and estimates take their place.

use crate::answers::{BestMove, Measure, MoveEstimate, ReviewAnswer, ReviewedMove, SCHEMA};
use crate::{Engine, EngineError, Game};
use matches::players::Estimate;
use matches::{Board, Ending, State};
use rules::{AnyContest, attempt};
use std::time::Duration;
use sums::{Solver, Sum};
use values::{Budget, Dyadic, Player, within_limits};

/// The maximum number of moves that are tried for a better one.
const MOST_TRIED: usize = 300;
/// The simulations for a move in a game with chance, twice: of the best move and of the one that was made.
const SIMULATIONS: u64 = 3000;
/// The maximum time for such a move.
const SLICE: Duration = Duration::from_millis(600);

impl Engine {
    /// Judges the moves of a game. `tell` is called with each as it is judged; those that the budget does not
    /// suffice for have no scores.
    pub fn review(
        &self,
        game: &Game,
        budget: &Budget,
        tell: &mut dyn FnMut(&ReviewedMove),
    ) -> Result<ReviewAnswer, EngineError> {
        let session = self.resume(game, "random", budget)?;
        let state = session.state();
        let boards: Vec<&Board> =
            state.past().iter().map(|(board, _)| board).chain([state.board()]).collect();
        let mut judge = match state.board() {
            Board::Contest(..) => Judge::Simulations(game.seed),
            Board::Sum(..) => {
                let solver = Solver::new(budget.clone()).knowing(self.knowledge());
                Judge::Play(Box::new(solver), state.ending())
            }
        };
        let mut answer = ReviewAnswer { judged_by: judge.measure(), moves: Vec::new(), schema: SCHEMA };
        let mut before = judge.score(boards[0])?;
        for (i, (&(ref board, made), (part, action))) in state.past().iter().zip(&game.moves).enumerate() {
            let player = board.to_move();
            let mut judged = ReviewedMove {
                number: i + 1,
                player,
                part: *part,
                action: action.clone(),
                before,
                after: judge.score(boards[i + 1])?,
                loss: None,
                best: None,
                exact: false,
                estimate: None,
            };
            if let Some((before, after)) = before.zip(judged.after) {
                let loss = player.sees(before).minus(player.sees(after))?;
                (judged.loss, judged.exact) = (Some(loss), true);
                if loss > Dyadic::ZERO {
                    judged.best = judge.best(board.sum(), player, before)?;
                }
            }
            if let (Board::Contest(state, _), Judge::Simulations(seed)) = (board, &judge) {
                let share = budget.part(1.0 / (game.moves.len() - i) as f64).slice(SLICE);
                if let Some(found) = Estimate::of(state, made.index, SIMULATIONS, *seed, &share) {
                    (judged.estimate, judged.best) = estimated(&found, state, player)?;
                }
            }
            tell(&judged);
            before = judged.after;
            answer.moves.push(judged);
        }
        Ok(answer)
    }
}

/// Who says what moves give away?
enum Judge {
    /// Best play in a sum that ends in this way.
    Play(Box<Solver>, Ending),
    /// Simulations of a game with chance, with this seed.
    Simulations(u64),
}

impl Judge {
    fn measure(&self) -> Measure {
        match self {
            Self::Play(_, ending) if ending.is_by_last_move() => Measure::Winner,
            Self::Play(..) => Measure::Score,
            Self::Simulations(_) => Measure::Estimate,
        }
    }

    /// The score of a board under best play. `None` means that it is out of reach.
    fn score(&mut self, board: &Board) -> Result<Option<Dyadic>, EngineError> {
        match board {
            Board::Sum(sum, first) => self.score_of(sum, *first),
            Board::Contest(..) => Ok(None),
        }
    }

    fn score_of(&mut self, sum: &Sum, first: Player) -> Result<Option<Dyadic>, EngineError> {
        let Self::Play(solver, ending) = self else { return Ok(None) };
        let found = attempt(|| match ending.is_by_last_move() {
            true => solver.solve(sum, first).map(|answer| answer.winner.sees(Dyadic::ONE)),
            false => solver.score(sum, first),
        })?;
        Ok(within_limits(found)?)
    }

    /// A move that keeps the score. `None` means that none was found within the limits.
    fn best(&mut self, sum: &Sum, player: Player, wanted: Dyadic) -> Result<Option<BestMove>, EngineError> {
        let start = State::new(sum.clone(), player);
        let mut tried = 0;
        for part in 0..start.parts() {
            for (index, action) in start.moves_in(part)?.into_iter().enumerate() {
                tried += 1;
                if tried > MOST_TRIED {
                    return Ok(None);
                }
                let mut after = start.clone();
                if after.play(matches::Move { part, index }).is_err() {
                    continue;
                }
                match self.score_of(after.sum(), player.opponent())? {
                    Some(found) if found == wanted => return Ok(Some(BestMove { part: part + 1, action })),
                    Some(_) => {}
                    None => return Ok(None),
                }
            }
        }
        Ok(None)
    }
}

/// An estimate as it is told, and the preferred move where another one was made.
fn estimated(
    found: &Estimate,
    state: &AnyContest,
    player: Player,
) -> Result<(Option<MoveEstimate>, Option<BestMove>), EngineError> {
    // Estimates are known to two or three digits.
    let rounded = |x: f64| (1000.0 * x).round() / 1000.0;
    let Estimate { best, before, after, most, simulations } = *found;
    let loss = player.sees(before - after);
    let told = MoveEstimate {
        before: rounded(before),
        after: rounded(after),
        loss: rounded(loss),
        most,
        simulations,
    };
    let better = match loss > 0.0 {
        true => state.moves()?.get(best).map(|action| BestMove { part: 1, action: action.to_string() }),
        false => None,
    };
    Ok((Some(told), better))
}

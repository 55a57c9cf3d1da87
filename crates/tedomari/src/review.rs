//! What did each move of a game lose? The score of a sum under best play, before and after every move: a move can
//! only keep it or give some of it away, and the difference is what it lost.

use crate::answers::{BestMove, ReviewAnswer, ReviewedMove, SCHEMA};
use crate::{Engine, EngineError, Game};
use matches::players::Kind;
use matches::{Board, State};
use rules::attempt;
use sums::{Solver, Sum};
use values::{Budget, Dyadic, Error, Player};

/// The maximum number of moves that are tried for a better one.
const MOST_TRIED: usize = 300;

impl Engine {
    /// Judges the moves of a game of sums. `tell` is called with each as it is judged; those that the budget does
    /// not suffice for have no scores.
    pub fn review(
        &self,
        game: &Game,
        budget: &Budget,
        tell: &mut dyn FnMut(&ReviewedMove),
    ) -> Result<ReviewAnswer, EngineError> {
        let session = self.resume(game, "random", budget)?;
        let state = session.state();
        if state.kind() == Kind::Contest {
            return Err(EngineError::other(
                "only games of sums can be judged: chance hides what a move lost",
            ));
        }
        let mut solver = Solver::new(budget.clone()).knowing(self.knowledge());
        let mut boards: Vec<(&Sum, Player)> = Vec::new();
        for board in state.past().iter().map(|(board, _)| board).chain([state.board()]) {
            if let Board::Sum(sum, player) = board {
                boards.push((sum, *player));
            }
        }
        let mut answer = ReviewAnswer { moves: Vec::new(), schema: SCHEMA };
        let mut before = score(&mut solver, boards[0])?;
        for (i, pair) in boards.windows(2).enumerate() {
            let (sum, player) = pair[0];
            let after = score(&mut solver, pair[1])?;
            let loss = match before.zip(after) {
                Some((before, after)) => Some(player.sees(before).minus(player.sees(after))?),
                None => None,
            };
            let (part, action) = (&game.moves[i].0, &game.moves[i].1);
            let mut judged = ReviewedMove {
                number: i + 1,
                player,
                part: *part,
                action: action.clone(),
                before,
                after,
                loss,
                best: None,
                exact: loss.is_some(),
            };
            if let (Some(before), true) = (before, loss.is_some_and(|loss| loss > Dyadic::ZERO)) {
                judged.best = best(&mut solver, sum, player, before)?;
            }
            tell(&judged);
            answer.moves.push(judged);
            before = after;
        }
        Ok(answer)
    }
}

/// The score of a sum under best play when this player moves first. `None` means that a limit ended the search.
fn score(solver: &mut Solver, (sum, first): (&Sum, Player)) -> Result<Option<Dyadic>, EngineError> {
    Ok(within(attempt(|| solver.score(sum, first))?)?)
}

fn within(found: Result<Dyadic, Error>) -> Result<Option<Dyadic>, Error> {
    values::within_limits(found)
}

/// A move that keeps the score. `None` means that none was found within the limits.
fn best(
    solver: &mut Solver,
    sum: &Sum,
    player: Player,
    wanted: Dyadic,
) -> Result<Option<BestMove>, EngineError> {
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
            match score(solver, (after.sum(), player.opponent()))? {
                Some(found) if found == wanted => return Ok(Some(BestMove { part: part + 1, action })),
                Some(_) => {}
                None => return Ok(None),
            }
        }
    }
    Ok(None)
}

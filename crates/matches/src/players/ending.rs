//! Which move is best where the end of play is known, from tables of endgames? A winner moves on towards the
//! next capture, a loser away from it, and where a draw is certain, the most replies of the opponent should be
//! mistakes.

use positions::{Ending, Knowledge};
use rules::Stochastic;

/// The move, and the reason for it. `None` means that the end is not known.
pub(super) fn known_move<S: Stochastic>(state: &S, knowledge: &Knowledge) -> Option<(S::Move, String)> {
    let Ending { score, moves } = knowledge.ending(state)?;
    let own = state.to_move().sees(score);
    let mut best = None;
    for action in state.moves() {
        let (reached, further) = after(state, &only(state, action)?, knowledge)?;
        let rank = match reached.signum() {
            sign if sign != 0 => (reached, -sign * further, 0),
            _ => (reached, mistakes(&only(state, action)?, knowledge), quality(state, action)),
        };
        if best.is_none_or(|(known, _)| rank > known) {
            best = Some((rank, action));
        }
    }
    let (_, action) = best?;
    let reason = match own {
        0 => "a draw, by the tables of endgames".to_owned(),
        1.. => format!("wins, with the next capture in {moves} moves"),
        ..0 => format!("loses; the next capture can be {moves} moves away"),
    };
    Some((action, reason))
}

/// The state after a move without chance. `None` means that chance follows.
fn only<S: Stochastic>(state: &S, action: S::Move) -> Option<S> {
    let mut outcomes = state.outcomes(action);
    let next = outcomes.pop()?.1;
    outcomes.is_empty().then_some(next)
}

/// The score after a move for the player who makes it, and the number of moves until the next capture; a move
/// that resets the counter of moves is one. `None` means that it is not known.
fn after<S: Stochastic>(state: &S, next: &S, knowledge: &Knowledge) -> Option<(i32, i32)> {
    let player = state.to_move();
    if let Some(score) = next.score() {
        return Some((player.sees(score), 0));
    }
    let Ending { score, moves } = knowledge.ending(next)?;
    let is_capture = next.moves_left() > state.moves_left();
    Some((player.sees(score), if is_capture { 0 } else { moves as i32 }))
}

/// The share of replies that lose, in thousandths.
fn mistakes<S: Stochastic>(state: &S, knowledge: &Knowledge) -> i32 {
    let replies = state.moves();
    let is_mistake = |&&action: &&S::Move| {
        let next = only(state, action);
        next.and_then(|next| after(state, &next, knowledge)).is_some_and(|(score, _)| score < 0)
    };
    1000 * replies.iter().filter(is_mistake).count() as i32 / replies.len().max(1) as i32
}

/// The static evaluation after a move.
fn quality<S: Stochastic>(state: &S, action: S::Move) -> i32 {
    only(state, action).map_or(0, |next| state.to_move().sees(next.evaluation()))
}

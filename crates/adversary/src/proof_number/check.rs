//! Is a proof right? An independent verifier that uses only the rules of the game. It plays through the
//! proof: every state must have a move for the winner or an answer to all moves of the loser, and where play
//! is over the score must be as claimed.

use super::{Chosen, Proof};
use rules::Deterministic;
use std::collections::HashMap;
use values::{Budget, Error, Player};

/// A flaw of a proof.
#[derive(thiserror::Error, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The proof has another number of moves than the state, or a move that the state does not have.
    #[error("state {0} of the proof does not have the moves that the rules give it")]
    Moves(usize),
    /// A state is followed by itself or by a state with a higher number.
    #[error("state {0} of the proof is not followed by earlier ones")]
    Order(usize),
    /// Two states share a number.
    #[error("state {0} of the proof stands for two different states")]
    Ambiguous(usize),
    /// A score at the end of play is not as claimed.
    #[error("play ends with a score of {0}, against what the proof says")]
    Score(i32),
    /// Play is not over where the proof says so.
    #[error("the proof stops before play is over")]
    Unfinished,
    /// A limit ended the check.
    #[error(transparent)]
    Stopped(#[from] Error),
}

/// Checks that the proof proves its claim about this state.
pub fn check<S: Deterministic>(root: &S, proof: &Proof, budget: &Budget) -> Result<(), Flaw> {
    let winner = if proof.holds { Player::Left } else { Player::Right };
    let mut checked: HashMap<usize, S> = HashMap::new();
    let mut open = vec![(proof.states.len(), root.clone())];
    while let Some((number, state)) = open.pop() {
        budget.check()?;
        if number == 0 {
            match state.score() {
                None => return Err(Flaw::Unfinished),
                Some(score) if (score >= proof.threshold) != proof.holds => return Err(Flaw::Score(score)),
                Some(_) => continue,
            }
        }
        match checked.get(&number) {
            Some(same) if *same == state => continue,
            Some(_) => return Err(Flaw::Ambiguous(number)),
            None => {}
        }
        let moves = state.moves();
        let followed: Vec<_> = match &proof.states[number - 1] {
            Chosen::One(index, next) if state.to_move() == winner => {
                moves.get(*index as usize).map(|action| (*action, *next)).into_iter().collect()
            }
            Chosen::All(next) if next.len() == moves.len() && state.to_move() != winner => {
                moves.into_iter().zip(next.iter().copied()).collect()
            }
            _ => return Err(Flaw::Moves(number)),
        };
        if followed.is_empty() {
            return Err(Flaw::Moves(number));
        }
        for (action, next) in followed {
            if next as usize >= number {
                return Err(Flaw::Order(number));
            }
            open.push((next as usize, state.play(action)));
        }
        checked.insert(number, state);
    }
    Ok(())
}

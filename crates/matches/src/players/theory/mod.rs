//! Which players are right where theory is? `solve` searches the whole sum until its winner is known, `nim`
//! knows nim values and tables of misère play, `xt` the values of XT Domineering on 3×3. A theory says whether
//! the player to move wins, and by which move. Where it is silent, or the game is lost, the move is a guess.

mod guess;
mod nim;
mod solve;
mod table;
mod xt;

pub(super) use guess::Guess;
pub(super) use nim::Nim;
pub(super) use solve::Solve;
pub(super) use xt::Xt;

use super::informed::Informed;
use super::{Choice, NoMove, Player, part_of_time};
use crate::memory::Memory;
use crate::{Ending, Move, State};
use positions::Knowledge;
use sums::Sum;
use values::{Budget, Error, Player as Side};

/// The part of the time of a move that a theory may take. The rest is for the guess.
const THEORY: f64 = 0.7;

/// What a theory says about the player to move.
pub(super) enum Verdict {
    /// This move is the best, for this reason.
    Best(Move, String),
    /// The player loses against best play, for this reason.
    Lost(String),
    /// The theory does not know, for this reason.
    Unknown(String),
}

/// What is known about some sums.
pub(super) trait Theory: Send {
    /// Prepares for sums that can follow this one, and forgets what belongs to earlier games.
    fn begin(&mut self, start: &State);

    /// Who wins, and how?
    fn judge(&mut self, state: &State, budget: &Budget) -> Verdict;

    /// About the bytes of what it keeps from move to move.
    fn bytes(&self) -> usize;
}

/// A player with a theory.
pub(super) struct Theorist<T> {
    theory: T,
    /// Guesses where the last move decides.
    guess: Guess,
    /// Guesses where the score decides. `None` means that no guess was needed yet.
    informed: Option<Informed>,
    knowledge: Knowledge,
    memory: Memory,
}

impl<T: Theory> Theorist<T> {
    pub(super) fn new(theory: T, knowledge: Knowledge, memory: Memory) -> Self {
        Self { theory, guess: Guess::new(memory), informed: None, knowledge, memory }
    }
}

impl<T: Theory> Player for Theorist<T> {
    fn begin(&mut self, start: &State, side: Side, seed: u64) {
        self.theory.begin(start);
        self.guess.begin(start, side, seed);
        self.informed = None;
    }

    fn choose(&mut self, state: &State, deadline: &Budget) -> Result<Choice, NoMove> {
        if self.memory.is_scarce() {
            // There is room for one of them at a time.
            self.informed = None;
        }
        let budget = part_of_time(deadline, THEORY);
        let (verdict, why) = match self.theory.judge(state, &budget) {
            Verdict::Best(action, reason) => return Ok(Choice { action, depth: None, reason }),
            Verdict::Lost(why) => ("lost against best play", why),
            Verdict::Unknown(why) => ("not decided", why),
        };
        if self.memory.is_scarce() {
            self.theory.begin(state);
        }
        let (knowledge, memory) = (&self.knowledge, self.memory);
        let guess: &mut dyn Player = match state.ending() {
            Ending::Score => self.informed.get_or_insert_with(|| Informed::new(knowledge.afresh(), memory)),
            Ending::Normal | Ending::Misere => &mut self.guess,
        };
        let guessed = guess.choose(state, deadline)?;
        let reason = format!("{verdict}: {why}; a guess: {}", guessed.reason);
        Ok(Choice { reason, ..guessed })
    }

    fn bytes(&self) -> usize {
        self.theory.bytes() + self.informed.as_ref().map_or(0, Player::bytes)
    }
}

/// The first move after which the opponent, who is to move then, loses by `is_lost`. An error of it ends the
/// search.
fn winning_move(
    state: &State,
    mut is_lost: impl FnMut(&Sum) -> Result<bool, Error>,
) -> Result<Option<Move>, Error> {
    let (mut sum, player) = (state.sum().clone(), state.to_move());
    for part in 0..sum.parts.len() {
        let before = sum.parts[part].position.clone();
        for (index, after) in before.plays(player).into_iter().enumerate() {
            sum.parts[part].position = after;
            if is_lost(&sum)? {
                return Ok(Some(Move { part, index }));
            }
        }
        sum.parts[part].position = before;
    }
    Ok(None)
}

/// Why a theory gave up.
fn gave_up(error: Error) -> Verdict {
    Verdict::Unknown(error.to_string())
}

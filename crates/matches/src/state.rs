//! What is the state of a game in progress? The board, which is a sum or a state of a game with chance, and the
//! moves played so far. Players, referees and records see both kinds alike: a move is a part and a place in its
//! list of moves, and a game with chance has one part.

use crate::Ending;
use crate::players::Kind;
use fastrand::Rng;
use rules::{AnyContest, Outcomes, RuleError, Rulesets, attempt, drawn};
use sums::{ReadError, Sum};
use values::{Budget, Player};

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The part, counted from 0.
    pub part: usize,
    /// The number of the move in [`Component::moves`](sums::Component::moves), or in the list of moves of a
    /// game with chance.
    pub index: usize,
}

/// The move is not legal.
#[derive(thiserror::Error, Clone, Copy, Debug, PartialEq, Eq)]
#[error("there is no move {} in part {}", action.index + 1, action.part + 1)]
pub struct IllegalMove {
    /// The move that was tried.
    pub action: Move,
}

/// Why a move cannot be made.
#[derive(thiserror::Error, Clone, Debug, PartialEq)]
pub enum PlayError {
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The rules failed.
    #[error(transparent)]
    Rules(#[from] RuleError),
}

/// What is on the table between two moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// A sum, and the player to move.
    Sum(Sum, Player),
    /// A state of a game with chance, and the random numbers that decide all chance events to come.
    Contest(AnyContest, Rng),
}

/// A game in progress. Parts keep their numbers, also after they have fallen apart into regions. The chance
/// events follow from a seed, so a move that is taken back and made again has the same outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The name of the ruleset of a game with chance, and a colon; empty for a sum.
    prefix: String,
    /// How a sum ends. The rules of a game with chance have scores.
    ending: Ending,
    board: Board,
    past: Vec<(Board, Move)>,
}

/// A random outcome, by the weights. `None` means that there are no outcomes.
pub fn chance<S>(outcomes: Outcomes<S>, random: &mut Rng) -> Option<S> {
    let place = drawn(outcomes.iter().map(|(weight, _)| *weight), random.u64(..));
    outcomes.into_iter().nth(place).map(|(_, state)| state)
}

impl Board {
    /// The sum.
    ///
    /// # Panics
    ///
    /// In a game with chance, which is not a sum.
    #[must_use]
    pub fn sum(&self) -> &Sum {
        match self {
            Self::Sum(sum, _) => sum,
            Self::Contest(state, _) => panic!("{state} is not a sum"),
        }
    }

    /// The player to move.
    pub fn to_move(&self) -> Player {
        match self {
            Self::Sum(_, player) => *player,
            Self::Contest(state, _) => state.to_move(),
        }
    }

    fn moves_in(&self, part: usize) -> Result<Vec<String>, RuleError> {
        match self {
            Self::Sum(sum, player) => {
                attempt(|| sum.parts.get(part).map(|part| part.position.moves(*player)).unwrap_or_default())
            }
            Self::Contest(..) if part > 0 => Ok(Vec::new()),
            Self::Contest(state, _) => Ok(state.moves()?.iter().map(ToString::to_string).collect()),
        }
    }

    /// The board after a move. `next` chooses one of the outcomes of chance.
    fn after(
        &self,
        action: Move,
        next: impl FnOnce(Outcomes<AnyContest>, &mut Rng) -> Option<AnyContest>,
    ) -> Result<Self, PlayError> {
        let illegal = IllegalMove { action };
        match self {
            Self::Sum(sum, player) => {
                let part = sum.parts.get(action.part).ok_or(illegal)?;
                let position = attempt(|| part.position.play(*player, action.index))?.ok_or(illegal)?;
                let mut sum = sum.clone();
                sum.parts[action.part].position = position;
                Ok(Self::Sum(sum, player.opponent()))
            }
            Self::Contest(..) if action.part > 0 => Err(illegal.into()),
            Self::Contest(state, random) => {
                let chosen = state.moves()?.into_iter().nth(action.index).ok_or(illegal)?;
                let mut random = random.clone();
                let state = next(state.outcomes(&chosen)?, &mut random).ok_or(illegal)?;
                Ok(Self::Contest(state, random))
            }
        }
    }
}

impl State {
    /// A sum at its start, with its [usual ending](Ending::of).
    #[must_use]
    pub fn new(sum: Sum, first: Player) -> Self {
        let ending = Ending::of(&sum);
        Self { prefix: String::new(), ending, board: Board::Sum(sum, first), past: Vec::new() }
    }

    /// The same sum with this ending. The ending of a game with chance stays.
    #[must_use]
    pub fn with_ending(self, ending: Ending) -> Self {
        match self.kind() {
            Kind::Sum => Self { ending, ..self },
            Kind::Contest => self,
        }
    }

    /// A game with chance at its start. `game` is the name of its ruleset, `random` decides all chance events.
    #[must_use]
    pub fn contest(game: &str, state: AnyContest, random: Rng) -> Self {
        let (prefix, board) = (format!("{game}:"), Board::Contest(state, random));
        Self { prefix, ending: Ending::Score, board, past: Vec::new() }
    }

    /// Reads a start: a sum, in which this player moves first, or `GAME:STATE` of a game with chance, whose
    /// chance events follow from the seed.
    pub fn read(rulesets: &Rulesets, text: &str, first: Player, seed: u64) -> Result<Self, ReadError> {
        let named = |(name, rest)| Some((rulesets.contest(name).ok()?, rest));
        let Some((ruleset, rest)) = text.split_once(':').and_then(named) else {
            return Ok(Self::new(Sum::read_with(rulesets, text, &Budget::endless())?, first));
        };
        let wrong = |error| ReadError::Position { part: text.to_owned(), error };
        let state = ruleset.read_contest(rest).map_err(wrong)?;
        Ok(Self::contest(&ruleset.name, state, Rng::with_seed(seed)))
    }

    /// The current board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The current sum.
    ///
    /// # Panics
    ///
    /// In a game with chance, which is not a sum.
    #[must_use]
    pub fn sum(&self) -> &Sum {
        self.board.sum()
    }

    /// Is it a sum or a game with chance?
    #[must_use]
    pub fn kind(&self) -> Kind {
        if matches!(self.board, Board::Sum(..)) { Kind::Sum } else { Kind::Contest }
    }

    /// How the game ends. A game with chance has a score.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The player to move.
    pub fn to_move(&self) -> Player {
        self.board.to_move()
    }

    /// The current sum, or `GAME:STATE`.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.board {
            Board::Sum(sum, _) => sum.to_string(),
            Board::Contest(state, _) => format!("{}{state}", self.prefix),
        }
    }

    /// The earlier boards, each with the move that was made in it.
    #[must_use]
    pub fn past(&self) -> &[(Board, Move)] {
        &self.past
    }

    /// The last move.
    #[must_use]
    pub fn last(&self) -> Option<Move> {
        self.past.last().map(|(_, action)| *action)
    }

    /// The number of parts.
    #[must_use]
    pub fn parts(&self) -> usize {
        if let Board::Sum(sum, _) = &self.board { sum.parts.len() } else { 1 }
    }

    /// The names of the moves in a part, counted from 0. A part that does not exist has none.
    pub fn moves_in(&self, part: usize) -> Result<Vec<String>, RuleError> {
        self.board.moves_in(part)
    }

    /// The name of a move. `None` means that it is not legal.
    pub fn name(&self, action: Move) -> Result<Option<String>, RuleError> {
        Ok(self.moves_in(action.part)?.into_iter().nth(action.index))
    }

    /// The move with this name in a part, counted from 0. The case of letters counts only where it makes a
    /// difference. `None` means that there is no such move.
    pub fn find(&self, part: usize, name: &str) -> Result<Option<Move>, RuleError> {
        let moves = self.moves_in(part)?;
        let exact = moves.iter().position(|known| known == name);
        let index = exact.or_else(|| moves.iter().position(|known| known.eq_ignore_ascii_case(name)));
        Ok(index.map(|index| Move { part, index }))
    }

    /// Makes a move of the player to move. In a game with chance the seed decides what follows.
    pub fn play(&mut self, action: Move) -> Result<(), PlayError> {
        self.put(self.board.after(action, chance)?, action);
        Ok(())
    }

    /// Makes a move after which chance has left this state, as text. An error means that the move is not legal,
    /// or that the state cannot follow it.
    pub(crate) fn follow(&mut self, action: Move, text: Option<&str>) -> Result<(), PlayError> {
        let is_next = |state: &AnyContest| text.is_some_and(|text| state.to_string() == text);
        let next =
            |outcomes: Outcomes<_>, _: &mut _| outcomes.into_iter().map(|(_, state)| state).find(is_next);
        self.put(self.board.after(action, next)?, action);
        Ok(())
    }

    fn put(&mut self, board: Board, action: Move) {
        self.past.push((std::mem::replace(&mut self.board, board), action));
    }

    /// Takes the last move back. `None` means that there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let (before, action) = self.past.pop()?;
        self.board = before;
        Some(action)
    }

    /// The name of a move that was made, counted from 0, and in a game with chance the state after it.
    pub(crate) fn made(&self, place: usize) -> Result<(String, Option<String>), RuleError> {
        let (before, action) = &self.past[place];
        let after = match self.past.get(place + 1).map_or(&self.board, |(after, _)| after) {
            Board::Sum(..) => None,
            Board::Contest(state, _) => Some(state.to_string()),
        };
        Ok((before.moves_in(action.part)?.swap_remove(action.index), after))
    }
}

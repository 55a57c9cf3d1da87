//! What is a game in progress? A sum or a game with chance, with the moves played so far. Players, referees and
//! records see both alike: a move is a part and a place in its list of moves, and a game with chance has one
//! part.

use crate::players::Kind;
use crate::{IllegalMove, Move, State};
use fastrand::Rng;
use rules::{AnyContest, Outcomes, RuleError, Rulesets, attempt, drawn};
use sums::{ReadError, Sum};
use values::{Budget, Player};

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Game {
    /// A sum.
    Sum(State),
    /// A game with chance.
    Contest(Round),
}

/// A game with chance in progress. Its seed decides all chance events, so a move that is taken back and made
/// again has the same outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    name: String,
    state: AnyContest,
    random: Rng,
    /// The earlier states, each with the random numbers to come and the index of the move that was made.
    past: Vec<(AnyContest, Rng, usize)>,
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

impl From<State> for Game {
    fn from(state: State) -> Self {
        Self::Sum(state)
    }
}

impl Round {
    /// A game at its start. `name` is the name of its ruleset, `random` decides all chance events.
    #[must_use]
    pub fn new(name: &str, state: AnyContest, random: Rng) -> Self {
        Self { name: name.to_owned(), state, random, past: Vec::new() }
    }

    /// The current state.
    #[must_use]
    pub fn state(&self) -> &AnyContest {
        &self.state
    }

    /// Makes the move with this index, after which `next` chooses one of the outcomes.
    fn play(
        &mut self,
        index: usize,
        next: impl FnOnce(Outcomes<AnyContest>, &mut Rng) -> Option<AnyContest>,
    ) -> Result<(), PlayError> {
        let illegal = IllegalMove { action: Move { part: 0, index } };
        let action = self.state.moves()?.into_iter().nth(index).ok_or(illegal)?;
        let before = self.random.clone();
        let state = next(self.state.outcomes(&action)?, &mut self.random).ok_or(illegal)?;
        self.past.push((std::mem::replace(&mut self.state, state), before, index));
        Ok(())
    }
}

/// A random outcome, by the weights. `None` means that there are no outcomes.
pub fn chance<S>(outcomes: Outcomes<S>, random: &mut Rng) -> Option<S> {
    let place = drawn(outcomes.iter().map(|(weight, _)| *weight), random.u64(..));
    outcomes.into_iter().nth(place).map(|(_, state)| state)
}

impl Game {
    /// Reads a start: a sum, in which this player moves first, or `GAME:STATE` of a game with chance, whose
    /// chance events follow from the seed.
    pub fn read(rulesets: &Rulesets, text: &str, first: Player, seed: u64) -> Result<Self, ReadError> {
        let named = |(name, rest)| Some((rulesets.contest(name).ok()?, rest));
        let Some((ruleset, rest)) = text.split_once(':').and_then(named) else {
            return Ok(State::new(Sum::read_with(rulesets, text, &Budget::endless())?, first).into());
        };
        let wrong = |error| ReadError::Position { part: text.to_owned(), error };
        let state = ruleset.read_contest(rest).map_err(wrong)?;
        Ok(Self::Contest(Round::new(&ruleset.name, state, Rng::with_seed(seed))))
    }

    /// Is it a sum or a game with chance?
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Sum(_) => Kind::Sum,
            Self::Contest(_) => Kind::Contest,
        }
    }

    /// The player to move.
    #[must_use]
    pub fn to_move(&self) -> Player {
        match self {
            Self::Sum(state) => state.to_move(),
            Self::Contest(round) => round.state.to_move(),
        }
    }

    /// The current sum, or `GAME:STATE`.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Sum(state) => state.sum().to_string(),
            Self::Contest(round) => format!("{}:{}", round.name, round.state),
        }
    }

    /// The number of parts.
    #[must_use]
    pub fn parts(&self) -> usize {
        match self {
            Self::Sum(state) => state.sum().parts.len(),
            Self::Contest(_) => 1,
        }
    }

    /// The names of the moves in a part, counted from 0. A part that does not exist has none.
    pub fn moves_in(&self, part: usize) -> Result<Vec<String>, RuleError> {
        match self {
            Self::Sum(state) => attempt(|| {
                let part = state.sum().parts.get(part);
                part.map(|part| part.position.moves(state.to_move())).unwrap_or_default()
            }),
            Self::Contest(_) if part > 0 => Ok(Vec::new()),
            Self::Contest(round) => Ok(round.state.moves()?.iter().map(ToString::to_string).collect()),
        }
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
        match self {
            Self::Sum(state) => Ok(attempt(|| state.play(action))??),
            Self::Contest(_) if action.part > 0 => Err(IllegalMove { action }.into()),
            Self::Contest(round) => round.play(action.index, chance),
        }
    }

    /// Makes a move after which chance has left this state, as text; `None` in a sum. An error means that the
    /// move is not legal, or that the state cannot follow it.
    pub(crate) fn follow(&mut self, action: Move, state: Option<&str>) -> Result<(), PlayError> {
        match (self, state) {
            (Self::Contest(round), Some(text)) if action.part == 0 => {
                round.play(action.index, |outcomes, _| {
                    outcomes.into_iter().map(|(_, next)| next).find(|next| next.to_string() == text)
                })
            }
            (game @ Self::Sum(_), None) => game.play(action),
            _ => Err(IllegalMove { action }.into()),
        }
    }

    /// Takes the last move back. `None` means that there is none.
    pub fn undo(&mut self) -> Option<Move> {
        match self {
            Self::Sum(state) => state.undo(),
            Self::Contest(round) => {
                let (state, random, index) = round.past.pop()?;
                (round.state, round.random) = (state, random);
                Some(Move { part: 0, index })
            }
        }
    }

    /// The moves so far.
    #[must_use]
    pub fn past(&self) -> Vec<Move> {
        match self {
            Self::Sum(state) => state.past().iter().map(|(_, action)| *action).collect(),
            Self::Contest(round) => {
                round.past.iter().map(|(.., index)| Move { part: 0, index: *index }).collect()
            }
        }
    }

    /// The name of a move that was made, counted from 0, and in a game with chance the state after it.
    /// `None` means that fewer moves were made.
    pub(crate) fn made(&self, place: usize) -> Result<Option<(String, Option<String>)>, RuleError> {
        match self {
            Self::Sum(state) => attempt(|| {
                let (sum, action) = state.past().get(place)?;
                let is_even = (state.past().len() - place).is_multiple_of(2);
                let player = if is_even { state.to_move() } else { state.to_move().opponent() };
                let moves = sum.parts[action.part].position.moves(player);
                Some((moves.into_iter().nth(action.index)?, None))
            }),
            Self::Contest(round) => {
                let Some((before, _, index)) = round.past.get(place) else { return Ok(None) };
                let after = round.past.get(place + 1).map_or(&round.state, |(after, ..)| after);
                let name = before.moves()?.into_iter().nth(*index).map(|action| action.to_string());
                Ok(name.map(|name| (name, Some(after.to_string()))))
            }
        }
    }
}

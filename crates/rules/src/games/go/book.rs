//! Exhaustive exploration of a Go endgame when its value is asked for: which parts are settled, and with which
//! score by area? In a line of play that repeats a position is a ko, and then there is no such value.

use super::{Go, stones};
use crate::Board;
use crate::bitboard::Bitboard;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use thiserror::Error as ThisError;
use values::{Budget, ByPlayer, Dyadic, Error, Limits, Player, ValueId, Values};

/// The maximum number of explored positions.
const MOST_POSITIONS: usize = 60_000;

/// The reachable parts, with their scores by area where they are numbers.
pub(super) type Parts<B> = HashMap<Board<B>, Option<i64>>;

/// All that can follow from a position, once it is asked for.
#[derive(Debug)]
pub(super) struct Book<B> {
    start: Board<B>,
    parts: OnceLock<Result<Parts<B>, NoValue>>,
}

/// The reason why a position has no value.
#[derive(ThisError, Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoValue {
    /// Positions can come back.
    #[error(
        "a ko arises: in some line of play the same stones come back, and such positions have thermographs but no values"
    )]
    Ko,
    /// There are too many positions.
    #[error("too many positions can follow for all of them to be looked at")]
    TooMany,
    /// The budget ended before all positions were looked at, so the value is not known.
    #[error(transparent)]
    Ended(Error),
}

impl<B: Bitboard> Book<B> {
    /// The book of a position, not yet written.
    pub(super) fn of(start: Board<B>) -> Self {
        Self { start, parts: OnceLock::new() }
    }

    /// The reachable parts. What a budget ended is begun anew when it is asked for again.
    pub(super) fn parts<const TERRITORY: bool>(&self, budget: &Budget) -> Result<&Parts<B>, NoValue> {
        let parts = match self.parts.get() {
            Some(parts) => parts,
            None => {
                let book = Arc::new(Self::of(self.start));
                let explored = Go::<B, TERRITORY> { board: self.start, points: 0, book }.explored(budget);
                if let Err(ended @ NoValue::Ended(_)) = explored {
                    return Err(ended);
                }
                self.parts.get_or_init(|| explored)
            }
        };
        parts.as_ref().map_err(|reason| *reason)
    }
}

/// The explored parts and their values by area. A part without a value is still being explored: it is on the
/// current line of play.
struct Exploration<'a, B> {
    budget: &'a Budget,
    values: Values,
    parts: HashMap<Board<B>, Option<ValueId>>,
}

impl From<Error> for NoValue {
    fn from(error: Error) -> Self {
        match error {
            Error::Stopped | Error::OutOfNodes => Self::Ended(error),
            _ => Self::TooMany,
        }
    }
}

impl<B: Bitboard, const TERRITORY: bool> Go<B, TERRITORY> {
    /// The reachable parts, with their scores by area where they are numbers.
    fn explored(&self, budget: &Budget) -> Result<Parts<B>, NoValue> {
        // A store with small caches: most endgames are small, and large ones are refused.
        let limits = Limits { cache_bits: 16, ..Limits::default() };
        let mut book = Exploration { budget, values: Values::with_limits(limits), parts: HashMap::new() };
        self.explore(&mut book)?;
        let number = |value: ValueId| book.values.to_number(value).map(Dyadic::floor);
        let parts = book.parts.into_iter();
        Ok(parts.map(|(part, value)| (part, value.and_then(number))).collect())
    }

    /// The value by area. All reachable parts are entered into the book.
    fn explore(&self, book: &mut Exploration<'_, B>) -> Result<ValueId, NoValue> {
        let mut value = book.values.integer(self.stones(self.living()))?;
        for part in self.parts() {
            // Living stones stand beside several parts, but count once.
            let beside = book.values.integer(-part.stones(part.living()))?;
            let part = part.explore_part(book)?;
            value = book.values.sum(value, book.values.sum(part, beside)?)?;
        }
        Ok(value)
    }

    fn explore_part(&self, book: &mut Exploration<'_, B>) -> Result<ValueId, NoValue> {
        match book.parts.get(&self.board) {
            Some(Some(value)) => return Ok(*value),
            Some(None) => return Err(NoValue::Ko),
            None if book.parts.len() == MOST_POSITIONS => return Err(NoValue::TooMany),
            None => book.parts.insert(self.board, None),
        };
        book.budget.check()?;
        let cleared = stones::without_dead(&self.board);
        if cleared != self.board {
            let value = book.values.integer(stones::score(&cleared))?;
            book.parts.insert(self.board, Some(value));
            return Ok(value);
        }
        let mut options = ByPlayer::<Vec<ValueId>>::default();
        let mut best = ByPlayer::<Option<i64>>::default();
        // The best score of a player who moves alone while the other cannot.
        let mut alone = ByPlayer::both(stones::score(&self.board));
        for player in Player::BOTH {
            let better = |a: i64, b: i64| player.sees(player.sees(a).max(player.sees(b)));
            for (_, next) in self.placements(player, self.board.empty) {
                let value = values::deep(|| next.explore(book))?;
                options[player].push(value);
                let score = book.values.stop(value, player.opponent()).floor();
                best[player] = Some(best[player].map_or(score, |best| better(best, score)));
                if next.placements(player.opponent(), next.board.empty).next().is_none() {
                    alone[player] = better(alone[player], score);
                }
            }
        }
        let value = match best.into_array() {
            [None, None] => book.values.integer(stones::score(&self.board)),
            [Some(_), None] => book.values.integer(alone.left),
            [None, Some(_)] => book.values.integer(alone.right),
            [Some(left), Some(right)] if left <= right => {
                book.values.integer(stones::score(&self.board).clamp(left, right))
            }
            [Some(_), Some(_)] => book.values.from_options(&options.left, &options.right),
        }?;
        book.parts.insert(self.board, Some(value));
        Ok(value)
    }
}

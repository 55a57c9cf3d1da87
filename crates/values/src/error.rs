//! Why a computation with values has no result: a number that does not fit, a limit, or an argument outside
//! the domain of an operation.

use thiserror::Error;

/// Why a computation has no result. It is small and needs no allocation, since every operation on games can
/// return one.
#[derive(Error, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A number does not fit: beyond ±(2^63 − 1), or a denominator beyond 2^62.
    #[error("number overflow: numerators go up to 2^63 - 1 and denominators up to 2^62")]
    Overflow,
    /// Text that is not a number.
    #[error("not a number like 3, -1/2 or 7/4")]
    NotANumber,
    /// A fraction whose denominator is not a power of two.
    #[error("no short game has this value: the denominator must be a power of two")]
    NotDyadic,
    /// A nimber `*n` beyond the largest one supported.
    #[error("nimbers go up to *{}", crate::NumberUpStar::MAX_STAR)]
    NimberTooLarge,
    /// A multiple of ↑ beyond the largest one supported.
    #[error("multiples of ^ go up to ^{}", crate::NumberUpStar::MAX_UPS)]
    TooManyUps,
    /// A form too many moves deep.
    #[error("the game is more than {} moves deep", crate::Values::MAX_HEIGHT)]
    TooDeep,
    /// The canonical forms exceed the number of games allowed.
    #[error("the canonical form needs more than the {0} games that the limit allows")]
    TooManyValues(u32),
    /// A printed form longer than the limit.
    #[error("the canonical form is longer than {0} characters")]
    TooLong(u32),
    /// A form that is nested too deep to be read again after printing.
    #[error("the canonical form is nested too deep to be printed")]
    TooNested,
    /// A count (of stops, of days) beyond 64 bits.
    #[error("the count exceeds 64 bits")]
    CountTooLarge,
    /// The deadline passed, or the work was cancelled.
    #[error("stopped before the result was complete: the time allowed is over")]
    Stopped,
    /// The memory allowed is used up.
    #[error("stopped before the result was complete: the memory allowed is used up")]
    OutOfRoom,
    /// The number of nodes allowed is used up.
    #[error("stopped before the result was complete: the nodes allowed are used up")]
    OutOfNodes,
    /// A search needs static bounds, and the ruleset has none.
    #[error("this game knows no bounds for its positions, and the search needs some")]
    NoBounds,
    /// The atomic weight of a game that is not atomic.
    #[error("the game has no atomic weight")]
    NotAtomic,
    /// A position with several kos at once.
    #[error(
        "a second ko can be taken while the first is banned (a double or triple ko), and the rule of ko thermographs covers one ko at a time"
    )]
    SecondKo,
    /// A position with a cycle that is worth something to a player.
    #[error("a cycle does not settle: the answer depends on what going round in it is worth")]
    Cycle,
    /// A temperature or an index that is not a number.
    #[error("a number is needed here")]
    NumberNeeded,
    /// Norton's product with a unit that is not positive.
    #[error("Norton's product needs a positive unit")]
    PositiveNeeded,
    /// A power of a game that is not of the form `{0|H}`, or a power that is not positive.
    #[error("powers are defined for games {{0|H}} and positive numbers only")]
    NoPowers,
    /// The list of all games born by a day that has too many.
    #[error("the games born by day 4 are too many to list")]
    TooManyToList,
}

/// What a computation has found. `None` means that a limit ended it; any other error stays one.
pub fn within_limits<T>(found: Result<T, Error>) -> Result<Option<T>, Error> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_limit() => Ok(None),
        Err(error) => Err(error),
    }
}

impl Error {
    /// Would more time or a higher limit have helped?
    #[must_use]
    pub fn is_limit(self) -> bool {
        matches!(
            self,
            Self::TooManyValues(_)
                | Self::TooLong(_)
                | Self::TooNested
                | Self::Stopped
                | Self::OutOfRoom
                | Self::OutOfNodes
        )
    }
}

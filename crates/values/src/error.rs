//! What can go wrong with a value: all of it is said, none of it panics.

use thiserror::Error;

/// Why a computation has no result. Small and without allocations, since every
/// operation on games can return one.
#[derive(Error, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A number does not fit: beyond ±(2^63 − 1), or a denominator beyond 2^62.
    #[error("number overflow: numerators go up to 2^63 - 1 and denominators up to 2^62")]
    Overflow,
    /// Text that is no number at all.
    #[error("not a number like 3, -1/2 or 7/4")]
    NotANumber,
    /// A fraction whose denominator is no power of two.
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
    /// The canonical forms do not fit into the number of games allowed.
    #[error("the canonical form needs more than the {0} games that the limit allows")]
    TooManyValues(u32),
    /// A printed form beyond the length asked for.
    #[error("the canonical form is longer than {0} characters")]
    TooLong(u32),
    /// A form nested too deep to be read again if it were printed.
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
    /// Bounds asked of a position whose game knows none.
    #[error("this game knows no bounds for its positions, and the search needs some")]
    NoBounds,
    /// Atomic weight asked of a game that has none.
    #[error("the game has no atomic weight")]
    NotAtomic,
    /// A temperature or an index that has to be a number.
    #[error("a number is needed here")]
    NumberNeeded,
    /// Norton's product with a unit that is not positive.
    #[error("Norton's product needs a positive unit")]
    PositiveNeeded,
    /// A power of a game that is not of the form `{0|H}`, or a power that is not positive.
    #[error("powers are defined for games {{0|H}} and positive numbers only")]
    NoPowers,
    /// All games of a day that has too many.
    #[error("the games born by day 4 are too many to list")]
    TooManyToList,
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

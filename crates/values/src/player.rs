//! The two players and the four outcome classes.

use std::fmt;
use std::ops::Neg;

/// Left likes positive numbers and is Black, X, Vertical; Right is White, O, Horizontal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Player {
    /// Left, Black, X, Vertical.
    Left,
    /// Right, White, O, Horizontal.
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// The other player.
    #[must_use]
    #[inline]
    pub fn opponent(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// A score as this player sees it: Left's own scores, Right's their negatives. It is its own inverse.
    #[must_use]
    #[inline]
    pub fn sees<T: Neg<Output = T>>(self, worth: T) -> T {
        match self {
            Self::Left => worth,
            Self::Right => -worth,
        }
    }
}

/// The outcome class: the winner under best play, when the last player to move wins (or, in misère play,
/// loses).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Left wins, no matter which player starts.
    Left,
    /// Right wins, no matter which player starts.
    Right,
    /// The first player wins.
    Next,
    /// The second player wins.
    Previous,
}

impl Outcome {
    /// The outcome, from the winner when Left starts and the winner when Right starts.
    #[must_use]
    pub fn of_winners(left_starts: Player, right_starts: Player) -> Self {
        match (left_starts, right_starts) {
            (Player::Left, Player::Left) => Self::Left,
            (Player::Right, Player::Right) => Self::Right,
            (Player::Left, Player::Right) => Self::Next,
            (Player::Right, Player::Left) => Self::Previous,
        }
    }
}

impl fmt::Display for Outcome {
    /// The field's letters: L, R, N, P.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "L",
            Self::Right => "R",
            Self::Next => "N",
            Self::Previous => "P",
        })
    }
}

//! The two players and the four outcome classes.

use derive_more::Display;
use std::ops::Neg;

/// Left likes positive numbers and is Black, X, Vertical; Right is White, O, Horizontal.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
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
    #[inline]
    pub fn opponent(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The name in texts and files: `left` or `right`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
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
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
#[cfg_attr(feature = "serde", derive(serde_with::SerializeDisplay))]
pub enum Outcome {
    /// Left wins, no matter which player starts.
    #[display("L")]
    Left,
    /// Right wins, no matter which player starts.
    #[display("R")]
    Right,
    /// The first player wins.
    #[display("N")]
    Next,
    /// The second player wins.
    #[display("P")]
    Previous,
}

impl Outcome {
    /// The outcome, from the winner when Left starts and the winner when Right starts.
    pub fn of_winners(left_starts: Player, right_starts: Player) -> Self {
        match (left_starts, right_starts) {
            (Player::Left, Player::Left) => Self::Left,
            (Player::Right, Player::Right) => Self::Right,
            (Player::Left, Player::Right) => Self::Next,
            (Player::Right, Player::Left) => Self::Previous,
        }
    }

    /// The winner when this player starts.
    pub fn winner(self, first: Player) -> Player {
        match self {
            Self::Left => Player::Left,
            Self::Right => Player::Right,
            Self::Next => first,
            Self::Previous => first.opponent(),
        }
    }
}

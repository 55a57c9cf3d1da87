//! How does a sum end? By a score, or by the last move: in normal play the player who makes it wins, in
//! misère play that player loses. The rules of a game with chance say themselves how it ends.
//!
//! Scored play stops when all parts are numbers. In an all-small sum, in which both players can move in a part
//! or neither can, that says nothing: all numbers there are 0, so the last move decides it.

use rules::games::tree::Tree;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use sums::{Component, Sum};
use values::{Dyadic, Player};

/// The convention by which a sum is won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// Play stops when all parts are numbers, and the sign of their total decides.
    #[default]
    Score,
    /// The player who makes the last move wins.
    Normal,
    /// The player who makes the last move loses.
    Misere,
}

/// The text is not the name of an ending.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
#[error("'{0}' is none of normal, misere and score")]
pub struct EndingError(String);

impl Ending {
    const ALL: [Self; 3] = [Self::Score, Self::Normal, Self::Misere];

    /// The usual ending of a sum: the last move if all parts are all-small, otherwise the score.
    #[must_use]
    pub fn of(sum: &Sum) -> Self {
        let is_all_small = |component: &Component| match component.downcast() {
            Some(Tree::Closed(value)) => value.number() == Dyadic::ZERO,
            _ => component.is_all_small(),
        };
        let all_small = sum.parts.iter().all(|part| is_all_small(&part.position));
        let is_open = sum.parts.iter().any(|part| !part.position.is_written_number());
        if all_small && is_open { Self::Normal } else { Self::Score }
    }

    /// The name: `score`, `normal` or `misere`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Normal => "normal",
            Self::Misere => "misere",
        }
    }

    /// Does the last move decide, so that play goes on until the player to move has no move?
    #[must_use]
    pub fn is_by_last_move(self) -> bool {
        self != Self::Score
    }

    /// The winner where this player is to move and has no move. `None` means that the score decides.
    #[must_use]
    pub fn winner_without_moves(self, stuck: Player) -> Option<Player> {
        match self {
            Self::Score => None,
            Self::Normal => Some(stuck.opponent()),
            Self::Misere => Some(stuck),
        }
    }
}

impl fmt::Display for Ending {
    /// In words: `normal play`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Score => "scored play",
            Self::Normal => "normal play",
            Self::Misere => "misère play",
        })
    }
}

impl FromStr for Ending {
    type Err = EndingError;

    fn from_str(text: &str) -> Result<Self, EndingError> {
        let named = Self::ALL.into_iter().find(|ending| ending.name() == text);
        named.ok_or_else(|| EndingError(text.to_owned()))
    }
}

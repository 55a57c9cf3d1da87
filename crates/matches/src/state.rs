//! A game in progress: the sum as it stands, who is to move, and how it came about.

use sums::{Component, Sum};
use values::Player;

/// A move in a sum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The part, counted from 0.
    pub part: usize,
    /// Which of the player's moves there, see [`Component::moves`].
    pub index: usize,
}

/// There is no such move.
#[derive(thiserror::Error, Clone, Copy, Debug, PartialEq, Eq)]
#[error("there is no move {} in part {}", action.index + 1, action.part + 1)]
pub struct IllegalMove {
    /// What was tried.
    pub action: Move,
}

/// A game in progress. Parts keep their places, also after they have fallen apart into regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    sum: Sum,
    to_move: Player,
    past: Vec<(Sum, Move)>,
}

impl State {
    /// A game that begins.
    #[must_use]
    pub fn new(sum: Sum, first: Player) -> Self {
        Self { sum, to_move: first, past: Vec::new() }
    }

    /// The sum as it stands.
    #[must_use]
    pub fn sum(&self) -> &Sum {
        &self.sum
    }

    /// Whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Earlier sums, each with the move that was made in it.
    #[must_use]
    pub fn past(&self) -> &[(Sum, Move)] {
        &self.past
    }

    /// The last move.
    #[must_use]
    pub fn last(&self) -> Option<Move> {
        self.past.last().map(|(_, action)| *action)
    }

    /// Makes a move for the player whose turn it is.
    pub fn play(&mut self, action: Move) -> Result<(), IllegalMove> {
        let part = self.sum.parts.get(action.part).ok_or(IllegalMove { action })?;
        let after = part.position.play(self.to_move, action.index).ok_or(IllegalMove { action })?;
        let before = self.sum.clone();
        self.sum.parts[action.part].position = after;
        self.past.push((before, action));
        self.to_move = self.to_move.opponent();
        Ok(())
    }

    /// Takes the last move back; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let (before, action) = self.past.pop()?;
        self.sum = before;
        self.to_move = self.to_move.opponent();
        Some(action)
    }

    /// Can the player whose turn it is move at all?
    #[must_use]
    pub fn can_move(&self) -> bool {
        let can = |position: &Component| !position.moves(self.to_move).is_empty();
        self.sum.parts.iter().any(|part| can(&part.position))
    }
}

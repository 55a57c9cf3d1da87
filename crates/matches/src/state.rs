//! What is the state of a game in progress? The sum, the player to move, and the moves played so far.

use sums::{Component, Sum};
use values::Player;

/// A move in a sum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The part, counted from 0.
    pub part: usize,
    /// The number of the move in [`Component::moves`].
    pub index: usize,
}

/// The move is not legal.
#[derive(thiserror::Error, Clone, Copy, Debug, PartialEq, Eq)]
#[error("there is no move {} in part {}", action.index + 1, action.part + 1)]
pub struct IllegalMove {
    /// The move that was tried.
    pub action: Move,
}

/// A game in progress. Parts keep their numbers, also after they have fallen apart into regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    sum: Sum,
    to_move: Player,
    past: Vec<(Sum, Move)>,
}

impl State {
    /// A game at its start.
    #[must_use]
    pub fn new(sum: Sum, first: Player) -> Self {
        Self { sum, to_move: first, past: Vec::new() }
    }

    /// The current sum.
    #[must_use]
    pub fn sum(&self) -> &Sum {
        &self.sum
    }

    /// The player to move.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// The earlier sums, each with the move that was made in it.
    #[must_use]
    pub fn past(&self) -> &[(Sum, Move)] {
        &self.past
    }

    /// The last move.
    #[must_use]
    pub fn last(&self) -> Option<Move> {
        self.past.last().map(|(_, action)| *action)
    }

    /// Plays a move of the player to move.
    pub fn play(&mut self, action: Move) -> Result<(), IllegalMove> {
        let part = self.sum.parts.get(action.part).ok_or(IllegalMove { action })?;
        let after = part.position.play(self.to_move, action.index).ok_or(IllegalMove { action })?;
        let before = self.sum.clone();
        self.sum.parts[action.part].position = after;
        self.past.push((before, action));
        self.to_move = self.to_move.opponent();
        Ok(())
    }

    /// Takes the last move back. `None` means that there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let (before, action) = self.past.pop()?;
        self.sum = before;
        self.to_move = self.to_move.opponent();
        Some(action)
    }

    /// Has the player to move a legal move?
    #[must_use]
    pub fn can_move(&self) -> bool {
        let can = |position: &Component| !position.moves(self.to_move).is_empty();
        self.sum.parts.iter().any(|part| can(&part.position))
    }
}

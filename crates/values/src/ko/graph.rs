//! The positions that follow each other, as a graph that may have cycles and may grow.

use crate::{ByPlayer, Player, Rational};

/// A move to another position of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KoMove {
    /// The position after the move.
    pub to: usize,
    /// A score that the move settles for good: the walls of the position after it count this much more.
    pub shift: i64,
    /// Does the move take a ko, so that the opponent could undo it?
    pub ko: bool,
}

impl KoMove {
    /// A move that is no capture in a ko and settles nothing.
    #[must_use]
    pub fn to(to: usize) -> Self {
        Self { to, shift: 0, ko: false }
    }
}

/// A position.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The moves of both players. `None` means that they were not looked at yet.
    pub(super) moves: Option<ByPlayer<Vec<KoMove>>>,
    /// Bounds on the score if both players pass.
    pub(super) score: [Rational; 2],
    /// Bounds on the score of every line of play from here.
    pub(super) range: [Rational; 2],
    /// The positions with a move to this one.
    pub(super) parents: Vec<usize>,
}

impl State {
    pub(super) fn moves(&self, player: Player) -> &[KoMove] {
        self.moves.as_ref().map_or(&[], |moves| &moves[player])
    }

    /// The captures of a player in kos.
    pub(super) fn captures(&self, player: Player) -> impl Iterator<Item = KoMove> {
        self.moves(player).iter().copied().filter(|action| action.ko)
    }
}

/// Positions and the moves between them.
#[must_use]
#[derive(Clone, Debug, Default)]
pub struct KoGraph {
    pub(super) states: Vec<State>,
}

impl KoGraph {
    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Is there no position?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Adds a position. `score` bounds the score if both players pass, `range` the score of every line of
    /// play.
    pub fn add(&mut self, score: [Rational; 2], range: [Rational; 2]) -> usize {
        self.states.push(State { moves: None, score, range, parents: Vec::new() });
        self.states.len() - 1
    }

    /// Adds a position in which play is over.
    pub fn add_number(&mut self, x: Rational) -> usize {
        let id = self.add([x; 2], [x; 2]);
        self.expand(id, ByPlayer::default());
        id
    }

    /// Sets the moves of a position.
    pub fn expand(&mut self, id: usize, moves: ByPlayer<Vec<KoMove>>) {
        for action in moves.iter().flatten() {
            let parents = &mut self.states[action.to].parents;
            if parents.last() != Some(&id) {
                parents.push(id);
            }
        }
        self.states[id].moves = Some(moves);
    }

    /// Were the moves of a position set?
    #[must_use]
    pub fn is_expanded(&self, id: usize) -> bool {
        self.states[id].moves.is_some()
    }

    /// The moves of a player.
    #[must_use]
    pub fn moves(&self, id: usize, player: Player) -> &[KoMove] {
        self.states[id].moves(player)
    }

    /// Can a ko be taken in a position?
    #[must_use]
    pub fn has_capture(&self, id: usize) -> bool {
        Player::BOTH.into_iter().any(|player| self.states[id].captures(player).next().is_some())
    }

    /// Can a player choose between two kos to take? Where the opponent has just taken one of them, the rule
    /// says nothing.
    #[must_use]
    pub fn has_second_ko(&self, id: usize) -> bool {
        Player::BOTH.into_iter().any(|player| self.states[id].captures(player).count() > 1)
    }

    /// Is the score of a position unknown?
    #[must_use]
    pub fn lacks_score(&self, id: usize) -> bool {
        let [low, high] = self.states[id].score;
        low != high
    }

    /// Finds the captures in kos of a graph that is complete: the moves that a move of the opponent undoes.
    pub fn find_kos(&mut self) {
        for id in 0..self.states.len() {
            for player in Player::BOTH {
                for index in 0..self.moves(id, player).len() {
                    let to = self.moves(id, player)[index].to;
                    let undone = self.moves(to, player.opponent()).iter().any(|back| back.to == id);
                    if let (true, Some(moves)) = (undone && to != id, &mut self.states[id].moves) {
                        moves[player][index].ko = true;
                    }
                }
            }
        }
    }

    /// The positions that can follow this one, itself included, nearest first.
    #[must_use]
    pub fn followers(&self, id: usize) -> Vec<usize> {
        let mut seen = vec![false; self.len()];
        let mut list = vec![id];
        seen[id] = true;
        let mut next = 0;
        while let Some(&id) = list.get(next) {
            next += 1;
            for action in Player::BOTH.into_iter().flat_map(|player| self.moves(id, player)) {
                if !std::mem::replace(&mut seen[action.to], true) {
                    list.push(action.to);
                }
            }
        }
        list
    }
}

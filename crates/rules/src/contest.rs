//! Play of two players as search sees it: whose turn it is, what can be done, how chance answers, and what
//! it is worth when play is over. A [`Position`] of a game where whoever cannot move loses becomes a contest once
//! somebody is [to move](ToMove); games with scores, draws, repetition or chance are contests from the start.

use crate::Position;
use smallvec::{SmallVec, smallvec};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use values::Player;

/// A state of play. Equal states have the same moves, and the same ends follow from them.
pub trait Contest: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// What the player to move can do, written the way players write it.
    type Move: Copy + Eq + Hash + Debug + Display + Send + Sync;

    /// No score and no estimate is farther from 0.
    const MOST: i32;

    /// Whose turn it is.
    fn to_move(&self) -> Player;

    /// What the player to move can do: nothing if and only if play is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// What Left has won, if play is over.
    fn score(&self) -> Option<i32>;

    /// Between these lies what Left will have won in the end if both play well and nothing is repeated, found without
    /// search.
    fn range(&self) -> (i32, i32) {
        (-Self::MOST, Self::MOST)
    }

    /// Guesses of how far it is until Left is certain to get at least this, and until Right is certain to prevent
    /// it: 0 where it is.
    fn distances(&self, least: i32) -> [u32; 2] {
        let (low, high) = self.range();
        [u32::from(low < least), u32::from(high >= least)]
    }

    /// A guess of what Left will have won in the end.
    fn evaluation(&self) -> i32 {
        0
    }

    /// A guess of how good a move is for whoever makes it; it only decides what is looked at first.
    fn ordering(&self, _action: Self::Move) -> i32 {
        0
    }

    /// Captures and the like: while there are some, an estimate is not yet to be trusted.
    fn noisy_moves(&self) -> Vec<Self::Move> {
        Vec::new()
    }

    /// As how many moves a move counts for a search that looks so many moves ahead. Moves with many outcomes are
    /// better not looked at just before its end.
    fn plies(&self, _action: Self::Move) -> u32 {
        1
    }

    /// The same for all states that are alike: for the player to move they are worth the same.
    fn normal_form(&self) -> Self {
        self.clone()
    }
}

/// A contest without chance.
pub trait Deterministic: Contest {
    /// The state after a move of the player to move.
    fn play(&self, action: Self::Move) -> Self;

    /// The states that the player to move can choose; override where they are found faster without naming the moves.
    fn options(&self) -> Vec<Self> {
        self.moves().into_iter().map(|action| self.play(action)).collect()
    }
}

/// What may follow a move, each with its weight: it happens with this probability over the sum of all weights.
pub type Outcomes<S> = SmallVec<[(u32, S); 1]>;

/// A contest where chance may answer a move. Chance before a move, such as a die that says what may be
/// moved, answers the move before.
pub trait Stochastic: Contest {
    /// What may follow a move of the player to move: at least one state, each with a weight above 0.
    fn outcomes(&self, action: Self::Move) -> Outcomes<Self>;

    /// A guess of what Left will have won after a move, before chance answers it; it takes the place of the mean of the
    /// guesses after all answers. None where the move ends play.
    fn evaluation_after(&self, _action: Self::Move) -> Option<i32> {
        None
    }

    /// One of these states, each with its probability if every ticket is as likely as any other; override where it is found
    /// faster without listing them all.
    fn toss(&self, action: Self::Move, ticket: u64) -> Self {
        let mut outcomes = self.outcomes(action);
        let drawn = drawn(outcomes.iter().map(|(weight, _)| *weight), ticket);
        outcomes.swap_remove(drawn).1
    }
}

/// Which of these weights a ticket stands for: each in proportion.
pub fn drawn(weights: impl Iterator<Item = u32> + Clone, ticket: u64) -> usize {
    let mut rest = share(ticket, weights.clone().map(u64::from).sum());
    let is_drawn = |weight: u32| {
        let here = rest < u64::from(weight);
        rest = rest.saturating_sub(weight.into());
        here
    };
    weights.map(is_drawn).position(|here| here).unwrap_or_default()
}

/// The number below `count` that a ticket stands for.
pub(crate) fn share(ticket: u64, count: u64) -> u64 {
    ((u128::from(ticket) * u128::from(count)) >> 64) as u64
}

impl<S: Deterministic> Stochastic for S {
    fn outcomes(&self, action: Self::Move) -> Outcomes<Self> {
        smallvec![(1, self.play(action))]
    }

    fn toss(&self, action: Self::Move, _ticket: u64) -> Self {
        self.play(action)
    }
}

/// A position and who is to move in it. Whoever cannot move loses a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ToMove<P> {
    /// The position.
    pub position: P,
    /// Who is to move.
    pub player: Player,
}

impl<P: Position> Contest for ToMove<P> {
    type Move = P::Move;

    const MOST: i32 = 1;

    fn to_move(&self) -> Player {
        self.player
    }

    fn moves(&self) -> Vec<Self::Move> {
        self.position.moves(self.player)
    }

    fn score(&self) -> Option<i32> {
        let lost = if self.player == Player::Left { -1 } else { 1 };
        (!self.position.can_move(self.player)).then_some(lost)
    }

    fn range(&self) -> (i32, i32) {
        match self.position.winner(self.player) {
            Some(Player::Left) => (1, 1),
            Some(Player::Right) => (-1, -1),
            None => (-1, 1),
        }
    }

    fn distances(&self, least: i32) -> [u32; 2] {
        match least {
            ..=-1 => [0, 1],
            0..=1 => self.position.distances(self.player),
            2.. => [1, 0],
        }
    }

    fn ordering(&self, action: Self::Move) -> i32 {
        let evaluation = self.position.play(self.player, action).evaluation();
        self.player.sees(evaluation)
    }

    fn normal_form(&self) -> Self {
        let (position, negative) =
            self.position.simplified().as_ref().unwrap_or(&self.position).normal_form();
        Self { position, player: if negative { self.player.opponent() } else { self.player } }
    }
}

impl<P: Position> Deterministic for ToMove<P> {
    fn play(&self, action: Self::Move) -> Self {
        Self { position: self.position.play(self.player, action), player: self.player.opponent() }
    }

    fn options(&self) -> Vec<Self> {
        let player = self.player.opponent();
        let positions = self.position.options(self.player);
        positions.into_iter().map(|position| Self { position, player }).collect()
    }
}

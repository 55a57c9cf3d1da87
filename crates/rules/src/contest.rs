//! Contests, the two-player games that adversarial search plays: a state has a player to move, moves, chance
//! outcomes of a move, and a score at the end. A [`Position`] becomes a contest once a player is [to
//! move](ToMove); games with scores, draws, repetition or chance are contests from the start.

use crate::Position;
use smallvec::{SmallVec, smallvec};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use values::{ByPlayer, Player};

/// A static evaluation under its name.
pub type Style<S> = (&'static str, fn(&S) -> i32);

/// A state of play. Equal states have the same moves and the same continuations.
///
/// A new game with chance implements this trait for its states, [`Stochastic`] for the chance events, and
/// [`Playable`](crate::Playable) for texts and the start.
/// [`Ruleset::with_chance`](crate::Ruleset::with_chance) then gives it a name, and a program adds it to its
/// [`Rulesets`](crate::Rulesets). `Playable` has an example.
pub trait Contest: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move, written the way players write it.
    type Move: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// The largest absolute value of scores and static evaluations.
    const MOST: i32;

    /// Other static evaluations, each of a player with one idea. A model of an opponent may have one of them.
    const STYLES: &'static [Style<Self>] = &[];

    /// The same bound for the game of this state. Override it where one type has states of several games.
    fn most(&self) -> i32 {
        Self::MOST
    }

    /// The player to move.
    fn to_move(&self) -> Player;

    /// The moves of the player to move. There are none if and only if play is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// The score of Left. `None` means that play goes on.
    fn score(&self) -> Option<i32>;

    /// Static bounds on the score of Left if both play optimally and no state is repeated.
    fn range(&self) -> (i32, i32) {
        (-Self::MOST, Self::MOST)
    }

    /// Estimates of the distance until Left is certain to win at least this, and until Right is certain to
    /// prevent it; 0 where it is certain.
    fn distances(&self, least: i32) -> ByPlayer<u32> {
        let (low, high) = self.range();
        ByPlayer::new(u32::from(low < least), u32::from(high >= least))
    }

    /// The static evaluation: an estimate of the score of Left.
    fn evaluation(&self) -> i32 {
        0
    }

    /// Move-ordering score for the player to move; higher is searched first.
    fn ordering(&self, _action: Self::Move) -> i32 {
        0
    }

    /// The noisy moves, such as captures. The static evaluation is unreliable while such moves exist.
    fn noisy_moves(&self) -> Vec<Self::Move> {
        Vec::new()
    }

    /// The number of plies that a move counts as in a search to a fixed depth. Moves with many outcomes cost
    /// too much for their information near the horizon.
    fn plies(&self, _action: Self::Move) -> u32 {
        1
    }

    /// The state as if it came up for the first time: no earlier position counts when play comes back to
    /// one. Counters of moves go on. Searches through histories keep the path themselves.
    fn without_past(&self) -> Self {
        self.clone()
    }

    /// The number of moves after which play ends as a draw, which is a score of 0, unless a move resets the
    /// counter. No position comes back after such a move. `None` means that nothing is counted.
    fn moves_left(&self) -> Option<u32> {
        None
    }

    /// The same position, without its past, when this number of moves is left on the counter, or all of them
    /// if there are fewer.
    fn with_moves_left(&self, _left: u32) -> Self {
        self.without_past()
    }

    /// The score of Left when play comes back to the first of these states, and no other is repeated among
    /// them, by the rule of the game. Searches use it under the rule
    /// `adversary::history::Repetition::OfGame`.
    fn repetition(_cycle: &[Self]) -> i32 {
        0
    }

    /// The normal form, which is the same for all symmetric states. It has the same value for the player to
    /// move.
    fn normal_form(&self) -> Self {
        self.clone()
    }
}

/// A contest without chance.
pub trait Deterministic: Contest {
    /// The state after a move of the player to move.
    fn play(&self, action: Self::Move) -> Self;

    /// The states that the player to move can choose. Override it where generating states is faster than
    /// naming the moves.
    fn options(&self) -> Vec<Self> {
        self.moves().into_iter().map(|action| self.play(action)).collect()
    }
}

/// The states that may follow a move, each with its weight: its probability is the weight over the sum of all
/// weights.
pub type Outcomes<S> = SmallVec<[(u32, S); 1]>;

/// A contest in which a chance event may follow a move. A chance event before a move, such as a throw of a
/// die, follows the previous move.
pub trait Stochastic: Contest {
    /// The states that may follow a move of the player to move: at least one, each with a weight above 0.
    fn outcomes(&self, action: Self::Move) -> Outcomes<Self>;

    /// The state after a move before chance answers it, so that searches recognise a chance node that they reach by
    /// other moves: equal states have the same outcomes, and the same player has moved. `None` means that there is
    /// no such state.
    fn before_chance(&self, _action: Self::Move) -> Option<Self> {
        None
    }

    /// The static evaluation of the chance node after a move. It replaces the mean of the evaluations of all
    /// outcomes. `None` means that the mean has to be computed from them.
    fn evaluation_after(&self, _action: Self::Move) -> Option<i32> {
        None
    }

    /// A sample of these states: with tickets drawn uniformly, every state has its probability. Override it
    /// where sampling is faster than listing all outcomes.
    fn toss(&self, action: Self::Move, ticket: u64) -> Self {
        let mut outcomes = self.outcomes(action);
        let drawn = drawn(outcomes.iter().map(|(weight, _)| *weight), ticket);
        outcomes.swap_remove(drawn).1
    }
}

/// The index of the weight that a ticket selects. Each weight has its share of the tickets.
pub fn drawn(weights: impl Iterator<Item = u32> + Clone, ticket: u64) -> usize {
    let mut rest = share(ticket, weights.clone().map(u64::from).sum());
    let is_drawn = |weight: u32| {
        let here = rest < u64::from(weight);
        rest = rest.saturating_sub(weight.into());
        here
    };
    weights.map(is_drawn).position(|here| here).unwrap_or_default()
}

/// The number below `count` that a ticket selects.
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

/// A position and the player to move. A player who cannot move loses a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ToMove<P> {
    /// The position.
    pub position: P,
    /// The player to move.
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

    fn distances(&self, least: i32) -> ByPlayer<u32> {
        match least {
            ..=-1 => ByPlayer::new(0, 1),
            0..=1 => self.position.distances(self.player),
            2.. => ByPlayer::new(1, 0),
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

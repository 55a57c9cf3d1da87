//! A component as a position of its own, seen by one of the players: that player is Left there. So a search is compiled
//! once for all games, and one that lets Left start finds what Right should do.

use crate::component::Judge;
use crate::{Component, Signed};
use rules::{BoardError, Position, Regions};
use std::fmt;
use values::{Dyadic, Player};

/// A component, or its negative.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Facing {
    component: Component,
    negative: bool,
}

/// A move of a component, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Number(usize);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Facing {
    /// The component with this player as Left.
    pub(crate) fn new(component: Component, left: Player) -> Self {
        Self { component, negative: left == Player::Right }
    }

    fn owner(&self, player: Player) -> Player {
        if self.negative { player.opponent() } else { player }
    }

    fn with(&self, component: Component) -> Self {
        Self { component, ..*self }
    }
}

impl Position for Facing {
    const IS_BOARD: bool = false;

    type Move = Number;

    fn read(_: &str) -> Result<Self, BoardError> {
        Err(BoardError::Other("a component is read as a position of its game".to_owned()))
    }

    fn number(&self) -> Option<Dyadic> {
        self.component.number().map(|x| if self.negative { -x } else { x })
    }

    fn moves(&self, player: Player) -> Vec<Number> {
        (0..self.component.count_moves(self.owner(player))).map(Number).collect()
    }

    fn play(&self, player: Player, Number(index): Number) -> Self {
        // Every number comes from the list of moves.
        self.component.play(self.owner(player), index).map_or_else(|| self.clone(), |after| self.with(after))
    }

    fn options(&self, player: Player) -> Vec<Self> {
        self.component.plays(self.owner(player)).into_iter().map(|option| self.with(option)).collect()
    }

    fn regions(&self) -> Regions<Self> {
        let seen = |Signed { component, negative }| Self { component, negative: negative != self.negative };
        self.component.regions().into_iter().map(seen).collect()
    }

    /// Regions are in normal form already.
    fn normal_form(&self) -> (Self, bool) {
        (Self { negative: false, ..self.clone() }, self.negative)
    }

    fn longest_play(&self) -> Option<u32> {
        self.component.longest_play()
    }

    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        let (low, high) = self.component.bounds()?;
        Some(if self.negative { (-high, -low) } else { (low, high) })
    }

    fn ordering(&self) -> i32 {
        let ordering = self.component.ordering();
        if self.negative { -ordering } else { ordering }
    }

    fn evaluation(&self) -> i32 {
        let evaluation = self.component.judged(Judge::Evaluation);
        if self.negative { -evaluation } else { evaluation }
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.component, f)
    }
}

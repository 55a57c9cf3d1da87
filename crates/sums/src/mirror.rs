//! A position with the players exchanged: a search that lets Left start finds what Right should do by looking at it.

use rules::{BoardError, Position, Regions};
use std::fmt;
use values::{Dyadic, Player};

/// The negative of a position, with the moves of the position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Mirror<P>(pub(crate) P);

impl<P: Position> Position for Mirror<P> {
    const IS_BOARD: bool = P::IS_BOARD;

    type Move = P::Move;

    fn read(text: &str) -> Result<Self, BoardError> {
        P::read(text).map(Self)
    }

    fn number(&self) -> Option<Dyadic> {
        self.0.number().map(|x| -x)
    }

    fn moves(&self, player: Player) -> Vec<P::Move> {
        self.0.moves(player.opponent())
    }

    fn play(&self, player: Player, action: P::Move) -> Self {
        Self(self.0.play(player.opponent(), action))
    }

    fn options(&self, player: Player) -> Vec<Self> {
        self.0.options(player.opponent()).into_iter().map(Self).collect()
    }

    fn regions(&self) -> Regions<Self> {
        self.0.regions().into_iter().map(Self).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        let (form, negative) = self.0.normal_form();
        (Self(form), negative)
    }

    fn longest_play(&self) -> Option<u32> {
        self.0.longest_play()
    }

    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        self.0.bounds().map(|(low, high)| (-high, -low))
    }

    fn estimate(&self) -> i32 {
        -self.0.estimate()
    }
}

impl<P: Position> fmt::Display for Mirror<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

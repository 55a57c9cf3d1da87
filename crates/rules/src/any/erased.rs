//! A type-erased position of any game, so that a search is compiled once for all games.

use super::{AnyPosition, surely};
use crate::{Coordinates, Forecast, Hints, Position, Prospects, Regions};
use derive_more::Display;
use std::any::Any;
use values::{ByPlayer, Dyadic, Player};

/// A type-erased position of any game, or its negative. Searches are compiled once for all games with it, and
/// a search in which Left starts also finds the moves of Right.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Display)]
#[display("{}{position}", if *negative { "-" } else { "" })]
pub struct Erased {
    position: AnyPosition,
    negative: bool,
}

/// The move with this number in the list of moves, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
pub struct Nth(pub usize);

impl Erased {
    /// The position with this player in the role of Left.
    #[must_use]
    pub fn new(position: AnyPosition, left: Player) -> Self {
        Self { position, negative: left == Player::Right }
    }

    /// The position inside. `None` means that this is its negative.
    #[must_use]
    pub fn inside(&self) -> Option<&AnyPosition> {
        (!self.negative).then_some(&self.position)
    }

    fn owner(&self, player: Player) -> Player {
        if self.negative { player.opponent() } else { player }
    }

    fn with(&self, position: AnyPosition) -> Self {
        Self { position, negative: self.negative }
    }

    fn sign<T: std::ops::Neg<Output = T>>(&self, x: T) -> T {
        if self.negative { -x } else { x }
    }

    fn exchange<T>(&self, both: ByPlayer<T>) -> ByPlayer<T> {
        if self.negative { both.swapped() } else { both }
    }
}

impl Position for Erased {
    type Move = Nth;

    fn moves(&self, player: Player) -> Vec<Nth> {
        (0..surely(self.position.rules().count_moves(self.owner(player)))).map(Nth).collect()
    }

    fn names(&self, player: Player) -> Vec<String> {
        surely(self.position.moves(self.owner(player))).iter().map(ToString::to_string).collect()
    }

    fn name(&self, player: Player, Nth(index): Nth) -> String {
        self.names(player).swap_remove(index)
    }

    fn nth_move(&self, player: Player, index: usize) -> Option<Nth> {
        let count = surely(self.position.rules().count_moves(self.owner(player)));
        (index < count).then_some(Nth(index))
    }

    fn play(&self, player: Player, Nth(index): Nth) -> Self {
        let after = surely(self.position.rules().play_nth(self.owner(player), index));
        self.with(after.expect("moves come from the list of moves"))
    }

    fn options(&self, player: Player) -> Vec<Self> {
        let options = surely(self.position.options(self.owner(player)));
        options.into_iter().map(|option| self.with(option)).collect()
    }

    fn can_move(&self, player: Player) -> bool {
        surely(self.position.rules().can_move(self.owner(player)))
    }

    fn free_move(&self, player: Player) -> Option<Self> {
        surely(self.position.rules().free_move(self.owner(player))).map(|after| self.with(after))
    }

    fn regions(&self) -> Regions<Self> {
        surely(self.position.regions()).into_iter().map(|region| self.with(region)).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        let (position, negative) = surely(self.position.normal_form());
        (Self { position, negative: false }, negative != self.negative)
    }

    fn is_scored(&self) -> bool {
        self.position.is_scored()
    }

    fn cells(&self) -> Option<Coordinates> {
        self.position.cells()
    }

    fn heap_bytes(&self) -> usize {
        // The reference counters of the box are extra.
        self.position.bytes() + 2 * size_of::<usize>()
    }

    fn concrete(&self) -> &dyn Any {
        // Facts about a position do not hold for its negative.
        if self.negative { self } else { self.position.rules().concrete() }
    }
}

impl Hints for Erased {
    fn number(&self) -> Option<Dyadic> {
        surely(self.position.rules().number()).map(|number| self.sign(number))
    }

    fn longest_play(&self) -> Option<u32> {
        surely(self.position.rules().longest_play())
    }

    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        let (low, high) = surely(self.position.rules().bounds())?;
        Some(if self.negative { (-high, -low) } else { (low, high) })
    }

    fn prospects(&self) -> Option<ByPlayer<Prospects>> {
        surely(self.position.rules().prospects()).map(|both| self.exchange(both))
    }

    fn is_impartial(&self) -> bool {
        surely(self.position.rules().is_impartial())
    }

    fn is_all_small(&self) -> bool {
        surely(self.position.rules().is_all_small())
    }

    fn simplified(&self) -> Option<Self> {
        surely(self.position.rules().simplified()).map(|position| self.with(position))
    }

    fn distances(&self, first: Player) -> ByPlayer<u32> {
        self.exchange(surely(self.position.rules().distances(self.owner(first))))
    }

    fn ordering(&self) -> i32 {
        self.sign(surely(self.position.rules().ordering()))
    }

    fn evaluation(&self) -> i32 {
        self.sign(surely(self.position.rules().evaluation()))
    }

    fn forecast(&self) -> Forecast {
        let Forecast { mean, temperature } = surely(self.position.rules().forecast());
        Forecast { mean: self.sign(mean), temperature }
    }
}

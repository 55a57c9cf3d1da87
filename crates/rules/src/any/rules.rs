//! The interface of a type-erased position: the methods of [`Position`] and [`Hints`], each of which may
//! fail.

use super::{AnyMove, AnyPosition, RuleError};
use crate::hints::{bounds_by_length, distances_by_bounds, middle};
use crate::{Coordinates, Forecast, Hints, Position, Prospects};
use std::any::Any;
use std::fmt::{Debug, Display};
use std::hash::Hasher;
use values::{ByPlayer, Dyadic, Player};

/// A type-erased position whose rules may fail. Every [`Position`] is one. Other positions, such as those of
/// a scripted game, implement the trait themselves: what has a default means the same as there.
pub trait DynPosition: Display + Debug + Send + Sync {
    /// The position itself.
    fn as_any(&self) -> &dyn Any;
    /// As [`Position::concrete`].
    fn concrete(&self) -> &dyn Any {
        self.as_any()
    }
    /// Are both positions equal?
    fn equals(&self, other: &dyn Any) -> bool;
    /// Hashes the position.
    fn hash_into(&self, hasher: &mut dyn Hasher);
    /// A lower bound on the memory of the position in bytes.
    fn bytes(&self) -> usize;
    /// As [`Position::cells`].
    fn cells(&self) -> Option<Coordinates> {
        None
    }
    /// As [`Position::is_scored`].
    fn is_scored(&self) -> bool {
        false
    }
    /// As [`Position::moves`].
    fn moves(&self, player: Player) -> Result<Vec<AnyMove>, RuleError>;
    /// The number of moves.
    fn count_moves(&self, player: Player) -> Result<usize, RuleError> {
        Ok(self.options(player)?.len())
    }
    /// As [`Position::play`]. `None` means that this is not a move of the player.
    fn play(&self, player: Player, action: &AnyMove) -> Result<Option<AnyPosition>, RuleError>;
    /// The position after the move with this number. `None` means that there is no such move.
    fn play_nth(&self, player: Player, index: usize) -> Result<Option<AnyPosition>, RuleError> {
        Ok(self.options(player)?.into_iter().nth(index))
    }
    /// As [`Position::options`].
    fn options(&self, player: Player) -> Result<Vec<AnyPosition>, RuleError>;
    /// As [`Position::can_move`].
    fn can_move(&self, player: Player) -> Result<bool, RuleError> {
        Ok(self.count_moves(player)? > 0)
    }
    /// As [`Position::free_move`].
    fn free_move(&self, _: Player) -> Result<Option<AnyPosition>, RuleError> {
        Ok(None)
    }
    /// As [`Position::regions`].
    fn regions(&self) -> Result<Vec<AnyPosition>, RuleError>;
    /// As [`Position::normal_form`].
    fn normal_form(&self) -> Result<(AnyPosition, bool), RuleError>;
    /// As [`Hints::simplified`].
    fn simplified(&self) -> Result<Option<AnyPosition>, RuleError> {
        Ok(None)
    }
    /// As [`Hints::number`].
    fn number(&self) -> Result<Option<Dyadic>, RuleError> {
        Ok(None)
    }
    /// As [`Hints::longest_play`].
    fn longest_play(&self) -> Result<Option<u32>, RuleError> {
        Ok(None)
    }
    /// As [`Hints::bounds`].
    fn bounds(&self) -> Result<Option<(Dyadic, Dyadic)>, RuleError> {
        Ok(self.longest_play()?.and_then(bounds_by_length))
    }
    /// As [`Hints::prospects`].
    fn prospects(&self) -> Result<Option<ByPlayer<Prospects>>, RuleError> {
        Ok(None)
    }
    /// As [`Hints::is_impartial`].
    fn is_impartial(&self) -> Result<bool, RuleError> {
        Ok(false)
    }
    /// As [`Hints::is_all_small`].
    fn is_all_small(&self) -> Result<bool, RuleError> {
        self.is_impartial()
    }
    /// As [`Hints::distances`].
    fn distances(&self, first: Player) -> Result<ByPlayer<u32>, RuleError> {
        Ok(distances_by_bounds(self.bounds()?, first))
    }
    /// As [`Hints::ordering`].
    fn ordering(&self) -> Result<i32, RuleError> {
        Ok(self.evaluation()? / 8)
    }
    /// As [`Hints::evaluation`].
    fn evaluation(&self) -> Result<i32, RuleError> {
        Ok(self.bounds()?.map_or(0, middle))
    }
    /// As [`Hints::forecast`].
    fn forecast(&self) -> Result<Forecast, RuleError> {
        Ok(Forecast { mean: self.evaluation()?, temperature: 0 })
    }
}

impl<P: Position> DynPosition for P {
    erasable!();

    fn concrete(&self) -> &dyn Any {
        Position::concrete(self)
    }

    fn bytes(&self) -> usize {
        size_of::<P>() + self.heap_bytes()
    }

    fn cells(&self) -> Option<Coordinates> {
        Position::cells(self)
    }

    fn is_scored(&self) -> bool {
        Position::is_scored(self)
    }

    fn moves(&self, player: Player) -> Result<Vec<AnyMove>, RuleError> {
        Ok(Position::moves(self, player).into_iter().map(AnyMove::new).collect())
    }

    fn count_moves(&self, player: Player) -> Result<usize, RuleError> {
        Ok(Position::moves(self, player).len())
    }

    fn play(&self, player: Player, action: &AnyMove) -> Result<Option<AnyPosition>, RuleError> {
        let action = action.downcast::<P::Move>().copied();
        let action = action.filter(|action| Position::moves(self, player).contains(action));
        Ok(action.map(|action| AnyPosition::new(Position::play(self, player, action))))
    }

    fn play_nth(&self, player: Player, index: usize) -> Result<Option<AnyPosition>, RuleError> {
        let action = self.nth_move(player, index);
        Ok(action.map(|action| AnyPosition::new(Position::play(self, player, action))))
    }

    fn options(&self, player: Player) -> Result<Vec<AnyPosition>, RuleError> {
        Ok(Position::options(self, player).into_iter().map(AnyPosition::new).collect())
    }

    fn free_move(&self, player: Player) -> Result<Option<AnyPosition>, RuleError> {
        Ok(Position::free_move(self, player).map(AnyPosition::new))
    }

    fn regions(&self) -> Result<Vec<AnyPosition>, RuleError> {
        Ok(Position::regions(self).into_iter().map(AnyPosition::new).collect())
    }

    fn normal_form(&self) -> Result<(AnyPosition, bool), RuleError> {
        let (form, negative) = Position::normal_form(self);
        Ok((AnyPosition::new(form), negative))
    }

    fn simplified(&self) -> Result<Option<AnyPosition>, RuleError> {
        Ok(Hints::simplified(self).map(AnyPosition::new))
    }

    never_failing! {
        Position::can_move(player: Player) -> bool;
        Hints::number() -> Option<Dyadic>;
        Hints::longest_play() -> Option<u32>;
        Hints::bounds() -> Option<(Dyadic, Dyadic)>;
        Hints::prospects() -> Option<ByPlayer<Prospects>>;
        Hints::is_impartial() -> bool;
        Hints::is_all_small() -> bool;
        Hints::distances(first: Player) -> ByPlayer<u32>;
        Hints::ordering() -> i32;
        Hints::evaluation() -> i32;
        Hints::forecast() -> Forecast;
    }
}

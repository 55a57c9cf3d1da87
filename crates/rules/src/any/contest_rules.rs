//! The interface of a type-erased state of a game with chance: the methods of [`Contest`], [`Stochastic`] and
//! [`Playable`], each of which may fail.

use super::{AnyContest, AnyMove, RuleError};
use crate::{Contest, Outcomes, Playable, Stochastic, drawn};
use std::any::Any;
use std::fmt::{Debug, Display};
use std::hash::Hasher;
use values::{ByPlayer, Player};

/// A type-erased state whose rules may fail. Every [`Playable`] is one. Other states, such as those of a
/// scripted game, implement the trait themselves.
///
/// Methods with a move as argument expect one of [`moves`](Self::moves).
pub trait DynContest: Display + Debug + Send + Sync {
    /// The state itself.
    fn as_any(&self) -> &dyn Any;
    /// Are both states equal?
    fn equals(&self, other: &dyn Any) -> bool;
    /// Hashes the state.
    fn hash_into(&self, hasher: &mut dyn Hasher);
    /// As [`Contest::most`].
    fn most(&self) -> i32;
    /// As [`Contest::to_move`].
    fn to_move(&self) -> Player;
    /// As [`Contest::moves`].
    fn moves(&self) -> Result<Vec<AnyMove>, RuleError>;
    /// As [`Contest::score`].
    fn score(&self) -> Result<Option<i32>, RuleError>;
    /// As [`Stochastic::outcomes`].
    fn outcomes(&self, action: &AnyMove) -> Result<Outcomes<AnyContest>, RuleError>;

    /// As [`Stochastic::toss`].
    fn toss(&self, action: &AnyMove, ticket: u64) -> Result<AnyContest, RuleError> {
        let outcomes = self.outcomes(action)?;
        let place = drawn(outcomes.iter().map(|(weight, _)| *weight), ticket);
        let next = outcomes.into_iter().nth(place).map(|(_, next)| next);
        next.ok_or_else(|| RuleError::Failed(format!("nothing follows {action}")))
    }

    /// As [`Playable::remark`].
    fn remark(&self) -> Result<String, RuleError> {
        Ok(String::new())
    }

    /// As [`Playable::banned`].
    fn banned(&self) -> Result<Option<String>, RuleError> {
        Ok(None)
    }

    /// As [`Contest::range`].
    fn range(&self) -> Result<(i32, i32), RuleError> {
        Ok((-self.most(), self.most()))
    }

    /// As [`Contest::distances`].
    fn distances(&self, least: i32) -> Result<ByPlayer<u32>, RuleError> {
        let (low, high) = self.range()?;
        Ok(ByPlayer::new(u32::from(low < least), u32::from(high >= least)))
    }

    /// As [`Contest::evaluation`].
    fn evaluation(&self) -> Result<i32, RuleError> {
        Ok(0)
    }

    /// As [`Stochastic::evaluation_after`].
    fn evaluation_after(&self, _action: &AnyMove) -> Result<Option<i32>, RuleError> {
        Ok(None)
    }

    /// As [`Contest::ordering`].
    fn ordering(&self, _action: &AnyMove) -> Result<i32, RuleError> {
        Ok(0)
    }

    /// As [`Contest::noisy_moves`].
    fn noisy_moves(&self) -> Result<Vec<AnyMove>, RuleError> {
        Ok(Vec::new())
    }

    /// As [`Contest::plies`].
    fn plies(&self, _action: &AnyMove) -> Result<u32, RuleError> {
        Ok(1)
    }

    /// As [`Contest::normal_form`]. `None` means that the state is its own normal form.
    fn normal_form(&self) -> Result<Option<AnyContest>, RuleError> {
        Ok(None)
    }
}

/// The move as this game's type, or an error.
fn known<S: Contest>(action: &AnyMove) -> Result<S::Move, RuleError> {
    let known = action.downcast().copied();
    known.ok_or_else(|| RuleError::Failed(format!("{action} is a move of another game")))
}

impl<S: Playable> DynContest for S {
    erasable!();

    fn most(&self) -> i32 {
        Contest::most(self)
    }

    fn to_move(&self) -> Player {
        Contest::to_move(self)
    }

    fn moves(&self) -> Result<Vec<AnyMove>, RuleError> {
        Ok(Contest::moves(self).into_iter().map(AnyMove::new).collect())
    }

    fn outcomes(&self, action: &AnyMove) -> Result<Outcomes<AnyContest>, RuleError> {
        let outcomes = Stochastic::outcomes(self, known::<S>(action)?);
        Ok(outcomes.into_iter().map(|(weight, next)| (weight, AnyContest::new(next))).collect())
    }

    fn toss(&self, action: &AnyMove, ticket: u64) -> Result<AnyContest, RuleError> {
        Ok(AnyContest::new(Stochastic::toss(self, known::<S>(action)?, ticket)))
    }

    fn evaluation_after(&self, action: &AnyMove) -> Result<Option<i32>, RuleError> {
        Ok(Stochastic::evaluation_after(self, known::<S>(action)?))
    }

    fn ordering(&self, action: &AnyMove) -> Result<i32, RuleError> {
        Ok(Contest::ordering(self, known::<S>(action)?))
    }

    fn noisy_moves(&self) -> Result<Vec<AnyMove>, RuleError> {
        Ok(Contest::noisy_moves(self).into_iter().map(AnyMove::new).collect())
    }

    fn plies(&self, action: &AnyMove) -> Result<u32, RuleError> {
        Ok(Contest::plies(self, known::<S>(action)?))
    }

    never_failing! {
        Contest::score() -> Option<i32>;
        Contest::range() -> (i32, i32);
        Contest::distances(least: i32) -> ByPlayer<u32>;
        Contest::evaluation() -> i32;
        Playable::remark() -> String;
        Playable::banned() -> Option<String>;
    }

    fn normal_form(&self) -> Result<Option<AnyContest>, RuleError> {
        Ok(Some(AnyContest::new(Contest::normal_form(self))))
    }
}

//! A position of any game: one type for all of them. [`AnyPosition`] is what programs hold. Its rules may
//! come from a script, so its moves may fail. [`Erased`] is the same position as searches see it. Games with
//! chance have [`AnyContest`] and [`ErasedContest`].

/// Casting, comparing and hashing of things whose type is erased, inside the implementation of their trait.
macro_rules! erasable {
    () => {
        fn as_any(&self) -> &dyn std::any::Any {
            self
        }

        fn equals(&self, other: &dyn std::any::Any) -> bool {
            other.downcast_ref() == Some(self)
        }

        fn hash_into(&self, mut hasher: &mut dyn std::hash::Hasher) {
            self.hash(&mut hasher);
        }
    };
}

/// A wrapper is equal to another one if both have the same thing of the same type inside.
macro_rules! equal_inside {
    ($wrapper:ty, $($inside:tt).+) => {
        impl PartialEq for $wrapper {
            fn eq(&self, other: &Self) -> bool {
                self.$($inside).+.equals(other.$($inside).+.as_any())
            }
        }

        impl Eq for $wrapper {}

        impl std::hash::Hash for $wrapper {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.$($inside).+.hash_into(state);
            }
        }
    };
}

/// Methods that may fail for rules that do not: those of a trait with the same names.
macro_rules! never_failing {
    ($($trait:ident::$name:ident($($argument:ident: $type:ty)?) -> $result:ty;)*) => {
        $(fn $name(&self $(, $argument: $type)?) -> Result<$result, RuleError> {
            Ok($trait::$name(self $(, $argument)?))
        })*
    };
}

mod action;
mod contest;
mod contest_rules;
mod erased;
mod erased_contest;
mod failure;
mod rules;

pub use action::AnyMove;
pub use contest::{AnyContest, ContestSearch};
pub use contest_rules::DynContest;
pub use erased::{Erased, Nth};
pub use erased_contest::ErasedContest;
pub use failure::{Raised, RuleError, attempt, surely};
pub use rules::DynPosition;

use crate::bitboard::{Small, Strip};
use crate::games::go::{AreaGo, TerritoryGo};
use crate::games::{
    amazons::Amazons, clobber::Clobber, col::Col, cram::Cram, domineering::Domineering, fission::Fission,
    hackenbush::Hackenbush, konane::Konane, nogo::NoGo, snort::Snort, toads_and_frogs::ToadsAndFrogs,
    toppling_dominoes::TopplingDominoes, tree::Tree, triangular_nim::TriangularNim,
    xt_domineering::XtDomineering,
};
use crate::{Coordinates, Position};
use delegate::delegate;
use derive_more::with_trait::{Debug, Display};
use std::any::Any;
use std::sync::Arc;
use values::Player;

/// A position of any game.
#[derive(Clone, Debug, Display)]
#[debug("{_0:?}")]
pub struct AnyPosition(Arc<dyn DynPosition>);

equal_inside!(AnyPosition, 0);

/// The types of positions for which a computation is compiled. Each of them takes time in every build, and
/// all other positions share the code for [`Erased`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compiled {
    /// Amazons alone, the game of the papers on temperature search.
    Amazons,
    /// The boards whose searches are the longest: Amazons, Clobber, Domineering and NoGo.
    Boards,
    /// The usual type of every game.
    EveryGame,
}

/// A computation on a position.
pub trait Search {
    /// The types for which it is compiled.
    const COMPILED: Compiled = Compiled::Boards;
    /// The result.
    type Output;
    /// Runs the computation.
    fn run<P: Position>(self, position: &P) -> Self::Output;
}

impl AnyPosition {
    /// Erases the type of a position.
    pub fn new<P: DynPosition + 'static>(position: P) -> Self {
        match position.as_any().downcast_ref().and_then(Erased::inside) {
            Some(inside) => inside.clone(),
            None => Self(Arc::new(position)),
        }
    }

    /// The position as this type. `None` means that it has another type.
    #[must_use]
    pub fn downcast<P: 'static>(&self) -> Option<&P> {
        self.0.as_any().downcast_ref()
    }

    delegate! {
        to self.0 {
            /// The position itself.
            #[must_use]
            pub fn as_any(&self) -> &dyn Any;
            /// A lower bound on the memory of the position in bytes.
            #[must_use]
            pub fn bytes(&self) -> usize;
            /// The coordinates that moves use. `None` means that the position is not drawn as a board.
            #[must_use]
            pub fn cells(&self) -> Option<Coordinates>;
            /// Does play end with a score, so that a position without moves may be worth something?
            #[must_use]
            pub fn is_scored(&self) -> bool;
            /// The moves of a player.
            pub fn moves(&self, player: Player) -> Result<Vec<AnyMove>, RuleError>;
            /// The positions that a player can move to.
            pub fn options(&self, player: Player) -> Result<Vec<Self>, RuleError>;
            /// The independent regions of the position.
            pub fn regions(&self) -> Result<Vec<Self>, RuleError>;
            /// The normal form, which is the same for all symmetric positions. `true` means that its value is
            /// the negative of this position's.
            pub fn normal_form(&self) -> Result<(Self, bool), RuleError>;
        }
    }

    /// The move of a player with this name, as moves are printed, in upper or lower case.
    pub fn parse_move(&self, player: Player, name: &str) -> Result<AnyMove, RuleError> {
        let name = name.trim();
        let moves = self.moves(player)?;
        let found = moves.into_iter().find(|action| action.to_string().eq_ignore_ascii_case(name));
        found.ok_or_else(|| self.illegal(player, name))
    }

    /// The position after a move of that player.
    pub fn play(&self, player: Player, action: &AnyMove) -> Result<Self, RuleError> {
        self.0.play(player, action)?.ok_or_else(|| self.illegal(player, action))
    }

    fn illegal(&self, player: Player, action: impl Display) -> RuleError {
        RuleError::Illegal { action: action.to_string(), player, position: self.to_string() }
    }

    /// The rules of this position.
    #[must_use]
    pub fn rules(&self) -> &dyn DynPosition {
        &*self.0
    }

    /// Runs a search on the position. Rules that fail in it [unwind](attempt).
    ///
    /// Searches of the types listed here are compiled for them: an erased position allocates every
    /// option, which shows in the time of a search. All other positions share the code for [`Erased`]. The
    /// conditions are `const` blocks: the compiler leaves out the code behind one that is false.
    pub fn search<S: Search>(&self, search: S) -> S::Output {
        macro_rules! compiled {
            ($($type:ty),*) => {
                $(if let Some(position) = self.0.concrete().downcast_ref::<$type>() {
                    return search.run(position);
                })*
            };
        }
        compiled!(Amazons<Small>);
        if const { !matches!(S::COMPILED, Compiled::Amazons) } {
            compiled!(Clobber<Small>, Domineering<Small>, NoGo<Small>);
        }
        if const { matches!(S::COMPILED, Compiled::EveryGame) } {
            compiled!(
                AreaGo<Small>,
                Clobber<Strip>,
                Col<Small>,
                Cram<Small>,
                Fission<Small>,
                Hackenbush,
                Konane<Small>,
                NoGo<Strip>,
                Snort<Small>,
                TerritoryGo<Small>,
                ToadsAndFrogs,
                TopplingDominoes,
                Tree,
                TriangularNim,
                XtDomineering<Small>
            );
        }
        search.run(&Erased::new(self.clone(), Player::Left))
    }
}

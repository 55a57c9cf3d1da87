//! A state of any game with chance: one type for all of them. [`AnyContest`] is what programs hold. Its rules
//! may come from a script, so its moves may fail. [`ErasedContest`] is the same state as searches see it.

use super::{AnyMove, DynContest, ErasedContest, RuleError};
use crate::games::{dark_chess::DarkChess, ewn::Ewn};
use crate::{Outcomes, Stochastic};
use delegate::delegate;
use derive_more::with_trait::{Debug, Display};
use std::sync::Arc;
use values::Player;

/// A state of any game with chance.
///
/// ```
/// use rules::RULESETS;
///
/// let state = RULESETS.contest("ewn")?.read_contest("1....|.....|.b...|...e.|..... left 1")?;
/// let action = state.parse_move("a5-b4")?;
/// // Chance throws the die for Right: up to 2 the stone b moves, from 5 on e, and between them either.
/// assert_eq!(state.outcomes(&action)?.len(), 3);
/// let next = state.toss(&action, 0)?;
/// assert_eq!(next.to_string(), ".....|.1...|.b...|...e.|..... right 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Display)]
#[debug("{_0:?}")]
pub struct AnyContest(pub(super) Arc<dyn DynContest>);

equal_inside!(AnyContest, 0);

/// A computation on a state. It is compiled for the games where that pays, and once for all others.
pub trait ContestSearch {
    /// The result.
    type Output;
    /// Runs the computation.
    fn run<S: Stochastic + Display>(self, state: &S) -> Self::Output;
}

impl AnyContest {
    /// Erases the type of a state.
    pub fn new<S: DynContest + 'static>(state: S) -> Self {
        Self(Arc::new(state))
    }

    /// The state as this type. `None` means that it has another type.
    #[must_use]
    pub fn downcast<S: 'static>(&self) -> Option<&S> {
        self.0.as_any().downcast_ref()
    }

    delegate! {
        to self.0 {
            /// The player to move.
            pub fn to_move(&self) -> Player;
            /// The moves of the player to move. There are none if and only if play is over.
            pub fn moves(&self) -> Result<Vec<AnyMove>, RuleError>;
            /// The score of Left. `None` means that play goes on.
            pub fn score(&self) -> Result<Option<i32>, RuleError>;
            /// Information for players beyond the board.
            pub fn remark(&self) -> Result<String, RuleError>;
            /// The name of the move that would take back the last one and is not legal. `None` means that there is no
            /// such move.
            pub fn banned(&self) -> Result<Option<String>, RuleError>;
        }
    }

    /// The move with this name, as moves are printed, in upper or lower case.
    pub fn parse_move(&self, name: &str) -> Result<AnyMove, RuleError> {
        let name = name.trim();
        let found = self.moves()?.into_iter().find(|action| action.to_string().eq_ignore_ascii_case(name));
        found.ok_or_else(|| self.illegal(name))
    }

    /// The states that may follow a move, each with its weight.
    pub fn outcomes(&self, action: &AnyMove) -> Result<Outcomes<Self>, RuleError> {
        self.check(action)?;
        self.0.outcomes(action)
    }

    /// The state after a move. The ticket decides the chance event: with tickets drawn uniformly, every
    /// outcome has its probability.
    pub fn toss(&self, action: &AnyMove, ticket: u64) -> Result<Self, RuleError> {
        self.check(action)?;
        self.0.toss(action, ticket)
    }

    /// The rules of this state.
    #[must_use]
    pub fn rules(&self) -> &dyn DynContest {
        &*self.0
    }

    /// Runs a search on the state. Rules that fail in it [unwind](crate::attempt).
    ///
    /// Searches of the games listed here are compiled for them, since matches under a clock count every node.
    /// All other games share the code for [`ErasedContest`].
    pub fn search<S: ContestSearch>(&self, search: S) -> S::Output {
        macro_rules! compiled {
            ($($type:ty),*) => {
                $(if let Some(state) = self.downcast::<$type>() { return search.run(state); })*
            };
        }
        compiled!(DarkChess, Ewn);
        search.run(&ErasedContest::new(self.clone()))
    }

    /// Returns an error for an illegal move.
    fn check(&self, action: &AnyMove) -> Result<(), RuleError> {
        match self.moves()?.contains(action) {
            true => Ok(()),
            false => Err(self.illegal(action)),
        }
    }

    fn illegal(&self, action: impl Display) -> RuleError {
        let (action, position) = (action.to_string(), self.to_string());
        RuleError::Illegal { action, player: self.to_move(), position }
    }
}

//! A type-erased state of any game with chance, so that a search is compiled once for all games.

use super::{AnyContest, AnyMove, Nth, RuleError, surely};
use crate::{Contest, Outcomes, Stochastic};
use delegate::delegate;
use derive_more::{Debug, Display};
use std::sync::{Arc, OnceLock};
use values::{ByPlayer, Player};

/// A type-erased state of any game with chance. A move is its index in the list of moves. Rules that fail
/// [unwind](crate::attempt).
#[derive(Clone, Debug, Display)]
#[debug("{state:?}")]
#[display("{state}")]
pub struct ErasedContest {
    state: AnyContest,
    /// The list of moves, computed on first use: searches ask several questions about each move.
    moves: OnceLock<Arc<[AnyMove]>>,
}

equal_inside!(ErasedContest, state.0);

impl ErasedContest {
    /// The state with its type erased.
    #[must_use]
    pub fn new(state: AnyContest) -> Self {
        Self { state, moves: OnceLock::new() }
    }

    fn listed(&self) -> &[AnyMove] {
        self.moves.get_or_init(|| surely(self.state.moves()).into())
    }

    fn action(&self, Nth(index): Nth) -> &AnyMove {
        self.listed().get(index).expect("moves come from the list of moves")
    }
}

impl Contest for ErasedContest {
    type Move = Nth;

    /// Every game has its own bound, [`most`](Contest::most).
    const MOST: i32 = i32::MAX;

    fn most(&self) -> i32 {
        self.state.rules().most()
    }

    fn to_move(&self) -> Player {
        self.state.to_move()
    }

    fn moves(&self) -> Vec<Nth> {
        (0..self.listed().len()).map(Nth).collect()
    }

    fn score(&self) -> Option<i32> {
        surely(self.state.score())
    }

    delegate! {
        #[expr(surely($))]
        to self.state.rules() {
            fn range(&self) -> (i32, i32);
            fn distances(&self, least: i32) -> ByPlayer<u32>;
            fn evaluation(&self) -> i32;
        }
    }

    fn ordering(&self, action: Nth) -> i32 {
        surely(self.state.rules().ordering(self.action(action)))
    }

    fn noisy_moves(&self) -> Vec<Nth> {
        let number = |action: AnyMove| {
            let place = self.listed().iter().position(|known| *known == action);
            let missing = || RuleError::Failed(format!("{action} is noisy in {self}, but not a move"));
            surely(place.map(Nth).ok_or_else(missing))
        };
        surely(self.state.rules().noisy_moves()).into_iter().map(number).collect()
    }

    fn plies(&self, action: Nth) -> u32 {
        surely(self.state.rules().plies(self.action(action)))
    }

    /// Transposition tables keep normal forms and do not need the list of moves.
    fn normal_form(&self) -> Self {
        Self::new(surely(self.state.rules().normal_form()).unwrap_or_else(|| self.state.clone()))
    }
}

impl Stochastic for ErasedContest {
    fn outcomes(&self, action: Nth) -> Outcomes<Self> {
        let outcomes = surely(self.state.rules().outcomes(self.action(action)));
        outcomes.into_iter().map(|(weight, next)| (weight, Self::new(next))).collect()
    }

    fn evaluation_after(&self, action: Nth) -> Option<i32> {
        surely(self.state.rules().evaluation_after(self.action(action)))
    }

    fn toss(&self, action: Nth, ticket: u64) -> Self {
        Self::new(surely(self.state.rules().toss(self.action(action), ticket)))
    }
}

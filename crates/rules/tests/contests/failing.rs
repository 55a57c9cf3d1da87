//! A game with chance whose rules fail, as those of a script may: the failure reaches the caller.

use rules::{
    AnyContest, AnyMove, BoardError, Contest as _, ContestSearch, Dealer, DynContest, ErasedContest,
    OpenError, Outcomes, RuleError, Ruleset, Rulesets, Stochastic, attempt,
};
use std::any::Any;
use std::fmt::{self, Display};
use std::hash::{Hash, Hasher};
use values::{ByPlayer, Player};

/// A state whose rules are a script with a mistake: moves can be listed, but not made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Script;

impl Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("script")
    }
}

fn mistake<T>() -> Result<T, RuleError> {
    Err(RuleError::Failed("line 7: there is no such name".to_owned()))
}

impl DynContest for Script {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn most(&self) -> i32 {
        1
    }

    fn to_move(&self) -> Player {
        Player::Left
    }

    fn moves(&self) -> Result<Vec<AnyMove>, RuleError> {
        Ok(vec![AnyMove::new("try".to_owned())])
    }

    fn score(&self) -> Result<Option<i32>, RuleError> {
        Ok(None)
    }

    fn outcomes(&self, _: &AnyMove) -> Result<Outcomes<AnyContest>, RuleError> {
        mistake()
    }
}

/// Reads scripts, but cannot start play.
struct Scripts;

impl Dealer for Scripts {
    fn read(&self, _: &str) -> Result<AnyContest, BoardError> {
        Ok(AnyContest::new(Script))
    }

    fn opening(&self, _: &mut dyn FnMut(u32) -> u32) -> Result<AnyContest, RuleError> {
        mistake()
    }
}

/// A search that makes a move, or one that makes none.
struct Look {
    ahead: bool,
}

impl ContestSearch for Look {
    type Output = i32;

    fn run<S: Stochastic + Display>(self, state: &S) -> i32 {
        if self.ahead { super::expectation(state, 1) as i32 } else { state.most() }
    }
}

#[test]
fn rules_that_fail_reach_the_caller() {
    let mut rulesets = Rulesets::default();
    rulesets.add(Ruleset::dealt_by("script", Scripts)).unwrap();
    let game = rulesets.contest("script").unwrap();
    let failure = mistake::<AnyContest>().unwrap_err();
    assert_eq!(game.opening(&mut |_| 0), Err(OpenError::Rules(failure.clone())));
    let state = game.deal("anything", &mut |_| 0).unwrap();
    let action = state.parse_move("TRY").unwrap();
    assert_eq!(state.outcomes(&action).unwrap_err(), failure);
    assert_eq!(state.toss(&action, 3).unwrap_err(), failure);
    assert_eq!(attempt(|| state.search(Look { ahead: true })), Err(failure));
    assert_eq!(attempt(|| state.search(Look { ahead: false })), Ok(1));
}

/// Methods that a script does not define have a default.
#[test]
fn scripts_need_not_say_all() {
    let erased = ErasedContest::new(AnyContest::new(Script));
    assert_eq!((erased.range(), erased.distances(1), erased.evaluation()), ((-1, 1), ByPlayer::both(1), 0));
    assert_eq!((erased.normal_form(), erased.noisy_moves()), (erased.clone(), Vec::new()));
}

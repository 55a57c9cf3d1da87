//! Go endgames as they are played, by the rule of ko with threats.

use super::{compare_record, record};
use fastrand::Rng;
use rules::games::go::GoFight;
use rules::{Contest, Deterministic, Playable};

fn played(text: &str, moves: &[&str]) -> GoFight {
    moves.iter().fold(GoFight::read(text).unwrap(), |state, action| {
        let found = state.moves().into_iter().find(|known| known.to_string() == *action);
        state.play(found.unwrap_or_else(|| panic!("{action} is not a move in {state}")))
    })
}

/// Whether a move can be made.
fn allows(state: &GoFight, action: &str) -> bool {
    state.moves().iter().any(|known| known.to_string() == action)
}

#[test]
fn a_ko_is_retaken_after_a_threat() {
    let start = ".X.X#|XOXX#|OOOX#|##### right threats 1 0";
    let taken = played(start, &["A4"]);
    assert!(taken.to_string().starts_with("OX.X#|.OXX#|OOOX#|##### left threats 1 0 ban A3"), "{taken}");
    assert!(!allows(&taken, "A3") && allows(&taken, "threat"));
    let threatened = played(start, &["A4", "threat"]);
    assert!(allows(&threatened, "A3") && !allows(&threatened, "threat"));
    let retaken = played(start, &["A4", "threat", "A3"]);
    assert!(retaken.to_string().starts_with(".X.X#|XOXX#|OOOX#|##### right threats 0 0 ban A4"), "{retaken}");
    assert!(!allows(&retaken, "A4") && !allows(&retaken, "threat"));
    // A pass ends the ban, and two passes end play.
    assert!(allows(&played(start, &["A4", "threat", "A3", "pass", "C4"]), "A4"));
    let over = played(start, &["pass", "pass"]);
    assert!(over.moves().is_empty() && over.score().is_some());
}

#[test]
fn a_recorded_fight() {
    let start = GoFight::read(".X.X#|XOXX#|OOOX#|##### right threats 2 1").unwrap();
    compare_record("go-ko", &record(start, &mut Rng::with_seed(24)));
}

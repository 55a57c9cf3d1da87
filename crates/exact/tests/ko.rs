//! Go regions with kos: known boards, their images, and random corners.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::{KoAnswer, KoOrder, ko_answer};
use rules::RULESETS;
use values::{Budget, Komaster};

fn answer(text: &str) -> KoAnswer {
    let position = RULESETS.read(text).unwrap();
    ko_answer(&position, &Komaster::BOTH, KoOrder::BestFirst, &Budget::seconds(20.0)).unwrap().unwrap()
}

/// Mean and temperature under both komasters, written `-2/3@1/3`.
fn masts(text: &str) -> [String; 2] {
    let findings = answer(text).findings;
    [0, 1].map(|i| match findings[i].thermograph() {
        None => findings[i].open.as_ref().unwrap().to_string(),
        Some(found) => format!("{}@{}", found.mean().unwrap(), found.temperature().unwrap()),
    })
}

#[test]
fn known_boards() {
    for (board, expected) in [
        (".X.X#|XOXX#|OOOX#|#####", "-2/3@1/3"),
        ("OX.X#|.OXX#|OOOX#|#####", "-4/9@7/9"),
        ("OX.X#|.OXX#|OOOX#|#####/-1", "-13/9@7/9"),
        (".XXX#|XOXX#|OOOX#|#####", "-1/3@1/3"),
    ] {
        assert_eq!(masts(&format!("go-territory:{board}")), [expected; 2], "{board}");
    }
}

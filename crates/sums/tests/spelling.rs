//! Positions that a search meets are written so that they read back as exactly the same.

#![allow(missing_docs, clippy::unwrap_used)]

use fastrand::Rng;
use rules::{AnyPosition, RULESETS};
use sums::{Component, Part, Spelling, Sum};
use values::Player;

/// Boards that need other bitboards than their regions.
const LARGE: [&str; 9] = [
    "amazons:x........|#########|.........|o........",
    "clobber:xoxoxoxoxox.xoxox",
    "clobber:xoxoxoxox|.........|xxoo.ooxx",
    "col:.........|.##.....#|...x...o.",
    "domineering:.........|.........|.........",
    "domineering:..................|..................",
    "nogo:............",
    "nogo:.........|.x.....o.|.........",
    "snort:x........|..#....o.|.........",
];

/// Plays at random from a sum, and checks all regions on the way.
fn check(text: &str) {
    let sum = Sum::read(&format!("{text} + go:#XXX##|#X..O#|#XXXX# + {{3|*}}")).unwrap();
    let spelling = Spelling::new(&RULESETS, &sum);
    let read_back = |component: &Component| {
        let written = spelling.write(component.position());
        let written = written.unwrap_or_else(|| panic!("{component} of {text} is not written"));
        assert_eq!(spelling.read(&written).as_ref(), Some(component.position()), "{written}");
    };
    let mut random = Rng::with_seed(7);
    for Part { position, .. } in &sum.parts {
        for _ in 0..3 {
            let mut position = position.clone();
            for player in Player::BOTH.into_iter().cycle() {
                position.regions().iter().for_each(|region| read_back(&region.component));
                let count = position.count_moves(player);
                if count == 0 {
                    break;
                }
                position = position.play(player, random.usize(..count)).unwrap();
            }
        }
    }
}

#[test]
fn positions_of_every_ruleset_read_back_as_the_same() {
    for ruleset in RULESETS.positional() {
        check(&format!("{}:{}", ruleset.name, ruleset.example));
    }
}

#[test]
fn regions_keep_the_bitboard_of_the_whole_board() {
    LARGE.into_iter().for_each(check);
}

#[test]
fn what_does_not_read_back_is_not_written() {
    let sum = Sum::read("nim:3 + clobber:xo").unwrap();
    let spelling = Spelling::new(&RULESETS, &sum);
    let foreign: AnyPosition = RULESETS.read("domineering:..").unwrap();
    assert_eq!(spelling.write(&foreign), None);
    for text in ["", "x", "3:xo", "2:domino", "-1:xo", "0:{", "+\t2:xo\t", "99999999999999999999:xo"] {
        assert_eq!(spelling.read(text), None, "{text}");
    }
}

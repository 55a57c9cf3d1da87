//! Searches that are kept: what they call certain is exact, and they remember what they have looked into.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::{ThermographTable, knowledge};
use fastrand::Rng;
use rules::{AnyPosition, Erased, RULESETS};
use temperature::Estimates;
use values::{Budget, Player, Values};

const ROOM: usize = 1 << 28;

fn read(game: &str, text: &str) -> AnyPosition {
    RULESETS.open(game, text).unwrap()
}

/// The thermographs along a random game, after little work on each position, beside the exact ones.
#[test]
fn certain_thermographs_are_exact() {
    let mut random = Rng::with_seed(21);
    let (values, table) = (Values::new(), ThermographTable::default());
    let mut estimates = Estimates::new(knowledge(), ROOM);
    let (mut certain, mut guessed) = (0, 0);
    for (game, start) in [
        ("amazons", "x..#|....|.#..|...o"),
        ("nogo", "x..|.o.|..."),
        ("domineering", "....|....|...."),
        ("tree", "{{4|1}|{0|-3}}"),
    ] {
        for _ in 0..8 {
            let mut position = read(game, start);
            loop {
                let _ = estimates.improve(&position, &Budget::after_nodes(random.u64(1..60)));
                for region in position.regions().unwrap() {
                    let Some((graph, exact)) = estimates.known(&region, &Budget::endless()).unwrap() else {
                        continue;
                    };
                    let erased = Erased::new(region.clone(), Player::Left);
                    let truth = table.thermograph(&values, &erased).unwrap();
                    let truth = values.thermographs().get(truth);
                    assert!(!exact || graph == *truth, "{region}: {graph:?}, {truth:?}");
                    *(if exact { &mut certain } else { &mut guessed }) += 1;
                }
                let options = position.options(random.choice(Player::BOTH).unwrap()).unwrap();
                let Some(next) = random.choice(options) else { break };
                position = next;
            }
        }
    }
    assert!(certain > 20 && guessed > 20, "{certain} {guessed}");
}

#[test]
fn what_was_never_looked_into_is_not_known() {
    let board = read("amazons", "x...|....|....|...o");
    let mut estimates = Estimates::new(knowledge(), ROOM);
    let budget = Budget::endless();
    assert_eq!(estimates.known(&board, &budget), Ok(None));
    let _ = estimates.improve(&board, &Budget::after_nodes(100));
    assert!(estimates.known(&board, &budget).unwrap().is_some());
    assert_eq!(estimates.known(&read("nogo", "..|.."), &budget), Ok(None));
}

//! Any script and any position is read or refused, within the limits.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::library;
use fastrand::Rng;
use rules::Ruleset;
use scripts::{Limits, parse};
use values::Player;

const LIBRARY: [&str; 10] = [
    "arc-kayles",
    "childish-hackenbush",
    "cutcake",
    "eatcake",
    "elephants-and-rhinos",
    "fjords",
    "maundy-cake",
    "partizan-euclid",
    "subtraction",
    "wythoff",
];

const LIMITS: Limits = Limits { instructions: 200_000, bytes: 8 << 20 };

/// A text with some of its pieces cut out, doubled, or exchanged for others.
fn changed(text: &str, random: &mut Rng) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..random.usize(1..4) {
        let from = random.usize(..=text.len());
        let to = random.usize(from..=(from + 12).min(text.len()));
        let other = random.usize(..=text.len());
        let piece: Vec<char> = text[other..(other + 12).min(text.len())].to_vec();
        match random.u8(..4) {
            0 => drop(text.drain(from..to)),
            1 => drop(text.splice(from..to, piece)),
            2 => text.insert(from, "(){}[]=.,\"'+-*/#|x019e\n\0é".chars().nth(random.usize(..24)).unwrap()),
            _ => drop(text.splice(from..from, piece)),
        }
    }
    text.into_iter().collect()
}

/// Asks everything once. Errors are fine.
fn ask(ruleset: &Ruleset, text: &str) {
    let Ok(position) = ruleset.read(text) else { return };
    for player in Player::BOTH {
        if let Ok(options) = position.options(player) {
            options.iter().take(3).for_each(|option| drop((option.to_string(), option.regions())));
        }
        drop(position.moves(player));
    }
    drop((position.regions(), position.normal_form(), position.rules().bounds(), position.rules().number()));
}

fn fuzz(runs: u32, seed: u64) {
    let mut random = Rng::with_seed(seed);
    for name in LIBRARY {
        let ruleset = library(name);
        for _ in 0..runs {
            ask(&ruleset, &changed(&ruleset.example, &mut random));
        }
        let path = format!("{}/../../examples/rulesets/{name}.lua", env!("CARGO_MANIFEST_DIR"));
        let source = std::fs::read_to_string(path).unwrap();
        for _ in 0..runs / 2 {
            if let Ok(changed) = parse("changed.lua", &changed(&source, &mut random), LIMITS) {
                ask(&changed, &ruleset.example);
            }
        }
    }
}

#[test]
fn any_script_and_any_position_is_read_or_refused() {
    fuzz(60, 5);
}

#[test]
#[ignore = "a minute"]
fn many_scripts_are_read_or_refused() {
    for seed in 0..40 {
        fuzz(300, seed);
    }
}

//! The contests with chance against second implementations of their rules without bitboards and tables.
//! Moves, outcomes, weights and scores agree along random games. Other tests have counts, records and single
//! rules.

#![allow(missing_docs, clippy::unwrap_used)]

mod added;
mod dark_chess;
mod ewn;
mod failing;
mod go_ko;
mod plain_dark_chess;
mod plain_ewn;
mod texts;

use fastrand::Rng;
use rules::{Playable, Stochastic};
use std::collections::BTreeMap;

/// A second implementation of the rules.
trait Plain: Clone {
    /// The state as text.
    fn text(&self) -> String;
    /// Every move with its outcomes, each with its number of equally likely cases.
    fn followers(&self) -> BTreeMap<String, Vec<(u32, Self)>>;
    /// The score of Left. `None` means that play goes on.
    fn score(&self) -> Option<i32>;
}

/// Outcomes by their text: equal ones are merged, and weights are divided by their greatest common divisor.
fn table<S>(outcomes: &[(u32, S)], text: impl Fn(&S) -> String) -> BTreeMap<String, u32> {
    let mut table = BTreeMap::new();
    for (weight, state) in outcomes {
        *table.entry(text(state)).or_insert(0) += weight;
    }
    let common = table.values().fold(0, |common, &weight| gcd(common, weight));
    table.values_mut().for_each(|weight| *weight /= common);
    table
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A random outcome, by weight.
fn any<'a, S>(outcomes: &'a [(u32, S)], random: &mut Rng) -> &'a S {
    let all: u32 = outcomes.iter().map(|(weight, _)| weight).sum();
    let mut chance = random.u32(..all);
    for (weight, state) in outcomes {
        if chance < *weight {
            return state;
        }
        chance -= weight;
    }
    unreachable!("chance is below the sum of all weights")
}

/// A state reads back from its text. The text does not have the earlier positions.
fn reads_back<S: Playable>(state: &S) {
    let text = state.to_string();
    assert_eq!(S::read(&text).map(|state| state.to_string()), Ok(text));
}

/// Compares all observable properties of a state.
fn compare<S: Playable, P: Plain>(state: &S, plain: &P) {
    let text = plain.text();
    assert_eq!(state.to_string(), text);
    reads_back(state);
    assert_eq!(state.score(), plain.score(), "{text}");
    let moves = state.moves();
    assert_eq!(moves.is_empty(), state.score().is_some(), "{text}");
    let followers = plain.followers();
    assert_eq!(moves.len(), followers.len(), "{text}");
    for action in moves {
        let plain = followers.get(&action.to_string()).unwrap_or_else(|| panic!("{text}: {action}"));
        let outcomes = state.outcomes(action);
        let known = table(&outcomes, ToString::to_string);
        assert_eq!(known.len(), outcomes.len(), "{text}: {action} has equal outcomes");
        assert_eq!(known, table(plain, Plain::text), "{text}: {action}");
        for (_, next) in &outcomes {
            assert_eq!(next.to_move(), state.to_move().opponent(), "{text}: {action}");
        }
    }
    let (evaluation, most) = (state.evaluation(), S::MOST);
    match state.score() {
        Some(score) => assert!(score.abs() <= most),
        None => assert!(evaluation.abs() < most, "{text}: {evaluation}"),
    }
}

/// Plays a random game in both implementations and compares all states; returns their number.
fn random_game<S: Playable, P: Plain>(mut state: S, mut plain: P, random: &mut Rng) -> usize {
    for length in 1.. {
        compare(&state, &plain);
        let moves = state.moves();
        if moves.is_empty() {
            return length;
        }
        let action = random.choice(moves).unwrap();
        let outcomes = state.outcomes(action);
        state = any(&outcomes, random).clone();
        let text = state.to_string();
        let mut followers = plain.followers();
        let next = followers.remove(&action.to_string()).unwrap().into_iter();
        plain = next.map(|(_, next)| next).find(|next| next.text() == text).unwrap();
    }
    0
}

/// Perft: the number of lines of `depth` moves, with each chance outcome counted once.
fn perft<S: Stochastic>(state: &S, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let outcomes = state.moves().into_iter().flat_map(|action| state.outcomes(action));
    outcomes.map(|(_, next)| perft(&next, depth - 1)).sum()
}

/// The same in the second implementation.
fn plain_perft<P: Plain>(state: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let distinct = |outcomes: Vec<(u32, P)>| {
        let states: BTreeMap<String, P> = outcomes.into_iter().map(|(_, next)| (next.text(), next)).collect();
        states.into_values().map(|next| plain_perft(&next, depth - 1)).sum::<u64>()
    };
    state.followers().into_values().map(distinct).sum()
}

/// The expected score for the player to move, by expectiminax with static evaluations at this depth.
fn expectation<S: Stochastic>(state: &S, depth: u32) -> f64 {
    let sign = if state.to_move() == values::Player::Left { 1.0 } else { -1.0 };
    if let Some(score) = state.score() {
        return sign * f64::from(score);
    }
    if depth == 0 {
        return sign * f64::from(state.evaluation());
    }
    let worth = |action| {
        let outcomes = state.outcomes(action);
        let all: u32 = outcomes.iter().map(|(weight, _)| weight).sum();
        let total: f64 =
            outcomes.iter().map(|(weight, next)| f64::from(*weight) * -expectation(next, depth - 1)).sum();
        total / f64::from(all)
    };
    state.moves().into_iter().map(worth).fold(f64::NEG_INFINITY, f64::max)
}

/// The normal form has the same value for the player to move, and is its own normal form.
fn check_normal_form<S: Playable>(state: &S, depth: u32) {
    let form = state.normal_form();
    assert_eq!(form.normal_form(), form, "{state}");
    reads_back(&form);
    let (found, expected) = (expectation(&form, depth), expectation(state, depth));
    assert!((found - expected).abs() < 1e-6, "{state} is worth {expected}, but {form} {found}");
}

/// A game in which players capture whenever they can.
fn record<S: Playable>(mut state: S, random: &mut Rng) -> String {
    let mut record = String::new();
    while state.score().is_none() {
        let moves = state.moves();
        let loud = state.noisy_moves();
        record += &format!("{state}  {} moves\n", moves.len());
        let action = random.choice(if loud.is_empty() { moves } else { loud }).unwrap();
        record += &format!("{action}\n");
        state = any(&state.outcomes(action), random).clone();
    }
    record + &format!("{state}  score {}\n", state.score().unwrap())
}

/// Compares with the recorded game. `UPDATE_SNAPSHOTS=1` records it again.
fn compare_record(name: &str, record: &str) {
    let folder = format!("{}/tests/playthroughs", env!("CARGO_MANIFEST_DIR"));
    let path = format!("{folder}/{name}.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(&path, record).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(record, recorded, "{name} does not play as recorded in {path}");
}

//! A search that takes over the notes on another one goes on where that one was.

#![allow(missing_docs, clippy::unwrap_used)]

use rules::RULESETS;
use sums::{Solver, Spelling, Sum};
use values::{Budget, Player};

/// It takes some ten thousand nodes.
const SUM: &str = "clobber:xoxoxo|oxoxox|xoxoxo + nogo:...|...|...";

#[test]
fn notes_save_the_work_that_was_done() {
    let sum = Sum::read(SUM).unwrap();
    let spelling = Spelling::new(&RULESETS, &sum);
    let mut whole = Solver::new(Budget::endless());
    let winner = whole.solve(&sum, Player::Left).unwrap().winner;
    let mut first = Solver::new(Budget::after_nodes(whole.nodes() * 10));
    _ = first.solve(&sum, Player::Left);
    let notes = first.notes(spelling, 64 << 20);
    let mut second = Solver::new(Budget::endless());
    let learned = second.learn(&notes, spelling).unwrap();
    assert_eq!(second.solve(&sum, Player::Left).unwrap().winner, winner);
    println!("{} of {} nodes, {learned} results, {} more", first.nodes(), whole.nodes(), second.nodes());
    assert!(first.nodes() < whole.nodes());
    assert!(first.nodes() + second.nodes() < whole.nodes() * 5 / 4);
}

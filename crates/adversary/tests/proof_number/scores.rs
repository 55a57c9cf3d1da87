//! Exact scores: one threshold after the other, and all in one tree.

use super::tree::Tree;
use adversary::proof_number::{Choice, Pn, Thresholds, Verdict, by_doubling};
use fastrand::Rng;
use values::Budget;

/// The score by one threshold after the other, and the number of expanded states.
fn one_by_one(tree: &Tree, most: i32) -> (i32, u64) {
    let mut expanded = 0;
    let score = by_doubling(-most, most, |v| {
        let mut search = Pn::new(tree.clone(), v, 1 << 20);
        let answer = search.run(&Budget::endless());
        expanded += search.expanded();
        answer.map(Verdict::holds)
    });
    (score.unwrap(), expanded)
}

fn together(tree: &Tree, most: i32, choice: Choice) -> (i32, u64) {
    let mut search = Thresholds::new(tree.clone(), -most, most, choice, 1 << 22);
    let score = search.run(&Budget::endless()).unwrap();
    assert_eq!(search.bounds(), (score, score));
    assert_eq!(search.numbers(score).verdict(), Some(Verdict::Proved));
    assert_eq!(search.numbers(score + 1).verdict(), Some(Verdict::Disproved));
    (score, search.expanded())
}

#[test]
fn doubling_and_halving_find_every_score() {
    for (lowest, highest) in [(0, 0), (0, 1), (0, 37), (-20, 20), (-1, 1), (5, 9)] {
        for score in lowest..=highest {
            let mut asked = Vec::new();
            let found = by_doubling(lowest, highest, |v| {
                assert!(v > lowest && v <= highest && !asked.contains(&v), "{v} of {lowest}..={highest}");
                asked.push(v);
                Ok::<_, ()>(score >= v)
            });
            assert_eq!(found, Ok(score));
            if score > lowest + 3 {
                assert_eq!(asked[..3], [lowest + 1, lowest + 2, lowest + 4]);
            }
        }
    }
    assert_eq!(by_doubling(i32::MIN, i32::MAX, |v| Ok::<_, ()>(1_000_000 >= v)), Ok(1_000_000));
}

#[test]
fn all_ways_find_the_score_and_one_tree_needs_fewer_expansions() {
    let mut rng = Rng::with_seed(1);
    let mut total = [0; 3];
    for _ in 0..1500 {
        let most = rng.i32(1..=15);
        let tree = Tree::random(&mut rng, 7, 4, most);
        let found = [
            one_by_one(&tree, most),
            together(&tree, most, Choice::Easiest),
            together(&tree, most, Choice::Middle),
        ];
        for ((score, expanded), total) in found.into_iter().zip(&mut total) {
            assert_eq!(score, tree.minimax());
            *total += expanded;
        }
    }
    println!("expanded one by one, together by the easiest, together by the middle threshold: {total:?}");
    assert!(total[1] < total[0] && total[2] < total[0], "{total:?}");
}

//! Proofs are taken from a tree or found move by move, written and read, checked, and refused when they are
//! wrong.

use super::tree::Tree;
use adversary::history::Repetition;
use adversary::proof_number::{Answers, Chosen, DfPn, Oracle, Pn, Proof, ProofError, check};
use fastrand::Rng;
use proptest::prelude::*;
use rules::bitboard::Small;
use rules::games::domineering::Domineering;
use rules::{Deterministic, Notation, ToMove};
use std::collections::HashSet;
use values::{Budget, Error, Player};

fn prove<S: Deterministic>(root: &S, v: i32) -> Proof {
    let mut search = Pn::new(root.clone(), v, 1 << 24);
    search.run(&Budget::endless()).unwrap();
    search.proof(1 << 20, &Budget::endless()).unwrap().unwrap()
}

fn domineering(text: &str, player: Player) -> ToMove<Domineering<Small>> {
    ToMove { position: Domineering::read(text).unwrap(), player }
}

/// An oracle that has no answers without a search.
struct Minimax(i32);

impl Oracle<Tree> for Minimax {
    fn known(&mut self, _: &Tree) -> Option<bool> {
        None
    }

    fn find(&mut self, state: &Tree) -> Result<bool, Error> {
        Ok(state.minimax() >= self.0)
    }
}

#[test]
fn proofs_of_random_trees_are_right_and_read_back() {
    let mut rng = Rng::with_seed(9);
    for _ in 0..500 {
        let tree = Tree::random(&mut rng, 6, 3, 4);
        for v in -4..=4 {
            let found = Proof::find(&mut Minimax(v), &tree, v, 1 << 20, &Budget::endless()).unwrap();
            for proof in [prove(&tree, v), found] {
                assert_eq!(proof.holds, tree.minimax() >= v);
                assert_eq!(check(&tree, &proof, &Budget::endless()), Ok(()));
                let (subject, again) = Proof::read(&proof.write("a tree")).unwrap();
                assert_eq!((&subject[..], again), ("a tree", proof));
            }
        }
    }
}

#[test]
fn proofs_are_found_with_a_table_that_forgets_almost_everything() {
    for text in ["....|....|....|....", "...|...|...|..#", ".....|..#..|....."] {
        for player in Player::BOTH {
            let root = domineering(text, player);
            let mut search = DfPn::new(2000, Repetition::Never, Budget::endless());
            let mut oracle = Answers { search: &mut search, threshold: 1 };
            let proof = Proof::find(&mut oracle, &root, 1, 1 << 20, &Budget::endless()).unwrap();
            assert_eq!(check(&root, &proof, &Budget::endless()), Ok(()));
            assert_eq!(proof.holds, prove(&root, 1).holds);
        }
    }
}

#[test]
fn a_state_is_in_a_proof_once() {
    let root = domineering("....|....|....|....", Player::Left);
    let proof = prove(&root, 1);
    assert!(proof.holds);
    let mut reached = HashSet::from([(proof.states.len() as u32, root)]);
    let mut open: Vec<_> = reached.iter().copied().collect();
    while let Some((number, state)) = open.pop() {
        let moves = rules::Contest::moves(&state);
        let next: Vec<_> = match number.checked_sub(1).map(|i| &proof.states[i as usize]) {
            None => Vec::new(),
            Some(Chosen::One(index, next)) => vec![(*next, state.play(moves[*index as usize]))],
            Some(Chosen::All(all)) => all.iter().zip(moves).map(|(next, m)| (*next, state.play(m))).collect(),
        };
        open.extend(next.into_iter().filter(|next| reached.insert(*next)));
    }
    reached.retain(|(number, _)| *number > 0);
    assert_eq!(reached.len(), proof.states.len());
}

#[test]
fn a_proof_is_shown_with_its_moves() {
    let root = domineering("..|..", Player::Left);
    let name = |_: &_, action: _| format!("{action}");
    let proof = prove(&root, 1);
    assert_eq!(proof.show(&root, &name, 10, 100), "Left A2-A1, over: 1\n");
    let root = domineering("...|...", Player::Right);
    let proof = prove(&root, 1);
    assert_eq!(proof.winner(), Player::Right);
    let shown = proof.show(&root, &name, 10, 100);
    assert_eq!(shown, "Right A2-B2\n  Left C2-C1\n    Right A1-B1, over: -1\n");
    let short = proof.show(&root, &name, 1, 100);
    assert_eq!(short, "Right A2-B2, …\n(2 of 3 states are not shown)\n");
    let root = domineering("....|....|....|....", Player::Left);
    let shown = prove(&root, 1).show(&root, &name, 20, 30);
    assert_eq!(shown.lines().count(), 31, "{shown}");
}

#[test]
fn damaged_proofs_are_refused() {
    let root = domineering("....|....|....", Player::Left);
    let text = prove(&root, 1).write("domineering");
    assert!(Proof::read(&text).is_ok());
    for at in 0..text.len() {
        for bit in 0..8 {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1 << bit;
            if let Ok(damaged) = String::from_utf8(bytes) {
                assert!(Proof::read(&damaged).is_err(), "byte {at}, bit {bit}");
            }
        }
        assert!(Proof::read(&text[..at]).is_err(), "cut at {at}");
    }
    let lines: Vec<&str> = text.lines().collect();
    for left_out in 0..lines.len() {
        let kept = lines.iter().enumerate().filter(|(i, _)| *i != left_out);
        let damaged: String = kept.map(|(_, line)| format!("{line}\n")).collect();
        assert!(Proof::read(&damaged).is_err(), "without line {left_out}");
    }
    assert_eq!(Proof::read("x"), Err(ProofError::Foreign));
    assert_eq!(Proof::read("tedomari proof 1\n"), Err(ProofError::Cut));
}

/// Changes something in a proof.
fn damage(proof: &mut Proof, rng: &mut Rng) {
    let states = proof.states.len();
    let number = |rng: &mut Rng| rng.u32(..states as u32 + 2);
    match rng.usize(..6) {
        0 => proof.threshold += rng.i32(-2..=2),
        1 => proof.holds = !proof.holds,
        2 if states > 0 => drop(proof.states.remove(rng.usize(..states))),
        3 if states > 0 => proof.states[rng.usize(..states)] = Chosen::One(rng.u32(..4), number(rng)),
        4 if states > 0 => {
            let all = (0..rng.usize(..4)).map(|_| number(rng)).collect();
            proof.states[rng.usize(..states)] = Chosen::All(all);
        }
        _ if states > 1 => proof.states.swap(0, states - 1),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    /// After any damage to a proof, no wrong one is accepted, and nothing panics.
    #[test]
    fn no_wrong_proof_is_accepted(seed: u64, times in 1..4) {
        let mut rng = Rng::with_seed(seed);
        let tree = Tree::random(&mut rng, 5, 3, 4);
        let mut proof = prove(&tree, rng.i32(-4..=4));
        for _ in 0..times {
            damage(&mut proof, &mut rng);
        }
        if check(&tree, &proof, &Budget::endless()).is_ok() {
            prop_assert_eq!(tree.minimax() >= proof.threshold, proof.holds);
        }
    }

    /// Any text is read or refused.
    #[test]
    fn any_text_is_read_or_refused(lines in prop::collection::vec("(one|all|left gets|at least|checksum|[0-9a-f]{16}| |-?[0-9]{1,11}){0,6}", 0..6)) {
        let _ = Proof::read(&format!("tedomari proof 1\n{}\n", lines.join("\n")));
    }
}

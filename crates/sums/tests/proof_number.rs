//! Proof-number search over sums, against the solver of sums; proofs are checked by the rules alone.

#![allow(missing_docs, clippy::unwrap_used)]

use adversary::history::Repetition;
use adversary::proof_number::{Answers, DfPn, Pn, Proof, check};
use fastrand::Rng;
use rules::{Position, ToMove};
use sums::{Solver, Sum, Whole};
use values::{Budget, Outcome, Player};

const PARTS: &[&str] = &[
    "domineering:...|...",
    "domineering:..|..|..",
    "domineering:..#|...|#..",
    "clobber:xoxo",
    "clobber:xo.|ox.",
    "clobber:oxxo|xo..",
    "amazons:x.|.o",
    "amazons:x..|#o.",
    "nogo:...|.x.",
    "nogo:.o..",
    "toads-and-frogs:tt.f.f",
    "konane:xo.x|.xo.",
    "col:...|.x.",
    "snort:.o.|...",
    "hackenbush:wb",
    "^",
    "*2",
    "{2|-1}",
    "{1|*}",
    "-1/2",
    "{3||1|-2}",
];

fn random_sum(rng: &mut Rng) -> String {
    let parts: Vec<&str> = (0..rng.usize(1..=3)).map(|_| PARTS[rng.usize(..PARTS.len())]).collect();
    parts.join(" + ")
}

#[test]
fn searches_of_sums_agree_with_their_solver() {
    let mut rng = Rng::with_seed(6);
    let mut search = DfPn::new(1 << 22, Repetition::Never, Budget::endless());
    let (mut sums, mut small) = (0, 0);
    for _ in 0..400 {
        let text = random_sum(&mut rng);
        let Ok(sum) = Sum::read(&text) else { continue };
        sums += 1;
        let mut solver = Solver::new(Budget::endless().with_bytes(1 << 28));
        for player in Player::BOTH {
            let winner = solver.solve(&sum, player).unwrap().winner;
            let root = ToMove { position: Whole::new(&sum), player };
            let verdict = search.solve(&root, 1).unwrap();
            assert_eq!(verdict.holds(), winner == Player::Left, "{player:?} first in {text}");
            let mut tree = Pn::new(root.clone(), 1, 1 << 20);
            if let Ok(proved) = tree.run(&Budget::endless()) {
                small += 1;
                assert_eq!(proved, verdict, "{player:?} first in {text}");
                let proof = tree.proof(1 << 20, &Budget::endless()).unwrap().unwrap();
                assert_eq!(check(&root, &proof, &Budget::endless()), Ok(()), "{text}");
            }
            let mut oracle = Answers { search: &mut search, threshold: 1 };
            if let Ok(proof) = Proof::find(&mut oracle, &root, 1, 20_000, &Budget::endless()) {
                assert_eq!(check(&root, &proof, &Budget::endless()), Ok(()), "{text}");
            }
        }
    }
    assert!(sums > 300 && small > 300, "{sums} sums, {small} small ones");
}

#[test]
fn sums_that_are_alike_have_one_normal_form() {
    let form = |text: &str| Whole::new(&Sum::read(text).unwrap()).normal_form();
    let alike =
        ["domineering:.#.|.#.|.##", "domineering:...#.. + nogo:.", "{2|-1} + {1|-2} + domineering:.."];
    for text in alike {
        let (whole, _) = form(text);
        assert_eq!(whole.normal_form(), (whole.clone(), false), "{text}");
    }
    assert_eq!(form("domineering:.##|.#.|##.").0, form("domineering:.. + domineering:..").0);
    assert_eq!(form("clobber:xox + domineering:...|...").0, form("domineering:..|..|.. + clobber:oxo").0);
    assert_eq!(form("domineering:... + domineering:.|.|.").0, form("domineering:.#").0);
}

#[test]
fn moves_of_a_sum_have_the_names_of_their_parts() {
    let sum = Sum::read("domineering:..|.. + clobber:xo").unwrap();
    let whole = Whole::new(&sum);
    let names: Vec<(usize, String)> =
        whole.moves(Player::Left).into_iter().map(|m| (m.part(), whole.name(Player::Left, m))).collect();
    let mut expected = Vec::new();
    for (i, part) in sum.parts.iter().enumerate() {
        expected.extend(part.position.moves(Player::Left).into_iter().map(|name| (i, name)));
    }
    assert_eq!(names, expected);
    let played: Vec<Whole> =
        whole.moves(Player::Left).into_iter().map(|m| whole.play(Player::Left, m)).collect();
    assert_eq!(played, whole.options(Player::Left));
}

/// The outcomes of Domineering by rows and columns (Breuker, Uiterwijk and van den Herik 2000).
const DOMINEERING: &[(usize, &[(usize, Outcome)])] = {
    use Outcome::{Left, Next, Previous, Right};
    &[
        (1, &[(1, Previous), (2, Right), (3, Right), (4, Right), (5, Right), (6, Right)]),
        (2, &[(2, Next), (3, Next), (4, Right), (5, Left), (6, Next), (7, Next), (8, Right)]),
        (3, &[(3, Next), (4, Right), (5, Right), (6, Right), (7, Right), (8, Right)]),
        (4, &[(4, Next), (5, Left), (6, Next), (7, Left)]),
        (5, &[(5, Previous), (6, Right)]),
        (6, &[(6, Next)]),
    ]
};

#[test]
fn domineering_on_rectangles_is_won_by_whom_the_field_knows() {
    for &(rows, boards) in DOMINEERING {
        for &(columns, expected) in boards {
            let sum =
                Sum::read(&format!("domineering:{}", vec![".".repeat(columns); rows].join("|"))).unwrap();
            let mut solver = Solver::new(Budget::endless().with_bytes(1 << 28));
            let winners = Player::BOTH.map(|first| solver.solve(&sum, first).unwrap().winner);
            assert_eq!(
                Outcome::of_winners(winners[0], winners[1]),
                expected,
                "{rows} rows, {columns} columns"
            );
            if rows * columns > 20 {
                continue;
            }
            let mut search = DfPn::new(1 << 24, Repetition::Never, Budget::endless());
            for (player, winner) in Player::BOTH.into_iter().zip(winners) {
                let root = ToMove { position: Whole::new(&sum), player };
                assert_eq!(
                    search.solve(&root, 1).unwrap().holds(),
                    winner == Player::Left,
                    "{rows}×{columns}"
                );
            }
        }
    }
}

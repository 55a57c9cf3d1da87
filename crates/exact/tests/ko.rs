//! Go regions with kos: known boards, their images, and random corners.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::{KoAnswer, KoOrder, ko_answer};
use rules::RULESETS;
use values::{Budget, Error, Komaster};

fn answer(text: &str) -> KoAnswer {
    let position = RULESETS.read(text).unwrap();
    ko_answer(&position, &Komaster::BOTH, KoOrder::BestFirst, &Budget::seconds(20.0)).unwrap().unwrap()
}

/// Mean and temperature under both komasters, written `-2/3@1/3`.
fn masts(text: &str) -> [String; 2] {
    let findings = answer(text).findings;
    [0, 1].map(|i| match findings[i].thermograph() {
        None => findings[i].open.unwrap().to_string(),
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

/// A corner of random points with a ring of random stones that live outside.
fn random_corner(rng: &mut fastrand::Rng, width: usize, height: usize) -> String {
    let pick = |rng: &mut fastrand::Rng, from: &str| from.chars().nth(rng.usize(..from.len())).unwrap();
    let mut rows = Vec::new();
    for _ in 0..height {
        let mut row: String = (0..width).map(|_| pick(rng, "..XO")).collect();
        row.push(pick(rng, "XO"));
        rows.push(row + "#");
    }
    let ring: String = (0..width).map(|_| pick(rng, "XO")).collect();
    rows.push(ring + "##");
    rows.push("#".repeat(width + 2));
    rows.join("|")
}

#[test]
fn random_corners() {
    for (width, height, count) in [(2, 3, 200), (3, 3, 100), (4, 3, 30)] {
        let mut rng = fastrand::Rng::with_seed(24);
        let (mut read, mut valued, mut second, mut cycle, mut limit, mut nodes) = (0, 0, 0, 0, 0, 0);
        let start = std::time::Instant::now();
        while read < count {
            let text = format!("go-territory:{}", random_corner(&mut rng, width, height));
            let Ok(position) = RULESETS.read(&text) else { continue };
            read += 1;
            let found = ko_answer(&position, &Komaster::BOTH, KoOrder::BestFirst, &Budget::seconds(10.0));
            let found = found.unwrap().unwrap();
            nodes += found.nodes;
            match found.findings.iter().find_map(|finding| finding.open) {
                None => valued += 1,
                Some(Error::SecondKo) => second += 1,
                Some(Error::Cycle) => cycle += 1,
                Some(_) => limit += 1,
            }
        }
        eprintln!("{width}x{height}: {read} read, {valued} valued, {second} second, {cycle} cycle, {limit} limit, {nodes} nodes {:?}", start.elapsed());
    }
}

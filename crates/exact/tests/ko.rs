//! Go regions with kos: known boards, their images, and random corners.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::go_judge::Judge;
use exact::{KoAnswer, KoFinding, KoOrder, ko_answer, no_go_value};
use rules::RULESETS;
use rules::games::go::NoValue;
use values::{Budget, Error, KoThermograph, Komaster, Player, Rational, Values};

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

/// A question that was ended by its budget is not answered, and can be asked again.
#[test]
fn values_are_asked_for_within_a_budget() {
    let position = RULESETS.read("go-territory:#XXXXXXX##|#X......O#|#XXXXXXX##").unwrap();
    assert!(matches!(no_go_value(&position, &Budget::after_nodes(20)), Some(NoValue::Ended(_))));
    assert_eq!(no_go_value(&position, &Budget::endless()), None);
    assert_eq!(no_go_value(&position, &Budget::after_nodes(0)), None);
}

/// A second ko in a region that is too large for bans.
#[test]
fn a_large_region_with_two_kos() {
    let found = answer("go-territory:O.OX#|.O.X#|...X#|XOX##|#####").findings;
    for finding in found.iter().filter(|finding| finding.open.is_some()) {
        let [[low, high], [cold, hot]] = [finding.mean().unwrap(), finding.temperature().unwrap()];
        assert!(low < high && cold <= hot, "{finding:?}");
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

/// Rows turned by a quarter, and with the colours exchanged.
fn turned(text: &str) -> String {
    let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
    let columns = 0..rows[0].len();
    let turned = columns.map(|x| rows.iter().rev().map(|row| row[x]).collect::<String>());
    turned.collect::<Vec<_>>().join("|")
}

fn exchanged(text: &str) -> String {
    let other = |c| match c {
        'X' => 'O',
        'O' => 'X',
        c => c,
    };
    text.chars().map(other).collect()
}

/// Nine of ten corners have thermographs, turned boards have the same, exchanged colours the negative.
#[test]
fn random_corners() {
    let mut rng = fastrand::Rng::with_seed(24);
    for (width, height, count, least) in [(2, 3, 40, 38), (3, 3, 5, 4)] {
        let (mut read, mut valued) = (0, 0);
        while read < count {
            let text = random_corner(&mut rng, width, height);
            if RULESETS.read(&format!("go-territory:{text}")).is_err() {
                continue;
            }
            read += 1;
            let found = answer(&format!("go-territory:{text}")).findings;
            let Some(graphs) = found.iter().map(KoFinding::thermograph).collect::<Option<Vec<_>>>() else {
                assert!(found.iter().any(|finding| finding.open == Some(Error::SecondKo)), "{text}");
                continue;
            };
            valued += 1;
            let same = answer(&format!("go-territory:{}", turned(&text))).findings;
            let negative = answer(&format!("go-territory:{}", exchanged(&text))).findings;
            for i in 0..2 {
                // Below 0 the walls are known or not, as the search went.
                let above = |graph: Option<&KoThermograph>| graph.unwrap().cut(Rational::ZERO).unwrap();
                let graph = above(Some(graphs[i]));
                assert_eq!(above(same[i].thermograph()), graph, "{text}");
                let negative = above(negative[1 - i].thermograph());
                for player in Player::BOTH {
                    let mirrored = negative.wall(player.opponent()).negated();
                    assert_eq!(mirrored, *graph.wall(player), "{text}");
                }
            }
        }
        assert!(valued >= least, "{valued} of {read} corners {width}x{height}");
    }
}

/// The largest difference between a wall and play, in points. Play loses a few coupons, however small they are.
const SLACK: f64 = 0.2;

/// Compares the thermographs of a board by area with play beside coupons, from the temperature at which they are
/// certain. Returns how many were compared.
fn judged(text: &str, unit: i32) -> Result<usize, String> {
    let position = RULESETS.read(&format!("go:{text}")).unwrap();
    let komasters = [Komaster::Left, Komaster::Right, Komaster::Nobody];
    let found =
        ko_answer(&position, &komasters, KoOrder::BestFirst, &Budget::seconds(20.0)).unwrap().unwrap();
    let mut compared = 0;
    if !found.has_ko {
        return Ok(0);
    }
    for (finding, threats) in found.findings.iter().zip([[4, 0], [0, 4], [0, 0]]) {
        let Some(graph) = finding.thermograph() else { continue };
        compared += 1;
        let mut off = String::new();
        for (unit, row) in [(2 * unit, 7), (4 * unit, 10), (8 * unit, 14)] {
            off.clear();
            let mut judge = Judge::read(text, unit, row);
            for top in (unit + unit / 2..=7 * unit).step_by(unit as usize / 2 + 1) {
                for player in Player::BOTH {
                    let played = judge.wall(player, threats, top as u16);
                    let wall =
                        graph.wall(player).at(Rational::new(top.into(), unit.into()).unwrap()).unwrap();
                    if (played - wall.to_f64()).abs() > SLACK {
                        off = format!(
                            "{text}, {}, {player:?} at {top}/{unit}: {played} in play, the wall is {wall}",
                            finding.komaster
                        );
                    }
                }
            }
            if off.is_empty() {
                break;
            }
        }
        if !off.is_empty() {
            return Err(off);
        }
    }
    Ok(compared)
}

/// Compares random corners with a ko and at most six empty points until enough thermographs were compared.
fn judge_corners(seed: u64, (width, height): (usize, usize), enough: usize, unit: i32) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let (mut compared, mut wrong) = (0, Vec::new());
    while compared < enough {
        let text = random_corner(&mut rng, width, height);
        if text.matches('.').count() <= 6 && RULESETS.read(&format!("go:{text}")).is_ok() {
            match judged(&text, unit) {
                Ok(count) => compared += count,
                Err(off) => wrong.push(off),
            }
        }
    }
    println!("{compared} compared, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn corners_agree_with_play_beside_coupons() {
    judge_corners(7, (2, 2), 12, 8);
}

#[test]
#[ignore = "takes minutes"]
fn many_corners_agree_with_play_beside_coupons() {
    judge_corners(8, (2, 2), 300, 16);
    judge_corners(9, (2, 3), 100, 8);
    judge_corners(10, (3, 3), 30, 8);
    judge_corners(11, (3, 4), 15, 8);
}

/// Corridors are loop-free, and have the thermographs of their values.
#[test]
fn corridors_are_as_by_value() {
    let values = Values::new();
    for n in [3, 8, 15] {
        let wall = "X".repeat(n + 1);
        let text = format!("go-territory:#{wall}##|#X{}O#|#{wall}##", ".".repeat(n));
        let found = answer(&text);
        assert!(!found.has_ko);
        // {n-1|...{1|{0|0}}}
        let mut value = values.parse("*").unwrap();
        for i in 2..=n {
            value = values.from_options(&[values.integer(i as i64 - 1).unwrap()], &[value]).unwrap();
        }
        let graph = values.thermograph(value).unwrap();
        for finding in &found.findings {
            let known = finding.thermograph().unwrap();
            assert_eq!(known.mean(), Rational::try_from(graph.mean()).ok(), "{n}");
            assert_eq!(known.temperature(), Rational::try_from(graph.temperature()).ok(), "{n}");
        }
    }
}

/// A corridor of Black's, open to White at both ends: White comes nearer from either, Black closes one.
#[test]
fn corridors_with_two_ends() {
    let values = Values::new();
    let one_end: Vec<_> = std::iter::successors(Some((1, values.parse("*").unwrap())), |&(n, value)| {
        let kept = values.integer(n).unwrap();
        Some((n + 1, values.from_options(&[kept], &[value]).unwrap()))
    })
    .map(|(_, value)| value)
    .take(12)
    .collect();
    let mut value = values.parse("*").unwrap();
    for n in 2..=11 {
        value = values.from_options(&[one_end[n - 2]], &[value]).unwrap();
        if ![4, 9, 11].contains(&n) {
            continue;
        }
        let wall = "X".repeat(n);
        let text = format!("go-territory:##{wall}##|#O{}O#|##{wall}##", ".".repeat(n));
        let graph = values.thermograph(value).unwrap();
        for finding in &answer(&text).findings {
            let known = finding.thermograph().unwrap();
            assert_eq!(known.mean(), Rational::try_from(graph.mean()).ok(), "{n}");
            assert_eq!(known.temperature(), Rational::try_from(graph.temperature()).ok(), "{n}");
        }
    }
}

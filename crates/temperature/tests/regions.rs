//! Every method works region by region: means add, and temperatures of sums are those of their thermographs.

#![allow(missing_docs, clippy::unwrap_used)]

use rules::bitboard::{Large, Small};
use rules::games::amazons::Amazons;
use rules::games::clobber::Clobber;
use rules::games::go::TerritoryGo;
use rules::{Notation, Position};
use temperature::mts::Mts;
use temperature::{Enhancements, Leaves, Method, Tds};
use values::{Budget, Dyadic, Values};

fn dyadic(text: &str) -> Dyadic {
    text.parse().unwrap()
}

fn methods() -> [Method; 4] {
    let tds = |enhancements| Method::Tds(Box::new(Tds { enhancements, ..Tds::default() }));
    [Method::Exact, Method::Interval, tds(Enhancements::ALL), Method::Mts(Mts::default(), Leaves::default())]
}

/// Four boards of 4×4 in the corners of 10×10, apart from each other, with a queen each.
const CORNERS: &str = "x...##...x|.#..##.#..|....##....|...o##o...|##########|##########|x...##...x|..#.##....|....##.#..|..o.##o...";

#[test]
fn four_corners_are_exact() {
    let position = Amazons::<Large>::read(CORNERS).unwrap();
    assert_eq!(position.regions().len(), 4);
    let budget = Budget::endless();
    let found = Method::Interval.find(&position, &budget, |_| {}).unwrap();
    assert!(found.exact(), "{found:?}");
    let mut mean = Dyadic::ZERO;
    let mut hottest = Dyadic::MINUS_ONE;
    for region in position.regions() {
        let of_region = Method::Interval.find(&region, &budget, |_| {}).unwrap();
        mean = mean.plus(of_region.mean.unwrap()).unwrap();
        hottest = hottest.max(of_region.temperature.unwrap());
    }
    assert_eq!(found.mean, Some(mean));
    assert!(found.temperature.unwrap() <= hottest);
}

/// Two boards side by side: equal ones, whose sum may be colder, opposite ones, and others. The truth is the
/// canonical form of the sum. Boards of 3×4 are large for coupons, and those of 3×3 for a search without table.
#[test]
fn two_boards_side_by_side_are_exact() {
    let values = Values::new();
    let table = exact::ValueTable::default();
    let boards = [
        "x..#x..|...#...|...#...|..o#..o",
        "x..#o..|...#...|...#...|..o#..x",
        "x..#x..|.#.#...|...#...|..o#.o.",
        "x..#..o|...#...|...#.#.|..o#x..",
        "x..#x..|...#...|..o#..o",
        "x..#o..|.#.#.#.|..o#..x",
        "x..#.x.|..##...|..o#..o",
    ];
    for text in boards {
        let position = Amazons::<Small>::read(text).unwrap();
        let value = table.value(&values, &position).unwrap();
        let graph = values.thermograph(value).unwrap();
        let methods = methods().into_iter().take(if text.len() > 24 { 2 } else { 3 });
        for method in methods {
            let found = method.find(&position, &Budget::endless(), |_| {}).unwrap();
            assert!(found.exact(), "{}: {text}: {found:?}", method.name());
            let wanted = (Some(graph.mean()), Some(graph.temperature()));
            assert_eq!((found.mean, found.temperature), wanted, "{}: {text}", method.name());
            for t in ["-1", "0", "1/2", "1", "2"].map(dyadic) {
                let verdict = method.is_hotter(&position, t, &Budget::endless()).unwrap();
                let wanted = (Some(graph.temperature() > t), true);
                assert_eq!((verdict.hotter, verdict.exact), wanted, "{}: {text} at {t}", method.name());
            }
        }
    }
}

/// Rows of Clobber, of which many are equally hot.
#[test]
fn sums_of_short_rows_are_exact() {
    let values = Values::new();
    let table = exact::ValueTable::default();
    let rows: Vec<String> = (0..81usize)
        .map(|code| (0..4).map(|i| ['x', 'o', '.'][code / 3usize.pow(i) % 3]).collect())
        .collect();
    for left in rows.iter().step_by(4) {
        for right in rows.iter().step_by(7) {
            let position = Clobber::<Small>::read(&format!("{left}|....|{right}")).unwrap();
            let graph = values.thermograph(table.value(&values, &position).unwrap()).unwrap();
            for method in methods() {
                let found = method.find(&position, &Budget::endless(), |_| {}).unwrap();
                let wanted = (Some(graph.mean()), Some(graph.temperature()), true);
                assert_eq!(
                    (found.mean, found.temperature, found.exact()),
                    wanted,
                    "{}: {position}",
                    method.name()
                );
            }
        }
    }
}

/// Bounds hold when time is up at any moment.
#[test]
fn bounds_of_sums_hold_under_any_limit() {
    let position = Amazons::<Small>::read("x..#x..|...#...|...#...|..o#.o.").unwrap();
    let truth = Method::Exact.find(&position, &Budget::endless(), |_| {}).unwrap();
    let (mean, temperature) = (truth.mean.unwrap(), truth.temperature.unwrap());
    for nodes in [0, 1, 10, 100, 1_000, 10_000] {
        for method in methods() {
            let found = method.find(&position, &Budget::after_nodes(nodes), |_| {}).unwrap();
            let holds = |bounds: temperature::Between, x: Dyadic| {
                bounds.low.is_none_or(|low| low <= x) && bounds.high.is_none_or(|high| x <= high)
            };
            assert!(holds(found.mean_bounds, mean), "{}: {found:?}", method.name());
            assert!(holds(found.temperature_bounds, temperature), "{}: {found:?}", method.name());
            assert!(found.exact() || found.ended_by.is_some(), "{}: {found:?}", method.name());
        }
    }
}

/// Kao 2000: A, B, A + B and C, on boards with their means and temperatures; the boards of the paper are lost. After
/// Black's move C is worth 24, after White's it is A + B.
#[test]
fn kaos_examples_on_boards() {
    let top = "#########|#XXXXXXX#|#XXOOXOX#|#XXOO..X#";
    let bottom = "#XOOOO.X#|#XXXXXXX#|#########/3";
    let tds = |enhancements| Method::Tds(Box::new(Tds { enhancements, ..Tds::default() }));
    let numbers = Method::Mts(Mts::default(), Leaves::Numbers);
    let methods = methods().into_iter().chain([Method::Best, tds(Enhancements::NONE), numbers]);
    let methods: Vec<Method> = methods.collect();
    for (name, board, mean, temperature) in [
        ("A", format!("{top}|#XXXXXOO#|#########"), "8", "3"),
        ("B", format!("#########|#XXXXXOO#|{bottom}"), "7", "4"),
        ("A + B", format!("{top}|#XXXXXOO#|{bottom}"), "15", "4"),
        ("C", format!("{top}|#XXXXX.O#|{bottom}"), "39/2", "9/2"),
    ] {
        let position = TerritoryGo::<Large>::read(&board).unwrap();
        for method in &methods {
            let found = method.find(&position, &Budget::endless(), |_| {}).unwrap();
            let both = (found.mean, found.temperature);
            assert_eq!(both, (Some(dyadic(mean)), Some(dyadic(temperature))), "{name} by {method:?}");
        }
    }
}

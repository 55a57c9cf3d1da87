//! The library of rulesets: published formulas, and plain recursion over rules that are written here once more.

#![allow(missing_docs, clippy::unwrap_used, clippy::ptr_arg)]

use crate::support::{Found, library};
use rules::RULESETS;
use std::collections::{BTreeSet, HashMap};
use values::{ByPlayer, Dyadic, Player, ValueId};

fn integer(found: &Found, n: i64) -> ValueId {
    found.values.number(Dyadic::integer(n).unwrap()).unwrap()
}

/// A table in Winning Ways, chapter 2: the sides are halved as often as possible.
#[test]
fn cutcake() {
    let (ruleset, found) = (library("cutcake"), Found::default());
    for columns in 1..=16_i64 {
        for rows in 1..=16_i64 {
            let value = match columns >> rows.ilog2() {
                0 => 1 - (rows >> columns.ilog2()),
                whole => whole - 1,
            };
            let text = format!("{columns}x{rows}");
            assert_eq!(found.read(&ruleset, &text), integer(&found, value), "{text}");
        }
    }
    assert_eq!(found.print(&ruleset, "5x3 1x2"), "0");
}

/// The formula in Winning Ways, chapter 2: both sides are divided by their smallest prime until one of them is 1;
/// what the other is divided to after that is added up.
#[test]
fn maundy_cake() {
    fn divided(n: i64) -> Vec<i64> {
        let after = |n: &i64| (2..=*n).find(|p| n % p == 0).map(|p| n / p);
        std::iter::successors(Some(n), after).skip(1).collect()
    }
    let (ruleset, found) = (library("maundy-cake"), Found::default());
    let check = |columns: i64, rows: i64| {
        let (left, right) = (divided(columns), divided(rows));
        let rest = |long: &[i64], short: &[i64]| long.iter().skip(short.len()).sum::<i64>();
        let text = format!("{columns}x{rows}");
        let value = rest(&left, &right) - rest(&right, &left);
        assert_eq!(found.read(&ruleset, &text), integer(&found, value), "{text}");
    };
    for columns in 1..=20 {
        for rows in 1..=20 {
            check(columns, rows);
        }
    }
    check(999, 1000);
}

#[test]
fn eatcake() {
    fn options(&(columns, rows): &(u8, u8), player: Player) -> Vec<Vec<(u8, u8)>> {
        let strips = if player == Player::Left { columns } else { rows };
        let halves = |at| match player {
            Player::Left => vec![(at, rows), (columns - 1 - at, rows)],
            Player::Right => vec![(columns, at), (columns, rows - 1 - at)],
        };
        (0..strips).map(halves).collect()
    }
    fn value(found: &Found, known: &mut HashMap<(u8, u8), ValueId>, cake: (u8, u8)) -> ValueId {
        if cake.0 == 0 || cake.1 == 0 {
            return ValueId::ZERO;
        }
        if !known.contains_key(&cake) {
            let sides = ByPlayer::from_fn(|player| {
                let sum = |cakes: Vec<_>| {
                    let add = |sum, cake| found.values.sum(sum, value(found, known, cake)).unwrap();
                    cakes.into_iter().fold(ValueId::ZERO, add)
                };
                options(&cake, player).into_iter().map(sum).collect::<Vec<_>>()
            });
            known.insert(cake, found.values.from_options(&sides.left, &sides.right).unwrap());
        }
        known[&cake]
    }
    let (ruleset, found) = (library("eatcake"), Found::default());
    let mut known = HashMap::new();
    for columns in 1..=6 {
        for rows in 1..=4 {
            let text = format!("{columns}x{rows}");
            assert_eq!(found.read(&ruleset, &text), value(&found, &mut known, (columns, rows)), "{text}");
        }
    }
    assert_eq!(["0", "1x1", "2x1", "1x2"].map(|text| found.print(&ruleset, text)), ["0", "*", "v", "^"]);
}

/// The second player wins at floor(n φ), floor(n φ²).
#[test]
fn wythoff() {
    let (ruleset, found) = (library("wythoff"), Found::default());
    let golden = |n: u32| ((n + (5 * n * n).isqrt()) / 2, (3 * n + (5 * n * n).isqrt()) / 2);
    let lost: BTreeSet<(u32, u32)> = (0..20).map(golden).collect();
    for a in 0..=18 {
        for b in a..=18 {
            let value = found.read(&ruleset, &format!("{b},{a}"));
            assert_eq!(value == ValueId::ZERO, lost.contains(&(a, b)), "{a},{b}");
        }
    }
}

/// Periods that are known, and least nim values that no option has.
#[test]
fn subtraction() {
    let (ruleset, found) = (library("subtraction"), Found::default());
    let values = |set: &str, heaps: u32| -> Vec<ValueId> {
        (0..heaps).map(|heap| found.read(&ruleset, &format!("{heap}/{set}"))).collect()
    };
    let nimbers =
        |numbers: &mut dyn Iterator<Item = u32>| numbers.map(|n| found.nimber(n)).collect::<Vec<_>>();
    assert_eq!(values("1,2,3", 30), nimbers(&mut (0..30).map(|heap| heap % 4)));
    assert_eq!(values("1,3,4", 35), nimbers(&mut [0, 1, 0, 1, 2, 3, 2].into_iter().cycle().take(35)));
    let set = [2, 5, 6, 11];
    let mut known: Vec<u32> = Vec::new();
    for heap in 0..60_usize {
        let options: Vec<u32> = set.iter().filter(|&&n| n <= heap).map(|n| known[heap - n]).collect();
        known.push((0..).find(|n| !options.contains(n)).unwrap());
    }
    assert_eq!(values("2,5,6,11", 60), nimbers(&mut known.into_iter()));
}

/// On a path it is Dawson's Kayles, 0.07; all edges of a cycle, and of a complete graph, are alike.
#[test]
fn arc_kayles() {
    let (ruleset, found) = (library("arc-kayles"), Found::default());
    let graph = |edges: Vec<(u32, u32)>| {
        let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
        if edges.is_empty() { "0".to_owned() } else { edges.join(" ") }
    };
    let path = |n: u32| {
        let native = RULESETS.open("octal", &format!("0.07:{n}")).unwrap();
        assert_eq!(
            found.read(&ruleset, &graph((1..n).map(|i| (i, i + 1)).collect())),
            found.of(&native),
            "{n}"
        );
        found.of(&native)
    };
    let other = |value: ValueId| if value == ValueId::ZERO { found.nimber(1) } else { ValueId::ZERO };
    for n in 3..=14 {
        let cycle = graph((0..n).map(|i| (i, (i + 1) % n)).collect());
        assert_eq!(found.read(&ruleset, &cycle), other(path(n - 2)), "a cycle of {n}");
    }
    let mut complete = [ValueId::ZERO; 2];
    for n in 2..=6 {
        let edges = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
        let value = found.read(&ruleset, &graph(edges));
        assert_eq!(value, other(complete[0]), "a complete graph of {n}");
        complete = [complete[1], value];
    }
}

#[test]
fn elephants_and_rhinos() {
    fn options(strip: &Vec<u8>, player: Player) -> Vec<Vec<u8>> {
        let (from, to) = if player == Player::Left { (b"e.", b".e") } else { (b".r", b"r.") };
        let places = (0..strip.len() - 1).filter(|&i| strip[i..].starts_with(from));
        places.map(|i| [&strip[..i], to, &strip[i + 2..]].concat()).collect()
    }
    let (ruleset, found) = (library("elephants-and-rhinos"), Found::default());
    let mut known = HashMap::new();
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..60 {
        let strip: Vec<u8> = (0..random.usize(2..10)).map(|_| b"eerr...."[random.usize(..8)]).collect();
        let text = String::from_utf8(strip.clone()).unwrap();
        assert_eq!(found.read(&ruleset, &text), found.plain(&mut known, &options, &strip), "{text}");
    }
    let known = ["e...", "..r", "e.r", "e..r", "ee.r"].map(|text| found.print(&ruleset, text));
    assert_eq!(known, ["3", "-2", "*", "0", "{1|0}"]);
}

/// The rules of McKay and Nowakowski.
#[test]
fn partizan_euclid() {
    fn options(&(p, q): &(u32, u32), player: Player) -> Vec<(u32, u32)> {
        match p % q {
            0 => vec![],
            t if player == Player::Left => vec![(q, t)],
            t => vec![(q, q - t)],
        }
    }
    let (ruleset, found) = (library("partizan-euclid"), Found::default());
    let mut known = HashMap::new();
    for p in 1..40 {
        for q in 1..=p {
            let text = format!("{p},{q}");
            assert_eq!(found.read(&ruleset, &text), found.plain(&mut known, &options, &(p, q)), "{text}");
        }
    }
    assert_eq!(["6,3", "3,2", "5,3", "4,3"].map(|text| found.print(&ruleset, text)), ["0", "*", "v", "^"]);
}

#[test]
fn fjords() {
    type Land = Vec<(i8, i8, u8)>;
    fn options(land: &Land, player: Player) -> Vec<Land> {
        let mine = if player == Player::Left { b'x' } else { b'o' };
        let near = |&(x, y, _): &(i8, i8, u8)| {
            let steps =
                |a: i8, b: i8| matches!((a - x, b - y), (1 | -1, 0) | (0, 1 | -1) | (1, -1) | (-1, 1));
            land.iter().any(|&(a, b, symbol)| symbol == mine && steps(a, b))
        };
        let claimed = |i: usize| {
            let mut after = land.clone();
            after[i].2 = mine;
            after
        };
        (0..land.len()).filter(|&i| land[i].2 == b'.' && near(&land[i])).map(claimed).collect()
    }
    let (ruleset, found) = (library("fjords"), Found::default());
    let mut known = HashMap::new();
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..40 {
        let cells: Vec<u8> = (0..9).map(|_| b"xo#....."[random.usize(..8)]).collect();
        let rows: Vec<String> = cells.chunks(3).map(|row| String::from_utf8(row.to_vec()).unwrap()).collect();
        let place = |(i, &cell): (usize, &u8)| (i as i8 % 3, i as i8 / 3, cell);
        let land: Land = cells.iter().enumerate().map(place).collect();
        let text = rows.join("|");
        assert_eq!(found.read(&ruleset, &text), found.plain(&mut known, &options, &land), "{text}");
    }
    assert_eq!(
        ["x..", "x.o", "x..o", "..|#o"].map(|text| found.print(&ruleset, text)),
        ["2", "*", "0", "-2"]
    );
}

#[test]
fn childish_hackenbush() {
    type Edges = Vec<(u8, u8, char)>;
    fn standing(edges: Edges) -> Edges {
        let mut reached = BTreeSet::from([0]);
        for _ in &edges {
            for &(a, b, _) in &edges {
                if reached.contains(&a) || reached.contains(&b) {
                    reached.extend([a, b]);
                }
            }
        }
        edges.into_iter().filter(|(a, _, _)| reached.contains(a)).collect()
    }
    fn options(edges: &Edges, player: Player) -> Vec<Edges> {
        let mine = if player == Player::Left { 'L' } else { 'R' };
        let cut = |(i, edge): (usize, &(u8, u8, char))| {
            let rest = standing([&edges[..i], &edges[i + 1..]].concat());
            let is_legal = edge.2 == 'E' || edge.2 == mine && rest.len() + 1 == edges.len();
            is_legal.then_some(rest)
        };
        edges.iter().enumerate().filter_map(cut).collect()
    }
    let (ruleset, found) = (library("childish-hackenbush"), Found::default());
    let mut known = HashMap::new();
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..60 {
        let mut edges: Edges = Vec::new();
        for node in 1..=random.u8(1..6) {
            edges.push((random.u8(..node), node, ['L', 'R', 'E'][random.usize(..3)]));
        }
        let node = |node: u8| if node == 0 { "g".to_owned() } else { format!("n{node}") };
        if edges.len() > 2 && random.bool() {
            edges.push((0, edges.len() as u8, ['L', 'R'][random.usize(..2)]));
        }
        let words: Vec<String> =
            edges.iter().map(|&(a, b, colour)| format!("{}-{}:{colour}", node(a), node(b))).collect();
        let text = words.join(" ");
        assert_eq!(found.read(&ruleset, &text), found.plain(&mut known, &options, &edges), "{text}");
    }
    let stalks = ["g", "g-a:L", "g-a:L a-b:L", "g-a:L a-b:R", "g-a:E a-b:E"];
    assert_eq!(stalks.map(|text| found.print(&ruleset, text)), ["0", "1", "2", "0", "*2"]);
}

/// Every ruleset says what it is, and its example and names of moves are read back.
#[test]
fn every_ruleset_is_a_page() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rulesets")).unwrap();
    let files: Vec<_> = folder
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "lua"))
        .collect();
    assert!(files.len() >= 10);
    let mut all = rules::Rulesets::default();
    for path in files {
        let ruleset = scripts::load(&path).unwrap();
        assert_eq!(*ruleset.name, *path.file_stem().unwrap().to_str().unwrap());
        assert!(!ruleset.about.is_empty() && !ruleset.notation.is_empty(), "{}", ruleset.name);
        let position = ruleset.read(&ruleset.example).unwrap();
        assert_eq!(ruleset.read(&position.to_string()).unwrap(), position);
        for player in Player::BOTH {
            for action in position.moves(player).unwrap() {
                assert_eq!(position.parse_move(player, &action.to_string()).unwrap(), action);
            }
        }
        all.add(ruleset).unwrap();
    }
}

/// Values that CGSuite finds (its own tests, `GameHeapTest`, `GameGraphTest` and `GameStripTest`, 2.2), compared by
/// value. Its first number of a cake is that of rows.
#[test]
fn values_by_another_program() {
    let cakes = |name: &str, values: &[&str]| -> Vec<(String, String, String)> {
        let cake = |(columns, value): (usize, &&str)| {
            (name.to_owned(), format!("{}x8", columns + 1), (*value).to_owned())
        };
        values.iter().enumerate().map(cake).collect()
    };
    let one =
        |name: &str, position: &str, value: &str| (name.to_owned(), position.to_owned(), value.to_owned());
    let heaps = |name: &str, before: &str, values: &[&str], first: usize| -> Vec<_> {
        (first..).zip(values).map(|(n, value)| one(name, &format!("{before}{n}"), value)).collect()
    };
    let euclid = ["0", "0", "v", "0", "0", "^", "^5", "0"];
    let wythoff = "10 11 9 8 13 12 0 15 16 17 14 18 7 6 2 3 1 4 5 23 28";
    let nimbers: Vec<String> = wythoff.split(' ').map(|n| format!("*{n}")).collect();
    let nimbers: Vec<&str> = nimbers.iter().map(String::as_str).collect();
    let hackenbush = [
        ("g-a:L a-b:L a-c:R c-d:L", "2"),
        ("g-a:L a-b:L b-c:L c-d:L d-e:L e-f:L f-h:R h-i:R i-j:R j-g:R", "{4|-2}"),
        ("g-a:R a-t:L a-b:R b-t:L b-c:R c-t:L c-d:R d-t:L d-e:R e-t:L", "15/16"),
        ("g-b:E g-b:E b-c:L c-d:L d-e:L e-f:L f-h:L h-i:L i-j:R j-k:R k-b:R", "{0|^[4]*||vv}"),
    ];
    let eatcake = [
        "^",
        "{^|||^*|v||0}",
        "{^^|*}",
        "{^^|*||0,{0|vv*}}",
        "{^3|^*||*}",
        "{^3|^*||*|||0,{0,{^|0,v*}|||0|vv*||0}}",
        "{0||^^*|0|||*}",
        "*",
    ];
    let facts = [
        cakes("cutcake", &["-7", "-3", "-3", "-1", "-1", "-1", "-1", "0"]),
        cakes("maundy-cake", &["-7", "-3", "-3", "-1", "-3", "-1", "-3", "0"]),
        cakes("eatcake", &eatcake),
        heaps("partizan-euclid", "8,", &euclid, 1),
        heaps("wythoff", "10,", &nimbers, 0),
        hackenbush.iter().map(|(graph, value)| one("childish-hackenbush", graph, value)).collect(),
        vec![one("elephants-and-rhinos", "eeee..rrr", "1")],
    ];
    let found = Found::default();
    for (name, position, value) in facts.into_iter().flatten() {
        let theirs = found.values.parse(&value).unwrap();
        assert_eq!(found.read(&library(&name), &position), theirs, "{name}: {position} is {value}");
    }
    let lollipop = "g-b:E g-b:E g-b:E b-c:L c-d:L d-e:L e-f:L f-h:L h-i:L i-j:L j-k:L k-l:L l-m:R m-b:R";
    let weight = found.values.atomic_weight(found.read(&library("childish-hackenbush"), lollipop)).unwrap();
    assert_eq!(found.values.print(weight.unwrap()).unwrap(), "3/2");
}

//! Ko thermographs: known graphs, and play beside a stack of coupons, which shares no code with the sweep.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::coupons::Judged;
use values::notation::{LoopyError, LoopyGame};
use values::{Dyadic, KoBans, KoKind, KoSolver, KoThermograph, Komaster, Player, Rational};

fn rational(text: &str) -> Rational {
    text.parse().unwrap()
}

fn thermograph(text: &str, komaster: Komaster) -> KoThermograph {
    LoopyGame::parse(text).unwrap().thermograph(komaster).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Checks mast and temperature, written `14@1`, of a position of a graph under both komasters.
fn check(graph: &str, position: &str, left: &str, right: &str) {
    for (komaster, expected) in Komaster::BOTH.into_iter().zip([left, right]) {
        let found = thermograph(&format!("{position} where {graph}"), komaster);
        let (mean, temperature) = expected.split_once('@').unwrap();
        let both = (found.mean(), found.temperature());
        assert_eq!(
            both,
            (Some(rational(mean)), Some(rational(temperature))),
            "{position} of {graph}, {komaster}"
        );
    }
}

/// Checks a wall at some temperatures, written `8@0`.
fn check_wall(text: &str, komaster: Komaster, player: Player, points: &str) {
    let found = thermograph(text, komaster);
    for point in points.split(' ') {
        let (value, t) = point.split_once('@').unwrap();
        assert_eq!(
            found.wall(player).at(rational(t)).unwrap(),
            rational(value),
            "{text}, {komaster}, {point}"
        );
    }
}

#[test]
fn known_graphs() {
    for (a, b) in [(1, 0), (10, -5), (7, 6)] {
        let simple = format!("A={{{a}|B}}, B={{A|{b}}}");
        let temperature = Rational::new(a - b, 3).unwrap();
        let [high, low] = [2 * a + b, a + 2 * b].map(|sum| Rational::new(sum, 3).unwrap());
        check(&simple, "A", &format!("{high}@{temperature}"), &format!("{high}@{temperature}"));
        check(&simple, "B", &format!("{low}@{temperature}"), &format!("{low}@{temperature}"));
    }
    let approach = "A={15|B}@15, B={A|C}@15, C={D|-12}@-12, D={14|C}@14";
    check(approach, "A", "14@1", "33/4@27/4");
    check(approach, "B", "16/3@26/3", "3/2@27/4");
    let two = "A={27|B}@27, B={A|C}@27, C={D|E}@27, D={27|C}@27, E={F|0}@0, F={27|E}@27";
    check(two, "A", "27@0", "108/5@27/5");
    check(two, "C", "18@9", "27/2@27/4");
    check("P={A|D}@0, A={12|B}, B={A|0}, D={E|-12}, E={0|D}", "P", "0@8", "0@8");
    let hill = "X={Y|B}@8, Y={40|7}@7, B={A|-3}@-3, A={9|B}@9";
    check(hill, "X", "7@6", "7@6");
    let x = format!("X where {hill}");
    check_wall(&x, Komaster::Left, Player::Left, "8@0 8@1 7@2 7@6");
    check_wall(&x, Komaster::Left, Player::Right, "8@0 8@1 5@4 7@6");
    check_wall(&x, Komaster::Right, Player::Right, "-3@0 5@4 7@6");
    let simple = "where A={10|B}, B={A|1}";
    check_wall(&format!("B {simple}"), Komaster::Left, Player::Left, "10@0 4@3 4@5");
    check_wall(&format!("A {simple}"), Komaster::Left, Player::Right, "10@0 7@3 7@5");
    check_wall(&format!("A {simple}"), Komaster::Right, Player::Right, "1@0 7@3 7@5");
}

/// What a move leads to is a graph of its own, with the same thermograph.
#[test]
fn moves_lead_to_graphs() {
    for (text, names) in [
        ("B where A={1|B}, B={A|0}", [vec!["A"], vec!["0"]]),
        ("A where A={ {9 | B}@9 , -2/3|1/3}@8, B={A|0}@0", [vec!["{9 | B}@9", "-2/3"], vec!["1/3"]]),
        ("{A|-3}@0 where A={7|2}@5", [vec!["A"], vec!["-3"]]),
        ("5 where A={1|0}", [vec![], vec![]]),
    ] {
        let game = LoopyGame::parse(text).unwrap();
        for player in Player::BOTH {
            let moves = game.moves(player);
            let found: Vec<&str> = moves.iter().map(|action| &action.name[..]).collect();
            assert_eq!(found, names[player as usize], "{text}");
            for action in moves {
                let Ok(after) = LoopyGame::parse(&action.text) else {
                    assert!(action.text.parse::<Dyadic>().is_ok(), "{action:?}");
                    continue;
                };
                for komaster in Komaster::BOTH {
                    assert_eq!(
                        after.thermograph(komaster),
                        game.thermograph_of(action.to, komaster),
                        "{text}"
                    );
                }
            }
        }
    }
    let kos = |text: &str| LoopyGame::parse(text).unwrap().moves(Player::Left)[0].ko;
    assert!(kos("B where A={1|B}, B={A|0}") && !kos("A where A={1|B}, B={A|0}"));
}

#[test]
fn kinds_of_kos() {
    let kind = |text: &str| {
        let [left, right] = Komaster::BOTH.map(|komaster| thermograph(text, komaster));
        KoKind::of(&left, &right)
    };
    assert_eq!(kind("B where A={1|B}, B={A|0}"), KoKind::Placid);
    assert_eq!(kind("B where A={15|B}@15, B={A|C}@15, C={D|-12}@-12, D={14|C}@14"), KoKind::Hyperactive);
}

#[test]
fn what_the_rule_does_not_cover_is_refused() {
    let refusal = |text: &str| LoopyGame::parse(text).unwrap().thermograph(Komaster::Left).unwrap_err();
    let double = "LL={|RL,LR}@0, LR={LL|RR}@0, RL={LL|RR}@0, RR={LR,RL|-20}@0";
    for state in ["LL", "LR", "RL", "RR"] {
        assert!(matches!(refusal(&format!("{state} where {double}")), LoopyError::SecondKo(_)));
    }
    // Without scores the bounds are not those of the one number that is left.
    let double = "LL={|RL,LR}, LR={LL|RR}, RL={LL|RR}, RR={LR,RL|-20}";
    assert!(matches!(refusal(&format!("LL where {double}")), LoopyError::SecondKo(_)));
    assert_eq!(refusal("A where A={2|B}, B={5|3}@4"), LoopyError::NoScore("A".to_owned()));
    // Going round in threes, a move each: nobody can be forced to leave.
    let round = "A where A={B|}@0, B={|C}@3, C={A|}@9";
    assert!(LoopyGame::parse(round).unwrap().thermograph(Komaster::Left).is_ok());
    for (text, message) in [
        ("A", "expected 'where'"),
        ("A where", "expected the name of a position"),
        ("A where A={1|C}", "there is no position 'C'"),
        ("A where A={1|2}, A={2|1}", "there is a position 'A' already"),
        ("A where A={1||2}", "expected a number"),
        ("A where A={1|1/0}", "not a number"),
        ("A where A={1|2}@", "not a number"),
        ("A where A={1|2} B={1|2}", "expected ',' and another position"),
    ] {
        let error = LoopyGame::parse(text).unwrap_err();
        assert!(error.message().contains(message), "{text}: {error}");
    }
}

/// Compares a thermograph with play beside coupons. `false` means that the rule gives none.
fn compare(text: &str, scores: &[i64], komaster: Komaster, most: i64) -> bool {
    agrees(&Judged { text, scores, row: None, threats: 4, most }, komaster)
}

fn agrees(judged: &Judged, komaster: Komaster) -> bool {
    let found = LoopyGame::parse(judged.text).unwrap().thermograph(komaster);
    let Ok(found) = found else { return false };
    judged.compare(&found, komaster).unwrap_or_else(|off| panic!("{off}"));
    true
}

/// Random positions, some of them in pairs of a ko, with moves to numbers and to later ones.
fn random_graph(rng: &mut fastrand::Rng) -> (String, Vec<i64>) {
    let groups: Vec<usize> = (0..rng.usize(1..=4)).map(|_| 1 + usize::from(rng.u8(0..3) > 0)).collect();
    let count: usize = groups.iter().sum();
    let mut text = String::new();
    let mut scores = Vec::new();
    let mut first = 0;
    for size in groups {
        let later = first + size;
        for i in first..later {
            let mut sides = [Vec::new(), Vec::new()];
            let mut score = rng.i64(-6..=6);
            for side in &mut sides {
                for _ in 0..rng.usize(0..=2) {
                    side.push(match later < count && rng.bool() {
                        true => format!("S{}", rng.usize(later..count)),
                        false => rng.i64(-6..=6).to_string(),
                    });
                }
            }
            if size == 2 {
                // In the first Left takes the ko, in the second Right. To leave it open scores no more than to
                // end it, or else the last coupon would decide who takes it.
                let (taker, end) = (i - first, rng.i64(-6..=6));
                sides[1 - taker].push(end.to_string());
                score = if taker == 0 { score.max(end) } else { score.min(end) };
                sides[taker].push(format!("S{}", if i == first { i + 1 } else { i - 1 }));
            }
            let [left, right] = sides.map(|side| side.join(","));
            text += &format!("{} S{i}={{{left}|{right}}}@{score}", if i == 0 { "S0 where" } else { "," });
            scores.push(score);
        }
        first = later;
    }
    (text, scores)
}

#[test]
fn random_graphs_agree_with_play() {
    let mut rng = fastrand::Rng::with_seed(24);
    let mut valued = 0;
    for _ in 0..1000 {
        let (text, scores) = random_graph(&mut rng);
        for komaster in [Komaster::Left, Komaster::Right, Komaster::Nobody] {
            valued += usize::from(compare(&text, &scores, komaster, 9));
        }
    }
    assert!(valued > 2500, "{valued}");
}

/// The modes beside komasters, each on graphs whose every position is asked about.
#[test]
fn further_modes_agree_with_play() {
    let modes = [Komaster::Nobody, Komaster::Equal, Komaster::LeftMonster, Komaster::RightMonster];
    for (graph, scores) in [
        ("S0={6|S1}@6, S1={S0|-3}@-3", &[6, -3][..]),
        ("S0={7|S1}@7, S1={S0|S2}@7, S2={S3|-5}@-5, S3={6|S2}@6", &[7, 7, -5, 6]),
        ("S0={S1|S2}@4, S1={9|3}@3, S2={S3|-1}@-1, S3={4|S2}@4", &[4, 3, -1, 4]),
        ("S0={6,S2|S1}@6, S1={S0|-3,S2}@-3, S2={4|-4}@0", &[6, -3, 0]),
    ] {
        for komaster in modes {
            for i in 0..scores.len() {
                let text = format!("S{i} where {graph}");
                assert!(compare(&text, scores, komaster, 12), "{text}, {komaster}");
            }
        }
    }
}

/// A ko whose states are `A` (Left can end it, Right can take it) and `B`, beside a tree of moves that leave it open, and
/// that may be needed before it can be ended.
fn ko_beside_a_tree(rng: &mut fastrand::Rng) -> (String, Vec<i64>) {
    let inner = rng.usize(1..=3);
    let mut options: Vec<[Vec<usize>; 2]> = vec![<[Vec<usize>; 2]>::default(); inner];
    let mut scores: Vec<i64> = (0..inner).map(|_| rng.i64(-4..=4)).collect();
    for i in 0..inner {
        for side in 0..2 {
            for _ in 0..rng.usize(0..=1 + usize::from(i == 0)) {
                let to = match i + 1 < inner && rng.bool() {
                    true => rng.usize(i + 1..inner),
                    false => {
                        scores.push(rng.i64(-4..=4));
                        options.push(<[Vec<usize>; 2]>::default());
                        scores.len() - 1
                    }
                };
                options[i][side].push(to);
            }
        }
    }
    let [won, lost] = [rng.i64(-2..=6), rng.i64(-6..=2)];
    let (mut states, mut all) = (Vec::new(), Vec::new());
    for (i, sides) in options.iter().enumerate() {
        let settled = sides.iter().all(Vec::is_empty);
        let ends = [settled || rng.u8(0..4) > 0, settled || rng.u8(0..4) > 0];
        // A ko that only one player can end scores as that player ends it, or else the other would only have to take it
        // last. One that nobody can end scores the same for whoever took it last.
        let mut open = [won.min(rng.i64(-6..=6)), lost.max(rng.i64(-6..=6))];
        let any = rng.i64(lost.min(won)..=won.max(lost));
        match ends {
            [true, true] => {}
            [true, false] => open = [won; 2],
            [false, true] => open = [lost; 2],
            [false, false] => open = [any; 2],
        }
        for (name, end) in [("A", 0), ("B", 1), ("L", 2), ("R", 2)] {
            let mut texts = [Vec::new(), Vec::new()];
            for (side, text) in texts.iter_mut().enumerate() {
                text.extend(
                    sides[side]
                        .iter()
                        .filter(|_| end == 2 || rng.u8(0..8) > 0)
                        .map(|to| format!("{name}{to}")),
                );
                if end == side && ends[end] {
                    text.push(format!("{}{i}", if end == 0 { "L" } else { "R" }));
                } else if end < 2 && end != side {
                    text.push(format!("{}{i}", if end == 0 { "B" } else { "A" }));
                }
            }
            let ended = match name {
                "A" => open[0],
                "B" => open[1],
                "L" => won,
                _ => lost,
            };
            let [left, right] = texts.map(|side| side.join(","));
            all.push(ended + scores[i]);
            states.push(format!("{name}{i}={{{left}|{right}}}@{}", ended + scores[i]));
        }
    }
    (states.join(", "), all)
}

/// Positions with any moves to each other. Who has taken a ko can end it, and leaving it open scores no more than that.
fn any_graph(rng: &mut fastrand::Rng) -> (String, Vec<i64>) {
    let count = rng.usize(2..=6);
    let moves: Vec<[Vec<usize>; 2]> = (0..count)
        .map(|i| {
            [0, 1].map(|_| (0..rng.usize(0..=2)).map(|_| rng.usize(..count)).filter(|&to| to != i).collect())
        })
        .collect();
    let (mut states, mut scores) = (Vec::new(), Vec::new());
    for (i, sides) in moves.iter().enumerate() {
        let mut score = rng.i64(-5..=5);
        let texts = [0, 1].map(|side| {
            let mut options: Vec<String> = sides[side].iter().map(|to| format!("S{to}")).collect();
            let can_be_taken = sides[1 - side].iter().any(|&to| moves[to][side].contains(&i));
            if can_be_taken || rng.bool() {
                let end = rng.i64(-5..=5);
                options.push(end.to_string());
                score = match (can_be_taken, side) {
                    (false, _) => score,
                    (true, 0) => score.min(end),
                    (true, _) => score.max(end),
                };
            }
            options.join(",")
        });
        let [left, right] = texts;
        states.push(format!("S{i}={{{left}|{right}}}@{score}"));
        scores.push(score);
    }
    (states.join(", "), scores)
}

/// Two kos that can be taken and ended one by one, or both together.
fn two_kos(rng: &mut fastrand::Rng) -> (String, Vec<i64>) {
    const STATUS: [&str; 4] = ["A", "B", "L", "R"];
    let worth = [0, 1].map(|_| [rng.i64(0..=5), rng.i64(-5..=0)]);
    let single = [0, 1].map(|_| rng.bool());
    let both = [rng.i64(0..=9), rng.i64(-9..=0)];
    let (mut states, mut scores) = (Vec::new(), Vec::new());
    for (i, first) in STATUS.into_iter().enumerate() {
        for (j, second) in STATUS.into_iter().enumerate() {
            let mut texts = [Vec::new(), Vec::new()];
            for (ko, status) in [(0, i), (1, j)] {
                let named = |status: usize| match ko {
                    0 => format!("{}{second}", STATUS[status]),
                    _ => format!("{first}{}", STATUS[status]),
                };
                if status < 2 {
                    texts[1 - status].push(named(1 - status));
                    if single[ko] || i > 1 || j > 1 {
                        texts[status].push(named(status + 2));
                    }
                }
            }
            let part = |ko: usize, status: usize| if status < 2 { 0 } else { worth[ko][status - 2] };
            let score = part(0, i) + part(1, j);
            if i < 2 && i == j {
                // Who has taken both may end both.
                texts[i].push(both[i].to_string());
            }
            let [left, right] = texts.map(|side| side.join(","));
            states.push(format!("{first}{second}={{{left}|{right}}}@{score}"));
            scores.push(score);
        }
    }
    (states.join(", "), scores)
}

/// A state of a graph, and its score.
type State = (String, i64);

fn state(name: &str, left: &str, right: &str, score: i64) -> State {
    (format!("{name}={{{left}|{right}}}@{score}"), score)
}

fn written(states: Vec<State>) -> (String, Vec<i64>) {
    let (texts, scores): (Vec<String>, _) = states.into_iter().unzip();
    (texts.join(", "), scores)
}

/// A ko that Left can end only after some moves of approach, and Right after some others, each at the cost of up to
/// two points. In `L` Left has taken it last, in `R` Right.
fn approach_ko(rng: &mut fastrand::Rng) -> (String, Vec<i64>) {
    let most = [[1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [2, 1], [3, 0], [0, 3]][rng.usize(..8)];
    let ([high, low], costs) = ([rng.i64(3..=15), rng.i64(-15..=0)], [0, 1].map(|_| rng.i64(0..=2)));
    let mut states = Vec::new();
    for (i, j) in (0..=most[0]).flat_map(|i| (0..=most[1]).map(move |j| (i, j))).rev() {
        // What was spent on moves of approach.
        let spent = costs[0] * (most[0] - i) - costs[1] * (most[1] - j);
        let (won, lost) = (high - spent, low - spent);
        let [taken, lent] = match (i, j) {
            (0, 0) => [won, lost],
            (0, _) => [won; 2],
            (_, 0) => [lost; 2],
            _ => [(won + lost) / 2; 2],
        };
        let left = if i == 0 { won.to_string() } else { format!("L{}o{j}", i - 1) };
        let right = if j == 0 { lost.to_string() } else { format!("R{i}o{}", j - 1) };
        let [by_left, by_right] = [format!("L{i}o{j}"), format!("R{i}o{j}")];
        states.push(state(&by_left, &left, &by_right, taken));
        states.push(state(&by_right, &by_left, &right, lent));
    }
    written(states)
}

/// Each player chooses between kos and a number.
fn choice_of_kos(rng: &mut fastrand::Rng) -> (String, Vec<i64>) {
    let mut states = Vec::new();
    let [left, right] = ["V", "W"].map(|side| {
        let mut options = Vec::new();
        for choice in 0..=rng.usize(0..=1) {
            let (low, high) = (rng.i64(-12..=0), rng.i64(0..=12));
            let [a, b] = ["A", "B"].map(|kind| format!("{side}{choice}{kind}"));
            states.push(state(&a, &high.to_string(), &b, high));
            states.push(state(&b, &a, &low.to_string(), low));
            options.push(if rng.bool() { a } else { b });
        }
        if rng.bool() {
            options.push(rng.i64(-9..=9).to_string());
        }
        options.join(",")
    });
    states.push(state("P", &left, &right, rng.i64(-5..=5)));
    written(states)
}

/// A threat of Left's, and a capture of Right's in a ko.
fn hill_over_cave(rng: &mut fastrand::Rng) -> (String, Vec<i64>) {
    let [high, low] = [rng.i64(4..=12), rng.i64(-9..=3)];
    let [large, kept] = [rng.i64(10..=40), rng.i64(2..=9)];
    written(vec![
        state("X", "Y", "B", rng.i64(low..=high)),
        state("Y", &large.to_string(), &kept.to_string(), kept),
        state("B", "A", &low.to_string(), low),
        state("A", &high.to_string(), "B", high),
    ])
}

/// A ko in which each player has a threat, once, that the other answers, or ends the ko instead.
fn ko_with_threats_inside(rng: &mut fastrand::Rng) -> (String, Vec<i64>) {
    let [high, low] = [rng.i64(1..=10), rng.i64(-10..=0)];
    let sizes = [0, 1].map(|_| rng.i64(1..=15));
    let mut states = Vec::new();
    for used in 0..4 {
        let [a, b, t, ended_t, u, ended_u] =
            ["A", "B", "T", "E", "U", "F"].map(|kind| format!("{kind}{used}"));
        let [mut left, mut right] = [a.clone(), b.clone()];
        if used & 1 == 0 {
            left += &format!(",{t}");
            let (ignored, carried_out) = (high + sizes[0], low + sizes[0]);
            states.push(state(&t, &ignored.to_string(), &format!("B{},{ended_t}", used | 1), low));
            states.push(state(&ended_t, &carried_out.to_string(), &low.to_string(), low));
        }
        if used & 2 == 0 {
            right += &format!(",{u}");
            let (ignored, carried_out) = (low - sizes[1], high - sizes[1]);
            states.push(state(&u, &format!("A{},{ended_u}", used | 2), &ignored.to_string(), high));
            states.push(state(&ended_u, &high.to_string(), &carried_out.to_string(), high));
        }
        states.push(state(&a, &high.to_string(), &right, high));
        states.push(state(&b, &left, &low.to_string(), low));
    }
    written(states)
}

/// Makes graphs, and asks about one position of each.
fn graphs(
    count: usize,
    seed: u64,
    make: impl Fn(&mut fastrand::Rng) -> (String, Vec<i64>),
) -> impl Iterator<Item = (String, Vec<i64>)> {
    let mut rng = fastrand::Rng::with_seed(seed);
    (0..count).map(move |_| {
        let (graph, scores) = make(&mut rng);
        let roots: Vec<&str> = graph.split(", ").filter_map(|state| state.split('=').next()).collect();
        (format!("{} where {graph}", roots[rng.usize(..roots.len())]), scores)
    })
}

const WITH_COUNTED_THREATS: [Komaster; 3] = [Komaster::Left, Komaster::Right, Komaster::Nobody];

/// Compares thermographs of graphs with play. At least this part of them must be found; the others are refused.
fn judge(graphs: impl Iterator<Item = (String, Vec<i64>)>, row: Option<u8>, least: f64) {
    compare_all(graphs, row, least, 9);
}

/// Compares thermographs of graphs without long cycles with play, up to this temperature. All must be found.
fn judge_up_to(most: i64, graphs: impl Iterator<Item = (String, Vec<i64>)>) {
    compare_all(graphs, None, 1.0, most);
}

fn compare_all(graphs: impl Iterator<Item = (String, Vec<i64>)>, row: Option<u8>, least: f64, most: i64) {
    let (mut found, mut all, mut wrong) = (0, 0, Vec::new());
    for (text, scores) in graphs {
        for komaster in WITH_COUNTED_THREATS {
            let judged = Judged { text: &text, scores: &scores, row, threats: 4, most };
            all += 1;
            if let Ok(graph) = LoopyGame::parse(&text).unwrap().thermograph(komaster) {
                found += 1;
                wrong.extend(judged.compare(&graph, komaster).err());
            }
        }
    }
    println!("{found} of {all} thermographs, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(f64::from(found) >= least * f64::from(all), "{found} of {all}");
}

#[test]
fn kos_beside_trees_agree_with_play() {
    judge(graphs(40, 5, ko_beside_a_tree), None, 1.0);
}

/// Approach kos, choices of kos, hills over caves, and kos with threats inside.
fn judge_kinds(count: usize) {
    judge_up_to(14, graphs(count, 21, approach_ko));
    judge_up_to(14, graphs(count, 22, choice_of_kos));
    judge_up_to(14, graphs(count, 23, hill_over_cave));
    judge_up_to(14, graphs(count, 24, ko_with_threats_inside));
}

#[test]
fn kinds_of_kos_agree_with_play() {
    judge_kinds(5);
}

#[test]
fn any_graphs_agree_with_play() {
    judge(graphs(60, 6, any_graph), Some(14), 0.9);
}

/// Double kos, by the rule of ko with threats counted.
#[test]
fn two_kos_agree_with_play() {
    judge(graphs(10, 7, two_kos), Some(14), 0.7);
}

#[test]
#[ignore = "takes minutes"]
fn thousands_of_graphs_agree_with_play() {
    judge(graphs(2000, 15, ko_beside_a_tree), None, 1.0);
    judge(graphs(1500, 16, any_graph), Some(14), 0.9);
    judge(graphs(150, 17, two_kos), Some(14), 0.7);
    judge_kinds(250);
}

/// Where the rule of one komaster answers, the rule of ko with threats counted says the same.
#[test]
fn threats_counted_agree_with_komasters() {
    let random = |rng: &mut fastrand::Rng| {
        let (text, scores) = random_graph(rng);
        (text.split_once("where ").unwrap().1.to_owned(), scores)
    };
    let all =
        graphs(200, 9, ko_beside_a_tree).chain(graphs(200, 10, any_graph)).chain(graphs(200, 11, random));
    let (mut same, mut open) = (0, 0);
    for (text, _) in all {
        let game = LoopyGame::parse(&text).unwrap();
        for komaster in WITH_COUNTED_THREATS {
            let rule = KoSolver::new(komaster, Rational::ZERO).solve(game.graph(), game.root()).unwrap();
            let bans = KoBans::of(game.graph(), game.root(), komaster, Rational::ZERO, &mut || Ok(()));
            let bounds = bans.unwrap().map(|bans| bans.bounds(game.root()));
            match (rule, bounds) {
                (Some(rule), Some([low, high])) if low == high => {
                    assert_eq!(rule, low, "{text}, {komaster}");
                    same += 1;
                }
                (Some(_), _) => open += 1,
                _ => {}
            }
        }
    }
    assert!(same > 100 * open, "{same} are the same, {open} open");
}

/// A position by its options, which are positions or numbers, and its score.
type Written = (&'static str, [Vec<String>; 2], i64);

/// The graph of the sum of two graphs: a move is made in one of them.
fn sum_of(first: &[Written], second: &[Written]) -> String {
    let mut states = Vec::new();
    for (a, moves, x) in first {
        for (b, others, y) in second {
            let [left, right] = [0, 1].map(|side| {
                let moved = moves[side].iter().map(|to| format!("{to}{b}"));
                moved.chain(others[side].iter().map(|to| format!("{a}{to}"))).collect::<Vec<_>>().join(",")
            });
            states.push(format!("{a}{b}={{{left}|{right}}}@{}", x + y));
        }
    }
    states.join(", ")
}

/// Beside loop-free parts a ko has the mean that it has alone, under each komaster.
#[test]
fn means_add_under_a_komaster() {
    let mut rng = fastrand::Rng::with_seed(12);
    let options = |left: &[&str], right: &[&str]| {
        [left, right].map(|side| side.iter().map(|to| (*to).to_owned()).collect())
    };
    let kos: [Vec<Written>; 2] = [
        vec![
            ("A", options(&["W"], &["B"]), 9),
            ("B", options(&["A"], &["L"]), -3),
            ("W", options(&[], &[]), 9),
            ("L", options(&[], &[]), -3),
        ],
        vec![
            ("A", options(&["W"], &["B"]), 15),
            ("B", options(&["A"], &["C"]), 15),
            ("C", options(&["D"], &["L"]), -12),
            ("D", options(&["V"], &["C"]), 14),
            ("W", options(&[], &[]), 15),
            ("V", options(&[], &[]), 14),
            ("L", options(&[], &[]), -12),
        ],
    ];
    const NAMES: [&str; 7] = ["g", "h", "i", "j", "k", "l", "m"];
    for round in 0..150 {
        let ko = &kos[round % 2];
        let inner = rng.usize(1..=3);
        let mut tree: Vec<Written> = Vec::new();
        for (i, name) in NAMES.iter().enumerate() {
            let moves = [0, 1].map(|_| match i < inner {
                true => vec![NAMES[rng.usize(i + 1..=inner + 3)].to_owned()],
                false => Vec::new(),
            });
            tree.push((name, moves, rng.i64(-20..=20)));
        }
        let sum = sum_of(ko, &tree);
        let alone = sum_of(&tree, &[("", options(&[], &[]), 0)]);
        let of_ko = sum_of(ko, &[("", options(&[], &[]), 0)]);
        for komaster in Komaster::BOTH {
            let mean = |text: String| thermograph(&text, komaster).mean().unwrap();
            let parts = mean(format!("A where {of_ko}")).plus(mean(format!("g where {alone}"))).unwrap();
            assert_eq!(mean(format!("Ag where {sum}")), parts, "{sum}, {komaster}");
        }
    }
}

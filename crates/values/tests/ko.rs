//! Ko thermographs: known graphs, and play beside a stack of coupons, which shares no code with the sweep.

#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::HashMap;
use values::notation::{LoopyError, LoopyGame};
use values::{KoGraph, KoKind, KoThermograph, Komaster, Player, Rational};

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

/// What a player of coupons may do is counted in units of this part of a point.
struct Coupons<'a> {
    graph: &'a KoGraph,
    /// The score of each position in points.
    scores: Vec<i64>,
    /// The number of units of a point; a coupon is worth a unit more than the next.
    unit: i64,
    /// Is it decided by a coin after a capture who has the last threat?
    coin: bool,
    known: HashMap<State, i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    position: usize,
    /// The position that may not be restored.
    ban: Option<usize>,
    threats: [u8; 2],
    coupons: i64,
    player: Player,
    passed: bool,
    /// Has a coin fallen since the ko was taken first?
    fallen: bool,
}

impl Coupons<'_> {
    /// The score in halves of halves ... of units, with this player to move. Chance halves, so all scores are
    /// multiplied by 2^20.
    fn play(&mut self, state: State) -> i64 {
        if let Some(&known) = self.known.get(&state) {
            return known;
        }
        const ONE: i64 = 1 << 20;
        let State { position, ban, threats, coupons, player, passed, fallen } = state;
        let me = player as usize;
        let next = State { ban: None, player: player.opponent(), passed: false, ..state };
        let mut found = Vec::new();
        for action in self.graph.moves(position, player).to_vec() {
            if ban == Some(action.to) {
                continue;
            }
            let next = State { position: action.to, ..next };
            if !action.ko {
                let threats = if self.coin { [0; 2] } else { threats };
                found.push(self.play(State { fallen: false, threats, ..next }));
            } else if self.coin && !fallen {
                let next = State { ban: Some(position), fallen: true, ..next };
                let mut other = [0; 2];
                other[1 - me] = 1;
                let both = self.play(State { threats: [0; 2], ..next })
                    + self.play(State { threats: other, ..next });
                found.push(both / 2);
            } else {
                found.push(self.play(State { ban: Some(position), ..next }));
            }
        }
        if ban.is_some() && threats[me] > 0 {
            let mut threats = threats;
            threats[me] -= 1;
            found.push(self.play(State { ban: None, threats, ..state }));
        }
        found.push(if coupons > 0 {
            player.sees(coupons * ONE) + self.play(State { coupons: coupons - 1, ..next })
        } else if passed {
            self.scores[position] * self.unit * ONE
        } else {
            self.play(State { passed: true, ..next })
        });
        let best = found.into_iter().max_by_key(|&score| player.sees(score)).unwrap();
        self.known.insert(state, best);
        best
    }

    /// The wall of a player at a temperature of this many units, as play shows it, in points.
    fn wall(&mut self, position: usize, player: Player, threats: [u8; 2], coupons: i64) -> f64 {
        let (ban, passed, fallen) = (None, false, false);
        let score = self.play(State { position, ban, threats, coupons, player, passed, fallen });
        let alone = player.sees((coupons + 1) / 2);
        ((score as f64) / f64::from(1 << 20) - alone as f64) / self.unit as f64
    }
}

/// Compares thermographs with play beside coupons, at all temperatures up to `most` points. The difference
/// is a few coupons, however small they are. `false` means that the rule gives no thermograph.
fn compare(text: &str, scores: &[i64], komaster: Komaster, most: i64) -> bool {
    const SLACK: f64 = 20.0;
    let mut off = String::new();
    for unit in [4, 16, 64] {
        off = match differs(text, scores, komaster, most, unit, SLACK) {
            None => return false,
            Some(None) => return true,
            Some(Some(off)) => off,
        }
    }
    panic!("{text}, {komaster}: {off}");
}

/// Where thermograph and play differ by more than some coupons.
fn differs(
    text: &str,
    scores: &[i64],
    komaster: Komaster,
    most: i64,
    unit: i64,
    slack: f64,
) -> Option<Option<String>> {
    let game = LoopyGame::parse(text).unwrap();
    let found = game.thermograph(komaster).ok()?;
    let mut all = scores.to_vec();
    for id in scores.len()..game.graph().len() {
        // A number: play stays there.
        let solver = values::KoSolver::new(komaster, Rational::ZERO);
        let number = solver.solve(game.graph(), id).unwrap().unwrap().mean().unwrap();
        all.push(number.to_f64() as i64);
    }
    const MANY: u8 = 4;
    const ALL: u8 = 100;
    let threats = match komaster {
        Komaster::Left => [MANY, 0],
        Komaster::Right => [0, MANY],
        Komaster::Nobody | Komaster::Equal => [0, 0],
        Komaster::LeftMonster => [ALL, 0],
        Komaster::RightMonster => [0, ALL],
    };
    let coin = komaster == Komaster::Equal;
    let mut coupons = Coupons { graph: game.graph(), scores: all, unit, coin, known: HashMap::new() };
    for top in (24..=most * unit).step_by(3) {
        for player in Player::BOTH {
            let played = coupons.wall(game.root(), player, threats, top);
            let wall = found.wall(player).at(Rational::new(top, unit).unwrap()).unwrap().to_f64();
            let off = (played - wall).abs() * unit as f64;
            if off > slack {
                return Some(Some(format!(
                    "{player:?} at {top}/{unit}: {played} in play, the wall is {wall}"
                )));
            }
        }
    }
    Some(None)
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
            valued += usize::from(compare(&text, &scores, komaster, 13));
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

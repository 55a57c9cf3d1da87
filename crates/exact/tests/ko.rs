//! Go regions with kos: known boards, their images, and random corners.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::{KoAnswer, KoFinding, KoOrder, ko_answer};
use rules::RULESETS;
use rules::bitboard::Small;
use rules::games::go::{AreaGo, Endgame, EndgameMove};
use std::collections::HashMap;
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

/// Play of a corner beside coupons, with threats. After a number of moves in the corner in a row neither player
/// may move there, so that long cycles end.
struct Play {
    unit: i64,
    known: HashMap<State, i64>,
    moves: HashMap<(Endgame<Small>, Player), Vec<EndgameMove<Small>>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    at: Endgame<Small>,
    ban: Option<Endgame<Small>>,
    threats: [u8; 2],
    coupons: i64,
    player: Player,
    passed: bool,
    left: u8,
}

/// The moves in a row.
const MOVES: u8 = 8;

impl Play {
    fn score(&mut self, state: State) -> i64 {
        if let Some(&known) = self.known.get(&state) {
            return known;
        }
        let State { at, ban, threats, coupons, player, passed, left } = state;
        let next = State { ban: None, player: player.opponent(), passed: false, ..state };
        let mut found = Vec::new();
        if left > 0 {
            let moves = self.moves.entry((at, player)).or_insert_with(|| at.moves(player)).clone();
            for action in moves.into_iter().filter(|action| ban != Some(action.to)) {
                let ban = action.ko.then_some(at);
                let next = State { at: action.to, ban, left: left - 1, ..next };
                found.push(self.unit * action.settled + self.score(next));
            }
        }
        let me = player as usize;
        if ban.is_some() && threats[me] > 0 {
            let mut threats = threats;
            threats[me] -= 1;
            found.push(self.score(State { ban: None, threats, ..state }));
        }
        let next = State { left: MOVES, ..next };
        found.push(match coupons {
            0 if passed => self.unit * at.score(),
            0 => self.score(State { passed: true, left, ..next }),
            _ => player.sees(coupons) + self.score(State { coupons: coupons - 1, ..next }),
        });
        let best = found.into_iter().max_by_key(|&score| player.sees(score)).unwrap();
        self.known.insert(state, best);
        best
    }
}

#[test]
fn corners_agree_with_play_beside_coupons() {
    const UNIT: i64 = 8;
    const SLACK: i64 = 12;
    let mut rng = fastrand::Rng::with_seed(7);
    let mut checked = 0;
    while checked < 4 {
        let text = random_corner(&mut rng, 2, 2);
        let Ok(position) = RULESETS.read(&format!("go:{text}")) else { continue };
        let found = answer(&format!("go:{text}"));
        let exact = found.findings.iter().all(|finding| finding.open.is_none());
        if !found.has_ko || !exact {
            continue;
        }
        checked += 1;
        let (at, rest) = Endgame::of(position.downcast::<AreaGo<Small>>().unwrap());
        for (finding, threats) in found.findings.iter().zip([[3, 0], [0, 3]]) {
            let graph = finding.thermograph().unwrap();
            let mut play = Play { unit: UNIT, known: HashMap::new(), moves: HashMap::new() };
            for top in (24..=5 * UNIT).step_by(4) {
                for player in Player::BOTH {
                    let left = MOVES;
                    let state = State { at, ban: None, threats, coupons: top, player, passed: false, left };
                    let played = play.score(state) + UNIT * rest - player.sees((top + 1) / 2);
                    let wall = graph.wall(player).at(Rational::new(top, UNIT).unwrap()).unwrap();
                    let off = (played as f64 - wall.to_f64() * UNIT as f64).abs();
                    assert!(
                        off <= SLACK as f64,
                        "{text}, {}, {player:?} at {top}/{UNIT}: {played}/{UNIT}, {wall}",
                        finding.komaster
                    );
                }
            }
        }
    }
}

/// Corridors are loop-free, and have the thermographs of their values.
#[test]
fn corridors_are_as_by_value() {
    let values = Values::new();
    for n in [3, 8] {
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

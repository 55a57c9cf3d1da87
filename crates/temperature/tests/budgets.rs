//! Whatever limit ends a temperature search, the bounds that it returns hold, and what it calls exact is
//! exact.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::ThermographTable;
use rules::bitboard::Small;
use rules::games::amazons::Amazons;
use rules::games::clobber::Clobber;
use rules::games::col::Col;
use rules::games::cram::Cram;
use rules::games::domineering::Domineering;
use rules::games::fission::Fission;
use rules::games::go::AreaGo;
use rules::games::hackenbush::Hackenbush;
use rules::games::konane::Konane;
use rules::games::nogo::NoGo;
use rules::games::snort::Snort;
use rules::games::toads_and_frogs::ToadsAndFrogs;
use rules::games::toppling_dominoes::TopplingDominoes;
use rules::games::tree::Tree;
use rules::{Notation, Position};
use std::time::Duration;
use temperature::mts::Mts;
use temperature::{Between, Enhancements, Finding, Leaves, Method, Reading, Tds};
use values::{Budget, Dyadic, Error, Player, Values};

/// Judges a game from one of some boards. One kind of board for each game: all algorithms are compiled for
/// each.
macro_rules! values {
    ($($type:ty: $($start:literal)*;)*) => {
        const KINDS: &[fn(&mut Dice, &mut Tally)] = &[$(
            |dice, tally| {
                let starts = [$($start),*];
                let start = starts[dice.below(starts.len() as u64) as usize];
                judge(<$type>::read(start).unwrap(), dice, tally);
            },
        )*];
    };
}

values! {
    Amazons<Small>: "x..|...|..o" "x...|.#..|...o" "x.o|...|.x.|o.." "x.#.|....|.##.|...o";
    Clobber<Small>: "xoxo|oxox|xoxo" "xoxoxoxo" "xo.x|ox.o|.xox";
    Col<Small>: "...|...|..." "x...|....|...o";
    Cram<Small>: "....|....|...." "...|...|...";
    Domineering<Small>: "....|....|...." "....|....|....|...." "..#..|.....|..#..";
    Fission<Small>: "....|.x..|..x.|...." ".....|..x..|.....";
    AreaGo<Small>: "#XXX##|#X..O#|#XXXX#" "#XXXX#|#X..O#|#X.OO#|#XXXX#" "#XXX#|#X.X#|#XXX#";
    Hackenbush: "g-a:L a-b:R b-c:E a-d:L g-e:R e-f:L f-h:E";
    Konane<Small>: "xoxo|oxox|xo.o|oxox" "xoxox|oxoxo|xo.ox";
    NoGo<Small>: "...|...|..." "....|....|...." "o.xx|xox.|...x|x.x.";
    Snort<Small>: "...|...|..." "....|....|...." "x..|...|..o";
    ToadsAndFrogs: "ttt..fff" "tt...ff" "tttt..ffff";
    TopplingDominoes: "lrrlelrlr" "llrrllrr";
    Tree: "{{9|{4|-6}}|{{3|0}|-7}}" "{{5|{1/8|0}},{3|*}|{{2|^}|-4},{1|-1}}" "{1|{0|1/4294967296}}";
}

/// A number: small, large, or a fraction with small or large denominators.
fn number(dice: &mut Dice) -> String {
    let sign = if dice.coin() { "-" } else { "" };
    match dice.below(6) {
        0..=2 => format!("{sign}{}", dice.below(4)),
        3 => format!("{sign}{}", dice.any_size(12)),
        4 => format!("{sign}{}/{}", 1 + 2 * dice.below(8), 2u64 << dice.below(3)),
        _ => format!("{sign}{}/{}", 1 + 2 * dice.any_size(12), 2u64 << dice.below(31)),
    }
}

/// A random tree: narrow and deep, or wide and flat. Some are sums of equal or opposite trees, whose regions
/// are the trees.
fn tree(dice: &mut Dice, depth: u64) -> String {
    if depth == 0 || dice.below(5) == 0 {
        return if dice.below(6) == 0 {
            ["*", "^", "*2", "v*"][dice.below(4) as usize].to_owned()
        } else {
            number(dice)
        };
    }
    let side = |dice: &mut Dice| {
        let count = [0, 1, 1, 1, 1, 1, 2][dice.below(7) as usize];
        (0..count).map(|_| tree(dice, depth - 1)).collect::<Vec<_>>().join(",")
    };
    let left = side(dice);
    format!("{{{left}|{}}}", side(dice))
}

/// The largest number of nodes of a position; the exact thermographs of larger ones take too long.
const MOST_NODES: u64 = 1_000;

/// A source of random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    /// Small numbers as often as large ones.
    fn any_size(&mut self, bits: u64) -> u64 {
        let most = 1 << self.below(bits + 1);
        self.below(most)
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    /// A limit of one kind, or of several.
    fn budget(&mut self) -> Budget {
        let time = match self.below(3) {
            0 => Budget::after(Duration::from_micros(self.any_size(11))),
            _ => Budget::endless(),
        };
        // Coupons with tiny gaps are endless without any limit.
        let nodes = if self.coin() { self.any_size(12) } else { MOST_NODES };
        time.with_nodes(nodes).with_bytes(if self.coin() { 1 << 24 } else { self.any_size(22) as usize })
    }

    fn tds(&mut self, enhancements: Enhancements) -> Tds {
        let delta = [None, None, Some("1"), Some("1/4"), Some("1/256"), Some("1/2147483648")];
        let delta = delta[self.below(6) as usize].map(|text| text.parse().unwrap());
        let one_delta = enhancements.has(1) && self.coin();
        let reading = if self.below(4) == 0 { Reading::Printed } else { Reading::Both };
        Tds { enhancements, delta, one_delta, reading, horizons: self.coin(), ..Tds::default() }
    }

    fn methods(&mut self) -> [(&'static str, Method); 5] {
        let sets = ["tds", "1", "2", "3", "1,2", "1,3,4", "2,3,5", "1,2,3,4", "1,2,3,5", "1,3,4,5"];
        let set = sets[self.below(10) as usize].parse().unwrap();
        let top = [None, Some(Dyadic::MINUS_ONE), Some(Dyadic::from(2))][self.below(3) as usize];
        let tds = Tds { t_max: top, ..self.tds(set) };
        let plus = self.tds(Enhancements::ALL);
        let leaves = if self.below(3) == 0 {
            Leaves::Numbers
        } else {
            Leaves::NotHot(Box::new(self.tds(Enhancements::ALL)))
        };
        let mts = Mts {
            m_cut: self.coin(),
            t_cut: self.coin(),
            window_cut: self.coin(),
            bounds: self.coin(),
            ..Mts::default()
        };
        [
            ("exact", Method::Exact),
            ("interval", Method::Interval),
            ("tds", Method::Tds(Box::new(tds))),
            ("tds+", Method::Tds(Box::new(plus))),
            ("mts", Method::Mts(mts, leaves)),
        ]
    }
}

/// The counts over all searches.
#[derive(Default)]
struct Tally {
    /// The store of the exact thermographs.
    values: Values,
    positions: u64,
    exact: u64,
    stopped: [u64; 3],
}

/// Plays at random for a while and then searches by all methods under random limits.
fn judge<P: Position>(mut position: P, dice: &mut Dice, tally: &mut Tally) {
    for _ in 0..dice.below(8) {
        let player = if dice.coin() { Player::Left } else { Player::Right };
        let options = position.options(player);
        if !options.is_empty() {
            position = options[dice.below(options.len() as u64) as usize].clone();
        }
    }
    tally.values.set_budget(Budget::after_nodes(MOST_NODES));
    let Ok(id) = ThermographTable::default().thermograph(&tally.values, &position) else { return };
    let graph = tally.values.thermographs().get(id);
    let truth = (graph.mean(), graph.temperature());
    tally.positions += 1;
    for (name, method) in dice.methods() {
        let budget = dice.budget();
        let at = || format!("{position} by {method:?} within {budget:?}, truth {truth:?}");
        match method.find(&position, &budget, |finding| check(finding, truth, name, at)) {
            Ok(finding) => {
                check(&finding, truth, name, at);
                tally.exact += u64::from(finding.exact());
                match finding.ended_by {
                    Some(Error::Stopped) => tally.stopped[0] += 1,
                    Some(Error::OutOfNodes) => tally.stopped[1] += 1,
                    Some(_) => tally.stopped[2] += 1,
                    None => {}
                }
            }
            Err(error) => panic!("{name}: {error}: {}", at()),
        }
        let t = Dyadic::new(i128::from(dice.below(64)) - 16, dice.below(4) as u32).unwrap();
        let verdict = method
            .is_hotter(&position, t, &dice.budget())
            .unwrap_or_else(|error| panic!("{name}: {error}: {}", at()));
        assert!(
            !verdict.exact || verdict.hotter == Some(truth.1 > t),
            "{name}: {verdict:?} for {t}: {}",
            at()
        );
        assert!(verdict.hotter.is_some() != verdict.ended_by.is_some(), "{name}: {verdict:?}: {}", at());
    }
}

fn holds(bounds: Between, truth: Dyadic) -> bool {
    bounds.low.is_none_or(|low| low <= truth) && bounds.high.is_none_or(|high| truth <= high)
}

fn check(finding: &Finding, (mean, temperature): (Dyadic, Dyadic), name: &str, at: impl Fn() -> String) {
    assert!(holds(finding.mean_bounds, mean), "{name}: {finding:?}: {}", at());
    assert!(holds(finding.temperature_bounds, temperature), "{name}: {finding:?}: {}", at());
    if finding.exact() {
        assert_eq!((finding.mean, finding.temperature), (Some(mean), Some(temperature)), "{name}: {}", at());
    }
}

/// Random trees, each with all methods.
fn judge_trees(count: u64, seed: u64) {
    let mut dice = Dice(seed);
    let mut tally = Tally::default();
    while tally.positions < count {
        let depth = 1 + dice.below(7);
        let text = tree(&mut dice, depth);
        judge(Tree::read(&text).unwrap(), &mut dice, &mut tally);
    }
    println!("{count} trees: {} exact of {}", tally.exact, 5 * count);
    assert!(tally.exact > 2 * count);
}

#[test]
fn bounds_of_random_trees_hold_under_any_limit() {
    judge_trees(3_000, 3);
}

#[test]
#[ignore = "long"]
fn bounds_of_many_random_trees_hold_under_any_limit() {
    judge_trees(300_000, 4);
}

fn judge_all(positions: u64, seed: u64) {
    let mut dice = Dice(seed);
    let mut tally = Tally::default();
    while tally.positions < positions {
        KINDS[dice.below(KINDS.len() as u64) as usize](&mut dice, &mut tally);
    }
    let Tally { exact, stopped: [time, nodes, memory], .. } = tally;
    println!("{positions} positions: {exact} exact, stopped by time {time}, nodes {nodes}, memory {memory}");
    // The limits are neither so narrow that nothing is found, nor so wide that nothing is stopped.
    let enough = |count| count > positions / 20;
    assert!(exact > positions && [time, nodes, memory].into_iter().all(enough));
}

#[test]
fn bounds_hold_under_any_limit() {
    judge_all(2_000, 1);
}

#[test]
#[ignore = "long"]
fn bounds_hold_under_any_limit_for_many_positions() {
    judge_all(40_000, 2);
}

/// `{0|1/4294967296}` is 2⁻³³, which is finer than any gap: mean and temperature search may not take it for
/// hot.
#[test]
fn leaves_too_fine_for_coupons_are_not_certain() {
    let position = Tree::read("{1|{0|1/4294967296}}").unwrap();
    let method = Method::Mts(Mts { bounds: true, ..Mts::default() }, Leaves::default());
    let budget = Budget::endless().with_bytes(1 << 26);
    let finding = method.find(&position, &budget, |_| {}).unwrap();
    check(&finding, ("4294967297/8589934592".parse().unwrap(), Dyadic::ONE), "mts", || {
        finding.delta.map_or_else(String::new, |d| d.to_string())
    });
}

//! αβ search with every search of chance nodes finds the value of expectimax.

#![allow(missing_docs, clippy::unwrap_used)]

use adversary::alphabeta::{
    AlphaBeta, Approximate, Chance, Domain, Options, OutcomeOrder, POINT, Plain, Probing, Shares, Star,
    Window, expectimax,
};
use rules::bitboard::Small;
use rules::games::domineering::Domineering;
use rules::{Contest, Notation, Outcomes, Position, Stochastic, ToMove};
use std::fmt;
use std::time::Duration;
use values::{Budget, Player};

/// A state of a made-up game: what follows is drawn from its number. Few numbers make many transpositions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Drawn {
    number: u64,
    left: u8,
    player: Player,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Kind {
    seed: u64,
    /// States are equal if their numbers are equal modulo this.
    numbers: u64,
    /// Do all outcomes have the same weight, and players take turns?
    even: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Choice(u64);

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Drawn {
    fn root(kind: Kind, left: u8) -> Self {
        Self { number: 0, left, player: Player::Left, kind }
    }

    fn draw(&self, what: u64) -> u64 {
        let mut x = self.number
            ^ (u64::from(self.left) << 32)
            ^ ((self.player as u64) << 40)
            ^ self.kind.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ what.wrapping_mul(0xD134_2543_DE82_EF95);
        for _ in 0..3 {
            x = (x ^ (x >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        }
        x ^ (x >> 29)
    }

    fn value(&self) -> i32 {
        (self.draw(1) % 41) as i32 - 20
    }
}

impl Contest for Drawn {
    type Move = Choice;

    const MOST: i32 = 20;

    fn to_move(&self) -> Player {
        self.player
    }

    fn moves(&self) -> Vec<Choice> {
        if self.left == 0 || self.draw(2).is_multiple_of(9) {
            return Vec::new();
        }
        (0..1 + self.draw(3) % 4).map(Choice).collect()
    }

    fn score(&self) -> Option<i32> {
        self.moves().is_empty().then(|| self.value())
    }

    fn evaluation(&self) -> i32 {
        self.value()
    }

    fn plies(&self, action: Choice) -> u32 {
        if self.draw(50 + action.0).is_multiple_of(8) { 2 } else { 1 }
    }
}

impl Stochastic for Drawn {
    fn outcomes(&self, action: Choice) -> Outcomes<Self> {
        let count = 1 + self.draw(100 + action.0) % 4;
        let outcome = |i| {
            let draw = self.draw(1000 + 10 * action.0 + i);
            let weight = if self.kind.even { 1 } else { 1 + (draw >> 50) as u32 % 5 };
            let again = !self.kind.even && (draw >> 40).is_multiple_of(4);
            let player = if again { self.player } else { self.player.opponent() };
            (weight, Self { number: draw % self.kind.numbers, left: self.left - 1, player, kind: self.kind })
        };
        (0..count).map(outcome).collect()
    }
}

const STARS: [Star; 7] = [
    Star::Star0,
    Star::Star1,
    Star::Star2 { factor: 0, probing: Probing::Cyclic },
    Star::Star2 { factor: 1, probing: Probing::Cyclic },
    Star::Star2 { factor: 2, probing: Probing::Sequential },
    Star::Star2 { factor: 3, probing: Probing::Cyclic },
    Star::Star2 { factor: 20, probing: Probing::Sequential },
];

fn plain(star: Star) -> Options {
    Options { bytes: 0, star, scout: false, killers: true, quiescence: false, ..Options::default() }
}

/// What leaves the values the same.
fn exact_additions() -> impl Iterator<Item = Chance> {
    let orders = [OutcomeOrder::Given, OutcomeOrder::WorstWhenAhead, OutcomeOrder::BestWhenAhead];
    let probes = [Approximate::None, Approximate::Promising { outcomes: 2 }];
    orders.into_iter().flat_map(move |order| {
        [Shares::Equal, Shares::ByWeight].into_iter().flat_map(move |shares| {
            probes.map(|approximate| Chance { order, shares, approximate, flips: None })
        })
    })
}

#[test]
fn orders_and_probes_of_outcomes_leave_the_values_the_same() {
    let additions: Vec<Chance> = exact_additions().collect();
    for kind in kinds(3000) {
        let root = Drawn::root(kind, 4);
        let (score, _) = expectimax(&mut Plain::default(), &root, 4, &Budget::endless()).unwrap();
        for star in [Star::Star1, STARS[3], STARS[5]] {
            let chance = additions[(kind.seed / 6) as usize % additions.len()];
            let options = Options { chance, bytes: (kind.seed as usize % 2) << 12, ..plain(star) };
            let mut search = AlphaBeta::new(Plain::default(), options);
            let found = search.value(&root, 4, search.everything(), &Budget::endless()).unwrap();
            assert_eq!(found.score, score, "{kind:?} by {options:?}");
        }
    }
}

/// A margin that nothing reaches changes no value; without a margin shallow searches decide.
#[test]
fn shallow_probes_count_outside_of_the_margin() {
    let mut changed = 0;
    for kind in kinds(300) {
        let root = Drawn::root(kind, 5);
        let value = |margin| {
            let approximate = Approximate::All { reduction: 2, margin };
            let chance = Chance { approximate, ..Chance::default() };
            let mut search = AlphaBeta::new(Plain::default(), Options { chance, ..plain(STARS[3]) });
            search.value(&root, 5, search.everything(), &Budget::endless()).unwrap().score
        };
        let (score, _) = expectimax(&mut Plain::default(), &root, 5, &Budget::endless()).unwrap();
        assert_eq!(value(3000), score);
        changed += u32::from(value(0) != score);
    }
    assert!(changed > 30, "{changed}");
}

/// A line ends before one flip too many, with the evaluation before it.
#[test]
fn flips_are_limited() {
    let value = |state: &Drawn, flips| {
        let chance = Chance { flips, ..Chance::default() };
        let mut search = AlphaBeta::new(Plain::default(), Options { chance, ..plain(STARS[3]) });
        search.value(state, 4, search.everything(), &Budget::endless()).unwrap().score
    };
    for kind in kinds(2000) {
        let root = Drawn::root(kind, 4);
        let (score, _) = expectimax(&mut Plain::default(), &root, 4, &Budget::endless()).unwrap();
        assert_eq!([value(&root, None), value(&root, Some(4))], [score; 2]);
        assert_eq!(value(&root, Some(1)), limited(&root, 4, 1));
        assert_eq!(value(&root, Some(0)), limited(&root, 4, 0));
    }
}

/// The value by plain recursion.
fn limited(state: &Drawn, depth: u32, flips: u32) -> i64 {
    let evaluation = state.to_move().sees(i64::from(state.value()) * POINT);
    if depth == 0 || state.moves().is_empty() {
        return evaluation;
    }
    let values = state.moves().into_iter().map(|action| {
        let outcomes = state.outcomes(action);
        let Some(rest) = depth.checked_sub(state.plies(action)) else { return evaluation };
        let is_flip = outcomes.len() > 1 && state.plies(action) > 1;
        let Some(left) = flips.checked_sub(u32::from(is_flip)) else { return evaluation };
        let (mut sum, mut total) = (0, 0);
        for (weight, next) in outcomes {
            let value = limited(&next, rest, left);
            let value = if next.to_move() == state.to_move() { value } else { -value };
            (sum, total) = (sum + i128::from(weight) * i128::from(value), total + i128::from(weight));
        }
        (sum / total) as i64
    });
    values.max().unwrap()
}

/// A chance node with outcomes of these scores, in units of which the largest is `most`. Counts the outcomes
/// that are looked at.
struct Drawing {
    scores: Vec<i64>,
    most: i64,
    looked_at: usize,
}

impl Domain for Drawing {
    /// `None` is the root.
    type State = Option<usize>;
    type Move = ();
    type Key = Option<usize>;

    fn most(&self) -> i64 {
        self.most
    }

    fn key(&mut self, state: &Option<usize>) -> Option<usize> {
        *state
    }

    fn to_move(&self, _: &Option<usize>) -> Player {
        Player::Left
    }

    fn score(&mut self, state: &Option<usize>) -> Option<i64> {
        self.looked_at += usize::from(state.is_some());
        state.map(|drawing| self.scores[drawing])
    }

    fn evaluation(&mut self, _: &Option<usize>) -> i64 {
        0
    }

    fn moves(&mut self, _: &Option<usize>) -> Result<Vec<(i32, ())>, values::Error> {
        Ok(vec![(0, ())])
    }

    fn outcomes(&mut self, _: &Option<usize>, (): ()) -> Result<Outcomes<Option<usize>>, values::Error> {
        Ok((0..self.scores.len()).map(|drawing| (1, Some(drawing))).collect())
    }
}

/// What Star1 answers with this window, and the number of outcomes that it looks at.
fn star1(scores: &[i64], most: i64, window: [i64; 2]) -> (i64, usize) {
    let drawing = Drawing { scores: scores.to_vec(), most, looked_at: 0 };
    let mut search = AlphaBeta::new(drawing, plain(Star::Star1));
    let [alpha, beta] = window;
    let found = search.value(&None, 1, Window { alpha, beta }, &Budget::endless()).unwrap();
    (found.score, search.domain.looked_at)
}

/// The notes' average of two drawings with scores from 1 to 6. After a 5 it lies from 3 to 5.5, after a 1
/// from 1 to 3.5. Scores are counted here in quarters of a point from 3.5.
#[test]
fn bounds_of_two_dice_are_those_of_the_notes() {
    let quarters = |score: f64| (4.0 * (score - 3.5)) as i64;
    for (first, low, high) in [(5.0, 3.0, 5.5), (1.0, 1.0, 3.5)] {
        // Whatever the second one is, the bounds decide windows outside of them, and none inside.
        for second in [1.0, 4.0, 6.0] {
            let scores = [quarters(first), quarters(second)];
            let (most, low, high) = (quarters(6.0), quarters(low), quarters(high));
            if low > -most {
                assert_eq!(star1(&scores, most, [low - 1, low]), (low, 1));
            }
            if high < most {
                assert_eq!(star1(&scores, most, [high, high + 1]), (high, 1));
            }
            let mean = (scores[0] + scores[1]) / 2;
            assert_eq!(star1(&scores, most, [low, high]).1, 2);
            assert_eq!(star1(&scores, most, [-most, most]), (mean, 2));
        }
    }
}

/// The notes' flip in dark chess: seven outcomes with scores from −10 to 10. After i outcomes the mean lies
/// between (Σ v − 10 (7 − i)) / 7 and (Σ v + 10 (7 − i)) / 7, so a window beside them is decided after i.
#[test]
fn bounds_of_a_flip_are_those_of_the_notes() {
    // In units of a seventh.
    let (scores, most) = ([-2_i64, 9, -7, 4, 0, -10, 6].map(|score| 7 * score), 70);
    let (mut low, mut high) = (-most, most);
    for (count, score) in scores.iter().enumerate() {
        low += (score + most) / 7;
        high += (score - most) / 7;
        if (low, high) != (-most, most) && low < high {
            assert!(star1(&scores, most, [low - 1, low]).1 <= count + 1);
            assert!(star1(&scores, most, [high, high + 1]).1 <= count + 1);
            assert!(star1(&scores, most, [low - 1, low]).0 >= low);
            assert!(star1(&scores, most, [high, high + 1]).0 <= high);
        }
    }
    assert_eq!((low, high), (0, 0));
    assert_eq!(star1(&scores, most, [-most, most]), (0, 7));
}

fn kinds(count: u64) -> impl Iterator<Item = Kind> {
    (0..count).map(|seed| Kind {
        seed,
        numbers: if seed % 3 == 0 { 3 } else { u64::MAX },
        even: seed % 2 == 0,
    })
}

/// Compares all searches of chance nodes with expectimax.
fn compare(kind: Kind, depth: u8, ways: &[(usize, bool)]) {
    let (root, depth) = (Drawn::root(kind, depth), u32::from(depth));
    let (score, _) = expectimax(&mut Plain::default(), &root, depth, &Budget::endless()).unwrap();
    for star in STARS {
        for &(bytes, scout) in ways {
            let options = Options { bytes, scout, ..plain(star) };
            let mut search = AlphaBeta::new(Plain::default(), options);
            let found = search.value(&root, depth, search.everything(), &Budget::endless()).unwrap();
            assert_eq!(found.score, score, "{kind:?} to depth {depth} by {options:?}");
        }
    }
}

#[test]
fn every_star_finds_the_value_of_expectimax() {
    let ways = [(0, false), (0, true), (1 << 10, true), (1 << 16, false)];
    for kind in kinds(20_000) {
        compare(kind, 3, &[ways[kind.seed as usize / 6 % 4]]);
    }
    for kind in kinds(120) {
        compare(kind, 5, &ways);
    }
}

#[test]
fn outside_the_window_a_bound_is_found() {
    for kind in kinds(1000) {
        let root = Drawn::root(kind, 4);
        let (score, _) = expectimax(&mut Plain::default(), &root, 4, &Budget::endless()).unwrap();
        for star in STARS {
            for middle in [-10 * POINT, score - 1, score, score + 1, 7 * POINT] {
                let window = Window { alpha: middle, beta: middle + 1 + (kind.seed as i64 % 3) * POINT };
                let mut search = AlphaBeta::new(Plain::default(), plain(star));
                let found = search.value(&root, 4, window, &Budget::endless()).unwrap().score;
                if found <= window.alpha {
                    assert!(score <= found, "{kind:?} {star:?} {window:?}: {score}, not below {found}");
                } else if found >= window.beta {
                    assert!(score >= found, "{kind:?} {star:?} {window:?}: {score}, not above {found}");
                } else {
                    assert_eq!(score, found, "{kind:?} {star:?} {window:?}");
                }
            }
        }
    }
}

#[test]
fn thinking_deeper_and_deeper_gives_the_same_whatever_the_table() {
    for kind in kinds(100) {
        let root = Drawn::root(kind, 7);
        let mut answers = Vec::new();
        for bytes in [0, 1 << 9, 1 << 16, 1 << 20] {
            for star in STARS {
                let options = Options { bytes, scout: true, ..plain(star) };
                let mut search = AlphaBeta::new(Plain::default(), options);
                let thought = search.think(&root, 5, &Budget::endless());
                answers.push(thought.map(|thought| (thought.best, thought.score, thought.depth)));
            }
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{kind:?}: {answers:?}");
    }
}

#[test]
fn threads_find_the_value_of_expectimax() {
    for kind in kinds(200) {
        let root = Drawn::root(kind, 5);
        let (score, _) = expectimax(&mut Plain::default(), &root, 5, &Budget::endless()).unwrap();
        for (threads, bytes) in [(1, 1 << 16), (2, 0), (2, 1 << 9), (2, 1 << 16), (3, 1 << 16)] {
            let options = Options { bytes, quiescence: false, ..Options::default() };
            let mut search = AlphaBeta::new(Plain::default(), options);
            let window = search.everything();
            let found =
                search.value_in_threads(&root, 5, window, &Budget::endless().with_threads(threads)).unwrap();
            assert_eq!(found.score, score, "{kind:?} in {threads} threads with {bytes} bytes");
        }
    }
}

/// The mean as an exact fraction: its numerator over `scale`, which all weights below divide.
fn exact(state: &Drawn, depth: u32, scale: i128) -> i128 {
    if let Some(score) = state.score() {
        return i128::from(score) * scale;
    }
    if depth == 0 {
        return i128::from(state.evaluation()) * scale;
    }
    let values = state.moves().into_iter().map(|action| {
        let Some(rest) = depth.checked_sub(state.plies(action)) else {
            return i128::from(state.evaluation()) * scale;
        };
        let outcomes = state.outcomes(action);
        let total: i128 = outcomes.iter().map(|(weight, _)| i128::from(*weight)).sum();
        assert_eq!(scale % total, 0);
        let part = |(weight, next): &(u32, Drawn)| i128::from(*weight) * exact(next, rest, scale / total);
        outcomes.iter().map(part).sum()
    });
    if state.player == Player::Left { values.max().unwrap() } else { values.min().unwrap() }
}

#[test]
fn rounding_moves_a_mean_by_less_than_a_pointth_for_each_chance() {
    // All sums of up to four weights from 1 to 5 divide this.
    let sums: i128 = 232_792_560;
    for kind in kinds(3000) {
        let root = Drawn::root(kind, 4);
        let scale = sums.pow(3);
        let (score, _) = expectimax(&mut Plain::default(), &root, 3, &Budget::endless()).unwrap();
        let error = (i128::from(score) * scale - exact(&root, 3, scale) * i128::from(POINT)).abs();
        assert!(error < 3 * scale, "{kind:?}");
    }
}

#[test]
fn searching_to_the_end_finds_the_winner() {
    for taken in (0..1u32 << 12).step_by(7) {
        let text: Vec<String> = (0..3)
            .map(|y| (0..4).map(|x| if taken >> (4 * y + x) & 1 == 1 { '#' } else { '.' }).collect())
            .collect();
        let position = Domineering::<Small>::read(&text.join("|")).unwrap();
        for player in Player::BOTH {
            let state = ToMove { position, player };
            let mut search =
                AlphaBeta::new(Plain::default(), Options { bytes: 1 << 12, ..Options::default() });
            let found = search.value(&state, u32::MAX, search.everything(), &Budget::endless()).unwrap();
            assert!(found.ends.is_some());
            assert_eq!(found.score == POINT, first_wins(&position, player), "{position} {player:?}");
        }
    }
}

fn first_wins(position: &Domineering<Small>, player: Player) -> bool {
    position.options(player).iter().any(|next| !first_wins(next, player.opponent()))
}

#[test]
fn thinking_ends_when_time_is_up_and_knows_something() {
    let root = Drawn::root(Kind { seed: 4, numbers: u64::MAX, even: true }, 250);
    let mut search = AlphaBeta::new(Plain::default(), Options::default());
    let thought = search.think(&root, 250, &Budget::after(Duration::from_millis(50)));
    assert!(thought.is_some_and(|thought| thought.depth > 1));
}

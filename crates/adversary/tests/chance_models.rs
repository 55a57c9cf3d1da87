//! Opponent-model search and utilities of risk where chance has a part, compared with their definitions.
#![allow(missing_docs, clippy::unwrap_used)]

use adversary::alphabeta::{AlphaBeta, Options, POINT, Plain, Risk};
use adversary::opponent_model::{Learner, Model, OpponentModelSearch, Ratio};
use fastrand::Rng;
use rules::{Contest, Outcomes, Stochastic};
use values::{Budget, Player};

/// A node of a random tree, some of whose moves have two outcomes with weights 1 and 3.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Tree {
    key: u64,
    player: Player,
}

fn mix(key: u64, salt: u64) -> u64 {
    Rng::with_seed(key ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15)).u64(..)
}

impl Tree {
    /// A root that is not an end.
    fn new(seed: u64) -> Self {
        let key = (0..).map(|i| mix(seed, i)).find(|key: &u64| !key.is_multiple_of(11)).unwrap();
        Self { key, player: Player::BOTH[(seed % 2) as usize] }
    }

    fn seen(&self, evaluation: u64) -> i32 {
        (mix(self.key, 1000 + evaluation) % 41) as i32 - 20
    }
}

impl Contest for Tree {
    type Move = u8;

    const MOST: i32 = 20;

    fn to_move(&self) -> Player {
        self.player
    }

    fn moves(&self) -> Vec<u8> {
        if self.score().is_some() { Vec::new() } else { (0..2 + (self.key >> 20) as u8 % 2).collect() }
    }

    fn score(&self) -> Option<i32> {
        self.key.is_multiple_of(11).then(|| (self.key / 11 % 41) as i32 - 20)
    }

    fn evaluation(&self) -> i32 {
        self.seen(0)
    }
}

impl Stochastic for Tree {
    fn outcomes(&self, action: u8) -> Outcomes<Self> {
        let key = mix(self.key, 1 + u64::from(action));
        let next = |salt| Self { key: mix(key, salt), player: self.player.opponent() };
        if key.is_multiple_of(3) {
            [(1, next(1))].into_iter().collect()
        } else {
            [(1, next(1)), (3, next(2))].into_iter().collect()
        }
    }
}

/// The mean over the outcomes of a move. Quarters of points are whole numbers in this unit for eight plies.
fn mean(state: &Tree, action: u8, value: impl Fn(&Tree) -> i64) -> i64 {
    let outcomes = state.outcomes(action);
    let weights: i64 = outcomes.iter().map(|(weight, _)| i64::from(*weight)).sum();
    outcomes.iter().map(|(weight, next)| i64::from(*weight) * value(next)).sum::<i64>() / weights
}

/// The score of a state for a player, if nothing more is searched.
fn leaf(state: &Tree, depth: u32, side: Player, evaluation: u64) -> Option<i64> {
    let points = state.score().or_else(|| (depth == 0).then(|| state.seen(evaluation)))?;
    Some(side.sees(i64::from(points)) * POINT)
}

/// The first best move of the player to move by expectimax with an evaluation, and its score for a player.
fn expectimax(state: &Tree, depth: u32, side: Player, evaluation: u64) -> (Option<u8>, i64) {
    if let Some(score) = leaf(state, depth, side, evaluation) {
        return (None, score);
    }
    let sign = if state.player == side { 1 } else { -1 };
    let value = |action| mean(state, action, |next| expectimax(next, depth - 1, side, evaluation).1);
    let values = state.moves().into_iter().map(|action| (Some(action), value(action)));
    values.reduce(|best, next| if sign * next.1 > sign * best.1 { next } else { best }).unwrap()
}

/// What a player expects against one who searches with another evaluation to the same horizon.
fn expected(state: &Tree, depth: u32, side: Player, evaluations: [u64; 2]) -> i64 {
    if let Some(score) = leaf(state, depth, side, evaluations[0]) {
        return score;
    }
    let value = |action| mean(state, action, |next| expected(next, depth - 1, side, evaluations));
    if state.player == side {
        return state.moves().into_iter().map(value).max().unwrap();
    }
    value(expectimax(state, depth, side.opponent(), evaluations[1]).0.unwrap())
}

fn model(evaluation: u64) -> Model<Tree> {
    Model::minimax(move |state: &Tree| state.seen(evaluation))
}

#[test]
fn models_with_chance_are_their_definition() {
    for seed in 0..300 {
        let root = Tree::new(seed);
        for depth in 1..=4 {
            let plain = OpponentModelSearch::new(&model(0), root.player, 1 << 12)
                .think(&root, depth, &Budget::endless())
                .unwrap();
            let (action, value) = expectimax(&root, depth, root.player, 0);
            assert_eq!(
                (plain.action, plain.value),
                (action, Ratio::new(value.into(), POINT.into()).unwrap()),
                "{seed}"
            );
            let om = model(0).against([(1, model(1))]);
            let found = OpponentModelSearch::new(&om, root.player, 1 << 12)
                .think(&root, depth, &Budget::endless())
                .unwrap();
            let value = expected(&root, depth, root.player, [0, 1]);
            assert_eq!(found.value, Ratio::new(value.into(), POINT.into()).unwrap(), "{seed} {depth}");
        }
    }
}

#[test]
fn a_learner_finds_out_who_plays_with_chance() {
    let budget = Budget::endless();
    let mut learner = Learner::new((0..3).map(|evaluation| (1, model(evaluation))), (1, 10)).unwrap();
    for seed in 0..40 {
        let state = Tree::new(seed);
        let made = expectimax(&state, 2, state.player, 1).0.unwrap();
        learner.see(&state, made, 2, &budget).unwrap();
    }
    let weights: Vec<u32> = learner.weights().collect();
    assert!(weights[1] > 1000 * weights[0].max(weights[2]), "{weights:?}");
}

/// The utility is monotone and odd, keeps the ends, and is convex below 0 and concave above.
#[test]
fn risk_hopes_when_behind_and_is_careful_when_ahead() {
    /// A choice between a sure score and a gamble between two others.
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    enum Gamble {
        Choice { sure: i32, risky: [i32; 2] },
        End(i32),
    }
    impl Contest for Gamble {
        type Move = bool;
        const MOST: i32 = 1000;
        fn to_move(&self) -> Player {
            Player::Left
        }
        fn moves(&self) -> Vec<bool> {
            if matches!(self, Self::End(_)) { Vec::new() } else { vec![false, true] }
        }
        fn score(&self) -> Option<i32> {
            if let Self::End(score) = self { Some(*score) } else { None }
        }
    }
    impl Stochastic for Gamble {
        fn outcomes(&self, gambles: bool) -> Outcomes<Self> {
            let Self::Choice { sure, risky: [a, b] } = *self else { return Outcomes::new() };
            let ends: &[(u32, i32)] = if gambles { &[(1, a), (1, b)] } else { &[(1, sure)] };
            ends.iter().map(|(weight, score)| (*weight, Self::End(*score))).collect()
        }
    }
    let gambles = |sure: i32, risky: [i32; 2], widths: u16| {
        let state = Gamble::Choice { sure, risky };
        AlphaBeta::new(Risk::new(widths), Options::default())
            .think(&state, 3, &Budget::endless())
            .unwrap()
            .best
    };
    // Behind, the gamble has the lower mean and some hope; ahead, it has the higher mean and a danger.
    assert!(!gambles(-300, [-700, 50], 0) && gambles(-300, [-700, 50], 8));
    assert!(gambles(300, [700, -50], 0) && !gambles(300, [700, -50], 8));
    // Without risk the scores are those of plain search.
    for seed in 0..100 {
        let root = Tree::new(seed);
        let plain = AlphaBeta::new(Plain::default(), Options::default()).think(&root, 4, &Budget::endless());
        assert_eq!(
            AlphaBeta::new(Risk::new(0), Options::default()).think(&root, 4, &Budget::endless()),
            plain
        );
    }
}

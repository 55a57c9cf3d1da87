//! Monte Carlo tree search and sparse sampling against expectimax on random trees.
#![allow(missing_docs, clippy::unwrap_used)]

use adversary::mcts::{Mcts, Plan};
use adversary::sparse_sampling::{Sparse, Widening};
use fastrand::Rng;
use rules::bitboard::Small;
use rules::games::clobber::Clobber;
use rules::games::dark_chess::DarkChess;
use rules::games::ewn::Ewn;
use rules::{Contest, Deterministic, Notation, Outcomes, Playable, Stochastic, ToMove};
use std::time::Duration;
use values::{Budget, Player};

/// A tree with random scores at its leaves. A move has `chances` outcomes with weights from 1 to `heaviest`; if
/// `flips` are given, only the first moves do, and the others have one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Tree {
    key: u64,
    plies: u32,
    moves: u8,
    chances: u8,
    heaviest: u32,
    player: Player,
    flips: Option<u8>,
}

impl Tree {
    fn new(key: u64, plies: u32, moves: u8, chances: u8, heaviest: u32) -> Self {
        let player = Player::BOTH[usize::from(mix(key, 99).is_multiple_of(2))];
        Self { key: mix(key, 0), plies, moves, chances, heaviest, player, flips: None }
    }

    fn child(&self, action: u8, chance: u8) -> Self {
        let key = mix(self.key, 1 + u64::from(action) * 1000 + u64::from(chance));
        Self { key, plies: self.plies - 1, player: self.player.opponent(), ..self.clone() }
    }
}

fn mix(key: u64, salt: u64) -> u64 {
    Rng::with_seed(key ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15)).u64(..)
}

impl Contest for Tree {
    type Move = u8;

    const MOST: i32 = 100;

    fn to_move(&self) -> Player {
        self.player
    }

    fn moves(&self) -> Vec<u8> {
        if self.plies == 0 { Vec::new() } else { (0..self.moves).collect() }
    }

    fn score(&self) -> Option<i32> {
        (self.plies == 0).then(|| (self.key % 201) as i32 - 100)
    }

    fn evaluation(&self) -> i32 {
        37
    }
}

impl Stochastic for Tree {
    fn outcomes(&self, action: u8) -> Outcomes<Self> {
        let outcome = |chance| {
            let child = self.child(action, chance);
            (1 + (child.key >> 32) as u32 % self.heaviest, child)
        };
        let is_flip = self.flips.is_none_or(|flips| action < flips);
        (0..if is_flip { self.chances } else { 1 }).map(outcome).collect()
    }
}

fn after(state: &Tree, action: u8) -> f64 {
    let outcomes = state.outcomes(action);
    let total: u32 = outcomes.iter().map(|(weight, _)| weight).sum();
    outcomes.iter().map(|(weight, child)| f64::from(*weight) * expectimax(child)).sum::<f64>()
        / f64::from(total)
}

fn expectimax(state: &Tree) -> f64 {
    if state.plies == 0 {
        return f64::from(state.score().unwrap());
    }
    let values = state.moves().into_iter().map(|action| after(state, action));
    values.reduce(if state.player == Player::Left { f64::max } else { f64::min }).unwrap()
}

fn search(mcts: &Mcts, tree: &Tree) -> Plan<u8> {
    mcts.search(tree, &Budget::endless())
}

#[test]
fn the_number_of_choices_is_the_formula() {
    for (coefficient, exponent) in [
        ((1, 1), (1, 2)),
        ((2, 1), (1, 2)),
        ((3, 2), (2, 3)),
        ((1, 3), (3, 4)),
        ((5, 7), (0, 1)),
        ((7, 4), (1, 1)),
    ] {
        let rule = Widening::new(coefficient, exponent).unwrap();
        let [c, d, p, q] = [coefficient.0, coefficient.1, exponent.0, exponent.1].map(u128::from);
        for t in (0..200).chain([1 << 16, (1 << 16) + 1]) {
            let choices = u128::from(rule.choices(t));
            let target = c.pow(q as u32) * u128::from(t).pow(p as u32);
            assert!((choices * d).pow(q as u32) >= target);
            assert!(
                choices == 0 || ((choices - 1) * d).pow(q as u32) < target,
                "{coefficient:?} {exponent:?} {t}"
            );
        }
    }
    let rule = Widening::new((2, 1), (1, 2)).unwrap();
    assert_eq!([0, 1, 2, 4, 9, 10, 100].map(|t| rule.choices(t)), [0, 2, 3, 4, 6, 7, 20]);
    let huge = Widening::new((255, 1), (3, 4)).unwrap();
    // 2^32 - 1 is just below the fourth power of 256, so the root is just below 2^24.
    assert_eq!(huge.choices(u32::MAX), 255 << 24);
    assert_eq!(Widening::new((255, 255), (4, 4)).unwrap().choices(u32::MAX), u64::from(u32::MAX));
}

#[test]
fn rules_that_make_no_sense_are_refused() {
    for (coefficient, exponent) in
        [((0, 1), (1, 2)), ((1, 0), (1, 2)), ((1, 1), (1, 0)), ((1, 1), (3, 2)), ((1, 1), (1, 5))]
    {
        assert_eq!(Widening::new(coefficient, exponent), None);
    }
}

#[test]
fn sampling_everything_is_expectimax() {
    let everything = Widening::new((1, 1), (1, 1));
    for key in 0..200 {
        let tree = Tree::new(key, 3, 3, 4, 1 + key as u32 % 5);
        for (sparse, visits) in [
            (Sparse::default(), 0),
            (Sparse { moves: None, outcomes: everything }, 4),
            (Sparse { moves: everything, outcomes: everything }, 9),
        ] {
            let estimate =
                sparse.estimate(&tree, 3, visits, &mut Rng::with_seed(key), &Budget::endless()).unwrap();
            assert!((estimate - expectimax(&tree)).abs() < 1e-9);
        }
    }
}

#[test]
fn the_estimate_of_a_chance_node_comes_closer_with_more_visits() {
    let sparse = Sparse { moves: None, outcomes: Widening::new((1, 1), (1, 2)) };
    let mut random = Rng::with_seed(5);
    let mut errors = Vec::new();
    for visits in [1, 16, 81, 144] {
        let mut error = 0.0;
        for key in 0..60 {
            let tree = Tree::new(key, 2, 2, 12, 1);
            let estimate = sparse.estimate(&tree, 2, visits, &mut random, &Budget::endless()).unwrap();
            error += (estimate - expectimax(&tree)).abs() / 60.0;
        }
        errors.push(error);
    }
    assert!(errors.is_sorted_by(|a, b| a > b), "{errors:?}");
    assert!(errors[0] > 20.0 && errors[3] < 1e-9, "{errors:?}");
}

#[test]
fn even_few_outcomes_are_right_on_average() {
    let tree = Tree::new(3, 1, 1, 10, 1);
    let sparse = Sparse { moves: None, outcomes: Widening::new((3, 1), (0, 1)) };
    let mut random = Rng::with_seed(8);
    let mut estimate = || sparse.estimate(&tree, 1, 1, &mut random, &Budget::endless()).unwrap();
    let mean = (0..20_000).map(|_| estimate()).sum::<f64>() / 20_000.0;
    assert!((mean - expectimax(&tree)).abs() < 1.0);
}

#[test]
fn below_the_depth_the_estimate_counts() {
    let tree = Tree::new(1, 5, 3, 2, 1);
    let estimate = Sparse::default().estimate(&tree, 2, 1, &mut Rng::with_seed(0), &Budget::endless());
    assert_eq!(estimate, Ok(37.0));
}

/// One move with these outcomes, which end the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Wheel {
    Still { unit: u32 },
    Stopped(i32),
}

impl Contest for Wheel {
    type Move = u8;

    const MOST: i32 = 64;

    fn to_move(&self) -> Player {
        Player::Right
    }

    fn moves(&self) -> Vec<u8> {
        if matches!(self, Self::Stopped(_)) { Vec::new() } else { vec![0] }
    }

    fn score(&self) -> Option<i32> {
        if let Self::Stopped(score) = self { Some(*score) } else { None }
    }
}

impl Stochastic for Wheel {
    fn outcomes(&self, _: u8) -> Outcomes<Self> {
        let Self::Still { unit } = *self else { return Outcomes::new() };
        [(1, 64), (2, -32), (3, 16)]
            .into_iter()
            .map(|(weight, score)| (weight * unit, Self::Stopped(score)))
            .collect()
    }
}

#[test]
fn every_round_draws_each_outcome_as_often_as_its_weight_says() {
    for (seed, unit) in (0..50).flat_map(|seed| [(seed, 1), (seed, 7)]) {
        for rounds in [0, 1, 2, 17] {
            // Each outcome once at first, then rounds of six.
            let mcts = Mcts { seed, limit: 3 + 6 * rounds, ..Mcts::default() };
            let plan = mcts.search(&Wheel::Still { unit }, &Budget::endless());
            // 64 − 32 + 16 and 64 − 2·32 + 3·16 are both 48.
            let sum = 48 * (1 + rounds as i32);
            assert_eq!(plan.simulations, 3 + 6 * rounds);
            assert_eq!(plan.mean, f64::from(sum) / plan.simulations as f64);
            assert_eq!(plan.tried[0].mean, 8.0, "the weighted mean of the outcomes is exact at once");
        }
    }
}

#[test]
fn a_toss_is_as_likely_as_its_weight() {
    fn check<S: Stochastic>(state: &S, action: S::Move) {
        let outcomes = state.outcomes(action);
        let total: u32 = outcomes.iter().map(|(weight, _)| weight).sum();
        let tickets = (0..total).map(|i| (u64::MAX / u64::from(total)) * u64::from(i) + (1 << 32));
        let tossed: Vec<S> = tickets.map(|ticket| state.toss(action, ticket)).collect();
        for (weight, outcome) in outcomes {
            assert_eq!(tossed.iter().filter(|tossed| **tossed == outcome).count(), weight as usize);
        }
    }
    for seed in 0..300 {
        let mut random = Rng::with_seed(seed);
        let mut state = Ewn::opening(&mut |count| random.u32(..count));
        while let Some(action) = random.choice(state.moves()) {
            check(&state, action);
            state = state.toss(action, random.u64(..));
        }
        assert!(state.score().is_some());
        check(&Tree::new(seed, 2, 1, 5, 9), 0);
    }
}

#[test]
fn with_enough_simulations_the_best_move_is_found() {
    for key in 0..40 {
        let tree = Tree::new(key, 3, 3, 3, 1 + key as u32 % 3);
        let plan = search(&Mcts { limit: 60_000, seed: key, ..Mcts::default() }, &tree);
        let chosen = after(&tree, plan.action.unwrap());
        assert!((chosen - expectimax(&tree)).abs() < 4.0, "tree {key}: {chosen} for {}", expectimax(&tree));
        assert!(
            (plan.mean - expectimax(&tree)).abs() < 8.0,
            "tree {key}: {} for {}",
            plan.mean,
            expectimax(&tree)
        );
        assert_eq!(plan.depth, 3);
        assert_eq!(plan.simulations, plan.tried.iter().map(|tried| tried.visits).sum::<u64>());
    }
}

#[test]
fn sparse_sampling_does_not_hide_the_best_move() {
    let rule = Widening::new((1, 1), (1, 2));
    for key in 0..20 {
        let tree = Tree::new(key, 2, 5, 6, 3);
        let sparse = Sparse { moves: rule, outcomes: rule };
        let plan = search(&Mcts { limit: 60_000, seed: key, sparse, ..Mcts::default() }, &tree);
        let chosen = after(&tree, plan.action.unwrap());
        assert!((chosen - expectimax(&tree)).abs() < 4.0, "tree {key}: {chosen} for {}", expectimax(&tree));
    }
}

#[test]
fn at_first_only_some_choices_are_sampled() {
    let tree = Tree::new(7, 3, 9, 9, 1);
    let sparse = Sparse { moves: Widening::new((1, 1), (1, 2)), outcomes: None };
    let plan = search(&Mcts { limit: 10, sparse, ..Mcts::default() }, &tree);
    assert_eq!(plan.tried.iter().filter(|tried| tried.visits > 0).count(), 2);
    let sparse = Sparse { moves: None, outcomes: Widening::new((1, 1), (0, 1)) };
    let plan = search(&Mcts { limit: 9, sparse, ..Mcts::default() }, &tree);
    assert!(plan.tried.iter().all(|tried| tried.visits == 1));
}

#[test]
fn the_seed_decides() {
    let tree = Tree::new(2, 4, 4, 3, 4);
    let visits = |seed| {
        let plan = search(&Mcts { limit: 2000, seed, ..Mcts::default() }, &tree);
        plan.tried.iter().map(|tried| (tried.action, tried.visits)).collect::<Vec<_>>()
    };
    assert_eq!(visits(4), visits(4));
    assert_ne!(visits(4), visits(5));
}

#[test]
fn the_tree_stays_within_its_memory() {
    let tree = Tree::new(11, 6, 4, 3, 2);
    for bytes in [0, 1 << 10, 1 << 14, 1 << 18, 1 << 30] {
        let plan =
            Mcts { limit: 5000, ..Mcts::default() }.search(&tree, &Budget::endless().with_bytes(bytes));
        // The root always fits. The last step may add the moves of a state or the outcomes of a move.
        assert!(plan.bytes <= bytes + (1 << 11), "{} of {bytes}", plan.bytes);
        assert!(plan.bytes > bytes.min(1 << 19) / 2);
        assert!(plan.simulations >= 5000);
    }
}

#[test]
fn threads_add_their_visits() {
    for key in 0..10 {
        let tree = Tree::new(key, 3, 3, 3, 2);
        let mcts = Mcts { limit: 60_000, seed: key, ..Mcts::default() };
        let alone = search(&mcts, &tree);
        let plan = mcts.search(&tree, &Budget::endless().with_threads(3));
        let chosen = after(&tree, plan.action.unwrap());
        assert!((chosen - expectimax(&tree)).abs() < 4.0, "tree {key}: {chosen} for {}", expectimax(&tree));
        assert!((60_000..60_030).contains(&plan.simulations));
        assert_eq!(plan.simulations, plan.tried.iter().map(|tried| tried.visits).sum::<u64>());
        assert_eq!(plan.tried.len(), 3);
        let counted = mcts.search(&tree, &Budget::after_nodes(u64::MAX).with_threads(3));
        assert_eq!(counted.mean, alone.mean, "a budget that counts nodes allows one thread");
    }
}

#[test]
fn simulations_may_be_cut() {
    let tree = Tree::new(11, 6, 4, 3, 2);
    let plan = search(&Mcts { limit: 8, cut: Some(0), ..Mcts::default() }, &tree);
    assert!((plan.mean - 37.0).abs() < 1e-9);
    let plan = search(&Mcts { limit: 8, cut: Some(5), ..Mcts::default() }, &tree);
    assert!((plan.mean - 37.0).abs() > 1e-9, "five moves and the one before are the end");
}

#[test]
fn a_search_that_is_stopped_says_what_it_knows() {
    let tree = Tree::new(1, 30, 4, 3, 2);
    let budget = Budget::endless();
    budget.cancel();
    let plan = Mcts::default().search(&tree, &budget);
    assert!(plan.action.is_some() && plan.simulations == 0);
    let plan = Mcts::default().search(&tree, &Budget::after(Duration::from_millis(30)));
    assert!(plan.action.is_some() && plan.simulations > 0);
    let over = Tree::new(1, 0, 4, 3, 2);
    let plan = search(&Mcts::default(), &over);
    assert!(plan.action.is_none() && (plan.mean - f64::from(over.score().unwrap())).abs() < 1e-9);
}

#[test]
fn winning_moves_of_clobber_are_found() {
    fn wins(state: &ToMove<Clobber<Small>>) -> bool {
        state.moves().into_iter().any(|action| !wins(&state.play(action)))
    }
    for text in ["xox|oxo|xox", "xoxo|oxox", "x.ox|oxo.|.xox", "xo.|oxo|xxo"] {
        for player in Player::BOTH {
            let state = ToMove { position: Clobber::<Small>::read(text).unwrap(), player };
            let plan = Mcts { limit: 30_000, ..Mcts::default() }.search(&state, &Budget::endless());
            let found = !wins(&state.play(plan.action.unwrap()));
            assert_eq!(found, wins(&state), "{text} {player:?}");
        }
    }
}

/// After the first flip of dark chess the opponent has nothing but flips. With a limit of one flip the tree ends
/// there.
#[test]
fn flips_of_a_line_are_limited() {
    let depth = |flips| {
        let search = Mcts { flips, limit: 3000, cut: Some(2), ..Mcts::default() };
        search.search(&DarkChess::start(), &Budget::endless()).depth
    };
    assert_eq!(depth(Some(1)), 1);
    assert!(depth(None) > 1 && depth(Some(2)) > 1);
}

/// A search with proofs and shared states finds the exact value of small trees, and stops there.
#[test]
fn proofs_are_the_values_of_expectimax() {
    for key in 0..150 {
        let tree = Tree::new(key, 1 + key as u32 % 4, 3, 1 + key as u8 % 3, 3);
        for transpositions in [false, true] {
            let mcts = Mcts { proofs: true, transpositions, seed: key, ..Mcts::default() };
            let plan = search(&mcts, &tree);
            let best = plan.best().unwrap();
            let proved = best.proved.expect("the search goes on until the score is certain");
            assert!((proved - expectimax(&tree)).abs() < 1e-9, "{key}: {proved}");
            assert!((after(&tree, best.action) - proved).abs() < 1e-9);
            assert_eq!(plan.action, Some(best.action));
        }
    }
}

/// A search that is cut short claims only what is true.
#[test]
fn what_is_proved_early_is_right() {
    let mut proved = 0;
    for key in 0..200 {
        let tree = Tree::new(key, 4, 3, 1 + key as u8 % 2, 1);
        let mcts = Mcts { proofs: true, limit: 60 + 10 * key, seed: key, ..Mcts::default() };
        for tried in search(&mcts, &tree).tried {
            if let Some(score) = tried.proved {
                proved += 1;
                assert!((after(&tree, tried.action) - score).abs() < 1e-9, "{key}");
            }
        }
    }
    assert!(proved > 100, "{proved}");
}

/// With a limit of flips the tree lacks moves. What is proved in it, alone or grown on from move to move, is true
/// of the whole game.
#[test]
fn what_is_proved_with_a_limit_of_flips_is_right() {
    let endless = Budget::endless();
    let mut proved = [0; 2];
    for key in 0..120 {
        for transpositions in [false, true] {
            let tree = Tree { flips: Some(1 + key as u8 % 2), ..Tree::new(key, 5, 3, 2, 2) };
            let flips = Some(key as u32 % 3);
            let search =
                Mcts { proofs: true, transpositions, flips, limit: 300, seed: key, ..Mcts::default() };
            let (mut trees, mut state) = (Vec::new(), tree);
            let mut random = Rng::with_seed(key);
            for move_number in 0..3 {
                let plan = search.search_on(&mut trees, &state, &endless);
                for tried in &plan.tried {
                    if let Some(score) = tried.proved {
                        proved[usize::from(move_number > 0)] += 1;
                        assert!((after(&state, tried.action) - score).abs() < 1e-9, "{key} {flips:?}");
                    }
                }
                state = state.toss(plan.action.unwrap(), random.u64(..));
            }
        }
    }
    assert!(proved[0] > 0 && proved[1] > 100, "{proved:?}");
}

/// A tree that was kept has the visits of the state that follows, and forgets all others.
#[test]
fn a_tree_that_is_kept_goes_on() {
    for transpositions in [false, true] {
        let start = Ewn::opening(&mut |most| most / 2);
        let mcts = Mcts { limit: 3000, transpositions, ..Mcts::default() };
        let (mut trees, budget) = (Vec::new(), Budget::endless());
        let plan = mcts.search_on(&mut trees, &start, &budget);
        let next = start.toss(plan.action.unwrap(), 7);
        let fresh = mcts.search(&next, &budget);
        let grown = mcts.search_on(&mut trees, &next, &budget);
        assert!(fresh.simulations < 3000 + 60 && grown.simulations > 3100, "{}", grown.simulations);
        assert!(grown.simulations < 6000 && grown.bytes < 3 * fresh.bytes);
        // A state that the tree does not have begins a new one.
        let other = Ewn::opening(&mut |_| 0);
        let again = mcts.search_on(&mut trees, &other, &budget);
        assert_eq!(again.simulations, mcts.search(&other, &budget).simulations);
    }
}

#[test]
fn the_bound_of_sparse_sampling_is_the_theorem() {
    use adversary::sparse_sampling::error_bound;
    for (k, c, d) in [(5_000_u64, 6_u64, 1_u32), (40_000, 14, 2), (1_000_000, 14, 3)] {
        let bound = error_bound(k, c, d, 10.0, 0.05).unwrap();
        let lambda = bound / f64::from(d);
        let chance = (2.0 * k as f64 * c as f64).powi(d as i32) * (-lambda * lambda * k as f64 / 200.0).exp();
        assert!((chance - 0.05).abs() < 1e-6 && bound < 20.0, "{chance}");
    }
    assert_eq!(error_bound(2, 6, 1, 10.0, 0.05), None);
    // Estimates keep to it.
    let sparse = Sparse { moves: None, outcomes: Widening::new((1, 1), (0, 1)) };
    let all = Widening::new((255, 1), (0, 1));
    let exact = Sparse { moves: None, outcomes: all };
    for key in 0..50 {
        let tree = Tree::new(key, 2, 2, 5, 1);
        let random = &mut Rng::with_seed(key);
        let (_, value) = exact.choose(&tree, 2, 1, random, &Budget::endless()).unwrap().unwrap();
        assert!((value - expectimax(&tree)).abs() < 1e-9);
        assert!(sparse.choose(&tree, 2, 1, random, &Budget::endless()).unwrap().is_some());
    }
}

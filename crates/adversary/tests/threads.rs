//! Depth-first proof-number search and αβ search in many threads: the same verdicts as in one, and stops and
//! failures that reach the caller.
#![allow(missing_docs, clippy::unwrap_used)]

use adversary::alphabeta::{AlphaBeta, Bound, Options, POINT, Plain};
use adversary::history::Repetition;
use adversary::proof_number::{DfPn, Verdict};
use rules::bitboard::Small;
use rules::games::{amazons::Amazons, clobber::Clobber, domineering::Domineering, nogo::NoGo};
use rules::{Board, Contest, Deterministic, Notation, Position, RuleError, ToMove, attempt, surely};
use std::time::{Duration, Instant};
use values::{Budget, Error, Player};

/// A search in this many threads, which start at once.
fn threaded<S: Deterministic>(bytes: usize, threads: usize, budget: Budget) -> DfPn<S> {
    DfPn::new(bytes, Repetition::Never, budget.with_threads(threads)).with_head_start(0)
}

/// The value for the player to move by αβ search in this many threads, and the number of nodes.
fn alphabeta<S: Deterministic>(
    state: &S,
    bytes: usize,
    threads: usize,
    budget: &Budget,
) -> (Result<Bound, Error>, u64) {
    let mut search = AlphaBeta::new(Plain::default(), Options { bytes, ..Options::default() });
    let window = search.everything();
    (search.value_in_threads(state, u32::MAX, window, &budget.clone().with_threads(threads)), search.nodes())
}

/// Random positions on boards of this size, with cells of these kinds.
fn random_positions<P: Notation>(random: &mut fastrand::Rng, cells: &str, wanted: usize) -> Vec<P> {
    let mut positions = Vec::new();
    while positions.len() < wanted {
        let mut row =
            || (0..4).map(|_| char::from(random.choice(cells.bytes()).unwrap())).collect::<String>();
        let rows = [row(), row(), row()];
        positions.extend(P::read(&rows.join("|")));
    }
    positions
}

fn check<P: Notation + Position>(cells: &str, positions: usize) {
    let mut random = fastrand::Rng::with_seed(18);
    let mut one = DfPn::new(1 << 20, Repetition::Never, Budget::endless());
    let positions: Vec<P> = random_positions(&mut random, cells, positions);
    let states = positions
        .iter()
        .flat_map(|position| Player::BOTH.map(|player| ToMove { position: position.clone(), player }));
    let states: Vec<ToMove<P>> = states.collect();
    let verdicts: Vec<Verdict> = states.iter().map(|state| one.solve(state, 1).unwrap()).collect();
    for (state, verdict) in states.iter().zip(&verdicts) {
        for (bytes, threads) in [(1 << 20, 1), (1 << 20, 2), (2000, 2), (1 << 16, 4)] {
            let value = alphabeta(state, bytes, threads, &Budget::endless()).0.unwrap();
            let left_wins = state.player.sees(value.score) == POINT;
            assert_eq!(left_wins, *verdict == Verdict::Proved, "αβ in {threads} threads, {state:?}");
        }
    }
    for run in 0..10 {
        // One search for all positions, also with a table that forgets nearly everything.
        let mut many = threaded(if run % 3 == 0 { 2000 } else { 1 << 20 }, 2 + run % 3, Budget::endless());
        for (state, verdict) in states.iter().zip(&verdicts) {
            assert_eq!(many.solve(state, 1), Ok(*verdict), "run {run}, {state:?}");
            assert_eq!(many.numbers().verdict(), Some(*verdict));
        }
    }
}

#[test]
fn threads_find_the_verdicts_of_one_thread() {
    check::<NoGo<Small>>("......xo", 20);
    check::<Domineering<Small>>("........#", 20);
    check::<Clobber<Small>>("xxxooo.", 20);
    check::<Amazons<Small>>(".....#xo", 20);
}

#[test]
fn threads_solve_a_board_together() {
    for (threads, nodes) in [(2, 0), (5, 0), (3, 100)] {
        let root = ToMove { position: NoGo::<Small>::read("....|....|....").unwrap(), player: Player::Left };
        let one = DfPn::new(1 << 24, Repetition::Never, Budget::endless()).solve(&root, 1).unwrap();
        let mut many = threaded(1 << 24, threads, Budget::endless()).with_head_start(nodes);
        assert_eq!(many.solve(&root, 1), Ok(one));
        assert_eq!(many.known(&root, 1), Some(one));
        assert!(many.nodes() > nodes);
    }
}

#[test]
fn a_budget_of_nodes_means_one_thread() {
    let root = ToMove { position: Domineering::<Small>::new(Board::blank(8, 8)), player: Player::Left };
    let ended = [1, 4].map(|threads| {
        let mut search = threaded(1 << 20, threads, Budget::after_nodes(20_000));
        (search.solve(&root, 1), search.nodes(), search.numbers())
    });
    assert_eq!(ended[0], ended[1]);
    assert_eq!(ended[0].0, Err(Error::OutOfNodes));
    let ended = [1, 4].map(|threads| alphabeta(&root, 1 << 20, threads, &Budget::after_nodes(20_000)));
    assert_eq!(ended[0], ended[1]);
    assert_eq!(ended[0].0, Err(Error::OutOfNodes));
}

#[test]
fn threads_are_stopped() {
    let root = ToMove { position: Domineering::<Small>::new(Board::blank(8, 8)), player: Player::Left };
    let started = Instant::now();
    let mut search = threaded(1 << 20, 3, Budget::after(Duration::from_millis(100)));
    assert_eq!(search.solve(&root, 1), Err(Error::Stopped));
    assert!(search.numbers().verdict().is_none() && search.nodes() > 0);
    let stopped = alphabeta(&root, 1 << 20, 3, &Budget::after(Duration::from_millis(100)));
    assert_eq!(stopped.0, Err(Error::Stopped));
    let budget = Budget::endless();
    let mut search = threaded(1 << 20, 3, budget.clone());
    std::thread::scope(|scope| {
        let stopped = scope.spawn(|| search.solve(&root, 1));
        std::thread::sleep(Duration::from_millis(50));
        budget.cancel();
        assert_eq!(stopped.join().unwrap(), Err(Error::Stopped));
    });
    assert!(started.elapsed() < Duration::from_secs(20));
}

/// Take away one to three, but the rules do not know how to go on from some numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Broken {
    heaps: [u8; 3],
    player: Player,
}

impl Contest for Broken {
    type Move = usize;

    const MOST: i32 = 1;

    fn to_move(&self) -> Player {
        self.player
    }

    fn moves(&self) -> Vec<usize> {
        if self.heaps == [3, 2, 1] {
            return surely(Err(RuleError::Failed("line 7: there is no such name".to_owned())));
        }
        (0..9).filter(|action| usize::from(self.heaps[action / 3]) > action % 3).collect()
    }

    fn score(&self) -> Option<i32> {
        let over = self.heaps == [0; 3];
        over.then_some(if self.player == Player::Left { -1 } else { 1 })
    }
}

impl Deterministic for Broken {
    fn play(&self, action: usize) -> Self {
        let mut heaps = self.heaps;
        heaps[action / 3] -= action as u8 % 3 + 1;
        heaps.sort_by_key(|heap| std::cmp::Reverse(*heap));
        Self { heaps, player: self.player.opponent() }
    }
}

#[test]
fn a_failure_of_the_rules_stops_all_threads() {
    let root = Broken { heaps: [11, 10, 9], player: Player::Left };
    for threads in [1, 2, 4] {
        let mut search = threaded(1 << 20, threads, Budget::endless());
        let failed = attempt(|| search.solve(&root, 1));
        assert!(matches!(failed, Err(RuleError::Failed(_))), "{threads} threads: {failed:?}");
        let failed = attempt(|| alphabeta(&root, 1 << 20, threads, &Budget::endless()));
        assert!(matches!(failed, Err(RuleError::Failed(_))), "αβ in {threads} threads: {failed:?}");
    }
}

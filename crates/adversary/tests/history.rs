//! Searches of games with repetition, compared with a search of all paths.
#![allow(missing_docs, clippy::unwrap_used)]

use adversary::history::{AlphaBeta, Repetition};
use adversary::proof_number::{DfPn, Verdict};
use rules::{Contest, Deterministic};
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use values::{Budget, Player};

const RULES: [Repetition; 5] = [
    Repetition::Draw,
    Repetition::LossFor(Player::Left),
    Repetition::LossFor(Player::Right),
    Repetition::MoverLoses,
    Repetition::MoverWins,
];

/// A node of a graph: the player to move, the moves, and the score of Left if play ends here.
#[derive(Clone, Debug)]
struct Node {
    player: Player,
    next: Vec<usize>,
    score: i32,
}

type Graph = Arc<Vec<Node>>;

/// The state of play at a node. Only states of the same graph are compared.
#[derive(Clone, Debug)]
struct At(Graph, usize);

impl PartialEq for At {
    fn eq(&self, other: &Self) -> bool {
        self.1 == other.1
    }
}

impl Eq for At {}

impl Hash for At {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.1.hash(state);
    }
}

impl Contest for At {
    type Move = usize;

    const MOST: i32 = 3;

    fn to_move(&self) -> Player {
        self.0[self.1].player
    }

    fn moves(&self) -> Vec<usize> {
        self.0[self.1].next.clone()
    }

    fn score(&self) -> Option<i32> {
        let node = &self.0[self.1];
        node.next.is_empty().then_some(node.score)
    }
}

impl Deterministic for At {
    fn play(&self, action: usize) -> Self {
        Self(self.0.clone(), action)
    }
}

/// The score of Left at a node after a path with these nodes, by all continuations. Each set of nodes is
/// searched once.
fn by_all_paths(
    graph: &Graph,
    rule: Repetition,
    node: usize,
    path: u16,
    known: &mut FxHashMap<(usize, u16), i32>,
) -> i32 {
    let Node { player, ref next, score } = graph[node];
    if next.is_empty() {
        return score;
    }
    if let Some(&value) = known.get(&(node, path)) {
        return value;
    }
    let path = path | 1 << node;
    let scores = next.iter().map(|&option| {
        if path >> option & 1 == 1 {
            rule.score(player, At::MOST)
        } else {
            by_all_paths(graph, rule, option, path, known)
        }
    });
    let scores: Vec<i32> = scores.collect();
    let best = if player == Player::Left { scores.iter().max() } else { scores.iter().min() };
    let value = *best.unwrap();
    known.insert((node, path & !(1 << node)), value);
    value
}

/// The same with a table that ignores the path.
fn by_naive_table(
    graph: &Graph,
    rule: Repetition,
    node: usize,
    path: u16,
    table: &mut FxHashMap<usize, i32>,
) -> i32 {
    let Node { player, ref next, score } = graph[node];
    if next.is_empty() {
        return score;
    }
    if let Some(&value) = table.get(&node) {
        return value;
    }
    let path = path | 1 << node;
    let mut best = None;
    for &option in next {
        let score = if path >> option & 1 == 1 {
            rule.score(player, At::MOST)
        } else {
            by_naive_table(graph, rule, option, path, table)
        };
        let better = |best| if player == Player::Left { score > best } else { score < best };
        best = best.filter(|&best| !better(best)).or(Some(score));
    }
    table.insert(node, best.unwrap());
    best.unwrap()
}

fn check(graph: &Graph, rule: Repetition, bytes: usize, least: i32) -> i32 {
    let value = by_all_paths(graph, rule, 0, 0, &mut FxHashMap::default());
    let root = At(graph.clone(), 0);
    let found = AlphaBeta::new(bytes, rule, Budget::endless()).value(&root).unwrap();
    assert_eq!(found, value, "αβ, {rule:?}, {bytes} bytes: {graph:?}");
    let verdict = DfPn::new(bytes, rule, Budget::endless()).solve(&root, least).unwrap();
    let proved = verdict == Verdict::Proved;
    assert_eq!(proved, value >= least, "df-pn, {rule:?}, least {least}, {bytes} bytes: {graph:?}");
    value
}

const WIN: i32 = At::MOST;

/// The graph of Hsu's notes, A to J. Each bit of `order` exchanges the moves of one of the nodes with two
/// moves.
fn example(order: usize) -> Graph {
    let edges = ["BC", "DE", "F", "GH", "", "J", "I", "", "J", "D"];
    let mut turns = 0;
    let node = |(i, to): (usize, &&str)| {
        let mut next: Vec<usize> = to.bytes().map(|to| usize::from(to - b'A')).collect();
        if next.len() == 2 {
            if order >> turns & 1 == 1 {
                next.reverse();
            }
            turns += 1;
        }
        let player = if [0, 3, 4, 5, 8].contains(&i) { Player::Left } else { Player::Right };
        Node { player, next, score: if i == 7 { WIN } else { -WIN } }
    };
    Arc::new(edges.iter().enumerate().map(node).collect())
}

#[test]
fn the_example_of_the_notes_is_a_win_in_every_order() {
    for order in 0..8 {
        for rule in RULES {
            for (bytes, least) in [(0, WIN), (1 << 20, WIN), (1 << 20, 0), (1 << 20, 1)] {
                assert_eq!(check(&example(order), rule, bytes, least), WIN, "{rule:?}");
            }
        }
    }
}

/// "However, A → C → F → J → D → H is a win": the five moves of the notes, found move by move, where the path
/// decides between G and H.
#[test]
fn the_five_moves_of_the_notes_win() {
    for order in 0..8 {
        let graph = example(order);
        let mut search = AlphaBeta::new(1 << 16, Repetition::Draw, Budget::endless());
        let (mut line, mut before) = (String::from("A"), At(graph.clone(), 0));
        let mut state = before.clone();
        while state.score().is_none() {
            let wins = |search: &mut AlphaBeta<At>, next: &At| {
                // A move that comes back to the state before the last one is not on.
                search.value_after(&before, next).unwrap() == WIN
            };
            let good: Vec<usize> =
                state.moves().into_iter().filter(|&next| wins(&mut search, &state.play(next))).collect();
            // G leads back to D by way of J, so it wins no sooner than D itself.
            let next = *good.iter().max().unwrap();
            line.push(char::from(b'A' + next as u8));
            (before, state) = (state.clone(), state.play(next));
        }
        assert_eq!(line, "ACFJDH");
        // With J on the path, G is a draw: I and J follow.
        let [g, j] = [6, 9].map(|node| At(graph.clone(), node));
        assert_eq!(search.value_after(&j, &g).unwrap(), 0);
    }
}

#[test]
fn a_naive_table_errs_on_the_example_as_the_notes_say() {
    let naive = |order, rule| by_naive_table(&example(order), rule, 0, 0, &mut FxHashMap::default());
    let tellings = [
        (Repetition::Draw, 0),
        (Repetition::MoverWins, -WIN),
        (Repetition::LossFor(Player::Left), -WIN),
        (Repetition::MoverLoses, WIN),
    ];
    for (rule, wrong) in tellings {
        assert_eq!(naive(0, rule), wrong, "from the left, {rule:?}");
        assert_eq!(naive(7, rule), WIN, "from the right, {rule:?}");
    }
}

/// A graph whose nodes have up to four moves, to any nodes, or to nodes of the other player.
fn random_graph(random: &mut fastrand::Rng) -> Graph {
    let nodes = random.usize(3..=12);
    let (ends, degree, alternating) = (random.usize(1..5), random.usize(2..=4), random.bool());
    let players: Vec<Player> = (0..nodes).map(|_| random.choice(Player::BOTH).unwrap()).collect();
    let node = |i: usize| {
        let player = players[i];
        let there = |&to: &usize| to != i && (!alternating || players[to] != player);
        let others: Vec<usize> = (0..nodes).filter(there).collect();
        let moves = if i > 0 && random.usize(0..nodes) < ends { 0 } else { random.usize(1..=degree) };
        let next = random.choose_multiple(others, moves);
        Node { player, next, score: random.i32(-At::MOST..=At::MOST) }
    };
    Arc::new((0..nodes).map(node).collect())
}

/// Checks each graph with one rule and one size of the tables. The number of graphs for which a naive table
/// is wrong.
fn check_random_graphs(graphs: u64) -> u64 {
    let mut random = fastrand::Rng::with_seed(8);
    let mut errors = 0;
    for _ in 0..graphs {
        let graph = random_graph(&mut random);
        let rule = random.choice(RULES).unwrap();
        let bytes = if random.bool() { 0 } else { 1 << random.usize(8..14) };
        let value = check(&graph, rule, bytes, random.i32(1 - At::MOST..=At::MOST));
        errors += u64::from(by_naive_table(&graph, rule, 0, 0, &mut FxHashMap::default()) != value);
    }
    errors
}

#[test]
fn searches_agree_with_all_paths() {
    let errors = check_random_graphs(300_000);
    assert!(errors > 1000, "these graphs ask too little: a naive table fails {errors} times");
}

/// Threads share twins and the numbers of paths.
#[test]
fn threads_agree_with_all_paths() {
    let mut random = fastrand::Rng::with_seed(18);
    for _ in 0..500 {
        let graph = random_graph(&mut random);
        let rule = random.choice(RULES).unwrap();
        let value = by_all_paths(&graph, rule, 0, 0, &mut FxHashMap::default());
        for run in 0..10 {
            let bytes = if run % 2 == 0 { 0 } else { 1 << random.usize(8..14) };
            let budget = Budget::endless().with_threads(2 + run % 3);
            let mut search = DfPn::new(bytes, rule, budget).with_head_start(0);
            let least = random.i32(1 - At::MOST..=At::MOST);
            let verdict = search.solve(&At(graph.clone(), 0), least).unwrap();
            assert_eq!(verdict == Verdict::Proved, value >= least, "{rule:?}, least {least}: {graph:?}");
        }
    }
}

/// A state of a graph in which moves are counted, unless there is no counter. A move from the lower half of
/// the nodes to the upper half resets it; none leads back.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Counting {
    at: At,
    left: Option<u32>,
}

fn is_upper(graph: &[Node], node: usize) -> bool {
    2 * node >= graph.len()
}

/// The moves on a full counter.
const FULL: u32 = 5;

impl Contest for Counting {
    type Move = usize;

    const MOST: i32 = At::MOST;

    fn to_move(&self) -> Player {
        self.at.to_move()
    }

    fn moves(&self) -> Vec<usize> {
        if self.left == Some(0) { Vec::new() } else { self.at.moves() }
    }

    fn score(&self) -> Option<i32> {
        if self.left == Some(0) { Some(0) } else { self.at.score() }
    }

    fn moves_left(&self) -> Option<u32> {
        self.left
    }

    fn with_moves_left(&self, left: u32) -> Self {
        Self { left: self.left.map(|_| left.min(FULL)), ..self.clone() }
    }

    /// A rule that depends on all states of the cycle and on their order.
    fn repetition(cycle: &[Self]) -> i32 {
        let sum: usize = cycle.iter().zip(1..).map(|(state, place)| place * (state.at.1 + 1)).sum();
        (sum % 7) as i32 - 3
    }
}

impl Deterministic for Counting {
    fn play(&self, action: usize) -> Self {
        let resets = is_upper(&self.at.0, action) && !is_upper(&self.at.0, self.at.1);
        let left = self.left.map(|left| if resets { FULL } else { left - 1 });
        Self { at: self.at.play(action), left }
    }
}

/// The score of Left by all continuations, without any table.
fn by_trying(state: &Counting, rule: Repetition, path: &mut Vec<Counting>) -> i32 {
    if let Some(score) = state.score() {
        return score;
    }
    path.push(state.clone());
    let scores: Vec<i32> = state
        .moves()
        .into_iter()
        .map(|action| {
            let (next, most) = (state.play(action), Counting::MOST);
            let earlier = path.iter().position(|before| before.at == next.at);
            let lost = |loser| if loser == Player::Left { -most } else { most };
            match (earlier, rule) {
                (None, _) | (_, Repetition::Never) => by_trying(&next, rule, path),
                (_, Repetition::Draw) => 0,
                (_, Repetition::LossFor(loser)) => lost(loser),
                (_, Repetition::MoverLoses) => lost(state.to_move()),
                (_, Repetition::MoverWins) => lost(state.to_move().opponent()),
                (Some(place), Repetition::OfGame) => Counting::repetition(&path[place..]),
            }
        })
        .collect();
    path.pop();
    let best = if state.to_move() == Player::Left { scores.iter().max() } else { scores.iter().min() };
    *best.unwrap()
}

/// All rules, the rule of the game among them, with and without a counter. Small tables are full.
#[test]
fn counters_and_rules_of_the_game_are_handled_exactly() {
    let mut random = fastrand::Rng::with_seed(22);
    let mut differ = [0; 2];
    for _ in 0..20_000 {
        let mut graph = random_graph(&mut random);
        while graph.len() > 7 {
            graph = random_graph(&mut random);
        }
        let is_back = |from: usize, to: usize| is_upper(&graph, from) && !is_upper(&graph, to);
        let without = |(from, node): (usize, &Node)| Node {
            next: node.next.iter().copied().filter(|&to| !is_back(from, to)).collect(),
            ..node.clone()
        };
        let graph: Graph = Arc::new(graph.iter().enumerate().map(without).collect());
        let left = if random.bool() { Some(random.u32(0..=FULL)) } else { None };
        let rule =
            random.choice([RULES[0], RULES[1], RULES[2], RULES[3], RULES[4], Repetition::OfGame]).unwrap();
        let root = Counting { at: At(graph.clone(), 0), left };
        let value = by_trying(&root, rule, &mut Vec::new());
        let bytes = if random.bool() { 0 } else { 1 << random.usize(8..14) };
        // With a counter a draw by repetition needs no path.
        let rules = [rule, rule.with_counter(&root)];
        for rule in rules {
            let found = AlphaBeta::new(bytes, rule, Budget::endless()).value(&root).unwrap();
            assert_eq!(found, value, "αβ, {rule:?}, {left:?}, {bytes} bytes: {graph:?}");
            let least = random.i32(1 - At::MOST..=At::MOST);
            let mut search = DfPn::new(bytes, rule, Budget::endless());
            let verdict = search.solve(&root, least).unwrap();
            assert_eq!(verdict.holds(), value >= least, "df-pn, {rule:?}, {left:?}, {least}: {graph:?}");
            for action in root.moves() {
                let (next, path) = (root.play(action), &mut vec![root.clone()]);
                if next.at == root.at || rule == Repetition::Never {
                    continue;
                }
                let value = by_trying(&next, rule, path);
                assert_eq!(search.solve_after(&root, &next, least).unwrap().holds(), value >= least);
                let mut search = AlphaBeta::new(bytes, rule, Budget::endless());
                assert_eq!(search.value_after(&root, &next).unwrap(), value);
            }
        }
        let uncounted = Counting { left: None, ..root.clone() };
        differ[0] += u32::from(by_trying(&uncounted, rule, &mut Vec::new()) != value);
        differ[1] += u32::from(by_trying(&root, Repetition::Draw, &mut Vec::new()) != value);
    }
    // Counters and rules matter.
    assert!(differ.iter().all(|&count| count > 300), "{differ:?}");
}

#[test]
#[ignore = "takes a minute"]
fn searches_agree_with_all_paths_on_millions_of_graphs() {
    println!("a naive table fails on {}", check_random_graphs(5_000_000));
}

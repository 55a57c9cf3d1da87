//! Explicit trees with scores on their leaves, and a naive proof-number search that starts at the root every
//! time.

use adversary::proof_number::{Numbers, Pn, Verdict};
use fastrand::Rng;
use rules::{Contest, Deterministic};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use values::{Budget, Player};

/// A node of a tree: a score, or the indices of its children; and the player to move.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    player: Player,
    score: Option<i32>,
    children: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Arc<Vec<Node>>,
    at: usize,
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for Tree {}

impl Hash for Tree {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.at.hash(state);
    }
}

impl Contest for Tree {
    type Move = usize;

    const MOST: i32 = 20;

    fn to_move(&self) -> Player {
        self.nodes[self.at].player
    }

    fn moves(&self) -> Vec<usize> {
        (0..self.nodes[self.at].children.len()).collect()
    }

    fn score(&self) -> Option<i32> {
        self.nodes[self.at].score
    }
}

impl Deterministic for Tree {
    fn play(&self, action: usize) -> Self {
        Self { nodes: self.nodes.clone(), at: self.nodes[self.at].children[action] }
    }
}

impl Tree {
    /// A tree with scores from `-most` to `most`; players need not alternate, and below it some nodes have
    /// several parents.
    pub(crate) fn random(rng: &mut Rng, depth: u32, width: usize, most: i32) -> Self {
        let mut nodes = Vec::new();
        let root = Self::grow(rng, &mut nodes, depth, width, most);
        Self { nodes: Arc::new(nodes), at: root }
    }

    fn grow(rng: &mut Rng, nodes: &mut Vec<Node>, depth: u32, width: usize, most: i32) -> usize {
        let player = Player::BOTH[rng.usize(..2)];
        let mut children: Vec<usize> = Vec::new();
        if depth > 0 && rng.u32(..6) > 0 {
            for _ in 0..rng.usize(1..=width) {
                let shared = !children.is_empty() && rng.u32(..8) == 0;
                let child = if shared { children[0] } else { Self::grow(rng, nodes, depth - 1, width, most) };
                children.push(child);
            }
        }
        let score = children.is_empty().then(|| rng.i32(-most..=most));
        nodes.push(Node { player, score, children });
        nodes.len() - 1
    }

    pub(crate) fn minimax(&self) -> i32 {
        let scores = self.moves().into_iter().map(|action| self.play(action).minimax());
        match self.to_move() {
            _ if self.score().is_some() => self.score().unwrap(),
            Player::Left => scores.max().unwrap(),
            Player::Right => scores.min().unwrap(),
        }
    }
}

/// Naive proof-number search: for each leaf, all numbers are computed anew and the path starts at the root.
#[derive(Default)]
struct Printed {
    children: HashMap<Vec<usize>, Vec<(Vec<usize>, Tree)>>,
}

const INFINITE: u64 = u64::MAX;

impl Printed {
    fn numbers(&self, path: &Vec<usize>, tree: &Tree, v: i32) -> [u64; 2] {
        if let Some(score) = tree.score() {
            return if score >= v { [0, INFINITE] } else { [INFINITE, 0] };
        }
        let Some(children) = self.children.get(path) else { return [1, 1] };
        let all: Vec<[u64; 2]> = children.iter().map(|(path, tree)| self.numbers(path, tree, v)).collect();
        let least = |i: usize| all.iter().map(|numbers| numbers[i]).min().unwrap();
        let sum = |i: usize| all.iter().fold(0u64, |sum, numbers| sum.saturating_add(numbers[i]));
        match tree.to_move() {
            Player::Left => [least(0), sum(1)],
            Player::Right => [sum(0), least(1)],
        }
    }

    /// The answer and the number of leaves that were solved.
    fn search(root: &Tree, v: i32) -> (bool, u64) {
        let mut search = Self::default();
        for solved in 0.. {
            let [proof, disproof] = search.numbers(&Vec::new(), root, v);
            if proof == 0 || disproof == 0 {
                return (proof == 0, solved);
            }
            let goal = usize::from(proof > disproof);
            let (mut path, mut tree) = (Vec::new(), root.clone());
            while let Some(children) = search.children.get(&path) {
                let work: Vec<u64> =
                    children.iter().map(|(path, tree)| search.numbers(path, tree, v)[goal]).collect();
                let least = work.iter().copied().filter(|work| *work > 0).min().unwrap();
                let one_is_enough = (tree.to_move() == Player::Left) == (goal == 0);
                let wanted = |work: &u64| if one_is_enough { *work == least } else { *work > 0 };
                (path, tree) = children[work.iter().position(wanted).unwrap()].clone();
            }
            let child = |action| {
                let mut next: Vec<usize> = path.clone();
                next.push(action);
                (next, tree.play(action))
            };
            let children = tree.moves().into_iter().map(child).collect();
            search.children.insert(path, children);
        }
        unreachable!()
    }
}

#[test]
fn the_same_leaves_are_solved_as_by_the_printed_algorithm() {
    let mut rng = Rng::with_seed(8);
    for _ in 0..2000 {
        let tree = Tree::random(&mut rng, 5, 3, 4);
        for v in -4..=4 {
            let mut search = Pn::new(tree.clone(), v, 1 << 20);
            let answer = search.run(&Budget::endless()).unwrap().holds();
            assert_eq!(answer, tree.minimax() >= v);
            assert_eq!((answer, search.expanded()), Printed::search(&tree, v));
        }
    }
}

#[test]
fn numbers_of_the_worked_example() {
    // a is a MAX node over the MIN nodes b and c; b has the leaves e and f, c the leaf i and a MAX node with
    // two leaves.
    let leaf = Numbers::UNKNOWN;
    let b = Numbers::of_children(false, [leaf, leaf]);
    let g = Numbers::of_children(true, [leaf, leaf]);
    let c = Numbers::of_children(false, [leaf, g]);
    assert_eq!((b.proof, b.disproof), (2, 1));
    assert_eq!((c.proof, c.disproof), (2, 1));
    let a = Numbers::of_children(true, [b, c]);
    assert_eq!((a.proof, a.disproof), (2, 2));
    // Once e and f are proved, so is a; once i and e are disproved, so is its opposite.
    let proved = Numbers::of_children(false, [Numbers::decided(true); 2]);
    assert_eq!(Numbers::of_children(true, [proved, c]).verdict(), Some(Verdict::Proved));
    let lost = Numbers::of_children(false, [Numbers::decided(false), leaf]);
    assert_eq!(Numbers::of_children(true, [lost, lost]).verdict(), Some(Verdict::Disproved));
}

#[test]
fn finite_numbers_stay_finite() {
    let large = Numbers { proof: Numbers::INFINITE - 1, disproof: 1 };
    let sum = Numbers::of_children(false, [large, large]);
    assert_eq!((sum.proof, sum.disproof), (Numbers::INFINITE - 1, 1));
    assert_eq!(sum.verdict(), None);
}

#[test]
fn a_search_that_was_stopped_goes_on_where_it_was() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..200 {
        let tree = Tree::random(&mut rng, 6, 3, 4);
        let mut whole = Pn::new(tree.clone(), 0, 1 << 20);
        let answer = whole.run(&Budget::endless()).unwrap();
        let over = Budget::endless();
        over.cancel();
        let mut search = Pn::new(tree, 0, 1 << 20);
        if search.numbers().verdict().is_none() {
            assert!(search.run(&over).is_err());
            assert_eq!(search.numbers(), Numbers::UNKNOWN);
        }
        assert_eq!(search.run(&Budget::endless()).unwrap(), answer);
        assert_eq!(search.expanded(), whole.expanded());
    }
}

//! Mean and temperature search: the paper's examples, and tests that no cut changes a result.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::ThermographTable;
use proptest::prelude::*;
use rules::bitboard::Small;
use rules::games::{amazons::Amazons, clobber::Clobber, domineering::Domineering, nogo::NoGo, tree::Tree};
use rules::{Hints, Notation, Position};
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};
use temperature::Between;
use temperature::mts::{Found, MeanTemperature, Mts, stable_theorem};
use values::{Budget, ByPlayer, Dyadic, Error, NumberUpStar, Player, Thermograph, Values};

/// Every combination of the switches.
fn all_switches() -> impl Iterator<Item = Mts> {
    let on = |bits: u8, i: u8| bits >> i & 1 == 1;
    (0..16).map(move |bits| Mts {
        m_cut: on(bits, 0),
        t_cut: on(bits, 1),
        window_cut: on(bits, 2),
        bounds: on(bits, 3),
        ..Mts::default()
    })
}

/// The exact thermographs that results are compared with.
struct Truth<P> {
    values: Values,
    table: ThermographTable<P>,
}

/// One store for all trees, because even an empty one is large.
static TREES: LazyLock<Truth<Tree>> = LazyLock::new(Truth::new);

impl<P: Notation + Position> Truth<P> {
    fn new() -> Self {
        Self { values: Values::new(), table: ThermographTable::default() }
    }

    fn thermograph(&self, position: &P) -> Thermograph {
        let id = self.table.thermograph(&self.values, position).unwrap();
        self.values.thermographs().get(id).clone()
    }

    fn of(&self, position: &P) -> MeanTemperature {
        let graph = self.thermograph(position);
        MeanTemperature { mean: graph.mean(), temperature: graph.temperature() }
    }

    /// The mean of a position that is not hot.
    fn not_hot(&self, position: &P) -> Option<Dyadic> {
        let MeanTemperature { mean, temperature } = self.of(position);
        (temperature <= Dyadic::ZERO).then_some(mean)
    }

    /// Checks both searches, with one setting of the switches.
    fn check(&self, mts: Mts, position: &P) {
        let truth = self.of(position);
        let found = mts.search(position, &Budget::endless()).unwrap();
        assert_eq!(found.exact(), Some(truth), "{mts:?} {position}");
        let found =
            mts.search_hot(position, |position| Ok(self.not_hot(position)), &Budget::endless()).unwrap();
        let truth = MeanTemperature { temperature: truth.temperature.max(Dyadic::ZERO), ..truth };
        assert_eq!(found.exact(), Some(truth), "{mts:?} {position}, hot");
    }
}

fn tree(text: &str) -> Tree {
    Tree::read(text).unwrap()
}

/// The paper's search, stopped before it visits leaf number `leaves + 1`; all other positions count as hot.
fn after(mts: Mts, tree: &Tree, leaves: usize) -> (Found, Vec<Tree>) {
    let seen = RefCell::new(Vec::new());
    let leaf = |position: &Tree| {
        if position.number().is_some() {
            if seen.borrow().len() == leaves {
                return Err(Error::Stopped);
            }
            seen.borrow_mut().push(position.clone());
        }
        Ok(position.number())
    };
    let found = mts.search_hot(tree, leaf, &Budget::endless()).unwrap();
    (found, seen.into_inner())
}

fn between(low: Option<i32>, high: Option<i32>) -> Between {
    Between { low: low.map(Dyadic::from), high: high.map(Dyadic::from) }
}

#[test]
fn the_paper_s_position_a_has_mean_8_and_temperature_3() {
    let a = tree("{11|{8|0}}");
    for mts in all_switches() {
        let found = mts.search(&a, &Budget::endless()).unwrap().exact().unwrap();
        assert_eq!((found.mean, found.temperature), (8.into(), 3.into()));
    }
}

/// Figs. 7–11 show `{{?|{10|?}}|{0|?}}`: the text gives 0 ≤ M ≤ 10 and 5 ≤ T < ∞.
#[test]
fn four_trees_bound_an_incomplete_one() {
    let (found, seen) = after(Mts::KAO, &tree("{{100|{10|-20}}|{0|-200}}"), 2);
    assert_eq!(seen, [tree("10"), tree("0")]);
    assert_eq!(found.mean, between(Some(0), Some(10)));
    assert_eq!(found.temperature, between(Some(5), None));
    assert_eq!(found.exact(), None);
}

/// Fig. 12 has G^LR = {10|-20} with temperature 15, which G cannot have: G^LL can be cut. Here
/// G^LL has a follower of higher rank, since in alternating-first order G^LL itself precedes G^LRR.
#[test]
fn m_cut_leaves_out_what_cannot_move_the_mast() {
    let g = tree("{{{200|12}|{10|-20}}|{0|{-1|-2}}}");
    let no_window = Mts { m_cut: true, ..Mts::NO_CUT };
    let (found, seen) = after(no_window, &g, usize::MAX);
    assert!(!seen.contains(&tree("200")), "{seen:?}");
    let (without, seen) = after(Mts::NO_CUT, &g, usize::MAX);
    assert!(seen.contains(&tree("200")), "{seen:?}");
    assert_eq!(found.exact(), without.exact());
}

/// Fig. 13 has 5 ≤ T(G) ≤ 10 and T(G^L) ≥ 40: what is left of G^LL can be cut.
#[test]
fn t_cut_leaves_out_what_is_hotter_than_the_position() {
    let g = tree("{{{{300|250}|90}|10}|{0|{-1|-2}}}");
    let leaves = |mts| {
        let (found, seen) = after(mts, &g, usize::MAX);
        assert_eq!(found.exact().unwrap().mean, 10.into());
        seen
    };
    let t_cut = leaves(Mts { t_cut: true, ..Mts::NO_CUT });
    assert!(!t_cut.contains(&tree("250")) && leaves(Mts::NO_CUT).contains(&tree("250")), "{t_cut:?}");
}

/// The M-cut as printed asks only that the first stable follower below G^L be odd. That is {20|0}, so G^L
/// would have the mean 10, and the first tree the mean (10 − 100)/2 = −45 and the temperature 55. But G^L is
/// cooler than {20|0} and has its mast elsewhere.
#[test]
fn m_cut_needs_a_hot_enough_parent() {
    let truths = [
        ("{{{10|8}|{{20|0}|-1000}}|-100}", Some(("-191/4", "209/4"))),
        ("{{1|{{20|0}|-1000}}|-100}", Some(("-199/4", "201/4"))),
        ("{{{500|1}|{{20|0}|-1000}}|-100}", None),
    ];
    for (text, known) in truths {
        let (g, truth) = (tree(text), TREES.of(&tree(text)));
        if let Some((mean, temperature)) = known {
            let [mean, temperature] = [mean, temperature].map(|text| text.parse().unwrap());
            assert_eq!(truth, MeanTemperature { mean, temperature }, "{text}");
        }
        for mts in all_switches() {
            assert_eq!(mts.search(&g, &Budget::endless()).unwrap().exact(), Some(truth), "{text}");
        }
    }
}

/// A complete tree of single options; the leaves are made of the moves that lead to them.
fn complete(depth: usize, moves: &mut Vec<Player>, leaf: &dyn Fn(&[Player]) -> i32) -> Tree {
    if moves.len() == depth {
        return Tree::Closed(NumberUpStar::from(Dyadic::from(leaf(moves))));
    }
    let mut side = |player| {
        moves.push(player);
        let option = complete(depth, moves, leaf);
        moves.pop();
        vec![option]
    };
    let left = side(Player::Left);
    Tree::Node(Arc::new(ByPlayer::new(left, side(Player::Right))))
}

/// Fig. 6, worked out from the definition for a right subtree of depth 3.
#[test]
fn alternating_lines_come_first() {
    // The value of a leaf is the number of its moves, so that it tells which leaf was visited. Values do not
    // matter: nothing is cut, and the result is open until the last leaf.
    let name = |moves: &[Player]| moves.iter().fold(1, |n, &player| 2 * n + player as i32);
    let words = |text: &str| {
        text.split(' ')
            .map(|word| word.chars().fold(1, |n, move_| 2 * n + i32::from(move_ == 'R')))
            .map(|n| tree(&n.to_string()))
            .collect::<Vec<_>>()
    };
    let (_, seen) = after(Mts::NO_CUT, &complete(3, &mut Vec::new(), &name), usize::MAX);
    let order = words("LRL RLR LLR LRR RRL RLL LLL RRR");
    assert_eq!(seen, order[..seen.len()]);
    let right: Vec<_> = words("RLRL RRLR RLLR RLRR RRRL RRLL RLLL RRRR");
    let (_, seen) = after(Mts::NO_CUT, &complete(4, &mut Vec::new(), &name), usize::MAX);
    let seen: Vec<Tree> = seen.into_iter().filter(|leaf| right.contains(leaf)).collect();
    assert_eq!(seen, right[..seen.len()]);
    assert!(seen.len() > 4);
}

#[test]
fn a_stopped_search_keeps_its_bounds() {
    let position = tree("{{100|{10|-20}}|{0|-200}}");
    let truth = TREES.of(&position);
    for leaves in 0..6 {
        let (found, _) = after(Mts::NO_CUT, &position, leaves);
        for (bounds, value) in [(found.mean, truth.mean), (found.temperature, truth.temperature)] {
            assert!(bounds.low.is_none_or(|low| low <= value));
            assert!(bounds.high.is_none_or(|high| value <= high));
        }
    }
    let budget = Budget::endless();
    budget.cancel();
    assert_eq!(Mts::default().search(&position, &budget).unwrap().exact(), None);
}

/// A limit at a leaf, time apart, leaves that leaf unknown and no other.
#[test]
fn an_unknown_leaf_is_never_certain() {
    let position = tree("{{100|{10|-20}}|{0|-200}}");
    let truth = TREES.of(&position);
    for mts in all_switches() {
        for skipped in ["100", "10", "-20", "0", "-200", "{100|{10|-20}}", "{0|-200}"].map(tree) {
            let leaf = |position: &Tree| match position {
                _ if *position == skipped => Err(Error::OutOfRoom),
                _ => Ok(position.number()),
            };
            let found = mts.search_hot(&position, leaf, &Budget::endless()).unwrap();
            for (bounds, value) in [(found.mean, truth.mean), (found.temperature, truth.temperature)] {
                assert!(bounds.low.is_none_or(|low| low <= value), "{mts:?} without {skipped}: {found:?}");
                assert!(bounds.high.is_none_or(|high| value <= high), "{mts:?} without {skipped}: {found:?}");
            }
            assert_eq!(found.exact().is_none(), found.ended_by == Some(Error::OutOfRoom));
        }
    }
}

#[test]
fn a_tree_that_does_not_fit_ends_the_search() {
    let position = tree("{{100|{10|-20}}|{0|-200}}");
    let found = Mts { bytes: 10_000, ..Mts::NO_CUT }.search(&position, &Budget::endless()).unwrap();
    assert_eq!((found.exact(), found.ended_by), (None, Some(Error::OutOfRoom)));
}

/// A tree with single options, or with up to three for each player.
fn any_tree(most_options: usize, spread: i32) -> impl Strategy<Value = Tree> {
    let leaf = (-spread..=spread, 0..8u32)
        .prop_map(|(n, places)| Dyadic::new(i128::from(n), if places < 6 { 0 } else { places - 5 }).unwrap())
        .prop_map(|x| Tree::Closed(NumberUpStar::from(x)));
    leaf.prop_recursive(6, 60, 2 * most_options as u32, move |inner| {
        let side = || prop::collection::vec(inner.clone(), 1..=most_options);
        (side(), side()).prop_map(|(left, right)| Tree::Node(Arc::new(ByPlayer::new(left, right))))
    })
}

/// The paper's brute force: the stable theorem from the leaves up, where everything is hot or a leaf.
fn by_stable_theorem(tree: &Tree) -> Option<MeanTemperature> {
    if let Some(mean) = tree.number() {
        return Some(MeanTemperature { mean, temperature: Dyadic::ZERO });
    }
    let line = |first: Player| {
        let (mut line, mut position, mut mover) = (Vec::new(), tree.clone(), first);
        while position.number().is_none() {
            position = position.options(mover)[0].clone();
            mover = mover.opponent();
            line.push(by_stable_theorem(&position)?);
        }
        Some(line)
    };
    stable_theorem(&line(Player::Left)?, &line(Player::Right)?).unwrap()
}

fn is_hot_throughout(tree: &Tree) -> bool {
    tree.number().is_some()
        || (TREES.not_hot(tree).is_none()
            && Player::BOTH.iter().all(|&player| tree.options(player).iter().all(is_hot_throughout)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2500, max_global_rejects: 50_000, ..ProptestConfig::default() })]

    #[test]
    fn single_options_agree_with_thermographs(tree in any_tree(1, 30), bits in 0..16usize) {
        TREES.check(all_switches().nth(bits).unwrap(), &tree);
    }

    #[test]
    fn single_options_near_each_other_agree(tree in any_tree(1, 4), bits in 0..16usize) {
        TREES.check(all_switches().nth(bits).unwrap(), &tree);
    }

    #[test]
    fn many_options_agree_with_thermographs(tree in any_tree(3, 30), bits in 0..16usize) {
        TREES.check(all_switches().nth(bits).unwrap(), &tree);
    }

    #[test]
    fn many_options_near_each_other_agree(tree in any_tree(3, 4), bits in 0..16usize) {
        TREES.check(all_switches().nth(bits).unwrap(), &tree);
    }

    #[test]
    fn the_stable_theorem_agrees_with_thermographs(seed in any::<u64>(), depth in 1..5usize) {
        let tree = descending(seed, depth, 40);
        prop_assume!(is_hot_throughout(&tree));
        prop_assert_eq!(by_stable_theorem(&tree), Some(TREES.of(&tree)));
    }

    /// Deep trees, in which most nodes are cut.
    #[test]
    fn complete_trees_agree_with_thermographs(seed in any::<u64>(), depth in 1..8usize, most in 1..40, bits in 0..16usize) {
        TREES.check(all_switches().nth(bits).unwrap(), &descending(seed, depth, most));
    }

    /// A search with cuts never visits more nodes.
    #[test]
    fn every_cut_saves(tree in any_tree(2, 30)) {
        let nodes = |mts: Mts| mts.search(&tree, &Budget::endless()).unwrap().nodes;
        let all = nodes(Mts::NO_CUT);
        for mts in [Mts::KAO, Mts::default(), Mts { m_cut: true, ..Mts::NO_CUT }, Mts { t_cut: true, ..Mts::NO_CUT }] {
            prop_assert!(nodes(mts) <= all, "{mts:?}");
        }
    }
}

/// A complete tree, most of whose positions are hot: each move gains something.
fn descending(seed: u64, depth: usize, most: i32) -> Tree {
    let leaf = |moves: &[Player]| {
        let mut state = seed;
        let mut value = 0;
        for &player in moves {
            state = (state ^ (player as u64 + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
            let gain = 1 + (state >> 33) as i32 % most;
            value += if player == Player::Left { gain } else { -gain };
        }
        value
    };
    complete(depth, &mut Vec::new(), &leaf)
}

/// Every position that random play meets from a start on.
fn check_game<P: Notation + Position>(starts: &[&str]) {
    let truth = Truth::<P>::new();
    for start in starts {
        let mut position = P::read(start).unwrap();
        for ply in 0..6_usize {
            let mover = Player::BOTH[ply / 2 % 2];
            for mts in [Mts::NO_CUT, Mts::KAO, Mts::default(), Mts { bounds: true, ..Mts::default() }] {
                truth.check(mts, &position);
            }
            let options = position.options(mover);
            let Some(next) = options.get(ply * 7 % options.len().max(1)) else { break };
            position = next.clone();
        }
    }
}

#[test]
fn domineering_agrees_with_thermographs() {
    check_game::<Domineering<Small>>(&["...|...|...", "....|.#..|...#", "..|..|..|.."]);
}

#[test]
fn clobber_agrees_with_thermographs() {
    check_game::<Clobber<Small>>(&["xox|oxo", "xoxoxo", "xxo|oox|.x."]);
}

#[test]
fn nogo_agrees_with_thermographs() {
    check_game::<NoGo<Small>>(&["..|..", "x..|..o", "...|.x."]);
}

#[test]
fn amazons_agrees_with_thermographs() {
    check_game::<Amazons<Small>>(&["x..|..o", "x.#|.#o", "x.#.|.#.o"]);
}

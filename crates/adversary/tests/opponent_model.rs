//! Opponent-model search compared with its definition, on random and on given trees.
#![allow(missing_docs, clippy::unwrap_used)]

use adversary::opponent_model::{Learner, Model, OpponentModelSearch, Ratio, Sight, Thought};
use fastrand::Rng;
use rules::{Contest, Deterministic};
use values::{Budget, Error, Player};

/// A node of a random tree without end: some nodes are ends, some players move twice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Tree {
    key: u64,
    player: Player,
    branching: u8,
}

fn mix(key: u64, salt: u64) -> u64 {
    Rng::with_seed(key ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15)).u64(..)
}

impl Tree {
    fn new(seed: u64, branching: u8) -> Self {
        // A root that is not an end.
        let key = (0..).map(|i| mix(seed, i)).find(|key: &u64| !key.is_multiple_of(9)).unwrap();
        Self { key, player: Player::BOTH[(seed % 2) as usize], branching }
    }

    /// What the evaluation with this number says: few values, so that there are ties.
    fn seen(&self, evaluation: u64) -> i32 {
        (mix(self.key, 1000 + evaluation) % 13) as i32 - 6
    }
}

impl Contest for Tree {
    type Move = u8;

    const MOST: i32 = 6;

    fn to_move(&self) -> Player {
        self.player
    }

    fn moves(&self) -> Vec<u8> {
        let count = if self.score().is_some() { 0 } else { 1 + (self.key >> 20) as u8 % self.branching };
        (0..count).collect()
    }

    fn score(&self) -> Option<i32> {
        self.key.is_multiple_of(9).then(|| (self.key / 9 % 13) as i32 - 6)
    }
}

impl Deterministic for Tree {
    fn play(&self, action: u8) -> Self {
        let key = mix(self.key, 1 + u64::from(action));
        let player = if key % 7 == 1 { self.player } else { self.player.opponent() };
        Self { key, player, branching: self.branching }
    }
}

fn model(evaluation: u64) -> Model<Tree> {
    Model::minimax(move |state: &Tree| state.seen(evaluation))
}

fn think(model: &Model<Tree>, state: &Tree, depth: u32) -> Thought<u8> {
    OpponentModelSearch::new(model, state.to_move(), 0).think(state, depth, &Budget::endless()).unwrap()
}

/// A model in plain form, for the definitions below.
#[derive(Clone, Default)]
struct Plain {
    evaluation: u64,
    plies: Option<u32>,
    contempt: i64,
    beliefs: Vec<(i64, Plain)>,
}

impl Plain {
    fn of(evaluation: u64) -> Self {
        Self { evaluation, ..Self::default() }
    }

    fn model(&self) -> Model<Tree> {
        let beliefs = self.beliefs.iter().map(|(weight, plain)| (*weight as u32, plain.model()));
        let sight = self.plies.map_or(Sight::SameHorizon, Sight::Plies);
        model(self.evaluation).with_sight(sight).with_contempt(self.contempt as i32).against(beliefs)
    }

    /// The value as a fraction, numerator and denominator, without any pruning.
    fn value(&self, state: &Tree, depth: u32, side: Player) -> (i128, i128) {
        let sign = if side == Player::Left { 1 } else { -1 };
        if let Some(score) = state.score() {
            return (if score == 0 { -i128::from(self.contempt) } else { sign * i128::from(score) }, 1);
        }
        if depth == 0 {
            return (sign * i128::from(state.seen(self.evaluation)), 1);
        }
        let values = state.moves().into_iter().map(|action| self.value(&state.play(action), depth - 1, side));
        if state.player == side {
            return values.reduce(|a, b| if b.0 * a.1 > a.0 * b.1 { b } else { a }).unwrap();
        }
        if self.beliefs.is_empty() {
            return values.reduce(|a, b| if b.0 * a.1 < a.0 * b.1 { b } else { a }).unwrap();
        }
        let mut sum = (0, 1);
        for (weight, opponent) in &self.beliefs {
            let action = opponent.action(state, opponent.plies.unwrap_or(depth));
            let (above, below) = self.value(&state.play(action), depth - 1, side);
            sum = (sum.0 * below + i128::from(*weight) * above * sum.1, sum.1 * below);
        }
        let weights: i64 = self.beliefs.iter().map(|(weight, _)| weight).sum();
        let mean = Ratio::new(sum.0, sum.1 * i128::from(weights)).unwrap();
        (mean.above(), mean.below())
    }

    fn action(&self, state: &Tree, depth: u32) -> u8 {
        let values = state.moves().into_iter().map(|action| {
            let value = self.value(&state.play(action), depth - 1, state.player);
            (action, value)
        });
        values.reduce(|a, b| if b.1.0 * a.1.1 > a.1.0 * b.1.1 { b } else { a }).unwrap().0
    }
}

fn assert_same(plain: &Plain, state: &Tree, depth: u32) {
    let (above, below) = plain.value(state, depth, state.player);
    let value = Ratio::new(above, below).unwrap();
    let action = Some(plain.action(state, depth));
    for bytes in [0, 1 << 12] {
        let mut search = OpponentModelSearch::new(&plain.model(), state.player, bytes);
        // A second search uses the table of the first one.
        for _ in 0..2 {
            let thought = search.think(state, depth, &Budget::endless()).unwrap();
            assert_eq!((thought.value, thought.action), (value, action), "{state:?} at depth {depth}");
        }
    }
}

#[test]
fn pruning_changes_nothing() {
    for seed in 0..10_000 {
        let (tree, depth) = (Tree::new(seed, 3), 1 + seed as u32 % 6);
        let mut opponent = Plain { contempt: seed as i64 % 5 - 2, ..Plain::of(2) };
        if seed % 3 == 0 {
            opponent.plies = Some(1 + seed as u32 % 4);
        }
        let contempt = seed as i64 % 3 - 1;
        assert_same(&Plain { beliefs: vec![(1, opponent)], contempt, ..Plain::of(1) }, &tree, depth);
        assert_same(&Plain { contempt, ..Plain::of(1) }, &tree, depth);
    }
}

#[test]
fn several_opponents_give_the_mean() {
    for seed in 0..1500 {
        let (tree, depth) = (Tree::new(seed, 3), 1 + seed as u32 % 6);
        let beliefs = vec![
            (1 + seed as i64 % 4, Plain::of(2)),
            (3, Plain::of(3)),
            (seed as i64 % 2, Plain { plies: Some(2), ..Plain::of(4) }),
        ];
        assert_same(&Plain { beliefs, ..Plain::of(1) }, &tree, depth);
    }
}

#[test]
fn opponents_may_have_models_too() {
    for seed in 0..600 {
        let (tree, depth) = (Tree::new(seed, 3), 1 + seed as u32 % 5);
        let we_in_his_mind = Plain { beliefs: vec![(1, Plain::of(4))], ..Plain::of(3) };
        let opponent = Plain { beliefs: vec![(2, we_in_his_mind), (1, Plain::of(1))], ..Plain::of(2) };
        assert_same(&Plain { beliefs: vec![(1, opponent), (1, Plain::of(5))], ..Plain::of(1) }, &tree, depth);
    }
}

#[test]
fn an_opponent_who_judges_as_we_do_is_minimax() {
    for seed in 0..1000 {
        let (tree, depth) = (Tree::new(seed, 3), 1 + seed as u32 % 6);
        let minimax = think(&model(1), &tree, depth);
        for beliefs in [vec![(1, model(1))], vec![(2, model(1)), (5, model(1))]] {
            let modelled = think(&model(1).against(beliefs), &tree, depth);
            assert_eq!((modelled.value, modelled.action), (minimax.value, minimax.action));
        }
    }
}

#[test]
fn one_opponent_under_many_names_is_one_opponent() {
    for seed in 0..1000 {
        let (tree, depth) = (Tree::new(seed, 3), 1 + seed as u32 % 6);
        let one = think(&model(1).against([(1, model(2))]), &tree, depth);
        for beliefs in
            [vec![(7, model(2))], vec![(2, model(2)), (5, model(2))], vec![(0, model(3)), (1, model(2))]]
        {
            let many = think(&model(1).against(beliefs), &tree, depth);
            assert_eq!((many.value, many.action), (one.value, one.action));
        }
        // An opponent who believes in an opponent with the same evaluation searches by minimax.
        let believer = model(2).against([(1, model(2))]);
        assert_eq!(think(&model(1).against([(1, believer)]), &tree, depth).value, one.value);
    }
}

/// The score of the first player, by evaluation 1, if both players follow a model up to a common horizon.
fn followed(first: &Model<Tree>, second: &Model<Tree>, root: &Tree, depth: u32) -> i32 {
    let mut state = root.clone();
    for rest in (1..=depth).rev() {
        let player = if state.player == root.player { first } else { second };
        let Some(action) = think(player, &state, rest).action else { break };
        state = state.play(action);
    }
    let for_left = state.score().unwrap_or_else(|| state.seen(1));
    if root.player == Player::Left { for_left } else { -for_left }
}

#[test]
fn a_right_model_is_never_worse_than_minimax() {
    let (we, opponent) = (model(1), model(2));
    let modelling = we.clone().against([(1, opponent.clone())]);
    let mut better = 0;
    for seed in 0..10_000 {
        let (tree, depth) = (Tree::new(seed, 3), 2 + seed as u32 % 4);
        let promised = think(&modelling, &tree, depth).value;
        let safe = think(&we, &tree, depth).value;
        let [got, plain] = [&modelling, &we].map(|first| followed(first, &opponent, &tree, depth));
        assert_eq!(Ratio::from(i64::from(got)), promised, "what was promised is won");
        assert!(got >= plain && promised >= safe, "{tree:?}: {got} by the model, {plain} by minimax");
        better += usize::from(got > plain);
    }
    assert!(better > 1000, "{better}");
}

/// The mean scores of all strategies of `side`, times `weights` to the power of the depth, if at each node of
/// the opponent one of the opponents is drawn.
fn of_all_strategies(state: &Tree, depth: u32, side: Player, opponents: &[(i64, Plain)]) -> Vec<i64> {
    let weights: i64 = opponents.iter().map(|(weight, _)| weight).sum();
    let own = if side == Player::Left { 1 } else { -1 };
    if depth == 0 || state.score().is_some() {
        let points = state.score().unwrap_or_else(|| state.seen(1));
        return vec![own * i64::from(points) * weights.pow(depth)];
    }
    if state.player == side {
        let below = |action| of_all_strategies(&state.play(action), depth - 1, side, opponents);
        let scaled = |value| value * weights;
        return state.moves().into_iter().flat_map(below).map(scaled).collect();
    }
    // A strategy has an answer to every move: all combinations of strategies below.
    let mut sums = vec![0];
    for action in state.moves() {
        let chosen = |(_, opponent): &&(i64, Plain)| opponent.action(state, depth) == action;
        let weight: i64 = opponents.iter().filter(chosen).map(|(weight, _)| weight).sum();
        let mut below = of_all_strategies(&state.play(action), depth - 1, side, opponents);
        below.sort_unstable();
        below.dedup();
        sums = sums.iter().flat_map(|sum| below.iter().map(move |value| sum + weight * value)).collect();
    }
    sums
}

#[test]
fn no_strategy_gets_more_on_average() {
    let beliefs = vec![(2, Plain::of(2)), (1, Plain::of(3))];
    for seed in 0..400 {
        let (tree, depth) = (Tree::new(seed, 2), 1 + seed as u32 % 4);
        let best = of_all_strategies(&tree, depth, tree.player, &beliefs).into_iter().max().unwrap();
        let modelling = Plain { beliefs: beliefs.clone(), ..Plain::of(1) }.model();
        let value = Ratio::new(i128::from(best), 3_i128.pow(depth)).unwrap();
        assert_eq!(think(&modelling, &tree, depth).value, value);
    }
}

/// A tree that is given.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Given {
    /// Play goes on; the players take turns.
    Fork(Vec<Given>),
    /// Play is over, with this score for Left.
    End(i32),
    /// The search ends here: the true value, and two other evaluations.
    Open(i32, [i32; 2]),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Symmetry(Given, Player);

impl Contest for Symmetry {
    type Move = u8;

    const MOST: i32 = 100;

    fn to_move(&self) -> Player {
        self.1
    }

    fn moves(&self) -> Vec<u8> {
        match &self.0 {
            Given::Fork(nodes) => (0..nodes.len() as u8).collect(),
            Given::End(_) => Vec::new(),
            Given::Open(..) => vec![0],
        }
    }

    fn score(&self) -> Option<i32> {
        if let Given::End(score) = self.0 { Some(score) } else { None }
    }
}

impl Deterministic for Symmetry {
    fn play(&self, action: u8) -> Self {
        let next = match &self.0 {
            Given::Fork(nodes) => nodes[usize::from(action)].clone(),
            Given::Open(score, _) | Given::End(score) => Given::End(*score),
        };
        Self(next, self.1.opponent())
    }
}

fn truth() -> Model<Symmetry> {
    Model::minimax(|Symmetry(node, _)| if let Given::Open(score, _) = node { *score } else { 0 })
}

fn other(who: usize) -> Model<Symmetry> {
    Model::minimax(move |Symmetry(node, _)| if let Given::Open(_, seen) = node { seen[who] } else { 0 })
}

/// The score of Left if the players follow these models up to a common horizon, and play perfectly after it.
fn played(left: &Model<Symmetry>, right: &Model<Symmetry>, root: &Given, depth: u32) -> i32 {
    let mut state = Symmetry(root.clone(), Player::Left);
    for rest in (1..=depth).rev() {
        let model = if state.1 == Player::Left { left } else { right };
        let mut search = OpponentModelSearch::new(model, state.1, 0);
        let Some(action) = search.think(&state, rest, &Budget::endless()).unwrap().action else { break };
        state = state.play(action);
    }
    match state.0 {
        Given::End(score) | Given::Open(score, _) => score,
        Given::Fork(_) => unreachable!("the tree is not deeper"),
    }
}

/// The notes remark that an opponent who uses a worse f3 in place of the f2 of our model gets no
/// advantage from it. They leave "worse" open. One reading is "farther from the true value at every position":
/// then the remark is false. This f3 is farther from the truth everywhere and does not step into the trap.
#[test]
fn a_worse_evaluation_may_escape_the_trap() {
    use Given::{End, Fork, Open};
    let tree = Fork(vec![End(0), Fork(vec![Open(10, [-1, 30]), Open(-10, [0, -30])])]);
    let modelling = truth().against([(1, other(0))]);
    assert_eq!(played(&modelling, &other(0), &tree, 2), 10);
    assert_eq!(played(&modelling, &other(1), &tree, 2), -10);
    assert_eq!(played(&truth(), &other(1), &tree, 2), 0);
}

/// Another reading is "no move of f3 is truly better than that of f2, and some are truly worse". The remark is
/// false again: f3 goes wrong before it can reach the place where f2 would have gone wrong more. No move
/// depends on a tie.
#[test]
fn an_opponent_who_plays_worse_may_lose_less() {
    use Given::{End, Fork, Open};
    let trap = Fork(vec![Fork(vec![Open(10, [-20, 5]), Open(-10, [0, 6])])]);
    let tree = Fork(vec![End(0), Fork(vec![trap.clone(), End(-9)])]);
    let modelling = truth().against([(1, other(0))]);
    // The true value of the trap is -10, so Right should enter it. f2 does and f3 does not; in it both err
    // alike.
    assert_eq!(played(&truth(), &truth(), &trap, 2), -10);
    for opponent in [other(0), other(1)] {
        assert_eq!(played(&truth(), &opponent, &trap, 2), 10);
    }
    assert_eq!(played(&modelling, &other(0), &tree, 4), 10);
    assert_eq!(played(&modelling, &other(1), &tree, 4), -9);
    assert_eq!(played(&truth(), &other(1), &tree, 4), 0);
}

/// The remark holds if the opponent of our model makes no mistakes by our own evaluation: then the model is
/// minimax, and no other opponent gets more.
#[test]
fn nobody_gets_more_than_an_opponent_without_mistakes() {
    let modelling = model(1).against([(1, model(1))]);
    for seed in 0..1000 {
        let (tree, depth) = (Tree::new(seed, 3), 2 + seed as u32 % 4);
        let [perfect, worse] = [1, 2].map(|who| followed(&modelling, &model(who), &tree, depth));
        assert!(worse >= perfect);
    }
}

/// In random trees a wrong model loses against opponents other than its own.
#[test]
fn a_wrong_model_may_be_worse_than_minimax() {
    let modelling = model(1).against([(1, model(2))]);
    let gains = (0..1000).map(|seed| {
        let (tree, depth) = (Tree::new(seed, 3), 2 + seed as u32 % 4);
        followed(&modelling, &model(3), &tree, depth) - followed(&model(1), &model(3), &tree, depth)
    });
    let (better, worse) = gains.fold((0, 0), |(better, worse), gain| {
        (better + usize::from(gain > 0), worse + usize::from(gain < 0))
    });
    assert!(better > 50 && worse > better, "{better} times better, {worse} times worse");
}

#[test]
fn contempt_shuns_or_seeks_draws() {
    use Given::{End, Fork};
    let chosen = |root: Given, player, contempt| {
        let model = truth().with_contempt(contempt);
        let state = Symmetry(root, player);
        let thought =
            OpponentModelSearch::new(&model, player, 0).think(&state, 3, &Budget::endless()).unwrap();
        (thought.action.unwrap(), thought.value)
    };
    for (player, win) in [(Player::Left, 1), (Player::Right, -1)] {
        let slightly_worse = || Fork(vec![End(0), End(-3 * win)]);
        let slightly_better = || Fork(vec![End(0), End(3 * win)]);
        assert_eq!(chosen(slightly_worse(), player, 0), (0, Ratio::from(0)));
        assert_eq!(chosen(slightly_worse(), player, 2), (0, Ratio::from(-2)));
        assert_eq!(chosen(slightly_worse(), player, 4), (1, Ratio::from(-3)), "a draw is a waste");
        assert_eq!(chosen(slightly_better(), player, 0), (1, Ratio::from(3)));
        assert_eq!(chosen(slightly_better(), player, -4), (0, Ratio::from(4)), "a draw is a gain");
    }
    // The contempt belongs to the opponent, who avoids the draw and loses.
    let tree = Fork(vec![End(2), Fork(vec![End(0), End(3)])]);
    let proud = truth().against([(1, truth().with_contempt(5))]);
    assert_eq!(played(&truth(), &truth().with_contempt(5), &tree, 2), 2);
    assert_eq!(played(&proud, &truth().with_contempt(5), &tree, 2), 3);
}

#[test]
fn a_learner_finds_out_who_plays() {
    for true_type in [2, 3, 4] {
        let prior = [2, 3, 4].map(|who| (if who == true_type { 1 } else { 1000 }, model(who)));
        let mut learner = Learner::new(prior, (1, 10)).unwrap();
        let mut random = Rng::with_seed(true_type);
        for seed in 0..200 {
            let tree = Tree::new(seed, 3);
            let errs = random.u8(..10) == 0;
            let action =
                if errs { random.choice(tree.moves()) } else { think(&model(true_type), &tree, 3).action };
            learner.see(&tree, action.unwrap(), 3, &Budget::endless()).unwrap();
        }
        let weights: Vec<u32> = learner.weights().collect();
        let (most, rest) = (weights[true_type as usize - 2], weights.iter().sum::<u32>());
        assert!(most > 99 * (rest - most), "{true_type}: {weights:?}");
        // If another opponent takes over, the learner finds out.
        for seed in 200..400 {
            let tree = Tree::new(seed, 3);
            let action = think(&model(5 - true_type / 2), &tree, 3).action.unwrap();
            learner.see(&tree, action, 3, &Budget::endless()).unwrap();
        }
        let now: Vec<u32> = learner.weights().collect();
        let heaviest = (0..3).max_by_key(|i| now[*i]).unwrap() as u64 + 2;
        assert_eq!(heaviest, 5 - true_type / 2);
        let beliefs: Vec<u32> = learner.beliefs().map(|(weight, _)| weight).collect();
        assert_eq!(beliefs, now);
    }
}

#[test]
fn learning_is_exact_at_first() {
    use Given::{Fork, Open};
    let state = Symmetry(Fork(vec![Open(0, [5, 1]), Open(0, [1, 5])]), Player::Left);
    let learn = |error, prior: [u32; 2], seen: &[u8]| {
        let prior = [(prior[0], other(0)), (prior[1], other(1))];
        let mut learner = Learner::new(prior, error).unwrap();
        for action in seen {
            learner.see(&state, *action, 1, &Budget::endless()).unwrap();
        }
        learner.weights().collect::<Vec<_>>()
    };
    // Of 20 moves, 18 are those intended, and one more by accident.
    assert_eq!(learn((1, 10), [1, 1], &[0]), [19, 1]);
    assert_eq!(learn((1, 10), [1, 1], &[0, 0, 1]), [19, 1]);
    assert_eq!(learn((1, 10), [1, 19], &[0]), [1, 1]);
    // A model that never errs gets weight 0 after another move; if that holds for all, the weights stay.
    assert_eq!(learn((0, 1), [1, 1], &[0]), [1, 0]);
    assert_eq!(learn((0, 1), [1, 1], &[0, 1]), [1, 0]);
    // A model that always errs teaches nothing; a model of weight 0 keeps it.
    assert_eq!(learn((1, 1), [3, 5], &[0, 0, 0]), [3, 5]);
    assert_eq!(learn((1, 10), [0, 5], &[0, 0, 0]), [0, 1]);
    // Weights are bounded, and none becomes 0.
    assert_eq!(learn((1, 10), [1, 1], &[0; 50]), [1 << 16, 1]);
    assert!(Learner::new([(1, other(0))], (2, 1)).is_none());
    assert!(Learner::new([(1, other(0))], (0, 0)).is_none());
}

#[test]
fn fractions_are_exact() {
    let ratio = |above, below| Ratio::new(above, below).unwrap();
    assert_eq!(ratio(6, 4).to_string(), "3/2");
    assert_eq!(ratio(-6, 3).to_string(), "-2");
    assert_eq!(Ratio::new(1, 0), None);
    let mut random = Rng::with_seed(1);
    for _ in 0..20_000 {
        let [a, c] = [(); 2].map(|()| i128::from(random.i32(-50..50)));
        let [b, d] = [(); 2].map(|()| i128::from(random.i32(1..50)));
        assert_eq!(ratio(a, b).cmp(&ratio(c, d)), (a * d).cmp(&(c * b)));
        let mean = Ratio::mean(&[(2, ratio(a, b)), (3, ratio(c, d))]).unwrap();
        assert_eq!(mean, ratio(2 * a * d + 3 * c * b, 5 * b * d));
    }
    let large = ratio(i128::MAX, i128::MAX - 1);
    assert!(large < ratio(i128::MAX - 1, i128::MAX - 2) && large > Ratio::from(1));
    assert_eq!(Ratio::mean(&[(1, large), (1, ratio(1, 3))]), Err(Error::Overflow));
    assert_eq!(Ratio::mean(&[]), Err(Error::Overflow));
}

#[test]
fn thinking_can_be_stopped() {
    let tree = Tree::new(4, 3);
    let model = model(1).against([(1, model(2))]);
    let mut search = OpponentModelSearch::new(&model, tree.player, 1 << 16);
    let thought = search.deepen(&tree, 7, &Budget::endless()).unwrap();
    assert_eq!(thought.depth, 7);
    assert_eq!(
        (thought.value, thought.action),
        (think(&model, &tree, 7).value, think(&model, &tree, 7).action)
    );
    let budget = Budget::endless();
    budget.cancel();
    assert_eq!(search.deepen(&tree, 7, &budget), Err(Error::Stopped));
    // The search of an infinite tree ends with the budget, with the last result.
    let thought = search.deepen(&tree, 1000, &Budget::after(std::time::Duration::from_millis(50))).unwrap();
    assert!(thought.depth > 1 && thought.action.is_some());
}

#[test]
fn many_opponents_with_heavy_weights_run_out_of_numbers() {
    let beliefs = [(u32::MAX, model(2)), (u32::MAX - 1, model(3)), (u32::MAX - 4, model(4))];
    let model = model(1).against(beliefs);
    let result = (0..40).map(|seed| {
        let tree = Tree::new(seed, 2);
        OpponentModelSearch::new(&model, tree.player, 0).think(&tree, 12, &Budget::endless())
    });
    assert!(result.into_iter().any(|thought| thought == Err(Error::Overflow)));
}

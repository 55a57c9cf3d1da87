//! How many leaves do the searches of chance nodes prune? The trees are regular as in Ballard (1983): players
//! move in turn with chance nodes between them, and all nodes have the same number of successors. The notes
//! (Hsu 2022) give figures but not the distribution of leaves. With 20 successors and leaves that are sums of
//! branch values, the figures are reproduced to within a point, counting each leaf once. With independent
//! leaves far fewer are pruned. Leaves are counted in two ways: all evaluations, so that leaves of probes may
//! count again; and distinct leaves.

use crate::table::row;
use crate::{Axis, Cell, Outcome, Plot, Series, Settings, Table};
use adversary::alphabeta::{
    AlphaBeta, Approximate, Chance, Domain, Options, OutcomeOrder, POINT, Probing, Score, Star,
};
use fastrand::Rng;
use rules::Outcomes;
use values::{Error, Player};

/// The largest absolute value of a branch.
const BRANCH: i64 = 1000;

/// A kind of trees.
#[derive(Clone, Copy)]
struct Shape {
    /// The levels from the root: `+` Left's moves, `-` Right's, `*` chance.
    levels: &'static str,
    /// The number of successors of every inner node.
    width: usize,
    /// Are leaves drawn independently?
    independent: bool,
    /// The number of trees. A full run has twenty times as many.
    trees: u32,
}

impl Shape {
    const fn new(levels: &'static str, width: usize, trees: u32) -> Self {
        Self { levels, width, independent: false, trees }
    }
}

/// The trees for different probing factors.
const VARIED: Shape = Shape::new("+*-", 20, 50);

const SHAPES: [Shape; 6] = [
    Shape::new("+*-", 5, 400),
    Shape::new("+*-", 10, 200),
    VARIED,
    Shape::new("+*-", 40, 10),
    Shape::new("+*-*+", 6, 20),
    Shape { independent: true, ..VARIED },
];

/// Left's values of all leaves from left to right.
struct Tree {
    shape: Shape,
    leaves: Vec<i64>,
    evaluated: u64,
    /// For each level, Left's estimates of its nodes: the means of their leaves.
    estimates: Vec<Vec<i64>>,
    seen: Vec<bool>,
}

impl Tree {
    /// Every branch has a value, and a leaf has the sum of its branches; or all leaves are drawn
    /// independently.
    fn random(shape: Shape, random: &mut Rng) -> Self {
        let mut leaves = vec![0];
        for level in 1..=shape.levels.len() {
            let drawn = !shape.independent || level == shape.levels.len();
            let mut below = |above: &i64| above + if drawn { random.i64(-BRANCH..=BRANCH) } else { 0 };
            leaves = leaves.iter().flat_map(|above| vec![above; shape.width]).map(&mut below).collect();
        }
        Self { shape, seen: vec![false; leaves.len()], leaves, evaluated: 0, estimates: Vec::new() }
            .estimated()
    }

    /// The same with estimates of its nodes.
    fn estimated(mut self) -> Self {
        let mean = |part: &[i64]| part.iter().sum::<i64>() / part.len() as i64;
        let nodes =
            |level: u32| self.leaves.chunks(self.leaves.len() / self.shape.width.pow(level)).map(mean);
        self.estimates = (0..self.shape.levels.len() as u32).map(|level| nodes(level).collect()).collect();
        self
    }

    fn level(&self, level: usize) -> Option<u8> {
        self.shape.levels.as_bytes().get(level).copied()
    }

    /// Orders the tree: the best move is first in every node. In chance nodes the worst outcome for the
    /// player who moved before is first, since most chance nodes are refuted. Returns the value.
    fn put_in_order(levels: &[u8], width: usize, leaves: &mut [i64]) -> f64 {
        let Some((&level, below)) = levels.split_first() else { return leaves[0] as f64 };
        let mut parts: Vec<(f64, Vec<i64>)> = Vec::new();
        for part in leaves.chunks_mut(leaves.len() / width) {
            parts.push((Self::put_in_order(below, width, part), part.to_vec()));
        }
        parts.sort_by(|(a, _), (b, _)| if level == b'+' { b.total_cmp(a) } else { a.total_cmp(b) });
        if level == b'*' && below.first() == Some(&b'+') {
            parts.reverse();
        }
        let value = match level {
            b'*' => parts.iter().map(|(value, _)| value).sum::<f64>() / width as f64,
            _ => parts[0].0,
        };
        let sorted: Vec<i64> = parts.into_iter().flat_map(|(_, leaves)| leaves).collect();
        leaves.copy_from_slice(&sorted);
        value
    }
}

impl Domain for Tree {
    /// The level of a node, and its index in the level.
    type State = (usize, usize);
    type Move = usize;
    type Key = (usize, usize);

    fn most(&self) -> Score {
        let branches = if self.shape.independent { 1 } else { self.shape.levels.len() };
        BRANCH * branches as i64 * POINT
    }

    fn key(&mut self, state: &Self::State) -> Self::Key {
        *state
    }

    fn to_move(&self, state: &Self::State) -> Player {
        if self.level(state.0) == Some(b'-') { Player::Right } else { Player::Left }
    }

    fn score(&mut self, state: &Self::State) -> Option<Score> {
        self.level(state.0).is_none().then(|| {
            self.evaluated += 1;
            self.seen[state.1] = true;
            self.leaves[state.1] * POINT
        })
    }

    /// The mean of the leaves below.
    fn evaluation(&mut self, state: &Self::State) -> Score {
        let value = self.estimates.get(state.0).map_or(0, |estimates| estimates[state.1]);
        if self.to_move(state) == Player::Left { value * POINT } else { -value * POINT }
    }

    fn moves(&mut self, _: &Self::State) -> Result<Vec<(i32, usize)>, Error> {
        Ok((0..self.shape.width).map(|choice| (-(choice as i32), choice)).collect())
    }

    fn outcomes(&mut self, state: &Self::State, action: usize) -> Result<Outcomes<Self::State>, Error> {
        let width = self.shape.width;
        let (level, node) = (state.0 + 1, state.1 * width + action);
        Ok(if self.level(level) == Some(b'*') {
            (0..width).map(|outcome| (1, (level + 1, node * width + outcome))).collect()
        } else {
            Outcomes::from_iter([(1, (level, node))])
        })
    }
}

/// The shares of pruned leaves, by evaluations and by distinct leaves.
#[derive(Clone, Copy, Default)]
struct Cut {
    repeated: f64,
    distinct: f64,
}

/// The average shares that a search prunes.
fn cut(
    shape: Shape,
    ordered: bool,
    (star, chance): (Star, Chance),
    settings: &Settings,
) -> anyhow::Result<Cut> {
    let mut random = Rng::with_seed(settings.seed);
    let mut sum = Cut::default();
    for _ in 0..shape.trees {
        let mut tree = Tree::random(shape, &mut random);
        if ordered {
            Tree::put_in_order(shape.levels.as_bytes(), shape.width, &mut tree.leaves);
            tree = tree.estimated();
        }
        let options =
            Options { bytes: 0, star, chance, scout: false, quiescence: false, ..Options::default() };
        let mut search = AlphaBeta::new(tree, options);
        let window = search.everything();
        search.value(&(0, 0), shape.levels.len() as u32, window, &settings.budget)?;
        let tree = &search.domain;
        let all = tree.leaves.len() as f64;
        sum.repeated += 1.0 - tree.evaluated as f64 / all;
        sum.distinct += tree.seen.iter().filter(|seen| !**seen).count() as f64 / all;
    }
    let trees = f64::from(shape.trees);
    Ok(Cut { repeated: sum.repeated / trees, distinct: sum.distinct / trees })
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let more =
        |shape: Shape| Shape { trees: if settings.full { 20 * shape.trees } else { shape.trees }, ..shape };
    let percent = |share: f64| Cell::Decimal(100.0 * share, 1);
    let star2 = |factor, probing| Star::Star2 { factor, probing };
    let none = Chance::default();
    let probed = star2(1, Probing::Cyclic);
    let promising = |outcomes| Chance { approximate: Approximate::Promising { outcomes }, ..none };
    let ways = [
        ("Star0", Star::Star0, none),
        ("Star1", Star::Star1, none),
        ("Star2", probed, none),
        ("Star2.5, h = 3", star2(3, Probing::Cyclic), none),
        ("Star2, worst first when ahead", probed, Chance { order: OutcomeOrder::WorstWhenAhead, ..none }),
        ("Star2, best first when ahead", probed, Chance { order: OutcomeOrder::BestWhenAhead, ..none }),
        ("Star2, strategy I, 2 outcomes", probed, promising(2)),
        ("Star2, strategy I, 5 outcomes", probed, promising(5)),
    ];
    let mut rows = Vec::new();
    for shape in SHAPES.map(more) {
        for ordered in [false, true] {
            for (name, star, chance) in ways {
                settings.next(&format!("{name} on {} of width {}", shape.levels, shape.width))?;
                let cut = cut(shape, ordered, (star, chance), settings)?;
                rows.push(row![
                    shape.levels,
                    shape.width,
                    if shape.independent { "independent" } else { "sums" },
                    if ordered { "perfect" } else { "random" },
                    name,
                    percent(cut.repeated),
                    percent(cut.distinct),
                ]);
            }
        }
    }
    let shapes = Table::new(
        "Leaves left out, in percent: counting again those that are evaluated again, and those never looked at",
        "levels|width|leaves|order|search|evaluated|looked at",
        rows,
    );
    let mut rows = Vec::new();
    let mut series: Vec<Series> = Vec::new();
    for (name, probing) in [("sequential", Probing::Sequential), ("cyclic", Probing::Cyclic)] {
        for counted in ["evaluated", "looked at"] {
            series.push(Series::curve(format!("{name}, {counted}"), Vec::new()));
        }
        for factor in [0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20] {
            settings.next(&format!("{name} probing, h = {factor}"))?;
            let cut = cut(more(VARIED), false, (star2(factor, probing), none), settings)?;
            rows.push(row![name, factor, percent(cut.repeated), percent(cut.distinct)]);
            let count = series.len();
            for (series, share) in series[count - 2..].iter_mut().zip([cut.repeated, cut.distinct]) {
                series.points.push((factor.into(), 100.0 * share));
            }
        }
    }
    let Shape { levels, width, .. } = VARIED;
    let title = format!("Leaves left out of trees {levels} of width {width} in random order, in percent");
    let [x, y] = ["probing factor h", "leaves left out, percent"].map(Axis::linear);
    let plot = Plot::new(&title, x, y, series);
    let tables = vec![shapes, Table::new(title, "probing|h|evaluated|looked at", rows)];
    Ok(Outcome { tables, plots: vec![plot] })
}

#[cfg(test)]
mod tests {
    use super::{Chance, Probing, Settings, Shape, Star, cut};

    #[test]
    fn probing_leaves_out_more() -> anyhow::Result<()> {
        let shape = Shape::new("+*-", 10, 20);
        let star2 = |factor| Star::Star2 { factor, probing: Probing::Cyclic };
        let [star0, star1, star2, star25] = [Star::Star0, Star::Star1, star2(1), star2(3)]
            .map(|star| cut(shape, false, (star, Chance::default()), &Settings::short(1)));
        let [star0, star1, star2, star25] = [star0?, star1?, star2?, star25?];
        // Windows alone prune nothing at chance nodes.
        assert!(star0.distinct < star1.distinct && star1.distinct < star2.distinct);
        assert!(star2.distinct < star25.distinct && star25.repeated < star25.distinct);
        Ok(())
    }
}

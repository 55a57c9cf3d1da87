//! The share of a tree that mean and temperature search visits (Kao 2000, §§6–7), on random complete binary
//! trees of growing depth and with each of the cuts. It is compared with the whole tree and with the two
//! alternating lines of play that every search has to visit.
//!
//! Only hot trees count: others are often numbers, which the two lines alone prove. The depth is odd, so that
//! the player who moves first also moves last; otherwise few trees are hot.

use crate::table::row;
use crate::{Axis, Cell, Outcome, Plot, Series, Settings, Table};
use anyhow::Context;
use fastrand::Rng;
use rules::games::tree::Tree;
use std::sync::Arc;
use temperature::mts::Mts;
use values::{Budget, ByPlayer, Dyadic, NumberUpStar};

/// The searches to compare.
const SEARCHES: [(&str, Mts); 5] = [
    ("no cut", Mts::NO_CUT),
    ("M-cut", Mts { m_cut: true, ..Mts::NO_CUT }),
    ("T-cut", Mts { t_cut: true, ..Mts::NO_CUT }),
    ("both", Mts::KAO),
    ("both and windows", Mts { window_cut: true, ..Mts::KAO }),
];

/// A distribution of the leaves of a tree.
struct Leaves {
    name: &'static str,
    /// The gain of a move for the mover. It depends on the number of moves left, and on whether Left moves
    /// twice in a row, as in carrying out a threat.
    gain: fn(&mut Rng, u32, bool) -> i32,
    /// The maximum of the noise added to a leaf.
    noise: i32,
}

const LEAVES: [Leaves; 5] = [
    Leaves { name: "uniform", gain: |_, _, _| 0, noise: 100 },
    Leaves { name: "random walk", gain: |rng, _, _| rng.i32(1..=10), noise: 0 },
    Leaves { name: "mixed", gain: |rng, _, _| 1 << rng.u32(0..10), noise: 0 },
    Leaves { name: "cooling", gain: |rng, left, _| rng.i32(1 << left..2 << left), noise: 0 },
    Leaves {
        name: "threats",
        gain: |rng, left, again| rng.i32(1..=10) + if again { 100 << left } else { 2 << left },
        noise: 0,
    },
];

impl Leaves {
    /// A complete tree below a position with this value so far. `moved` is the sign of the player who just
    /// moved.
    fn tree(&self, rng: &mut Rng, moved: i32, left: u32, value: i32) -> Tree {
        let Some(after) = left.checked_sub(1) else {
            let value = value + rng.i32(-self.noise..=self.noise);
            return Tree::Closed(NumberUpStar::from(Dyadic::from(value)));
        };
        let options = ByPlayer::new(1, -1).map(|sign| {
            let gain = sign * (self.gain)(rng, after, sign == 1 && moved == 1);
            vec![self.tree(rng, sign, after, value + gain)]
        });
        Tree::Node(Arc::new(options))
    }
}

/// The number of nodes of each search in a tree. `None` means that the tree is not hot.
fn nodes(tree: &Tree, budget: &Budget) -> anyhow::Result<Option<[u64; SEARCHES.len()]>> {
    let mut nodes = [0; SEARCHES.len()];
    let mut answer = None;
    for (count, (name, mts)) in nodes.iter_mut().zip(SEARCHES) {
        let found = mts.search(tree, budget)?;
        let exact = found.exact().with_context(|| format!("{name} found no answer for {tree}"))?;
        anyhow::ensure!(*answer.get_or_insert(exact) == exact, "{name} found a wrong answer for {tree}");
        if exact.temperature <= Dyadic::ZERO {
            return Ok(None);
        }
        *count = found.nodes;
    }
    Ok(Some(nodes))
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let (deepest, samples) = if settings.full { (15, 500) } else { (9, 100) };
    let (seed, budget) = (settings.seed, &settings.budget);
    let mut rows = Vec::new();
    let mut plots = Vec::new();
    for (i, leaves) in LEAVES.iter().enumerate() {
        let mut curves = vec![Vec::new(); SEARCHES.len() + 2];
        for depth in (1..=deepest).step_by(2) {
            settings.next(&format!("{} leaves, depth {depth}", leaves.name))?;
            let counts = settings.work.list(samples, |sample| {
                let place = (i as u64) << 48 | u64::from(depth) << 32 | sample as u64;
                let mut rng = Rng::with_seed(seed ^ place.wrapping_mul(0x9E37_79B9_7F4A_7C15));
                nodes(&leaves.tree(&mut rng, 0, depth, 0), budget)
            })?;
            let counts: Vec<_> = counts.into_iter().flatten().collect();
            if counts.is_empty() {
                continue;
            }
            let means = (0..SEARCHES.len()).map(|search| {
                counts.iter().map(|nodes| nodes[search]).sum::<u64>() as f64 / counts.len() as f64
            });
            let all = f64::from((2 << depth) - 2_u32);
            let line = f64::from(2 * depth);
            let points: Vec<f64> = std::iter::once(all).chain(means).chain([line]).collect();
            for (curve, &nodes) in curves.iter_mut().zip(&points) {
                curve.push((f64::from(depth), nodes));
            }
            let fewest = counts.iter().flat_map(|nodes| nodes.iter().min()).min().copied().unwrap_or(0);
            let mut row = row![leaves.name, depth, counts.len(), Cell::Decimal(all, 0)];
            row.extend(points[1..=SEARCHES.len()].iter().map(|&nodes| Cell::Decimal(nodes, 1)));
            row.extend([fewest.into(), Cell::Decimal(line, 0)]);
            rows.push(row);
        }
        let names = std::iter::once("all").chain(SEARCHES.map(|(name, _)| name)).chain(["2·depth"]);
        plots.push(Plot::new(
            format!("Positions looked at, {} leaves", leaves.name),
            Axis::linear("depth"),
            Axis::logarithmic("positions, average"),
            names.zip(curves).map(|(name, points)| Series::curve(name, points)).collect(),
        ));
    }
    let searches = SEARCHES.map(|(name, _)| name).join("|");
    let table = Table::new(
        format!(
            "Positions that mean and temperature search looks at, averages over those of {samples} trees that are hot"
        ),
        &format!("leaves|depth|hot trees|all|{searches}|fewest|2·depth"),
        rows,
    );
    Ok(Outcome { tables: vec![table], plots })
}

#[cfg(test)]
mod tests {
    use super::{LEAVES, SEARCHES, nodes};

    #[test]
    fn cuts_save_and_no_search_beats_the_alternating_lines() {
        const DEPTH: u32 = 5;
        const ALL: u64 = (2 << DEPTH) - 2;
        let mut saved = [0; SEARCHES.len()];
        for leaves in LEAVES {
            let trees = (0..50).map(|seed| leaves.tree(&mut fastrand::Rng::with_seed(seed), 0, DEPTH, 0));
            let counts: Vec<_> =
                trees.filter_map(|tree| nodes(&tree, &values::Budget::endless()).transpose()).collect();
            assert!(counts.len() > 5, "{}: {} hot trees", leaves.name, counts.len());
            for counts in counts {
                let counts = counts.unwrap_or_else(|error| panic!("{error}"));
                let possible = u64::from(2 * DEPTH)..=ALL;
                assert!(counts.iter().all(|nodes| possible.contains(nodes)), "{}: {counts:?}", leaves.name);
                assert!(counts.iter().all(|nodes| *nodes <= counts[0]), "{}: {counts:?}", leaves.name);
                for (saved, nodes) in saved.iter_mut().zip(counts) {
                    *saved += counts[0] - nodes;
                }
            }
        }
        let [nothing, m_cut, t_cut, both, all] = saved;
        assert_eq!(nothing, 0);
        assert!(m_cut > 0 && t_cut > 0 && both >= m_cut.max(t_cut) && all >= both, "{saved:?}");
    }
}

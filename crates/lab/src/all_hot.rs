//! Games in which every position that is not a number is hot: the case that Kao (2000) has in mind, and on which
//! Zhang 2015, §6.1, wants to see mean and temperature search beside TDS+. Complete binary trees are made from
//! their leaves on; where a node would not be hot, Left's option is raised and Right's lowered until it is.

use crate::table::row;
use crate::{Axis, Cell, Outcome, Plot, Series, Settings, Table, Work};
use anyhow::Context;
use fastrand::Rng;
use rules::games::tree::Tree;
use std::sync::Arc;
use temperature::mts::Mts;
use temperature::{Aim, IntervalSearch, Tds};
use values::{Budget, ByPlayer, Dyadic, NumberUpStar, ValueId, Values};

/// The searches, and what they count.
const SEARCHES: [&str; 7] =
    ["no cut", "M-cut", "T-cut", "both (Kao)", "both and windows", "tds+ (states)", "interval (positions)"];

/// A tree with integers as leaves.
enum Plain {
    Leaf,
    Node(Box<[Shifted; 2]>),
}

/// A tree to whose leaves a number is added.
struct Shifted {
    tree: Plain,
    by: i32,
}

impl Shifted {
    fn position(&self, more: i32) -> Tree {
        let by = self.by + more;
        match &self.tree {
            Plain::Leaf => Tree::Closed(NumberUpStar::from(Dyadic::from(by))),
            Plain::Node(options) => {
                let [left, right] = &**options;
                Tree::Node(Arc::new(ByPlayer::new(vec![left.position(by)], vec![right.position(by)])))
            }
        }
    }
}

/// A tree whose nodes are all hot, with its value.
fn hot(values: &Values, rng: &mut Rng, depth: u32) -> anyhow::Result<(Shifted, ValueId)> {
    if depth == 0 {
        let by = rng.i32(-20..=20);
        return Ok((Shifted { tree: Plain::Leaf, by }, values.integer(by.into())?));
    }
    let (mut left, l) = hot(values, rng, depth - 1)?;
    let (mut right, r) = hot(values, rng, depth - 1)?;
    let mut apart = 0;
    loop {
        let by = Dyadic::from(apart);
        let value = values.from_options(&[values.plus_number(l, by)?], &[values.plus_number(r, -by)?])?;
        if values.temperature(value)? > Dyadic::ZERO {
            left.by += apart;
            right.by -= apart;
            return Ok((Shifted { tree: Plain::Node(Box::new([left, right])), by: 0 }, value));
        }
        apart = (apart * 2).max(1) + rng.i32(0..2);
    }
}

/// The nodes that each search looks at in a tree.
fn nodes(tree: &Tree, truth: [Dyadic; 2], budget: &Budget) -> anyhow::Result<Vec<u64>> {
    let kao = [
        Mts::NO_CUT,
        Mts { m_cut: true, ..Mts::NO_CUT },
        Mts { t_cut: true, ..Mts::NO_CUT },
        Mts::KAO,
        Mts { window_cut: true, ..Mts::KAO },
    ];
    let mut counts = Vec::new();
    for (mts, name) in kao.into_iter().zip(SEARCHES) {
        let found = mts.search(tree, budget)?;
        let exact = found.exact().with_context(|| format!("{name} found no answer"))?;
        anyhow::ensure!([exact.mean, exact.temperature] == truth, "{name} is wrong about {tree}");
        counts.push(found.nodes);
    }
    let found = Tds { budget: budget.clone(), ..Tds::default() }.search(tree)?;
    anyhow::ensure!([found.mean, found.temperature] == truth, "TDS+ is wrong about {tree}");
    counts.push(found.nodes);
    let mut search = IntervalSearch::new(budget.clone().with_bytes(1 << 28));
    let (bounds, ended) = search.search(tree, Aim::MeanAndTemperature, &mut |_| {});
    ended?;
    let bounds = bounds.context("no bounds")?;
    anyhow::ensure!(bounds.mean.0 == truth[0] && bounds.temperature.0 == truth[1], "intervals are wrong");
    counts.push(search.expanded());
    Ok(counts)
}

fn sample(seed: u64, depth: u32, budget: &Budget) -> anyhow::Result<Vec<u64>> {
    let values = Values::new();
    let (tree, value) = hot(&values, &mut Rng::with_seed(seed), depth)?;
    nodes(&tree.position(0), [values.mean(value)?, values.temperature(value)?], budget)
}

pub(crate) fn run(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    let (deepest, samples): (u32, u64) = if settings.full { (11, 200) } else { (7, 20) };
    let mut rows = Vec::new();
    let mut curves = vec![Vec::new(); SEARCHES.len() + 2];
    let mut savings = Vec::new();
    let mut found: Vec<Vec<Vec<u64>>> = (2..=deepest).map(|_| Vec::new()).collect();
    // All depths get their first trees before any gets its second, so a part of the run is a sample.
    for i in 0..samples {
        for (depth, counts) in (2..=deepest).zip(&mut found) {
            settings.next(&format!("depth {depth}, tree {i}"))?;
            let seed =
                settings.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(u64::from(depth) << 32 | i);
            counts.extend(
                work.unit(&format!("depth {depth}, tree {i}"), || sample(seed, depth, &settings.budget))?,
            );
        }
    }
    for (depth, counts) in (2..=deepest).zip(&found) {
        if counts.is_empty() {
            continue;
        }
        let n = counts.len() as f64;
        let means: Vec<f64> =
            (0..SEARCHES.len()).map(|i| counts.iter().map(|of| of[i]).sum::<u64>() as f64 / n).collect();
        let (all, line) = (f64::from((2u32 << depth) - 2), f64::from(2 * depth));
        let points: Vec<f64> = [&[all], &means[..], &[line]].concat();
        curves.iter_mut().zip(&points).for_each(|(curve, nodes)| curve.push((f64::from(depth), *nodes)));
        let reached = counts.iter().filter(|of| of[3] as f64 <= line).count();
        savings.push(100.0 * means[3] / all);
        let mut row = row![depth, counts.len(), Cell::Decimal(all, 0)];
        row.extend(means.iter().map(|nodes| Cell::Decimal(*nodes, 1)));
        row.extend(row![Cell::Decimal(line, 0), reached]);
        rows.push(row);
    }
    let names = SEARCHES.join("|");
    let last = savings.last().copied().unwrap_or(0.0);
    let table = Table::new(
        "Nodes looked at in complete binary trees of which every node is hot, averages",
        &format!("depth|trees|all|{names}|2·depth|trees that Kao's search finishes with 2·depth"),
        rows,
    )
    .note(
        "Kao 2000 has no counts; it says that the worst case needs all nodes, and the best two times the depth. MTS counts the nodes \
         that it visits, leaves included, TDS+ states of board and coupons, and intervals the positions whose options they look at.",
    )
    .note(format!("At the largest depth Kao's search with both cuts looks at {last:.0} % of the nodes."));
    let names = std::iter::once("all").chain(SEARCHES).chain(["2·depth"]);
    let plot = Plot::new(
        "Nodes looked at where every node is hot",
        Axis::linear("depth"),
        Axis::logarithmic("nodes, average"),
        names.zip(curves).map(|(name, points)| Series::curve(name, points)).collect(),
    );
    Ok(Outcome { tables: vec![table], plots: vec![plot] })
}

#[cfg(test)]
mod tests {
    use super::{SEARCHES, hot, sample};
    use rules::{Hints, Position, games::tree::Tree};
    use values::{Dyadic, Player, Values};

    #[test]
    fn every_node_is_hot() -> anyhow::Result<()> {
        fn check(values: &Values, tree: &Tree) -> anyhow::Result<()> {
            if tree.number().is_none() {
                let value = values.parse(&tree.to_string()).map_err(|error| anyhow::anyhow!("{error}"))?;
                assert!(values.temperature(value)? > Dyadic::ZERO, "{tree}");
                for player in Player::BOTH {
                    tree.options(player).iter().try_for_each(|option| check(values, option))?;
                }
            }
            Ok(())
        }
        let values = Values::new();
        for seed in 0..10 {
            let (tree, _) = hot(&values, &mut fastrand::Rng::with_seed(seed), 4)?;
            check(&values, &tree.position(0))?;
        }
        Ok(())
    }

    #[test]
    fn all_searches_agree_with_canonical_forms() -> anyhow::Result<()> {
        for seed in 0..5 {
            let counts = sample(seed, 5, &values::Budget::endless())?;
            assert_eq!(counts.len(), SEARCHES.len());
            assert!(counts[..5].iter().all(|nodes| (10..=62).contains(nodes)), "{counts:?}");
        }
        Ok(())
    }
}

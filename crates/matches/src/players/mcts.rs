//! Monte Carlo tree search (UCT) over the whole sum. A leaf is evaluated by a few moves of random play
//! followed by the static evaluation of the rules. Progressive widening: the number of moves that are tried
//! grows with the visits, in the order of their evaluations.

use super::scene::Scene;
use super::{Choice, NoMove, Player, part_of_time};
use crate::State;
use crate::atlas::{Atlas, Habits, Region, Regions};
use positions::Knowledge;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::Reverse;
use values::{Budget, Player as Side};

type Field = SmallVec<[Region; 12]>;

/// The exploration constant of UCT.
const CURIOSITY: f64 = 0.7;
/// The number of random moves before the static evaluation.
const PLAYOUT: usize = 4;
/// The advantage, in eighths of a move, that is nearly a win.
const SURE: f64 = 48.0;

/// The player.
pub(super) struct Mcts {
    atlas: Atlas,
    random: fastrand::Rng,
}

impl Mcts {
    pub(super) fn new(knowledge: Knowledge) -> Self {
        let atlas = Atlas::new(Habits { knowledge, ..Habits::default() });
        Self { atlas, random: fastrand::Rng::with_seed(0) }
    }
}

#[derive(Default)]
struct Node {
    visits: f64,
    /// All moves, those with the largest gain by static evaluation first.
    steps: Vec<(Region, Regions)>,
    /// Visits and wins of Left, for the first moves, which were tried.
    tried: Vec<(f64, f64)>,
}

/// The sum after a move.
fn after(field: &Field, (region, left): &(Region, Regions)) -> Field {
    let mut next = field.clone();
    let place = next.iter().position(|known| known == region);
    next.remove(place.expect("a move is in a region of the sum"));
    next.extend(left.iter().copied());
    next.sort_unstable();
    next
}

impl Mcts {
    /// All moves of a player, those with the largest gain by static evaluation first.
    fn steps(&mut self, field: &Field, player: Side) -> Vec<(Region, Regions)> {
        let mut steps = Vec::new();
        for (i, &region) in field.iter().enumerate() {
            if (i == 0 || field[i - 1] != region) && !self.atlas.is_settled(region) {
                let before = self.atlas.evaluation(region);
                for option in self.atlas.options(region, player) {
                    steps.push((
                        player.sees(self.atlas.evaluation_of_sum(&option) - before),
                        (region, option),
                    ));
                }
            }
        }
        steps.sort_by_key(|(gain, _)| Reverse(*gain));
        steps.into_iter().map(|(_, step)| step).collect()
    }

    /// The probability that Left wins, by a few random moves and the static evaluation after them.
    fn playout(&mut self, field: &Field, mut player: Side) -> f64 {
        let mut field = field.clone();
        for _ in 0..PLAYOUT {
            if field.iter().all(|&region| self.atlas.is_settled(region)) {
                break;
            }
            let region = field[self.random.usize(..field.len())];
            if self.atlas.is_settled(region) {
                continue;
            }
            let best = self.atlas.count(region, player).min(4);
            if best > 0
                && let Some(option) = self.atlas.option(region, player, self.random.usize(..best))
            {
                field = after(&field, &(region, option));
            }
            player = player.opponent();
        }
        1.0 / (1.0 + (-(self.atlas.evaluation_of_sum(&field) as f64) * 3.0 / SURE).exp())
    }

    /// Visits a node, and updates the nodes on the way. Returns the probability that Left wins.
    fn visit(
        &mut self,
        tree: &mut FxHashMap<(Field, Side), Node>,
        field: &Field,
        player: Side,
        depth: u32,
    ) -> f64 {
        let place = (field.clone(), player);
        if depth > 200 || !tree.contains_key(&place) {
            let steps = self.steps(field, player);
            tree.insert(place, Node { steps, ..Node::default() });
            return self.playout(field, player);
        }
        let node = tree.get_mut(&place).expect("the node was just found");
        let wide = (2.0 + node.visits.sqrt()) as usize;
        let chosen = if node.tried.len() < node.steps.len().min(wide) {
            node.tried.push((0.0, 0.0));
            node.tried.len() - 1
        } else {
            let mine = |wins: f64, visits: f64| {
                let left = wins / visits;
                if player == Side::Left { left } else { 1.0 - left }
            };
            let log = node.visits.max(1.0).ln();
            let upper = |&(visits, wins): &(f64, f64)| {
                if visits == 0.0 {
                    f64::INFINITY
                } else {
                    mine(wins, visits) + CURIOSITY * (log / visits).sqrt()
                }
            };
            let uppers = node.tried.iter().map(upper).enumerate();
            match uppers.max_by(|(_, a), (_, b)| a.total_cmp(b)) {
                Some((chosen, _)) => chosen,
                None => return self.playout(field, player),
            }
        };
        let next = after(field, &node.steps[chosen]);
        let won = self.visit(tree, &next, player.opponent(), depth + 1);
        let node = tree.get_mut(&place).expect("nodes are never removed");
        node.visits += 1.0;
        node.tried[chosen].0 += 1.0;
        node.tried[chosen].1 += won;
        won
    }
}

impl Player for Mcts {
    fn begin(&mut self, _: &State, _: Side, seed: u64) {
        self.atlas.forget();
        self.random = fastrand::Rng::with_seed(seed);
    }

    fn choose(&mut self, state: &State, deadline: &Budget) -> Result<Choice, NoMove> {
        let budget = part_of_time(deadline, 1.0);
        self.atlas.tidy();
        let scene = Scene::new(&mut self.atlas, state);
        let mut field: Field = scene.regions().into_iter().collect();
        field.sort_unstable();
        let mut tree = FxHashMap::default();
        while budget.check_now().is_ok() {
            self.visit(&mut tree, &field, scene.player, 0);
        }
        let choice = tree.get(&(field, scene.player)).and_then(|root| {
            let most = |&i: &usize| root.tried[i].0 as u64;
            let best = (0..root.tried.len()).max_by_key(most)?;
            let (visits, wins) = root.tried[best];
            let (region, option) = &root.steps[best];
            let share = if scene.player == Side::Left { wins / visits } else { 1.0 - wins / visits };
            let reason = format!("{visits} of {} visits, {:.0} % won", root.visits, 100.0 * share);
            Some(Choice { action: scene.find(*region, option)?.action, depth: None, reason })
        });
        choice.or_else(|| scene.greedy(&self.atlas, state)).ok_or(NoMove::None)
    }
}

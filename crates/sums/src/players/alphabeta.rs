//! Global αβ search: the sum is one large game, searched deeper and deeper until time is up, as the thesis's Arrow
//! does it (Zhang 2015, §2.3.1). Positions are evaluated by the estimates of the rules, which add up. A transposition
//! table, killer moves, the history of cutoffs and the swing of a region, its temperature as
//! estimates see it, order the moves.

use super::scene::Scene;
use super::slots::Slots;
use super::{Choice, Player, part_of_time};
use crate::State;
use crate::atlas::{Atlas, Habits, Region, Regions};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::hash::BuildHasher;
use std::time::Instant;
use values::{Player as Side, Stop};

/// Regions of a sum, sorted.
type Field = SmallVec<[Region; 12]>;

/// A move: a region and which of its options.
type Step = (Region, u32);

/// So many states are remembered, as a power of two.
const STATES: u32 = 19;
/// So many cutoffs are remembered.
const MOST_CUTOFFS: usize = 50_000;
/// Nothing is searched deeper.
const DEEPEST: usize = 64;
const INFINITY: i32 = i32::MAX / 2;

#[derive(Clone, Copy)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy)]
struct Entry {
    depth: u32,
    value: i32,
    bound: Bound,
    best: Step,
}

/// The player.
pub(super) struct AlphaBeta {
    atlas: Atlas,
    table: Slots<Entry>,
    killers: [Option<Step>; DEEPEST + 1],
    history: FxHashMap<Step, i32>,
}

impl Default for AlphaBeta {
    fn default() -> Self {
        Self {
            atlas: Atlas::new(Habits::default()),
            table: Slots::new(STATES),
            killers: [None; DEEPEST + 1],
            history: FxHashMap::default(),
        }
    }
}

/// Time is up.
struct OutOfTime;

fn key(field: &Field, player: Side) -> u64 {
    FxBuildHasher.hash_one((field, player))
}

/// The field after a region became others.
fn after(field: &Field, region: Region, left: &Regions) -> Field {
    let mut next: Field = field.clone();
    if let Some(place) = next.iter().position(|known| *known == region) {
        next.remove(place);
    }
    next.extend(left.iter().copied());
    next.sort_unstable();
    next
}

impl AlphaBeta {
    /// The value for the player who is to move.
    fn search(
        &mut self,
        field: &Field,
        player: Side,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        stop: &Stop,
    ) -> Result<i32, OutOfTime> {
        let sign = if player == Side::Left { 1 } else { -1 };
        let standing = sign * self.atlas.estimate_all(field);
        if depth == 0 {
            return Ok(standing);
        }
        if stop.is_over() {
            return Err(OutOfTime);
        }
        if depth == 1 {
            return Ok(self.best_gain(field, player).map_or(standing, |gain| standing + gain));
        }
        let key = key(field, player);
        let known = self.table.get(key);
        if let Some(Entry { depth: searched, value, bound, .. }) = known
            && searched >= depth
        {
            match bound {
                Bound::Exact => return Ok(value),
                Bound::Lower if value >= beta => return Ok(value),
                Bound::Upper if value <= alpha => return Ok(value),
                _ => {}
            }
        }
        let steps = self.steps(field, player, depth, known.map(|entry| entry.best));
        let (mut best, mut value, lowest) = (None, -INFINITY, alpha);
        for step in steps {
            let Some(left) = self.atlas.option(step.0, player, step.1 as usize) else { continue };
            let next = after(field, step.0, &left);
            let reached = -self.search(&next, player.opponent(), depth - 1, -beta, -alpha, stop)?;
            if reached > value {
                (best, value) = (Some(step), reached);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.killers[(depth as usize).min(DEEPEST)] = Some(step);
                *self.history.entry(step).or_default() += (depth * depth) as i32;
                break;
            }
        }
        let Some(best) = best else { return Ok(standing) };
        let bound = match value {
            value if value >= beta => Bound::Lower,
            value if value <= lowest => Bound::Upper,
            _ => Bound::Exact,
        };
        self.table.put(key, Entry { depth, value, bound, best });
        Ok(value)
    }

    /// How much the best move gains by the estimates; `None` if there is no move.
    fn best_gain(&mut self, field: &Field, player: Side) -> Option<i32> {
        let sign = if player == Side::Left { 1 } else { -1 };
        let mut best: Option<i32> = None;
        for &region in field {
            let Some(option) = self.atlas.option(region, player, 0) else { continue };
            let gain = sign * (self.atlas.estimate_all(&option) - self.atlas.estimate(region));
            best = Some(best.map_or(gain, |best| best.max(gain)));
        }
        best
    }

    /// All moves, the most promising first.
    fn steps(&mut self, field: &Field, player: Side, depth: u32, known: Option<Step>) -> Vec<Step> {
        let sign = if player == Side::Left { 1 } else { -1 };
        let killer = self.killers[(depth as usize).min(DEEPEST)];
        let mut steps: Vec<(i32, Step)> = Vec::new();
        for (i, &region) in field.iter().enumerate() {
            if i > 0 && field[i - 1] == region {
                continue;
            }
            // The opponent's best move there matters as much as the player's own.
            let swing = self.best_gain(&SmallVec::from_slice(&[region]), player.opponent()).unwrap_or(0);
            for index in 0..self.atlas.count(region, player) {
                let step = (region, index as u32);
                let Some(option) = self.atlas.option(region, player, index) else { continue };
                let gain = sign * (self.atlas.estimate_all(&option) - self.atlas.estimate(region));
                let history = self.history.get(&step).copied().unwrap_or(0);
                let promise = match step {
                    step if Some(step) == known => INFINITY,
                    step if Some(step) == killer => INFINITY / 2,
                    _ => 8 * (2 * gain + swing) + history.min(1 << 20),
                };
                steps.push((promise, step));
            }
        }
        steps.sort_by_key(|&(promise, _)| Reverse(promise));
        steps.into_iter().map(|(_, step)| step).collect()
    }
}

impl Player for AlphaBeta {
    fn choose(&mut self, state: &State, deadline: Instant) -> Option<Choice> {
        let stop = part_of_time(deadline, 1.0);
        if self.atlas.tidy() {
            self.table.forget();
            self.history.clear();
        }
        if self.history.len() > MOST_CUTOFFS {
            self.history.clear();
        }
        self.killers = [None; DEEPEST + 1];
        for count in self.history.values_mut() {
            *count /= 2;
        }
        let scene = Scene::new(&mut self.atlas, state);
        let mut field: Field = scene.regions().into_iter().collect();
        field.sort_unstable();
        let player = scene.player;
        let mut steps = self.steps(&field, player, 0, None);
        let mut found: Option<(Step, u32, i32)> = None;
        for depth in 1..=DEEPEST as u32 {
            let mut best: Option<(Step, i32)> = None;
            for &step in &steps {
                let Some(left) = self.atlas.option(step.0, player, step.1 as usize) else { continue };
                let alpha = best.map_or(-INFINITY, |(_, value)| value);
                let next = after(&field, step.0, &left);
                match self.search(&next, player.opponent(), depth - 1, -INFINITY, -alpha, &stop) {
                    Ok(value) if best.is_none_or(|(_, most)| -value > most) => best = Some((step, -value)),
                    Ok(_) => {}
                    Err(OutOfTime) => break,
                }
            }
            // The best move of the last round was looked at first, so a better one counts, though not all were looked at.
            if let Some((step, value)) = best {
                found = Some((step, depth, value));
                if let Some(place) = steps.iter().position(|known| *known == step) {
                    steps[..=place].rotate_right(1);
                }
            }
            if stop.is_over() {
                break;
            }
        }
        let choice = found.and_then(|((region, index), depth, value)| {
            let option = self.atlas.option(region, player, index as usize)?;
            let action = scene.find(region, &option)?.action;
            Some(Choice {
                action,
                reason: format!("αβ search to depth {depth}, {} ahead", f64::from(value) / 8.0),
            })
        });
        choice.or_else(|| scene.greedy(&self.atlas, state))
    }
}

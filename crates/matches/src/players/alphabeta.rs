//! Global αβ search: the sum is one large game, searched deeper and deeper until time is up, as the thesis's Arrow
//! does it (Zhang 2015, §2.3.1). Positions are evaluated by the estimates of the rules, which add up; the swing of a region,
//! its temperature as estimates see it, helps to order the moves. The search itself is [`adversary::alphabeta`].

use super::scene::Scene;
use super::{Choice, Player, part_of_time};
use crate::State;
use crate::atlas::{Atlas, Habits, Region, Regions};
use adversary::alphabeta::{AlphaBeta as Search, Domain, Options, Score};
use rules::Outcomes;
use rustc_hash::FxBuildHasher;
use smallvec::{SmallVec, smallvec};
use std::hash::BuildHasher;
use values::{Budget, Player as Side};

/// Regions of a sum, sorted, and whose turn it is.
type Field = (SmallVec<[Region; 12]>, Side);

/// A move: a region and which of its options.
type Step = (Region, u32);

/// The table takes about so many bytes.
const BYTES: usize = 32 << 20;
/// Nothing is searched deeper.
const DEEPEST: u32 = 64;

/// The player.
pub(super) struct AlphaBeta(Search<Sums>);

impl Default for AlphaBeta {
    fn default() -> Self {
        let options = Options { bytes: BYTES, ..Options::default() };
        Self(Search::new(Sums(Atlas::new(Habits::default())), options))
    }
}

/// Sums as αβ search sees them. Values are eighths of a move.
struct Sums(Atlas);

impl Sums {
    /// How much a region's becoming these gains for a player, by the estimates.
    fn gain(&mut self, region: Region, option: &Regions, player: Side) -> Score {
        player.sees(self.0.estimate_all(option) - self.0.estimate(region))
    }

    /// How much the best move in a region gains; `None` if there is no move, or nobody wants to move there.
    fn best_gain(&mut self, region: Region, player: Side) -> Option<Score> {
        if self.0.is_settled(region) {
            return None;
        }
        let option = self.0.option(region, player, 0)?;
        Some(self.gain(region, &option, player))
    }
}

impl Domain for Sums {
    type State = Field;
    type Move = Step;
    type Key = u64;

    fn most(&self) -> Score {
        // An estimate of a region fits into 31 bits, and there are fewer regions than memory holds.
        1 << 56
    }

    fn key(&mut self, field: &Field) -> u64 {
        FxBuildHasher.hash_one(field)
    }

    fn to_move(&self, field: &Field) -> Side {
        field.1
    }

    fn score(&mut self, _: &Field) -> Option<Score> {
        None
    }

    fn evaluation(&mut self, (regions, player): &Field) -> Score {
        player.sees(self.0.estimate_all(regions))
    }

    fn moves(&mut self, (regions, player): &Field) -> Vec<(i32, Step)> {
        let mut moves = Vec::new();
        for (i, &region) in regions.iter().enumerate() {
            if i > 0 && regions[i - 1] == region || self.0.is_settled(region) {
                continue;
            }
            // The opponent's best move there matters as much as the player's own.
            let swing = self.best_gain(region, player.opponent()).unwrap_or(0);
            for index in 0..self.0.count(region, *player) {
                if let Some(option) = self.0.option(region, *player, index) {
                    let gain = self.gain(region, &option, *player);
                    let ordering = (8 * (2 * gain + swing)).clamp(i32::MIN.into(), i32::MAX.into());
                    moves.push((ordering as i32, (region, index as u32)));
                }
            }
        }
        moves
    }

    fn outcomes(&mut self, (regions, player): &Field, (region, index): Step) -> Outcomes<Field> {
        let mut next = regions.clone();
        if let Some(place) = next.iter().position(|known| *known == region) {
            next.remove(place);
        }
        next.extend(self.0.option(region, *player, index as usize).into_iter().flatten());
        next.sort_unstable();
        smallvec![(1, (next, player.opponent()))]
    }

    /// The best gain of all regions, of each of which the best option comes first.
    fn frontier(&mut self, field: &Field) -> Option<Score> {
        let gains = field.0.iter().filter_map(|&region| self.best_gain(region, field.1)).max();
        Some(self.evaluation(field) + gains.unwrap_or(0))
    }
}

impl Player for AlphaBeta {
    fn begin(&mut self, _: u64) {
        self.0.domain.0.forget();
        self.0.forget();
    }

    fn choose(&mut self, state: &State, deadline: &Budget) -> Option<Choice> {
        let budget = part_of_time(deadline, 1.0);
        let search = &mut self.0;
        if search.domain.0.tidy() {
            search.forget();
        }
        let scene = Scene::new(&mut search.domain.0, state);
        let mut regions: SmallVec<[Region; 12]> = scene.regions().into_iter().collect();
        regions.sort_unstable();
        let player = scene.player;
        let thought = search.think(&(regions, player), DEEPEST, &budget);
        let atlas = &mut search.domain.0;
        let choice = thought.and_then(|thought| {
            let (region, index) = thought.best;
            let option = atlas.option(region, player, index as usize)?;
            let action = scene.find(region, &option)?.action;
            let ahead = thought.score as f64 / 8.0;
            Some(Choice { action, reason: format!("αβ search to depth {}, {ahead} ahead", thought.depth) })
        });
        choice.or_else(|| scene.greedy(atlas, state))
    }
}

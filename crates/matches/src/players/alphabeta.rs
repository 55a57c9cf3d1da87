//! Global αβ search: the sum is one large game, searched with iterative deepening, as the thesis's Arrow does
//! it (Zhang 2015, §2.3.1). Static evaluations of the regions add up to that of the sum, and their swings,
//! which approximate temperatures, order the moves. The search itself is [`adversary::alphabeta`].

use super::scene::Scene;
use super::{Choice, NoMove, Player, part_of_time};
use crate::State;
use crate::atlas::{Atlas, Habits, Region, Regions};
use crate::memory::Memory;
use adversary::alphabeta::{AlphaBeta as Search, Domain, Options, Score};
use positions::Knowledge;
use rules::Outcomes;
use smallvec::{SmallVec, smallvec};
use values::{Budget, Error, Player as Side};

/// The regions of a sum, sorted, and the player to move.
pub(super) type Field = (SmallVec<[Region; 12]>, Side);

/// A move: a region and the number of the option there.
pub(super) type Step = (Region, u32);

/// The maximum depth of the search.
const DEEPEST: u32 = 64;

/// The player.
pub(super) struct AlphaBeta(Search<Sums>);

impl AlphaBeta {
    pub(super) fn new(knowledge: Knowledge, memory: Memory) -> Self {
        let options = Options { bytes: memory.table, ..Options::default() };
        let atlas = Atlas::new(Habits { knowledge, ..Habits::default() }, memory.without_values());
        Self(Search::new(Sums(atlas), options))
    }
}

/// The sums of an atlas as a domain of αβ search. Scores are eighths of a move.
pub(super) struct Sums(pub(super) Atlas);

impl Sums {
    /// The gain of a player by a move from a region to an option, by static evaluation.
    fn gain(&mut self, region: Region, option: &Regions, player: Side) -> Score {
        player.sees(self.0.evaluation_of_sum(option) - self.0.evaluation(region))
    }

    /// The gain of the best move in a region. `None` means that there is no move, or that the region is
    /// settled.
    fn best_gain(&mut self, region: Region, player: Side) -> Option<Score> {
        if self.0.is_settled(region) {
            return None;
        }
        let option = self.0.option(region, player, 0)?;
        Some(self.gain(region, &option, player))
    }

    /// The moves, each with its move-ordering score.
    pub(super) fn steps(&mut self, (regions, player): &Field) -> Vec<(i32, Step)> {
        let mut moves = Vec::new();
        for (i, &region) in regions.iter().enumerate() {
            if i > 0 && regions[i - 1] == region || self.0.is_settled(region) {
                continue;
            }
            // The opponent's best move there counts as much as the player's own.
            let swing = self.best_gain(region, player.opponent()).unwrap_or(0);
            for index in 0..self.0.count(region, *player) {
                let option = self.0.option(region, *player, index).expect("the index is below the count");
                let gain = self.gain(region, &option, *player);
                let ordering = (8 * (2 * gain + swing)).clamp(i32::MIN.into(), i32::MAX.into());
                moves.push((ordering as i32, (region, index as u32)));
            }
        }
        moves
    }

    /// The sum after a move.
    pub(super) fn after(&mut self, (regions, player): &Field, (region, index): Step) -> Field {
        let mut next = regions.clone();
        let place = next.iter().position(|known| *known == region);
        next.remove(place.expect("a move is in a region of the sum"));
        next.extend(self.0.option(region, *player, index as usize).expect("a move is one of those listed"));
        next.sort_unstable();
        (next, player.opponent())
    }
}

impl Domain for Sums {
    type State = Field;
    type Move = Step;
    type Key = Field;

    fn most(&self) -> Score {
        // The evaluation of a region fits into 31 bits, and sums of 2^25 regions are out of reach.
        1 << 56
    }

    fn key(&mut self, field: &Field) -> Field {
        field.clone()
    }

    fn to_move(&self, field: &Field) -> Side {
        field.1
    }

    fn evaluation(&mut self, (regions, player): &Field) -> Score {
        player.sees(self.0.evaluation_of_sum(regions))
    }

    fn moves(&mut self, field: &Field) -> Result<Vec<(i32, Step)>, Error> {
        self.0.check_room()?;
        Ok(self.steps(field))
    }

    fn outcomes(&mut self, field: &Field, step: Step) -> Result<Outcomes<Field>, Error> {
        Ok(smallvec![(1, self.after(field, step))])
    }

    /// The evaluation after the best move of all regions. The first option of a region is its best. Without
    /// room for options there is none, and the search ends.
    fn frontier(&mut self, field: &Field) -> Option<Score> {
        self.0.check_room().ok()?;
        let gains = field.0.iter().filter_map(|&region| self.best_gain(region, field.1)).max();
        Some(self.evaluation(field) + gains.unwrap_or(0))
    }
}

impl Player for AlphaBeta {
    fn begin(&mut self, _: &State, _: Side, _: u64) {
        self.0.domain.0.forget();
        self.0.forget();
    }

    fn choose(&mut self, state: &State, deadline: &Budget) -> Result<Choice, NoMove> {
        let budget = part_of_time(deadline, 1.0);
        let search = &mut self.0;
        if search.domain.0.tidy(deadline) {
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
            let reason = format!("αβ search to depth {}, {ahead} ahead", thought.depth);
            Some(Choice { action, depth: (!thought.complete).then_some(thought.depth), reason })
        });
        choice.or_else(|| scene.greedy(atlas, state)).ok_or(NoMove::None)
    }

    fn bytes(&self) -> usize {
        self.0.bytes() + self.0.domain.0.bytes()
    }
}

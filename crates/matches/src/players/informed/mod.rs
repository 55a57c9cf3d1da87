//! Locally informed global search (Zhang 2015, §2.3.3 and §6.2; Müller and Li 2004): thermographs of the
//! regions choose and order the moves of a search over the whole sum, and evaluate its leaves. They are exact
//! where that is affordable and guesses elsewhere.
//!
//! In each region only moves that are best at some temperature are searched, and only hot regions are. The
//! player who moves first reaches at least the mean of a sum, and at most the highest temperature more. So
//! where thermographs are exact, most of the sum is decided long before its end, and the search goes on until
//! it is.

mod knowledge;
mod search;

use super::scene::Scene;
use super::{Choice, NoMove, Player, part_of_time};
use crate::State;
use crate::atlas::Region;
use crate::memory::Memory;
use adversary::alphabeta::{AlphaBeta, Options, POINT};
use knowledge::{Local, Look};
use positions::Knowledge;
use smallvec::SmallVec;
use values::{Budget, Dyadic, Error, Player as Side, within_limits};

/// Hot regions of a sum, sorted.
type Field = SmallVec<[Region; 12]>;

/// A move: a region and the number of the candidate there.
type Step = (Region, u16);

/// The maximum depth of the search.
const DEEPEST: u32 = 60;
/// The maximum depth of guesses.
const DEEPEST_GUESS: u32 = 5;

/// The player.
pub(super) struct Informed(AlphaBeta<Local>);

impl Informed {
    pub(super) fn new(knowledge: Knowledge, memory: Memory) -> Self {
        let options = Options { bytes: memory.table, ..Options::default() };
        Self(AlphaBeta::new(Local::new(knowledge, memory), options))
    }

    /// Alternates between surveys of the regions and searches, until time is up or all thermographs are
    /// exact.
    fn think(&mut self, scene: &Scene, deadline: &Budget) -> Result<Option<Choice>, Error> {
        let regions = scene.regions();
        let mut found = None;
        for depth in 1..=DEEPEST_GUESS {
            let certain = self.0.domain.survey(&regions, depth, deadline)?;
            let budget = part_of_time(deadline, 1.0);
            // The guesses have changed, so the scores of earlier searches are obsolete.
            self.0.forget();
            match within_limits(self.decide(scene, &regions, &budget))? {
                Some(choice) => found = choice.or(found),
                None => break,
            }
            if certain || budget.is_spent() {
                break;
            }
        }
        Ok(found)
    }

    /// The best move by a search of the hot regions.
    fn decide(
        &mut self,
        scene: &Scene,
        regions: &[Region],
        budget: &Budget,
    ) -> Result<Option<Choice>, Error> {
        let (player, local) = (scene.player, &mut self.0.domain);
        local.budget = budget.clone();
        let mut position = local.position(player, regions, 0, Look::is_hot)?;
        if position.hot.is_empty() {
            // That nothing is hot may be a wrong guess, so the guessed regions are searched.
            position = local.position(player, regions, 0, |look| !look.certain)?;
        }
        if position.hot.is_empty() {
            // Nothing is hot. The search of all regions finds the move that costs least.
            position = local.position(player, regions, 0, |_| true)?;
        }
        let Some(thought) = self.0.think(&position, DEEPEST, budget) else { return Ok(None) };
        let depth = (!thought.complete).then_some(thought.depth);
        let how = match depth {
            None if position.certain => "search to the end".to_owned(),
            None => "search until nothing looks hot".to_owned(),
            Some(depth) => format!("search to depth {depth}"),
        };
        let (region, i) = thought.best;
        let t = self.0.domain.look(region)?.temperature;
        // Guesses are no better than two decimal places.
        let told = |points: i64| match Dyadic::new(points.into(), POINT.ilog2()) {
            Ok(exact) if position.certain => exact.to_string(),
            _ => format!("{:.2}", points as f64 / POINT as f64),
        };
        let component = match t >= position.hottest() {
            true => format!("hottest component, t = {}", told(t)),
            false => format!("component with t = {}, the hottest has {}", told(t), told(position.hottest())),
        };
        let reason = format!("{component}; {how}: score {}", told(player.sees(thought.score)));
        let candidates = self.0.domain.candidates(region, player)?;
        let action = scene.find(region, &candidates[usize::from(i)].after);
        Ok(action.map(|action| Choice { action: action.action, depth, reason }))
    }
}

impl Player for Informed {
    fn begin(&mut self, _: &State, _: Side, _: u64) {
        self.0.domain.atlas.forget();
        self.0.domain.forget_candidates();
        self.0.forget();
    }

    fn choose(&mut self, state: &State, deadline: &Budget) -> Result<Choice, NoMove> {
        if self.0.domain.atlas.tidy(deadline) {
            self.0.domain.forget_candidates();
        }
        let scene = Scene::new(&mut self.0.domain.atlas, state);
        match self.think(&scene, deadline) {
            Ok(Some(choice)) => Ok(choice),
            _ => scene.greedy(&self.0.domain.atlas, state).ok_or(NoMove::None),
        }
    }

    fn bytes(&self) -> usize {
        self.0.bytes() + self.0.domain.bytes()
    }
}

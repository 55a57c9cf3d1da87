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
use knowledge::Local;
use positions::{Knowledge, TranspositionTable};
use search::{End, Entry};
use smallvec::SmallVec;
use values::{Budget, Error, Player as Side};

/// Hot regions of a sum, sorted.
type Field = SmallVec<[Region; 12]>;

/// The number of entries of the transposition table, as a power of two.
const STATES: u32 = 18;
/// The maximum depth of the search.
const DEEPEST: u32 = 60;
/// The maximum depth of guesses.
const DEEPEST_GUESS: u32 = 5;

/// The player.
pub(super) struct Informed {
    local: Local,
    table: TranspositionTable<(Field, Side), Entry>,
    /// How the current search ended so far.
    end: End,
}

impl Informed {
    pub(super) fn new(knowledge: Knowledge) -> Self {
        let table = TranspositionTable::with_entries(1 << STATES);
        Self { local: Local::new(knowledge), table, end: End::Certain }
    }

    /// Alternates between surveys of the regions and searches, until time is up or all thermographs are
    /// exact.
    fn think(&mut self, scene: &Scene, deadline: &Budget) -> Result<Option<Choice>, Error> {
        let mut regions = scene.regions();
        regions.sort_unstable();
        let mut found = None;
        for depth in 1..=DEEPEST_GUESS {
            let certain = self.local.survey(&regions, depth, deadline)?;
            let budget = part_of_time(deadline, 1.0);
            // The guesses have changed, so the scores of earlier searches are obsolete.
            self.table.clear();
            match self.decide(scene, &regions, &budget) {
                Ok(choice) => found = choice.or(found),
                Err(error) if error.is_limit() => break,
                Err(error) => return Err(error),
            }
            if certain || budget.is_spent() {
                break;
            }
        }
        Ok(found)
    }

    /// Finds the best move by iterative deepening.
    fn decide(
        &mut self,
        scene: &Scene,
        regions: &[Region],
        budget: &Budget,
    ) -> Result<Option<Choice>, Error> {
        let player = scene.player;
        let mut position = self.local.position(regions.iter().copied(), 0.0, true)?;
        if position.hot.is_empty() {
            // That nothing is hot may be a wrong guess, so the guessed regions are searched.
            for &region in regions {
                let look = self.local.look(region)?;
                if !look.certain {
                    position.hot.push(region);
                    position.cold -= look.mean;
                }
            }
            position.certain = true;
        }
        let looks = self.local.looks(if position.hot.is_empty() { regions } else { &position.hot[..] })?;
        let hottest = looks.first().map_or(0.0, |(t, _)| *t);
        let mut steps = self.steps(&looks, player, None, budget)?;
        if position.hot.is_empty() {
            let choice = steps.iter().find_map(|((region, _), after)| scene.find(*region, after));
            let reason = "nothing is hot, the move that costs least".to_owned();
            return Ok(choice.map(|action| Choice { action: action.action, depth: None, reason }));
        }
        let mut found: Option<(u32, f64)> = None;
        for depth in 1..=DEEPEST {
            self.end = End::Certain;
            let mut best: Option<(usize, f64)> = None;
            for (i, ((region, _), after)) in steps.iter().enumerate() {
                let alpha = best.map_or(f64::NEG_INFINITY, |(_, value)| value);
                let next = self.local.after(&position, *region, after)?;
                match self.search(&next, player.opponent(), depth - 1, f64::NEG_INFINITY, -alpha, budget) {
                    Ok(value) if best.is_none_or(|(_, most)| -value > most) => best = Some((i, -value)),
                    Ok(_) => {}
                    Err(error) if error.is_limit() => {
                        self.end = End::CutShort;
                        break;
                    }
                    Err(error) => return Err(error),
                }
            }
            // The best move of the last depth is searched first. So a better one counts even if time ended
            // the depth.
            if let Some((i, value)) = best {
                steps[..=i].rotate_right(1);
                found = Some((depth, value));
            }
            if budget.is_spent() || self.end < End::CutShort {
                break;
            }
        }
        let (Some((depth, value)), Some(((region, _), after))) = (found, steps.first()) else {
            return Ok(None);
        };
        let t = self.local.look(*region)?.temperature;
        let how = match self.end {
            End::Certain => "search to the end".to_owned(),
            End::Guessed => "search until nothing looks hot".to_owned(),
            End::CutShort => format!("search to depth {depth}"),
        };
        let score = sign(player) * value;
        let reason =
            format!("{how}: score {score:.2}, component with t = {t:.2}, the hottest has {hottest:.2}");
        let depth = (self.end == End::CutShort).then_some(depth);
        Ok(scene.find(*region, after).map(|action| Choice { action: action.action, depth, reason }))
    }
}

impl Player for Informed {
    fn begin(&mut self, _: &State, _: Side, _: u64) {
        self.local.atlas.forget();
        self.local.candidates.clear();
        self.table.clear();
    }

    fn choose(&mut self, state: &State, deadline: &Budget) -> Result<Choice, NoMove> {
        if self.local.atlas.tidy() {
            self.local.candidates.clear();
        }
        let scene = Scene::new(&mut self.local.atlas, state);
        match self.think(&scene, deadline) {
            Ok(Some(choice)) => Ok(choice),
            _ => scene.greedy(&self.local.atlas, state).ok_or(NoMove::None),
        }
    }
}

/// 1 for Left and −1 for Right.
fn sign(player: Side) -> f64 {
    if player == Side::Left { 1.0 } else { -1.0 }
}

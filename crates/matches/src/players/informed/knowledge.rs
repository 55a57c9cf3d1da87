//! What is known about single regions, and which moves in them are worth trying? Only moves that are best at
//! some temperature: the walls of their thermographs, exact or guessed, show which ones these are.

use super::search::Position;
use crate::atlas::{Atlas, Habits, Region, Regions};
use crate::memory::Memory;
use crate::players::part_of_time;
use adversary::alphabeta::{POINT, Score};
use positions::Knowledge;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::sync::Arc;
use sums::Judge;
use values::{Budget, Dyadic, Error, Player as Side, ThermographId, within_limits};

/// The part of the remaining time for a survey of the regions.
const SURVEY: f64 = 0.6;
/// The maximum number of moves of a player in a region.
const CANDIDATES: usize = 8;
/// The maximum number of positions for the exact thermograph of a region.
const POSITIONS: u32 = 2_000;
/// The maximum number of positions that a source works out for a region, which takes the time of a few moves:
/// those of duels of queens on 14 cells.
const WORK: u64 = 750_000;

/// Mean and temperature of a region.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) mean: Score,
    pub(super) temperature: Score,
    /// Are they exact, not guessed?
    pub(super) certain: bool,
}

impl Look {
    /// Is a move worth more than waiting?
    pub(super) fn is_hot(self) -> bool {
        self.temperature > 0
    }
}

/// A move worth trying, with the thermograph of the option.
pub(super) struct Candidate {
    pub(super) after: Regions,
    pub(super) graph: ThermographId,
}

pub(super) type Candidates = Arc<[Candidate]>;

/// Knowledge about single regions.
pub(super) struct Local {
    pub(super) atlas: Atlas,
    /// The candidates of a player in a region, and whether its thermograph is exact.
    candidates: FxHashMap<(Region, Side), (bool, Candidates)>,
    /// The bytes of all candidates.
    bytes: usize,
    /// The budget of the present search.
    pub(super) budget: Budget,
}

/// The score that counts as the largest for a region, so that the scores of a sum of regions add up.
const MOST: i128 = 1 << 52;

/// A number as a score, rounded down.
pub(super) fn points(x: Dyadic) -> Score {
    ((i128::from(x.numerator()) * i128::from(POINT)) >> x.exponent()).clamp(-MOST, MOST) as Score
}

/// The bytes of candidates, with their place in a table that may be half empty and the overhead of an
/// allocation.
fn bytes(candidates: &Candidates) -> usize {
    2 * size_of::<((Region, Side), (bool, Candidates))>() + size_of_val(&candidates[..]) + 32
}

impl Local {
    pub(super) fn new(knowledge: Knowledge, memory: Memory) -> Self {
        let judge = Judge::Evaluation;
        let habits = Habits { most_work: WORK, judge, knowledge, ..Habits::default() };
        let (atlas, candidates) = (Atlas::new(habits, memory), FxHashMap::default());
        Self { atlas, candidates, bytes: 0, budget: Budget::endless() }
    }

    /// Forgets all candidates.
    pub(super) fn forget_candidates(&mut self) {
        self.candidates.clear();
        self.bytes = 0;
    }

    /// About the bytes of all that is known.
    pub(super) fn bytes(&self) -> usize {
        self.atlas.bytes() + self.bytes
    }

    /// Mean and temperature of a region, at least from a guess of depth 1.
    fn glance(&mut self, region: Region) -> Result<Look, Error> {
        self.atlas.guess(region, 1, &Budget::endless())?;
        self.look(region)
    }

    /// Mean and temperature of a region, as far as it was looked at before.
    pub(super) fn look(&mut self, region: Region) -> Result<Look, Error> {
        let id = self.atlas.best_guess(region)?;
        let graph = self.atlas.get(id);
        Ok(Look {
            mean: points(graph.mean()),
            temperature: points(graph.temperature()),
            certain: self.atlas.known(region).is_some(),
        })
    }

    /// Guesses the thermographs of regions to this depth, and at depth 1 also computes exact ones. Returns
    /// whether all are exact.
    pub(super) fn survey(
        &mut self,
        regions: &[Region],
        depth: u32,
        deadline: &Budget,
    ) -> Result<bool, Error> {
        let budget = part_of_time(deadline, SURVEY);
        for &region in regions {
            if self.atlas.known(region).is_none() {
                within_limits(self.atlas.guess(region, depth, &budget))?;
            }
        }
        if depth == 1 {
            for &region in regions {
                within_limits(self.atlas.graph(region, &mut { POSITIONS }, &budget))?;
            }
        }
        // Candidates by old guesses are obsolete.
        self.candidates.retain(|_, (certain, _)| *certain);
        self.bytes = self.candidates.values().map(|(_, candidates)| bytes(candidates)).sum();
        Ok(regions.iter().all(|&region| self.atlas.known(region).is_some()))
    }

    /// The moves of a player that are best at some temperature, by exact thermographs or guesses.
    pub(super) fn candidates(&mut self, region: Region, player: Side) -> Result<Candidates, Error> {
        if let Some((_, known)) = self.candidates.get(&(region, player)) {
            return Ok(known.clone());
        }
        self.atlas.check_room_beside(self.bytes)?;
        let budget = &self.budget.clone();
        within_limits(self.atlas.guess(region, 1, budget))?;
        let certain = self.atlas.known(region).is_some();
        let id = self.atlas.best_guess(region)?;
        let tax = self.atlas.get(id).temperature();
        let mut found: Vec<((Dyadic, Dyadic), Candidate)> = Vec::new();
        let options = match certain {
            true => self.atlas.options(region, player),
            false => self.atlas.best_options(region, player, budget)?,
        };
        for after in options {
            let mut graph = None;
            if certain {
                graph = within_limits(self.atlas.sum_graph(&after, &mut 1_000, budget))?;
            }
            if graph.is_none() {
                graph = within_limits(self.atlas.guess_sum(&after, 1, budget))?;
            }
            let graph = graph.map_or_else(|| self.atlas.best_guess_sum(&after), Ok)?;
            let wall = self.atlas.get(graph).wall(player.opponent());
            let key = (wall.at(tax)?, wall.at(Dyadic::ZERO)?);
            let key = if player == Side::Left { key } else { (-key.0, -key.1) };
            found.push((key, Candidate { after, graph }));
        }
        found.sort_by_key(|(key, _)| Reverse(*key));
        let mut kept: Vec<Candidate> = Vec::new();
        for (_, candidate) in found {
            if kept.len() < CANDIDATES && !self.is_dominated(&candidate, &kept, player)? {
                kept.push(candidate);
            }
        }
        let kept: Candidates = kept.into();
        self.bytes += bytes(&kept);
        self.candidates.insert((region, player), (certain, kept.clone()));
        Ok(kept)
    }

    /// Is another move at least as good at every temperature?
    fn is_dominated(&self, candidate: &Candidate, others: &[Candidate], player: Side) -> Result<bool, Error> {
        let wall = |candidate: &Candidate| self.atlas.get(candidate.graph).wall(player.opponent());
        for other in others {
            let worse = match player {
                Side::Left => wall(candidate).le(wall(other))?,
                Side::Right => wall(other).le(wall(candidate))?,
            };
            if worse {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A sum of regions, separated into hot and cold ones, beside others with this mean that are cold.
    pub(super) fn position(
        &mut self,
        player: Side,
        regions: &[Region],
        cold: Score,
        is_hot: impl Fn(Look) -> bool,
    ) -> Result<Position, Error> {
        let (hot, looks) = Default::default();
        let mut position = Position { player, hot, looks, cold, mean: cold, certain: true };
        for &region in regions {
            let look = self.glance(region)?;
            position.mean += look.mean;
            position.certain &= look.certain;
            if is_hot(look) {
                position.hot.push(region);
                position.looks.push((look.temperature, region));
            } else {
                position.cold += look.mean;
            }
        }
        position.hot.sort_unstable();
        position.looks.sort_by_key(|(t, _)| Reverse(*t));
        Ok(position)
    }
}

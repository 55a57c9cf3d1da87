//! Locally informed global search (Zhang 2015, §2.3.3 and §6.2; Müller and Li 2004): thermographs of the
//! regions, exact ones where they are affordable and guesses elsewhere, choose and order the moves of
//! a search over the whole sum, and evaluate what it reaches.
//!
//! In each region only moves matter that are best at some temperature, and only regions that are hot are searched.
//! Whoever moves first gets at least the mean of a sum, and at most its highest temperature more; so where thermographs are
//! exact, most of the sum is decided long before its end, and the search goes on until it is.

use super::scene::Scene;
use super::{Choice, Player, part_of_time};
use crate::State;
use crate::atlas::{Atlas, Habits, Region, Regions};
use adversary::{Priority, TranspositionTable};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::hash::BuildHasher;
use std::sync::Arc;
use sums::Judge;
use values::{Budget, Dyadic, Error, Player as Side, ThermographId};

/// Hot regions of a sum, sorted.
type Field = SmallVec<[Region; 12]>;

/// So many states are remembered, as a power of two.
const STATES: u32 = 18;
/// Nothing is searched deeper.
const DEEPEST: u32 = 60;
/// Guesses look no deeper.
const DEEPEST_GUESS: u32 = 5;
/// The part of the time that is left for a look at regions, before the rest is searched.
const SURVEY: f64 = 0.6;
/// So many moves in a region are tried.
const CANDIDATES: usize = 8;
/// Moves are tried in so many of the hottest regions.
const HOTTEST: usize = 6;
/// So many positions of a region may be looked into for its exact thermograph.
const POSITIONS: u32 = 2_000;
/// Duels on so many cells are worked out.
const DUEL_CELLS: u32 = 14;

/// What is known about a region at a glance.
#[derive(Clone, Copy)]
struct Look {
    mean: f64,
    temperature: f64,
    certain: bool,
}

/// A move worth trying, and the thermograph of what it leads to.
struct Candidate {
    after: Regions,
    graph: ThermographId,
}

type Candidates = Arc<[Candidate]>;

/// What a search found out about hot regions with a player to move, numbers left out.
#[derive(Clone, Copy)]
struct Entry {
    depth: u32,
    end: End,
    low: f64,
    high: f64,
    best: Step,
}

impl Priority for Entry {
    fn priority(&self) -> u64 {
        self.depth.into()
    }
}

/// How a search ended, the worst of all its leaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// All regions are certain to be cold.
    Certain,
    /// Some are merely guessed to be cold.
    Guessed,
    /// Some are hot: there was no more depth.
    CutShort,
}

/// A move: a region and which of its candidates.
type Step = (Region, u16);

/// A sum as it is searched.
#[derive(Clone)]
struct Position {
    hot: Field,
    /// The means of all other regions.
    cold: f64,
    /// Is it certain that all of them are cold?
    certain: bool,
}

/// The player.
pub(super) struct Informed {
    local: Local,
    table: TranspositionTable<u64, Entry>,
    end: End,
}

impl Default for Informed {
    fn default() -> Self {
        Self {
            local: Local::default(),
            table: TranspositionTable::with_entries(1 << STATES),
            end: End::Certain,
        }
    }
}

/// What is known about single regions.
struct Local {
    atlas: Atlas,
    /// The moves of a player in a region, and whether they are certain.
    candidates: FxHashMap<(Region, Side), (bool, Candidates)>,
}

impl Default for Local {
    fn default() -> Self {
        let habits = Habits { duel_cells: DUEL_CELLS, judge: Judge::Evaluation, ..Habits::default() };
        Self { atlas: Atlas::new(habits), candidates: FxHashMap::default() }
    }
}

fn sign(player: Side) -> f64 {
    if player == Side::Left { 1.0 } else { -1.0 }
}

impl Local {
    /// What is known about a region, and if that is nothing, what a move of each player does.
    fn glance(&mut self, region: Region) -> Result<Look, Error> {
        self.atlas.guess(region, 1, &Budget::endless())?;
        self.look(region)
    }

    fn look(&mut self, region: Region) -> Result<Look, Error> {
        let id = self.atlas.best_guess(region)?;
        let graph = self.atlas.get(id);
        Ok(Look {
            mean: graph.mean().to_f64(),
            temperature: graph.temperature().to_f64(),
            certain: self.atlas.known(region).is_some(),
        })
    }

    /// Looks at regions more closely than before: first for thermographs, then for guesses of this depth. Says whether all is
    /// certain.
    fn survey(&mut self, regions: &[Region], depth: u32, deadline: &Budget) -> Result<bool, Error> {
        let until = |error: Error| if error.is_limit() { Ok(()) } else { Err(error) };
        let budget = part_of_time(deadline, SURVEY);
        for &region in regions {
            if self.atlas.known(region).is_none() {
                self.atlas.guess(region, depth, &budget).map(|_| ()).or_else(until)?;
            }
        }
        if depth == 1 {
            for &region in regions {
                self.atlas.graph(region, &mut { POSITIONS }, &budget).map(|_| ()).or_else(until)?;
            }
        }
        // What is known better now has better moves.
        self.candidates.retain(|_, (certain, _)| *certain);
        Ok(regions.iter().all(|&region| self.atlas.known(region).is_some()))
    }

    /// The moves of a player that are best at some temperature, as far as is known.
    fn candidates(&mut self, region: Region, player: Side, budget: &Budget) -> Result<Candidates, Error> {
        if let Some((_, known)) = self.candidates.get(&(region, player)) {
            return Ok(known.clone());
        }
        match self.atlas.guess(region, 1, budget) {
            Err(error) if !error.is_limit() => return Err(error),
            _ => {}
        }
        let certain = self.atlas.known(region).is_some();
        let id = self.atlas.best_guess(region)?;
        let tax = self.atlas.get(id).temperature();
        let mut found: Vec<((Dyadic, Dyadic), Candidate)> = Vec::new();
        let options = match certain {
            true => self.atlas.options(region, player),
            false => self.atlas.best_options(region, player, budget)?,
        };
        for after in options {
            let exact =
                if certain { self.atlas.sum_graph(&after, &mut 1_000, budget) } else { Err(Error::Stopped) };
            let graph = match exact {
                Err(error) if error.is_limit() => match self.atlas.guess_sum(&after, 1, budget) {
                    Err(error) if error.is_limit() => self.atlas.best_guess_sum(&after)?,
                    id => id?,
                },
                id => id?,
            };
            let wall = self.atlas.get(graph).wall(player.opponent());
            let key = (wall.at(tax)?, wall.at(Dyadic::ZERO)?);
            let key = if player == Side::Left { key } else { (-key.0, -key.1) };
            found.push((key, Candidate { after, graph }));
        }
        found.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
        let mut kept: Vec<Candidate> = Vec::new();
        for (_, candidate) in found {
            if kept.len() < CANDIDATES && !self.is_dominated(&candidate, &kept, player)? {
                kept.push(candidate);
            }
        }
        let kept: Candidates = kept.into();
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

    /// Regions with their temperatures, the hottest first.
    fn looks(&mut self, regions: &[Region]) -> Result<Vec<(f64, Region)>, Error> {
        let mut looks = Vec::new();
        for &region in regions {
            looks.push((self.look(region)?.temperature, region));
        }
        looks.sort_by(|a, b| b.0.total_cmp(&a.0));
        Ok(looks)
    }

    /// Separates hot regions from cold ones, beside others that are cold.
    fn position(
        &mut self,
        regions: impl IntoIterator<Item = Region>,
        cold: f64,
        certain: bool,
    ) -> Result<Position, Error> {
        let mut position = Position { hot: Field::new(), cold, certain };
        for region in regions {
            let look = self.glance(region)?;
            if look.temperature > 0.0 {
                position.hot.push(region);
            } else {
                position.cold += look.mean;
                position.certain &= look.certain;
            }
        }
        position.hot.sort_unstable();
        Ok(position)
    }

    fn after(&mut self, position: &Position, region: Region, after: &Regions) -> Result<Position, Error> {
        let place = position.hot.iter().position(|known| *known == region);
        let kept =
            position.hot.iter().enumerate().filter(|(i, _)| Some(*i) != place).map(|(_, region)| *region);
        let regions: Field = kept.chain(after.iter().copied()).collect();
        self.position(regions, position.cold, position.certain)
    }
}

/// What the right to move is worth, from the temperatures, the hottest first. Were all regions switches, players would take
/// them in turn; since most have more to them, that is only half believed.
fn initiative(temperatures: &[f64]) -> f64 {
    let in_turn = temperatures.iter().rev().fold(0.0, |rest, t| t - rest);
    let hottest = temperatures.first().copied().unwrap_or(0.0);
    (in_turn + hottest / 2.0) / 2.0
}

impl Informed {
    /// The score that the player who is to move expects.
    fn search(
        &mut self,
        position: &Position,
        player: Side,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
        budget: &Budget,
    ) -> Result<f64, Error> {
        let mut looks: SmallVec<[(f64, Region); 12]> = SmallVec::new();
        let (mut mean, mut certain) = (position.cold, position.certain);
        for &region in &position.hot {
            let look = self.local.look(region)?;
            mean += look.mean;
            certain &= look.certain;
            looks.push((look.temperature, region));
        }
        let standing = sign(player) * mean;
        looks.sort_by(|a, b| b.0.total_cmp(&a.0));
        let Some(&(hottest, _)) = looks.first() else {
            self.end = self.end.max(if certain { End::Certain } else { End::Guessed });
            return Ok(standing);
        };
        if certain && standing >= beta {
            return Ok(standing);
        }
        if certain && standing + hottest <= alpha {
            return Ok(standing + hottest);
        }
        budget.check_now()?;
        if depth == 0 {
            self.end = End::CutShort;
            let temperatures: SmallVec<[f64; 12]> = looks.iter().map(|(t, _)| *t).collect();
            return Ok(standing + initiative(&temperatures));
        }
        let shift = sign(player) * position.cold;
        let key = FxBuildHasher.hash_one((&position.hot, player));
        let known = self.table.get(&key);
        let deep_enough = known.filter(|entry| entry.depth >= depth);
        let elsewhere = self.end;
        if let Some(entry) = deep_enough {
            self.end = self.end.max(entry.end);
            if entry.low + shift >= beta {
                return Ok(entry.low + shift);
            }
            if entry.high + shift <= alpha {
                return Ok(entry.high + shift);
            }
            (alpha, beta) = (alpha.max(entry.low + shift), beta.min(entry.high + shift));
        }
        let lowest = alpha;
        self.end = deep_enough.map_or(End::Certain, |entry| entry.end);
        let (mut value, mut best) = (f64::NEG_INFINITY, None);
        for (step, after) in self.steps(&looks, player, known.map(|entry| entry.best), budget)? {
            let next = self.local.after(position, step.0, &after)?;
            let reached = -self.search(&next, player.opponent(), depth - 1, -beta, -alpha, budget)?;
            if reached > value {
                (value, best) = (reached, Some(step));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let end = self.end;
        self.end = end.max(elsewhere);
        let Some(best) = best else { return Ok(standing) };
        let low = if value > lowest { value - shift } else { f64::NEG_INFINITY };
        let high = if value < beta { value - shift } else { f64::INFINITY };
        self.table.put(key, Entry { depth, end, low, high, best });
        Ok(value)
    }

    /// The moves in the hottest regions, the most promising first: those that gain most when moves cost as much as
    /// the hottest region is hot.
    fn steps(
        &mut self,
        looks: &[(f64, Region)],
        player: Side,
        known: Option<Step>,
        budget: &Budget,
    ) -> Result<Vec<(Step, Regions)>, Error> {
        let mut steps = Vec::new();
        let Some(&(_, hottest)) = looks.first() else { return Ok(Vec::new()) };
        let id = self.local.atlas.best_guess(hottest)?;
        let tax = self.local.atlas.get(id).temperature();
        for (i, &(_, region)) in looks.iter().take(HOTTEST).enumerate() {
            if looks[..i].iter().any(|(_, other)| *other == region) {
                continue;
            }
            let mean = self.local.look(region)?.mean;
            for (i, candidate) in self.local.candidates(region, player, budget)?.iter().enumerate() {
                let wall = self.local.atlas.get(candidate.graph).wall(player.opponent()).at(tax)?;
                let gain = sign(player) * (wall.to_f64() - mean);
                let step = (region, i as u16);
                let upper = if known == Some(step) { f64::INFINITY } else { gain };
                steps.push((upper, (step, candidate.after.clone())));
            }
        }
        steps.sort_by(|a, b| b.0.total_cmp(&a.0));
        Ok(steps.into_iter().map(|(_, step)| step).collect())
    }

    /// Looks at regions and searches, in turn, until time is up or everything is certain.
    fn think(&mut self, scene: &Scene, deadline: &Budget) -> Result<Option<Choice>, Error> {
        let mut regions = scene.regions();
        regions.sort_unstable();
        let mut found = None;
        for depth in 1..=DEEPEST_GUESS {
            let certain = self.local.survey(&regions, depth, deadline)?;
            let budget = part_of_time(deadline, 1.0);
            // Guesses are better than they were.
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

    /// Searches deeper and deeper for the best move.
    fn decide(
        &mut self,
        scene: &Scene,
        regions: &[Region],
        budget: &Budget,
    ) -> Result<Option<Choice>, Error> {
        let player = scene.player;
        let mut position = self.local.position(regions.iter().copied(), 0.0, true)?;
        if position.hot.is_empty() {
            // A guess that nothing is hot is no reason not to look.
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
            return Ok(choice.map(|action| Choice { action: action.action, reason }));
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
            // The best move of the last round is looked at first, so one that is better counts, though not all were looked at.
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
        Ok(scene.find(*region, after).map(|action| Choice { action: action.action, reason }))
    }
}

impl Player for Informed {
    fn begin(&mut self, _: u64) {
        self.local.atlas.forget();
        self.local.candidates.clear();
        self.table.clear();
    }

    fn choose(&mut self, state: &State, deadline: &Budget) -> Option<Choice> {
        if self.local.atlas.tidy() {
            self.local.candidates.clear();
        }
        let scene = Scene::new(&mut self.local.atlas, state);
        match self.think(&scene, deadline) {
            Ok(Some(choice)) => Some(choice),
            _ => scene.greedy(&self.local.atlas, state),
        }
    }
}

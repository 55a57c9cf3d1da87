//! Which score does the player to move reach in a sum? An αβ search over the hot regions, with a
//! transposition table; the means of all other regions are added. Exact thermographs bound the score, so that
//! most of a sum is decided long before its end.

use super::knowledge::Position;
use super::{Informed, sign};
use crate::atlas::{Region, Regions};
use positions::Priority;
use smallvec::SmallVec;
use values::{Budget, Error, Player as Side};

/// Moves are tried in at most this number of the hottest regions.
const HOTTEST: usize = 6;

/// The bounds of the score of hot regions with a player to move, without the means of cold ones.
#[derive(Clone, Copy)]
pub(super) struct Entry {
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

/// How a search ended: the worst end of all its leaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// All regions are cold, by exact thermographs.
    Certain,
    /// All regions are cold, some of them by a guess.
    Guessed,
    /// Some regions are hot, and the depth was exhausted.
    CutShort,
}

/// A move: a region and the number of the candidate there.
pub(super) type Step = (Region, u16);

/// An estimate of the value of the right to move, from the temperatures, the hottest first. If all regions
/// were switches, the players would take them in turn. Most are not, so this counts only for one half.
fn initiative(temperatures: &[f64]) -> f64 {
    let in_turn = temperatures.iter().rev().fold(0.0, |rest, t| t - rest);
    let hottest = temperatures.first().copied().unwrap_or(0.0);
    (in_turn + hottest / 2.0) / 2.0
}

impl Informed {
    /// The expected score for the player to move, or a bound of it outside of `alpha` and `beta`.
    pub(super) fn search(
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
        let key = (position.hot.clone(), player);
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

    /// The moves in the hottest regions, ordered by what they gain when every move costs the temperature of
    /// the hottest region. The move from the transposition table comes first.
    pub(super) fn steps(
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
}

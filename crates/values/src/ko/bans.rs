//! Thermographs where a second ko can be taken while the first is banned (double ko, triple ko). The rule of one
//! komaster says nothing there, so the ban itself is part of the position, and threats are counted.
//!
//! A position `y` has walls as ever, and for each capture `x → y` a wall of the player who may not restore `x`:
//! the best of the other moves in `y`, of playing elsewhere, after which the ban is over, and, for a player with threats, of
//! the wall of `y` without the ban and with one threat less. The walls for 0, 1, 2, … threats are found one after the
//! other. Where another threat changes nothing, no number of threats would.
//!
//! As in [`KoSolver`](super::KoSolver) every wall is a lower and an upper bound, so a cycle that the rule of ko does
//! not end leaves bounds that do not meet.

use super::graph::{KoGraph, KoMove};
use super::solver::{Bounds, LOWER, UPPER};
use super::thermograph::{KoThermograph, Komaster};
use super::walls::{KoWallId, KoWalls};
use crate::{Error, Player, Rational};
use rustc_hash::FxHashMap;

/// The maximum number of threats that is looked at.
const THREATS: usize = 8;
/// How often all positions are looked at before their bounds are left as they are.
const ROUNDS: usize = 60;

/// A position after a capture, and the position that may not be restored.
type Banned = (usize, usize);

/// Bounds on the thermographs of a position and its followers by the rule of ko, for a player whose threats do not
/// run out before the ko does, or for players without threats.
#[derive(Debug)]
pub struct KoBans {
    walls: KoWalls,
    /// Bounds on the walls of every position in which nothing is banned.
    free: Vec<Bounds>,
}

impl KoBans {
    /// Finds the bounds of a position and its followers. `None` means that the rule of ko alone does not say what these
    /// threats are worth, or that another threat always helps. `check` is called for each position and may
    /// end the work early.
    pub fn of(
        graph: &KoGraph,
        id: usize,
        komaster: Komaster,
        floor: Rational,
        check: &mut dyn FnMut() -> Result<(), Error>,
    ) -> Result<Option<Self>, Error> {
        let master = match komaster {
            Komaster::Left => Some(Player::Left),
            Komaster::Right => Some(Player::Right),
            Komaster::Nobody => None,
            Komaster::Equal | Komaster::LeftMonster | Komaster::RightMonster => return Ok(None),
        };
        let order = graph.followers(id);
        let walls = KoWalls::new(floor);
        let mut fight =
            Fight { graph, master, walls, free: Vec::new(), banned: FxHashMap::default(), weaker: None };
        for _ in 0..=THREATS {
            fight.settle(&order, check)?;
            let settled = |weaker: &Vec<Bounds>| order.iter().all(|&id| fight.free[id] == weaker[id]);
            if master.is_none() || fight.weaker.as_ref().is_some_and(settled) {
                return Ok(Some(Self { walls: fight.walls, free: fight.free }));
            }
            fight.weaker = Some(std::mem::take(&mut fight.free));
        }
        Ok(None)
    }

    /// The lower and the upper bound of a position.
    pub fn bounds(&self, id: usize) -> [KoThermograph; 2] {
        self.free[id].map(|walls| {
            let [left, right] = walls.map(|wall| self.walls.get(wall).clone());
            KoThermograph { left, right }
        })
    }
}

/// Play with a number of threats.
struct Fight<'a> {
    graph: &'a KoGraph,
    /// The player with threats.
    master: Option<Player>,
    walls: KoWalls,
    free: Vec<Bounds>,
    /// Bounds on the wall of the player who may not restore a position.
    banned: FxHashMap<Banned, [KoWallId; 2]>,
    /// The bounds with one threat less. `None` means that there are no threats.
    weaker: Option<Vec<Bounds>>,
}

impl Fight<'_> {
    /// Narrows the bounds of these positions until nothing changes.
    fn settle(&mut self, order: &[usize], check: &mut dyn FnMut() -> Result<(), Error>) -> Result<(), Error> {
        self.free.clear();
        self.banned.clear();
        for state in &self.graph.states {
            let [low, high] = state.range;
            let (low, high) = (self.walls.vertical(low)?, self.walls.vertical(high)?);
            self.free.push([[low; 2], [high; 2]]);
        }
        for _ in 0..ROUNDS {
            let mut changed = false;
            for &id in order.iter().rev() {
                check()?;
                changed |= self.narrow(id)?;
            }
            if !changed {
                break;
            }
        }
        Ok(())
    }

    /// Narrows the bounds of a position, and those after captures in it. `false` means that they stayed the
    /// same.
    fn narrow(&mut self, id: usize) -> Result<bool, Error> {
        let state = &self.graph.states[id];
        let mut changed = false;
        for player in Player::BOTH {
            for action in state.captures(player) {
                changed |= self.narrow_banned((action.to, id), player.opponent())?;
            }
        }
        if state.moves.is_none() {
            return Ok(changed);
        }
        let known = self.free[id];
        let mut bounds = known;
        for bound in [LOWER, UPPER] {
            let mut scaffolds = [None; 2];
            for player in Player::BOTH {
                scaffolds[player as usize] = self.scaffold(id, player, None, bound)?;
            }
            let walls = self.walls.swept(scaffolds, state.score[bound])?;
            for (wall, known) in walls.into_iter().zip(&mut bounds[bound]) {
                *known = self.narrower(bound, *known, wall)?;
            }
        }
        self.free[id] = bounds;
        Ok(changed || bounds != known)
    }

    fn narrower(&mut self, bound: usize, known: KoWallId, wall: KoWallId) -> Result<KoWallId, Error> {
        let better = if bound == LOWER { Player::Left } else { Player::Right };
        Ok(self.walls.best(better, [known, wall])?.unwrap_or(wall))
    }

    /// Bounds on the wall of the player who may not restore a position.
    fn after_capture(&mut self, place: Banned) -> Result<[KoWallId; 2], Error> {
        if let Some(&known) = self.banned.get(&place) {
            return Ok(known);
        }
        let [low, high] = self.graph.states[place.0].range;
        let bounds = [self.walls.vertical(low)?, self.walls.vertical(high)?];
        self.banned.insert(place, bounds);
        Ok(bounds)
    }

    fn narrow_banned(&mut self, place @ (at, before): Banned, player: Player) -> Result<bool, Error> {
        let known = self.after_capture(place)?;
        let mut bounds = known;
        for bound in [LOWER, UPPER] {
            // Elsewhere the player may move at any time.
            let mut walls = vec![self.free[at][bound][player.opponent() as usize]];
            walls.extend(self.scaffold(at, player, Some(before), bound)?);
            if self.master == Some(player)
                && let Some(weaker) = &self.weaker
            {
                walls.push(weaker[at][bound][player as usize]);
            }
            if let Some(wall) = self.walls.best(player, walls)? {
                bounds[bound] = self.narrower(bound, bounds[bound], wall)?;
            }
        }
        self.banned.insert(place, bounds);
        Ok(bounds != known)
    }

    /// The best scaffold of a player. `None` means that the player has no move.
    fn scaffold(
        &mut self,
        id: usize,
        player: Player,
        ban: Option<usize>,
        bound: usize,
    ) -> Result<Option<KoWallId>, Error> {
        let state = &self.graph.states[id];
        if state.moves.is_none() {
            // Any move may be there, or none.
            let worst = bound == player as usize;
            let reached = self.walls.vertical(state.range[bound])?;
            return if worst { Ok(None) } else { self.walls.taxed(player, reached).map(Some) };
        }
        let mut walls = Vec::new();
        for &action in state.moves(player).iter().filter(|action| Some(action.to) != ban) {
            let KoMove { to, shift, ko } = action;
            let wall = match ko {
                true => self.after_capture((to, id))?[bound],
                false => self.free[to][bound][player.opponent() as usize],
            };
            walls.push(self.walls.shifted(wall, shift)?);
        }
        walls.sort_unstable();
        walls.dedup();
        match self.walls.best(player, walls)? {
            None => Ok(None),
            Some(wall) => self.walls.taxed(player, wall).map(Some),
        }
    }
}

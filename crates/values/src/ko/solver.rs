//! Bounds on the thermographs of all positions of a graph under one komaster. A position is looked at again
//! when the bounds of a follower on which it depends have narrowed, until nothing changes any more.

use super::graph::{KoGraph, KoMove};
use super::thermograph::{KoThermograph, Komaster};
use super::wall::{KoWall, KoWindow};
use super::walls::{KoWallId, KoWalls};
use crate::{Error, Player, Rational};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The indices of bounds.
pub(super) const LOWER: usize = 0;
pub(super) const UPPER: usize = 1;

/// How often a position is looked at before its bounds are left as they are, once something has changed.
/// Bounds of a cycle may come closer for ever.
const LOOKS: u32 = 400;

/// The maximum number of captures in a row that one player makes, in kos that lead from one to the next.
const STAGES: usize = 16;

/// What a capture is worth.
enum Capture {
    /// The rule says nothing, or the position was not looked at.
    Unknown,
    /// The ko could not be ended, so it is not taken.
    Refused,
    /// This scaffold.
    Scaffold(KoWallId),
}

/// Bounds on the walls of both players.
pub(super) type Bounds = [[KoWallId; 2]; 2];

/// The thermographs of all positions of a graph under one komaster.
#[derive(Debug)]
pub struct KoSolver {
    komaster: Komaster,
    walls: KoWalls,
    bounds: Vec<Bounds>,
    /// The positions to look at, the latest first: most moves lead to later ones.
    queue: BinaryHeap<usize>,
    queued: Vec<bool>,
    /// How often each position was looked at since the last change from outside.
    looks: Vec<u32>,
}

impl KoSolver {
    /// A solver that knows nothing yet, for walls that begin at this floor.
    #[must_use]
    pub fn new(komaster: Komaster, floor: Rational) -> Self {
        Self {
            komaster,
            walls: KoWalls::new(floor),
            bounds: Vec::new(),
            queue: BinaryHeap::new(),
            queued: Vec::new(),
            looks: Vec::new(),
        }
    }

    /// Narrows the bounds of a complete graph, and returns the thermograph of a position. `None` means that
    /// its bounds do not meet.
    pub fn solve(mut self, graph: &KoGraph, id: usize) -> Result<Option<KoThermograph>, Error> {
        for id in 0..graph.len() {
            self.look_at(graph, id)?;
        }
        self.settle(graph, &mut || Ok(()))?;
        Ok(self.is_exact(id).then(|| self.bound(id, LOWER)))
    }

    /// The distribution of threats.
    #[must_use]
    pub fn komaster(&self) -> Komaster {
        self.komaster
    }

    /// About the bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.walls.bytes() + self.bounds.capacity() * (size_of::<Bounds>() + 16)
    }

    /// Takes in the positions that the graph has got, and looks at this one when it settles next.
    pub fn look_at(&mut self, graph: &KoGraph, id: usize) -> Result<(), Error> {
        while let Some(state) = graph.states.get(self.bounds.len()) {
            let [low, high] = state.range;
            let (low, high) = (self.walls.vertical(low)?, self.walls.vertical(high)?);
            self.bounds.push([[low; 2], [high; 2]]);
            self.queued.push(false);
            self.looks.push(0);
        }
        self.looks[id] = 0;
        self.ask(id);
        Ok(())
    }

    fn ask(&mut self, id: usize) {
        if !std::mem::replace(&mut self.queued[id], true) {
            self.queue.push(id);
        }
    }

    /// Looks at positions until nothing changes. `check` is called for each and may end it early.
    pub fn settle(
        &mut self,
        graph: &KoGraph,
        check: &mut dyn FnMut() -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut seen = Vec::new();
        while let Some(id) = self.queue.pop() {
            self.queued[id] = false;
            check().inspect_err(|_| self.ask(id))?;
            if self.looks[id] == 0 {
                seen.push(id);
            }
            self.looks[id] += 1;
            if self.looks[id] > LOOKS || !self.narrow(graph, id)? {
                continue;
            }
            graph.states[id].parents.iter().for_each(|&parent| self.ask_around(graph, parent));
        }
        seen.into_iter().for_each(|id| self.looks[id] = 0);
        Ok(())
    }

    /// Asks a position, and those from which a ko leads here: what a capture is worth depends on the moves
    /// after it.
    fn ask_around(&mut self, graph: &KoGraph, id: usize) {
        self.ask(id);
        let mut around = vec![id];
        let mut next = 0;
        while let Some(&id) = around.get(next).filter(|_| next < STAGES) {
            next += 1;
            for action in Player::BOTH.into_iter().flat_map(|player| graph.states[id].captures(player)) {
                if !around.contains(&action.to) {
                    around.push(action.to);
                    self.ask(action.to);
                }
            }
        }
    }

    /// Narrows the bounds of a position by those of its followers. `false` means that they stayed the same.
    fn narrow(&mut self, graph: &KoGraph, id: usize) -> Result<bool, Error> {
        let state = &graph.states[id];
        let known = self.bounds[id];
        if state.moves.is_none() || known[LOWER] == known[UPPER] {
            return Ok(false);
        }
        let mut bounds = known;
        for bound in [LOWER, UPPER] {
            let mut scaffolds = [None; 2];
            for player in Player::BOTH {
                scaffolds[player as usize] = self.scaffold(graph, id, player, bound, STAGES)?;
            }
            let walls = self.walls.swept(scaffolds, state.score[bound])?;
            let narrower = if bound == LOWER { Player::Left } else { Player::Right };
            for (wall, known) in walls.into_iter().zip(&mut bounds[bound]) {
                *known = self.walls.best(narrower, [*known, wall])?.unwrap_or(wall);
            }
        }
        self.bounds[id] = bounds;
        Ok(bounds != known)
    }

    /// The best scaffold of a player. `None` means that the player has no move. `stages` is the maximum number
    /// of captures in a row.
    fn scaffold(
        &mut self,
        graph: &KoGraph,
        id: usize,
        player: Player,
        bound: usize,
        stages: usize,
    ) -> Result<Option<KoWallId>, Error> {
        let mut ordinary = Vec::new();
        let mut scaffolds = Vec::new();
        for &action in graph.moves(id, player) {
            let capture = match self.is_ordinary(player, action) {
                None => continue,
                // Instead of retaking the opponent could take another ko.
                Some(true)
                    if action.ko && graph.states[action.to].captures(player.opponent()).count() > 1 =>
                {
                    Capture::Unknown
                }
                Some(true) => {
                    ordinary.push(self.after(action, player.opponent(), bound)?);
                    continue;
                }
                Some(false) if stages == 0 => Capture::Unknown,
                Some(false) if self.komaster == Komaster::Equal => {
                    self.shared(graph, id, player, action, bound, stages - 1)?
                }
                Some(false) => self.taken(graph, id, player, action, bound, stages - 1)?,
            };
            match capture {
                Capture::Scaffold(wall) => scaffolds.push(wall),
                // Between not taking it and the best that there is: the upper bound for Left.
                Capture::Unknown if bound == player.opponent() as usize => {
                    let best = self.walls.vertical(graph.states[id].range[bound])?;
                    scaffolds.push(self.walls.taxed(player, best)?);
                }
                Capture::Unknown | Capture::Refused => {}
            }
        }
        ordinary.sort_unstable();
        ordinary.dedup();
        if let Some(wall) = self.walls.best(player, ordinary)? {
            scaffolds.push(self.walls.taxed(player, wall)?);
        }
        self.walls.best(player, scaffolds)
    }

    /// Is a move worth what follows it? `None` means that it is not made at all.
    fn is_ordinary(&self, player: Player, action: KoMove) -> Option<bool> {
        let monster = match self.komaster {
            Komaster::LeftMonster => Some(Player::Left),
            Komaster::RightMonster => Some(Player::Right),
            _ => None,
        };
        match monster {
            _ if !action.ko => Some(true),
            // A komonster retakes at once, so that the opponent's capture does nothing.
            Some(monster) => (monster == player).then_some(true),
            None => Some(self.komaster == Komaster::of(player.opponent())),
        }
    }

    /// The wall of a player after a move.
    fn after(&mut self, action: KoMove, player: Player, bound: usize) -> Result<KoWallId, Error> {
        self.walls.shifted(self.bounds[action.to][bound][player as usize], action.shift)
    }

    /// The scaffold of a capture after which the taker has to end the ko.
    fn taken(
        &mut self,
        graph: &KoGraph,
        id: usize,
        player: Player,
        action: KoMove,
        bound: usize,
        stages: usize,
    ) -> Result<Capture, Error> {
        Ok(match self.ended(graph, action.to, id, player, bound, stages)? {
            Capture::Scaffold(wall) => {
                let shifted = self.walls.shifted(wall, action.shift)?;
                Capture::Scaffold(self.walls.taxed(player, shifted)?)
            }
            other => other,
        })
    }

    /// The scaffold of a capture among equal threats: the mean of two courses, that the taker ends the ko, and
    /// that the opponent retakes and ends it.
    fn shared(
        &mut self,
        graph: &KoGraph,
        id: usize,
        player: Player,
        action: KoMove,
        bound: usize,
        stages: usize,
    ) -> Result<Capture, Error> {
        let taker = match self.taken(graph, id, player, action, bound, stages)? {
            Capture::Scaffold(taker) => taker,
            other => return Ok(other),
        };
        Ok(match self.ended(graph, id, action.to, player.opponent(), bound, stages)? {
            Capture::Scaffold(other) => Capture::Scaffold(self.walls.middle(taker, other)?),
            Capture::Refused => Capture::Scaffold(taker),
            Capture::Unknown => Capture::Unknown,
        })
    }

    /// The value for the player who has just taken a ko, `K` in the head of the module. `holding` is the
    /// position after the capture, `before` the one that the opponent may not restore.
    fn ended(
        &mut self,
        graph: &KoGraph,
        holding: usize,
        before: usize,
        player: Player,
        bound: usize,
        stages: usize,
    ) -> Result<Capture, Error> {
        let (state, opponent) = (&graph.states[holding], player.opponent());
        let mut captures = state.captures(opponent);
        if captures.next().is_none_or(|back| back.to != before) || captures.next().is_some() {
            return Ok(Capture::Unknown);
        }
        let Some(ending) = self.scaffold(graph, holding, player, bound, stages)? else {
            return Ok(Capture::Refused);
        };
        let mut others = Vec::new();
        for &action in state.moves(opponent).iter().filter(|action| !action.ko) {
            let after = self.after(action, player, bound)?;
            others.push(self.walls.taxed(opponent, after)?);
        }
        others.push(ending);
        Ok(Capture::Scaffold(self.walls.best(opponent, others)?.unwrap_or(ending)))
    }

    /// Do the bounds of a position meet?
    #[must_use]
    pub fn is_exact(&self, id: usize) -> bool {
        self.bounds[id][LOWER] == self.bounds[id][UPPER]
    }

    /// Do the bounds of a position meet from this temperature upwards?
    pub fn is_exact_above(&self, id: usize, floor: Rational) -> Result<bool, Error> {
        let [lower, upper] = [LOWER, UPPER].map(|bound| self.bound(id, bound));
        Ok(self.is_exact(id) || lower.cut(floor)? == upper.cut(floor)?)
    }

    /// Could a move that is no capture change the wall of its player in a window? Not if the best that is hoped of it is
    /// nowhere better than what the wall is at least.
    pub fn may_matter(
        &mut self,
        id: usize,
        player: Player,
        action: KoMove,
        window: KoWindow,
    ) -> Result<bool, Error> {
        let (hoped, feared, better) = match player {
            Player::Left => (UPPER, LOWER, Ordering::Greater),
            Player::Right => (LOWER, UPPER, Ordering::Less),
        };
        let reached = self.after(action, player.opponent(), hoped)?;
        let scaffold = self.walls.taxed(player, reached)?;
        self.walls.get(scaffold).is_somewhere(&[better], self.wall(id, player, feared), window)
    }

    /// Do the bounds on a player's wall meet in a window?
    pub fn is_known(&self, id: usize, player: Player, window: KoWindow) -> Result<bool, Error> {
        let apart = [Ordering::Less, Ordering::Greater];
        let [lower, upper] = [LOWER, UPPER].map(|bound| self.wall(id, player, bound));
        Ok(!lower.is_somewhere(&apart, upper, window)?)
    }

    /// Are the walls certainly apart in all of a window? Then each is its player's scaffold there.
    pub fn is_hot(&self, id: usize, window: KoWindow) -> Result<bool, Error> {
        let [left, right] = [(Player::Left, LOWER), (Player::Right, UPPER)]
            .map(|(player, bound)| self.wall(id, player, bound));
        Ok(!left.is_somewhere(&[Ordering::Less, Ordering::Equal], right, window)?)
    }

    /// Certified bounds on the temperature of a position. `None` means that there is no such bound.
    ///
    /// It is at least any at which the walls are certainly apart. It is at most one from which on the masts of the bounds
    /// stand and no scaffold, however optimistic, reaches them.
    pub fn temperature_bounds(&mut self, graph: &KoGraph, id: usize) -> Result<[Option<Rational>; 2], Error> {
        let known = self.bounds[id];
        let apart = self.walls.get(known[LOWER][0]).last_above(self.walls.get(known[UPPER][1]))?.flatten();
        if graph.states[id].moves.is_none() {
            return Ok([apart, None]);
        }
        let mut hottest = self.walls.floor;
        for player in Player::BOTH {
            // Left's scaffold at most, beside the least that the masts are worth; Right's turned round.
            let (hoped, feared) = match player {
                Player::Left => (UPPER, LOWER),
                Player::Right => (LOWER, UPPER),
            };
            for wall in known[feared] {
                hottest = hottest.max(self.walls.get(wall).last().temperature);
            }
            let [left, right] = known[feared].map(|wall| self.walls.get(wall));
            let worst = left.best(right, player)?;
            let Some(scaffold) = self.scaffold(graph, id, player, hoped, STAGES)? else { continue };
            let (scaffold, mast) =
                (self.walls.get(scaffold).clone(), KoWall::vertical(worst.last().value, self.walls.floor));
            if worst.slope() != Rational::ZERO {
                return Ok([apart, None]);
            }
            let reached = match player {
                Player::Left => scaffold.last_above(&mast)?,
                Player::Right => mast.last_above(&scaffold)?,
            };
            match reached {
                None => {}
                Some(Some(t)) => hottest = hottest.max(t),
                Some(None) => return Ok([apart, None]),
            }
        }
        Ok([apart, Some(hottest)])
    }

    /// The lower (0) or upper (1) bound of a position.
    pub fn bound(&self, id: usize, bound: usize) -> KoThermograph {
        let [left, right] = self.bounds[id][bound].map(|wall| self.walls.get(wall).clone());
        KoThermograph { left, right }
    }

    /// The lower (0) or upper (1) bound on the wall of a player.
    pub fn wall(&self, id: usize, player: Player, bound: usize) -> &KoWall {
        self.walls.get(self.bounds[id][bound][player as usize])
    }
}

//! How narrow are the bounds of a position? Each bound is a pair of walls. The bounds of the options give the
//! best wall that each player can reach, those reaches give a thermograph, and a bound takes it in where it
//! is narrower. What was certain before stays so.

use super::Bounds;
use super::store::{Form, Store};
use crate::{LOWER, UPPER};
use positions::SignedId;
use rules::Position;
use smallvec::SmallVec;
use values::{Dyadic, Error, Player, Reach, Thermograph, Wall, WallId};

impl<P: Position> Store<P> {
    /// A bound on the wall of a player.
    pub(super) fn wall(&self, link: SignedId, player: Player, bound: usize) -> WallId {
        let bounds = &self.bounds[link.node()];
        match link.is_negative() {
            true => bounds[1 - bound][player.opponent() as usize].negated(),
            false => bounds[bound][player as usize],
        }
    }

    /// The bounds on mean and temperature. `None` means that the position has to be expanded, because its
    /// walls alone do not bound the temperature.
    pub(super) fn mean_and_temperature(&self, link: SignedId) -> Result<Option<Bounds>, Error> {
        let wall = |player, bound| self.graphs.wall(self.wall(link, player, bound));
        let mean = (wall(Player::Left, LOWER).mast(), wall(Player::Left, UPPER).mast());
        let temperature = if mean.0 == mean.1 {
            // Below the temperature one of the walls is off the mast, from there on neither is.
            let [left, right] =
                Player::BOTH.map(|player| [LOWER, UPPER].map(|bound| wall(player, bound).top()));
            (left[LOWER].max(right[UPPER]), left[UPPER].max(right[LOWER]))
        } else if self.is_expanded(link) {
            // The farther the walls are apart, the higher they meet.
            let [left, right] = self.nodes[link.node()].reach;
            let meeting =
                |left, right| Ok(self.graphs.get(self.graphs.of_reach([left, right])?).temperature());
            (meeting(left[LOWER], right[UPPER])?, meeting(left[UPPER], right[LOWER])?)
        } else {
            return Ok(None);
        };
        Ok(Some(Bounds { mean, temperature }))
    }

    /// The upper thermograph that follows from the options alone.
    pub(super) fn upper_of_options(&self, link: SignedId) -> Result<&Thermograph, Error> {
        let bound = if link.is_negative() { LOWER } else { UPPER };
        let graph = self.graphs.of_reach(self.nodes[link.node()].reach.map(|reach| reach[bound]))?;
        Ok(self.graphs.get(if link.is_negative() { self.graphs.negative(graph) } else { graph }))
    }

    /// The best wall that a player can reach, by one of the bounds of all options.
    fn reach(&self, link: SignedId, player: Player, bound: usize) -> Result<Reach, Error> {
        // Many options have the same wall.
        let mut walls: SmallVec<[WallId; 64]> =
            self.options(link, player).map(|option| self.wall(option, player.opponent(), bound)).collect();
        walls.sort_unstable();
        walls.dedup();
        self.graphs.best(player, walls)
    }

    /// Narrows the bounds of a position after the bounds of options of these players have changed.
    pub(super) fn update(&mut self, link: SignedId, players: &[Player]) -> Result<(), Error> {
        let [lower, upper] = self.bounds[link.node()];
        if lower == upper || !self.is_expanded(link) {
            return Ok(());
        }
        for bound in [LOWER, UPPER] {
            for &player in players {
                let player = link.owner(player);
                self.nodes[link.node()].reach[player as usize][bound] =
                    self.reach(SignedId::of(link.node()), player, bound)?;
            }
            self.narrow(link.node(), bound)?;
        }
        Ok(())
    }

    /// Narrows the bounds by the options of a player: by the good option with this index, or by all for
    /// `None`.
    pub(super) fn learn(&mut self, link: SignedId, player: Player, good: Option<usize>) -> Result<(), Error> {
        let (positive, player) = (SignedId::of(link.node()), link.owner(player));
        // A good option raises the lower bound on what Left can reach, bad ones lower the upper bound. For
        // Right it is the other way round.
        let bound = if good.is_some() == (player == Player::Left) { LOWER } else { UPPER };
        let known = self.nodes[link.node()].reach[player as usize][bound];
        self.nodes[link.node()].reach[player as usize][bound] = match good {
            Some(i) => {
                let option = self.wall(self.side(positive, player)[i], player.opponent(), bound);
                self.graphs.best(player, known.into_iter().chain([option]))?
            }
            None => self.reach(positive, player, bound)?,
        };
        self.narrow(link.node(), bound)
    }

    /// Narrows a bound by the walls that the players can reach.
    fn narrow(&mut self, node: usize, bound: usize) -> Result<(), Error> {
        let reach = self.nodes[node].reach.map(|reach| reach[bound]);
        let walls = self.graphs.walls(self.graphs.of_reach(reach)?);
        let narrower = if bound == LOWER { Player::Left } else { Player::Right };
        for (known, wall) in self.bounds[node][bound].iter_mut().zip(walls) {
            *known = self.graphs.best(narrower, [*known, wall])?.expect("one of two walls is the best");
        }
        Ok(())
    }

    /// Bounds a region by the numbers that the rules know about its options, without nodes for them. Most
    /// positions need no more. `false` means that the node is not a region, or that this was done before.
    pub(super) fn peek(&mut self, node: usize) -> Result<bool, Error> {
        let (Form::Region(position), false) = (self.form(node), self.nodes[node].peeked) else {
            return Ok(false);
        };
        let better = |player, a: Dyadic, b: Dyadic| if player == Player::Left { a.max(b) } else { a.min(b) };
        let mut best = [None; 2];
        for player in Player::BOTH {
            for option in position.options(player) {
                let (low, high) = option.bounds().ok_or(Error::NoBounds)?;
                let (a, b) = best[player as usize].unwrap_or((low, high));
                best[player as usize] = Some((better(player, a, low), better(player, b, high)));
            }
        }
        let mut reach = [[None; 2]; 2];
        for player in Player::BOTH {
            if let Some((low, high)) = best[player as usize] {
                let walls = [self.walls_of(low)?, self.walls_of(high)?];
                reach[player as usize] = walls.map(|walls| Some(walls[player.opponent() as usize]));
            }
        }
        (self.nodes[node].reach, self.nodes[node].peeked) = (reach, true);
        self.narrow(node, LOWER)?;
        self.narrow(node, UPPER)?;
        Ok(true)
    }

    /// Bounds on the walls of positions that differ from `x` by an infinitesimal at most, such as all-small ones
    /// from 0. From the temperature 0 on both walls are at `x`. Below, Left's is not to the right of the mast
    /// and Right's not to the left, and walls lean by one point for each degree at most.
    pub(super) fn walls_near(&mut self, x: Dyadic) -> Result<[[WallId; 2]; 2], Error> {
        let mast = self.graphs.intern_wall(&Wall::vertical(x));
        let [left, right] = self.graphs.walls(self.graphs.of_reach([Some(mast); 2])?);
        Ok([[mast, right], [left, mast]])
    }

    /// The walls of a number.
    pub(super) fn walls_of(&mut self, x: Dyadic) -> Result<[WallId; 2], Error> {
        if let Some(&known) = self.walls.get(&x) {
            return Ok(known);
        }
        let walls = self.graphs.walls(self.graphs.of_number(x)?);
        self.walls.insert(x, walls);
        Ok(walls)
    }
}

//! How narrow are the bounds of a node? Walls depend monotonically on the walls of the options, so the
//! options at their lower or upper bounds, in four combinations, give bounds on the thermograph and on the
//! temperature.

use super::Ground;
use super::tree::{Node, Search, Stage, Step};
use crate::{LOWER, UPPER};
use rules::Position;
use std::ops::Range;
use values::{Dyadic, Error, Player, Thermograph, Wall};

impl<P: Position> Search<'_, P> {
    /// Can the first visit of a node have narrowed its bounds? Unvisited options do not narrow them, but the
    /// absence of options does.
    pub(super) fn tells_something(&self, node: usize) -> bool {
        let Node { stage, options, .. } = &self.tree[node];
        *stage == Stage::Leaf || self.mts.bounds || options.iter().any(Range::is_empty)
    }

    /// Updates the bounds of all nodes on a path and of the root, from the end upwards.
    pub(super) fn update_path(&mut self, path: &[Step]) -> Result<(), Error> {
        for &(node, _) in path.iter().rev() {
            if self.tree[node].stage == Stage::Expanded && !self.update(node)? {
                return Ok(());
            }
        }
        self.update(0).map(|_| ())
    }

    /// Updates the bounds of a node from those of its options. `false` means that they stayed the same.
    pub(super) fn update(&mut self, node: usize) -> Result<bool, Error> {
        let [low_left, high_left] =
            [self.reach(node, Player::Left, LOWER)?, self.reach(node, Player::Left, UPPER)?];
        let [low_right, high_right] =
            [self.reach(node, Player::Right, LOWER)?, self.reach(node, Player::Right, UPPER)?];
        let low = self.join(&low_left, &low_right, Player::Right)?;
        let high = self.join(&high_left, &high_right, Player::Left)?;
        let ground = self.ground.temperature();
        let coldest = self.join(&low_left, &high_right, Player::Left)?.temperature().max(ground);
        let hottest = self.join(&high_left, &low_right, Player::Left)?.temperature().max(ground);
        let node = &mut self.tree[node];
        let bounds = [low, high];
        let same = (&bounds, coldest, hottest) == (&node.bounds, node.coldest, node.hottest);
        (node.bounds, node.coldest, node.hottest) = (bounds, coldest, hottest);
        Ok(!same)
    }

    /// The best wall that a player can move to, by one of the bounds of the options. `None` means no options.
    fn reach(&self, node: usize, player: Player, bound: usize) -> Result<Option<Wall>, Error> {
        let better = if player == Player::Left { Wall::max } else { Wall::min };
        let mut best: Option<Wall> = None;
        for option in self.options(node, player) {
            let wall = self.tree[option].bounds[bound].wall(player.opponent());
            best = Some(best.map_or_else(|| Ok(wall.clone()), |best| better(&best, wall))?);
        }
        Ok(best)
    }

    /// The thermograph over two reaches. The bounds of a hot position may look as if it were not hot. Then it
    /// is at most what Left can move to, and at least what Right can move to; `lean` says which of the two is
    /// wanted.
    fn join(&self, left: &Option<Wall>, right: &Option<Wall>, lean: Player) -> Result<Thermograph, Error> {
        if let (Ground::Hot, Some(left), Some(right)) = (self.ground, left, right) {
            let (left, right) = (left.at(Dyadic::ZERO)?, right.at(Dyadic::ZERO)?);
            if left <= right {
                return Thermograph::of_number(if lean == Player::Left { left } else { right });
            }
        }
        Thermograph::of_reach(left.as_ref(), right.as_ref())
    }
}

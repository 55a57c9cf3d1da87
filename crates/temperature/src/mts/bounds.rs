//! How narrow are the bounds of a node? Walls depend monotonically on the walls of the options, so the
//! options at their lower or upper bounds, in four combinations, give bounds on the thermograph and on the
//! temperature.

use super::Ground;
use super::tree::{Node, Search, Stage, Step};
use rules::Position;
use values::{Dyadic, Error, Player, Thermograph, Wall};

impl<P: Position> Search<'_, P> {
    /// Can the first visit of a node have narrowed its bounds? Unvisited options do not narrow them, but the
    /// absence of options does.
    pub(super) fn tells_something(&self, node: usize) -> bool {
        let Node { stage, options, .. } = &self.tree[node];
        *stage == Stage::Leaf || self.mts.bounds || options.iter().any(Vec::is_empty)
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
        let low: fn(&Node<P>) -> &Thermograph = |node| &node.low;
        let high: fn(&Node<P>) -> &Thermograph = |node| &node.high;
        let [low_left, high_left] =
            [self.reach(node, Player::Left, low)?, self.reach(node, Player::Left, high)?];
        let [low_right, high_right] =
            [self.reach(node, Player::Right, low)?, self.reach(node, Player::Right, high)?];
        let join =
            |left: &Option<Wall>, right: &Option<Wall>, lean| self.join(left.as_ref(), right.as_ref(), lean);
        let low = join(&low_left, &low_right, Player::Right)?;
        let high = join(&high_left, &high_right, Player::Left)?;
        let ground = self.ground.temperature();
        let coldest = join(&low_left, &high_right, Player::Left)?.temperature().max(ground);
        let hottest = join(&high_left, &low_right, Player::Left)?.temperature().max(ground);
        let node = &mut self.tree[node];
        let same = (&low, &high, coldest, hottest) == (&node.low, &node.high, node.coldest, node.hottest);
        (node.low, node.high, node.coldest, node.hottest) = (low, high, coldest, hottest);
        Ok(!same)
    }

    /// The best wall that a player can move to, by one of the bounds of the options. `None` means no options.
    fn reach(
        &self,
        node: usize,
        player: Player,
        bound: fn(&Node<P>) -> &Thermograph,
    ) -> Result<Option<Wall>, Error> {
        let better = if player == Player::Left { Wall::max } else { Wall::min };
        let mut best: Option<Wall> = None;
        for &option in &self.tree[node].options[player] {
            let wall = bound(&self.tree[option]).wall(player.opponent());
            best = Some(best.map_or_else(|| Ok(wall.clone()), |best| better(&best, wall))?);
        }
        Ok(best)
    }

    /// The thermograph over two reaches. The bounds of a hot position may look as if it were not hot. Then it
    /// is at most what Left can move to, and at least what Right can move to; `lean` says which of the two is
    /// wanted.
    fn join(&self, left: Option<&Wall>, right: Option<&Wall>, lean: Player) -> Result<Thermograph, Error> {
        if let (Ground::Hot, Some(left), Some(right)) = (self.ground, left, right) {
            let (left, right) = (left.at(Dyadic::ZERO)?, right.at(Dyadic::ZERO)?);
            if left <= right {
                return Thermograph::of_number(if lean == Player::Left { left } else { right });
            }
        }
        Thermograph::of_reach(left, right)
    }
}

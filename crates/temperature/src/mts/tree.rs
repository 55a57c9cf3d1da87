//! In which order is the tree searched? In passes of increasing alternating rank: lines of play in which the
//! players alternate come first, then those in which a player moves twice in a row once, and so on.

use super::{FARTHEST_LEAF, Ground, Mts, Recogniser};
use rules::Position;
use std::ops::Range;
use values::{Budget, ByPlayer, Dyadic, Error, Player, Thermograph, deep};

/// A position in the tree.
pub(super) struct Node<P> {
    position: P,
    pub(super) stage: Stage,
    /// The numbers of the options of Left and of Right; empty until the node is expanded.
    pub(super) options: ByPlayer<Range<usize>>,
    /// The lower and the upper bound on the thermograph.
    pub(super) bounds: [Thermograph; 2],
    /// The lower bound on the temperature.
    pub(super) coldest: Dyadic,
    /// The upper bound on the temperature.
    pub(super) hottest: Dyadic,
}

/// How far the search of a node has come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Unseen,
    Leaf,
    /// A limit was reached before it was known whether the node is a leaf. Its bounds stay as they are.
    Unknown,
    Expanded,
}

/// A node on the path from the root, and the player who moved to it.
pub(super) type Step = (usize, Player);

/// Does a pass over the tree leave work for another one?
#[derive(Clone, Copy, Default)]
struct Pass {
    /// A node was visited for the first time.
    progress: bool,
    /// A node that matters has a higher alternating rank.
    deferred: bool,
}

/// A search and its tree.
pub(super) struct Search<'a, P> {
    pub(super) mts: Mts,
    pub(super) ground: Ground,
    pub(super) leaf: Recogniser<'a, P>,
    pub(super) budget: &'a Budget,
    /// The bounds of a node that nothing is known about.
    pub(super) unknown: [Thermograph; 2],
    /// The nodes; the root is the first.
    pub(super) tree: Vec<Node<P>>,
    /// The number of visited positions.
    pub(super) nodes: u64,
    /// The number of visited leaves.
    pub(super) leaves: u64,
    /// The first limit that left a node unknown.
    pub(super) unknown_by: Option<Error>,
}

impl<P: Position> Search<'_, P> {
    /// Passes over the tree with increasing alternating rank, which is one more than the number of times that
    /// a player may move twice in a row. In each pass the earliest second moves come first.
    pub(super) fn search(&mut self) -> Result<(), Error> {
        self.look(0)?;
        if self.tree[0].stage != Stage::Expanded {
            return Ok(());
        }
        self.nodes = 0;
        self.update(0)?;
        for rank in 0.. {
            let mut pass = Pass::default();
            for player in Player::BOTH {
                for option in self.options(0, player) {
                    self.descend(&mut vec![(option, player)], rank, &mut pass)?;
                }
            }
            if self.settled() || !(pass.progress || pass.deferred) {
                break;
            }
        }
        Ok(())
    }

    /// The numbers of the options of a player.
    pub(super) fn options(&self, node: usize, player: Player) -> Range<usize> {
        self.tree[node].options[player].clone()
    }

    /// Are the mean and the temperature of the root known?
    pub(super) fn settled(&self) -> bool {
        let Node { bounds: [low, high], coldest, hottest, .. } = &self.tree[0];
        low.mean() == high.mean() && coldest == hottest
    }

    /// Visits the node at the end of a path and its followers, up to an alternating rank counted from that
    /// node.
    fn descend(&mut self, path: &mut Vec<Step>, rank: u32, pass: &mut Pass) -> Result<(), Error> {
        let &(node, mover) = path.last().expect("a path below the root has a last node");
        if self.settled() || !self.matters(path)? {
            return Ok(());
        }
        if self.tree[node].stage == Stage::Unseen {
            self.look(node)?;
            pass.progress = true;
            if self.tells_something(node) {
                self.update_path(path)?;
            }
        }
        for (player, rank) in [(mover, rank.checked_sub(1)), (mover.opponent(), Some(rank))] {
            for option in self.options(node, player) {
                path.push((option, player));
                let done = match rank {
                    Some(rank) => deep(|| self.descend(path, rank, pass)),
                    None => self.matters(path).map(|matters| pass.deferred |= matters),
                };
                path.pop();
                done?;
            }
        }
        Ok(())
    }

    /// Adds a node for a position, with its static bounds.
    pub(super) fn add(&mut self, position: P) -> Result<(), Error> {
        let bounds = match position.bounds().filter(|_| self.mts.bounds) {
            Some((low, high)) => [Thermograph::of_number(low)?, Thermograph::of_number(high)?],
            None => self.unknown.clone(),
        };
        // A vector that grows is there twice for a moment, the second time with twice the capacity.
        if self.tree.len() > self.mts.bytes / (3 * size_of::<Node<P>>() + position.heap_bytes()) {
            return Err(Error::OutOfRoom);
        }
        let (coldest, hottest) = (self.ground.temperature(), Dyadic::from(i32::MAX));
        let (stage, options) = (Stage::Unseen, ByPlayer::default());
        self.tree.push(Node { position, stage, options, bounds, coldest, hottest });
        Ok(())
    }

    /// Visits a node for the first time: it is a leaf, or it is expanded.
    fn look(&mut self, node: usize) -> Result<(), Error> {
        self.budget.check()?;
        self.nodes += 1;
        let value = match (self.leaf)(&self.tree[node].position) {
            Err(error @ (Error::OutOfRoom | Error::TooManyValues(_))) => {
                self.tree[node].stage = Stage::Unknown;
                self.unknown_by.get_or_insert(error);
                return Ok(());
            }
            value => value?,
        };
        if let Some(value) = value {
            if value.abs() > Dyadic::from(FARTHEST_LEAF) {
                return Err(Error::Overflow);
            }
            self.leaves += 1;
            let graph = Thermograph::of_number(value)?;
            let leaf = &mut self.tree[node];
            leaf.stage = Stage::Leaf;
            leaf.coldest = graph.temperature().max(self.ground.temperature());
            leaf.hottest = leaf.coldest;
            leaf.bounds = [graph.clone(), graph];
            return Ok(());
        }
        for player in Player::BOTH {
            let first = self.tree.len();
            self.tree[node].position.options(player).into_iter().try_for_each(|option| self.add(option))?;
            self.tree[node].options[player] = first..self.tree.len();
        }
        self.tree[node].stage = Stage::Expanded;
        Ok(())
    }
}

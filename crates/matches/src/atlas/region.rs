//! How is a region named? By the number of its normal form and a sign, so that a region and its negative
//! share all that is known about them.

use smallvec::SmallVec;
use values::Player;

/// A region or its negative: the number of a node and a bit for the sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Region(u32);

impl Region {
    /// The stored form of a node.
    pub(super) fn of(node: usize) -> Self {
        Self((node as u32) << 1)
    }

    pub(super) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The region, or its negative if `negative`.
    pub(super) fn times(self, negative: bool) -> Self {
        Self(self.0 ^ u32::from(negative))
    }

    /// Is it the negative of the stored form?
    pub(crate) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// The player who moves in the stored form when `player` moves here.
    pub(crate) fn owner(self, player: Player) -> Player {
        if self.is_negative() { player.opponent() } else { player }
    }
}

/// The regions of an option, sorted.
pub(crate) type Regions = SmallVec<[Region; 2]>;

/// The regions, or their negatives if `negative`.
pub(super) fn negated(regions: &Regions, negative: bool) -> Regions {
    let mut regions: Regions = regions.iter().map(|region| region.times(negative)).collect();
    regions.sort_unstable();
    regions
}

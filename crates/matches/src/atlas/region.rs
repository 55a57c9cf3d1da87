//! How is a region named? By the number of its normal form and a sign, so that a region and its negative
//! share all that is known about them.

use positions::SignedId;
use smallvec::SmallVec;

/// A region, or its negative.
pub(crate) type Region = SignedId;

/// The regions of an option, sorted.
pub(crate) type Regions = SmallVec<[Region; 2]>;

/// The regions, or their negatives if `negative`.
pub(super) fn negated(regions: &Regions, negative: bool) -> Regions {
    let mut regions: Regions = regions.iter().map(|region| region.times(negative)).collect();
    regions.sort_unstable();
    regions
}

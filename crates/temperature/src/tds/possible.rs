//! Temperatures that a game born by day `n` can have: 0, `−2^-b`, and multiples of `2^-(n-1)` up to `n − 1`
//! (Zhang 2015, Theorem 1).

use super::coupons::{CouponStack, ONE, Score};

/// Where the ambient temperature of a stack lies among the possible ones.
pub(super) struct Near {
    /// The highest possible temperature that is not above the ambient one.
    pub(super) below: Score,
    /// The lowest possible temperature above the ambient one. `None` means that the ambient one is possible
    /// itself, or above all possible ones, or that the wall between the two neighbours does not matter.
    pub(super) above: Option<Score>,
    /// Is `below` the highest of all possible temperatures?
    pub(super) is_most: bool,
    /// Coupons with the gap `2^-places` are fine enough for all possible temperatures.
    pub(super) places: u32,
}

/// The possible temperatures next to the ambient one, for a position whose play lasts at most `longest`
/// moves.
pub(super) fn around(stack: CouponStack, longest: Option<u32>) -> Near {
    let t = stack.temperature();
    let places = longest.map_or(stack.places, |n| n.min(stack.places));
    // The values of two coupons: 2δ.
    let pair = 2 * (ONE >> places);
    let most = longest.map_or(Score::MAX, |n| {
        let most = Score::from(n) * ONE;
        (most + pair - 1) / pair * pair - ONE
    });
    if t >= most {
        return Near { below: most, above: None, is_most: true, places };
    }
    let below = t - (t + ONE) % pair;
    if below < 0 && pair <= ONE {
        // Below 0 the only temperatures are those of numbers, −2^-b, so walls between two of them do not
        // matter.
        let power = Score::try_from(below.unsigned_abs().next_power_of_two())
            .expect("no stack is colder than −1, so the power is at most 1");
        let above = (below < t && below == -pair).then_some(0);
        return Near { below: -power, above, is_most: false, places };
    }
    Near { below, above: (below < t).then_some(below + pair), is_most: false, places }
}

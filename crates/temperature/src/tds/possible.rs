//! Temperatures at which the walls of a position can bend, and those that the position itself can have. For a game
//! born by day `n` the former are 0, `−2^-b`, and multiples of `2^-(n-1)` up to `n − 1`; the latter are, above
//! `n − 2`, only `n − 2 + 2^-b` (Zhang 2015, Theorem 1), and on the first days the exact sets `T*ₙ` of [`born`].

use super::coupons::{CouponStack, ONE, Score};
use super::scope::Scope;
use crate::born;

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

/// The possible temperatures next to the ambient one.
pub(super) fn around(stack: CouponStack, scope: Scope) -> Near {
    let t = stack.temperature();
    let places = scope.places.map_or(stack.places, |n| n.min(stack.places));
    // The values of two coupons: 2δ.
    let pair = 2 * (ONE >> places);
    let most = scope.hottest.map_or(Score::MAX, |hottest| (hottest + ONE + pair - 1) / pair * pair - ONE);
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

/// The highest temperature, not above the ambient one, that a position itself can have. The walls of a position
/// can bend at more temperatures than these. `true` means that it is the highest of all.
pub(super) fn temperature_below(stack: CouponStack, scope: Scope) -> (Score, bool) {
    let Near { below, is_most, .. } = around(stack, scope);
    // Wide gaps leave temperatures out, so only those with fine ones are known one by one.
    let born = scope.born.filter(|&n| n <= stack.places && below > 0 && !is_most);
    (born.map_or(below, |n| born_by(n, below)), is_most)
}

/// The highest temperature of games born by day `n` that is not above a positive multiple of `2^-(n-1)`.
fn born_by(n: u32, t: Score) -> Score {
    let (warm, pair) = (Score::from(n) * ONE - 2 * ONE, 2 * (ONE >> n));
    if let Some(temperatures) = born::temperatures(n) {
        let place = usize::try_from((t + ONE) / pair).unwrap_or(usize::MAX).min(temperatures.len() - 1);
        let lower = (0..=place).rev().find(|&place| temperatures[place]);
        return lower.map_or(t, |place| place as Score * pair - ONE);
    }
    // Later days: above n − 2 the only temperatures are n − 2 + 2^-b.
    if t > warm { warm + (1 << (t - warm).ilog2()) } else { t }
}

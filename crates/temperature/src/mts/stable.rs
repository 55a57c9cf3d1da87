//! Kao's stable theorem: where each player has one option, the mean and the temperature of a position follow
//! from those of its first stable alternating followers.

use super::MeanTemperature;
use values::{Dyadic, Error};

/// The mean and the temperature of a position from those of its alternating followers `G^L, G^LR, G^LRL, …`
/// and `G^R, G^RL, G^RLR, …` (Kao 2000, §2), as far down as the first terminal one.
///
/// Temperatures end at 0, the temperature of every terminal position. `None` means that no pair of followers
/// is stable: then the position is not hot, and means and temperatures of followers do not determine its
/// value, a number.
///
/// ```
/// use temperature::mts::{MeanTemperature, stable_theorem};
/// let follower = |mean: i32, t: i32| MeanTemperature { mean: mean.into(), temperature: t.into() };
/// // {11|{8|0}}: Right's move to {8|0}, which is hotter, is answered.
/// let found = stable_theorem(&[follower(11, 0)], &[follower(4, 4), follower(8, 0)])?;
/// assert_eq!(found, Some(follower(8, 3)));
/// # Ok::<(), values::Error>(())
/// ```
pub fn stable_theorem(
    left: &[MeanTemperature],
    right: &[MeanTemperature],
) -> Result<Option<MeanTemperature>, Error> {
    let mut coolest: Option<MeanTemperature> = None;
    for m in 0..left.len() {
        for n in 0..right.len() {
            let Some(found) = case(left[m], m % 2 == 0, right[n], n % 2 == 0)? else { continue };
            let stable = |followers: &[MeanTemperature], first: usize| {
                followers[..first].iter().all(|follower| follower.temperature > found.temperature)
                    && followers[first].temperature <= found.temperature
            };
            let cooler = coolest.is_none_or(|known| found.temperature < known.temperature);
            if cooler && stable(left, m) && stable(right, n) {
                coolest = Some(found);
            }
        }
    }
    Ok(coolest)
}

/// The four cases: is the stable follower reached after an odd number of moves, or an even one?
fn case(
    left: MeanTemperature,
    left_odd: bool,
    right: MeanTemperature,
    right_odd: bool,
) -> Result<Option<MeanTemperature>, Error> {
    let gain = left.mean.minus(right.mean)?;
    let (mean, temperature) = match (left_odd, right_odd) {
        (true, true) => (left.mean.plus(right.mean)?.half()?, gain.half()?),
        (true, false) => (right.mean, gain),
        (false, true) => (left.mean, gain),
        (false, false) if gain == Dyadic::ZERO => (left.mean, left.temperature.max(right.temperature)),
        (false, false) => return Ok(None),
    };
    Ok(Some(MeanTemperature { mean, temperature }))
}

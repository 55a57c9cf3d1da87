//! The exact score from one threshold after the other (Hsu 2022, "Multi-valued PN-search"): thresholds at
//! doubling distances from the lowest score until one is disproved, then binary search between the proved and
//! the disproved ones.

/// The score, which must be at least `lowest` and at most `highest`. `at_least` says whether it is at least a
/// threshold.
///
/// The notes have scores from 0 and start with 1; here distances are counted from the lowest score. Their
/// binary search rounds the middle down, and so would never end after a proof; here it is rounded up.
pub fn by_doubling<E>(
    lowest: i32,
    highest: i32,
    mut at_least: impl FnMut(i32) -> Result<bool, E>,
) -> Result<i32, E> {
    let (mut low, mut high, mut above) = (i64::from(lowest), i64::from(highest), 1);
    // Thresholds lie between `lowest` and `highest`, so they fit.
    let mut holds = |threshold: i64| at_least(threshold as i32);
    while low < high {
        let threshold = i64::from(lowest) + above;
        if threshold > high {
            break;
        }
        if !holds(threshold)? {
            high = threshold - 1;
            break;
        }
        low = threshold;
        above *= 2;
    }
    while low < high {
        let middle = low + (high - low + 1) / 2;
        if holds(middle)? {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Ok(low as i32)
}

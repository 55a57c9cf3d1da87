//! The exact score by asking about one threshold after the other (Hsu 2022, "Multi-valued PN-search"): first ever higher ones, twice as far
//! from the lowest score each time, then halfway between what is proved and what is disproved.

/// The score, which is at least `lowest` and at most `highest`. `at_least` says whether it is at least a threshold.
///
/// The notes have scores from 0 and start with 1; here all is counted from the lowest score. Their binary
/// search rounds the middle down and so would ask for ever about what it has proved: here it is rounded up.
pub fn by_doubling<E>(
    lowest: i32,
    highest: i32,
    mut at_least: impl FnMut(i32) -> Result<bool, E>,
) -> Result<i32, E> {
    let (mut low, mut high, mut above) = (i64::from(lowest), i64::from(highest), 1);
    // Both ends are scores, and so is all between them.
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

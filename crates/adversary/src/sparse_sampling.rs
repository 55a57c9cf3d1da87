//! What is the value of a state with too many moves or outcomes to search them all? Sparse sampling considers
//! a random part of them, which grows with the number of visits (Kearns, Mansour and Ng 2002, in the form of
//! Hsu 2022: after `t` visits, `k_t = ⌈c·t^α⌉` choices without repetition). Monte Carlo tree search grows its
//! tree by the same [rule](Widening); [`Sparse::estimate`] is the algorithm alone, [`Sparse::choose`] a player, and
//! [`error_bound`] says how far an estimate may be off.

use fastrand::Rng;
use rules::{Outcomes, Stochastic};
use values::{Budget, Error, Player, deep};

/// The number of choices that are considered after `t` visits: `⌈c·t^α⌉`, computed exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Widening {
    coefficient: (u8, u8),
    exponent: (u8, u8),
}

impl Widening {
    /// The largest denominator of an exponent.
    pub const MAX_ROOT: u8 = 4;

    /// The rule with the fractions `c > 0` and `0 ≤ α ≤ 1`, the denominator of `α` at most
    /// [`Self::MAX_ROOT`]. `None` means that the fractions are not of this kind.
    #[must_use]
    pub const fn new(coefficient: (u8, u8), exponent: (u8, u8)) -> Option<Self> {
        let is_positive = coefficient.0 > 0 && coefficient.1 > 0;
        let is_exponent = exponent.0 <= exponent.1 && 1 <= exponent.1 && exponent.1 <= Self::MAX_ROOT;
        // The exponent q/q is kept as 1/1, so that powers of t stay below 2^96.
        let exponent = if exponent.0 == exponent.1 { (1, 1) } else { exponent };
        if is_positive && is_exponent { Some(Self { coefficient, exponent }) } else { None }
    }

    /// Is `choices` at least `c·t^α`? Visits count up to 2³² − 1.
    #[must_use]
    pub fn is_reached(&self, choices: u64, visits: u64) -> bool {
        let [(above, below), (power, root)] =
            [self.coefficient, self.exponent].map(|(above, below)| (u128::from(above), u32::from(below)));
        // choices ≥ (above/below)·t^(power/root), raised to the power of the root: the right side has at most
        // 4·8 + 3·32 bits.
        let right = above.pow(root) * u128::from(visits.min(u32::MAX.into())).pow(power as u32);
        let left = u128::from(choices).checked_mul(u128::from(below));
        left.and_then(|left| left.checked_pow(root)).is_none_or(|left| left >= right)
    }

    /// `⌈c·t^α⌉`.
    #[must_use]
    pub fn choices(&self, visits: u32) -> u64 {
        let (mut low, mut high) = (0, u64::from(self.coefficient.0) * u64::from(visits).max(1));
        while low < high {
            let middle = low.midpoint(high);
            if self.is_reached(middle, visits.into()) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }
}

/// The choices that are sampled sparsely: moves, outcomes, both, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sparse {
    /// The number of moves that are considered. `None` means all.
    pub moves: Option<Widening>,
    /// The number of outcomes of a move that are considered. `None` means all.
    pub outcomes: Option<Widening>,
}

impl Sparse {
    /// The move with the best estimate for the player to move, and that estimate of Left's score. All moves are
    /// compared. `None` means that play is over.
    pub fn choose<S: Stochastic>(
        &self,
        state: &S,
        depth: u32,
        visits: u32,
        random: &mut Rng,
        budget: &Budget,
    ) -> Result<Option<(S::Move, f64)>, Error> {
        let mut best: Option<(S::Move, f64)> = None;
        for action in state.moves() {
            let outcomes = state.outcomes(action);
            let value = self.estimate_chance(outcomes, depth.saturating_sub(1), visits, random, budget)?;
            let gains = |other: f64| state.to_move().sees(value - other) > 0.0;
            if best.is_none_or(|(_, other)| gains(other)) {
                best = Some((action, value));
            }
        }
        Ok(best)
    }

    /// An estimate of Left's score by best play to this depth. Every set of choices is replaced by a random
    /// part of the size that belongs to this number of visits. Outcomes are picked uniformly and then
    /// weighted, so the mean is biased where weights differ and not all outcomes are considered. Without
    /// rules the result is that of expectimax.
    pub fn estimate<S: Stochastic>(
        &self,
        state: &S,
        depth: u32,
        visits: u32,
        random: &mut Rng,
        budget: &Budget,
    ) -> Result<f64, Error> {
        budget.check()?;
        let known = state.score().or_else(|| (depth == 0).then(|| state.evaluation()));
        if let Some(score) = known {
            return Ok(f64::from(score));
        }
        let mut moves = state.moves();
        let considered = pick(&mut moves, self.moves, visits, random);
        moves.truncate(considered);
        let values = moves.into_iter().map(|action| {
            let outcomes = state.outcomes(action);
            deep(|| self.estimate_chance(outcomes, depth - 1, visits, random, budget))
        });
        let values = values.collect::<Result<Vec<f64>, Error>>()?;
        let is_left = state.to_move() == Player::Left;
        let best = values.into_iter().reduce(if is_left { f64::max } else { f64::min });
        Ok(best.expect("there is a move until play is over"))
    }

    /// An estimate of the mean of Left's score over outcomes, each to this depth.
    pub fn estimate_chance<S: Stochastic>(
        &self,
        mut outcomes: Outcomes<S>,
        depth: u32,
        visits: u32,
        random: &mut Rng,
        budget: &Budget,
    ) -> Result<f64, Error> {
        let considered = pick(&mut outcomes, self.outcomes, visits, random);
        outcomes.truncate(considered);
        let total: f64 = outcomes.iter().map(|(weight, _)| f64::from(*weight)).sum();
        let mut sum = 0.0;
        for (weight, outcome) in outcomes {
            sum += f64::from(weight) * self.estimate(&outcome, depth, visits, random, budget)?;
        }
        Ok(sum / total)
    }
}

/// A bound on the error of an estimate: with this probability of an error beyond it at most, the estimate with
/// `sampled` of `choices` choices at every node lies within the bound of the value with all of them, `depth`
/// plies deep, where scores go up to `most`. `None` means that the theorem says nothing yet: its bound is
/// beyond all scores (Kearns, Mansour and Ng 2002, as in Hsu 2022).
///
/// The theorem: the probability of an error above `λ·d` is at most `(2·k·c)^d · exp(−λ²·k / (2·v²))`, for `λ` up
/// to `2·v`. It is about sampling with repetition; without, as here, errors are smaller.
///
/// ```
/// use adversary::sparse_sampling::error_bound;
///
/// // 10,000 of 14 outcomes, one ply deep.
/// let bound = error_bound(10_000, 14, 1, 1.0, 0.05);
/// assert!(bound.is_some_and(|bound| bound < 0.06));
/// assert_eq!(error_bound(10, 14, 3, 1.0, 0.05), None);
/// ```
#[must_use]
pub fn error_bound(sampled: u64, choices: u64, depth: u32, most: f64, error: f64) -> Option<f64> {
    let (k, c, d) = (sampled as f64, choices as f64, f64::from(depth));
    let exponent = d * (2.0 * k * c).ln() - error.ln();
    let lambda = most * (2.0 * exponent / k).sqrt();
    let bound = lambda * d;
    (lambda <= 2.0 * most && bound < 2.0 * most).then_some(bound)
}

/// Is this number of choices, above 0, as many as a rule asks for? Without a rule all choices are considered.
pub(crate) fn is_enough(rule: Option<Widening>, choices: usize, visits: u64) -> bool {
    choices > 0 && rule.is_some_and(|rule| rule.is_reached(choices as u64, visits))
}

/// Moves a random part of the choices to the front, and returns its size: at least one.
fn pick<T>(choices: &mut [T], rule: Option<Widening>, visits: u32, random: &mut Rng) -> usize {
    let Some(rule) = rule else { return choices.len() };
    random.shuffle(choices);
    usize::try_from(rule.choices(visits)).unwrap_or(usize::MAX).max(1)
}

//! What may mean and temperature of a position be, at a glance? Linear functions of a few counts that a game
//! declares ([`Hints::features`](crate::Hints::features)), with weights that the experiment `estimate-fit` has
//! fitted to exact thermographs.

use smallvec::SmallVec;
use values::ByPlayer;

/// Estimates of mean and temperature without search, in eighths of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Forecast {
    /// The mean.
    pub mean: i32,
    /// The temperature.
    pub temperature: i32,
}

/// Counts, or products of counts.
pub type Counts = SmallVec<[f64; 12]>;

/// The weights of the counts of a game.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// One for each count for the mean.
    pub mean: &'static [f64],
    /// One for each count for the temperature.
    pub temperature: &'static [f64],
}

/// The counts of a position from which mean and temperature are forecast.
#[derive(Clone, Debug)]
pub struct Features {
    /// The score so far, 0 in most games. The counts for the mean forecast how far the mean is from it.
    pub score: f64,
    /// For the mean. Exchanging the players changes the signs.
    pub mean: Counts,
    /// For the temperature. Exchanging the players changes nothing.
    pub temperature: Counts,
    /// The weights that the game uses.
    pub weights: &'static Weights,
}

impl Features {
    /// The forecast of mean and temperature in moves. A temperature below 0 means that the position looks like a
    /// number.
    #[must_use]
    pub fn estimate(&self) -> [f64; 2] {
        let sum = |counts: &[f64], weights: &[f64]| -> f64 {
            counts.iter().zip(weights).map(|(count, weight)| count * weight).sum()
        };
        [
            self.score + sum(&self.mean, self.weights.mean),
            sum(&self.temperature, self.weights.temperature).max(-1.0),
        ]
    }

    /// The same in eighths.
    #[must_use]
    pub fn forecast(&self) -> Forecast {
        let [mean, temperature] = self.estimate().map(|x| (8.0 * x).round() as i32);
        Forecast { mean, temperature }
    }
}

/// Left's count less Right's.
pub(crate) fn lead(counts: ByPlayer<u32>) -> f64 {
    f64::from(counts.left) - f64::from(counts.right)
}

/// The counts of both players together.
pub(crate) fn total(counts: ByPlayer<u32>) -> f64 {
    f64::from(counts.left) + f64::from(counts.right)
}

//! What may mean and temperature of an Amazons region be, at a glance? A linear function of a few counts of
//! squares, whose weights the experiment `estimate-fit` has fitted to exact thermographs.

use super::hints::{nearer, reach, sure_moves};
use crate::bitboard::Bitboard;
use crate::{Board, Forecast};
use values::{ByPlayer, Player};

/// The counts from which mean and temperature are forecast.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// For the mean. Exchanging the players changes the signs.
    pub mean: [f64; MEAN],
    /// For the temperature. Exchanging the players changes nothing.
    pub temperature: [f64; TEMPERATURE],
}

/// The number of counts for the mean.
pub const MEAN: usize = 10;
/// The number of counts for the temperature.
pub const TEMPERATURE: usize = 12;

/// The weights of the counts for the mean.
const MEAN_WEIGHTS: [f64; MEAN] =
    [0.2318, 0.3969, 0.0534, -0.1428, 0.1891, 0.1533, -0.1383, -0.1368, 0.5479, -0.2928];
/// The weights of the counts for the temperature.
const TEMPERATURE_WEIGHTS: [f64; TEMPERATURE] =
    [0.4129, 0.6174, -0.3571, -0.0027, -0.0277, 0.0289, 0.3475, 0.0876, 0.0877, 0.2043, -0.7477, 0.1955];

impl Features {
    /// The counts of a board.
    #[must_use]
    pub fn of<B: Bitboard>(board: &Board<B>) -> Self {
        let all = ByPlayer::from_fn(|player| reach(board, player));
        let sure = ByPlayer::from_fn(|player| sure_moves(board, player, all));
        let seen = board.stones.map(|queens| queens.lines(board.empty).count());
        let near = board.stones.map(|queens| (queens.around() & board.empty).count());
        let [queen, king] = [nearer(board, |from| from.lines(board.empty)), nearer(board, Bitboard::around)];
        let own = ByPlayer::from_fn(|player: Player| all[player].without(all[player.opponent()]).count());
        let lead = |counts: ByPlayer<u32>| f64::from(counts.left) - f64::from(counts.right);
        let total = |counts: ByPlayer<u32>| f64::from(counts.left) + f64::from(counts.right);
        let contested = f64::from((all.left & all.right).count());
        let leads = [lead(queen), lead(king), lead(seen), lead(near), lead(own) + lead(sure)];
        let [q, k, s, n, o] = leads;
        let share = contested / 16.0;
        let tied = contested + total(own) - total(queen);
        let tied_by_king = contested + total(own) - total(king);
        let fewest = f64::from(seen.left.min(seen.right));
        Self {
            mean: [q, k, s, n, o, q * share, k * share, s * share, n * share, o * share],
            temperature: [
                1.0,
                contested,
                contested * share,
                q.abs(),
                k.abs(),
                s.abs(),
                tied,
                tied_by_king,
                fewest,
                total(seen),
                total(near),
                q.abs() * share,
            ],
        }
    }

    /// The forecast.
    pub(crate) fn forecast(&self) -> Forecast {
        let eighths = |counts: &[f64], weights: &[f64]| {
            let sum: f64 = counts.iter().zip(weights).map(|(count, weight)| count * weight).sum();
            (8.0 * sum).round() as i32
        };
        Forecast {
            mean: eighths(&self.mean, &MEAN_WEIGHTS),
            temperature: eighths(&self.temperature, &TEMPERATURE_WEIGHTS).max(0),
        }
    }
}

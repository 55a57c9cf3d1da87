//! The counts of squares from which mean and temperature of an Amazons region are forecast.

use super::hints::{nearer, reach, sure_moves};
use crate::bitboard::Bitboard;
use crate::forecast::{lead, total};
use crate::{Board, Counts, Features, Weights};
use values::{ByPlayer, Player};

const WEIGHTS: Weights = Weights {
    mean: &[0.2318, 0.3969, 0.0534, -0.1428, 0.1891, 0.1533, -0.1383, -0.1368, 0.5479, -0.2928],
    temperature: &[
        0.4129, 0.6174, -0.3571, -0.0027, -0.0277, 0.0289, 0.3475, 0.0876, 0.0877, 0.2043, -0.7477, 0.1955,
    ],
};

/// The counts of a board.
pub(super) fn features<B: Bitboard>(board: &Board<B>) -> Features {
    let all = ByPlayer::from_fn(|player| reach(board, player));
    let sure = ByPlayer::from_fn(|player| sure_moves(board, player, all));
    let seen = board.stones.map(|queens| queens.lines(board.empty).count());
    let near = board.stones.map(|queens| (queens.around() & board.empty).count());
    let [queen, king] = [nearer(board, |from| from.lines(board.empty)), nearer(board, Bitboard::around)];
    let own = ByPlayer::from_fn(|player: Player| all[player].without(all[player.opponent()]).count());
    let contested = f64::from((all.left & all.right).count());
    let leads = [lead(queen), lead(king), lead(seen), lead(near), lead(own) + lead(sure)];
    let [q, k, s, ..] = leads;
    let share = contested / 16.0;
    let tied = contested + total(own) - total(queen);
    let tied_by_king = contested + total(own) - total(king);
    let fewest = f64::from(seen.left.min(seen.right));
    Features {
        score: 0.0,
        mean: leads.into_iter().chain(leads.map(|lead| lead * share)).collect(),
        temperature: Counts::from([
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
        ]),
        weights: &WEIGHTS,
    }
}

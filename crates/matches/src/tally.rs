//! What is the result of a match? Scores and wins, with a confidence interval.

use crate::Record;
use std::fmt;
use values::Player;

/// The result of a match for the first player.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Tally {
    /// The number of finished games.
    pub games: usize,
    /// The number of wins of the first player.
    pub wins: usize,
    /// The number of draws.
    pub draws: usize,
    /// The number of losses of the first player.
    pub losses: usize,
    /// The number of games that the first player has lost by time, and the second. They count as losses and
    /// wins too.
    pub late: [usize; 2],
    /// The mean score of the games that were not lost by time.
    pub score: f64,
    /// The standard deviation of the score.
    pub deviation: f64,
    /// The mean depth of the searches of each player that the deadline ended. `None` means that there were
    /// none.
    pub depth: [Option<f64>; 2],
    /// The mean number of moves of a game.
    pub moves: f64,
}

impl Tally {
    /// Counts games.
    #[must_use]
    pub fn of(records: &[Record]) -> Self {
        let mut tally = Self { games: records.len(), ..Self::default() };
        let mut scores = Vec::new();
        let mut depths = [(0, 0); 2];
        for record in records {
            match record.winner().map(|winner| record.seats[winner]) {
                Some(0) => tally.wins += 1,
                Some(_) => tally.losses += 1,
                None => tally.draws += 1,
            }
            match record.late {
                Some(late) => tally.late[record.seats[late]] += 1,
                None => {
                    let score = record.score.to_f64();
                    scores.push(if record.seats[Player::Left] == 0 { score } else { -score });
                }
            }
            for ((total, count), (more, searches)) in depths.iter_mut().zip(record.depths) {
                (*total, *count) = (*total + more, *count + searches);
            }
        }
        let count = scores.len().max(1) as f64;
        // The sum of no numbers is −0.
        tally.score = 0.0 + scores.iter().sum::<f64>() / count;
        let squares: f64 = scores.iter().map(|score| (score - tally.score).powi(2)).sum();
        tally.deviation = (squares / (count - 1.0).max(1.0)).sqrt();
        tally.depth = depths.map(|(total, count)| (count > 0).then(|| total as f64 / count as f64));
        let moves: usize = records.iter().map(|record| record.moves.len()).sum();
        tally.moves = moves as f64 / records.len().max(1) as f64;
        tally
    }

    /// The share of wins of the first player among the games that were not drawn. `None` means that there are
    /// none.
    #[must_use]
    pub fn win_share(&self) -> Option<f64> {
        let decided = self.wins + self.losses;
        (decided > 0).then(|| self.wins as f64 / decided as f64)
    }

    /// The 95 % confidence interval of that share.
    #[must_use]
    pub fn confidence(&self) -> Option<(f64, f64)> {
        wilson(self.wins, self.wins + self.losses)
    }
}

/// The 95 % confidence interval of a share of successes (Wilson's interval). `None` means that there are no
/// trials.
#[must_use]
pub fn wilson(successes: usize, trials: usize) -> Option<(f64, f64)> {
    const Z: f64 = 1.959_964;
    let n = trials as f64;
    let p = (trials > 0).then(|| successes as f64 / n)?;
    let scale = 1.0 + Z * Z / n;
    let middle = (p + Z * Z / (2.0 * n)) / scale;
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
    Some(((middle - half).max(0.0), (middle + half).min(1.0)))
}

impl fmt::Display for Tally {
    /// As in the thesis, `-2.20(6.06) 44.0%`, with the confidence interval.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}({:.2})", self.score, self.deviation)?;
        if let (Some(share), Some((low, high))) = (self.win_share(), self.confidence()) {
            write!(f, " {:.1}% [{:.1}, {:.1}]", 100.0 * share, 100.0 * low, 100.0 * high)?;
        }
        write!(f, " of {} games", self.games)?;
        if self.late != [0, 0] {
            write!(f, ", lost by time {} and {}", self.late[0], self.late[1])?;
        }
        Ok(())
    }
}

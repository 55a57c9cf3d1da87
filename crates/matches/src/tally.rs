//! What is the result of a match? Scores and wins, with a confidence interval.

use crate::Record;
use crate::contests::wilson;
use std::fmt;
use values::Player;

/// The result of a match for the first player.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Tally {
    /// The number of finished games.
    pub games: usize,
    /// The number of wins of the first player, and of the second.
    pub wins: [usize; 2],
    /// The number of games that the first player has lost by time, and the second. They count as losses too.
    pub late: [usize; 2],
    /// The mean score of the games that were not lost by time.
    pub score: f64,
    /// The standard deviation of the score.
    pub deviation: f64,
}

impl Tally {
    /// Counts games.
    #[must_use]
    pub fn of(records: &[Record]) -> Self {
        let mut tally = Self { games: records.len(), ..Self::default() };
        let mut scores = Vec::new();
        for record in records {
            let seat = |player: Player| record.seats[player];
            if let Some(winner) = record.winner() {
                tally.wins[seat(winner)] += 1;
            }
            match record.late {
                Some(late) => tally.late[seat(late)] += 1,
                None => {
                    let score = record.score.to_f64();
                    scores.push(if seat(Player::Left) == 0 { score } else { -score });
                }
            }
        }
        let count = scores.len().max(1) as f64;
        tally.score = scores.iter().sum::<f64>() / count;
        let squares: f64 = scores.iter().map(|score| (score - tally.score).powi(2)).sum();
        tally.deviation = (squares / (count - 1.0).max(1.0)).sqrt();
        tally
    }

    /// The share of wins of the first player among the games that were not drawn. `None` means that there are
    /// none.
    #[must_use]
    pub fn win_share(&self) -> Option<f64> {
        let decided = self.wins[0] + self.wins[1];
        (decided > 0).then(|| self.wins[0] as f64 / decided as f64)
    }

    /// The 95 % confidence interval of that share (Wilson's interval).
    #[must_use]
    pub fn confidence(&self) -> Option<(f64, f64)> {
        wilson(self.wins[0], self.wins[0] + self.wins[1])
    }
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

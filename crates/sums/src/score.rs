//! The score of a sum: what is left of it, in moves, when everything has become a number.
//! Left and Right stop are what both get with best play, and what a strategy loses is measured against them.
//! An αβ search over the values of the parts, inside the bounds that their thermographs give.

use crate::solve::{Pieces, Solver};
use crate::sum::Sum;
use values::{Dyadic, Error, Player, deep};

/// Bounds of the Left stop of a sum.
#[derive(Clone, Copy)]
pub(crate) struct Between {
    low: Dyadic,
    high: Dyadic,
}

impl Solver {
    /// The stop of the sum with this player moving first: the score that both reach with best play.
    ///
    /// ```
    /// use sums::{Solver, Sum};
    /// use values::{Player, Budget};
    /// let sum = Sum::read("10|8||2 + 5|-3 + 5|1||-1|-8")?;
    /// let mut solver = Solver::new(Budget::endless().with_bytes(1 << 30));
    /// assert_eq!(solver.score(&sum, Player::Right)?.to_string(), "4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn score(&mut self, sum: &Sum, first: Player) -> Result<Dyadic, Error> {
        let pieces = self.valued_completely(sum, first)?;
        let Between { low, high } = self.static_bounds(&pieces)?;
        let score = self.left_stop(&pieces, low, high)?;
        Ok(first.sees(score))
    }

    /// The Left stop if it is above `alpha` and below `beta`, and otherwise a bound on the same side as it.
    fn left_stop(&mut self, pieces: &Pieces, mut alpha: Dyadic, beta: Dyadic) -> Result<Dyadic, Error> {
        let Between { mut low, mut high } = self.static_bounds(pieces)?;
        if let Some(known) = self.stops.get(pieces) {
            (low, high) = (low.max(known.low), high.min(known.high));
        }
        if low >= beta || low == high {
            return Ok(low);
        }
        if high <= alpha {
            return Ok(high);
        }
        self.count_node()?;
        let asked = alpha.max(low);
        alpha = asked;
        let mut best: Option<Dyadic> = None;
        for option in self.options(pieces)? {
            // An option is seen from Right: the sign changes, and so do the ends of the window.
            let score = -deep(|| self.left_stop(&option, -beta, -alpha))?;
            best = best.max(Some(score));
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        let score = best.unwrap_or(low).clamp(low, high);
        let between = match (score > asked || score == low, score < beta || score == high) {
            (true, true) => Between { low: score, high: score },
            (true, false) => Between { low: score, high },
            (false, _) => Between { low, high: score },
        };
        self.make_room();
        self.stops.insert(pieces.clone(), between);
        Ok(score)
    }

    /// What thermographs say: Left reaches the best of the compound thermograph, and at most the mean and the
    /// highest temperature.
    fn static_bounds(&mut self, pieces: &Pieces) -> Result<Between, Error> {
        let (mut mean, mut hottest) = (Dyadic::ZERO, Dyadic::ZERO);
        let mut graphs = Vec::new();
        for &piece in pieces {
            if let Some(look) = self.look(piece)? {
                mean = mean.plus(look.mean)?;
                hottest = hottest.max(look.temperature);
                graphs.push(look.graph);
            }
        }
        Ok(Between { low: self.reached(&graphs)?, high: mean.plus(hottest)? })
    }
}

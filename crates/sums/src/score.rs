//! What is the score of a sum under best play? Play stops when every part is a number, and the score is the
//! total of these numbers: the Left stop if Left moves first, the Right stop if Right does. An αβ search over
//! the values of the parts finds it, inside the bounds that their thermographs give.

use crate::solve::{Core, Pieces, Solver};
use crate::sum::Sum;
use positions::Priority;
use values::{Dyadic, Error, Player, deep};

/// Bounds of the Left stop of a sum.
#[derive(Clone, Copy)]
pub(crate) struct Between {
    low: Dyadic,
    high: Dyadic,
}

impl Priority for Between {
    fn priority(&self) -> u64 {
        u64::from(self.low == self.high)
    }
}

impl Solver {
    /// The stop of the sum with this player moving first: the score under best play.
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
        let score = self.run(|core| {
            let pieces = core.valued_completely(sum, first)?;
            let Between { low, high } = core.static_bounds(&pieces)?;
            core.left_stop(&pieces, low, high)
        })?;
        Ok(first.sees(score))
    }
}

impl Core {
    /// The Left stop if it is between `alpha` and `beta`. Otherwise a bound of it that is outside on the same
    /// side.
    fn left_stop(&self, pieces: &Pieces, mut alpha: Dyadic, beta: Dyadic) -> Result<Dyadic, Error> {
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
            // An option is seen from Right, so the score and the window are negated.
            let score = -deep(|| self.left_stop(&option, -beta, -alpha))?;
            best = best.max(Some(score));
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        let best = best.expect("a sum without options of Left is an integer, whose bounds are equal");
        let score = best.clamp(low, high);
        let between = match (score > asked || score == low, score < beta || score == high) {
            (true, true) => Between { low: score, high: score },
            (true, false) => Between { low: score, high },
            (false, _) => Between { low, high: score },
        };
        self.stops.put(pieces.clone(), between);
        Ok(score)
    }

    /// Bounds of the Left stop by thermographs: at least what the compound thermograph shows, and at most the
    /// mean plus the highest temperature.
    fn static_bounds(&self, pieces: &Pieces) -> Result<Between, Error> {
        let (mut mean, mut hottest) = (Dyadic::ZERO, Dyadic::ZERO);
        let mut graphs = Vec::new();
        for piece in pieces {
            if let Some(look) = self.look(piece.piece())? {
                mean = mean.plus(look.mean)?;
                hottest = hottest.max(look.temperature);
                graphs.push(look.graph);
            }
        }
        Ok(Between { low: self.reached(&graphs)?, high: mean.plus(hottest)? })
    }
}

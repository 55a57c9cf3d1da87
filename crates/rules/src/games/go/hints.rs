//! Static knowledge about Go endgames: settled parts are scores, and all points and stones bound a score.

use super::{Endgame, Go, stones};
use crate::bitboard::Bitboard;
use crate::forecast::{lead, total};
use crate::{Counts, Features, Hints, Weights};
use values::{ByPlayer, Dyadic};

/// Both ways of scoring have the same means but for the score itself.
const MEAN_WEIGHTS: [f64; 4] = [-1.0126, -3.7625, 1.5712, 3.8893];
const BY_AREA: Weights = Weights {
    mean: &MEAN_WEIGHTS,
    temperature: &[0.9518, -0.3496, 0.2582, -0.3027, 0.4787, 0.4824, -0.0019],
};
const BY_TERRITORY: Weights = Weights {
    mean: &MEAN_WEIGHTS,
    temperature: &[-0.0482, -0.3496, 0.2582, -0.3027, 0.4787, 0.4824, -0.0019],
};

impl<B: Bitboard, const TERRITORY: bool> Go<B, TERRITORY> {
    /// Bounds on the score by area of every line of play.
    fn range(&self) -> [i64; 2] {
        let (parts, settled) = Endgame::of(self);
        parts.range().map(|score| score + settled + self.points())
    }
}

impl<B: Bitboard, const TERRITORY: bool> Hints for Go<B, TERRITORY> {
    fn number(&self) -> Option<Dyadic> {
        // By area every stone on the board counts, by territory only surrounded points and captured stones.
        let mut score = i64::from(self.points) + if TERRITORY { 0 } else { self.stones(self.living()) };
        for part in self.parts() {
            let area = (*self.known().get(&part.board)?)?;
            score += area - part.stones(if TERRITORY { part.board.inside() } else { part.living() });
        }
        Dyadic::integer(score).ok()
    }

    /// No score is larger than all points and all stones that are ever captured, and a game whose
    /// scores are below a number is below it itself.
    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        if let Some(score) = self.number() {
            return Some((score, score));
        }
        if !TERRITORY {
            let [low, high] = self.range();
            return Some((Dyadic::integer(low - 1).ok()?, Dyadic::integer(high + 1).ok()?));
        }
        let points = i64::from(self.board.inside().count());
        let moves = points * i64::try_from(self.known().len()).ok()?;
        let most = Dyadic::integer(2 * points + moves + i64::from(self.points).abs() + 1).ok()?;
        Some((-most, most))
    }

    fn features(&self) -> Option<Features> {
        let score = f64::from(self.evaluation()) / 8.0;
        let [low, high] = self.range();
        let by_area = self.points() + stones::score(&self.board);
        let [below, above] = [by_area - low, high - by_area].map(|x| x as f64);
        let open = f64::from(stones::open(&self.board).count());
        let weak = ByPlayer::from_fn(|player| {
            self.board.of(player).without(stones::alive(&self.board, player)).count()
        });
        let leads = [above - below, lead(weak)];
        Some(Features {
            score,
            mean: Counts::from_slice(&[
                leads[0],
                leads[1],
                leads[0] / open.max(1.0),
                leads[1] / open.max(1.0),
            ]),
            temperature: Counts::from_slice(&[
                1.0,
                open,
                above + below,
                leads[0].abs(),
                total(weak),
                leads[1].abs(),
                f64::from(weak.left.min(weak.right)),
            ]),
            weights: if TERRITORY { &BY_TERRITORY } else { &BY_AREA },
        })
    }

    /// Static evaluation: the score if both players passed now.
    fn evaluation(&self) -> i32 {
        let stones = if TERRITORY { self.stones(self.board.inside()) } else { 0 };
        8 * (i64::from(self.points) + stones::score(&self.board) - stones) as i32
    }
}

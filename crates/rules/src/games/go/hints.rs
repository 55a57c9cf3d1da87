//! Static knowledge about Go endgames: settled parts are scores, and all points and stones bound a score.

use super::{Go, stones};
use crate::Hints;
use crate::bitboard::Bitboard;
use values::Dyadic;

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
        let points = i64::from(self.board.inside().count());
        let moves = points * i64::try_from(self.known().len()).ok()?;
        let most = Dyadic::integer(2 * points + moves + i64::from(self.points).abs() + 1).ok()?;
        Some((-most, most))
    }

    /// Static evaluation: the score if both players passed now.
    fn evaluation(&self) -> i32 {
        let stones = if TERRITORY { self.stones(self.board.inside()) } else { 0 };
        8 * (i64::from(self.points) + stones::score(&self.board) - stones) as i32
    }
}

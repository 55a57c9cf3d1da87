//! From scaffolds to walls: the tax is swept upwards from the floor. Where Left's scaffold is above Right's a
//! player moves, and the walls are the scaffolds. Elsewhere both wait, and the walls are one line that stands
//! still until a scaffold pushes it. With kos the players may move, wait and move again as the tax rises: hills
//! and caves (Spight, *Extended thermography*).

use super::wall::{KoPoint, KoWall, Line, Outline, pieces};
use crate::{ByPlayer, Error, Rational};

/// The walls over these scaffolds, for a position that scores this much if both players pass at the floor.
/// `None` means that a player has no move.
pub(super) fn walls(
    left: Option<&KoWall>,
    right: Option<&KoWall>,
    floor: Rational,
    score: Rational,
) -> Result<ByPlayer<KoWall>, Error> {
    if left.is_none() && right.is_none() {
        let wall = KoWall::vertical(score, floor);
        return Ok(ByPlayer::new(wall.clone(), wall));
    }
    let mut sweep =
        Sweep { outlines: ByPlayer::default(), slopes: ByPlayer::both(Rational::ZERO), waiting: score };
    for piece in pieces([left, right])? {
        let mut from = piece.from;
        let mut lines = piece.lines;
        let mut height = piece.height;
        // A crossing divides the piece.
        if let [Some(left), Some(right)] = lines
            && let Some(crossing) = left.crossing(right)?.filter(|height| piece.contains(*height))
        {
            sweep.pass(from, lines, Some(crossing))?;
            from = from.plus(crossing)?;
            lines = [
                Some(Line { start: left.at(crossing)?, ..left }),
                Some(Line { start: right.at(crossing)?, ..right }),
            ];
            height = height.map(|height| height.minus(crossing)).transpose()?;
        }
        sweep.pass(from, lines, height)?;
    }
    let Sweep { outlines, slopes, .. } = sweep;
    Ok(ByPlayer::new(outlines.left.finish(slopes.left)?, outlines.right.finish(slopes.right)?))
}

struct Sweep {
    outlines: ByPlayer<Outline>,
    /// The slopes of the walls at the temperature that was reached.
    slopes: ByPlayer<Rational>,
    /// The score of waiting at the temperature that was reached.
    waiting: Rational,
}

impl Sweep {
    /// Sweeps through a range of temperatures in which the scaffolds are straight and do not cross.
    fn pass(
        &mut self,
        from: Rational,
        lines: [Option<Line>; 2],
        height: Option<Rational>,
    ) -> Result<(), Error> {
        if let [Some(left), Some(right)] = lines
            && (left.start, left.slope) > (right.start, right.slope)
        {
            for (outline, line) in self.outlines.iter_mut().zip([left, right]) {
                outline.add(KoPoint { value: line.start, temperature: from })?;
            }
            self.slopes = ByPlayer::new(left.slope, right.slope);
            if let Some(height) = height {
                self.waiting = left.at(height)?;
            }
            return Ok(());
        }
        let [left, right] = lines;
        // Only at the floor is the score of waiting not between the scaffolds yet.
        let above = left.map_or(self.waiting, |left| self.waiting.max(left.start));
        let start = right.map_or(above, |right| above.min(right.start));
        self.wait(start, from, Rational::ZERO)?;
        // The scaffold that reaches the waiting line first pushes it from there on.
        let rises = left.filter(|left| left.slope > Rational::ZERO);
        let falls = right.filter(|right| right.slope < Rational::ZERO);
        let mut pushed: Option<(Rational, Line)> = None;
        for line in rises.into_iter().chain(falls) {
            let reached = start.minus(line.start)?.over(line.slope)?;
            let first = pushed.is_none_or(|(earlier, _)| reached < earlier);
            if first && height.is_none_or(|end| reached < end) {
                pushed = Some((reached, line));
            }
        }
        self.waiting = start;
        if let Some((reached, line)) = pushed {
            self.wait(start, from.plus(reached)?, line.slope)?;
            if let Some(height) = height {
                self.waiting = line.at(height)?;
            }
        }
        Ok(())
    }

    /// Both walls go on from this score with this slope.
    fn wait(&mut self, value: Rational, temperature: Rational, slope: Rational) -> Result<(), Error> {
        self.slopes = ByPlayer::both(slope);
        self.outlines.iter_mut().try_for_each(|outline| outline.add(KoPoint { value, temperature }))
    }
}

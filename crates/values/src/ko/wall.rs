//! One side of a ko thermograph. The value of a ko is shared by odd numbers of moves, so a [`KoWall`] has
//! rational corners and slopes other than 0 and ±1, and above its last corner it may slant.

use crate::{Error, Player, Rational};
use smallvec::{SmallVec, smallvec};
use std::cmp::Ordering;

/// A point of a wall: the score `value` at the tax `temperature`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KoPoint {
    /// Where on the (reversed) horizontal axis.
    pub value: Rational,
    /// Where on the vertical axis.
    pub temperature: Rational,
}

/// The temperatures that matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KoWindow {
    /// The lowest.
    pub from: Rational,
    /// The highest. `None` means that all higher temperatures matter.
    pub to: Option<Rational>,
}

/// A continuous score for every tax from the floor upwards, made of straight pieces.
///
/// It is stored as its corners, the first of them at the floor, and the slope above the last.
#[must_use]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct KoWall {
    pub(super) corners: SmallVec<[KoPoint; 4]>,
    pub(super) slope: Rational,
}

/// A straight piece: the value at its start, and the slope.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) start: Rational,
    pub(super) slope: Rational,
}

impl Line {
    /// The value at this height above the start.
    pub(super) fn at(self, height: Rational) -> Result<Rational, Error> {
        self.start.plus(self.slope.times(height)?)
    }

    /// The height above the start, more than 0, at which two lines cross. `None` means that they do not.
    pub(super) fn crossing(self, other: Self) -> Result<Option<Rational>, Error> {
        let (gap, closing) = (self.start.minus(other.start)?, other.slope.minus(self.slope)?);
        if gap == Rational::ZERO || closing == Rational::ZERO {
            return Ok(None);
        }
        Ok(Some(gap.over(closing)?).filter(|height| *height > Rational::ZERO))
    }
}

impl KoWall {
    /// The same score at every temperature from this floor upwards.
    pub fn vertical(value: Rational, floor: Rational) -> Self {
        Self { corners: smallvec![KoPoint { value, temperature: floor }], slope: Rational::ZERO }
    }

    /// The corners, from the floor upwards.
    #[must_use]
    pub fn corners(&self) -> &[KoPoint] {
        &self.corners
    }

    /// The slope above the last corner: how much the score grows with each unit of tax.
    pub fn slope(&self) -> Rational {
        self.slope
    }

    /// The temperature at which the wall begins.
    pub fn floor(&self) -> Rational {
        self.corners[0].temperature
    }

    /// The corner above which the wall is one straight line.
    #[must_use]
    pub fn last(&self) -> KoPoint {
        self.corners[self.corners.len() - 1]
    }

    /// The score at temperature `t`. A temperature below the floor counts as the floor.
    pub fn at(&self, t: Rational) -> Result<Rational, Error> {
        let above = self.corners.partition_point(|corner| corner.temperature <= t);
        let Some(index) = above.checked_sub(1) else { return Ok(self.corners[0].value) };
        self.line(index)?.at(t.minus(self.corners[index].temperature)?)
    }

    /// The straight piece above the corner with this index.
    fn line(&self, index: usize) -> Result<Line, Error> {
        let corner = self.corners[index];
        let slope = match self.corners.get(index + 1) {
            None => self.slope,
            Some(next) => {
                next.value.minus(corner.value)?.over(next.temperature.minus(corner.temperature)?)?
            }
        };
        Ok(Line { start: corner.value, slope })
    }

    /// The wall after a move of this player, who pays the tax.
    pub fn taxed(&self, player: Player) -> Result<Self, Error> {
        self.changed(
            |corner| corner.value.minus(player.sees(corner.temperature)),
            |slope| slope.minus(player.sees(Rational::ONE)),
        )
    }

    /// The wall moved by a number.
    pub fn shifted(&self, x: Rational) -> Result<Self, Error> {
        self.changed(|corner| corner.value.plus(x), Ok)
    }

    /// The same picture with all temperatures moved by a number.
    pub fn raised(&self, by: Rational) -> Result<Self, Error> {
        let mut raised = self.clone();
        for corner in &mut raised.corners {
            corner.temperature = corner.temperature.plus(by)?;
        }
        Ok(raised)
    }

    /// The part from this temperature upwards.
    pub fn cut(&self, floor: Rational) -> Result<Self, Error> {
        if floor <= self.floor() {
            return Ok(self.clone());
        }
        let mut outline = Outline::default();
        outline.add(KoPoint { value: self.at(floor)?, temperature: floor })?;
        for &corner in self.corners.iter().filter(|corner| corner.temperature > floor) {
            outline.add(corner)?;
        }
        outline.finish(self.slope)
    }

    /// The mirror image.
    pub fn negated(&self) -> Self {
        let corners = self.corners.iter().map(|corner| KoPoint { value: -corner.value, ..*corner });
        Self { corners: corners.collect(), slope: -self.slope }
    }

    fn changed(
        &self,
        value: impl Fn(&KoPoint) -> Result<Rational, Error>,
        slope: impl Fn(Rational) -> Result<Rational, Error>,
    ) -> Result<Self, Error> {
        let mut corners = self.corners.clone();
        for corner in &mut corners {
            corner.value = value(corner)?;
        }
        Ok(Self { corners, slope: slope(self.slope)? })
    }

    /// The better of two walls for a player to move to: the higher for Left, the lower for Right.
    pub fn best(&self, other: &Self, player: Player) -> Result<Self, Error> {
        let wanted = if player == Player::Left { Ordering::Greater } else { Ordering::Less };
        let mut outline = Outline::default();
        let mut slope = self.slope;
        for piece in pieces([Some(self), Some(other)])? {
            let [Some(a), Some(b)] = piece.lines else { unreachable!("both walls are there") };
            // The better line at the start, or just above it.
            let order = a.start.cmp(&b.start).then(a.slope.cmp(&b.slope));
            let (first, second) = if order == wanted { (a, b) } else { (b, a) };
            outline.add(KoPoint { value: first.start, temperature: piece.from })?;
            slope = first.slope;
            if let Some(height) = first.crossing(second)?.filter(|height| piece.contains(*height)) {
                let temperature = piece.from.plus(height)?;
                outline.add(KoPoint { value: first.at(height)?, temperature })?;
                slope = second.slope;
            }
        }
        outline.finish(slope)
    }

    /// The temperature above which this wall is nowhere above the other one. `None` means that it never is above it,
    /// `Some(None)` that there is no end of it.
    pub(super) fn last_above(&self, other: &Self) -> Result<Option<Option<Rational>>, Error> {
        let mut last = None;
        for piece in pieces([Some(self), Some(other)])? {
            let [Some(a), Some(b)] = piece.lines else { unreachable!("both walls are there") };
            let starts_above = a.start > b.start;
            let crossing = a.crossing(b)?.filter(|height| piece.contains(*height));
            let end = match (starts_above, crossing) {
                (true, Some(height)) => Some(height),
                (false, None) if a.start < b.start || a.slope <= b.slope => continue,
                (true, None) | (false, _) => piece.height,
            };
            last = Some(end.map(|height| piece.from.plus(height)).transpose()?);
        }
        Ok(last)
    }

    /// Does this wall stand to another one in one of these orders anywhere in a window?
    pub(super) fn is_somewhere(
        &self,
        wanted: &[Ordering],
        other: &Self,
        window: KoWindow,
    ) -> Result<bool, Error> {
        for piece in pieces([Some(self), Some(other)])? {
            let [Some(a), Some(b)] = piece.lines else { unreachable!("both walls are there") };
            let end = piece.height.map(|height| piece.from.plus(height)).transpose()?;
            let last = end.into_iter().chain(window.to).min();
            let first = piece.from.max(window.from);
            if last.is_some_and(|last| last < first) {
                continue;
            }
            // Straight lines are in the order of their ends between them.
            for t in std::iter::once(first).chain(last) {
                let height = t.minus(piece.from)?;
                if wanted.contains(&a.at(height)?.cmp(&b.at(height)?)) {
                    return Ok(true);
                }
            }
            if last.is_none() && a.slope != b.slope && wanted.contains(&a.slope.cmp(&b.slope)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The middle of two walls at every temperature.
    pub fn middle(&self, other: &Self) -> Result<Self, Error> {
        let half = |a: Rational, b: Rational| a.plus(b)?.over(Rational::from(2));
        let mut outline = Outline::default();
        for piece in pieces([Some(self), Some(other)])? {
            let [Some(a), Some(b)] = piece.lines else { unreachable!("both walls are there") };
            outline.add(KoPoint { value: half(a.start, b.start)?, temperature: piece.from })?;
        }
        outline.finish(half(self.slope, other.slope)?)
    }
}

/// A range of temperatures in which some walls are straight.
pub(super) struct Piece {
    pub(super) from: Rational,
    /// The height of the range. `None` means that it has no end.
    pub(super) height: Option<Rational>,
    /// The pieces of the walls. `None` means that there is no such wall.
    pub(super) lines: [Option<Line>; 2],
}

impl Piece {
    /// Is this height within the range, below its end?
    pub(super) fn contains(&self, height: Rational) -> bool {
        self.height.is_none_or(|end| height < end)
    }
}

/// The ranges in which both walls are straight, upwards. At least one wall must be there.
pub(super) fn pieces(walls: [Option<&KoWall>; 2]) -> Result<Vec<Piece>, Error> {
    let corners = walls.iter().flatten().flat_map(|wall| wall.corners.iter());
    let mut ends: SmallVec<[Rational; 8]> = corners.map(|corner| corner.temperature).collect();
    ends.sort_unstable();
    ends.dedup();
    let mut pieces = Vec::with_capacity(ends.len());
    for (i, &from) in ends.iter().enumerate() {
        let mut lines = [None; 2];
        for (line, wall) in lines.iter_mut().zip(walls) {
            let Some(wall) = wall else { continue };
            let index = wall.corners.partition_point(|corner| corner.temperature <= from);
            let index = index.checked_sub(1).ok_or(Error::Overflow)?;
            let slope = wall.line(index)?.slope;
            *line = Some(Line { start: wall.at(from)?, slope });
        }
        let height = ends.get(i + 1).map(|end| end.minus(from)).transpose()?;
        pieces.push(Piece { from, height, lines });
    }
    Ok(pieces)
}

/// Collects points upwards and keeps those that are corners.
#[derive(Default)]
pub(super) struct Outline {
    corners: SmallVec<[KoPoint; 4]>,
}

impl Outline {
    pub(super) fn add(&mut self, point: KoPoint) -> Result<(), Error> {
        if self.corners.last() == Some(&point) {
            return Ok(());
        }
        if let [.., before, last] = self.corners[..]
            && slope(before, last)? == slope(last, point)?
        {
            self.corners.pop();
        }
        self.corners.push(point);
        Ok(())
    }

    /// The wall with this slope above the last point.
    pub(super) fn finish(mut self, last_slope: Rational) -> Result<KoWall, Error> {
        if let [.., before, last] = self.corners[..]
            && slope(before, last)? == last_slope
        {
            self.corners.pop();
        }
        Ok(KoWall { corners: self.corners, slope: last_slope })
    }
}

fn slope(from: KoPoint, to: KoPoint) -> Result<Rational, Error> {
    to.value.minus(from.value)?.over(to.temperature.minus(from.temperature)?)
}

//! One side of a thermograph: the score that one player reaches moving first when every move costs a tax `t`.
//! A [`Wall`] is a list of corners, and every operation walks up the corners of its arguments.

use crate::{Dyadic, Error};
use derive_more::Debug;
use smallvec::{SmallVec, smallvec};
use std::cmp::Ordering;

/// A point of a wall: the score `value` at the tax `temperature`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[debug("({value} at {temperature})")]
pub struct Point {
    /// Where on the (reversed) horizontal axis.
    pub value: Dyadic,
    /// Where on the vertical axis.
    pub temperature: Dyadic,
}

/// One side of a thermograph: a continuous score for every temperature from −1 upwards, made of pieces that
/// are vertical or have slope one.
///
/// It is stored as its corners, from the one at −1 upwards. Above the last corner it is vertical.
#[must_use]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Wall {
    pub(super) corners: SmallVec<[Point; 4]>,
}

impl Wall {
    /// The same score at every temperature.
    pub fn vertical(value: Dyadic) -> Self {
        Self { corners: smallvec![Point { value, temperature: Dyadic::MINUS_ONE }] }
    }

    /// The wall with these corners, from temperature −1 upwards. `None` means they are not the corners of a
    /// wall.
    #[must_use]
    pub fn of_corners(corners: &[Point]) -> Option<Self> {
        if corners.first()?.temperature != Dyadic::MINUS_ONE {
            return None;
        }
        let mut slope = None;
        for piece in corners.windows(2) {
            let rise = piece[1].temperature.minus(piece[0].temperature).ok()?;
            let run = piece[1].value.minus(piece[0].value).ok()?;
            let next = Some(run.cmp(&Dyadic::ZERO));
            if rise <= Dyadic::ZERO || next == slope || !(run == Dyadic::ZERO || run == rise || run == -rise)
            {
                return None;
            }
            slope = next;
        }
        // Above the last corner it is vertical, so below it is not.
        (slope != Some(Ordering::Equal)).then(|| Self { corners: corners.into() })
    }

    /// The corners, from temperature −1 upwards; the wall is vertical above the last.
    #[must_use]
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The temperature above which the wall is vertical.
    pub fn top(&self) -> Dyadic {
        self.last().temperature
    }

    /// The score above the last corner.
    pub fn mast(&self) -> Dyadic {
        self.last().value
    }

    fn last(&self) -> Point {
        self.corners[self.corners.len() - 1]
    }

    /// The score at temperature `t`. A temperature below −1 counts as −1.
    pub fn at(&self, t: Dyadic) -> Result<Dyadic, Error> {
        let above = self.corners.partition_point(|corner| corner.temperature <= t);
        match (above.checked_sub(1), self.corners.get(above)) {
            (None, _) => Ok(self.corners[0].value),
            (Some(below), None) => Ok(self.corners[below].value),
            (Some(below), Some(above)) => between(self.corners[below], *above, t),
        }
    }

    /// The higher of two walls of the same side, at every temperature.
    pub fn max(&self, other: &Self) -> Result<Self, Error> {
        self.envelope(other, Ordering::Greater)
    }

    /// The lower of two walls of the same side, at every temperature.
    pub fn min(&self, other: &Self) -> Result<Self, Error> {
        self.envelope(other, Ordering::Less)
    }

    fn envelope(&self, other: &Self, wanted: Ordering) -> Result<Self, Error> {
        let mut outline = Outline::default();
        let mut previous: Option<(Dyadic, Dyadic, Dyadic)> = None;
        for t in temperatures(self, other) {
            let (a, b) = (self.at(t)?, other.at(t)?);
            if let Some((t0, a0, b0)) = previous
                && a0.cmp(&b0) == b.cmp(&a)
                && a != b
            {
                // They cross in between. Only walls of one side are compared, so one of them is vertical
                // there and the other gains one for each unit of tax.
                let gap = a0.minus(b0)?.abs();
                let t = t0.plus(gap)?;
                outline.add(Point { value: self.at(t)?, temperature: t });
            }
            let value = if a.cmp(&b) == wanted { a } else { b };
            outline.add(Point { value, temperature: t });
            previous = Some((t, a, b));
        }
        Ok(outline.finish())
    }

    /// Is this wall nowhere above the other?
    pub fn le(&self, other: &Self) -> Result<bool, Error> {
        for t in temperatures(self, other) {
            if self.at(t)? > other.at(t)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The wall moved by a number.
    pub fn shifted(&self, x: Dyadic) -> Result<Self, Error> {
        let shift = |corner: &Point| Ok(Point { value: corner.value.plus(x)?, ..*corner });
        Ok(Self { corners: self.corners.iter().map(shift).collect::<Result<_, Error>>()? })
    }

    /// The mirror image: the other player's wall in the negative game.
    pub fn negated(&self) -> Self {
        let mirror = |corner: &Point| Point { value: -corner.value, ..*corner };
        Self { corners: self.corners.iter().map(mirror).collect() }
    }
}

/// The score at `t` on the piece between two corners.
fn between(below: Point, above: Point, t: Dyadic) -> Result<Dyadic, Error> {
    let risen = t.minus(below.temperature)?;
    match above.value.cmp(&below.value) {
        Ordering::Equal => Ok(below.value),
        Ordering::Greater => below.value.plus(risen),
        Ordering::Less => below.value.minus(risen),
    }
}

/// All temperatures at which one of the walls has a corner, upwards, each once.
pub(super) fn temperatures<'a>(a: &'a Wall, b: &'a Wall) -> impl Iterator<Item = Dyadic> + use<'a> {
    let (mut a, mut b) = (a.corners.iter().peekable(), b.corners.iter().peekable());
    std::iter::from_fn(move || {
        let next = [a.peek(), b.peek()].into_iter().flatten().map(|corner| corner.temperature).min()?;
        a.next_if(|corner| corner.temperature == next);
        b.next_if(|corner| corner.temperature == next);
        Some(next)
    })
}

/// Collects points upwards and keeps those that are corners.
#[derive(Default)]
pub(super) struct Outline {
    corners: SmallVec<[Point; 4]>,
}

impl Outline {
    pub(super) fn add(&mut self, point: Point) {
        if let [.., before, last] = self.corners[..]
            && straight(before, last, point)
        {
            self.corners.pop();
        }
        if self.corners.last() != Some(&point) {
            self.corners.push(point);
        }
    }

    /// The wall that is vertical above the last point.
    pub(super) fn finish(mut self) -> Wall {
        if let [.., before, last] = self.corners[..]
            && before.value == last.value
        {
            self.corners.pop();
        }
        Wall { corners: self.corners }
    }
}

/// Do three points, upwards, lie on one straight piece?
fn straight(a: Point, b: Point, c: Point) -> bool {
    let slope = |p: Point, q: Point| q.value.cmp(&p.value);
    slope(a, b) == slope(b, c) || b == c
}

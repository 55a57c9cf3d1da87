//! Walls in fixed point: how are the higher of two walls and the thermograph above two walls found fast? Nearly
//! all numbers on walls have few binary places, so scores and temperatures are plain integers here, and every
//! operation walks up both walls at once. Where a number has more places, `None` leaves the work to
//! [`Wall`](super::Wall), which has no such limit.

use super::packed::Packed;
use smallvec::{SmallVec, smallvec};

/// The number of binary places.
pub(super) const PLACES: u32 = 24;
/// One in fixed point.
const ONE: i64 = 1 << PLACES;
/// Numbers stay below this, so that no sum of some of them overflows.
pub(super) const MOST: i64 = 1 << 56;

/// A corner: score and temperature.
pub(super) type Corner = (i64, i64);

/// A wall as its corners, from temperature −1 upwards. Above the last corner it is vertical.
#[derive(Clone)]
pub(super) struct Fixed(pub(super) SmallVec<[Corner; 8]>);

/// A walk up a wall.
struct Walk<'a> {
    corners: &'a [Corner],
    /// The index of the next corner.
    next: usize,
    /// The score here.
    score: i64,
}

impl<'a> Walk<'a> {
    fn new(Fixed(corners): &'a Fixed) -> Self {
        Self { corners, next: 1, score: corners[0].0 }
    }

    /// The temperature of the next corner.
    #[inline]
    fn upto(&self) -> i64 {
        self.corners.get(self.next).map_or(i64::MAX, |corner| corner.1)
    }

    /// The change of the score for each unit of temperature, up to the next corner.
    #[inline]
    fn slope(&self) -> i64 {
        self.corners.get(self.next).map_or(0, |corner| (corner.0 - self.score).signum())
    }

    /// Goes up to a temperature that is not above the next corner.
    #[inline]
    fn go(&mut self, from: i64, to: i64) {
        self.score += self.slope() * (to - from);
        self.next += usize::from(self.upto() == to);
    }
}

impl Fixed {
    /// The mirror image.
    pub(super) fn negated(mut self) -> Self {
        self.0.iter_mut().for_each(|corner| corner.0 = -corner.0);
        self
    }

    /// Adds a point above all others, and keeps only corners.
    #[inline]
    fn add(&mut self, point: Corner) {
        if let [.., before, last] = self.0[..] {
            let straight = (last.0 - before.0).signum() == (point.0 - last.0).signum();
            if straight {
                self.0.pop();
            }
        }
        if self.0.last() != Some(&point) {
            self.0.push(point);
        }
    }

    /// The wall that is vertical above the last point.
    fn finish(mut self) -> Self {
        if let [.., before, last] = self.0[..]
            && before.0 == last.0
        {
            self.0.pop();
        }
        self
    }

    /// The higher of two walls of the same side, at every temperature.
    pub(super) fn max(&self, other: &Self) -> Self {
        let (mut a, mut b) = (Walk::new(self), Walk::new(other));
        let mut t = -ONE;
        let mut highest = Self(smallvec![(a.score.max(b.score), t)]);
        loop {
            let next = a.upto().min(b.upto());
            if next == i64::MAX {
                return highest.finish();
            }
            let (gap, score, slope) = (a.score - b.score, a.score, a.slope());
            a.go(t, next);
            b.go(t, next);
            if gap.signum() * (a.score - b.score).signum() < 0 {
                // Walls of one side cross where one is vertical and the other gains one for each unit.
                highest.add((score + slope * gap.abs(), t + gap.abs()));
            }
            t = next;
            highest.add((a.score.max(b.score), t));
        }
    }

    /// The walls of Left and Right of the game in which the players can reach these. `None` means that the
    /// game is a number at −1, or that its mean has too many binary places.
    pub(super) fn joined(left: &Self, right: &Self) -> Option<[Self; 2]> {
        let (mut a, mut b) = (Walk::new(left), Walk::new(right));
        let mut t = -ONE;
        // A move costs t, so the scaffolds are apart by this.
        let mut gap = a.score - b.score - 2 * t;
        if gap <= 0 {
            return None;
        }
        let foot = loop {
            let closing = 2 + b.slope() - a.slope();
            let next = a.upto().min(b.upto());
            if closing > 0 && (next == i64::MAX || gap <= closing.checked_mul(next - t)?) {
                if gap % closing != 0 {
                    return None;
                }
                let risen = gap / closing;
                break (a.score + a.slope() * risen - (t + risen), t + risen);
            }
            if next == i64::MAX {
                return None;
            }
            a.go(t, next);
            b.go(t, next);
            t = next;
            gap = a.score - b.score - 2 * t;
        };
        let scaffold = |wall: &Self, tax: i64| {
            let mut scaffold = Self(SmallVec::new());
            for corner in wall.0.iter().take_while(|corner| corner.1 < foot.1) {
                scaffold.add((corner.0 + tax * corner.1, corner.1));
            }
            scaffold.add(foot);
            scaffold.finish()
        };
        Some([scaffold(left, -1), scaffold(right, 1)])
    }

    /// Is the wall positive, zero or negative where it leaves zero first?
    pub(super) fn sign(&self) -> i64 {
        self.0.iter().map(|corner| corner.0.signum()).find(|&sign| sign != 0).unwrap_or(0)
    }

    /// The packed wall.
    pub(super) fn packed(&self) -> Packed {
        Packed::of_fixed(self)
    }
}

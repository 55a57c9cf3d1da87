//! How are millions of walls kept in little memory? A wall begins at −1 with some score, and each of its pieces
//! is vertical or has slope one. So the first score, the upper end of each piece and its direction are enough,
//! and small numbers take few bytes.

use super::fixed::{self, Fixed};
use super::{Point, Wall};
use crate::Dyadic;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// A wall in a few bytes. Equal walls have equal bytes.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Packed(SmallVec<[u8; 16]>);

/// Pieces of walls by direction. The index is written in the two highest bits of an exponent.
const DIRECTIONS: [Ordering; 3] = [Ordering::Equal, Ordering::Greater, Ordering::Less];
const EXPONENT_BITS: u32 = 6;

impl Packed {
    pub(super) fn new(wall: &Wall) -> Self {
        let mut packed = Self(SmallVec::new());
        let corners = wall.corners();
        packed.write(corners[0].value, 0);
        for piece in corners.windows(2) {
            let direction = piece[1].value.cmp(&piece[0].value);
            let index = DIRECTIONS.iter().position(|known| *known == direction);
            packed.write(piece[1].temperature, index.expect("all directions are listed"));
        }
        packed
    }

    /// The packed form of a wall in fixed point.
    pub(super) fn of_fixed(Fixed(corners): &Fixed) -> Self {
        let mut packed = Self(SmallVec::new());
        packed.write_fixed(corners[0].0, 0);
        for piece in corners.windows(2) {
            let direction = match piece[1].0.cmp(&piece[0].0) {
                Ordering::Equal => 0,
                Ordering::Greater => 1,
                Ordering::Less => 2,
            };
            packed.write_fixed(piece[1].1, direction);
        }
        packed
    }

    fn write_fixed(&mut self, x: i64, beside: usize) {
        let places = x.trailing_zeros().min(fixed::PLACES);
        self.write_parts(x >> places, fixed::PLACES - places, beside);
    }

    fn write(&mut self, x: Dyadic, beside: usize) {
        self.write_parts(x.numerator(), x.exponent(), beside);
    }

    /// Writes a number beside a small one. Numerators are written in sevens of bits, the sign first.
    fn write_parts(&mut self, numerator: i64, exponent: u32, beside: usize) {
        self.0.push((beside << EXPONENT_BITS) as u8 | exponent as u8);
        let mut rest = (numerator << 1 ^ numerator >> 63) as u64;
        while rest >= 0x80 {
            self.0.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.0.push(rest as u8);
    }

    /// The wall in fixed point. `None` means that it does not fit.
    pub(super) fn fixed(&self) -> Option<Fixed> {
        let mut corners = SmallVec::new();
        let mut corner = (0, -1 << fixed::PLACES);
        for (i, (numerator, exponent, direction)) in Parts(&self.0).enumerate() {
            let places = fixed::PLACES.checked_sub(exponent)?;
            let x = numerator << places;
            if x >> places != numerator || x.abs() >= fixed::MOST {
                return None;
            }
            corner = match (i, direction) {
                (0, _) => (x, corner.1),
                (_, 0) => (corner.0, x),
                (_, 1) => (corner.0 + (x - corner.1), x),
                _ => (corner.0 - (x - corner.1), x),
            };
            corners.push(corner);
        }
        Some(Fixed(corners))
    }

    /// The wall.
    pub(super) fn wall(&self) -> Wall {
        let mut numbers = Numbers(&self.0);
        let (value, _) = numbers.next().expect("a wall has a first corner");
        let mut corner = Point { value, temperature: Dyadic::MINUS_ONE };
        let mut corners = SmallVec::new();
        corners.push(corner);
        for (temperature, direction) in numbers {
            // In fixed point, as a rise from one corner to the next may not fit into a number.
            let rise = temperature.to_fixed() - corner.temperature.to_fixed();
            let value = match DIRECTIONS[direction] {
                Ordering::Equal => corner.value,
                Ordering::Greater => Dyadic::from_fixed(corner.value.to_fixed() + rise),
                Ordering::Less => Dyadic::from_fixed(corner.value.to_fixed() - rise),
            };
            corner = Point { value, temperature };
            corners.push(corner);
        }
        Wall { corners }
    }
}

/// The numbers in some bytes, each with the small one beside it.
struct Numbers<'a>(&'a [u8]);

impl Iterator for Numbers<'_> {
    type Item = (Dyadic, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let mut parts = Parts(self.0);
        let (numerator, exponent, beside) = parts.next()?;
        self.0 = parts.0;
        let x = Dyadic::new(numerator.into(), exponent).expect("the number was one before");
        Some((x, beside))
    }
}

/// The numbers in some bytes as numerator and exponent, each with the small one beside it.
struct Parts<'a>(&'a [u8]);

impl Iterator for Parts<'_> {
    type Item = (i64, u32, usize);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (&first, mut bytes) = self.0.split_first()?;
        let (mut numerator, mut shift) = (0u64, 0);
        while let Some((&byte, rest)) = bytes.split_first() {
            bytes = rest;
            numerator |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        self.0 = bytes;
        let numerator = (numerator >> 1) as i64 ^ -((numerator & 1) as i64);
        let exponent = u32::from(first) & ((1 << EXPONENT_BITS) - 1);
        Some((numerator, exponent, usize::from(first >> EXPONENT_BITS)))
    }
}

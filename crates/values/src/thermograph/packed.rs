//! How are millions of walls kept in little memory? A wall begins at −1 with some score, and each of its pieces
//! is vertical or has slope one. So the first score, the upper end of each piece and its direction are enough,
//! and small numbers take few bytes.

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

    /// Writes a number beside a small one. Numerators are written in sevens of bits, the sign first.
    fn write(&mut self, x: Dyadic, beside: usize) {
        self.0.push((beside << EXPONENT_BITS) as u8 | x.exponent() as u8);
        let mut rest = (x.numerator() << 1 ^ x.numerator() >> 63) as u64;
        while rest >= 0x80 {
            self.0.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.0.push(rest as u8);
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
        let x = Dyadic::new(numerator.into(), exponent).expect("the number was one before");
        Some((x, usize::from(first >> EXPONENT_BITS)))
    }
}

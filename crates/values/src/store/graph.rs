//! A value as bytes: its followers, each once, options before the games they are options of. The printed form
//! repeats a follower wherever it occurs, and so may be exponentially longer.
//!
//! The bytes are a version and the followers; the last one is the value. A closed form is a 0, the numerator
//! and the exponent of its number, the multiple of ↑ and the nimber. A general game is a 1, the number of
//! options of Left, the number of options of Right, and for each option how far back it stands. All numbers
//! are in groups of seven bits, the lowest first, and signed ones have their sign in the lowest bit.

use super::{List, NumberUpStar, ValueId, Values, deep};
use crate::{Dyadic, Error};
use rustc_hash::FxHashMap;
use thiserror::Error as ErrorMessage;

/// The version of the format.
const VERSION: u8 = 1;

/// The reason why bytes are not read as a value.
#[derive(ErrorMessage, Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// The bytes are of another version of the format.
    #[error("these are not the bytes of a value, or they are of another version")]
    Version,
    /// The bytes are damaged.
    #[error("the bytes of the value are damaged at byte {0}")]
    Damaged(usize),
    /// A limit ended the reading.
    #[error(transparent)]
    Value(#[from] Error),
}

impl Values {
    /// The graph of a value as bytes, which [`read_graph`](Self::read_graph) reads in any store.
    ///
    /// ```
    /// use values::Values;
    /// let (here, there) = (Values::new(), Values::new());
    /// let bytes = here.write_graph(here.parse("{10|8||2}")?)?;
    /// assert_eq!(there.print(there.read_graph(&bytes)?)?, "{10|8||2}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_graph(&self, g: ValueId) -> Result<Vec<u8>, Error> {
        let mut writer = Writer { bytes: vec![VERSION], places: FxHashMap::default() };
        self.write_follower(g, &mut writer)?;
        Ok(writer.bytes)
    }

    /// The place of a follower, which is written if it is new.
    fn write_follower(&self, g: ValueId, writer: &mut Writer) -> Result<u64, Error> {
        if let Some(&place) = writer.places.get(&g) {
            return Ok(place);
        }
        if let Some(closed) = self.to_closed(g) {
            let number = closed.number();
            writer.put(0);
            writer.put(folded(number.numerator()));
            writer.put(number.exponent().into());
            writer.put(folded(closed.ups().into()));
            writer.put(closed.star().into());
        } else {
            self.check()?;
            let (left, right) = self.options(g)?;
            let mut write = |&option: &ValueId| deep(|| self.write_follower(option, writer));
            let places = left.iter().chain(right).map(&mut write).collect::<Result<List<u64>, Error>>()?;
            writer.put(1);
            writer.put(left.len() as u64);
            writer.put(right.len() as u64);
            let here = writer.places.len() as u64;
            places.into_iter().for_each(|place| writer.put(here - place));
        }
        let place = writer.places.len() as u64;
        writer.places.insert(g, place);
        Ok(place)
    }

    /// The value of a graph. Its games need not be in canonical form, so bytes cannot make a store wrong.
    pub fn read_graph(&self, bytes: &[u8]) -> Result<ValueId, GraphError> {
        let mut reader = Reader { bytes, at: 1 };
        if bytes.first() != Some(&VERSION) {
            return Err(GraphError::Version);
        }
        let mut known = Vec::new();
        while reader.at < bytes.len() {
            let game = match reader.take()? {
                0 => {
                    let numerator = reader.signed()?;
                    let exponent = reader.small()?;
                    let ups = i32::try_from(reader.signed()?).map_err(|_| reader.damage())?;
                    let star = reader.small()?;
                    let number = Dyadic::new(numerator.into(), exponent)?;
                    self.closed(NumberUpStar::new(number, ups, star)?)?
                }
                1 => {
                    let (left, right) = (reader.take()?, reader.take()?);
                    let mut side = |count: u64| -> Result<List<ValueId>, GraphError> {
                        let mut options = List::new();
                        for _ in 0..count {
                            let back = usize::try_from(reader.take()?).map_err(|_| reader.damage())?;
                            let place = known.len().checked_sub(back);
                            options.push(*place.and_then(|i| known.get(i)).ok_or_else(|| reader.damage())?);
                        }
                        Ok(options)
                    };
                    self.from_options(&side(left)?, &side(right)?)?
                }
                _ => return Err(reader.damage()),
            };
            known.push(game);
        }
        known.pop().ok_or(GraphError::Version)
    }
}

/// The graph so far, and the places of the followers that are written.
struct Writer {
    bytes: Vec<u8>,
    places: FxHashMap<ValueId, u64>,
}

impl Writer {
    fn put(&mut self, mut number: u64) {
        while number > 0x7f {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}

/// A signed number with its sign in the lowest bit.
fn folded(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

/// Bytes, and how far they are read.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn damage(&self) -> GraphError {
        GraphError::Damaged(self.at)
    }

    fn take(&mut self) -> Result<u64, GraphError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = u64::from(*self.bytes.get(self.at).ok_or(self.damage())?);
            self.at += 1;
            number |= (byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.damage())
    }

    fn small(&mut self) -> Result<u32, GraphError> {
        u32::try_from(self.take()?).map_err(|_| self.damage())
    }

    fn signed(&mut self) -> Result<i64, GraphError> {
        let number = self.take()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }
}

//! What is each position worth in normal play? Nim values of all positions on up to six layers, by the mex of what
//! they lead to (Shan 2013, §2.5); positions that lie apart add up by xor.

use super::plain;
use rules::BoardError;
use rules::games::triangular_nim::TriangularNim;

/// The nim values of all positions on a triangle.
pub struct Nimbers {
    layers: u8,
    values: Vec<u8>,
}

impl Nimbers {
    /// The most layers.
    pub const MOST_LAYERS: u8 = 6;

    /// Works all of them out.
    pub fn new(layers: u8) -> Result<Self, BoardError> {
        if layers > Self::MOST_LAYERS {
            let most = Self::MOST_LAYERS;
            return Err(BoardError::Other(format!(
                "nim values are known up to {most} layers, not for {layers}"
            )));
        }
        let full = TriangularNim::full(layers)?.number();
        let moves = plain::moves(layers)?;
        let mut values = vec![0; full as usize + 1];
        for number in 1..=full {
            let possible = moves.iter().filter(|&taken| taken & number == *taken);
            // No position has more than 126 moves, so a value has less than 128.
            let reached =
                possible.fold(0u128, |reached, taken| reached | 1 << values[(number ^ taken) as usize]);
            values[number as usize] = reached.trailing_ones() as u8;
        }
        Ok(Self { layers, values })
    }

    /// The nim value of a position; `None` if it has more layers.
    #[must_use]
    pub fn of(&self, position: &TriangularNim) -> Option<u8> {
        // The rows of a smaller triangle are the first rows of this one.
        (position.layers() <= self.layers).then(|| self.values[position.number() as usize])
    }

    /// The largest nim value.
    #[must_use]
    pub fn largest(&self) -> u8 {
        self.values.iter().copied().max().unwrap_or(0)
    }
}

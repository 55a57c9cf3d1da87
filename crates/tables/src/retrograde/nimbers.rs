//! What is the nim value of each position in normal play? On up to six layers it is the mex of the nim values
//! of the options (Shan 2013, §2.5). Nim values of independent positions add up by xor.

use super::game::{GameError, TakingGame};
use rules::BoardError;
use rules::games::triangular_nim::TriangularNim;

/// The nim values of all positions on a triangle.
pub struct Nimbers {
    layers: u8,
    values: Vec<u8>,
}

impl Nimbers {
    /// The maximum number of layers.
    pub const MOST_LAYERS: u8 = 6;

    /// Computes the nim values of all positions on a triangle.
    pub fn new(layers: u8) -> Result<Self, BoardError> {
        if layers > Self::MOST_LAYERS {
            let most = Self::MOST_LAYERS;
            return Err(BoardError::Other(format!(
                "nim values are known up to {most} layers, not for {layers}"
            )));
        }
        let game = TakingGame::triangular_nim(layers).map_err(|error| match error {
            GameError::Board(error) => error,
            error => BoardError::Other(error.to_string()),
        })?;
        let mut values = vec![0; game.full() as usize + 1];
        for number in 1..=game.full() {
            // No position has more than 126 moves, so a nim value is less than 128.
            let reached = game
                .moves_of(number)
                .fold(0u128, |reached, taken| reached | 1 << values[(number ^ taken) as usize]);
            values[number as usize] = reached.trailing_ones() as u8;
        }
        Ok(Self { layers, values })
    }

    /// The number of layers of the triangle.
    #[must_use]
    pub fn layers(&self) -> u8 {
        self.layers
    }

    /// The nim value of a position. `None` means that it has more layers than the triangle.
    #[must_use]
    pub fn of(&self, position: &TriangularNim) -> Option<u8> {
        // The rows of a smaller triangle are the first rows of this one.
        (position.layers() <= self.layers).then(|| self.values[position.number() as usize])
    }

    /// The largest nim value.
    #[must_use]
    pub fn largest(&self) -> u8 {
        self.values.iter().copied().max().expect("the empty position has a nim value")
    }
}

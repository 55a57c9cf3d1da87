//! Which positions are P-positions, by solvers simple enough to be references for the fast one? Forward
//! checking looks at the options of each position, retrograde analysis at the positions that lead to each
//! P-position (Shan 2013, §2.2).

use rules::games::triangular_nim::{Convention, Run, TriangularNim};
use rules::{BoardError, Position};
use values::{Outcome, Player};

/// The outcomes of all positions on a triangle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    layers: u8,
    /// A bit for each position, by its number: 1 for an N-position.
    won: Vec<u64>,
}

/// The pieces that each move takes, as sets.
pub(crate) fn moves(layers: u8) -> Result<Vec<u64>, BoardError> {
    Ok(TriangularNim::full(layers)?.moves(Player::Left).iter().map(Run::pieces).collect())
}

impl Solution {
    /// The maximum number of layers. Seven layers have 2^28 positions.
    pub const MOST_LAYERS: u8 = 7;

    /// Solves a triangle by retrograde analysis: a position that leads to a P-position is an N-position.
    pub fn retrograde(layers: u8, convention: Convention) -> Result<Self, BoardError> {
        let (mut solution, moves) = Self::start(layers, convention)?;
        // A position has a smaller number than all positions that lead to it.
        for number in solution.numbers() {
            if !solution.is_won(number) {
                let apart = moves.iter().filter(|&taken| taken & number == 0);
                apart.for_each(|taken| solution.set_won(number | taken));
            }
        }
        Ok(solution)
    }

    /// Solves a triangle by forward checking: a position with a move to a P-position is an N-position.
    pub fn forward(layers: u8, convention: Convention) -> Result<Self, BoardError> {
        let (mut solution, moves) = Self::start(layers, convention)?;
        for number in solution.numbers() {
            let mut possible = moves.iter().filter(|&taken| taken & number == *taken);
            if possible.any(|taken| !solution.is_won(number ^ taken)) {
                solution.set_won(number);
            }
        }
        Ok(solution)
    }

    /// A solution in which only the empty triangle is decided, and the moves.
    fn start(layers: u8, convention: Convention) -> Result<(Self, Vec<u64>), BoardError> {
        if layers > Self::MOST_LAYERS {
            let reason = format!("the plain solvers stop at {} layers", Self::MOST_LAYERS);
            return Err(BoardError::Other(reason));
        }
        let full = TriangularNim::full(layers)?.number();
        let mut solution = Self { layers, won: vec![0; full as usize / 64 + 1] };
        if convention == Convention::Misere {
            solution.set_won(0);
        }
        Ok((solution, moves(layers)?))
    }

    fn numbers(&self) -> std::ops::Range<u64> {
        0..1 << (u32::from(self.layers) * (u32::from(self.layers) + 1) / 2)
    }

    /// Does the next player win the position with this number?
    #[must_use]
    pub fn is_won(&self, number: u64) -> bool {
        self.won[(number / 64) as usize] >> (number % 64) & 1 != 0
    }

    fn set_won(&mut self, number: u64) {
        self.won[(number / 64) as usize] |= 1 << (number % 64);
    }

    /// The outcome of a position. `None` means that it has another number of layers.
    #[must_use]
    pub fn outcome(&self, position: &TriangularNim) -> Option<Outcome> {
        let fits = position.layers() == self.layers;
        fits.then(|| if self.is_won(position.number()) { Outcome::Next } else { Outcome::Previous })
    }

    /// The number of P-positions.
    #[must_use]
    pub fn lost(&self) -> u64 {
        let won: u64 = self.won.iter().map(|word| u64::from(word.count_ones())).sum();
        self.numbers().end - won
    }
}

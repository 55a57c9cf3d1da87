//! Which positions are P-positions, by solvers simple enough to be references for the fast one? Forward
//! checking looks at the options of each position, retrograde analysis at the positions that lead to each
//! P-position (Shan 2013, §2.2).

use super::game::{GameError, TakingGame};
use rules::games::triangular_nim::{Convention, TriangularNim};
use values::Outcome;

/// The outcomes of all positions of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    game: TakingGame,
    /// A bit for each position, by its number: 1 for an N-position.
    won: Vec<u64>,
}

impl Solution {
    /// The maximum number of pieces. Seven layers of Triangular Nim have 2^28 positions.
    pub const MOST_PIECES: u8 = 28;

    /// Solves a triangle by retrograde analysis.
    pub fn retrograde(layers: u8, convention: Convention) -> Result<Self, GameError> {
        Self::backward(&TakingGame::triangular_nim(layers)?, convention)
    }

    /// Solves a triangle by forward checking.
    pub fn forward(layers: u8, convention: Convention) -> Result<Self, GameError> {
        Self::of(&TakingGame::triangular_nim(layers)?, convention)
    }

    /// Solves a game by retrograde analysis: a position that leads to a P-position is an N-position.
    pub fn backward(game: &TakingGame, convention: Convention) -> Result<Self, GameError> {
        let mut solution = Self::start(game)?;
        // A position has a smaller number than all positions that lead to it.
        for number in solution.numbers() {
            if convention == Convention::Misere && game.moves_of(number).next().is_none() {
                solution.set_won(number);
            }
            if !solution.is_won(number) {
                let apart = game.moves().iter().filter(|&taken| taken & number == 0);
                apart.for_each(|taken| solution.set_won(number | taken));
            }
        }
        Ok(solution)
    }

    /// Solves a game by forward checking: a position with a move to a P-position is an N-position.
    pub fn of(game: &TakingGame, convention: Convention) -> Result<Self, GameError> {
        let mut solution = Self::start(game)?;
        for number in solution.numbers() {
            let mut moves = game.moves_of(number).peekable();
            let is_won = match moves.peek() {
                None => convention == Convention::Misere,
                Some(_) => moves.any(|taken| !solution.is_won(number ^ taken)),
            };
            if is_won {
                solution.set_won(number);
            }
        }
        Ok(solution)
    }

    fn start(game: &TakingGame) -> Result<Self, GameError> {
        if game.pieces() > Self::MOST_PIECES {
            return Err(GameError::TooManyPieces(game.pieces().into()));
        }
        Ok(Self { game: game.clone(), won: vec![0; game.full() as usize / 64 + 1] })
    }

    fn numbers(&self) -> std::ops::Range<u64> {
        0..self.game.full() + 1
    }

    /// Does the next player win the position with this number?
    #[must_use]
    pub fn is_won(&self, number: u64) -> bool {
        self.won[(number / 64) as usize] >> (number % 64) & 1 != 0
    }

    fn set_won(&mut self, number: u64) {
        self.won[(number / 64) as usize] |= 1 << (number % 64);
    }

    /// The outcome of a position. `None` means that it has another number of pieces in all.
    #[must_use]
    pub fn outcome(&self, position: &TriangularNim) -> Option<Outcome> {
        let layers = position.layers();
        let fits = u32::from(layers) * (u32::from(layers) + 1) / 2 == u32::from(self.game.pieces());
        fits.then(|| if self.is_won(position.number()) { Outcome::Next } else { Outcome::Previous })
    }

    /// The number of P-positions.
    #[must_use]
    pub fn lost(&self) -> u64 {
        let won: u64 = self.won.iter().map(|word| u64::from(word.count_ones())).sum();
        self.numbers().end - won
    }
}

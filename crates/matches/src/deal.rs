//! Which sums are played in a match? Sums of random positions of a game, the same for the same seed.

use derive_more::Display;
use fastrand::Rng;
use sums::{Component, Part, Sum};
use values::Player;

/// A way to make random sums.
#[derive(Clone, Debug, PartialEq, Eq, Display)]
#[display("{components} × {game} {width}×{height}")]
pub struct Deal {
    /// The game.
    pub game: String,
    /// The number of columns of each board.
    pub width: u8,
    /// The number of rows of each board.
    pub height: u8,
    /// The number of boards of a sum.
    pub components: usize,
}

/// Why a sum cannot be made.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum DealError {
    /// There are no random positions of this game.
    #[error(
        "random positions are made of {known}, not of '{0}'; {0}:POSITION deals those that random moves from there lead to",
        known = games()
    )]
    Game(String),
    /// The boards are too large, or too small for both players to have a move.
    #[error("{0} boards of {1}×{2} leave no room to play, or are too large")]
    Size(String, u8, u8),
    /// Random play from this position leads to no position in which both players have a move.
    #[error("random moves from {0} lead to no position in which both players have a move")]
    Start(String),
}

/// The probabilities, in sixteenths, that a square of a random board is empty, Left's, Right's, or burnt.
const MIXTURES: &[(&str, [u8; 4])] = &[
    ("clobber", [3, 7, 6, 0]),
    ("col", [12, 2, 2, 0]),
    ("cram", [12, 0, 0, 4]),
    ("domineering", [12, 0, 0, 4]),
    ("fission", [11, 3, 0, 2]),
    ("konane", [4, 6, 6, 0]),
    ("nogo", [12, 2, 2, 0]),
    ("snort", [12, 2, 2, 0]),
    ("xt-domineering", [12, 0, 0, 4]),
];

/// The number of burnt squares of a board of Amazons (Zhang 2015, §4.5).
const BURNT: usize = 3;
/// The maximum number of tries to make a position in which both players have a move.
const TRIES: usize = 200;

fn games() -> String {
    let names = MIXTURES.iter().map(|(name, _)| *name);
    ["amazons"].into_iter().chain(names).chain(["tree", "triangular-nim"]).collect::<Vec<_>>().join(", ")
}

impl Deal {
    /// The maximum number of boards of a sum.
    pub const MOST_COMPONENTS: usize = 1000;

    /// The sum for a seed.
    pub fn sum(&self, seed: u64) -> Result<Sum, DealError> {
        let mut random = Rng::with_seed(seed);
        let parts = (0..self.components).map(|_| self.part(&mut random)).collect::<Result<_, _>>()?;
        Ok(Sum { parts })
    }

    fn part(&self, random: &mut Rng) -> Result<Part, DealError> {
        for _ in 0..TRIES {
            let text = match &self.game[..] {
                "amazons" => self.amazons(random),
                "tree" => tree(random, 3, 8),
                "triangular-nim" => self.triangle(random),
                game => {
                    let known = MIXTURES.iter().find(|(name, _)| *name == game);
                    let (_, mixture) = known.ok_or_else(|| DealError::Game(game.to_owned()))?;
                    self.mixed(random, mixture)
                }
            };
            if let Ok(position) = Component::read(&self.game, &text)
                && Player::BOTH.into_iter().all(|player| !position.moves(player).is_empty())
            {
                return Ok(Part { game: self.game.clone(), position });
            }
        }
        Err(DealError::Size(self.game.clone(), self.width, self.height))
    }

    /// Columns and rows of a board, such as `4x4`.
    #[must_use]
    pub fn size(&self) -> String {
        format!("{}x{}", self.width, self.height)
    }

    fn cells(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    fn rows(&self, cells: &[char]) -> String {
        let rows = cells.chunks(usize::from(self.width).max(1)).map(|row| row.iter().collect::<String>());
        rows.collect::<Vec<_>>().join("|")
    }

    /// A board with a queen of each player and three burnt squares.
    fn amazons(&self, random: &mut Rng) -> String {
        let mut cells: Vec<char> = ['x', 'o'].into_iter().chain(['#'; BURNT]).collect();
        cells.resize(self.cells().max(cells.len()), '.');
        random.shuffle(&mut cells);
        self.rows(&cells)
    }

    /// A triangle with a layer for each row, and a piece on three places of four.
    fn triangle(&self, random: &mut Rng) -> String {
        let mut place = || if random.u8(..4) < 3 { 'x' } else { '.' };
        let mut row = |length| (0..length).map(|_| place()).collect::<String>();
        (1..=self.height).map(&mut row).collect::<Vec<_>>().join("|")
    }

    fn mixed(&self, random: &mut Rng, mixture: &[u8; 4]) -> String {
        let mut cell = || {
            let mut chance = random.u8(..16);
            for (symbol, share) in ['.', 'x', 'o', '#'].into_iter().zip(mixture) {
                if chance < *share {
                    return symbol;
                }
                chance -= share;
            }
            unreachable!("the shares of a mixture add up to sixteen")
        };
        let cells: Vec<char> = (0..self.cells()).map(|_| cell()).collect();
        self.rows(&cells)
    }
}

/// A random tree, most of it hot.
fn tree(random: &mut Rng, depth: u32, spread: i32) -> String {
    fn node(random: &mut Rng, depth: u32, middle: i32, spread: i32) -> String {
        if depth == 0 || random.u8(..4) == 0 {
            return middle.to_string();
        }
        let mut side = |sign: i32| {
            let options = (0..random.usize(1..=2)).map(|_| {
                let step = sign * random.i32(0..=spread);
                node(random, depth - 1, middle + step, spread)
            });
            options.collect::<Vec<_>>().join(",")
        };
        let (left, right) = (side(1), side(-1));
        format!("{{{left}|{right}}}")
    }
    node(random, depth, 0, spread)
}

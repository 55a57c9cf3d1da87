//! Which sums are played of a game that has no random boards, such as a script? Sums of positions that random play
//! from one position comes to.

use crate::DealError;
use derive_more::Display;
use fastrand::Rng;
use rules::{RuleError, attempt};
use sums::{Part, Sum};
use values::Player;

/// The maximum number of random moves from the start, and of plays that are tried.
const MOST_MOVES: usize = 200;
const TRIES: usize = 20;

/// A way to make random sums of positions of one game.
#[derive(Clone, Debug, PartialEq, Eq, Display)]
#[display("{components} × {start} after random moves")]
pub struct Walk {
    /// The position from which random play starts.
    pub start: Part,
    /// The number of positions of a sum.
    pub components: usize,
}

impl Walk {
    /// The sum for a seed. The rules may fail.
    pub fn sum(&self, seed: u64) -> Result<Result<Sum, DealError>, RuleError> {
        let mut random = Rng::with_seed(seed);
        attempt(|| {
            let parts = (0..self.components).map(|_| self.part(&mut random)).collect::<Option<_>>();
            parts.map(|parts| Sum { parts }).ok_or_else(|| DealError::Start(self.start.to_string()))
        })
    }

    /// A position in which both players have a move. `None` means that none was met.
    fn part(&self, random: &mut Rng) -> Option<Part> {
        (0..TRIES).find_map(|_| self.walk(random))
    }

    /// One of the positions of a random play in which both players have a move, each with the same probability.
    fn walk(&self, random: &mut Rng) -> Option<Part> {
        let mut position = self.start.position.clone();
        let mut player = if random.bool() { Player::Left } else { Player::Right };
        let (mut chosen, mut met) = (None, 0);
        for _ in 0..MOST_MOVES {
            let moves = position.count_moves(player);
            if moves > 0 && position.count_moves(player.opponent()) > 0 {
                met += 1;
                if random.usize(..met) == 0 {
                    chosen = Some(position.clone());
                }
            }
            if moves == 0 {
                break;
            }
            position = position.play(player, random.usize(..moves))?;
            player = player.opponent();
        }
        Some(Part { game: self.start.game.clone(), position: chosen? })
    }
}

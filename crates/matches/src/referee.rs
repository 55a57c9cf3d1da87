//! When a sum is over, and how it was won: one place for the rules of scored play.
//!
//! A game is over when every part is a number, for nobody wants to move in numbers. The score is their total, which is
//! Left's free moves less Right's; Left wins if it is positive and Right if it is negative (Zhang 2015, §4.5). Fractions
//! count as what they are.
//!
//! Whether a part is a number has to be seen the same way by everyone, whatever the clock says and whatever was seen before:
//! only regions that lead to few others, and duels of queens on few cells, are worked out. A larger number is
//! played on, at the same cost for both, until it is small enough to be recognised. If a player cannot move though not all
//! is recognised, the game is over too: all that is left are free moves of the other, and a part
//! that is still too large counts as many of them as the rules can promise.

use crate::State;
use crate::atlas::{Atlas, Habits};
use values::{Budget, Dyadic, Error, Player};

/// Regions that lead to at most so many others are recognised as numbers.
const FEW: usize = 3_000;
/// On so many cells duels of queens are recognised as numbers.
const DUEL_CELLS: u32 = 13;

/// Says when a game is over and what its score is. Keeps what it has worked out.
pub struct Referee {
    atlas: Atlas,
}

impl Default for Referee {
    fn default() -> Self {
        Self { atlas: Atlas::new(Habits { duel_cells: DUEL_CELLS, patient: true, ..Habits::default() }) }
    }
}

impl Referee {
    /// The score, if the game is over; positive if Left has won.
    pub fn score(&mut self, state: &State) -> Result<Option<Dyadic>, Error> {
        self.atlas.tidy();
        let stuck = !state.can_move();
        let mut regions = Vec::new();
        for part in &state.sum().parts {
            regions.extend(self.atlas.regions(&part.position));
        }
        // One region that is no number is enough: the smallest is the fastest to tell.
        regions.sort_by_cached_key(|region| {
            self.atlas.form(*region).bounds().map(|(low, high)| high.minus(low).ok())
        });
        let mut total = Dyadic::ZERO;
        for region in regions {
            let small = self.atlas.has_few_followers(region, FEW);
            let seen = match small.then(|| self.atlas.graph(region, &mut { u32::MAX }, &Budget::endless())) {
                Some(Ok(_)) => self.atlas.known_number(region),
                Some(Err(error)) if !error.is_limit() => return Err(error),
                _ => None,
            };
            let number = match seen {
                Some(x) => x,
                None if stuck => {
                    let bounds = self.atlas.form(region).bounds().unwrap_or((Dyadic::ZERO, Dyadic::ZERO));
                    let (low, high) = if region.is_negative() { (-bounds.1, -bounds.0) } else { bounds };
                    if state.to_move() == Player::Left { low } else { high }
                }
                None => return Ok(None),
            };
            total = total.plus(number)?;
        }
        Ok(Some(total))
    }
}

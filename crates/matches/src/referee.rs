//! When is a game over, and who has won? The rules of a game with chance say it themselves. Where the
//! [last move](crate::Ending) of a sum decides, it is over when the player to move has no move. The winner then
//! has the score of one point. The rest of this module is about scored play.
//!
//! A sum is over when every part is a number, since no player wants to move in a number. The score is the
//! total of these numbers, Left's free moves less Right's. Left wins if it is positive, and Right if it is
//! negative (Zhang 2015, §4.5). Fractions count with their value.
//!
//! Whether a part is recognised as a number must not depend on the clock or on what was computed before. So
//! only regions that lead to few others, and those that a source works out with little work, are computed. A
//! larger number is played on, at the same cost for both players, until it is small enough. If the player to
//! move cannot move, the game is over too: then all that is left are free moves of the opponent, and a part
//! that is too large counts with the bound of the rules that favours the opponent, or with 0 where the rules
//! know no bounds.

use crate::atlas::{Atlas, Habits};
use crate::memory::Memory;
use crate::{Board, State};
use positions::Knowledge;
use rules::surely;
use values::{Budget, Dyadic, Error, Player, within_limits};

/// The maximum number of regions that a region may lead to if it is to be recognised as a number.
const FEW: usize = 3_000;
/// The maximum number of positions that a source works out to recognise a region as a number: those of duels
/// of queens on 13 cells.
const WORK: u64 = 320_000;

/// Decides when a game is over, and with which score. It keeps what it has computed.
pub struct Referee {
    atlas: Atlas,
}

impl Default for Referee {
    fn default() -> Self {
        Self::knowing(exact::knowledge())
    }
}

impl Referee {
    /// A referee who asks these sources.
    #[must_use]
    pub fn knowing(knowledge: Knowledge) -> Self {
        let habits = Habits { most_work: WORK, patient: true, knowledge, ..Habits::default() };
        Self { atlas: Atlas::new(habits, Memory::default()) }
    }

    /// The same referee, who forgets regions when they take more than this many bytes. That changes no score.
    #[must_use]
    pub fn forgetting_after(mut self, bytes: usize) -> Self {
        self.atlas.memory.regions = bytes;
        self
    }

    /// The score, which is positive if Left has won. `None` means that the game is not over. Rules that fail
    /// [unwind](rules::attempt).
    pub fn score(&mut self, state: &State) -> Result<Option<Dyadic>, Error> {
        let (sum, player) = match state.board() {
            Board::Sum(sum, player) => (sum, *player),
            Board::Contest(contest, _) => return Ok(surely(contest.score()).map(Dyadic::from)),
        };
        let stuck = sum.parts.iter().all(|part| part.position.count_moves(player) == 0);
        if let Some(winner) = state.ending().winner_without_moves(player) {
            return Ok(stuck.then(|| winner.sees(Dyadic::ONE)));
        }
        self.atlas.tidy(&Budget::endless());
        let mut regions = Vec::new();
        for part in &sum.parts {
            regions.extend(self.atlas.regions(&part.position));
        }
        // One region that is not a number is enough, and regions with close bounds are the fastest to decide.
        regions.sort_by_cached_key(|region| {
            self.atlas.form(*region).bounds().map(|(low, high)| high.minus(low).ok())
        });
        let mut total = Dyadic::ZERO;
        for region in regions {
            let small = self.atlas.has_few_followers(region, FEW);
            if small {
                within_limits(self.atlas.graph(region, &mut { u32::MAX }, &Budget::endless()))?;
            }
            let number = match self.atlas.known_number(region).filter(|_| small) {
                Some(x) => x,
                None if stuck => {
                    let bounds = self.atlas.form(region).bounds().unwrap_or((Dyadic::ZERO, Dyadic::ZERO));
                    let (low, high) = if region.is_negative() { (-bounds.1, -bounds.0) } else { bounds };
                    if player == Player::Left { low } else { high }
                }
                None => return Ok(None),
            };
            total = total.plus(number)?;
        }
        Ok(Some(total))
    }
}

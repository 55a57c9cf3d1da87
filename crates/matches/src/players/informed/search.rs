//! Which sum follows from a move, and which score does it promise? The sums of hot regions as a domain of αβ
//! search ([`adversary::alphabeta`]). The means of all other regions are certain points, which sums in the
//! transposition table leave out. Exact thermographs bound the score, so that most of a sum is decided long
//! before its end.

use super::knowledge::{Local, Look, points};
use super::{Field, Step};
use crate::atlas::Region;
use adversary::alphabeta::{Domain, Score, Window};
use rules::Outcomes;
use smallvec::{SmallVec, smallvec};
use values::{Error, Player as Side};

/// Moves are tried in at most this number of the hottest regions.
const HOTTEST: usize = 6;

/// A sum as it is searched. Scores are for Left.
#[derive(Clone)]
pub(super) struct Position {
    pub(super) player: Side,
    /// The hot regions.
    pub(super) hot: Field,
    /// The temperatures of the hot regions, the hottest first.
    pub(super) looks: SmallVec<[(Score, Region); 12]>,
    /// The sum of the means of all other regions.
    pub(super) cold: Score,
    /// The sum of all means.
    pub(super) mean: Score,
    /// Are all thermographs exact?
    pub(super) certain: bool,
}

impl Position {
    /// The highest temperature.
    pub(super) fn hottest(&self) -> Score {
        self.looks.first().map_or(0, |(t, _)| *t)
    }

    /// An estimate of the value of the right to move. If all regions were switches, the players would take
    /// them in turn. Most are not, so this counts only for one half.
    fn initiative(&self) -> Score {
        let in_turn = self.looks.iter().rev().fold(0, |rest, (t, _)| t - rest);
        (in_turn + self.hottest() / 2) / 2
    }
}

impl Domain for Local {
    type State = Position;
    type Move = Step;
    type Key = (Field, Side);

    fn most(&self) -> Score {
        // The score of a region is at most 2^52, and sums of 2^8 such regions are out of reach.
        1 << 60
    }

    fn key(&mut self, position: &Position) -> Self::Key {
        (position.hot.clone(), position.player)
    }

    fn offset(&self, position: &Position) -> Score {
        position.player.sees(position.cold)
    }

    fn to_move(&self, position: &Position) -> Side {
        position.player
    }

    fn score(&mut self, position: &Position) -> Option<Score> {
        position.hot.is_empty().then(|| position.player.sees(position.mean))
    }

    /// The player to move reaches at least the mean, and at most the highest temperature more.
    fn range(&mut self, position: &Position) -> Result<Window, Error> {
        let mean = position.player.sees(position.mean);
        Ok(match position.certain {
            true => Window { alpha: mean, beta: mean + position.hottest() },
            false => Window { alpha: -self.most(), beta: self.most() },
        })
    }

    fn evaluation(&mut self, position: &Position) -> Score {
        position.player.sees(position.mean) + position.initiative()
    }

    /// The moves in the hottest regions, ordered by what they gain when every move costs the temperature of
    /// the hottest region.
    fn moves(&mut self, position: &Position) -> Result<Vec<(i32, Step)>, Error> {
        let (looks, player) = (&position.looks, position.player);
        let mut moves = Vec::new();
        let Some(&(_, hottest)) = looks.first() else { return Ok(moves) };
        let id = self.atlas.best_guess(hottest)?;
        let tax = self.atlas.get(id).temperature();
        for (i, &(_, region)) in looks.iter().take(HOTTEST).enumerate() {
            if looks[..i].iter().any(|(_, other)| *other == region) {
                continue;
            }
            let mean = self.look(region)?.mean;
            for (i, candidate) in self.candidates(region, player)?.iter().enumerate() {
                let wall = self.atlas.get(candidate.graph).wall(player.opponent()).at(tax)?;
                let gain = player.sees(points(wall) - mean).clamp(i32::MIN.into(), i32::MAX.into());
                moves.push((gain as i32, (region, i as u16)));
            }
        }
        Ok(moves)
    }

    fn outcomes(&mut self, position: &Position, (region, i): Step) -> Result<Outcomes<Position>, Error> {
        let mut regions = position.hot.clone();
        let place = regions.iter().position(|known| *known == region);
        regions.remove(place.expect("moves are only made in hot regions of the sum"));
        regions.extend_from_slice(&self.candidates(region, position.player)?[usize::from(i)].after);
        let next = self.position(position.player.opponent(), &regions, position.cold, Look::is_hot)?;
        Ok(smallvec![(1, next)])
    }
}

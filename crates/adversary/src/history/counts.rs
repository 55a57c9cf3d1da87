//! What is known of a position, whatever is left on the counter of moves? Where play ends as a draw when nothing
//! is left, more moves can only help the player who wants to win: a win with few moves left is one with more, and
//! a draw with many is one with fewer.

use crate::alphabeta::{Score, Window};

/// Bounds on the value of a position for the player to move, each with the number of moves left for which it
/// was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// A lower bound above 0, which holds for at least this number of moves.
    wins: Option<(Score, u32)>,
    /// A lower bound of at most 0, which holds for at most this number.
    holds: Option<(Score, u32)>,
    /// An upper bound below 0, for at least this number.
    loses: Option<(Score, u32)>,
    /// An upper bound of at least 0, for at most this number.
    fails: Option<(Score, u32)>,
}

impl Counts {
    /// The bounds for this number of moves left; the value lies within `range` anyway.
    #[must_use]
    pub fn bounds(&self, left: u32, range: Window) -> Window {
        let from = |known: Option<(Score, u32)>| known.filter(|&(_, least)| left >= least);
        let up_to = |known: Option<(Score, u32)>| known.filter(|&(_, most)| left <= most);
        let score = |known: Option<(Score, u32)>| known.map(|(score, _)| score);
        let low = score(from(self.wins)).or(score(up_to(self.holds)));
        let high = score(from(self.loses)).or(score(up_to(self.fails)));
        Window {
            alpha: low.map_or(range.alpha, |low| low.max(range.alpha)),
            beta: high.map_or(range.beta, |high| high.min(range.beta)),
        }
    }

    /// Adds bounds for this number of moves left.
    pub fn learn(&mut self, left: u32, found: Window, range: Window) {
        if found.alpha > range.alpha {
            if found.alpha > 0 {
                learn_from(&mut self.wins, found.alpha, left);
            } else {
                learn_up_to(&mut self.holds, found.alpha, left);
            }
        }
        if found.beta < range.beta {
            if found.beta < 0 {
                learn_from(&mut self.loses, found.beta, left);
            } else {
                learn_up_to(&mut self.fails, found.beta, left);
            }
        }
    }
}

/// Takes over a bound, unless the same one holds for fewer moves already.
fn learn_from(known: &mut Option<(Score, u32)>, score: Score, left: u32) {
    if known.is_none_or(|known| known.0 != score || known.1 > left) {
        *known = Some((score, left));
    }
}

/// Takes over a bound, unless the same one holds for more moves already.
fn learn_up_to(known: &mut Option<(Score, u32)>, score: Score, left: u32) {
    if known.is_none_or(|known| known.0 != score || known.1 < left) {
        *known = Some((score, left));
    }
}

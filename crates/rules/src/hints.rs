//! What searches may know about a position beyond the rules: bounds, the length of play, static evaluations.
//! Every hint has a default that knows nothing, and no hint changes a result that is certain; good ones save
//! time.

use crate::Prospects;
use values::{Dyadic, Player};

/// Facts and guesses about a position that need no search.
pub trait Hints: Sized {
    /// The number that the position is equal to. `None` means that it is not seen at once.
    fn number(&self) -> Option<Dyadic> {
        None
    }

    /// The most moves that both players together can still make.
    fn longest_play(&self) -> Option<u32> {
        None
    }

    /// Numbers between which the value lies.
    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        bounds_by_length(self.longest_play()?)
    }

    /// Static bounds on the number of moves that Left and Right are guaranteed, which add up over the parts
    /// of a sum.
    fn prospects(&self) -> Option<[Prospects; 2]> {
        None
    }

    /// A position of the same value with less left to play. `None` means that this one stays as it is.
    fn simplified(&self) -> Option<Self> {
        None
    }

    /// With this player to move, guesses of the number of further moves that Left, and Right, need for a
    /// certain win. It is 0 only where the win is certain.
    fn distances(&self, first: Player) -> [u32; 2] {
        if let Some(prospects) = self.prospects() {
            return Player::BOTH.map(|player| prospects[player as usize].lacking(first == player));
        }
        let Some((low, high)) = self.bounds() else { return [1, 1] };
        let distance = |ahead: Dyadic, player: Player| {
            // The player to move loses in a position worth 0.
            let certain = ahead > Dyadic::ZERO || ahead == Dyadic::ZERO && first != player;
            if certain { 0 } else { 1i64.saturating_sub(ahead.floor()).try_into().unwrap_or(u32::MAX) }
        };
        [distance(low, Player::Left), distance(-high, Player::Right)]
    }

    /// The winner with this player to move, where it is known without search.
    fn winner(&self, first: Player) -> Option<Player> {
        let distances = self.distances(first);
        Player::BOTH.into_iter().find(|&player| distances[player as usize] == 0)
    }

    /// Move-ordering score of the position, in moves that Left is ahead: what is best for the player is
    /// searched first.
    fn ordering(&self) -> i32 {
        self.evaluation() / 8
    }

    /// Static evaluation: a guess of the mean, in eighths of a move. By default it is the middle of the
    /// bounds.
    fn evaluation(&self) -> i32 {
        self.bounds().map_or(0, middle)
    }
}

/// The bounds of a value if no more than this many moves can be made.
pub(crate) fn bounds_by_length(moves: u32) -> Option<(Dyadic, Dyadic)> {
    let most = Dyadic::integer(moves.into()).ok()?;
    Some((-most, most))
}

/// The middle of bounds, in eighths.
pub(crate) fn middle((low, high): (Dyadic, Dyadic)) -> i32 {
    const MOST: i64 = 1 << 28;
    let middle = low.plus(high).and_then(|both| both.times(4)).map(Dyadic::floor);
    // What is too large for that has no eighths worth counting.
    let rough = || low.floor().saturating_add(high.floor()).saturating_mul(4);
    middle.unwrap_or_else(|_| rough()).clamp(-MOST, MOST) as i32
}

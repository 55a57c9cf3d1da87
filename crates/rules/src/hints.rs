//! Static knowledge about positions for searches: bounds, the length of play, static evaluations. Every hint
//! has a default without knowledge. Hints save time and never change a certain result.

use crate::{Features, Forecast, Prospects};
use values::{ByPlayer, Dyadic, Player};

/// Facts and estimates about a position without search.
pub trait Hints: Sized {
    /// The number that the position is equal to. `None` means that it is unknown without search.
    fn number(&self) -> Option<Dyadic> {
        None
    }

    /// An upper bound on the number of moves that both players together can still make. `None` means that it
    /// is unknown.
    fn longest_play(&self) -> Option<u32> {
        None
    }

    /// Bounds of the value, both inclusive. `None` means that they are unknown.
    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        bounds_by_length(self.longest_play()?)
    }

    /// Static bounds on the number of moves that Left and Right are guaranteed, which add up over the parts
    /// of a sum. `None` means that they are unknown.
    fn prospects(&self) -> Option<ByPlayer<Prospects>> {
        None
    }

    /// Is the position impartial: do both players have the same options, here and in every position that can
    /// follow? `false` means that this is not known.
    fn is_impartial(&self) -> bool {
        false
    }

    /// Is the position all-small: can both players move or neither, here and in every position that can
    /// follow? `false` means that this is not known.
    fn is_all_small(&self) -> bool {
        self.is_impartial()
    }

    /// A position of the same value with less left to play. `None` means that this one stays as it is.
    fn simplified(&self) -> Option<Self> {
        None
    }

    /// Estimates of the number of moves that Left, and Right, need for a certain win, with this player to
    /// move. An estimate is 0 only if the win is certain.
    fn distances(&self, first: Player) -> ByPlayer<u32> {
        if let Some(prospects) = self.prospects() {
            return ByPlayer::from_fn(|player| prospects[player].lacking(first == player));
        }
        distances_by_bounds(self.bounds(), first)
    }

    /// The winner with this player to move. `None` means that it is unknown without search.
    fn winner(&self, first: Player) -> Option<Player> {
        let distances = self.distances(first);
        Player::BOTH.into_iter().find(|&player| distances[player] == 0)
    }

    /// Move-ordering score: the number of moves that Left is ahead by. The best option for the player is
    /// searched first.
    fn ordering(&self) -> i32 {
        self.evaluation() / 8
    }

    /// Static evaluation: an estimate of the mean, in eighths of a move. By default it is the middle of the
    /// bounds.
    fn evaluation(&self) -> i32 {
        self.bounds().map_or(0, middle)
    }

    /// Counts from which mean and temperature are forecast, with their weights. `None` means that the game
    /// declares none.
    fn features(&self) -> Option<Features> {
        None
    }

    /// Static forecast of mean and temperature: by the features, or else the static evaluation, as if it were
    /// a number.
    fn forecast(&self) -> Forecast {
        let default = || Forecast { mean: self.evaluation(), temperature: 0 };
        self.features().map_or_else(default, |features| features.forecast())
    }
}

/// The bounds of a value in whose play at most this number of moves is made.
#[must_use]
pub fn bounds_by_length(moves: u32) -> Option<(Dyadic, Dyadic)> {
    let most = Dyadic::integer(moves.into()).ok()?;
    Some((-most, most))
}

/// [`Hints::distances`] of a value within bounds. `None` means that they are unknown.
pub(crate) fn distances_by_bounds(bounds: Option<(Dyadic, Dyadic)>, first: Player) -> ByPlayer<u32> {
    let Some((low, high)) = bounds else { return ByPlayer::both(1) };
    let distance = |ahead: Dyadic, player: Player| {
        // The player to move loses in a position worth 0.
        let certain = ahead > Dyadic::ZERO || ahead == Dyadic::ZERO && first != player;
        if certain { 0 } else { 1i64.saturating_sub(ahead.floor()).try_into().unwrap_or(u32::MAX) }
    };
    ByPlayer::new(distance(low, Player::Left), distance(-high, Player::Right))
}

/// The middle of bounds, in eighths.
pub(crate) fn middle((low, high): (Dyadic, Dyadic)) -> i32 {
    const MOST: i64 = 1 << 28;
    let middle = low.plus(high).and_then(|both| both.times(4)).map(Dyadic::floor);
    // Bounds too large for eighths are rounded.
    let rough = || low.floor().saturating_add(high.floor()).saturating_mul(4);
    middle.unwrap_or_else(|_| rough()).clamp(-MOST, MOST) as i32
}

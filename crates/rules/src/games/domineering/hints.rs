//! Static knowledge about Domineering: the minimum and maximum number of dominoes that each player can place.

use super::{DomineeringRules, places};
use crate::bitboard::Bitboard;
use crate::forecast::{lead, total};
use crate::{Board, BoardHints, Counts, Features, Prospects, Weights};
use values::{ByPlayer, Dyadic, Player};

impl BoardHints for DomineeringRules {
    fn longest_play<B: Bitboard>(board: &Board<B>) -> Option<u32> {
        Some(board.empty.count() / 2)
    }

    /// A player has at most the moves that fit into the free cells, and at least those
    /// that fit into cells where the other can place nothing. Prospects say more where both can move, but the
    /// middle of narrower bounds orders moves worse: 7×7 takes 26 times the sums.
    fn bounds<B: Bitboard>(board: &Board<B>) -> Option<(Dyadic, Dyadic)> {
        let free = board.empty;
        let room = |cells: B, player| packed(cells, player).count() as i32;
        let [left, right] = Player::BOTH
            .map(|player| (room(free, player), room(free.without(open(free, player.opponent())), player)));
        Some((Dyadic::from(left.1 - right.0), Dyadic::from(left.0 - right.1)))
    }

    fn prospects<B: Bitboard>(board: &Board<B>) -> Option<ByPlayer<Prospects>> {
        Some(ByPlayer::from_fn(|player| prospects(board.empty, player)))
    }

    /// Removes cells that no domino can cover. It also removes isolated places that only Left can use,
    /// together with the same number of such places of Right.
    fn simplified<B: Bitboard>(board: &Board<B>) -> Option<Board<B>> {
        let free = board.empty;
        let [left, right] = Player::BOTH.map(|player| {
            let contested = open(free, player.opponent());
            let lines = |cells| match player {
                Player::Left => B::north(cells) | B::south(cells),
                Player::Right => B::west(cells) | B::east(cells),
            };
            free.without(contested.spread(free, lines))
        });
        let dominoes = ByPlayer::new(packed(left, Player::Left), packed(right, Player::Right));
        let cancelled = dominoes.left.count().min(dominoes.right.count()) as usize;
        let kept = ByPlayer::from_fn(|player| {
            let kept = dominoes[player];
            let kept = kept.cells().take(cancelled).fold(kept, |kept, cell| kept.without(B::cell(cell)));
            kept | along(kept, player)
        });
        let taken = (left | right).without(kept.left | kept.right);
        Some(Board { empty: free.without(taken), ..*board })
    }

    fn features<B: Bitboard>(board: &Board<B>) -> Option<Features> {
        Some(features(board.empty))
    }

    fn ordering<B: Bitboard>(board: &Board<B>) -> Option<i32> {
        let [left, right] = Player::BOTH.map(|player| places(board.empty, player).count() as i32);
        Some(left - right)
    }
}

/// The lower and the upper bound of the value, by room and by prospects.
fn bounds<B: Bitboard>(free: B) -> ByPlayer<i32> {
    let room = |cells: B, player| packed(cells, player).count() as i32;
    let sure = |player: Player| {
        let own = room(free.without(open(free, player.opponent())), player);
        prospects(free, player).lead().max(own - room(free, player.opponent()))
    };
    ByPlayer::new(sure(Player::Left), -sure(Player::Right))
}

const WEIGHTS: Weights = Weights {
    mean: &[0.0591, 0.1109, 0.2943, 0.3614, 0.0086, -0.0313, 0.2408, -0.1803],
    temperature: &[-0.6818, 0.3069, -0.1241, 0.2104, 0.0428, 0.0046, 0.0239, -0.0619, -0.0682],
};

/// The counts of free cells from which mean and temperature are forecast.
fn features<B: Bitboard>(free: B) -> Features {
    let open = ByPlayer::from_fn(|player| open(free, player));
    let contested = open.left & open.right;
    let fits = ByPlayer::from_fn(|player| places(free, player).count());
    let most = ByPlayer::from_fn(|player| packed(free, player).count());
    let own = ByPlayer::from_fn(|player| packed(free.without(open[player.opponent()]), player).count());
    let ByPlayer { left: low, right: high } = bounds(free).map(f64::from);
    let size = f64::from(contested.count());
    let share = size / 16.0;
    let odd = f64::from(free.count() % 2);
    let leads = [low + high, lead(fits), lead(most), lead(own)];
    Features {
        score: 0.0,
        mean: leads.into_iter().chain(leads.map(|lead| lead * share)).collect(),
        temperature: Counts::from_slice(&[
            1.0,
            size,
            size * share,
            high - low,
            odd,
            leads[0].abs(),
            leads[1].abs(),
            total(most),
            total(fits),
        ]),
        weights: &WEIGHTS,
    }
}

/// One step in the direction of a player's dominoes.
fn along<B: Bitboard>(cells: B, player: Player) -> B {
    if player == Player::Left { cells.south() } else { cells.east() }
}

/// One step in the opposite direction.
fn along_back<B: Bitboard>(cells: B, player: Player) -> B {
    if player == Player::Left { cells.north() } else { cells.west() }
}

/// The cells that a player may still cover.
fn open<B: Bitboard>(free: B, player: Player) -> B {
    let places = places(free, player);
    places | along(places, player)
}

/// The first halves of a maximum packing of a player's dominoes into these cells.
fn packed<B: Bitboard>(free: B, player: Player) -> B {
    // Dominoes are packed along each line of cells from its first cell.
    let mut first = free.without(along(free, player));
    let mut all = B::NONE;
    while !first.is_empty() {
        let second = along(first, player) & free;
        all = all | along_back(second, player);
        first = along(second, player) & free;
    }
    all
}

/// The moves that a player is guaranteed.
fn prospects<B: Bitboard>(free: B, player: Player) -> Prospects {
    let along = |cells| along(cells, player);
    let along_back = |cells| along_back(cells, player);
    let across = |cells: B| if player == Player::Left { cells.east() } else { cells.south() };
    let across_back = |cells: B| if player == Player::Left { cells.west() } else { cells.north() };
    let contested = open(free, player.opponent());
    let safe = packed(free.without(contested), player);
    let rest = free.without(safe | along(safe));
    // Blocks: two places side by side, with no free cell behind one of them.
    let places = places(free, player);
    let [behind, before] =
        [across(free), across_back(free)].map(|open| places.without(open | along_back(open)));
    let mut squares = places & across_back(places) & (behind | across_back(before));
    let (mut blocks, mut in_blocks) = (0, B::NONE);
    while let Some(cell) = squares.first() {
        let ends = B::cell(cell) | across(B::cell(cell));
        let block = ends | along(ends);
        (blocks, in_blocks) = (blocks + 1, in_blocks | block);
        let touching = block | along_back(ends);
        squares = squares.without(touching | across_back(touching));
    }
    let rest = rest.without(in_blocks);
    let full = packed(rest & contested, player);
    let half = packed(rest.without(full | along(full)), player);
    let singles = full | half;
    let taken = in_blocks | singles | along(singles);
    let beside = across(taken) | across_back(taken);
    let lone = singles.without(beside | along_back(beside)).count();
    // Cells that no domino of the opponent can ever cover.
    let dominoes = packed(contested, player.opponent());
    let odd = contested.without(dominoes | across(dominoes));
    let touched = (taken & contested).spread(contested, |cells| across(cells) | across_back(cells));
    Prospects {
        safe: safe.count(),
        blocks,
        paired: singles.count() - lone,
        lone,
        half: half.count(),
        cells: contested.count() - odd.without(touched).count(),
        most: dominoes.count(),
    }
}

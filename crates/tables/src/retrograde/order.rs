//! Which pieces name a block, and in which order are the others bits of a place? Block pieces that few moves
//! share need few updates. The lowest bits are unions of orbits of the symmetries, so that turning a block
//! moves whole rows.

use super::game::TakingGame;
use super::layout::{Layout, bits};
use super::words::{LANES, TILE, WORD};
use std::collections::BTreeSet;

/// The pieces of a place in a block, in the order of their bits.
pub(super) struct Order {
    pub(super) pieces: Vec<u8>,
    /// The number of lowest bits that all symmetries keep together.
    pub(super) row: u32,
}

/// The maximum number of orbits of which all unions are tried as block pieces.
const MOST_ORBITS: usize = 18;

/// Sets of block pieces that all symmetries of the game keep, for blocks of at most `bytes` bytes, those with
/// the fewest updates first.
pub(super) fn best_block_pieces(game: &TakingGame, bytes: u64) -> Vec<u64> {
    let mut orbits = orbits(game.full(), game.symmetries());
    by_moves(&mut orbits, game.moves());
    // Without symmetries there are too many unions: pieces with few moves are taken together then.
    while orbits.len() > MOST_ORBITS {
        let parts = orbits.chunks(2).map(|pair| pair.iter().fold(0, |set, orbit| set | orbit));
        orbits = parts.collect();
    }
    let wanted = u32::from(game.pieces()).saturating_sub((bytes.max(1) * 8).ilog2().max(TILE));
    let wanted = wanted.min(Layout::MOST_BLOCK_PIECES);
    let sets = (0..1u64 << orbits.len())
        .map(|chosen| bits(chosen).fold(0, |set, orbit| set | orbits[usize::from(orbit)]));
    let mut choices: Vec<(u32, u64, u64)> = sets
        .filter(|set| (wanted..=Layout::MOST_BLOCK_PIECES).contains(&set.count_ones()))
        .map(|set| {
            let parts: BTreeSet<u64> = game.moves().iter().map(|taken| taken & set).collect();
            let shares = parts.iter().filter(|&&part| part != 0).map(|part| 1u64 << 40 >> part.count_ones());
            (set.count_ones(), shares.sum(), set)
        })
        .collect();
    choices.sort_unstable();
    choices.into_iter().map(|(_, _, set)| set).collect()
}

/// The pieces of a block in the order of their bits: six in a word, three that choose a word in a row, six
/// that choose a row in a tile, and the rest. If possible, all symmetries map the six, the three and the next
/// six to themselves. Otherwise they map nine, eight, seven or six lowest bits to themselves. If possible, no
/// move takes two of the first nine. Few moves should take one of the three, since it is faster to permute
/// bits and rows than words. A small game gets spare pieces, so that it fills a tile. `None` means that there
/// is no such order.
pub(super) fn choose(game: &TakingGame, named: u64, symmetries: &[Vec<u8>]) -> Option<Order> {
    let within = (u32::from(game.pieces()) - named.count_ones()).max(TILE);
    let pieces = ((1 << (within + named.count_ones())) - 1) & !named;
    let mut orbits = orbits(pieces, symmetries);
    by_moves(&mut orbits, game.moves());
    let without =
        |set: u64| orbits.iter().rev().copied().filter(move |orbit| orbit & set == 0).collect::<Vec<u64>>();
    let separate = |is_apart: &dyn Fn(u64) -> bool| {
        (0..orbits.len()).find_map(|first| {
            let lanes = fill(&orbits[first..], LANES, 0, is_apart)?;
            let word = fill(&without(lanes), WORD, lanes, is_apart)? ^ lanes;
            Some((bits(word).chain(bits(lanes)).collect::<Vec<u8>>(), word | lanes))
        })
    };
    let together = |is_apart: &dyn Fn(u64) -> bool| {
        (WORD..=WORD + LANES).rev().find_map(|room| {
            let row = fill(&without(0), room, 0, is_apart)?;
            Some((bits(row).collect::<Vec<u8>>(), row))
        })
    };
    let is_apart =
        |set: u64| game.moves().iter().all(|taken| taken & set != *taken || taken.count_ones() == 1);
    let any = |_: u64| true;
    let found = separate(&is_apart).or_else(|| separate(&any)).or_else(|| together(&is_apart));
    let (low, row) = found.or_else(|| together(&any))?;
    let rows = fill(&without(row), TILE - row.count_ones(), 0, &any).unwrap_or(0);
    let rest = bits(pieces & !row & !rows);
    let count = row.count_ones();
    Some(Order { pieces: low.into_iter().chain(bits(rows)).chain(rest).collect(), row: count })
}

/// The orbits of pieces under symmetries. A piece that they do not know is an orbit of its own.
fn orbits(pieces: u64, symmetries: &[Vec<u8>]) -> Vec<u64> {
    let orbit = |piece: u8| {
        let images = symmetries.iter().map(|turn| turn.get(usize::from(piece)).copied().unwrap_or(piece));
        images.fold(0, |orbit, image| orbit | 1 << image)
    };
    let mut orbits: Vec<u64> = bits(pieces).map(orbit).collect();
    orbits.sort_unstable();
    orbits.dedup();
    orbits
}

/// Sorts orbits by the number of moves for each of their pieces.
fn by_moves(orbits: &mut [u64], moves: &[u64]) {
    orbits.sort_by_key(|orbit| {
        moves.iter().filter(|&taken| taken & orbit != 0).count() / orbit.count_ones() as usize
    });
}

/// A set with orbits added to it that have `room` pieces together. `None` means that there are no such
/// orbits.
fn fill(orbits: &[u64], room: u32, set: u64, is_apart: &dyn Fn(u64) -> bool) -> Option<u64> {
    if room == 0 {
        return Some(set);
    }
    (0..orbits.len()).find_map(|i| {
        let rest = room.checked_sub(orbits[i].count_ones())?;
        let wider = set | orbits[i];
        if is_apart(wider) { fill(&orbits[i + 1..], rest, wider, is_apart) } else { None }
    })
}

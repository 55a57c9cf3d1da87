//! What do the kernels know about a layout when they run? The tables of the code of words, the symmetries, and the
//! moves that leave a tile, as the structures of `kernels.cu` have them.

use crate::source::{TILE_BITS, WORD, is_mixed, lacking, leaves_tile};
use rules::games::triangular_nim::Convention;
use tables::retrograde::{Codes, Layout, exchanges};

pub(super) fn bytes_of<const N: usize, T: Copy>(numbers: &[T], to_bytes: impl Fn(T) -> [u8; N]) -> Vec<u8> {
    numbers.iter().flat_map(|&number| to_bytes(number)).collect()
}

pub(super) fn bytes32(numbers: &[u32]) -> Vec<u8> {
    bytes_of(numbers, u32::to_le_bytes)
}

pub(super) fn bytes64(numbers: &[u64]) -> Vec<u8> {
    bytes_of(numbers, u64::to_le_bytes)
}

/// The tables of the code of words, as the kernels have them.
pub(super) fn codes() -> Vec<u8> {
    let codes = Codes::get();
    let mut bytes = bytes64(codes.halves.as_flattened());
    bytes.extend(bytes32(codes.quarters.as_flattened()));
    bytes.extend(bytes32(&codes.lengths));
    bytes.extend(bytes32(&codes.subsets_of_32));
    for table in [&codes.subsets_of_16, &codes.starts] {
        bytes.extend(bytes32(table));
        bytes.extend(bytes32(&[0; 3]));
    }
    let inverse =
        |&subsets: &u32| u32::try_from((1u64 << 32) / u64::from(subsets.max(1))).unwrap_or(u32::MAX);
    bytes.extend(bytes32(&codes.subsets_of_32.each_ref().map(inverse)));
    bytes.extend(bytes32(&codes.subsets_of_16.each_ref().map(inverse)));
    bytes.extend(bytes32(&[0; 3]));
    for table in [&codes.sets, &codes.ranks] {
        bytes.extend(bytes_of(table, u16::to_le_bytes));
    }
    bytes
}

/// The size of a symmetry for the kernels.
pub(super) const TURN_BYTES: u64 = 4 * 80;

pub(super) fn turns(layout: &Layout) -> Vec<u8> {
    let row = if is_mixed(layout) { layout.row() } else { WORD };
    let mut bytes = Vec::new();
    for turn in layout.turns() {
        let mut numbers = [0u32; 80];
        let back = turn.inverse();
        for bit in 0..layout.within() - WORD {
            // Bits inside a row are exchanged, and not part of the number of a row.
            let is_outside = bit + WORD >= row;
            numbers[bit as usize] =
                if is_outside { u32::from(back.images()[(bit + WORD) as usize]) - WORD } else { bit };
        }
        let exchanges = exchanges(&turn.images()[..row as usize]);
        for (i, (low, high)) in exchanges.into_iter().flatten().enumerate() {
            numbers[32] += 1;
            (numbers[33 + 2 * i], numbers[34 + 2 * i]) = (low.into(), high.into());
        }
        bytes.extend(bytes32(&numbers));
    }
    bytes
}

/// The moves that leave a tile.
pub(super) fn steps(layout: &Layout) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut push = |link: u32, place: u64| {
        let (tile, low) = (place >> (WORD + TILE_BITS), place >> WORD & ((1 << TILE_BITS) - 1));
        bytes.extend(bytes32(&[link, tile as u32, low as u32, (place % 64) as u32]));
        bytes.extend(bytes64(&[lacking(place % 64)]));
    };
    layout.inside().places().filter(|&place| leaves_tile(place)).for_each(|place| push(0, place));
    for (link, number) in layout.outward(layout.all_blocks() - 1).zip(1..) {
        link.places().for_each(|place| push(number, place));
    }
    bytes
}

/// All moves, those of few pieces first, where they matter: in misère play.
pub(super) fn moves(layout: &Layout, convention: Convention) -> (Vec<u8>, u64) {
    if convention == Convention::Normal {
        return (Vec::new(), 0);
    }
    let links = std::iter::once(layout.inside()).chain(layout.outward(layout.all_blocks() - 1));
    let moves: Vec<(u32, u64)> =
        links.flat_map(|link| link.places().map(move |place| (link.part(), place))).collect();
    let mut bytes = Vec::new();
    for &(part, place) in &moves {
        bytes.extend(bytes32(&[part, (place >> WORD) as u32]));
        bytes.extend(bytes64(&[lacking(place % 64)]));
    }
    (bytes, moves.len() as u64)
}

//! What do the kernels know about a layout when they are compiled? Its size, and the moves inside a tile and a word as
//! constants, so that shifts and masks need no memory.

use std::fmt::Write;
use tables::retrograde::Layout;

/// The bits of the number of a word in a tile.
pub(crate) const TILE_BITS: u32 = 11;
pub(crate) const WORD: u32 = 6;

/// The bits of a word whose number lacks a bit of this set.
pub(crate) fn lacking(set: u64) -> u64 {
    !(0..64u64).filter(|bit| bit & set == set).fold(0, |having, bit| having | 1 << bit)
}

/// The moves inside a block that leave a tile.
pub(crate) fn leaves_tile(place: u64) -> bool {
    place >> (WORD + TILE_BITS) != 0
}

/// Do symmetries exchange bits of different words?
pub(crate) fn is_mixed(layout: &Layout) -> bool {
    let keeps = |images: &[u8]| images[..WORD as usize].iter().all(|&to| u32::from(to) < WORD);
    !layout.turns().iter().all(|turn| keeps(turn.images()))
}

/// The number of moves that leave a tile.
pub(crate) fn steps(layout: &Layout) -> usize {
    let outward: usize = layout.outward(layout.all_blocks() - 1).map(|link| link.places().count()).sum();
    outward + layout.inside().places().filter(|&place| leaves_tile(place)).count()
}

/// The lines that have to precede the kernels for this layout.
#[must_use]
pub fn definitions(layout: &Layout, is_misere: bool) -> String {
    let mut text = String::new();
    let mut define = |name: &str, value: String| _ = writeln!(text, "#define {name} {value}");
    define("WORD_BITS", (layout.within() - WORD).to_string());
    define("MISERE", u32::from(is_misere).to_string());
    define("MIXED", u32::from(is_mixed(layout)).to_string());
    define("STEPS", steps(layout).to_string());
    let inside = || layout.inside().places().filter(|&place| !leaves_tile(place));
    let in_tile = inside().filter(|place| place >> WORD != 0).map(|place| {
        let (low, shift) = (place >> WORD, place % 64);
        format!("X({low}u, {shift}, {:#x}ull)", lacking(shift))
    });
    define("IN_TILE(X)", in_tile.collect::<Vec<_>>().join(" "));
    let in_word = inside().filter(|place| place >> WORD == 0);
    let in_word = in_word.map(|place| format!("X({place}, {:#x}ull)", !lacking(place)));
    define("IN_WORD(X)", in_word.collect::<Vec<_>>().join(" "));
    text
}

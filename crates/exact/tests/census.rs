//! The census of a board agrees with the values of its positions one by one.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "placement/mod.rs"]
mod placement;

use exact::ValueTable;
use placement::PlacementCensus;
use rules::bitboard::{Bitboard, Cell, Small};
use rules::games::nogo::{self, NoGo};
use rules::{Board, Notation};
use values::{ByPlayer, Values};

#[test]
fn every_legal_3x3_nogo_position() {
    let values = Values::new();
    let cells = |bits: u32| (0..9u8).filter(move |i| bits >> i & 1 == 1).map(|i| Cell { x: i % 3, y: i / 3 });
    let bitboard = |bits: u32| cells(bits).map(Small::cell).sum::<Small>();
    let board = |left: u32, right: u32| Board::<Small> {
        width: 3,
        height: 3,
        empty: bitboard(0x1ff & !(left | right)),
        stones: ByPlayer::new(bitboard(left), bitboard(right)),
    };
    let legal = |left, right| nogo::is_legal(&board(left, right));
    let census = PlacementCensus::new(values.thermographs(), 9, legal).unwrap();
    assert_eq!(census.legal_positions(), 12_675);
    assert_eq!(census.thermographs().iter().map(|(_, count)| count).sum::<usize>(), 12_675);

    let table = ValueTable::default();
    for left in 0..1 << 9 {
        for right in (0..1 << 9).filter(|right| left & right == 0) {
            let position = NoGo::<Small>::read(&board(left, right).to_string());
            assert_eq!(position.is_ok(), legal(left, right));
            let value = position.ok().map(|position| table.value(&values, &position).unwrap());
            assert_eq!(census.get(left, right), value.map(|value| values.thermograph_id(value).unwrap()));
        }
    }
}

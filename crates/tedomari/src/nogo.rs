//! Who may play on which empty cell of a NoGo board (Shan 2013, §4.2)? A cell that is closed to a player stays
//! closed, so the classes say what can still happen there.

use crate::answers::CellClasses;
use rules::bitboard::{Bitboard, Huge, Large, Small};
use rules::games::nogo::NoGo;
use rules::{AnyPosition, Position};
use std::collections::HashSet;
use values::Player;

/// The classes of the empty cells. `None` means that this is not a whole board of NoGo.
pub(crate) fn cell_classes(position: &AnyPosition) -> Option<CellClasses> {
    let small = || position.downcast::<NoGo<Small>>().map(classes);
    let large = || position.downcast::<NoGo<Large>>().map(classes);
    let huge = || position.downcast::<NoGo<Huge>>().map(classes);
    small().or_else(large).or_else(huge)?
}

fn classes<B: Bitboard>(position: &NoGo<B>) -> Option<CellClasses> {
    let board = position.plain_board()?;
    let open = Player::BOTH
        .map(|player| position.moves(player).iter().map(ToString::to_string).collect::<HashSet<String>>());
    let mut classes = CellClasses::default();
    for cell in board.empty.cells() {
        let name = board.name(cell).to_string();
        let class = match open.each_ref().map(|open| open.contains(&name)) {
            [true, true] => &mut classes.both,
            [true, false] => &mut classes.left,
            [false, true] => &mut classes.right,
            [false, false] => &mut classes.nobody,
        };
        class.push(name);
    }
    Some(classes)
}

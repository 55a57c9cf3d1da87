//! The picture of a position that is played on a board.

use pictures::Picture;
use rules::{AnyPosition, rows_and_points};

/// The picture of a position. `None` means that it is not drawn as a board.
#[must_use]
pub fn board_picture(position: &AnyPosition) -> Option<Picture> {
    let names = position.cells()?;
    let text = position.to_string();
    let (board, _) = rows_and_points(&text);
    let height = board.split('|').count();
    Some(pictures::board(board, |x| names.column(x), |y| names.row(y, height)))
}

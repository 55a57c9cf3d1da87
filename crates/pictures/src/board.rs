//! Boards as pictures: squares with stones, burnt squares filled, all other cells as their character.

use crate::Picture;
use crate::picture::{Anchor, Colour, Place, Shape, Stroke};

const SIDE: f64 = 36.0;
const MARGIN: f64 = 30.0;

/// The picture of a board. Rows are joined by `|`: `X` is a black stone, `O` a white one, `.` an empty
/// square, `#` one out of play; other characters are drawn as text. `column` and `row` name the columns from
/// the left and the rows from the top, each counted from 0.
///
/// ```
/// let (column, row) = (|x: usize| ["A", "B", "C"][x].to_owned(), |y: usize| (2 - y).to_string());
/// assert!(pictures::board("x.#|..o", column, row).svg().contains("<circle"));
/// ```
#[must_use]
pub fn board(rows: &str, column: impl Fn(usize) -> String, row: impl Fn(usize) -> String) -> Picture {
    let cells: Vec<Vec<char>> = rows.split('|').map(|row| row.chars().collect()).collect();
    let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
    let (width, height) = (2.0 * MARGIN + columns as f64 * SIDE, 2.0 * MARGIN + cells.len() as f64 * SIDE);
    let mut picture = Picture::new((width, height), "Board", rows.to_owned());
    for (y, row) in cells.iter().enumerate() {
        for (x, &content) in row.iter().enumerate() {
            picture.square((MARGIN + x as f64 * SIDE, MARGIN + y as f64 * SIDE), content);
        }
    }
    let middle = |i: usize| MARGIN + (i as f64 + 0.5) * SIDE;
    for x in 0..columns {
        picture.text((middle(x), height - MARGIN + 18.0), Anchor::Middle, column(x));
    }
    for y in 0..cells.len() {
        picture.text((MARGIN - 10.0, middle(y) + 4.0), Anchor::End, row(y));
    }
    picture
}

impl Picture {
    fn square(&mut self, (x, y): Place, content: char) {
        let corners = vec![(x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)];
        let fill = if content == '#' { Colour::grey(0x55) } else { Colour::WHITE };
        self.shapes.push(Shape::Area(corners, fill, Some(Stroke::solid(Colour::INK, 1.0))));
        let (cx, cy) = (x + SIDE / 2.0, y + SIDE / 2.0);
        let stone = match content.to_ascii_lowercase() {
            'x' => Colour::BLACK,
            'o' => Colour::WHITE,
            '.' | '#' => return,
            letter => return self.sized_text((cx, cy + 5.0), Anchor::Middle, 16.0, letter),
        };
        let edge = Stroke::solid(Colour::BLACK, 1.5);
        self.shapes.push(Shape::Circle((cx, cy), SIDE * 0.38, stone, Some(edge)));
    }
}

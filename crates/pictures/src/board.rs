//! Boards as pictures: squares with stones, burnt squares filled, all other cells as their character.

use crate::svg::{Page, escaped};

const SIDE: f64 = 36.0;
const MARGIN: f64 = 30.0;

/// A board drawn as a complete SVG document. Rows are joined by `|`: `X` is a black stone, `O` a white one,
/// `.` an empty square, `#` one out of play; other characters are drawn as text. `column` and `row` name the
/// columns from the left and the rows from the top, each counted from 0.
///
/// ```
/// let (column, row) = (|x: usize| ["A", "B", "C"][x].to_owned(), |y: usize| (2 - y).to_string());
/// assert!(pictures::board("x.#|..o", column, row).contains("<circle"));
/// ```
#[must_use]
pub fn board(rows: &str, column: impl Fn(usize) -> String, row: impl Fn(usize) -> String) -> String {
    let rows: Vec<Vec<char>> = rows.split('|').map(|row| row.chars().collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut page = Page::default();
    for (y, row) in rows.iter().enumerate() {
        for (x, &content) in row.iter().enumerate() {
            page.square((MARGIN + x as f64 * SIDE, MARGIN + y as f64 * SIDE), content);
        }
    }
    let middle = |i: usize| MARGIN + (i as f64 + 0.5) * SIDE;
    let ink = "fill=\"#222\"";
    for x in 0..columns {
        page.text((middle(x), MARGIN + rows.len() as f64 * SIDE + 18.0), "middle", ink, &column(x));
    }
    for y in 0..rows.len() {
        page.text((MARGIN - 10.0, middle(y) + 4.0), "end", ink, &row(y));
    }
    let (width, height) = (2.0 * MARGIN + columns as f64 * SIDE, 2.0 * MARGIN + rows.len() as f64 * SIDE);
    let description = rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("|");
    page.document((width, height), "Board", &escaped(&description))
}

impl Page {
    fn square(&mut self, (x, y): (f64, f64), content: char) {
        let fill = if content == '#' { "#555" } else { "#fff" };
        self.add(&format!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" stroke=\"#222\"/>"
        ));
        let (cx, cy) = (x + SIDE / 2.0, y + SIDE / 2.0);
        let stone = match content.to_ascii_lowercase() {
            'x' => "#000",
            'o' => "#fff",
            '.' | '#' => return,
            letter => {
                self.text(
                    (cx, cy + 5.0),
                    "middle",
                    "fill=\"#000\" font-size=\"16\"",
                    &escaped(&letter.to_string()),
                );
                return;
            }
        };
        let radius = SIDE * 0.38;
        self.add(&format!(
            "<circle cx=\"{cx:.2}\" cy=\"{cy:.2}\" r=\"{radius:.2}\" fill=\"{stone}\" stroke=\"#000\" stroke-width=\"1.5\"/>"
        ));
    }
}

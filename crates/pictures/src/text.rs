//! The drawing for the terminal. A character cell holds 2 × 4 braille dots at equal distances, so walls of
//! slope one are diagonals.

use crate::{Frame, Label, arrange, critical_points, is_mast, label};
use values::{Dyadic, Player, Point, Thermograph};

/// The minimum and maximum width of a drawing in columns.
const WIDTHS: (usize, usize) = (40, 80);
/// The maximum number of rows for the walls and the mast.
const ROWS: usize = 14;
/// The number of cells to the left and to the right of the walls.
const PADDING: usize = 3;
/// The length in dots of the dashes and gaps of Right's wall. Left's is solid.
const DASH: usize = 2;
/// The name of the horizontal axis, at its end.
const VALUE: &str = " value";

/// The characters of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Characters {
    /// Braille dots for walls, lines for axes.
    Unicode,
    /// ASCII characters only: `L` and `R` for the walls of the players.
    Ascii,
}

impl Characters {
    /// The mast and its end, the axis of temperatures with and without a tick, that of values, and the
    /// corner.
    pub(crate) fn lines(self) -> [char; 7] {
        match self {
            Self::Unicode => ['┃', '▲', '┤', '│', '┴', '─', '└'],
            Self::Ascii => ['|', '^', '+', '|', '+', '-', '+'],
        }
    }

    pub(crate) fn legend(self) -> &'static str {
        match self {
            Self::Unicode => "⠒⠒⠒ Left's wall   ⠒ ⠒ ⠒ Right's wall",
            Self::Ascii => "LLL Left's wall   RRR Right's wall",
        }
    }
}

/// A thermograph drawn with characters, on lines of at most `width` columns (clamped to the range from 40 to
/// 80).
///
/// ```
/// use pictures::Characters;
/// use values::{Dyadic, Thermograph};
/// let [three, minus_one] = [3, -1].map(|n| Thermograph::of_number(Dyadic::from(n)).unwrap());
/// let switch = Thermograph::of_options([&three], [&minus_one])?;
/// let drawing = pictures::text(&switch, 60, Characters::Ascii);
/// assert!(drawing.contains("mean 1, temperature 2"));
/// assert!(drawing.lines().all(|line| line.chars().count() <= 60));
/// # Ok::<(), values::Error>(())
/// ```
#[must_use]
pub fn text(thermograph: &Thermograph, width: usize, characters: Characters) -> String {
    let width = width.clamp(WIDTHS.0, WIDTHS.1);
    let points = critical_points(thermograph);
    let temperatures: Vec<String> = points.iter().map(|point| label(point.temperature, width / 4)).collect();
    let gutter = temperatures.iter().map(|text| text.chars().count()).max().unwrap_or_default();
    let columns = width - gutter - VALUE.len() - " ┤".chars().count();

    let padding = 2 * PADDING;
    let room = (2 * columns - 2 * padding, 4 * ROWS - 1);
    let frame = Frame::new(thermograph, room.0 as f64, room.1 as f64, padding as f64);
    let canvas = Canvas::of(thermograph, &frame, columns);

    let heights = points.iter().map(|point| canvas.line_of(frame.y(point.temperature)) as f64);
    let lines = (-0.5, canvas.rows as f64 + 0.5);
    let beside = arrange(temperatures.into_iter().zip(heights), |_| 1.0, lines, 1);
    let places = points.iter().map(|point| column(frame.x(point.value)) as f64 + 0.5);
    let values = points.iter().map(|point| label(point.value, 2 * columns / 3));
    let margin = gutter + " ┤".chars().count();
    let ends = (-(margin as f64), (width - margin) as f64);
    // An extra column on either side keeps labels apart after rounding.
    let below = arrange(values.zip(places), |text| text.chars().count() as f64 + 2.0, ends, 2);

    let [_, _, named_tick, tick, named_place, place, corner] = characters.lines();
    let mut lines = vec!["temperature".to_owned()];
    for row in (1..=canvas.rows).rev() {
        let (name, tick) = named(&beside, row).map_or(("", tick), |name| (name, named_tick));
        lines.push(format!("{name:>gutter$} {tick}{}", canvas.row(row - 1, characters)));
    }
    let axis: String =
        (0..columns).map(|at| if named_at(&below, at) { named_place } else { place }).collect();
    lines.push(format!("{:>gutter$} {corner}{axis}{VALUE}", named(&beside, 0).unwrap_or_default()));
    lines.extend((0..2).map(|lane| written(below.iter().filter(|label| label.lane == lane), margin)));
    lines.extend(caption(thermograph.foot(), width));
    if !is_mast(thermograph) {
        lines.push(characters.legend().to_owned());
    }
    let lines = lines.iter().map(|line| line.trim_end()).filter(|line| !line.is_empty());
    let drawing: String = lines.flat_map(|line| [line, "\n"]).collect();
    match characters {
        Characters::Unicode => drawing,
        Characters::Ascii => drawing.replace('≈', "~"),
    }
}

/// The column of cells in which a dot lies.
fn column(x: f64) -> usize {
    x.round() as usize / 2
}

/// The label on a line, counted from the value axis. `None` means that it has none.
fn named(labels: &[Label], line: usize) -> Option<&str> {
    labels.iter().find(|label| label.middle.round() as usize == line).map(|label| label.text.as_str())
}

/// Does a label name this column?
fn named_at(labels: &[Label], at: usize) -> bool {
    labels.iter().any(|label| label.at as usize == at)
}

/// A line of labels whose places are counted from column `margin`.
pub(crate) fn written<'a>(labels: impl Iterator<Item = &'a Label>, margin: usize) -> String {
    let mut labels: Vec<&Label> = labels.collect();
    labels.sort_by(|a, b| a.middle.total_cmp(&b.middle));
    labels.into_iter().fold(String::new(), |line, label| {
        let start = (margin as f64 + label.middle - label.size / 2.0 + 1.0).floor() as usize;
        let gap = start.saturating_sub(line.chars().count());
        line + &" ".repeat(gap) + &label.text
    })
}

/// The mean and the temperature in words, on one line if they fit.
fn caption(foot: Point, width: usize) -> Vec<String> {
    let named = |name: &str, x: Dyadic| format!("{name} {}", label(x, width - name.len() - 1));
    let parts = vec![named("mean", foot.value), named("temperature", foot.temperature)];
    let line = parts.join(", ");
    if line.chars().count() <= width { vec![line] } else { parts }
}

/// The cells of the plot: walls in braille dots, the mast above them.
pub(crate) struct Canvas {
    columns: usize,
    rows: usize,
    /// The dots of each cell as the low byte of a braille character, row by row from below.
    cells: Vec<u8>,
    /// The player whose wall is in each cell.
    owners: Vec<Option<Player>>,
    /// The column of the mast, and its lowest cell without walls.
    mast: (usize, usize),
}

impl Canvas {
    fn of(thermograph: &Thermograph, frame: &Frame, columns: usize) -> Self {
        let rows = (frame.height / 4.0).ceil() as usize;
        let foot = dot(frame, thermograph.foot());
        let first = if is_mast(thermograph) { 0 } else { foot.1 as usize / 4 + 1 };
        let mut canvas = Self {
            columns,
            rows,
            cells: vec![0; columns * rows],
            owners: vec![None; columns * rows],
            mast: (foot.0 as usize / 2, first),
        };
        for player in Player::BOTH {
            let gap = if player == Player::Left { 0 } else { DASH };
            let outline: Vec<_> =
                thermograph.outline(player).iter().map(|&point| dot(frame, point)).collect();
            canvas.draw(&outline, gap, Some(player));
        }
        canvas.draw(&[foot, (foot.0, 4 * first as i64 - 1)], 0, None);
        canvas
    }

    /// The walls of Left and Right as dots, and a mast in this column from this row upwards.
    pub(crate) fn of_walls(
        (columns, rows): (usize, usize),
        walls: [Vec<(i64, i64)>; 2],
        mast: (usize, usize),
    ) -> Self {
        let (cells, owners) = (vec![0; columns * rows], vec![None; columns * rows]);
        let mut canvas = Self { columns, rows, cells, owners, mast };
        for (player, wall) in Player::BOTH.into_iter().zip(walls) {
            canvas.draw(&wall, if player == Player::Left { 0 } else { DASH }, Some(player));
        }
        canvas
    }

    /// Draws a line of a player, or of the mast, with gaps of this number of dots between dashes.
    fn draw(&mut self, corners: &[(i64, i64)], gap: usize, owner: Option<Player>) {
        let mut dots: Vec<(i64, i64)> =
            corners.windows(2).flat_map(|ends| straight(ends[0], ends[1])).collect();
        dots.dedup();
        for &(x, y) in dots.chunks(DASH + gap).flat_map(|dash| dash.iter().take(DASH)) {
            let (column, row) = (x as usize / 2, y as usize / 4);
            if x >= 0 && y >= 0 && column < self.columns && row < self.rows {
                // Unicode numbers the dots downwards, the upper three of both columns first.
                let bits = if x % 2 == 0 { [0x40, 0x04, 0x02, 0x01] } else { [0x80, 0x20, 0x10, 0x08] };
                let cell = row * self.columns + column;
                self.cells[cell] |= bits[y as usize % 4];
                self.owners[cell] = self.owners[cell].or(owner);
            }
        }
    }

    /// The line of the drawing for a height in dots: 0 is the value axis, and each row has one line above it.
    fn line_of(&self, y: f64) -> usize {
        match y.round() as usize {
            0 => 0,
            dot => (dot / 4 + 1).min(self.rows),
        }
    }

    /// A row, counted from below.
    pub(crate) fn row(&self, row: usize, characters: Characters) -> String {
        let [mast, end, ..] = characters.lines();
        let cell = |column: usize| match self.cells[row * self.columns + column] {
            _ if column == self.mast.0 && row + 1 == self.rows => end,
            _ if column == self.mast.0 && row >= self.mast.1 => mast,
            0 => ' ',
            dots if characters == Characters::Unicode => {
                char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' ')
            }
            _ => match self.owners[row * self.columns + column] {
                Some(Player::Left) => 'L',
                Some(Player::Right) => 'R',
                None => mast,
            },
        };
        (0..self.columns).map(cell).collect()
    }
}

/// The dot nearest to a point.
fn dot(frame: &Frame, point: Point) -> (i64, i64) {
    (frame.x(point.value).round() as i64, frame.y(point.temperature).round() as i64)
}

/// The dots from one dot to another.
fn straight(from: (i64, i64), to: (i64, i64)) -> impl Iterator<Item = (i64, i64)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let steps = dx.abs().max(dy.abs()).max(1);
    let part = move |d: i64, i: i64| (d as f64 * i as f64 / steps as f64).round() as i64;
    (0..=steps).map(move |i| (from.0 + part(dx, i), from.1 + part(dy, i)))
}

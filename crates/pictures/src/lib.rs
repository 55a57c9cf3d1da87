//! Drawings for people: thermographs, boards and plots.
//!
//! Thermographs are drawn as the field does: the value runs from right to left, the temperature upwards from
//! −1, and the walls meet at the foot of a mast that has no end (*Winning Ways*, chapter 6). One frame chooses
//! the scale, and one list has the labelled points, so that the drawing for the terminal and the drawing for
//! a paper agree. Positions are rounded, labels are exact fractions.

mod board;
mod kos;
mod picture;
mod plot;
#[cfg(feature = "png")]
mod png;
mod svg;
mod text;
mod thermograph;
mod tikz;

pub use board::board;
pub use kos::{ko_text, ko_thermographs};
pub use picture::Picture;
pub use plot::{Axis, Plot, Series};
#[cfg(feature = "png")]
pub use png::PngError;
pub use text::{Characters, text};
pub use thermograph::thermograph;

use values::{Dyadic, Player, Point, Thermograph};

/// The maximum share of the height below the foot of the mast. The rest is for the mast.
const FOOT: f64 = 0.75;

/// The coordinates of values and temperatures in a picture, measured in dots or pixels from its left edge and
/// from the value axis.
struct Frame {
    mean: Dyadic,
    mean_x: f64,
    x_unit: f64,
    y_unit: f64,
    height: f64,
}

impl Frame {
    /// The largest frame whose walls lie within `width`, whose mast ends within
    /// `height`, and which has `padding` free on both sides.
    fn new(thermograph: &Thermograph, width: f64, height: f64, padding: f64) -> Self {
        let mean = thermograph.mean();
        // Walls lean only towards the mast, so their distance is largest at the start.
        let [left, right] = Player::BOTH.map(|player| distance(start(thermograph, player).value, mean).abs());
        let reach = left + right;
        let rise = match distance(thermograph.temperature(), Dyadic::MINUS_ONE) {
            0.0 => 1.0,
            rise => rise,
        };
        // A foot on a whole dot keeps diagonals straight after rounding.
        let foot = (height * FOOT).min(width / reach * rise).floor();
        let unit = foot / rise;
        // A wall of slope one is drawn as a diagonal, unless that would squeeze the walls into one line.
        let squeezed = reach > 0.0 && reach * unit < width / 8.0;
        let x_unit = if squeezed { width / 3.0 / reach } else { unit };
        Self {
            mean,
            mean_x: (padding + (width - reach * x_unit) / 2.0 + left * x_unit).round(),
            x_unit,
            y_unit: unit,
            height: foot + height * (1.0 - FOOT),
        }
    }

    /// The distance of a value from the left edge.
    fn x(&self, value: Dyadic) -> f64 {
        self.mean_x - distance(value, self.mean) * self.x_unit
    }

    /// The height of a temperature above the value axis.
    fn y(&self, temperature: Dyadic) -> f64 {
        distance(temperature, Dyadic::MINUS_ONE) * self.y_unit
    }
}

/// `a − b`, exact before it is rounded: two huge values may be close together.
fn distance(a: Dyadic, b: Dyadic) -> f64 {
    a.minus(b).map_or_else(|_| a.to_f64() - b.to_f64(), Dyadic::to_f64)
}

/// The start of a wall at −1: every wall has a corner there.
fn start(thermograph: &Thermograph, player: Player) -> Point {
    thermograph.wall(player).corners()[0]
}

/// Is the thermograph only a mast, as for an integer?
fn is_mast(thermograph: &Thermograph) -> bool {
    thermograph.temperature() == Dyadic::MINUS_ONE
}

/// The labelled points, the most important first: the foot of the mast, the starts of the walls, the stops
/// (where walls cross the temperature 0), all other corners.
fn critical_points(thermograph: &Thermograph) -> Vec<Point> {
    let mut points = vec![thermograph.foot()];
    points.extend(Player::BOTH.map(|player| start(thermograph, player)));
    if thermograph.temperature() > Dyadic::ZERO {
        let stop = |player| thermograph.wall(player).at(Dyadic::ZERO);
        let stops = Player::BOTH.into_iter().filter_map(|player| stop(player).ok());
        points.extend(stops.map(|value| Point { value, temperature: Dyadic::ZERO }));
    }
    points.extend(Player::BOTH.into_iter().flat_map(|player| thermograph.outline(player)));
    points
}

/// A number as it is written on an axis: exact if it fits into `room` characters.
fn label(x: Dyadic, room: usize) -> String {
    let (exact, rounded) = (x.to_string(), x.to_f64());
    match rounded.abs() {
        _ if exact.len() <= room => exact,
        0.001..10_000.0 => format!("≈{rounded:.3}"),
        _ => format!("≈{rounded:.2e}"),
    }
}

/// A label placed on an axis.
struct Label {
    text: String,
    /// The coordinate that it names.
    at: f64,
    /// The middle of the text: `at`, unless the text would leave the picture there.
    middle: f64,
    size: f64,
    lane: usize,
}

/// Places labels, each a text with its coordinate, in the first lane beside an axis where it does not touch
/// an earlier label. A label without such a lane is left out.
fn arrange(
    wanted: impl Iterator<Item = (String, f64)>,
    size: impl Fn(&str) -> f64,
    ends: (f64, f64),
    lanes: usize,
) -> Vec<Label> {
    let mut placed: Vec<Label> = Vec::new();
    for (text, at) in wanted {
        let size = size(&text);
        let middle = at.min(ends.1 - size / 2.0).max(ends.0 + size / 2.0);
        let touches = |other: &Label| (middle - other.middle).abs() < (size + other.size) / 2.0;
        let free = |lane: &usize| !placed.iter().any(|other| other.lane == *lane && touches(other));
        let known = placed.iter().any(|other| other.text == text);
        if let Some(lane) = (0..lanes).find(free).filter(|_| !known) {
            placed.push(Label { text, at, middle, size, lane });
        }
    }
    placed
}

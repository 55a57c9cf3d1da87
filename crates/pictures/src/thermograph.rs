//! The picture of a thermograph: walls, mast, and labels on both axes that do not touch each other.

use crate::picture::{Anchor, Colour, LETTERS, Place, Shape, Stroke, Text};
use crate::{Frame, Label, Picture, arrange, critical_points, is_mast, label};
use values::{ByPlayer, Player, Point, Thermograph};

/// The maximum width of the walls, and the space at both sides for their names.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 320.0;
const PADDING: f64 = 84.0;
/// The space above the plot, for the title and the name of the axis, and below it, for the labels.
const ABOVE: f64 = 62.0;
const BELOW: f64 = 46.0;
/// The space to the right of the plot, for the name of the axis.
const BESIDE: f64 = 52.0;
/// The width of a digit (no common letter is much wider).
const DIGIT: f64 = 7.7;
/// The maximum number of characters of a label and of a title.
const LABEL: usize = 24;
const TITLE: usize = 60;
const AXIS: Stroke = Stroke::solid(Colour::INK, 1.0);
/// The name of each player's wall, and how it is drawn. Colour-blind readers can distinguish the colours.
const WALLS: ByPlayer<(&str, Stroke)> = ByPlayer::new(
    ("Left wall", Stroke::solid(Colour(0x00, 0x72, 0xb2), 2.0)),
    ("Right wall", Stroke { colour: Colour(0xd5, 0x5e, 0x00), width: 2.0, dashes: Some((7.0, 4.0)) }),
);

/// The picture of a thermograph. `None` means no title.
///
/// ```
/// use values::{Dyadic, Thermograph};
/// let [three, minus_one] = [3, -1].map(|n| Thermograph::of_number(Dyadic::from(n)).unwrap());
/// let switch = Thermograph::of_options([&three], [&minus_one])?;
/// let picture = pictures::thermograph(&switch, Some("{3|-1}"));
/// assert!(picture.svg().contains("mean 1") && picture.tikz().contains("mean 1"));
/// # Ok::<(), values::Error>(())
/// ```
#[must_use]
pub fn thermograph(thermograph: &Thermograph, title: Option<&str>) -> Picture {
    let points = critical_points(thermograph);
    let name = |x| label(x, LABEL).replace('-', "−");
    let temperatures: Vec<String> = points.iter().map(|point| name(point.temperature)).collect();
    // Labels that would touch go to a second column.
    let column = temperatures.iter().map(|text| extent(text)).fold(20.0, f64::max) + 4.0;
    let margin = 2.0 * column + 18.0;

    let frame = Frame::new(thermograph, WIDTH, HEIGHT, PADDING);
    let (right, bottom) = (margin + WIDTH + 2.0 * PADDING, ABOVE + frame.height);
    let at = |point: &Point| (margin + frame.x(point.value), bottom - frame.y(point.temperature));
    let (width, height) = (right + BESIDE, bottom + BELOW);

    let heights = points.iter().map(|point| at(point).1);
    let beside = arrange(temperatures.into_iter().zip(heights), |_| LETTERS + 2.0, (0.0, height), 2);
    let places = points.iter().map(|point| at(point).0);
    let values = points.iter().map(|point| name(point.value));
    let below = arrange(values.zip(places), |text| extent(text) + 8.0, (0.0, width), 2);

    let players = Player::BOTH.into_iter().filter(|_| !is_mast(thermograph));
    let corners = |player| thermograph.outline(player).iter().map(at).collect();
    let walls: Vec<(Player, Vec<Place>)> = players.map(|player| (player, corners(player))).collect();
    let points: Vec<Place> = points.iter().map(at).collect();

    let title = title.map(shortened);
    let foot = thermograph.foot();
    let description = format!("Thermograph with mean {} and temperature {}.", foot.value, foot.temperature);
    let mut picture = Picture::new((width, height), title.as_deref().unwrap_or("Thermograph"), description);
    picture.guides(&points, &beside, &below, (margin, bottom));
    // A white line hides guides in the gaps of a dashed wall.
    walls.iter().for_each(|(_, corners)| picture.line(corners, Stroke::solid(Colour::WHITE, 4.0)));
    picture.axes(&beside, &below, (margin, right, bottom), column);
    walls.iter().for_each(|(player, corners)| picture.wall(*player, corners));
    let side = if at(&foot).0 - margin <= WIDTH / 2.0 + PADDING { Player::Right } else { Player::Left };
    picture.mast(at(&foot), side, [name(foot.value), name(foot.temperature)]);
    if let Some(title) = title {
        picture.sized_text((width / 2.0, 24.0), Anchor::Middle, 15.0, title);
    }
    picture
}

/// The approximate width of a text.
fn extent(text: &str) -> f64 {
    text.chars().count() as f64 * DIGIT
}

/// A title, cut if it is too long.
fn shortened(title: &str) -> String {
    match title.char_indices().nth(TITLE) {
        None => title.to_owned(),
        Some(_) => title.chars().take(TITLE - 1).chain(['…']).collect(),
    }
}

impl Picture {
    /// A text to the left or to the right of a place, readable across the lines it covers.
    fn beside(&mut self, (x, y): Place, side: Player, colour: Colour, text: String) {
        let (x, anchor) = match side {
            Player::Left => (x - 12.0, Anchor::End),
            Player::Right => (x + 12.0, Anchor::Start),
        };
        self.shapes.push(Shape::Text(Text { at: (x, y), anchor, colour, size: LETTERS, edge: true, text }));
    }

    /// Thin lines from the points to those labels on the axes that name them.
    fn guides(&mut self, points: &[Place], beside: &[Label], below: &[Label], (left, bottom): Place) {
        let thin = Stroke { colour: Colour::grey(0x99), width: 0.8, dashes: Some((1.0, 3.0)) };
        for label in beside.iter().filter(|label| label.at < bottom) {
            let named = points.iter().filter(|point| point.1 == label.at);
            let reach = named.map(|point| point.0).fold(left, f64::max);
            self.line(&[(left, label.at), (reach, label.at)], thin);
        }
        for label in below {
            let named = points.iter().filter(|point| point.0 == label.at);
            let reach = named.map(|point| point.1).fold(bottom, f64::min);
            if reach < bottom {
                self.line(&[(label.at, bottom), (label.at, reach)], thin);
            }
        }
    }

    fn axes(
        &mut self,
        beside: &[Label],
        below: &[Label],
        (left, right, bottom): (f64, f64, f64),
        column: f64,
    ) {
        self.line(&[(left, bottom), (left, ABOVE)], AXIS);
        self.line(&[(left, bottom), (right, bottom)], AXIS);
        self.text((left, ABOVE - 12.0), Anchor::Middle, "temperature");
        self.text((right + 8.0, bottom + 4.0), Anchor::Start, "value");
        for label in beside {
            let end = left - 5.0 - label.lane as f64 * column;
            // A tick into the second column must not run through a label of the first.
            let covers = |other: &Label| other.lane < label.lane && (other.middle - label.at).abs() < 6.0;
            let tick = if beside.iter().any(covers) { left - 5.0 } else { end };
            self.line(&[(tick, label.at), (left, label.at)], AXIS);
            self.text((end - 4.0, label.middle + 4.0), Anchor::End, &label.text);
        }
        for label in below {
            let lane = bottom + 5.0 + label.lane as f64 * (LETTERS + 3.0);
            let covers =
                |other: &Label| other.lane < label.lane && (other.middle - label.at).abs() < other.size / 2.0;
            let end = if below.iter().any(covers) { bottom + 5.0 } else { lane };
            self.line(&[(label.at, bottom), (label.at, end)], AXIS);
            self.text((label.middle, lane + LETTERS + 2.0), Anchor::Middle, &label.text);
        }
    }

    /// A wall, with its name outside of its tallest piece.
    fn wall(&mut self, player: Player, corners: &[Place]) {
        let (name, stroke) = WALLS[player];
        self.line(corners, stroke);
        let tall = |piece: &&[Place]| piece[0].1 - piece[1].1;
        let tallest = corners.windows(2).max_by(|a, b| tall(a).total_cmp(&tall(b)));
        let Some([low, high]) = tallest else { return };
        let (x, y) = ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0 + 4.0);
        self.beside((x, y), player, stroke.colour, name.to_owned());
    }

    /// The mast, from its foot up to an arrow head (it has no end), with the mean
    /// and the temperature at one side: above the foot there is room for them.
    fn mast(&mut self, (x, foot): Place, side: Player, [mean, temperature]: [String; 2]) {
        self.line(&[(x, foot), (x, ABOVE + 8.0)], Stroke::solid(Colour::BLACK, 3.5));
        let base = ABOVE + 12.0;
        let arrow = vec![(x - 6.0, base), (x, ABOVE), (x + 6.0, base)];
        self.shapes.push(Shape::Area(arrow, Colour::BLACK, None));
        self.shapes.push(Shape::Circle((x, foot), 4.0, Colour::BLACK, None));
        self.beside((x, foot - 26.0), side, Colour::BLACK, format!("mean {mean}"));
        self.beside((x, foot - 10.0), side, Colour::BLACK, format!("temperature {temperature}"));
    }
}

//! The drawing for a paper. This module writes lines and texts itself and rounds all coordinates alike, so
//! equal thermographs give equal bytes.

use crate::{Frame, Label, arrange, critical_points, is_mast, label};
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
/// The font size, and the width of a digit in it (no common letter is much wider).
const LETTERS: f64 = 12.0;
const DIGIT: f64 = 7.7;
/// The maximum number of characters of a label and of a title.
const LABEL: usize = 24;
const TITLE: usize = 60;
const FONTS: &str = "'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif";
/// The colour of the labels on the axes.
const INK: &str = "fill=\"#222\"";
/// The name, colour and dashes of each player's wall. Colour-blind readers can distinguish the colours.
const WALLS: ByPlayer<(&str, &str, &str)> =
    ByPlayer::new(("Left wall", "#0072b2", "none"), ("Right wall", "#d55e00", "7 4"));

/// A thermograph drawn as a complete SVG document. `None` means no title.
///
/// ```
/// use values::{Dyadic, Thermograph};
/// let [three, minus_one] = [3, -1].map(|n| Thermograph::of_number(Dyadic::from(n)).unwrap());
/// let switch = Thermograph::of_options([&three], [&minus_one])?;
/// let drawing = pictures::svg(&switch, Some("{3|-1}"));
/// assert!(drawing.starts_with("<svg") && drawing.contains("mean 1"));
/// # Ok::<(), values::Error>(())
/// ```
#[must_use]
pub fn svg(thermograph: &Thermograph, title: Option<&str>) -> String {
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

    let mut page = Page::default();
    page.guides(&points, &beside, &below, (margin, bottom));
    // A white line hides guides in the gaps of a dashed wall.
    walls.iter().for_each(|(_, corners)| page.line(corners, "stroke=\"#fff\" stroke-width=\"4\""));
    page.axes(&beside, &below, (margin, right, bottom), column);
    walls.iter().for_each(|(player, corners)| page.wall(*player, corners));
    let foot = thermograph.foot();
    let side = if at(&foot).0 - margin <= WIDTH / 2.0 + PADDING { Player::Right } else { Player::Left };
    page.mast(at(&foot), side, [name(foot.value), name(foot.temperature)]);

    let title = title.map(|title| escaped(&shortened(title)));
    if let Some(title) = &title {
        page.add(&format!("<text x=\"{:.2}\" y=\"24\" font-size=\"15\">{title}</text>", width / 2.0));
    }
    let description = format!("Thermograph with mean {} and temperature {}.", foot.value, foot.temperature);
    page.document((width, height), title.as_deref().unwrap_or("Thermograph"), &description)
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

/// A text escaped for XML.
pub(crate) fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |escaped, c| match c {
        '&' => escaped + "&amp;",
        '<' => escaped + "&lt;",
        '>' => escaped + "&gt;",
        c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped + " ",
        c => escaped + c.encode_utf8(&mut [0; 4]),
    })
}

pub(crate) type Place = (f64, f64);

/// The elements of a drawing, in the order in which they are painted.
#[derive(Default)]
pub(crate) struct Page {
    elements: String,
}

impl Page {
    pub(crate) fn add(&mut self, element: &str) {
        self.elements += element;
        self.elements.push('\n');
    }

    fn line(&mut self, corners: &[Place], style: &str) {
        let corners: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.2} {y:.2}")).collect();
        self.add(&format!("<path d=\"M{}\" fill=\"none\" {style}/>", corners.join("L")));
    }

    pub(crate) fn text(&mut self, (x, y): Place, anchor: &str, style: &str, text: &str) {
        self.add(&format!("<text x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"{anchor}\" {style}>{text}</text>"));
    }

    /// A text to the left or to the right of a place, readable across the lines it covers.
    fn beside(&mut self, (x, y): Place, side: Player, colour: &str, text: &str) {
        let (x, anchor) = match side {
            Player::Left => (x - 12.0, "end"),
            Player::Right => (x + 12.0, "start"),
        };
        // Not every renderer supports `paint-order`, so the white edge is a separate text.
        let edge =
            "fill=\"#fff\" stroke=\"#fff\" stroke-width=\"4\" stroke-linejoin=\"round\" aria-hidden=\"true\"";
        self.text((x, y), anchor, edge, text);
        self.text((x, y), anchor, &format!("fill=\"{colour}\""), text);
    }

    /// Thin lines from the points to those labels on the axes that name them.
    fn guides(&mut self, points: &[Place], beside: &[Label], below: &[Label], (left, bottom): Place) {
        let style = "stroke=\"#999\" stroke-width=\"0.8\" stroke-dasharray=\"1 3\"";
        for label in beside.iter().filter(|label| label.at < bottom) {
            let named = points.iter().filter(|point| point.1 == label.at);
            let reach = named.map(|point| point.0).fold(left, f64::max);
            self.line(&[(left, label.at), (reach, label.at)], style);
        }
        for label in below {
            let named = points.iter().filter(|point| point.0 == label.at);
            let reach = named.map(|point| point.1).fold(bottom, f64::min);
            if reach < bottom {
                self.line(&[(label.at, bottom), (label.at, reach)], style);
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
        let style = "stroke=\"#222\"";
        self.line(&[(left, bottom), (left, ABOVE)], style);
        self.line(&[(left, bottom), (right, bottom)], style);
        self.text((left, ABOVE - 12.0), "middle", INK, "temperature");
        self.text((right + 8.0, bottom + 4.0), "start", INK, "value");
        for label in beside {
            let end = left - 5.0 - label.lane as f64 * column;
            // A tick into the second column must not run through a label of the first.
            let covers = |other: &Label| other.lane < label.lane && (other.middle - label.at).abs() < 6.0;
            let tick = if beside.iter().any(covers) { left - 5.0 } else { end };
            self.line(&[(tick, label.at), (left, label.at)], style);
            self.text((end - 4.0, label.middle + 4.0), "end", INK, &label.text);
        }
        for label in below {
            let lane = bottom + 5.0 + label.lane as f64 * (LETTERS + 3.0);
            let covers =
                |other: &Label| other.lane < label.lane && (other.middle - label.at).abs() < other.size / 2.0;
            let end = if below.iter().any(covers) { bottom + 5.0 } else { lane };
            self.line(&[(label.at, bottom), (label.at, end)], style);
            self.text((label.middle, lane + LETTERS + 2.0), "middle", INK, &label.text);
        }
    }

    /// A wall, with its name outside of its tallest piece.
    fn wall(&mut self, player: Player, corners: &[Place]) {
        let (name, colour, dashes) = WALLS[player];
        self.line(corners, &format!("stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\""));
        let tall = |piece: &&[Place]| piece[0].1 - piece[1].1;
        let tallest = corners.windows(2).max_by(|a, b| tall(a).total_cmp(&tall(b)));
        let Some([low, high]) = tallest else { return };
        let (x, y) = ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0 + 4.0);
        self.beside((x, y), player, colour, name);
    }

    /// The mast, from its foot up to an arrow head (it has no end), with the mean
    /// and the temperature at one side: above the foot there is room for them.
    fn mast(&mut self, (x, foot): Place, side: Player, [mean, temperature]: [String; 2]) {
        self.line(&[(x, foot), (x, ABOVE + 8.0)], "stroke=\"#000\" stroke-width=\"3.5\"");
        let (left, right, base) = (x - 6.0, x + 6.0, ABOVE + 12.0);
        self.add(&format!("<path d=\"M{left:.2} {base:.2}L{x:.2} {ABOVE:.2}L{right:.2} {base:.2}Z\"/>"));
        self.add(&format!("<circle cx=\"{x:.2}\" cy=\"{foot:.2}\" r=\"4\"/>"));
        self.beside((x, foot - 26.0), side, "#000", &format!("mean {mean}"));
        self.beside((x, foot - 10.0), side, "#000", &format!("temperature {temperature}"));
    }

    /// The whole document; the heading and the description are for screen readers.
    pub(crate) fn document(self, (width, height): Place, heading: &str, description: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" font-family=\"{FONTS}\" \
             font-size=\"{LETTERS}\" text-anchor=\"middle\">\n\
             <title>{heading}</title>\n<desc>{description}</desc>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{}</svg>\n",
            self.elements
        )
    }
}

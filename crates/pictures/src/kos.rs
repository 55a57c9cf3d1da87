//! Thermographs of positions with kos: one panel for each komaster, side by side on the same scale, so that
//! what depends on the komaster is seen.

use crate::picture::{Anchor, Colour, LETTERS, Place, Stroke};
use crate::text::{Canvas, Characters};
use crate::{Picture, arrange};
use values::{KoPoint, KoThermograph, Komaster, Player, Rational};

/// The size of a panel, and the space around the panels.
const WIDTH: f64 = 330.0;
const HEIGHT: f64 = 260.0;
const GAP: f64 = 90.0;
const ABOVE: f64 = 76.0;
const BELOW: f64 = 54.0;
/// The width of a digit.
const DIGIT: f64 = 7.7;
const AXIS: Stroke = Stroke::solid(Colour::INK, 1.0);
const LEFT: Stroke = Stroke::solid(Colour(0x00, 0x72, 0xb2), 2.0);
const RIGHT: Stroke = Stroke { colour: Colour(0xd5, 0x5e, 0x00), width: 2.0, dashes: Some((7.0, 4.0)) };

/// The share of the height below the highest corner.
const FOOT: f64 = 0.75;

/// The scale that all panels share.
struct Scale {
    /// The largest value, which is at the left edge.
    most: f64,
    least: f64,
    floor: f64,
    top: f64,
}

impl Scale {
    fn of(panels: &[(Komaster, KoThermograph)]) -> Self {
        let corners: Vec<(f64, f64)> = panels.iter().flat_map(|(_, graph)| corners(graph)).collect();
        let values = || corners.iter().map(|corner| corner.0);
        let (least, most) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
        let floor = corners.iter().map(|corner| corner.1).fold(f64::MAX, f64::min);
        let highest = corners.iter().map(|corner| corner.1).fold(f64::MIN, f64::max);
        let rise = if highest > floor { highest - floor } else { 1.0 };
        let margin = if most > least { (most - least) * 0.08 } else { 1.0 };
        Self { most: most + margin, least: least - margin, floor, top: floor + rise / FOOT }
    }

    /// How far to the right a value is, as a part of the width.
    fn x(&self, value: f64) -> f64 {
        (self.most - value) / (self.most - self.least)
    }

    /// How high a temperature is, as a part of the height.
    fn y(&self, temperature: f64) -> f64 {
        (temperature - self.floor) / (self.top - self.floor)
    }

    /// A wall up to the end of the panel.
    fn wall(&self, graph: &KoThermograph, player: Player) -> Vec<(f64, f64)> {
        let wall = graph.wall(player);
        let mut line: Vec<(f64, f64)> = wall.corners().iter().map(as_float).collect();
        let last = as_float(&wall.last());
        line.push((last.0 + wall.slope().to_f64() * (self.top - last.1), self.top));
        line.into_iter().map(|(value, t)| (self.x(value), self.y(t))).collect()
    }
}

fn as_float(point: &KoPoint) -> (f64, f64) {
    (point.value.to_f64(), point.temperature.to_f64())
}

fn corners(graph: &KoThermograph) -> Vec<(f64, f64)> {
    Player::BOTH.into_iter().flat_map(|player| graph.outline(player)).map(|point| as_float(&point)).collect()
}

/// Mean and temperature in words.
fn caption(graph: &KoThermograph) -> String {
    match (graph.mean(), graph.temperature()) {
        (Some(mean), Some(temperature)) => format!("mean {mean}, temperature {temperature}"),
        _ => "the mast slants".to_owned(),
    }
}

/// Who has the threats, in words.
fn heading(komaster: Komaster) -> &'static str {
    match komaster {
        Komaster::Left => "Left is komaster",
        Komaster::Right => "Right is komaster",
        Komaster::Nobody => "no ko threats",
        Komaster::Equal => "equal ko threats",
        Komaster::LeftMonster => "Left is komonster",
        Komaster::RightMonster => "Right is komonster",
    }
}

/// The points with labels, the most important first: the foot, then the corners from below.
fn labelled(graph: &KoThermograph) -> Vec<KoPoint> {
    let foot = graph.mean().zip(graph.temperature());
    let foot = foot.map(|(value, temperature)| KoPoint { value, temperature });
    foot.into_iter().chain(Player::BOTH.into_iter().flat_map(|player| graph.outline(player))).collect()
}

/// The picture of thermographs, one for each komaster. `None` means no title.
#[must_use]
pub fn ko_thermographs(panels: &[(Komaster, KoThermograph)], title: Option<&str>) -> Picture {
    let scale = Scale::of(panels);
    let width = GAP + panels.len() as f64 * (WIDTH + GAP);
    let (size, bottom) = ((width, ABOVE + HEIGHT + BELOW), ABOVE + HEIGHT);
    let described: Vec<String> = panels
        .iter()
        .map(|(komaster, graph)| format!("{}: {}.", heading(*komaster), caption(graph)))
        .collect();
    let mut picture = Picture::new(size, title.unwrap_or("Thermographs"), described.join(" "));
    if let Some(title) = title {
        let short: String = title.chars().take(90).collect();
        picture.sized_text((width / 2.0, 24.0), Anchor::Middle, 15.0, short);
    }
    for (index, (komaster, graph)) in panels.iter().enumerate() {
        let left = GAP + index as f64 * (WIDTH + GAP);
        let at = |(x, y): (f64, f64)| -> Place { (left + x * WIDTH, bottom - y * HEIGHT) };
        picture.line(&[(left, bottom), (left, ABOVE)], AXIS);
        picture.line(&[(left, bottom), (left + WIDTH, bottom)], AXIS);
        picture.text((left + WIDTH / 2.0, ABOVE - 26.0), Anchor::Middle, heading(*komaster));
        picture.text((left + WIDTH / 2.0, ABOVE - 10.0), Anchor::Middle, minus(&caption(graph)));
        let points = labelled(graph);
        let place = |point: &KoPoint| {
            let (value, t) = as_float(point);
            at((scale.x(value), scale.y(t)))
        };
        let ticks = points.iter().map(|point| (minus(&point.temperature.to_string()), place(point).1));
        for label in arrange(ticks, |_| LETTERS + 2.0, (0.0, size.1), 2) {
            let end = left - 5.0 - label.lane as f64 * 36.0;
            picture.line(&[(end, label.at), (left, label.at)], AXIS);
            picture.text((end - 4.0, label.middle + 4.0), Anchor::End, &label.text);
        }
        let extent = |text: &str| text.chars().count() as f64 * DIGIT + 8.0;
        let values = points.iter().map(|point| (minus(&point.value.to_string()), place(point).0));
        for label in arrange(values, extent, (left - GAP / 2.0, left + WIDTH + GAP / 2.0), 2) {
            let end = bottom + 5.0 + label.lane as f64 * (LETTERS + 3.0);
            picture.line(&[(label.at, bottom), (label.at, end)], AXIS);
            picture.text((label.middle, end + LETTERS + 2.0), Anchor::Middle, &label.text);
        }
        for (player, stroke) in [(Player::Left, LEFT), (Player::Right, RIGHT)] {
            let line: Vec<Place> = scale.wall(graph, player).into_iter().map(at).collect();
            picture.line(&line, stroke);
        }
        if let Some((value, t)) = graph.mean().zip(graph.temperature()) {
            let (x, foot) = at((scale.x(value.to_f64()), scale.y(t.to_f64())));
            picture.line(&[(x, foot), (x, ABOVE)], Stroke::solid(Colour::BLACK, 3.5));
        }
    }
    let legend = (GAP, size.1 - 6.0);
    picture.line(&[(legend.0, legend.1 - 4.0), (legend.0 + 30.0, legend.1 - 4.0)], LEFT);
    picture.text((legend.0 + 36.0, legend.1), Anchor::Start, "Left wall");
    picture.line(&[(legend.0 + 110.0, legend.1 - 4.0), (legend.0 + 140.0, legend.1 - 4.0)], RIGHT);
    picture.text((legend.0 + 146.0, legend.1), Anchor::Start, "Right wall");
    picture
}

fn minus(text: &str) -> String {
    text.replace('-', "−")
}

/// The number of rows of a panel in the terminal.
const ROWS: usize = 12;

/// The thermographs drawn with characters, below each other on the same scale, on lines of at most `width`
/// columns.
#[must_use]
pub fn ko_text(panels: &[(Komaster, KoThermograph)], width: usize, characters: Characters) -> String {
    let scale = Scale::of(panels);
    let width = width.clamp(40, 80);
    let mut lines = Vec::new();
    for (komaster, graph) in panels {
        let points = labelled(graph);
        let names: Vec<String> = points.iter().map(|point| point.temperature.to_string()).collect();
        let gutter = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
        let columns = width - (gutter + 9).min(width / 2);
        let dots = (2.0 * columns as f64 - 1.0, 4.0 * ROWS as f64 - 1.0);
        let dot = |(x, y): (f64, f64)| ((x * dots.0).round() as i64, (y * dots.1).round() as i64);
        let at = |value: Rational, t: Rational| dot((scale.x(value.to_f64()), scale.y(t.to_f64())));
        let foot = graph.mean().zip(graph.temperature());
        let mast = foot.map_or((usize::MAX, ROWS), |(value, t)| {
            let (x, y) = at(value, t);
            (x as usize / 2, y as usize / 4 + 1)
        });
        let walls = Player::BOTH.map(|player| match foot {
            Some(_) => graph.outline(player).iter().map(|p| at(p.value, p.temperature)).collect(),
            None => scale.wall(graph, player).into_iter().map(dot).collect(),
        });
        let canvas = Canvas::of_walls((columns, ROWS), walls, mast);
        let heights =
            points.iter().map(|p| at(p.value, p.temperature).1).map(|y| (y / 4 + i64::from(y > 0)) as f64);
        let beside = arrange(names.into_iter().zip(heights), |_| 1.0, (-0.5, ROWS as f64 + 0.5), 1);
        let named = |row: usize| {
            let label = beside.iter().find(|label| label.middle.round() as usize == row);
            label.map(|label| label.text.as_str()).unwrap_or_default()
        };
        let [_, _, named_tick, tick, named_place, place, corner] = characters.lines();
        lines.push(format!("{}: {}", heading(*komaster), caption(graph)));
        for row in (1..=ROWS).rev() {
            let name = named(row);
            let tick = if name.is_empty() { tick } else { named_tick };
            lines.push(format!("{name:>gutter$} {tick}{}", canvas.row(row - 1, characters)));
        }
        let places = points.iter().map(|p| (p.value.to_string(), (at(p.value, p.temperature).0 / 2) as f64));
        let margin = gutter + 2;
        let below = arrange(places, |text| text.chars().count() as f64 + 2.0, (0.0, columns as f64 + 6.0), 2);
        let is_named = |column: usize| below.iter().any(|label| label.at as usize == column);
        let axis: String =
            (0..columns).map(|column| if is_named(column) { named_place } else { place }).collect();
        lines.push(format!("{:>gutter$} {corner}{axis} value", named(0)));
        lines.extend(
            (0..2).map(|lane| crate::text::written(below.iter().filter(|label| label.lane == lane), margin)),
        );
    }
    lines.push(characters.legend().to_owned());
    let lines = lines.iter().map(|line| line.trim_end()).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

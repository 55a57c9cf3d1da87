//! Curves and clouds of points on two axes. Every axis has ticks at round numbers, series differ in colour and
//! in the form of their points, and the legend stands beside the data.

use crate::Picture;
use crate::picture::{Anchor, Colour, LETTERS, Place, Shape, Stroke};

/// The size of the area of the data.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
/// The space around it: for the title and the name of the vertical axis, for the labels of both axes.
const ABOVE: f64 = 70.0;
const BELOW: f64 = 58.0;
const BEFORE: f64 = 86.0;
/// The gap between the data and the legend, and the height of a line of the legend.
const GAP: f64 = 18.0;
const LINE: f64 = 20.0;
/// The width of a letter as a part of the font size (few are wider).
const LETTER: f64 = 0.62;
/// The size of a title.
const TITLE: f64 = 16.0;
/// The share of a linear axis that is free at both ends.
const MARGIN: f64 = 0.03;
/// The maximum number of labels of an axis.
const LABELS: usize = 10;
const AXIS: Stroke = Stroke::solid(Colour::INK, 1.0);
const GRID: Stroke = Stroke::solid(Colour::grey(0xdd), 1.0);
/// Colours that colour-blind readers can distinguish.
const COLOURS: [Colour; 7] = [
    Colour(0x00, 0x72, 0xb2),
    Colour(0xd5, 0x5e, 0x00),
    Colour(0x00, 0x9e, 0x73),
    Colour(0xcc, 0x79, 0xa7),
    Colour(0xb0, 0x82, 0x00),
    Colour(0x56, 0xb4, 0xe9),
    Colour::INK,
];

/// A drawing with two axes.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The series that are drawn.
    pub series: Vec<Series>,
}

/// An axis.
#[must_use]
#[derive(Clone, Debug)]
pub struct Axis {
    /// The quantity with its unit.
    pub label: String,
    /// Is the axis logarithmic?
    pub logarithmic: bool,
}

impl Axis {
    /// A linear axis.
    pub fn linear(label: &str) -> Self {
        Self { label: label.to_owned(), logarithmic: false }
    }

    /// A logarithmic axis.
    pub fn logarithmic(label: &str) -> Self {
        Self { label: label.to_owned(), logarithmic: true }
    }

    /// A coordinate on the axis. `None` means that it has no place there.
    fn coordinate(&self, value: f64) -> Option<f64> {
        let coordinate = if self.logarithmic { value.log10() } else { value };
        coordinate.is_finite().then_some(coordinate)
    }
}

/// A series of points.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// Are they joined by a line?
    pub joined: bool,
}

impl Series {
    /// Points that are joined by a line.
    pub fn curve(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points, joined: true }
    }
}

impl Plot {
    /// A drawing of these series.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Self { title: title.into(), x, y, series }
    }

    /// The picture. Points without a place, such as zero on a logarithmic axis, are left out.
    ///
    /// ```
    /// use pictures::{Axis, Plot, Series};
    /// let half = Series::curve("half", vec![(1.0, 0.5), (100.0, 50.0)]);
    /// let plot = Plot::new("Halves", Axis::logarithmic("whole"), Axis::linear("part"), vec![half]);
    /// assert!(plot.picture().svg().contains("half"));
    /// ```
    #[must_use]
    pub fn picture(&self) -> Picture {
        let place = |&(x, y): &(f64, f64)| Some((self.x.coordinate(x)?, self.y.coordinate(y)?));
        let series: Vec<Vec<Place>> =
            self.series.iter().map(|series| series.points.iter().filter_map(place).collect()).collect();
        let x = Scale::new(&self.x, series.iter().flatten().map(|at| at.0), (BEFORE, BEFORE + WIDTH));
        let y = Scale::new(&self.y, series.iter().flatten().map(|at| at.1), (ABOVE + HEIGHT, ABOVE));

        let letters = self.series.iter().map(|series| series.name.chars().count()).max().unwrap_or(0);
        let legend = 2.0 * GAP + LINE + letters as f64 * LETTER * LETTERS;
        let title = BEFORE + self.title.chars().count() as f64 * LETTER * TITLE + GAP;
        let size = ((BEFORE + WIDTH + legend).max(title), ABOVE + HEIGHT + BELOW);
        let description = format!("{} against {}", self.y.label, self.x.label);
        let mut picture = Picture::new(size, &self.title, description);
        self.axes(&mut picture, &x, &y);
        for (i, (points, series)) in series.iter().zip(&self.series).enumerate() {
            let places: Vec<Place> = points.iter().map(|at| (x.place(at.0), y.place(at.1))).collect();
            if series.joined {
                picture.line(&places, Stroke::solid(colour(i), 2.0));
            }
            picture.shapes.extend(places.into_iter().map(|at| point(i, at)));
            let line = ABOVE + LINE * (i as f64 + 0.5);
            let start = BEFORE + WIDTH + GAP;
            picture.shapes.push(point(i, (start + 5.0, line)));
            picture.text((start + LINE, line + 4.0), Anchor::Start, &series.name);
        }
        picture
    }

    /// Frame, grid, labels and names.
    fn axes(&self, picture: &mut Picture, x: &Scale, y: &Scale) {
        let (right, bottom) = (BEFORE + WIDTH, ABOVE + HEIGHT);
        for (at, label) in x.ticks() {
            picture.line(&[(at, ABOVE), (at, bottom)], GRID);
            picture.line(&[(at, bottom), (at, bottom + 5.0)], AXIS);
            picture.text((at, bottom + 19.0), Anchor::Middle, label);
        }
        for (at, label) in y.ticks() {
            picture.line(&[(BEFORE, at), (right, at)], GRID);
            picture.line(&[(BEFORE - 5.0, at), (BEFORE, at)], AXIS);
            picture.text((BEFORE - 9.0, at + 4.0), Anchor::End, label);
        }
        picture.line(&[(BEFORE, ABOVE), (BEFORE, bottom), (right, bottom)], AXIS);
        picture.sized_text((BEFORE, 28.0), Anchor::Start, TITLE, &self.title);
        picture.text((BEFORE, ABOVE - 14.0), Anchor::Start, &self.y.label);
        picture.text((f64::midpoint(BEFORE, right), bottom + 44.0), Anchor::Middle, &self.x.label);
    }
}

fn colour(series: usize) -> Colour {
    COLOURS[series % COLOURS.len()]
}

/// A point of a series: a circle, a square, a triangle or a rhombus.
fn point(series: usize, (x, y): Place) -> Shape {
    let corners: &[Place] = match series % 4 {
        0 => return Shape::Circle((x, y), 3.5, colour(series), None),
        1 => &[(-3.2, -3.2), (3.2, -3.2), (3.2, 3.2), (-3.2, 3.2)],
        2 => &[(0.0, -4.4), (4.2, 3.2), (-4.2, 3.2)],
        _ => &[(0.0, -4.6), (4.6, 0.0), (0.0, 4.6), (-4.6, 0.0)],
    };
    Shape::Area(corners.iter().map(|(right, down)| (x + right, y + down)).collect(), colour(series), None)
}

/// The coordinates of an axis, logarithms where it is logarithmic, and their places on the sheet.
struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
    ends: (f64, f64),
}

impl Scale {
    /// All coordinates with a margin.
    fn new(axis: &Axis, coordinates: impl Iterator<Item = f64>, ends: (f64, f64)) -> Self {
        let (low, high) = coordinates.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let margin = if high > low { (high - low) * MARGIN } else { (high.abs() * MARGIN).max(0.5) };
        Self { low: low - margin, high: high + margin, logarithmic: axis.logarithmic, ends }
    }

    fn place(&self, coordinate: f64) -> f64 {
        let (from, to) = self.ends;
        from + (coordinate - self.low) / (self.high - self.low) * (to - from)
    }

    /// The places of round numbers with their labels.
    fn ticks(&self) -> Vec<(f64, String)> {
        let tick = |(coordinate, label)| (self.place(coordinate), label);
        let ticks = if self.logarithmic { self.round_powers() } else { None };
        ticks.unwrap_or_else(|| self.round_numbers()).into_iter().map(tick).collect()
    }

    /// Multiples of 1, 2 or 5 times a power of ten.
    fn round_numbers(&self) -> Vec<(f64, String)> {
        let (low, high) = match self.logarithmic {
            true => (10f64.powf(self.low), 10f64.powf(self.high)),
            false => (self.low, self.high),
        };
        let power = 10f64.powf(((high - low) / LABELS as f64).log10().floor());
        let factor =
            [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| (high - low) / (power * factor) <= LABELS as f64);
        let step = power * factor.unwrap_or(10.0);
        let decimals = (-step.log10() - 1e-9).ceil().clamp(0.0, 12.0) as usize;
        let first = (low / step).ceil();
        let values = (0..=LABELS).map(|i| (first + i as f64) * step).filter(|value| *value <= high);
        let coordinate = |value: f64| if self.logarithmic { value.log10() } else { value };
        values.map(|value| (coordinate(value), label(value, decimals))).collect()
    }

    /// Powers of ten; also their multiples by 2 and 5 where there are few. `None` means fewer than two.
    fn round_powers(&self) -> Option<Vec<(f64, String)>> {
        let decades = (self.low.floor() as i32)..=(self.high.ceil() as i32);
        let gap = (self.high - self.low) / LABELS as f64;
        let factors: &[f64] = if self.high - self.low < 3.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let powers = decades.step_by((gap.ceil() as usize).max(1));
        let ticks = powers.flat_map(|power| factors.iter().map(move |factor| (power, *factor)));
        let ticks = ticks.map(|(power, factor)| (f64::from(power) + factor.log10(), power, factor));
        let inside = ticks.filter(|(coordinate, ..)| (self.low..=self.high).contains(coordinate));
        let labelled = inside.map(|(coordinate, power, factor)| {
            let decimals = usize::try_from(-power).unwrap_or(0);
            (coordinate, label(factor * 10f64.powi(power), decimals))
        });
        Some(labelled.collect::<Vec<_>>()).filter(|ticks| ticks.len() > 1)
    }
}

/// A number on an axis, with a sign that is as wide as a digit and groups of three digits.
fn label(value: f64, decimals: usize) -> String {
    if value.abs() >= 1e7 || decimals > 5 {
        return format!("{value:.0e}").replace('-', "−");
    }
    let written = format!("{:.decimals$}", value.abs());
    let (whole, part) = written.split_at(written.find('.').unwrap_or(written.len()));
    let mut grouped = String::new();
    for (i, digit) in whole.char_indices() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if value < 0.0 && written.contains(|c| matches!(c, '1'..='9')) { "−" } else { "" };
    format!("{sign}{grouped}{part}")
}

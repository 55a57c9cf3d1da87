//! A picture is a list of shapes on a white sheet. Drawings of thermographs and boards are made once, and
//! written as SVG, as TikZ or as pixels.

/// A place on the sheet: to the right and downwards from the upper left corner.
pub(crate) type Place = (f64, f64);

/// The font size of a text that does not say otherwise.
pub(crate) const LETTERS: f64 = 12.0;

/// The parts of red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl Colour {
    pub(crate) const BLACK: Self = Self::grey(0);
    pub(crate) const INK: Self = Self::grey(0x22);
    pub(crate) const WHITE: Self = Self::grey(0xff);

    pub(crate) const fn grey(level: u8) -> Self {
        Self(level, level, level)
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stroke {
    pub(crate) colour: Colour,
    pub(crate) width: f64,
    /// The lengths of a dash and of the gap after it. `None` means a solid line.
    pub(crate) dashes: Option<(f64, f64)>,
}

impl Stroke {
    pub(crate) const fn solid(colour: Colour, width: f64) -> Self {
        Self { colour, width, dashes: None }
    }
}

/// The part of a text that is at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text, with its baseline at a place.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) at: Place,
    pub(crate) anchor: Anchor,
    pub(crate) colour: Colour,
    pub(crate) size: f64,
    /// Does a white edge make it readable across lines?
    pub(crate) edge: bool,
    pub(crate) text: String,
}

#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// A line through these corners.
    Line(Vec<Place>, Stroke),
    /// A filled area with these corners. `None` means no border.
    Area(Vec<Place>, Colour, Option<Stroke>),
    /// A filled circle with this centre and radius. `None` means no border.
    Circle(Place, f64, Colour, Option<Stroke>),
    Text(Text),
}

/// A picture of a thermograph or a board, which can be written in several formats.
#[derive(Clone, Debug)]
pub struct Picture {
    pub(crate) size: Place,
    /// The heading and the description, for screen readers.
    pub(crate) heading: String,
    pub(crate) description: String,
    /// In the order in which they are painted.
    pub(crate) shapes: Vec<Shape>,
}

impl Picture {
    pub(crate) fn new(size: Place, heading: &str, description: String) -> Self {
        Self { size, heading: heading.to_owned(), description, shapes: Vec::new() }
    }

    pub(crate) fn line(&mut self, corners: &[Place], stroke: Stroke) {
        self.shapes.push(Shape::Line(corners.to_vec(), stroke));
    }

    /// A text in ink, in the usual size.
    pub(crate) fn text(&mut self, at: Place, anchor: Anchor, text: impl Into<String>) {
        self.sized_text(at, anchor, LETTERS, text);
    }

    pub(crate) fn sized_text(&mut self, at: Place, anchor: Anchor, size: f64, text: impl Into<String>) {
        let text = Text { at, anchor, colour: Colour::INK, size, edge: false, text: text.into() };
        self.shapes.push(Shape::Text(text));
    }
}

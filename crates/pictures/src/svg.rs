//! A picture for the web. All coordinates are rounded alike, so equal pictures give equal bytes.

use crate::Picture;
use crate::picture::{Anchor, Colour, LETTERS, Place, Shape, Stroke, Text};
use std::fmt::Write;

const FONTS: &str = "'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif";

impl Picture {
    /// The picture as a complete SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let (width, height) = self.size;
        let [heading, description] = [&self.heading, &self.description].map(|text| escaped(text));
        let elements: String = self.shapes.iter().map(|shape| element(shape) + "\n").collect();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" font-family=\"{FONTS}\" \
             font-size=\"{LETTERS}\" text-anchor=\"middle\">\n\
             <title>{heading}</title>\n<desc>{description}</desc>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{elements}</svg>\n"
        )
    }
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Line(corners, stroke) => {
            format!("<path d=\"{}\" fill=\"none\"{}/>", path(corners), border(Some(stroke)))
        }
        Shape::Area(corners, colour, edge) => {
            format!("<path d=\"{}Z\" fill=\"{}\"{}/>", path(corners), hex(*colour), border(edge.as_ref()))
        }
        Shape::Circle((x, y), radius, colour, edge) => {
            let (fill, edge) = (hex(*colour), border(edge.as_ref()));
            format!("<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"{fill}\"{edge}/>")
        }
        Shape::Text(text) => written(text),
    }
}

fn path(corners: &[Place]) -> String {
    let corners: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.2} {y:.2}")).collect();
    format!("M{}", corners.join("L"))
}

fn border(stroke: Option<&Stroke>) -> String {
    let Some(Stroke { colour, width, dashes }) = stroke else { return String::new() };
    let mut border = format!(" stroke=\"{}\" stroke-width=\"{width}\"", hex(*colour));
    if let Some((dash, gap)) = dashes {
        // Writing to a string never fails.
        let _ = write!(border, " stroke-dasharray=\"{dash} {gap}\"");
    }
    border
}

fn written(Text { at: (x, y), anchor, colour, size, edge, text }: &Text) -> String {
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let size = if *size == LETTERS { String::new() } else { format!(" font-size=\"{size}\"") };
    let text = escaped(text);
    let element = |style: &str| {
        format!("<text x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"{anchor}\"{size} {style}>{text}</text>")
    };
    let letters = element(&format!("fill=\"{}\"", hex(*colour)));
    if !edge {
        return letters;
    }
    // Not every renderer supports `paint-order`, so the white edge is a separate text.
    let edge =
        "fill=\"#fff\" stroke=\"#fff\" stroke-width=\"4\" stroke-linejoin=\"round\" aria-hidden=\"true\"";
    element(edge) + "\n" + &letters
}

fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A text escaped for XML.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |escaped, c| match c {
        '&' => escaped + "&amp;",
        '<' => escaped + "&lt;",
        '>' => escaped + "&gt;",
        c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped + " ",
        c => escaped + c.encode_utf8(&mut [0; 4]),
    })
}

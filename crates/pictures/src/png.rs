//! A picture as pixels, for programs without SVG. Letters come from a font that is part of the program, so
//! the picture is the same on every machine.

use crate::Picture;
use crate::picture::{Anchor, Colour, Place, Shape, Stroke, Text};
use thiserror::Error;
use tiny_skia::{FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// Pixels for each unit of the drawing, across and upwards.
const SCALE: f32 = 2.0;

/// The level of DEFLATE, from 0 to 10.
const COMPRESSION: u8 = 6;

/// The reason why a picture could not be turned into pixels.
#[derive(Debug, Error)]
pub enum PngError {
    /// The picture has too many pixels.
    #[error("a drawing of {width} × {height} pixels is too large")]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels upwards.
        height: u32,
    },
}

impl Picture {
    /// The picture as a PNG file, at twice its size.
    ///
    /// ```
    /// use values::{Dyadic, Thermograph};
    /// let seven = Thermograph::of_number(Dyadic::from(7)).unwrap();
    /// let picture = pictures::thermograph(&seven, None).png()?;
    /// assert!(picture.starts_with(b"\x89PNG"));
    /// # Ok::<(), pictures::PngError>(())
    /// ```
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        let [width, height] = [self.size.0, self.size.1].map(|side| (side as f32 * SCALE).ceil() as u32);
        let pixels = Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
        let face = Face::parse(dejavu::sans::regular(), 0).expect("the font is part of the program");
        let mut canvas = Canvas { pixels, face };
        canvas.pixels.fill(tiny_skia::Color::WHITE);
        self.shapes.iter().for_each(|shape| canvas.draw(shape));
        Ok(encoded(&canvas.pixels))
    }
}

/// The file: a signature, then chunks with the size, three bytes for each pixel, and the end. Our pictures have
/// no transparent pixels.
fn encoded(pixels: &Pixmap) -> Vec<u8> {
    let width = pixels.width() as usize;
    let mut rows = Vec::with_capacity((1 + 3 * width) * pixels.height() as usize);
    for row in pixels.pixels().chunks(width) {
        // The pixels of the row as they are, not their differences.
        rows.push(0);
        rows.extend(row.iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]));
    }
    let [width, height] = [pixels.width(), pixels.height()].map(u32::to_be_bytes);
    let header = [&width[..], &height, &[8, 2, 0, 0, 0]].concat();
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&rows, COMPRESSION);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in [(b"IHDR", header), (b"IDAT", packed), (b"IEND", Vec::new())] {
        let checked = [&kind[..], &data].concat();
        file.extend((data.len() as u32).to_be_bytes());
        file.extend(&checked);
        file.extend(crc32fast::hash(&checked).to_be_bytes());
    }
    file
}

struct Canvas {
    pixels: Pixmap,
    face: Face<'static>,
}

impl Canvas {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Line(corners, stroke) => self.stroke(through(corners, false), stroke),
            Shape::Area(corners, fill, edge) => self.fill(through(corners, true), *fill, edge.as_ref()),
            Shape::Circle((x, y), radius, fill, edge) => {
                let circle = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32);
                self.fill(circle, *fill, edge.as_ref());
            }
            Shape::Text(text) => {
                let letters = self.letters(text);
                if text.edge {
                    self.stroke(letters.clone(), &Stroke::solid(Colour::WHITE, 4.0));
                }
                self.fill(letters, text.colour, None);
            }
        }
    }

    /// Paints an area. `None` is an empty one.
    fn fill(&mut self, area: Option<Path>, colour: Colour, edge: Option<&Stroke>) {
        let Some(path) = area else { return };
        let scale = Transform::from_scale(SCALE, SCALE);
        self.pixels.fill_path(&path, &paint(colour), FillRule::Winding, scale, None);
        if let Some(edge) = edge {
            self.stroke(Some(path), edge);
        }
    }

    fn stroke(&mut self, line: Option<Path>, stroke: &Stroke) {
        let Some(path) = line else { return };
        let dash = stroke.dashes.and_then(|(dash, gap)| StrokeDash::new(vec![dash as f32, gap as f32], 0.0));
        let line_join = if stroke.dashes.is_some() { LineJoin::Miter } else { LineJoin::Round };
        let pen = tiny_skia::Stroke { width: stroke.width as f32, dash, line_join, ..Default::default() };
        let scale = Transform::from_scale(SCALE, SCALE);
        self.pixels.stroke_path(&path, &paint(stroke.colour), &pen, scale, None);
    }

    /// The outlines of a text. `None` means that there is nothing to see.
    fn letters(&self, text: &Text) -> Option<Path> {
        let unit = text.size as f32 / f32::from(self.face.units_per_em());
        let glyph = |c| self.face.glyph_index(c).unwrap_or(GlyphId(0));
        let advance = |glyph| unit * f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0));
        let glyphs: Vec<GlyphId> = text.text.chars().map(glyph).collect();
        let width: f32 = glyphs.iter().map(|glyph| advance(*glyph)).sum();
        let before = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let (x, y) = (text.at.0 as f32 - before, text.at.1 as f32);
        let mut outline = Outline { path: PathBuilder::new(), x, y, unit };
        for glyph in glyphs {
            self.face.outline_glyph(glyph, &mut outline);
            outline.x += advance(glyph);
        }
        outline.path.finish()
    }
}

fn paint(Colour(red, green, blue): Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

/// The path through these corners. `None` means that it has no length.
fn through(corners: &[Place], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (i, (x, y)) in corners.iter().map(|(x, y)| (*x as f32, *y as f32)).enumerate() {
        if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// The outline of a text that starts at a place. Fonts count upwards, pictures downwards.
struct Outline {
    path: PathBuilder,
    x: f32,
    y: f32,
    unit: f32,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + self.unit * x, self.y - self.unit * y)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

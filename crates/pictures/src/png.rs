//! The drawing as pixels, for programs without SVG. Letters come from a font that is part of the program, so
//! the picture is the same on every machine.

use resvg::usvg::fontdb::Source;
use resvg::{tiny_skia, usvg};
use std::sync::Arc;
use thiserror::Error;

/// Pixels for each unit of the drawing, across and upwards.
const SCALE: f32 = 2.0;

/// The reason why a drawing could not be turned into pixels.
#[derive(Debug, Error)]
pub enum PngError {
    /// The text is not an SVG document.
    #[error("not a drawing: {0}")]
    Svg(#[from] usvg::Error),
    /// The drawing has too many pixels.
    #[error("a drawing of {width} × {height} pixels is too large")]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels upwards.
        height: u32,
    },
    /// The pixels could not be written in PNG form.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// The PNG file of an SVG drawing, at twice its size.
///
/// ```
/// use values::{Dyadic, Thermograph};
/// let seven = Thermograph::of_number(Dyadic::from(7)).unwrap();
/// let picture = pictures::png(&pictures::svg(&seven, None))?;
/// assert!(picture.starts_with(b"\x89PNG"));
/// # Ok::<(), pictures::PngError>(())
/// ```
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let mut options = usvg::Options::default();
    options.fontdb_mut().load_font_source(Source::Binary(Arc::new(dejavu::sans::regular())));
    let tree = usvg::Tree::from_str(svg, &options)?;
    let [width, height] =
        [tree.size().width(), tree.size().height()].map(|side| (side * SCALE).ceil() as u32);
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

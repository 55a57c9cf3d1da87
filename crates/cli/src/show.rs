//! `tedomari show`: a position as a picture.

use crate::files::write_file;
use crate::{Ending, utf8};
use clap::Args;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use tedomari::pictures;
use tedomari::rules::{Position, Visitor, open};

/// Show a position, in the terminal or as a picture
#[derive(Args)]
#[command(after_help = "Example:\n  tedomari show amazons 'x.#.|....|.##.|...o' --svg board.svg")]
pub(crate) struct Arguments {
    /// The game, see `tedomari games`
    game: String,
    /// The position
    #[arg(allow_hyphen_values = true)]
    position: OsString,
    /// Write the picture to this file as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the picture to this file as PNG
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

/// The position as it is written.
struct Text;

impl Visitor for Text {
    type Output = String;
    fn visit<P: Position>(self, position: P) -> String {
        position.to_string()
    }
}

pub(crate) fn run(arguments: Arguments) -> anyhow::Result<Ending> {
    let text = open(&arguments.game, &utf8(arguments.position)?, Text)?;
    let svg = pictures::board(&text);
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    #[cfg(feature = "png")]
    if let Some(path) = arguments.png {
        files.push((path, pictures::png(&svg)?));
    }
    if let Some(path) = arguments.svg {
        files.push((path, svg.into_bytes()));
    }
    files.iter().try_for_each(|(path, contents)| write_file(path, contents))?;
    if files.is_empty() {
        writeln!(std::io::stdout().lock(), "{}", text.replace('|', "\n"))?;
    }
    Ok(Ending::Complete)
}

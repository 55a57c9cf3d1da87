//! `tedomari thermograph`: a value's thermograph in the terminal, as SVG, as PNG or as numbers.

use crate::files::write_files;
use crate::{Ending, Reach, lines, output, utf8, value};
use clap::Args;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use tedomari::pictures::{self, Characters};
use tedomari::prelude::{Engine, Thermograph};

const EXAMPLES: &str = "\
Examples:
  tedomari thermograph '{4|2,{3|0,{1/2|0}}||{0,*|-1},-1/4}'
  tedomari thermograph '10|8||2' --svg sente.svg --png sente.png
  tedomari thermograph '3||0|-2' --json

The horizontal axis is the value, with positive values to the left; the vertical axis is the
temperature. The mast stands on the mean and begins at the temperature of the game.";

/// Draw the thermograph of a value
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The value in notation
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: OsString,
    /// Write the drawing to this file as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the drawing to this file as PNG
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write one JSON object, with the same keys as `tedomari value`
    #[arg(long)]
    json: bool,
    /// The title of the drawing [default: the expression]
    #[arg(long)]
    title: Option<String>,
    #[command(flatten)]
    reach: Reach,
}

pub(crate) fn run(arguments: Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let text = utf8(arguments.expression)?;
    let budget = arguments.reach.budget();
    let write_report = || -> anyhow::Result<Ending> {
        let report = value::report(engine, &text, false, &budget);
        lines::write_report(&mut output::stdout(), &report, arguments.json)
    };
    let is_for_file = arguments.svg.is_some();
    #[cfg(feature = "png")]
    let is_for_file = is_for_file || arguments.png.is_some();
    if arguments.json && !is_for_file {
        // Without a drawing, the cost in the report is the whole cost.
        return write_report();
    }
    let Ok(thermograph) = engine.thermograph_of_value(&text, &budget.part(0.5)) else {
        // The report has the error and the known facts.
        return write_report();
    };
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    let picture = pictures::thermograph(&thermograph, Some(arguments.title.as_deref().unwrap_or(&text)));
    #[cfg(feature = "png")]
    if let Some(path) = arguments.png {
        files.push((path, picture.png()?));
    }
    if let Some(path) = arguments.svg {
        files.push((path, picture.svg().into_bytes()));
    }
    write_files(&files)?;
    if arguments.json {
        return write_report();
    }
    if files.is_empty() {
        write!(output::stdout(), "{}", drawn(&thermograph))?;
    }
    Ok(Ending::Complete)
}

/// The drawing for this terminal.
pub(crate) fn drawn(thermograph: &Thermograph) -> String {
    pictures::text(thermograph, terminal_width(), characters())
}

/// The characters that the terminal can show. Without a locale, as in many containers, it is Unicode.
fn characters() -> Characters {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    let is_unicode = |locale: String| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    };
    match set("TERM").is_some_and(|terminal| terminal == "dumb") || !locale.is_none_or(is_unicode) {
        true => Characters::Ascii,
        false => Characters::Unicode,
    }
}

pub(crate) fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0))
}
